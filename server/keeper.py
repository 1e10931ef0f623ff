"""Does what tables do by themselves: bots' answers, deals that are over, time that is up.

Each of these is a command like any other. Its id names the entry that it follows, so that it is
done once, whoever does it. The pause before a bot's answer depends on cards only where a thought
is longer than the pause.
"""

import asyncio
import logging
from contextlib import suppress

from game.script import Refused
from lobby.table.commands import (
    Answer,
    Choose,
    Close,
    Command,
    LastCircle,
    Ready,
    Respond,
    StandIn,
    TimeUp,
)
from lobby.table.decisions import TABLE
from lobby.table.due import (
    Answering,
    Choosing,
    Closing,
    Due,
    GettingReady,
    Responding,
    deadline,
    due,
    due_at,
    last_circle_at,
    waits,
)
from server.bots import Bots
from server.kinds import OWN
from server.node import Node
from server.replica import Replica
from server.streams import Streams
from server.table_replica import TableReplica

GRACE_MILLISECONDS = 500
"""So long after a deadline the time is called up: a click that waits elsewhere comes first."""
LOOK_SECONDS = 1.0
"""The longest sleep before the clock is looked at again."""
AGAIN_SECONDS = 1
TURN_SECONDS = 2.0
"""So much longer a node waits with what follows from another node's entry: that one goes first."""
PAUSES: dict[type[Due], float] = {Closing: 0, Choosing: 4}
"""In a bot's pauses: a deal is written down at once, the draw is to be seen before the chairs."""
logger = logging.getLogger(__name__)


class Keeper:
    """One task for each table in which something will happen by itself."""

    def __init__(self, streams: Streams, node: Node, bots: Bots, pause: float) -> None:
        self.streams, self.node, self.bots = streams, node, bots
        self.pause = pause
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.changed: dict[str, asyncio.Event] = {}

    def stirred(self, replica: Replica) -> None:
        """A table has changed: whoever keeps it looks again; somebody keeps it if need be."""
        if not isinstance(replica, TableReplica):
            return
        if (changed := self.changed.get(replica.stream)) is not None:
            if self.soon(replica):
                changed.set()
        elif keeps(replica):
            self.changed[replica.stream] = asyncio.Event()
            self.tasks[replica.stream] = asyncio.create_task(self.keep(replica))

    def soon(self, replica: TableReplica) -> bool:
        """Whether something happens before the clock is looked at anyway, or may never happen.

        After most answers nothing does: to wake a task for each of them would cost more than they.
        """
        if replica.table is None or replica.drifted:
            return True
        moment = due_at(replica.table, 0)
        return moment is None or moment <= self.streams.now() + 1000 * LOOK_SECONDS

    def wants(self, replica: Replica) -> bool:
        """Whether a table nobody watches here is this node's to keep: others have their own."""
        if not isinstance(replica, TableReplica) or not keeps(replica):
            return False
        at = replica.head.due_at
        late = at is not None and at + 1000 * TURN_SECONDS <= self.streams.now()
        return replica.own or self.node.alone or late

    async def keep(self, replica: TableReplica) -> None:
        """Go on until nothing will happen by itself. What fails is tried again after a while."""
        changed = self.changed[replica.stream]
        try:
            while keeps(replica) and self.current(replica.stream) is replica:
                changed.clear()
                step = step_of(replica)
                if step is None:
                    await self.wait_for_time(replica, changed)
                elif (left := self.turn(replica, replica.at)) > 0:
                    await wait(changed, left)
                else:
                    await self.do(replica, step)
        finally:
            del self.changed[replica.stream]
            self.tasks.pop(replica.stream, None)
            newer = self.current(replica.stream)
            if newer is not None and newer is not replica:
                self.stirred(newer)

    def current(self, stream: str) -> Replica | None:
        """The replica of a stream, which may have been let go of and loaded again."""
        return self.streams.replicas.get(stream)

    def turn(self, replica: TableReplica, moment: int) -> float:
        """In how many seconds it is this node's turn to do what is due at this moment."""
        if replica.own or self.node.alone:
            return 0
        return (moment - self.streams.now()) / 1000 + TURN_SECONDS

    async def do(self, replica: TableReplica, step: Due) -> None:
        loop = asyncio.get_running_loop()
        over = loop.time() + self.pause * PAUSES.get(type(step), 1)
        who, command = await command_for(replica, step, self.bots)
        # A bot thinks during its pause: how long it takes would tell of its cards.
        await asyncio.sleep(max(0, over - loop.time()))
        if step_of(replica) == step:
            await self.submit(replica, who, command, replica.n)

    async def submit(self, replica: TableReplica, who: str, command: Command, n: int) -> None:
        """Carry out what follows entry n."""
        try:
            await self.streams.submit(
                replica.stream, who, f"{OWN}{command.what}-after-{n}", command
            )
        except Refused as refused:  # somebody else was first
            logger.info("%s at %s: %s", command, replica.stream, refused)
        except Exception:  # it stays to be done and is tried again
            logger.exception("%s at %s", command, replica.stream)
        if replica.n <= n:
            logger.error("%s at %s is not done", command, replica.stream)
            await asyncio.sleep(AGAIN_SECONDS)

    async def wait_for_time(self, replica: TableReplica, changed: asyncio.Event) -> None:
        """Sleep until the next deadline or change; do what the deadline asks for."""
        assert replica.table is not None
        circle, over = last_circle_at(replica.table), deadline(replica.table)
        moments: list[tuple[int, Command]] = []
        if circle is not None:
            moments.append((circle, LastCircle()))
        if over is not None:
            moments.append((over + GRACE_MILLISECONDS, TimeUp()))
        moment, command = min(moments, key=lambda each: each[0])
        n = replica.n
        while (left := max((moment - self.streams.now()) / 1000, self.turn(replica, moment))) > 0:
            await wait(changed, left)
            if changed.is_set() or replica.n != n or self.current(replica.stream) is not replica:
                return
        if self.node.fresh:
            await self.submit(replica, TABLE, command, replica.n)
        else:
            await wait(changed, LOOK_SECONDS)


async def wait(changed: asyncio.Event, seconds: float) -> None:
    """For a change, and not so long that the clock is not looked at."""
    with suppress(TimeoutError):
        async with asyncio.timeout(min(seconds, LOOK_SECONDS)):
            await changed.wait()


def keeps(replica: TableReplica) -> bool:
    """Whether something will happen at this table by itself."""
    return replica.table is not None and not replica.drifted and waits(replica.table)


def step_of(replica: TableReplica) -> Due | None:
    """What is to be done at once."""
    if replica.table is None or replica.drifted:
        return None
    return due(replica.table)


async def command_for(replica: TableReplica, step: Due, bots: Bots) -> tuple[str, Command]:
    """Who does what."""
    table = replica.opened
    match step:
        case Closing(deal):
            return TABLE, Close(deal)
        case Choosing(person):
            return person, Choose("N")
        case GettingReady(person, deal):
            return TABLE, StandIn(person, Ready(deal))
        case Answering(person, bot, _, deal, ask):
            assert table.running is not None
            assert table.ask is not None
            word = await bots.answer(table.running, table.ask)
            answer = Answer(deal, ask, [word])
            return (person, answer) if bot else (TABLE, StandIn(person, answer))
        case Responding(person, bot, seat, deal, ask, claimer):
            assert table.running is not None
            assert table.claim is not None
            word = await bots.response(table.running, seat, table.claim)
            response = Respond(deal, ask, claimer, word)
            return (person, response) if bot else (TABLE, StandIn(person, response))
