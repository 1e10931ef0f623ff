"""A pulya comes in, is signed, posted, corrected; penalties; the freeze."""

from __future__ import annotations

import pytest

from game.script import Refused
from lobby.contest import acts, commands, pulya_facts
from lobby.contest.evolving import seal
from lobby.contest.plan import MINUTE
from lobby.contest.seen import StandingView, contest_seen
from tests.lobby.contest.hall import CLOCK, DIRECTOR, Hall, hall, players

WHISTS = ["60", "20", "-20", "-60"]


def playing(formula: str = "points-4321", **options: object) -> Hall:
    return hall(5, formula=formula, **options).enter(*players(8)).until_phase("playing")


def settled() -> Hall:
    """Table 1 has brought its pulya."""
    room = playing()
    room.does(CLOCK, commands.Post(1, 1, WHISTS, 20))
    return room


def posted(*, by: str = "director", tables: tuple[int, ...] = (1, 2)) -> Hall:
    room = playing()
    for number in tables:
        room.acts(acts.Give, tour=1, table=number, whists=WHISTS)
    room.by_itself()
    return room


def line(room: Hall, person: str) -> StandingView:
    lines = contest_seen(room.contest)["standings"]
    return next(each for each in lines if each["person"] == person)


def how(room: Hall) -> list[str]:
    return [fact.by for fact, _ in room.log if isinstance(fact, pulya_facts.Posted)]


def test_each_player_confirms_and_the_pulya_is_posted() -> None:
    room = settled()
    for player in room.table(1, 1).players:
        assert room.table(1, 1).posted == ""
        room.does(player, commands.Sign(1, 1))
    assert how(room) == ["players"]
    first = room.table(1, 1).players[0]
    assert room.refuses(first, commands.Sign(1, 1)) == "already_posted"
    assert (line(room, first)["points"], line(room, first)["whists"]) == (4, 60)


def test_a_pulya_brings_the_last_link_of_its_table() -> None:
    room = playing()
    room.does(CLOCK, commands.Post(1, 1, WHISTS, 20, 0, 57, "ab" * 32))
    [fact] = [fact for fact, _ in room.log if isinstance(fact, pulya_facts.Settled)]
    assert (fact.n, fact.chain) == (57, "ab" * 32)


def test_a_tour_that_is_over_is_sealed_once() -> None:
    room = posted(tables=(1,))
    seal(room.contest, 30, "aa")
    assert contest_seen(room.contest)["tours"][0]["seal"] is None
    room = posted()
    assert room.contest.tours[0].over is not None
    for n, chain in ((31, "bb"), (32, "cc")):
        seal(room.contest, n, chain)
        assert contest_seen(room.contest)["tours"][0]["seal"] == {"n": 31, "chain": "bb"}


def test_silence_confirms_after_the_stated_time() -> None:
    room = settled()
    at, first = room.now, room.table(1, 1).players[0]
    room.does(first, commands.Sign(1, 1))
    assert room.refuses(first, commands.Sign(1, 1)) == "already_signed"
    room.until(lambda room: bool(how(room)))
    assert (how(room), room.now) == (["silence"], at + 3 * MINUTE)


def test_who_does_not_confirm_calls_the_director_and_silence_says_nothing() -> None:
    room = settled()
    one, *others = room.table(1, 1).players
    room.does(one, commands.CallDirector(1, 1, " a wrong trick "))
    assert room.refuses(one, commands.CallDirector(1, 1, "again")) == "director_called"
    for person in (*others, one):
        room.does(person, commands.Sign(1, 1))
    room.passes(20 * MINUTE)
    assert how(room) == []
    view = contest_seen(room.contest)["tours"][0]["tables"][0]
    assert (view["calls"], view["signed_until"]) == ([1], None)
    room.acts(acts.Give, tour=1, table=1, whists=["50", "30", "-20", "-60"])
    assert how(room) == ["director"]


def test_only_those_at_the_table_sign_what_is_settled() -> None:
    room = settled()
    assert room.refuses("Anna", commands.Sign(1, 1)) == "not_at_this_table"
    other = room.table(1, 2).players[0]
    assert room.refuses(other, commands.Sign(1, 1)) == "not_at_this_table"
    assert room.refuses(other, commands.Sign(1, 2)) == "nothing_to_sign"
    assert room.refuses(other, commands.Sign(2, 1)) == "no_such_table"


def test_a_result_posted_twice_counts_once() -> None:
    room = settled()
    post = commands.Post(1, 1, ["0"] * 4, 20)
    assert room.refuses(CLOCK, post) == "already_posted"
    room.passes(4 * MINUTE)
    assert room.refuses(CLOCK, post) == "already_posted"
    assert room.table(1, 1).whists == WHISTS


def test_a_table_that_cannot_go_on_gets_the_directors_result() -> None:
    room = playing()
    room.acts(acts.Give, tour=1, table=1, whists=WHISTS)
    assert room.refuses(CLOCK, commands.Post(1, 1, WHISTS, 3)) == "already_posted"
    again = room.act(acts.Give, tour=1, table=1, whists=WHISTS)
    assert room.refuses(DIRECTOR, again) == "already_posted"
    room.until_phase("between")
    assert room.tables.get("cup-1-1") is None or room.tables["cup-1-1"].over


@pytest.mark.parametrize(
    "whists",
    [
        ["60", "20", "-20", "-61"],
        ["60", "-60"],
        ["1.5", "-1.5", "0", "0"],
        ["2/2", "-1", "0", "0"],
        ["1/0", "0", "0", "0"],
        ["", "0", "0", "0"],
        ["9" * 13, "0", "0", "0"],
        ["-0", "0", "0", "0"],
    ],
)
def test_whists_are_exact_and_come_to_nought(whists: list[str]) -> None:
    room = playing()
    assert room.refuses(CLOCK, commands.Post(1, 1, whists, 20)) == "bad_result"
    assert room.refuses(CLOCK, commands.Post(1, 3, whists, 20)) == "no_such_table"


def test_a_posted_pulya_is_corrected_and_who_sits_stays() -> None:
    room = posted()
    first = room.table(1, 1).players[0]
    correct = {"tour": 1, "table": 1}
    room.acts(acts.Correct, **correct, whists=["80", "0", "-20", "-60"])
    assert line(room, first)["whists"] == 80
    room.until(lambda room: len(room.contest.tours) == 2 and room.phase == "playing")
    sitting = [table.players for table in room.contest.tours[1].tables]
    room.passes(9 * MINUTE)
    room.acts(acts.Correct, **correct, whists=WHISTS[::-1])
    assert (line(room, first)["points"], line(room, first)["whists"]) == (1, -60)
    assert [table.players for table in room.contest.tours[1].tables] == sitting
    same = room.act(acts.Correct, **correct, whists=WHISTS[::-1])
    assert room.refuses(DIRECTOR, same) == "already_so"


def test_everybody_sees_what_was_corrected() -> None:
    room = posted()
    for whists in (["0"] * 4, WHISTS[::-1]):
        room.passes(1000)
        room.acts(acts.Correct, tour=1, table=1, whists=whists, why="a slip")
    told = contest_seen(room.contest)["tours"][0]["tables"][0]["corrections"]
    common = {"by": DIRECTOR, "why": "a slip"}
    assert told == [
        {**common, "at": room.now - 1000, "before": WHISTS, "after": ["0"] * 4},
        {**common, "at": room.now, "before": ["0"] * 4, "after": WHISTS[::-1]},
    ]  # §T8.5


def test_a_line_has_what_each_tour_brought_and_what_decided() -> None:
    room = posted(tables=(1,))
    first, second = room.table(1, 1).players[:2]
    other = room.table(1, 2).players[0]
    room.acts(acts.Penalise, tour=1, person=first, whists="-40")
    assert line(room, first)["tours"] == [{"points": 4, "whists": 60}]  # without the penalty
    assert line(room, first)["columns"] == [
        {"what": "points", "value": 4},
        {"what": "whists", "value": 20},
    ]
    assert line(room, second)["decided"] == "points"
    assert line(room, other)["tours"] == [None]
    lines = contest_seen(room.contest)["standings"]
    assert [each["decided"] for each in lines] == [
        *("", "points", "points", "points", "points"),
        *("shared", "shared", "shared"),
    ]


def test_who_is_called_to_a_table_stays_there_whatever_is_corrected() -> None:
    room = posted()
    room.late = {"p1": 3 * MINUTE}
    room.until(lambda room: len(room.contest.tours) == 2)
    called = [table.players for table in room.contest.tours[1].tables]
    for number in (1, 2):
        room.acts(acts.Correct, tour=1, table=number, whists=["-60", "60", "20", "-20"])
    room.until_phase("playing")
    assert [table.players for table in room.contest.tours[1].tables] == called


def test_a_correction_after_the_limit_is_refused() -> None:
    room = posted()
    room.until(lambda room: len(room.contest.tours) == 2 and room.phase == "playing")
    room.passes(10 * MINUTE)
    late = room.act(acts.Correct, tour=1, table=1, whists=["0"] * 4)
    assert room.refuses(DIRECTOR, late) == "too_late"
    person = room.table(1, 1).players[0]
    penalty = room.act(acts.Penalise, tour=1, person=person, points="-1")
    assert room.refuses(DIRECTOR, penalty) == "too_late"
    early = room.act(acts.Correct, tour=2, table=1, whists=["0"] * 4)
    assert room.refuses(DIRECTOR, early) == "not_posted"


@pytest.mark.parametrize("formula", ["festival", "points-4321"])
def test_after_the_final_until_ten_minutes_after_its_end(formula: str) -> None:
    room = playing(formula).until_phase("ending")
    tour = len(room.contest.tours)
    over = room.now
    assert contest_seen(room.contest)["podium"] == []
    room.passes(9 * MINUTE)
    room.acts(acts.Correct, tour=tour, table=1, whists=["400", "-300", "-100", "0"])
    winner = room.table(tour, 1).players[0]
    room.until_phase("finished")
    assert room.now == over + 10 * MINUTE
    if formula == "festival":
        assert contest_seen(room.contest)["podium"][0] == winner
    again = room.act(acts.Correct, tour=tour, table=1, whists=["0"] * 4)
    assert room.refuses(DIRECTOR, again) == "contest_is_over"


def test_penalties_stand_in_a_column_of_their_own() -> None:
    room = posted()
    first, second = room.table(1, 1).players[:2]
    room.acts(acts.Penalise, tour=1, person=first, points="-3/2", whists="-10")
    mine = line(room, first)
    assert (mine["points"], mine["whists"]) == ("5/2", 50)
    assert (mine["penalty_points"], mine["penalty_whists"]) == ("-3/2", -10)
    table = contest_seen(room.contest)["tours"][0]["tables"][0]
    assert (table["whists"], table["points"]) == (WHISTS, [4, 3, 2, 1])  # §T2.9
    assert line(room, second)["place"] < mine["place"]
    nothing = room.act(acts.Penalise, tour=1, person=first)
    assert room.refuses(DIRECTOR, nothing) == "bad_result"
    stranger = room.act(acts.Penalise, tour=1, person="Anna", points="-1")
    assert room.refuses(DIRECTOR, stranger) == "not_in_this_tour"
    with pytest.raises(Refused) as caught:
        room.does(DIRECTOR, stranger)
    assert caught.value.rule == "§T9.7"
    other = room.act(acts.Penalise, tour=2, person=first, points="-1")
    assert room.refuses(DIRECTOR, other) == "not_in_this_tour"


def test_a_penalty_in_a_final_is_one_of_whists() -> None:
    room = playing("festival").until_phase("ending")
    person = room.table(2, 1).players[0]
    for points in ({"points": "-3"}, {"points": "1", "whists": "-9"}):
        penalty = room.act(acts.Penalise, tour=2, person=person, **points)
        assert room.refuses(DIRECTOR, penalty) == "bad_result"
    room.acts(acts.Penalise, tour=2, person=person, whists="-900")
    assert line(room, person)["place"] == 4


def test_who_is_seated_in_the_running_tour_is_among_those_who_play_it() -> None:
    room = hall(4).enter(*players(17))
    room.until(lambda room: room.phase == "playing" and len(room.contest.tours) == 2)
    second = {*room.contest.tours[1].shown}
    for posted_so_far in (0, 1):
        if posted_so_far:
            room.acts(acts.Give, tour=2, table=1, whists=["0"] * len(room.table(2, 1).players))
        lines = contest_seen(room.contest)["standings"]
        played = {each["person"]: each["columns"][0]["value"] for each in lines}  # §T3.10
        assert played == {player: 1 + (player in second) for player in players(17)}
    room.until(lambda room: room.phase == "playing" and len(room.contest.tours) == 3)
    order = [each["person"] for each in contest_seen(room.contest)["standings"]]
    assert {*order[:4]} == {*room.contest.tours[2].shown}


def test_frozen_results_are_not_touched() -> None:
    room = posted(tables=(1,))
    person = room.table(1, 1).players[0]
    room.acts(acts.Freeze)
    assert room.refuses(DIRECTOR, room.act(acts.Freeze)) == "already_so"
    correct = room.act(acts.Correct, tour=1, table=1, whists=["0"] * 4)
    assert room.refuses(DIRECTOR, correct) == "results_frozen"
    penalty = room.act(acts.Penalise, tour=1, person=person, points="-1")
    assert room.refuses(DIRECTOR, penalty) == "results_frozen"
    room.acts(acts.Give, tour=1, table=2, whists=WHISTS)  # what is not posted yet still comes
    room.acts(acts.Freeze, frozen=False)
    room.acts(acts.Correct, tour=1, table=1, whists=["0"] * 4)
