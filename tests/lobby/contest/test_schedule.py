"""The clock of a tour: start, pause, shift, extension, the last circle, downtime."""

from __future__ import annotations

import pytest

from lobby.contest import acts, commands, facts
from lobby.contest.due import due
from lobby.contest.plan import MINUTE, Planned
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import CLOCK, DIRECTOR, HOUR, NOON, SECOND, Hall, hall, players


def playing(**options: object) -> Hall:
    """The first tour of eight players has just been opened: two tables until 14:40."""
    options.setdefault("formula", "points-4321")
    room = hall(6, **options)
    return room.enter(*players(8)).until_phase("playing")


def ends(room: Hall) -> list[int]:
    return [table.ends for table in room.contest.tours[-1].tables]


def announced(room: Hall) -> dict[int, int]:
    """When the last circle was announced, by table."""
    return {
        number: at
        for fact, at in room.log
        if isinstance(fact, facts.LastCircleAnnounced) and fact.tour == len(room.contest.tours)
        for number in fact.tables
    }


END = NOON + HOUR + 100 * MINUTE


@pytest.mark.parametrize(("rules", "before"), [("festival-2011", 8), ("fspr-code-6", 7)])
def test_the_last_circle_comes_as_the_convention_says(rules: str, before: int) -> None:
    room = playing(rules=rules).until_phase("between")
    assert announced(room) == dict.fromkeys((1, 2), END - before * MINUTE)


def test_the_plan_overrides_the_convention() -> None:
    room = playing(last_circle=900).until_phase("between")
    assert announced(room) == dict.fromkeys((1, 2), END - 15 * MINUTE)


def test_a_tour_shorter_than_that_begins_with_the_last_circle() -> None:
    room = playing(last_circle=12_000)
    room.by_itself()
    assert {*announced(room)} == {1, 2}


def test_after_the_announcement_the_running_deal_and_so_many_are_played() -> None:
    room = playing().passes(92 * MINUTE - SECOND)
    before = [sim.played for sim in room.tables.values()]
    room.passes(SECOND)
    assert {*announced(room)} == {1, 2}
    assert [sim.left for sim in room.tables.values() if sim.deal_ends > room.now] == [4, 4]
    room.until_phase("between")
    assert [sim.played for sim in room.tables.values()] == [played + 4 for played in before]


def test_a_tour_may_be_capped_by_deals() -> None:
    room = playing(deals=3).until_phase("between")
    assert [sim.played for sim in room.tables.values()] == [3, 3]
    assert announced(room) == {}


def test_the_director_starts_each_step_before_its_time() -> None:
    room = hall(formula="points-4321").enter(*players(8))
    room.missing = {"p1"}
    steps = [("close", 0), ("draw", 0), ("call", 1)]
    for step, tour in steps:
        assert room.refuses(DIRECTOR, room.act(acts.Start, step="open", tour=1)) == "not_now"
        room.acts(acts.Start, step=step, tour=tour)
    room.come()
    room.acts(acts.Start, step="open", tour=1)
    assert room.phase == "playing"
    assert room.contest.absent == {1: ["p1"]}
    assert room.contest.marks == {}  # he was not waited for
    last = room.act(acts.Start, step="last_circle", tour=1)
    assert room.refuses(DIRECTOR, last) == "not_now"
    assert ends(room) == [room.now + 100 * MINUTE] * 2


def test_with_too_few_players_a_director_cannot_start() -> None:
    room = hall(formula="points-4321").enter(*players(5)).until_phase("closed")
    start = room.act(acts.Start, step="draw", tour=0)
    assert room.refuses(DIRECTOR, start) == "cannot_be_seated"


def test_where_nobody_can_be_seated_the_contest_waits_for_the_director() -> None:
    room = hall(formula="points-4321").enter(*players(5))
    room.until(lambda room: room.contest.halted is not None)
    assert (room.contest.halted, due(room.contest)) == (5, None)
    room.acts(acts.Add, person="bot-1", bot=True)
    room.acts(acts.Resume)
    room.until_phase("called")
    room.missing = {"p1"}
    room.until(lambda room: room.contest.halted is not None)
    assert room.contest.marks == {}
    room.acts(acts.Resume)  # he is waited for once more
    assert room.contest.tours[-1].until == room.now + 10 * MINUTE
    room.missing = set()
    assert room.until_phase("playing").contest.absent == {1: []}


def test_a_pause_moves_all_that_is_to_come() -> None:
    room = playing().passes(10 * MINUTE)
    room.acts(acts.Pause)
    assert room.refuses(DIRECTOR, room.act(acts.Pause)) == "paused"
    assert due(room.contest) is None
    assert room.refuses(CLOCK, commands.TimeUp("last_circle", 1, 1)) == "time_is_not_up"
    start = room.act(acts.Start, step="call", tour=2)
    assert room.refuses(DIRECTOR, start) == "paused"
    starts = [*room.contest.starts]
    room.now += 20 * MINUTE
    room.acts(acts.Resume)
    assert room.refuses(DIRECTOR, room.act(acts.Resume)) == "not_paused"
    assert ends(room) == [END + 20 * MINUTE] * 2
    later = [starts[0], *(at + 20 * MINUTE for at in starts[1:])]
    assert room.contest.starts == later


def test_a_pause_before_the_draw_and_during_the_call() -> None:
    room = hall().enter(*players(9))
    room.acts(acts.Pause)
    room.now += 30 * MINUTE
    room.acts(acts.Resume)
    assert room.contest.registration_until == NOON + 30 * MINUTE
    assert room.contest.draw_at == NOON + 40 * MINUTE
    room.missing = {"p1"}
    room.until_phase("called")
    until = room.contest.tours[-1].until
    room.acts(acts.Pause)
    room.now += 7 * MINUTE
    room.acts(acts.Resume)
    assert room.contest.tours[-1].until == until + 7 * MINUTE


def test_a_shift_moves_what_has_not_begun() -> None:
    room = playing()
    starts = [*room.contest.starts]
    room.acts(acts.Shift, seconds=-900)
    assert room.contest.starts == [starts[0], *(at - 15 * MINUTE for at in starts[1:])]
    assert ends(room) == [END] * 2
    assert room.refuses(DIRECTOR, room.act(acts.Shift, seconds=600000)) == "bad_seconds"
    room.until(lambda room: len(room.contest.tours) == 3)
    assert room.refuses(DIRECTOR, room.act(acts.Shift, seconds=300)) == "not_now"


def test_all_tables_or_one_are_extended() -> None:
    room = playing()
    room.acts(acts.Extend, tour=1, seconds=600)
    room.acts(acts.Extend, tour=1, seconds=300, table=2)
    assert ends(room) == [END + 10 * MINUTE, END + 15 * MINUTE]
    nowhere = room.act(acts.Extend, tour=1, seconds=300, table=3)
    assert room.refuses(DIRECTOR, nowhere) == "no_such_table"
    other = room.act(acts.Extend, tour=2, seconds=300)
    assert room.refuses(DIRECTOR, other) == "no_tour_runs"
    assert room.refuses(DIRECTOR, room.act(acts.Extend, tour=1, seconds=0)) == "bad_seconds"
    room.until_phase("between")
    assert announced(room) == {1: END + 2 * MINUTE, 2: END + 7 * MINUTE}


def test_the_last_circle_is_announced_early_at_one_table() -> None:
    room = playing().passes(30 * MINUTE)
    room.acts(acts.LastCircleNow, tour=1, table=1)
    again = room.act(acts.LastCircleNow, tour=1, table=1)
    assert room.refuses(DIRECTOR, again) == "last_circle_came"
    room.acts(acts.Extend, tour=1, seconds=300)  # only those who play without it
    assert ends(room) == [END, END + 5 * MINUTE]
    room.until_phase("between")
    assert announced(room) == {1: NOON + 90 * MINUTE, 2: END - 3 * MINUTE}


def test_a_settled_table_is_not_extended() -> None:
    room = playing()
    room.does(CLOCK, commands.Post(1, 1, ["0"] * 4, 1))
    one = room.act(acts.Extend, tour=1, seconds=300, table=1)
    assert room.refuses(DIRECTOR, one) == "last_circle_came"
    room.acts(acts.Extend, tour=1, seconds=300)
    assert ends(room) == [END, END + 5 * MINUTE]


def test_the_last_circle_is_announced_late() -> None:
    room = playing()
    room.acts(acts.LastCircleBefore, tour=1, seconds=120)
    room.until_phase("between")
    assert announced(room) == dict.fromkeys((1, 2), END - 2 * MINUTE)


def test_a_director_ends_the_tour() -> None:
    room = playing().passes(20 * MINUTE)
    room.acts(acts.EndTour, tour=1)
    assert due(room.contest) is None  # the last circle is not announced any more
    assert room.refuses(DIRECTOR, room.act(acts.EndTour, tour=1)) == "tour_ended"
    extend = room.act(acts.Extend, tour=1, seconds=300)
    assert room.refuses(DIRECTOR, extend) == "tour_ended"
    before = [sim.played for sim in room.tables.values()]
    room.until_phase("between")
    assert announced(room) == {}
    assert [sim.played for sim in room.tables.values()] == [played + 1 for played in before]


def test_downtime_under_a_minute_leaves_the_wall_clock() -> None:
    room = playing()
    room.now += 59_000
    room.does(CLOCK, commands.Credit(room.now - 59_000))
    assert ends(room) == [END] * 2


def test_downtime_beyond_a_minute_extends_the_running_tour_once() -> None:
    room = playing()
    starts, since = [*room.contest.starts], room.now
    room.now += 3 * MINUTE
    room.does(CLOCK, commands.Credit(since))
    room.does(CLOCK, commands.Credit(since))
    assert ends(room) == [END + 3 * MINUTE] * 2
    assert room.contest.starts == starts
    told = [{"since": since, "until": room.now}]  # the director is told
    assert contest_seen(room.contest)["downtimes"] == told
    room.acts(acts.Pause)
    room.now += 5 * MINUTE
    room.does(CLOCK, commands.Credit(room.now - 5 * MINUTE))  # the pause gives it back
    room.acts(acts.Resume)
    assert ends(room) == [END + 8 * MINUTE] * 2


def test_downtime_gives_time_back_to_a_call_and_to_signing() -> None:
    room = hall().enter(*players(9))
    room.missing = {"p1"}
    room.until_phase("called")
    until, since = room.contest.tours[-1].until, room.now
    room.now += 2 * MINUTE
    room.does(CLOCK, commands.Credit(since))
    assert room.contest.tours[-1].until == until + 2 * MINUTE
    room.until_phase("playing")
    room.does(CLOCK, commands.Post(1, 1, ["0"] * 4, 1))
    settled, since = room.table(1, 1).signs_since, room.now
    assert settled is not None
    room.now += 2 * MINUTE
    room.does(CLOCK, commands.Credit(since))
    assert room.table(1, 1).signs_since == settled + 2 * MINUTE


def test_a_late_table_holds_up_the_next_tour_and_there_is_a_rest() -> None:
    room = playing(rest=1200)
    room.acts(acts.Extend, tour=1, seconds=3600)
    room.until(lambda room: len(room.contest.tours) == 2)
    over = room.contest.tours[0].over
    assert over is not None
    assert over > NOON + 3 * HOUR
    assert room.now == over + 20 * MINUTE


@pytest.mark.parametrize("formula", ["festival", "points-4321"])
def test_a_schedule_of_seconds(formula: str) -> None:
    """Tours of twenty seconds one after the other, in which nobody is waited for."""
    tours = [Planned(NOON + 40 * n * SECOND, 20) for n in range(3)]
    lengths = {"no_show": 0, "signing": 0, "rest": 0, "last_circle": 5}
    room = hall(4, formula=formula, draw_at=NOON, tours=tours, **lengths).enter(*players(9))
    room.missing = {*players(9)}  # nobody says that he is here
    room.until_phase("playing")
    assert room.now == NOON
    assert ends(room) == [NOON + 20 * SECOND] * 3
    assert room.contest.absent == {1: []}
    room.passes(14 * SECOND)
    assert announced(room) == {}
    room.passes(SECOND)
    assert {*announced(room)} == {1, 2, 3}
    for number in (1, 2, 3):
        room.does(CLOCK, commands.Post(1, number, ["0"] * 3, 1))
    room.by_itself()
    assert room.phase == "between"
    room.passes(25 * SECOND)
    assert (room.phase, len(room.contest.tours)) == ("playing", 2)
    seen = contest_seen(room.contest)
    assert (seen["seconds"], seen["no_show"], seen["last_circle"]) == ([20] * 3, 0, 5)
