"""How the tests speak of the table of a contest: the contest says, people watch."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.preferans.seats import chairs
from game.script import Refused
from lobby.table import facts
from lobby.table.audience import WATCHING, Sight, sight
from lobby.table.commands import (
    Adjust,
    Annul,
    Choose,
    Command,
    Dismiss,
    End,
    Hold,
    LastCircle,
    Look,
    Presence,
    Replace,
    Return,
    Seat,
    Unwatch,
    Watch,
    Watchable,
)
from lobby.table.decisions import TABLE
from lobby.table.evolving import opened
from lobby.table.obeying import opening_for_contest
from lobby.table.table import Table
from tests.lobby.table.tables import PEOPLE, STRANGER, Room, chances
from tests.lobby.table.walk import Move, anything, attempt, due_move, sensible

DIRECTOR = "Zoya"
OTHERS = (STRANGER, "Egor", "Inna", DIRECTOR)
"""Who does not play, at first."""
BOT = "bot-9"
EVERYBODY = (*PEOPLE, *OTHERS, BOT)
WHY = "a card was seen"


def opened_by_contest(
    players: int = 4, bots: tuple[str, ...] = (), seed: object = "", **changes: Any
) -> Room:
    """The table of a contest; Anna has number 1. `bots` sit in the last chairs."""
    people = [*PEOPLE[: players - len(bots)], *bots]
    options: dict[str, Any] = {
        "contest": "c1",
        "players": people,
        "bots": [*bots],
        "rules": "festival-2011",
        "changed": {},
        "pace": "",
        "deals": 3,
        "watching": "hand",
        "delay": False,
    }
    first, *others = opening_for_contest(Seat(**options | changes))
    assert isinstance(first, facts.Opened)
    room = Room(opened(first), [first], chances(seed))
    room.take(*others)
    return room


def playing(players: int = 4, **options: Any) -> Room:
    """The first deal runs; Anna sits at N, Boris at E, Vera at S, Gleb at W."""
    room = opened_by_contest(players, **options)
    room.does(PEOPLE[0], Choose("N"))
    return room


def between(players: int = 4, **options: Any) -> Room:
    """The first deal is written down."""
    room = playing(players, **options).plays_on()
    room.closes()
    return room


def hands(room: Room, person: str) -> str:
    """Whose cards he sees, "-" where he may see nothing at all."""
    try:
        return "".join(sorted(sight(room.table, person).viewer))
    except Refused:
        return "-"


def shut_out(room: Room, person: str) -> str:
    """Why he may not look at the table."""
    with pytest.raises(Refused) as caught:
        sight(room.table, person)
    return caught.value.code


def sights(table: Table) -> Iterator[tuple[str, Sight]]:
    """What each person sees of the table, who sees any of it."""
    for person in EVERYBODY:
        try:
            yield person, sight(table, person)
        except Refused:
            continue


def told(dice: Random, table: Table) -> Move:
    """A word of the contest, or something that spectators and directors do."""
    who = dice.choice(EVERYBODY)
    seat = dice.choice((*chairs(table.players), *chairs(table.players), "", "X"))
    deal = dice.choice((table.number, table.number, table.number - 1, 0))
    member = dice.choice([*(member.person for member in table.members), STRANGER])
    numbers = (dice.randrange(5), dice.choice((0, 0, 4, -2)), dice.choice((0, 6, -3)))
    # Who has seen something comes in more often.
    new = dice.choice((*EVERYBODY, *table.seen, *table.audience))
    adjust = Adjust(*numbers, dice.randrange(5), dice.choice((0, 0, 20, -8)), WHY)
    often: list[Command] = [Watch(seat)] * 12
    often += [Unwatch(), Look(WHY), Presence(1, False), Presence(1, True)]
    rare: list[Command] = [
        Replace(member, new, new == BOT),
        Replace(member, new, new == BOT),
        Hold(dice.random() < 0.3),
        Hold(False),
        Annul(deal, dice.random() < 0.5, WHY),
        adjust,
        adjust,
        Watchable(dice.choice((*WATCHING, "hand", "hand", "hand"))),
        LastCircle(),
    ]
    if dice.random() < 0.03:
        rare = [End(False), End(True)]
    if dice.random() < 0.03:
        return dice.choice((TABLE, who)), Dismiss(dice.choice(OTHERS))
    if dice.random() < 0.1:
        return who, Return()
    return (who, dice.choice(often)) if dice.random() < 0.7 else (TABLE, dice.choice(rare))


def obeying(dice: Random, room: Room, most: int) -> Iterator[bool]:
    """Attempts until the pulya is finished, each with whether it was carried out."""
    for _ in range(most):
        room.now += dice.choice((0, 500, 20_000))
        move = due_move(dice, room) or sensible(dice, room, claims=0.1)
        if dice.random() < 0.35:
            move = told(dice, room.table)
        elif move is None or dice.random() < 0.1:
            move = anything(dice, room.table)
        yield attempt(room, *move)
        if room.table.phase == "finished":
            return
