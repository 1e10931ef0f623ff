"""Carries out what tables do by themselves: bots' answers, after a pause, and the closing of deals.

A bot gets the events that a browser in its chair gets, and nothing else. The pause does not
depend on cards.
"""

import asyncio
import logging

from game.bots import Memory, choose, respond
from game.script import Ask, Refused, Seat
from game.view import View, empty, fold
from lobby.commands import Answer, Choose, Close, Respond
from lobby.due import Answering, Choosing, Closing, Due, Responding, due
from lobby.running import Running
from server.replica import Replica
from server.streams import Streams

TABLE = "table"
"""Who closes a deal."""
AGAIN_SECONDS = 1
logger = logging.getLogger(__name__)


class Bots:
    """One task for each table in which something is due."""

    def __init__(self, streams: Streams, pause: float) -> None:
        self.streams = streams
        self.pause = pause
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def stirred(self, replica: Replica) -> None:
        """A table has changed: see whether something is due and nobody is at it yet."""
        task = self.tasks.get(replica.stream)
        if (task is None or task.done()) and step_of(replica) is not None:
            self.tasks[replica.stream] = asyncio.create_task(self.serve(replica))

    async def serve(self, replica: Replica) -> None:
        """Do what is due until nothing is. What fails is tried again after a while."""
        while (step := step_of(replica)) is not None:
            if not isinstance(step, Closing):
                await asyncio.sleep(self.pause)
                if step_of(replica) != step:
                    continue
            try:
                await self.carry_out(replica, step)
            except Refused as refused:  # somebody else was first
                logger.info("%s at %s: %s", step, replica.stream, refused)
            except Exception:  # the step stays due and is tried again
                logger.exception("%s at %s", step, replica.stream)
            if step_of(replica) == step:
                logger.error("%s at %s is not done", step, replica.stream)
                await asyncio.sleep(AGAIN_SECONDS)
        self.tasks.pop(replica.stream, None)

    async def carry_out(self, replica: Replica, step: Due) -> None:
        submit, stream = self.streams.submit, replica.stream
        match step:
            case Closing(deal):
                await submit(stream, TABLE, f"close-{deal}", Close(deal))
            case Choosing(person):
                await submit(stream, person, "choose", Choose("N"))
            case Answering(person, seat, deal, ask):
                running = replica.opened.running
                assert running is not None
                assert running.play.ask is not None
                word = await asyncio.to_thread(answer_of, running, running.play.ask)
                await submit(stream, person, f"answer-{deal}-{ask}", Answer(deal, ask, [word]))
            case Responding(person, seat, deal, ask):
                running, claim = replica.opened.running, replica.opened.claim
                assert running is not None
                assert claim is not None
                word = await asyncio.to_thread(response_of, running, seat, claim.fact.tricks)
                # Two players may claim at one question, one after the other.
                name = f"respond-{deal}-{ask}-{claim.fact.seat}"
                await submit(stream, person, name, Respond(deal, ask, word))


def step_of(replica: Replica) -> Due | None:
    """What this table has to do by itself, unless it is stopped."""
    if replica.table is None or replica.drifted:
        return None
    return due(replica.table)


def seen(running: Running, seat: Seat) -> tuple[Memory, View]:
    """What a bot in this chair has seen of the deal, and what it sees."""
    memory, view = Memory(), empty()
    for event in [*running.told]:
        told = event.seen_by(frozenset((seat,)))
        memory.see(told)
        fold(view, told)
    return memory, view


def answer_of(running: Running, ask: Ask) -> str:
    """The bot's choice. A bot that fails says what silence means: the table goes on."""
    try:
        memory, view = seen(running, ask.seat)
        word = choose(view, memory)
    except Exception:  # a bot's mistake is no reason for a table to stand still
        logger.exception("a bot failed")
        return ask.otherwise
    return word if word in ask.options else ask.otherwise


def response_of(running: Running, seat: Seat, tricks: dict[str, int]) -> str:
    """The bot's word on a claim. A bot that fails refuses it."""
    try:
        memory, view = seen(running, seat)
        return respond(view, memory, tricks)
    except Exception:  # as above
        logger.exception("a bot failed")
        return "no"
