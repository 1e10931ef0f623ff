"""What the tables are told: once, in order, by ids that are the same for everybody; the lots."""

from __future__ import annotations

import pytest

from game.preferans.conventions import CONVENTIONS
from game.shuffle import commitment
from lobby.contest import commands
from lobby.contest.effects import (
    EndMoved,
    EndTable,
    Hold,
    LastCircle,
    OpenTable,
    Replace,
    effects,
    opening,
    place_of,
    post,
    table_stream,
)
from lobby.contest.plan import MINUTE
from lobby.contest.seen import contest_seen
from lobby.table import evolving
from lobby.table import facts as table_facts
from lobby.tournament.draw import order_of_draw
from tests.lobby.contest.hall import CLOCK, Hall, hall, players


def playing(**options: object) -> Hall:
    room = hall(5, formula="points-4321", **options)
    return room.enter(*players(7)).until_phase("playing")


def kinds(room: Hall, taken: set[str] | None = None) -> list[str]:
    return [f"{e.stream} {type(e).__name__}" for e in effects(room.contest, taken or set())]


def test_the_stream_of_a_table_tells_its_place() -> None:
    assert table_stream("cup", 2, 17) == "cup-2-17"
    assert place_of("cup-2-17") == ("cup", 2, 17)
    assert place_of(table_stream("a-1", 2, 3)) == ("a-1", 2, 3)
    for other in ("cup", "cup-2", "-2-3", "cup-x-3", "cup-2-", "cup-2-²"):
        assert place_of(other) is None


@pytest.mark.parametrize("rules", CONVENTIONS)
def test_a_table_is_opened_with_its_people_and_their_numbers(rules: str) -> None:
    room = playing(rules=rules, pace="quick", deals=30, changed={"quick_tricks": True})
    first, second = effects(room.contest)
    assert isinstance(first, OpenTable)
    assert isinstance(second, OpenTable)
    assert [len(first.players), len(second.players)] == [4, 3]
    for told in (first, second):
        opened, *others = opening(told)
        assert isinstance(opened, table_facts.Opened)
        made = evolving.opened(opened)
        for fact in others:
            evolving.evolve(made, fact, room.now)
        assert (made.phase, made.convention.name, made.pace) == ("seating", rules, "quick")
        assert made.deals == 30
        assert {m.number: m.person for m in made.members} == dict(enumerate(told.players, 1))


def test_before_a_tour_is_opened_and_after_it_is_over_nothing_is_told() -> None:
    room = hall(5, formula="points-4321").enter(*players(7))
    room.missing = {"p1"}
    assert effects(room.until_phase("called").contest) == []
    room.missing = set()
    assert effects(room.until_phase("between").contest) == []


def test_what_is_told_is_told_again_until_the_table_has_it() -> None:
    room = playing()
    assert kinds(room) == ["cup-1-1 OpenTable", "cup-1-2 OpenTable"]
    assert kinds(room, {"cup-1-1-open"}) == ["cup-1-2 OpenTable"]
    opened = {"cup-1-1-open", "cup-1-2-open"}
    assert kinds(room, opened) == []
    room.acts(commands.LastCircleNow, tour=1, table=2)
    assert effects(room.contest, opened) == [LastCircle("cup-1-2-last-circle", "cup-1-2")]
    assert kinds(room, {*opened, "cup-1-2-last-circle"}) == []


def test_all_that_a_table_hears() -> None:
    room = playing()
    out = room.table(1, 1).players[0]
    room.acts(commands.Substitute, tour=1, table=1, out=out, into="Waiting")
    room.acts(commands.Substitute, tour=1, table=1, out=out, bot=True)
    room.acts(commands.Extend, tour=1, table=1, minutes=5)
    room.acts(commands.Pause)
    paused = effects(room.contest, {"cup-1-1-open", "cup-1-2-open"})
    assert paused == [
        Replace("cup-1-1-replace-1", "cup-1-1", out, "Waiting", bot=False),
        Replace("cup-1-1-replace-2", "cup-1-1", "Waiting", "bot-1-1-1", bot=True),
        EndMoved("cup-1-1-ends-1", "cup-1-1", room.table(1, 1).ends),
        Hold("cup-1-1-hold-1", "cup-1-1", paused=True),
        Hold("cup-1-2-hold-1", "cup-1-2", paused=True),
    ]
    room.acts(commands.Resume)
    room.acts(commands.EndTour, tour=1)
    taken = {effect.id for effect in paused} | {"cup-1-1-open", "cup-1-2-open"}
    told = effects(room.contest, taken)
    assert Hold("cup-1-2-go-on-1", "cup-1-2", paused=False) in told
    assert EndTable("cup-1-2-end", "cup-1-2", given=False) in told


def test_a_table_that_the_director_has_settled_is_ended_even_after_its_tour() -> None:
    room = playing()
    room.pull()
    for number, size in ((1, 4), (2, 3)):
        room.acts(commands.Give, tour=1, table=number, whists=["0"] * size)
    room.by_itself()
    assert room.phase == "between"
    told = effects(room.contest, room.taken())
    assert told == [EndTable(f"cup-1-{n}-given", f"cup-1-{n}", given=True) for n in (1, 2)]


def test_a_pause_before_a_tour_is_opened_is_not_told() -> None:
    room = hall(5, formula="points-4321").enter(*players(7))
    room.acts(commands.Pause)
    room.acts(commands.Resume)
    room.until_phase("playing")
    assert kinds(room) == ["cup-1-1 OpenTable", "cup-1-2 OpenTable"]


def test_the_numbers_of_the_earlier_tours_come_again_least_often() -> None:
    room = hall(5, formula="points-4321", tours=4).enter(*players(4)).until_phase("finished")
    by_tour = [tour.tables[0].players for tour in room.contest.tours]
    for player in players(4):  # §T1.5
        assert sorted(players.index(player) for players in by_tour) == [0, 1, 2, 3]


def test_a_pulya_is_posted_by_an_id_of_its_table() -> None:
    room = playing()
    id, command = post(1, 2, ["30", "-10", "-20"], 9)
    assert (id, post(1, 2, ["0"] * 3, 9)[0]) == ("post-1-2", "post-1-2")
    room.does(CLOCK, command, id)
    assert room.does(CLOCK, command, id) == []
    assert room.table(1, 2).whists == ["30", "-10", "-20"]
    assert kinds(room) == ["cup-1-1 OpenTable"]


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
