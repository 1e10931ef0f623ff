"""With any number of players, whoever leaves or stays away, a contest comes to an end."""

from __future__ import annotations

from random import Random

import pytest

from lobby.contest import acts, commands
from lobby.contest.people import open_for_entries
from lobby.contest.seen import contest_seen
from lobby.tournament.formulas import FORMULAS
from tests.lobby.contest.hall import Hall, Sim, hall, players
from tests.lobby.contest.test_whole import is_whole, seated, sound
from tests.lobby.tournament.tours import whists_at_random

FEWEST = 7
"""Of more nobody misses one who leaves: six can be seated everywhere."""


def can_play(room: Hall) -> list[str]:
    """Who may be seated in the next tour of a festival, or in any other."""
    contest = room.contest
    here = [each.person for each in contest.entrants if not each.withdrawn]
    opened = [tour for tour in contest.tours if tour.began is not None]
    if not opened or not FORMULAS[contest.plan.formula].has_final:
        return here
    played = {player for table in opened[-1].tables for player in table.players}
    return [person for person in here if person in played]


def something_happens(room: Hall, dice: Random) -> None:
    """Some leave, enter late, stay away, are replaced: at most what the next tour can bear."""
    contest = room.contest
    for _ in range(dice.choice((0, 0, 1, 1, 2))):
        there = can_play(room)
        sitting = {person for table in contest.at_play() for person in table.sitting}
        free = [person for person in there if person not in sitting]
        if len(there) > FEWEST and free:
            room.does(dice.choice(free), commands.Withdraw())
    if open_for_entries(contest) and dice.random() < 0.3 and len(contest.entrants) < 200:
        room.enter(f"late-{len(room.log)}")
    room.missing = {*dice.sample(can_play(room), dice.choice((0, 0, 1, 2)))}
    if room.phase == "playing" and dice.random() < 0.5:
        table = dice.choice(contest.tours[-1].tables)
        if table.plays:
            place = {"tour": contest.tours[-1].number, "table": table.number}
            out = dice.choice(table.players)
            room.acts(acts.Substitute, **place, out=out, bot=True)


def goes_on(room: Hall) -> None:
    """Until the next phase; where too few have come they are waited for again, and they come."""
    before = room.phase
    room.until(lambda room: room.phase != before or room.contest.halted is not None)
    if room.contest.halted is not None:
        room.missing = set()
        room.acts(acts.Resume)


def stirred(count: int, formula: str, tours: int) -> Hall:
    dice = Random(f"{count} {formula}")
    most = dice.choice((1, 3, 40))

    def results(_: Hall, sim: Sim) -> list[str]:
        """Often with equals."""
        return [*map(str, whists_at_random(dice, len(sim.opened.players), most))]

    room = hall(count, formula=formula, tours=tours, late=dice.choice((0, 1, 2)), deals=1)
    room.results, room.signs = results, dice.choice((0.8, 1.0))
    room.enter(*players(count))
    while room.phase != "finished":
        goes_on(room)
        if not room.contest.ended:
            something_happens(room, dice)
        seated(room)
        if room.phase == "between":
            sound(room)
    is_whole(room)
    return room


@pytest.mark.parametrize("count", range(6, 201))
def test_a_festival_ends_with_a_final_and_a_full_ranking(count: int) -> None:
    room = stirred(count, "festival", 3)
    seen = contest_seen(room.contest)
    final = seen["tours"][-1]
    assert final["final"]
    assert [tour["final"] for tour in seen["tours"][:-1]] == [False] * (len(seen["tours"]) - 1)
    (table,) = final["tables"]
    lines = seen["standings"]
    assert len(lines) == len(seen["entrants"]) >= count - 5
    assert [line["place"] for line in lines] == [*range(1, len(lines) + 1)]
    finalists = [line["person"] for line in lines[: len(table["players"])]]
    assert sorted(finalists) == sorted(table["players"])
    assert seen["podium"] == finalists[:3]


@pytest.mark.parametrize("count", [3, 4, *range(6, 90), *range(91, 251, 3)])
def test_added_points_end_with_a_full_ranking(count: int) -> None:
    formula = ("fspr-2006", "points-4321")[count % 2]
    tours = 2 + count % 3 if count < 60 else 2
    room = stirred(count, formula, tours)
    seen = contest_seen(room.contest)
    assert len(seen["tours"]) == tours
    assert not any(tour["final"] for tour in seen["tours"])
    for line, above in zip(seen["standings"][1:], seen["standings"], strict=False):
        equal = (line["points"], line["whists"]) == (above["points"], above["whists"])
        assert equal == (line["place"] == above["place"]) == (line["decided"] == "shared")
