"""Whole contests from the first entry to the podium, by a fake clock, with random results."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from lobby.contest import acts, commands, facts, pulya_facts
from lobby.contest.plan import MINUTE
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import CLOCK, HOUR, NOON, SECOND, Hall, folded, hall, players, zero


def seated(room: Hall) -> None:
    """Nobody plays or sits at two tables, and whists come to nought."""
    for tour in room.contest.tours:
        playing = [player for table in tour.tables for player in table.players]
        sitting = [person for table in tour.tables for person in table.sitting if not table.posted]
        assert len(playing) == len({*playing})
        assert len(sitting) == len({*sitting})
        for table in tour.tables:
            assert len(table.players) in (3, 4)
            assert zero(table)


def sound(room: Hall) -> None:
    """What is always so."""
    seated(room)
    contest = room.contest
    people = [each.person for each in contest.entrants]
    assert len(people) == len({*people})
    if contest.draw:
        assert sorted(contest.draw) == sorted(people)
        lines = contest_seen(contest)["standings"]
        assert sorted(line["person"] for line in lines) == sorted(people)
        places = [line["place"] for line in lines]
        assert places[0] == 1
        assert all(b in (a, n) for n, (a, b) in enumerate(pairwise(places), start=2))


def once(room: Hall) -> None:
    """Every table was opened once, heard of the last circle once, was posted once."""
    for sim in room.tables.values():
        assert len(sim.heard) == len({*sim.heard})
    for kind in (pulya_facts.Posted, pulya_facts.Settled):
        told = [(fact.tour, fact.table) for fact, _ in room.log if isinstance(fact, kind)]
        assert len(told) == len({*told})
    announced = [
        (fact.tour, table)
        for fact, _ in room.log
        if isinstance(fact, facts.LastCircleAnnounced)
        for table in fact.tables
    ]
    assert len(announced) == len({*announced})


def is_whole(room: Hall) -> None:
    sound(room)
    once(room)
    assert folded(room.log) == room.contest
    assert contest_seen(room.contest)["podium"]


@pytest.mark.parametrize(("count", "tours"), [(6, 2), (8, 2), (9, 3), (12, 3), (17, 3), (64, 3)])
def test_a_festival(count: int, tours: int) -> None:
    room = hall(count).enter(*players(count)).until_phase("finished")
    is_whole(room)
    seen = contest_seen(room.contest)
    assert len(seen["tours"]) == seen["number_of_tours"] == tours
    (final,) = room.contest.tours[-1].tables
    assert len(final.players) == 4
    assert seen["podium"] == [line["person"] for line in seen["standings"][:3]]
    assert {*seen["podium"]} < {*final.players}
    began = [tour.began for tour in room.contest.tours]
    for number, at in enumerate(began):  # a late table holds up the next tour
        assert at is not None
        assert 0 <= at - (NOON + (1 + 2 * number) * HOUR) < 25 * MINUTE
        length = 120 if number == tours - 1 else 100
        assert room.contest.tours[number].tables[0].ends == at + length * MINUTE


@pytest.mark.parametrize("rules", ["festival-2011", "fspr-2006", "fspr-code-6"])
@pytest.mark.parametrize("formula", ["fspr-2006", "points-4321"])
def test_added_points_of_13(formula: str, rules: str) -> None:
    room = hall(13, formula=formula, rules=rules).enter(*players(13)).until_phase("finished")
    is_whole(room)
    for tour in room.contest.tours:
        assert [len(table.players) for table in tour.tables] == [4, 3, 3, 3]
        before = 8 if rules == "festival-2011" else 7
        for table in tour.tables:
            announced = [
                at
                for fact, at in room.log
                if isinstance(fact, facts.LastCircleAnnounced)
                and fact.tour == tour.number
                and table.number in fact.tables
            ]
            assert announced == [table.ends - before * MINUTE]


@pytest.mark.parametrize("formula", ["festival", "fspr-2006"])
@pytest.mark.parametrize("seed", range(6))
def test_people_come_late_stay_away_and_leave_at_every_point(formula: str, seed: int) -> None:
    dice = Random(seed)
    count = dice.choice((21, 25, 34))
    room = hall(seed, formula=formula, late=dice.choice((0, 1, 2))).enter(*players(count))
    room.check = sound
    room.missing = {*dice.sample(players(count), 2)}
    room.late = {person: dice.randint(1, 12 * 60) * SECOND for person in players(count)[::5]}

    def somebody() -> str:
        return dice.choice([each.person for each in room.contest.entrants if not each.withdrawn])

    room.does(somebody(), commands.Withdraw())
    room.until_phase("closed")
    room.does(somebody(), commands.Withdraw())
    room.acts(acts.Add, person="added")
    room.until_phase("between")
    room.does(somebody(), commands.Withdraw())
    for _ in range(3):
        room.until_phase("called")
        room.does(somebody(), commands.Withdraw())
        called = [player for table in room.contest.tours[-1].tables for player in table.players]
        room.missing = {somebody(), dice.choice(called)}
        room.until_phase("playing")
        out = room.contest.tours[-1].tables[0].players[1]
        place = {"tour": room.contest.tours[-1].number, "table": 1, "out": out}
        room.acts(acts.Substitute, **place, bot=True)
        room.does(out, commands.Withdraw())
        room.until_phase("between", "ending")
        if room.phase == "ending":
            break
        room.does(somebody(), commands.Withdraw())
    room.until_phase("finished")
    is_whole(room)
    assert room.contest.marks
    lines = contest_seen(room.contest)["standings"]
    assert sum(line["substituted"] for line in lines) == len(room.contest.tours)


@pytest.mark.parametrize(("formula", "tours"), [("fspr-2006", 2), ("festival", 3)])
def test_killed_between_any_two_facts_it_ends_the_same(formula: str, tours: int) -> None:
    whole = hall(3, formula=formula, tours=tours).enter(*players(10))
    whole.signs, whole.missing = 1.0, {"p3"}
    whole.results = lambda _hall, sim: ["30", "-10", "-20", "0"][: len(sim.opened.players)]
    whole.until_phase("finished")
    for cut in range(11, len(whole.log)):
        other = hall(3, formula=formula, tours=tours)
        other.signs, other.results, other.missing = 1.0, whole.results, whole.missing
        other.log = whole.log[:cut]
        other.contest, other.now = folded(other.log), other.log[-1][1]
        other.happens()  # the tables are gone as well: they hear all anew
        other.until_phase("finished")
        assert end(other) == end(whole), cut
        once(other)


@pytest.mark.parametrize("formula", ["festival", "points-4321"])
def test_an_effect_that_comes_again_and_again_changes_nothing(formula: str) -> None:
    rooms = []
    for forgets in (False, True):
        room = hall(2, formula=formula).enter(*players(17))
        room.forgets, room.missing = forgets, {"p5"}
        room.until_phase("playing").acts(acts.Announce, text="Good cards!")
        room.acts(acts.Extend, tour=1, seconds=300)
        out = room.table(1, 2).players[0]
        room.acts(acts.Substitute, tour=1, table=2, out=out, bot=True)
        rooms.append(room.until_phase("finished"))
    once, often = rooms
    assert often.log == once.log
    assert often.tables == once.tables
    is_whole(often)


def test_a_contest_is_created_by_its_first_fact_alone() -> None:
    room = hall()
    with pytest.raises(ValueError, match="once"):
        room.take(room.log[0][0])


def end(room: Hall) -> object:
    seen = contest_seen(room.contest)
    return (
        seen["standings"],
        seen["podium"],
        [[table["players"] for table in tour["tables"]] for tour in seen["tours"]],
    )


def test_the_clock_survives_a_restart_and_what_is_overdue_happens_once() -> None:
    room = hall(formula="points-4321").enter(*players(8))
    room.now = NOON + 30 * MINUTE  # nobody was there when registration closed and the draw was due
    room.by_itself()
    room.by_itself()
    told = [type(fact).__name__ for fact, _ in room.log[9:]]
    assert told == ["RegistrationClosed", "DrawMade"]
    room.until_phase("playing")
    room.now += 99 * MINUTE
    room.by_itself()
    room.by_itself()
    assert [type(fact).__name__ for fact, _ in room.log].count("LastCircleAnnounced") == 1
    assert room.refuses(CLOCK, commands.TimeUp("last_circle", 1, 1)) == "time_is_not_up"
