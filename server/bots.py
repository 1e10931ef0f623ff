"""Bots at a table: each gets the bytes that a browser in its chair gets, and nothing else.

They think in processes of their own: the loop, and with it everybody's time, does not wait.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor

import msgpack

from game.bots import Memory, choose, respond
from game.script import Ask, Seat
from game.view import View, empty, fold
from lobby.table.running import Running
from lobby.table.table import Pending

logger = logging.getLogger(__name__)


def told_to(running: Running, seat: Seat) -> bytes:
    """The events of the deal as this seat has them, packed as for the wire."""
    packed: bytes = msgpack.packb([event.seen_by(frozenset((seat,))) for event in running.told])
    return packed


def seen(told: bytes) -> tuple[Memory, View]:
    """What a bot has seen of the deal, and what it sees."""
    memory, view = Memory(), empty()
    for event in msgpack.unpackb(told):
        memory.see(event)
        fold(view, event)
    return memory, view


def answer(told: bytes) -> str:
    """The bot's choice."""
    memory, view = seen(told)
    return choose(view, memory)


def response(told: bytes, tricks: dict[str, int], shown: list[str]) -> str:
    """`yes` or `no` to a claim that comes to these tricks; the claimer's cards where shown."""
    memory, view = seen(told)
    return respond(view, memory, tricks, shown)


class Bots:
    """Where bots think: in so many processes, or in a thread of this one if none.

    A bot that fails says what silence means.
    """

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.pool: Executor | None = None

    async def answer(self, running: Running, ask: Ask) -> str:
        """The choice of the bot that is asked."""
        word = await self.think(ask.otherwise, answer, told_to(running, ask.seat))
        return word if word in ask.options else ask.otherwise

    async def response(self, running: Running, seat: Seat, claim: Pending) -> str:
        """The word of a bot whom a claim waits for."""
        shown = claim.cards_for(frozenset((seat,)))
        return await self.think(
            "no", response, told_to(running, seat), dict(claim.fact.tricks), shown or []
        )

    async def think(self, otherwise: str, thought: Callable[..., str], *about: object) -> str:
        if self.pool is None:
            self.pool = started(self.processes)
        pool = self.pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, thought, *about)
        except BrokenExecutor:
            logger.exception("the bots' process is gone")
            if self.pool is pool:
                self.pool = None
        except Exception:  # a bot's mistake is no reason for a table to stand still
            logger.exception("a bot failed")
        return otherwise

    async def close(self) -> None:
        """Wait for the thoughts that are being thought, and for the processes to end."""
        if self.pool is not None:
            await asyncio.to_thread(self.pool.shutdown, cancel_futures=True)


def started(processes: int) -> Executor:
    if not processes:
        return ThreadPoolExecutor(max_workers=2)
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=spawn, initializer=begin)


def begin() -> None:
    """In a bots' process: the keyboard is not its business, and it does not outlive the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
