"""Anybody does anything at a table: sensible things mostly, so that it gets somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from game.preferans.agreement import parties
from game.preferans.seats import chairs
from game.script import Refused
from lobby.table.commands import (
    Again,
    Answer,
    Choose,
    Claim,
    Close,
    Command,
    Confirm,
    Credit,
    Fill,
    Join,
    Kick,
    LastCircle,
    Leave,
    Open,
    Presence,
    Propose,
    Ready,
    Respond,
    Resume,
    Return,
    StandIn,
    TimeUp,
    Vote,
)
from lobby.table.decisions import TABLE, decide
from lobby.table.due import Answering, Choosing, Closing, GettingReady, Responding, due
from lobby.table.table import Table
from tests.game.players import some_agreement, some_answer
from tests.lobby.table.tables import PEOPLE, STRANGER, Room, first_of, full, opened_by_anna

WORDS = ("pass", "6S", "here", "misere", "invite", "yes", "no", "-7S", "7C", "whist", "AS", "open")
EVERYBODY = (*PEOPLE, STRANGER)
Move = tuple[str, Command]


def sensible(dice: Random, room: Room, claims: float = 0.0) -> Move | None:
    """What somebody at the table may do now; None if it waits for people from outside."""
    table = room.table
    match table.phase:
        case "gathering":
            waiting = [member.person for member in table.people if not member.ready]
            return None if table.free else (dice.choice(waiting), Confirm())
        case "seating":
            return first_of(room), Choose(dice.choice(chairs(table.players)))
        case "between":
            waiting = [member.person for member in table.members if not member.ready]
            return (dice.choice(waiting), Ready(table.number)) if waiting else (TABLE, TimeUp())
        case "finished":
            return None
    assert table.running is not None
    running, number = table.running, table.running.play.number
    ask = running.play.ask
    if ask is None:
        return "table", Close(table.number)
    if table.claim is not None:
        word = "yes" if dice.random() < 0.7 else "no"
        person = room.person(dice.choice(table.claim.waiting))
        return person, Respond(table.number, number, table.claim.fact.seat, word)
    if ask.what == "card" and running.deal.cards_played and dice.random() < claims:
        seat = dice.choice(parties(running.deal))
        return room.person(seat), Claim(table.number, number, some_agreement(dice, running.deal))
    words = [some_answer(dice, ask, eager=0.4)]
    return room.person(ask.seat), Answer(table.number, number, words)


def anything(dice: Random, table: Table) -> Move:
    """A command of any person, seldom one that makes sense."""
    number = dice.choice((table.number, table.number, table.number - 1, table.number + 1, 2**62))
    asked = table.running.play.number if table.running else 0
    ask = dice.choice((asked, asked, asked - 1, asked + 1, -1))
    options = [*WORDS]
    if table.running and table.running.play.ask:
        options += [*table.running.play.ask.options] * 2
    words = dice.choices(options, k=dice.choice((0, 1, 1, 2, 3)))
    end = dice.choice(("=7", "=10", "=0", "=7,S2,N1", "=N10,E0,S0", "=N3,E4,S3", "=", "7"))
    command: Command = dice.choice(
        (
            Join(),
            Leave(),
            Fill(),
            Choose(dice.choice("NESWX")),
            Answer(number, ask, words),
            Answer(number, ask, words),
            Claim(number, ask, end),
            Respond(number, ask, dice.choice("NESW"), dice.choice(("yes", "no", "?"))),
            Ready(number),
            Close(number),
            Open("fspr-2006", 4, 1),
            Confirm(),
            Kick(dice.choice(EVERYBODY)),
            Again(),
            Propose(dice.choice(("pause", "undo", "?"))),
            Vote(dice.choice(("yes", "yes", "no", "?"))),
            Resume(),
            Return(),
            TimeUp(),
            LastCircle(),
            Presence(dice.randrange(3), dice.random() < 0.5),
            Credit(dice.randrange(2**21)),
            StandIn(dice.choice(PEOPLE), Answer(number, ask, words)),
        )
    )
    own = isinstance(command, Close | TimeUp | LastCircle | Credit | StandIn)
    return TABLE if own else dice.choice(EVERYBODY), command


def due_move(dice: Random, room: Room) -> Move | None:
    """What the table does by itself, bots at random."""
    match due(room.table):
        case Closing(deal):
            return "table", Close(deal)
        case Choosing(person):
            return person, Choose("N")
        case Answering(person, bot, _, deal, ask):
            answer = Answer(deal, ask, [some_answer(dice, room.ask, eager=0.4)])
            return (person, answer) if bot else (TABLE, StandIn(person, answer))
        case Responding(person, bot, _, deal, ask, claimer):
            response = Respond(deal, ask, claimer, dice.choice(("yes", "no")))
            return (person, response) if bot else (TABLE, StandIn(person, response))
        case GettingReady(person, deal):
            return TABLE, StandIn(person, Ready(deal))
        case None:
            return None


def moves(dice: Random, room: Room, wild: float, most: int) -> Iterator[bool]:
    """Attempts until the pulya is finished, each with whether it was carried out."""
    for _ in range(most):
        room.now += dice.choice((0, 500, 20_000, 400_000))
        move = sensible(dice, room, claims=0.1)
        if move is None or dice.random() < wild:
            move = anything(dice, room.table)
        yield attempt(room, *move)
        if room.table.phase == "finished":
            return


def attempt(room: Room, who: str, command: Command) -> bool:
    """Whether it was allowed."""
    try:
        told = decide(room.table, who, command, next(room.chance), room.now)
    except Refused:
        return False
    room.take(*told)
    return True


def played_at_random(seed: int, players: int = 4, bots: bool = False, **options: Any) -> Room:
    """A whole pulya."""
    dice = Random(seed)
    make = opened_by_anna if bots else full
    room = make(players, seed=seed, **({"bots": True} if bots else {}), **options)
    while (move := due_move(dice, room) or sensible(dice, room, claims=0.02)) is not None:
        attempt(room, *move)
    return room
