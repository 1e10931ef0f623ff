"""Finished deals as text give the results that were written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.preferans.conventions import CONVENTIONS
from game.preferans.pulya import Line, ledger
from game.script import Refused
from lobby.table import facts
from lobby.table.records import deals_object, deals_text
from tests.game.arbiter import run
from tests.lobby.table.tables import Room, dealt, opened_by_anna
from tests.lobby.table.walk import played_at_random


def written(room: Room) -> list[dict[str, object]]:
    """What the table has written, as `score` prints it."""
    results = [fact.result for fact in room.facts if isinstance(fact, facts.DealClosed)]
    lines = []
    for result in results:
        sheet = ledger(room.table.players, map(Line.of, result["lines"]))
        own = {key: value for key, value in result.items() if key != "lines"}
        whole = {"pool": sheet.pool, "mountain": sheet.mountain, "whists": sheet.whists}
        lines.append(json.loads(json.dumps(own | whole)))
    return lines


@pytest.mark.parametrize("rules", CONVENTIONS)
@pytest.mark.parametrize("players", [3, 4])
def test_the_deals_of_a_pulya_score_as_they_were_written(
    rules: str, players: int, tmp_path: Path
) -> None:
    file = tmp_path / "deals.txt"
    for seed in range(4):
        room = played_at_random(seed, rules=rules, players=players, deals=4)
        assert room.table.phase == "finished"
        file.write_text(deals_text(room.table), encoding="utf-8")
        scored = run("score", file)
        assert scored.status == 0, scored.err
        assert [json.loads(line) for line in scored.out.splitlines()] == written(room)
        assert run("format", file).out == deals_text(room.table)
        assert run("settle", file).status == 0
        told = json.loads(json.dumps(deals_object(room.table)))
        assert told["finished"]
        settled = json.loads(run("settle", file).out)
        assert {s: str(whists) for s, whists in settled["result"].items()} == told["result"]
        assert [settled[part] for part in ("pool", "mountain", "whists")] == [
            told[part] for part in ("pool", "mountain", "whists")
        ]
        assert [deal["score"] for deal in told["deals"]] == [p.result for p in room.table.past]
        file.write_text(json.dumps(told), encoding="utf-8")
        assert run("format", file).out == deals_text(room.table)
        assert json.loads(run("json", file).out)[2]["tokens"] == told["deals"][2]["tokens"]


def test_one_deal_of_a_pulya() -> None:
    room = played_at_random(1, deals=3)
    texts = [deals_text(room.table, number) for number in (1, 2, 3)]
    assert len({*texts}) == 3
    assert "\n".join(texts) == deals_text(room.table)
    assert [len(deals_object(room.table, n)["deals"]) for n in (1, 2, 3)] == [1, 1, 1]
    assert "pool" not in deals_object(room.table, 1)
    for wrong in (0, 4, -1):
        with pytest.raises(Refused, match="no_such_deal"):
            deals_text(room.table, wrong)


def test_an_end_by_agreement_is_in_the_text() -> None:
    room = dealt().says("pass 6S pass -7H -8H 6C whist whist AS")
    room.does("Boris", room.claim("=6,N2,S2"))
    room.does("Vera", room.respond("yes"))
    room.does("Anna", room.respond("yes"))
    room.closes()
    assert deals_text(room.table).splitlines()[-1] == "=6,N2,S2"


def test_of_a_running_deal_nothing_is_told() -> None:
    room = dealt().says("pass pass pass AS")
    assert deals_text(room.table) == ""
    room.plays_on()  # it is over and not yet written down
    assert deals_text(room.table) == ""


def test_overridden_fields_are_named() -> None:
    assert deals_text(opened_by_anna(half_misere=False).table) == ""
    room = played_at_random(1, deals=1, rules="fspr-2006", quick_tricks=True, half_misere=False)
    headers = deals_text(room.table).splitlines()
    assert headers[0] == '[Changed "half_misere=False quick_tricks=True"]'
    assert headers[1] == '[Rules "fspr-2006"]'
