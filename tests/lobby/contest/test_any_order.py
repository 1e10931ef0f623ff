"""Whatever people and directors do in whatever order, a contest stays a contest."""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.script import Refused
from lobby.contest import acts, commands, facts
from lobby.contest.commands import Command
from lobby.contest.due import due
from lobby.contest.plan import MINUTE
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import CLOCK, DIRECTOR, SECOND, Hall, folded, hall, players
from tests.lobby.contest.test_whole import once, sound

PEOPLE = (*players(14), DIRECTOR, "Pavel", "Stranger", "bot-1", "")
BY_NAME = {fact.what: fact for fact in facts.FACTS}
WHISTS = (["60", "20", "-20", "-60"], ["30", "-10", "-20"], ["1"], ["40/3", "-20/3", "-20/3"])


def some_act(dice: Random, room: Hall) -> Command:
    """A director's, seldom one that makes sense."""
    tour = dice.choice((*[len(room.contest.tours)] * 6, 0, 1, 9, -1))
    table = dice.choice((0, *[1, 2, 3] * 3, 9, -1))
    place = {"tour": tour, "table": table}
    person = dice.choice(PEOPLE)
    seconds = dice.choice((300, 60, 0, -300, 40_000))
    whists = dice.choice(WHISTS)
    out = person
    found = room.contest.table(tour, table)
    if found is not None and dice.random() < 0.8:
        out = dice.choice(found.players)
    chosen: list[tuple[Any, dict[str, Any]]] = [
        (acts.AddDirector, {"person": person}),
        (acts.RemoveDirector, {"person": person}),
        (acts.Add, {"person": person, "bot": dice.random() < 0.5}),
        (acts.Remove, {"person": person}),
        (acts.Start, {"step": dice.choice(("close", "draw", "call", "open")), "tour": tour}),
        (acts.Pause, {}),
        (acts.Resume, {}),
        (acts.Resume, {}),
        (acts.Shift, {"seconds": seconds}),
        (acts.Extend, place | {"seconds": seconds}),
        (acts.LastCircleNow, place),
        (acts.LastCircleBefore, place | {"seconds": seconds}),
        (acts.Reseat, {"tour": tour, "tables": some_tables(dice, room)}),
        (acts.Attend, {"call": dice.choice((len(room.contest.calls), 1, 2, 0))}),
        (acts.HoldTable, place | {"held": dice.random() < 0.4}),
        (acts.Annul, place | {"deal": dice.randrange(4), "replay": dice.random() < 0.5}),
        (acts.Adjust, place | {"person": out, "mountain": dice.choice((0, 4, 99_999))}),
        (acts.Adjust, place | {"person": out, "on": person, "whists": 10}),
        (acts.Dismiss, place | {"person": person}),
        (acts.Watchable, place | {"watching": dice.choice(("none", "table", "hand", "x"))}),
        (acts.EndTour, {"tour": tour}),
        (acts.Substitute, place | {"out": out, "into": person}),
        (acts.Substitute, place | {"out": out, "bot": True}),
        (acts.Give, place | {"whists": whists}),
        (acts.Correct, place | {"whists": whists}),
        (acts.Penalise, {"tour": tour, "person": out, "points": dice.choice(("-1", "1/2"))}),
        (acts.Freeze, {"frozen": dice.random() < 0.4}),
        (acts.Announce, {"text": dice.choice(("hush", ""))}),
    ]
    if dice.random() < 0.01:
        chosen = [(acts.End, {"called_off": dice.random() < 0.2})]
    kind, fields = dice.choice(chosen)
    if dice.random() < 0.1:
        fields |= {"after": dice.randrange(9)}
    act: Command = room.act(kind, why="" if dice.random() < 0.05 else "so", **fields)
    return act


def some_tables(dice: Random, room: Hall) -> list[list[str]]:
    """Those that are called, mixed up, sometimes with somebody else."""
    called = room.contest.tours[-1].tables if room.contest.tours else []
    tables = [[*table.players] for table in called]
    everybody = [player for table in tables for player in table]
    dice.shuffle(everybody)
    if everybody and dice.random() < 0.2:
        everybody[0] = dice.choice(PEOPLE)
    return [[everybody.pop() for _ in table] for table in tables]


def anything(dice: Random, room: Hall) -> tuple[str, Command]:
    who = dice.choice(PEOPLE)
    tour = dice.choice((*[len(room.contest.tours)] * 3, 1, 0))
    table = dice.choice((1, 2, 3, 0))
    found = room.contest.table(tour, table)
    if found is not None and dice.random() < 0.5:
        who = dice.choice(found.sitting)
    coming = due(room.contest)
    step: Any = dice.choice(("close", "draw", "call", "open", "silence", "over", "finish"))
    choice = dice.randrange(10)
    if choice < 5:
        return dice.choice((DIRECTOR, DIRECTOR, DIRECTOR, "Pavel", who)), some_act(dice, room)
    own: list[Command] = [
        commands.Post(tour, table, dice.choice(WHISTS), 5, dice.choice((0, 9))),
        commands.Looked(tour, table, dice.randrange(3), who, "why"),
        commands.Credit(room.now - dice.choice((0, 30, 300)) * SECOND),
        commands.TimeUp(step, tour, table),
        coming.command if coming else commands.TimeUp("close"),
    ]
    if choice == 5:
        return CLOCK, dice.choice(own)
    people: list[Command] = [
        commands.Register(),
        commands.Withdraw(),
        commands.Here(tour),
        commands.Here(tour),
        commands.Sign(tour, table),
        commands.Sign(tour, table),
        commands.CallDirector(tour, table, "no"),
        commands.CallDirector(tour, table, "yes"),
    ]
    return who, dice.choice(people)


def through_the_log(fact: facts.Fact) -> facts.Fact:
    """To bytes and back."""
    row = msgspec.json.decode(msgspec.json.encode({"what": fact.what, **asdict(fact)}))
    return msgspec.convert(row, BY_NAME[row.pop("what")])


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), formula=st.sampled_from(("festival", "fspr-2006")))
def test_any_order_of_commands_keeps_a_contest_a_contest(seed: int, formula: str) -> None:
    dice = Random(seed)
    room = hall(seed, formula=formula, late=dice.choice((0, 1, 3)), deals=dice.choice((6, 60)))
    room.check = sound
    room.missing = {*dice.sample(players(9), 2)}
    room.enter(*players(dice.choice((5, 9, 14))))
    room.acts(acts.AddDirector, person="Pavel")
    if len(room.contest.entrants) > 5:
        room.until_phase(*dice.choice((("registration",), ("called",), *[("playing",)] * 3)))
    steps = dice.choice(((0, 1, 30), (60, 300), (300, 900)))
    for _ in range(250):
        who, command = anything(dice, room)
        try:
            room.does(who, command)
        except Refused:
            pass
        else:
            after = len(room.log)
            if not repeatable(command):
                with pytest.raises(Refused):
                    room.does(who, command)
                assert len(room.log) == after
        if dice.random() < 0.4:
            room.passes(dice.choice(steps) * SECOND)
        if room.contest.ended:
            break
    once(room)
    assert folded([(through_the_log(fact), at) for fact, at in room.log]) == room.contest
    json.dumps(contest_seen(room.contest))


def repeatable(command: Command) -> bool:
    """Downtime is not given back twice, and a look may be told again by another id."""
    return isinstance(command, commands.Credit | commands.Looked)


@pytest.mark.parametrize("formula", ["festival", "points-4321"])
def test_the_log_gives_the_same_contest_after_every_fact(formula: str) -> None:
    room = hall(9, formula=formula).enter(*players(9))
    room.check = same
    room.until_phase("playing").passes(10 * MINUTE)
    room.acts(acts.Pause)
    room.now += 5 * MINUTE
    room.acts(acts.Resume)
    place, one = {"tour": 1, "table": 1}, room.table(1, 1).players[0]
    room.does(one, commands.CallDirector(1, 1, "a wrong trick"))
    room.acts(acts.HoldTable, **place)
    room.acts(acts.Annul, **place, deal=1, replay=True)
    room.acts(acts.Adjust, **place, person=one, mountain=4)
    room.acts(acts.Dismiss, **place, person="Whisperer")
    room.acts(acts.Watchable, tour=1, watching="none")
    room.acts(acts.Attend, call=1)
    room.acts(acts.HoldTable, **place, held=False)
    room.missing = {"p9"}
    room.until(lambda room: len(room.contest.tours) == 2)
    called = [[*table.players] for table in room.contest.tours[1].tables]
    room.acts(acts.Reseat, tour=2, tables=called[::-1])
    room.until_phase("finished")


def same(room: Hall) -> None:
    assert folded(room.log) == room.contest
