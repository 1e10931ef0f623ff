"""Entering, leaving, not coming, playing on for somebody else."""

from __future__ import annotations

import pytest

from lobby.contest import acts, commands, facts, pulya_facts
from lobby.contest.plan import DAY, MINUTE
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import CLOCK, DIRECTOR, Hall, hall, players


def last(room: Hall) -> list[list[str]]:
    """Who sits at the tables of the last tour."""
    return [table.players for table in room.contest.tours[-1].tables]


def everybody(room: Hall) -> set[str]:
    return {player for table in last(room) for player in table}


def test_registration() -> None:
    room = hall().enter("Anna", "Boris")
    assert room.refuses("Anna", commands.Register()) == "already_entered"
    assert room.refuses("Vera", commands.Withdraw()) == "not_entered"
    for person in ("", "x" * 101, "bot-1"):
        assert room.refuses(person, commands.Register()) == "bad_person"
    for name in ("Gleb", "bot-", "bot-x", "bot-1\n", "bot-" + "1" * 41):
        bot = room.act(acts.Add, person=name, bot=True)
        assert room.refuses(DIRECTOR, bot) == "bad_person"
    room.does("Anna", commands.Withdraw())
    room.enter("Anna")  # at the end of the list
    assert [each.person for each in room.contest.entrants] == ["Boris", "Anna"]


def test_after_registration_a_director_adds_until_the_draw() -> None:
    room = hall().enter(*players(8)).until_phase("closed")
    assert room.refuses("Anna", commands.Register()) == "registration_closed"
    room.acts(acts.Add, person="Anna")
    room.acts(acts.Remove, person="p1")
    room.until_phase("between")
    assert {*room.contest.draw} == {"Anna", *players(8)} - {"p1"}
    add = room.act(acts.Add, person="Boris")
    assert room.refuses(DIRECTOR, add) == "registration_closed"  # §T6.6


@pytest.mark.parametrize(("formula", "most"), [("festival", 200), ("points-4321", 2_000)])
def test_a_contest_has_room_for_so_many(formula: str, most: int) -> None:
    room = hall(formula=formula)
    room.take(*(facts.Registered(player) for player in players(most)))
    assert room.refuses("Anna", commands.Register()) == "contest_full"


@pytest.mark.parametrize(("formula", "tour"), [("festival", 1), ("fspr-2006", 2)])
def test_late_entry(formula: str, tour: int) -> None:
    room = hall(formula=formula, late=2).enter(*players(9))
    for _ in range(tour):
        room.until_phase("playing")
        room.until_phase("between") if tour == 2 and len(room.contest.tours) < 2 else None
    before = len(room.contest.tours)
    assert room.refuses("Late", commands.Register()) == "registration_closed"
    other = hall(formula=formula, late=2).enter(*players(9))
    if tour == 2:
        other.until_phase("playing").until_phase("between")
    else:
        other.until_phase("between")
    other.enter("Late")
    assert other.contest.draw[-1] == "Late"
    other.until(lambda room: len(room.contest.tours) == before).until_phase("playing")
    assert "Late" in everybody(other)
    assert other.contest.absent.get(1, []) == (["Late"] if tour == 2 else [])


def test_late_entry_while_a_tour_is_called_draws_the_tables_again() -> None:
    room = hall(late=1).enter(*players(9))
    room.missing = {"p1"}
    room.until_phase("called").enter("Late")
    room.until_phase("playing")
    assert everybody(room) == {"Late", *players(9)} - {"p1"}


def test_a_no_show_does_not_play_and_has_a_mark_that_expires() -> None:
    room = hall(mark_days=7).enter(*players(17))
    room.missing = {"p3"}
    room.until_phase("called")
    called, at = last(room), room.now
    room.until_phase("playing")
    assert room.now == at + 10 * MINUTE
    assert everybody(room) == {*players(17)} - {"p3"}
    assert sorted(map(len, last(room))) == [4] * 4
    assert last(room) != called
    assert room.contest.marks == {"p3": room.now + 7 * DAY}
    assert [e["mark"] for e in contest_seen(room.contest)["entrants"] if e["mark"]] == [
        room.now + 7 * DAY
    ]


def test_when_all_have_come_the_tour_is_opened_at_once_as_it_was_called() -> None:
    room = hall().enter(*players(17)).until_phase("called")
    called, at = last(room), room.now
    room.until_phase("playing")
    assert (last(room), room.now) == (called, at)
    assert room.contest.marks == {}


def test_here_is_said_once_to_the_tour_that_is_called() -> None:
    room = hall().enter(*players(9))
    assert room.refuses("p1", commands.Here(1)) == "no_tour_called"
    room.missing = {"p2"}
    room.until_phase("called")
    room.does("p1", commands.Here(1))
    assert room.refuses("p1", commands.Here(1)) == "already_ready"
    assert room.refuses("p2", commands.Here(2)) == "no_tour_called"


def test_who_advanced_and_does_not_come_is_replaced_from_those_cut() -> None:
    room = hall(4).enter(*players(17)).until_phase("playing").until_phase("between")
    advance = contest_seen(room.contest)["advance"]
    room.missing = {advance[0]}
    room.until_phase("called")
    assert everybody(room) == {*advance}
    room.until_phase("playing")
    (reserve,) = everybody(room) - {*advance}
    assert everybody(room) == {*advance, reserve} - {advance[0]}
    assert room.contest.absent[2] == [advance[0]]
    assert {*room.contest.marks} == {advance[0]}


def test_reserves_who_are_not_here_are_passed_over_without_a_mark() -> None:
    room = hall(4).enter(*players(17)).until_phase("playing").until_phase("between")
    advance = contest_seen(room.contest)["advance"]
    cut = [p for p in players(17) if p not in advance]
    room.missing = {advance[0], *cut}
    room.until_phase("called").until_phase("playing")
    assert everybody(room) == {*advance[1:]}
    assert {*room.contest.marks} == {advance[0]}


def test_who_withdraws_while_a_tour_is_called_does_not_play_it_and_has_no_mark() -> None:
    room = hall(formula="points-4321").enter(*players(9))
    room.missing = {"p1", "p2"}
    room.until_phase("called")
    room.does("p1", commands.Here(1))
    room.does("p1", commands.Withdraw())
    room.does("p2", commands.Withdraw())
    room.until_phase("playing")
    assert everybody(room) == {*players(9)} - {"p1", "p2"}
    assert room.contest.marks == {}


def test_nobody_enters_a_festival_after_its_first_tour() -> None:
    room = hall(late=3).enter(*players(9)).until_phase("playing").until_phase("between")
    assert room.refuses("Late", commands.Register()) == "registration_closed"


def test_withdrawal_between_tours() -> None:
    room = hall(4).enter(*players(17)).until_phase("playing").until_phase("between")
    advance = contest_seen(room.contest)["advance"]
    room.does(advance[0], commands.Withdraw())
    after = contest_seen(room.contest)["advance"]
    assert after[: len(advance) - 1] == advance[1:]
    room.until_phase("playing")
    assert everybody(room) == {*after}
    assert room.contest.marks == {}


def test_who_withdrew_may_be_back_where_late_entry_is_allowed() -> None:
    room = hall(4, formula="fspr-2006", late=3).enter(*players(9)).until_phase("playing")
    room.until_phase("between").does("p1", commands.Withdraw())
    assert room.refuses("p1", commands.Withdraw()) == "not_entered"
    room.until_phase("playing")
    assert "p1" not in everybody(room)
    room.until_phase("between").enter("p1")
    assert len(room.contest.draw) == 9
    assert "p1" in everybody(room.until_phase("playing"))


def test_nobody_withdraws_from_a_table_that_plays() -> None:
    room = hall().enter(*players(9)).until_phase("playing")
    player = last(room)[0][0]
    assert room.refuses(player, commands.Withdraw()) == "still_plays"
    assert room.refuses(DIRECTOR, room.act(acts.Remove, person=player)) == "still_plays"


def test_a_substitute_plays_on_and_the_result_is_marked() -> None:
    room = hall(formula="points-4321").enter(*players(8)).until_phase("playing")
    out, other = last(room)[0][:2]
    place = {"tour": 1, "table": 1, "out": out}
    room.acts(acts.Substitute, **place, into="Waiting")
    assert room.table(1, 1).sitting[0] == "Waiting"
    same = room.act(acts.Substitute, **place, into="Waiting")
    assert room.refuses(DIRECTOR, same) == "already_so"
    twice = room.act(acts.Substitute, tour=1, table=1, out=other, into="Waiting")
    assert room.refuses(DIRECTOR, twice) == "still_plays"
    stranger = room.act(acts.Substitute, tour=1, table=1, out="Waiting", into="X")
    assert room.refuses(DIRECTOR, stranger) == "not_at_this_table"
    robot = room.act(acts.Substitute, **place, into="bot-9")
    assert room.refuses(DIRECTOR, robot) == "bad_person"
    long = room.act(acts.Substitute, **place, into="x" * 101, bot=True)
    assert room.refuses(DIRECTOR, long) == "bad_person"
    room.does(out, commands.Withdraw())  # his table goes on without him
    room.acts(acts.Substitute, **place, bot=True)
    room.pull()
    sim = room.tables["cup-1-1"]
    assert sim.sitting == room.table(1, 1).sitting == ["bot-1-1-1", *last(room)[0][1:]]
    room.until_phase("between")
    lines = contest_seen(room.contest)["standings"]
    assert {line["person"] for line in lines if line["substituted"]} == {out}
    late = room.act(acts.Substitute, **place, into="Y")
    assert room.refuses(DIRECTOR, late) == "already_posted"


def test_nobody_is_substituted_once_the_pulya_is_settled() -> None:
    room = hall(formula="points-4321").enter(*players(8)).until_phase("playing")
    room.does(CLOCK, commands.Post(1, 1, ["0"] * 4, 1))
    late = room.act(acts.Substitute, tour=1, table=1, out=last(room)[0][0], into="Y")
    assert room.refuses(DIRECTOR, late) == "already_posted"


def test_the_player_may_be_put_back_in_his_place() -> None:
    room = hall(formula="points-4321").enter(*players(8)).until_phase("playing")
    out = last(room)[0][0]
    for into in ("Waiting", out):
        room.acts(acts.Substitute, tour=1, table=1, out=out, into=into)
    room.pull()
    assert room.tables["cup-1-1"].sitting == last(room)[0]
    told = contest_seen(room.contest)["tours"][0]["tables"][0]["substituted"]
    common = {"at": room.now, "by": DIRECTOR, "why": "as agreed", "out": out, "bot": False}
    assert told == [{**common, "into": "Waiting"}, {**common, "into": out}]


def test_a_table_of_bots_needs_no_signature() -> None:
    room = hall(formula="points-4321")
    for number in range(4):
        room.acts(acts.Add, person=f"bot-{number}", bot=True)
    room.until_phase("finished")
    how = {fact.by for fact, _ in room.log if isinstance(fact, pulya_facts.Posted)}
    assert how == {"players"}
    assert not any(isinstance(fact, pulya_facts.Signed) for fact, _ in room.log)
