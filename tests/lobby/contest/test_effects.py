"""What the tables are told: once, in order, by ids that are the same for everybody; the lots."""

from __future__ import annotations

import pytest

from game.preferans.conventions import CONVENTIONS
from game.shuffle import commitment
from lobby.contest import acts
from lobby.contest.effects import Effect, effects, effects_at, place_of, post, table_stream
from lobby.contest.plan import MINUTE
from lobby.contest.seen import contest_seen
from lobby.table.commands import (
    Adjust,
    Annul,
    Dismiss,
    End,
    Hold,
    LastCircle,
    Replace,
    Seat,
    Watchable,
)
from lobby.tournament.draw import order_of_draw
from tests.lobby.contest.hall import CLOCK, Hall, hall, players


def playing(**options: object) -> Hall:
    room = hall(5, formula="points-4321", **options)
    return room.enter(*players(7)).until_phase("playing")


def kinds(room: Hall, taken: set[str] | None = None) -> list[str]:
    return [f"{e.stream} {type(e.command).__name__}" for e in effects(room.contest, taken or set())]


def test_the_stream_of_a_table_tells_its_place() -> None:
    assert table_stream("cup", 2, 17) == "cup-2-17"
    assert place_of("cup-2-17") == ("cup", 2, 17)
    assert place_of(table_stream("a-1", 2, 3)) == ("a-1", 2, 3)
    for other in ("cup", "cup-2", "-2-3", "cup-x-3", "cup-2-", "cup-2-²"):
        assert place_of(other) is None


@pytest.mark.parametrize("rules", CONVENTIONS)
def test_a_table_is_opened_with_its_people_and_their_numbers(rules: str) -> None:
    changed = {"quick_tricks": True}
    room = playing(rules=rules, pace="quick", deals=30, changed=changed, delay=True)
    room.acts(acts.Watchable, tour=1, watching="table")
    first, second = (effects_at(room.contest, 1, number)[0] for number in (1, 2))
    for effect, size in ((first, 4), (second, 3)):
        players = room.table(1, 5 - size).players
        assert len(players) == size
        told = Seat("cup", players, [], rules, changed, "quick", 30, watching="hand", delay=True)
        assert effect == Effect(f"cup-1-{5 - size}-open", f"cup-1-{5 - size}", told)
    assert effects_at(room.contest, 1, 3) == effects_at(room.contest, 2, 1) == []


def test_before_a_tour_is_opened_and_after_it_is_over_nothing_is_told() -> None:
    room = hall(5, formula="points-4321").enter(*players(7))
    room.missing = {"p1"}
    assert effects(room.until_phase("called").contest) == []
    room.missing = set()
    assert effects(room.until_phase("between").contest) == []


def test_what_is_told_is_told_again_until_the_table_has_it() -> None:
    room = playing()
    assert kinds(room) == ["cup-1-1 Seat", "cup-1-2 Seat"]
    assert kinds(room, {"cup-1-1-open"}) == ["cup-1-2 Seat"]
    opened = {"cup-1-1-open", "cup-1-2-open"}
    assert kinds(room, opened) == []
    room.acts(acts.LastCircleNow, tour=1, table=2)
    assert effects(room.contest, opened) == [Effect("cup-1-2-last-circle", "cup-1-2", LastCircle())]
    assert kinds(room, {*opened, "cup-1-2-last-circle"}) == []


def test_all_that_a_table_hears() -> None:
    room = playing()
    out, other = room.table(1, 1).players[:2]
    place = {"tour": 1, "table": 1}
    room.acts(acts.Substitute, **place, out=out, into="Waiting")
    room.acts(acts.Annul, **place, deal=2, replay=True, why="the wrong talon")
    room.acts(acts.Substitute, **place, out=out, bot=True)
    room.acts(acts.Adjust, **place, person=other, mountain=5, on=out, whists=-10, why="late")
    room.acts(acts.Dismiss, **place, person="Whisperer")
    for watching in ("none", "table"):
        room.acts(acts.Watchable, **place, watching=watching)
    room.acts(acts.LastCircleNow, **place)
    room.acts(acts.EndTour, tour=1)
    told = effects(room.contest, {"cup-1-1-open", "cup-1-2-open"})
    assert [(effect.id, effect.command) for effect in told] == [
        ("cup-1-1-replace-1", Replace(out, "Waiting", bot=False)),
        ("cup-1-1-annul-2", Annul(2, replay=True, why="the wrong talon")),
        ("cup-1-1-replace-3", Replace("Waiting", "bot-1-1-1", bot=True)),
        ("cup-1-1-adjust-4", Adjust(2, 0, 5, on=1, whists=-10, why="late")),
        ("cup-1-1-dismiss-1", Dismiss("Whisperer")),
        ("cup-1-1-watchable-2", Watchable("table")),
        ("cup-1-1-last-circle", LastCircle()),
        ("cup-1-1-end", End(cut=False)),
        ("cup-1-2-end", End(cut=False)),
    ]


def test_a_table_is_held_while_it_is_stopped_or_all_are() -> None:
    room = playing()

    def told() -> list[tuple[str, bool]]:
        found = effects(room.contest, {"cup-1-1-open", "cup-1-2-open"})
        holds = [(each.id, each.command) for each in found]
        return [(id, command.held) for id, command in holds if isinstance(command, Hold)]

    room.acts(acts.HoldTable, tour=1, table=1)
    assert told() == [("cup-1-1-hold-1", True)]
    room.acts(acts.Pause)
    assert told() == [("cup-1-1-hold-1", True), ("cup-1-2-hold-1", True)]
    room.acts(acts.HoldTable, tour=1, table=1, held=False)
    assert told() == [("cup-1-1-hold-1", True), ("cup-1-2-hold-1", True)]
    room.acts(acts.HoldTable, tour=1, table=2)
    room.acts(acts.Resume)
    assert told() == [("cup-1-1-hold-2", False), ("cup-1-2-hold-1", True)]
    room.acts(acts.HoldTable, tour=1, table=2, held=False)
    assert told() == [("cup-1-1-hold-2", False), ("cup-1-2-hold-2", False)]


def test_a_table_that_the_director_has_settled_is_ended_even_after_its_tour() -> None:
    room = playing()
    room.pull()
    for number, size in ((1, 4), (2, 3)):
        room.acts(acts.Give, tour=1, table=number, whists=["0"] * size)
    room.by_itself()
    assert room.phase == "between"
    told = effects(room.contest, room.taken())
    assert told == [Effect(f"cup-1-{n}-given", f"cup-1-{n}", End(cut=True)) for n in (1, 2)]


def test_a_pause_before_a_tour_is_opened_is_not_told() -> None:
    room = hall(5, formula="points-4321").enter(*players(7))
    room.acts(acts.Pause)
    room.acts(acts.Resume)
    room.until_phase("playing")
    assert kinds(room) == ["cup-1-1 Seat", "cup-1-2 Seat"]


def test_the_numbers_of_the_earlier_tours_come_again_least_often() -> None:
    room = hall(5, formula="points-4321", tours=4).enter(*players(4)).until_phase("finished")
    by_tour = [tour.tables[0].players for tour in room.contest.tours]
    for player in players(4):  # §T1.5
        assert sorted(players.index(player) for players in by_tour) == [0, 1, 2, 3]


def test_a_pulya_is_posted_by_an_id_of_its_table() -> None:
    room = playing()
    id, command = post(1, 2, ["30", "-10", "-20"], 9)
    assert (id, post(1, 2, ["0"] * 3, 9)[0]) == ("post-1-2", "post-1-2")
    assert post(1, 2, ["0"] * 3, 9, head=(7, "ab"))[0] == id
    room.does(CLOCK, command, id)
    assert room.does(CLOCK, command, id) == []
    assert room.table(1, 2).whists == ["30", "-10", "-20"]
    assert kinds(room) == ["cup-1-1 Seat"]


def test_anybody_can_draw_the_lots_again() -> None:
    room = playing(tours=1)
    seen = contest_seen(room.contest)
    assert seen["secret"] is None
    assert room.contest.secret not in str(seen)
    seen = contest_seen(room.until_phase("finished").contest)
    assert seen["secret"] is not None
    secret = bytes.fromhex(seen["secret"])
    assert commitment(secret, "cup") == seen["commitment"]
    assert seen["draw"] == order_of_draw(secret, "cup", [*players(7)])


def test_what_is_seen_of_a_running_tour() -> None:
    room = playing()
    seen = contest_seen(room.contest)
    assert seen["phase"] == "playing"
    assert seen["next"] == {"step": "last_circle", "tour": 1, "at": room.table(1, 1).ends - 480_000}
    first = seen["tours"][0]["tables"][0]
    assert first["last_circle_at"] == first["ends"] - 8 * MINUTE
    assert (first["stream"], first["points"], first["reason"]) == (
        "cup-1-1",
        None,
        "met before: 0, points apart: 0",
    )
