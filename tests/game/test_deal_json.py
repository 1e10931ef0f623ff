"""Deals as JSON are the deals of the text; packs are dealt by twos."""

import json
from pathlib import Path

import pytest

from game.cards import NAMES
from game.deal_json import as_object, deals_of
from game.notation import Malformed, parse, read
from tests.game.arbiter import GOLDEN, run


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.deals")), ids=lambda path: path.stem)
def test_there_and_back(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    objects = [as_object(deal) for deal in parse(text)]
    file = tmp_path / "deals.json"
    file.write_text(json.dumps(objects), encoding="utf-8")
    assert deals_of(file.read_text(encoding="utf-8")) == parse(text)
    assert run("format", file).out == run("format", path).out
    assert json.loads(run("json", path).out) == objects


PACK = f'[Rules "fspr-2006"]\n[Players "3"]\n[Dealer "S"]\n[Pack "{" ".join(NAMES)}"]\n'


def test_a_pack_with_the_convention_s_own_packet() -> None:
    (deal,) = parse(PACK)
    _, layout = read(deal)
    assert [NAMES[card] for card in layout.talon] == [*NAMES[6:8]]
    assert as_object(deal)["pack"] == [*NAMES]
    assert deals_of(json.dumps(as_object(deal))) == [deal]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (PACK.replace(f"{NAMES[0]} ", ""), "header Pack"),
        (PACK.replace(NAMES[0], NAMES[1]), "header Pack"),
        (PACK.replace("fspr-2006", "festival-2011"), "header Packet"),
        (PACK + '[Packet "5"]\n', "header Packet"),
        ('[Changed "hold_mandatory"]\n' + PACK, "header Changed"),
        ('[Changed "talon_packets=True"]\n' + PACK, "header Changed"),
    ],
)
def test_what_cannot_be_dealt(text: str, wrong: str) -> None:
    (deal,) = parse(text)
    with pytest.raises(Malformed, match=wrong):
        read(deal)


def test_a_table_s_own_rules_are_applied(tmp_path: Path) -> None:
    (deal,) = parse('[Changed "half_misere=False quick_tricks=True"]\n' + PACK)
    convention, _ = read(deal)
    assert (convention.half_misere, convention.quick_tricks) == (False, True)
