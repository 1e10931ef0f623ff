"""The events that a page may send, each answered by an acknowledgement."""

import asyncio
import logging
import re
import uuid
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import socketio
from aiohttp import WSCloseCode
from sqlalchemy.exc import SQLAlchemyError

from game.script import Refused
from server.again import Overtaken, tries
from server.clock import Clock
from server.entries import command_of
from server.failures import Seldom, reason
from server.gates import Gates
from server.kinds import is_contest, sendable
from server.limits import Allowances
from server.messages import (
    DoneMessage,
    LineMessage,
    ReplacedMessage,
    SyncedContestMessage,
    SyncedMessage,
)
from server.presence import Presence
from server.refusals import refusal
from server.session import Sessions
from server.streams import Streams
from server.talk import Talk
from server.wire import event, socket_of

FINISH_SECONDS = 3
AWAY_SECONDS = 1
"""How often the log says that the database is away."""
VISITOR = ""
BURST = 3
"""So many seconds' worth of messages may come at once."""
COMMAND_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
STREAM = re.compile(r"[a-z0-9-]{0,40}")
PHRASE = re.compile(r"[a-z_]{0,20}")
CARD = re.compile(r"[A-Z0-9]{0,3}")
LINE = re.compile(r"[^\x00-\x1f]{0,400}")
logger = logging.getLogger(__name__)


class Outbox:
    """Messages on their way to sockets, in order; each is packed once for all who get it.

    They go in the next turn of the loop: whoever asked has his acknowledgement before the entry.
    """

    def __init__(self, server: socketio.AsyncServer) -> None:
        self.server = server
        self.waiting: list[tuple[list[str], str, object]] = []

    def put(self, sids: Iterable[str], name: str, message: object) -> None:
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.send)
        self.waiting.append(([*sids], name, message))

    def replaced(self, sid: str, stream: str) -> None:
        """This socket's person watches the table in a newer browser."""
        message: ReplacedMessage = {"stream": stream}
        self.put([sid], "replaced", message)

    def send(self) -> None:
        """Never waits; a reader that is too slow is cut off."""
        waiting, self.waiting = self.waiting, []
        for sids, name, message in waiting:
            try:
                framed = event(name, message)
            except Exception:  # the others' messages are not lost with it
                logger.exception("a message to %s is lost", sids)
                continue
            for sid in sids:
                socket = socket_of(self.server, sid)
                if socket is not None:
                    socket.write(framed)


class Sockets:
    """Ties the handlers to a Socket.IO server."""

    def __init__(
        self,
        server: socketio.AsyncServer,
        streams: Streams,
        presence: Presence,
        talk: Talk,
        sessions: Sessions,
        clock: Clock,
        gates: Gates,
        rate: float,
        steady: Callable[[], Awaitable[None]],
    ) -> None:
        """`steady` is awaited before each command: this node knows then what it decides on."""
        self.gates, self.steady = gates, steady
        self.server, self.streams, self.sessions = server, streams, sessions
        self.presence, self.talk = presence, talk
        self.clock = clock
        self.people: dict[str, str] = {}
        """By socket; "" is a visitor, who may watch contests and nothing else."""
        self.addresses: dict[str, str] = {}
        self.answering: set[asyncio.Task[Any]] = set()
        self.leaving: set[asyncio.Task[Any]] = set()
        sessions.on_revoked = self.turn_out
        self.stopping = False
        self.away = Seldom(logger, AWAY_SECONDS)
        self.asks = Allowances(rate, BURST * rate)
        """Of people, with as many browsers as they like."""
        server.on("connect", self.connect)
        server.on("disconnect", self.disconnect)
        server.on("command", self.answered(self.command))
        server.on("sync", self.answered(self.sync))
        server.on("unwatch", self.answered(self.unwatch))
        server.on("say", self.answered(self.say))
        server.on("*", self.unknown)

    async def connect(self, sid: str, environ: dict[str, Any], auth: object = None) -> None:
        """`auth` {"visitor": true} lets somebody in who has no session."""
        request = environ["aiohttp.request"]
        try:
            person = await self.sessions.person(request)
        except SQLAlchemyError as failure:
            self.away.warn(f"the database is away: {reason(failure)}")
            code = {"code": "try_again"}
            raise socketio.exceptions.ConnectionRefusedError("unavailable", code) from None
        if person is None and auth == {"visitor": True}:
            person = VISITOR
        if person is None:
            raise socketio.exceptions.ConnectionRefusedError("unauthorized", {"code": "no_session"})
        environ["pulya.person"] = self.people[sid] = person
        self.addresses[sid] = request.remote or ""

    def turn_out(self, person: str) -> None:
        """His sessions are over: nothing more is carried out, and his sockets are closed."""
        for sid in [sid for sid, whose in self.people.items() if whose == person]:
            del self.people[sid]
            socket = socket_of(self.server, sid)
            if socket is not None:
                task = asyncio.create_task(socket.close(WSCloseCode.POLICY_VIOLATION))
                self.leaving.add(task)
                task.add_done_callback(self.leaving.discard)

    async def disconnect(self, sid: str, _reason: str = "") -> None:
        self.people.pop(sid, None)
        self.addresses.pop(sid, None)
        self.presence.lost(sid)
        self.streams.unwatch(sid)

    def answered(
        self, handle: Callable[[str, str, dict[str, Any]], Awaitable[object]]
    ) -> Callable[..., Awaitable[dict[str, object]]]:
        """The handler with its outcome as an acknowledgement: every message gets one."""

        async def handler(sid: str, message: object = None, *_: object) -> dict[str, object]:
            person = self.people.get(sid)
            task = asyncio.current_task()
            assert task is not None
            self.answering.add(task)
            task.add_done_callback(self.answering.discard)
            try:
                if self.stopping:
                    raise Refused("try_again")
                if person is None or not self.asks.take(self.counted(sid), self.clock.now()):
                    raise Refused("too_fast")
                if person == VISITOR and handle != self.sync:
                    raise Refused("no_session")
                if not isinstance(message, dict):
                    raise Refused("malformed", where="message")
                return {"ok": await handle(sid, person, message)}
            except Refused as refused:
                return {"error": refusal(refused)}
            except SQLAlchemyError as failure:
                self.away.warn(f"the database is away: {reason(failure)}")
                return {"error": refusal(Refused("try_again"))}
            except asyncio.CancelledError:  # `finish` waits no longer
                return {"error": refusal(Refused("try_again"))}
            except Exception:  # the page gets a number, the log the reason
                incident = uuid.uuid4().hex[:8]
                logger.exception("incident %s", incident)
                return {"error": refusal(Refused("incident", number=incident))}

        return handler

    def counted(self, sid: str) -> str:
        """Whose allowance a message takes from: a person's, or that of a visitor's address."""
        return self.people[sid] or f"at {self.addresses[sid]}"

    async def finish(self) -> None:
        """Answer what was asked and nothing more: the database is about to be closed."""
        self.stopping = True
        if self.answering:
            _, late = await asyncio.wait(self.answering, timeout=FINISH_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def command(self, sid: str, person: str, message: dict[str, Any]) -> DoneMessage:
        command_id = text(message, "id", COMMAND_ID)
        stream = text(message, "stream", STREAM)
        command = command_of(message.get("command"), sendable(stream))
        self.presence.check(stream, sid, f"{person}:{command_id}")
        await self.steady()
        trying = tries()
        while True:
            next(trying)
            with suppress(Overtaken):  # somebody else has come in, at another node
                async with self.gates.passed(stream, person, command_id, command) as n:
                    return await self.streams.submit(stream, person, command_id, command, after=n)

    async def sync(
        self, sid: str, person: str, message: dict[str, Any]
    ) -> SyncedMessage | SyncedContestMessage:
        stream = text(message, "stream", STREAM)
        if person == VISITOR and not is_contest(stream):
            raise Refused("no_session")
        await self.gates.follows(stream, person)
        await self.presence.arrived(stream, person)
        synced = await self.streams.sync(stream, sid, person)
        if sid in self.people:
            self.presence.watched(stream, person)
        else:  # it went while it waited
            self.presence.lost(sid, stream)
            self.streams.unwatch(sid, stream)
        return synced

    async def unwatch(self, sid: str, person: str, message: dict[str, Any]) -> None:
        stream = text(message, "stream", STREAM)
        self.presence.lost(sid, stream)
        self.streams.unwatch(sid, stream)

    async def say(self, sid: str, person: str, message: dict[str, Any]) -> LineMessage:
        stream = text(message, "stream", STREAM)
        phrase, card = text(message, "phrase", PHRASE), text(message, "card", CARD)
        return await self.talk.say(stream, person, phrase, text(message, "line", LINE), card)

    async def unknown(self, _event: str, _sid: str, *_: object) -> dict[str, object]:
        return {"error": refusal(Refused("unknown_event"))}


def text(message: dict[str, Any], name: str, form: re.Pattern[str]) -> str:
    """A field of a message. Raises `Refused` (malformed)."""
    value = message.get(name)
    if not isinstance(value, str) or not form.fullmatch(value):
        raise Refused("malformed", where=name)
    return value
