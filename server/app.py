"""The whole server put together from its parts."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any

from aiohttp import web
from sqlalchemy.exc import SQLAlchemyError

from server.accounts import AccountRoutes
from server.bots import Bots
from server.bus import Alone, Bus, RedisBus
from server.clock import Clock, Entropy
from server.contest_routes import ContestRoutes
from server.entrance import Entrance
from server.gates import Gates
from server.hall import Hall
from server.heart import Heart
from server.http import Routes
from server.keeper import Keeper
from server.node import BEAT_SECONDS, Node
from server.origin import same_site
from server.passwords import Passwords
from server.presence import Presence
from server.proxy import behind
from server.readiness import Readiness
from server.refusals import with_refusals
from server.session import Sessions
from server.settings import Settings
from server.sockets import Outbox, Sockets
from server.store.accounts import Accounts
from server.store.database import Database
from server.store.lines import Lines
from server.store.log import Log
from server.store.marks import Marks
from server.store.nodes import Nodes
from server.store.people import People, session_key
from server.streams import Streams
from server.sweeper import Sweeper
from server.talk import Talk
from server.whereabouts import Whereabouts
from server.wire import move, socket_server

STREAMS = web.AppKey("streams", Streams)
PRESENCE = web.AppKey("presence", Presence)
READINESS = web.AppKey("readiness", Readiness)
HANG_UP: web.AppKey[Callable[[web.Application], Awaitable[None]]] = web.AppKey("hang_up")
COMPARE_SECONDS = 1.0
LOOK_SECONDS = 3.0
FORGET_SECONDS = 60.0
SWEEP_SECONDS = 1.0
CLOSE_SECONDS = 2
logger = logging.getLogger(__name__)


async def make_app(
    settings: Settings, clock: Clock, entropy: Entropy, passwords: Passwords | None = None
) -> web.Application:
    """A server on its database, which is brought to the newest migration first."""
    database = Database(settings.database)
    await database.migrate()
    key = await session_key(database, entropy("session"), int(clock.now() * 1000))
    middlewares = [behind(settings.proxies)] if settings.proxies else []
    node = Node(Nodes(database, settings.name, token_hex(3)), clock)
    readiness = Readiness(database, node)
    middlewares += [readiness.no_new_sockets, with_refusals, same_site]
    app = web.Application(client_max_size=4096, middlewares=middlewares)
    server = socket_server()
    server.attach(app)

    log, people, outbox = Log(database), People(database), Outbox(server)
    bus: Bus = RedisBus(settings.redis) if settings.redis else Alone()
    streams = Streams(
        log, people, Lines(database), clock, entropy, outgoing=outbox.put, ring=bus.ring
    )
    bots = Bots(settings.bot_processes)
    whereabouts = Whereabouts(node.nodes, streams.now)
    presence = Presence(streams, node, whereabouts, outbox.replaced)
    talk = Talk(streams)
    keeper = Keeper(streams, node, bots, settings.bot_pause)
    hall = Hall(streams, node, Marks(database))
    sweeper = Sweeper(streams, node)
    heart = Heart(node, streams, sweeper, presence, partial(move, server, CLOSE_SECONDS))
    streams.stirred += [keeper.stirred, hall.stirred, presence.stirred]
    streams.wanted += [keeper.wants, hall.wants]
    accounts = Accounts(database, clock)
    streams.is_chief = accounts.is_administrator
    sessions, gates = Sessions(key, accounts), Gates(streams, accounts, settings)
    sockets = Sockets(
        server, streams, presence, talk, sessions, clock, gates, settings.rate, heart.steady
    )
    entrance = Entrance(people, accounts, sessions, clock)
    entrance.add_to(app)
    AccountRoutes(entrance, accounts, passwords or Passwords()).add_to(app)
    Routes(database, streams, people, sessions, clock).add_to(app)
    ContestRoutes(streams, accounts, sessions, clock).add_to(app)
    readiness.add_to(app)
    app[STREAMS], app[PRESENCE], app[READINESS] = streams, presence, readiness

    stopping = asyncio.Event()

    async def every(seconds: float, work: Callable[[], Awaitable[object]], failed: str) -> None:
        """Do it again and again until the server stops; what is begun is finished."""
        while not stopping.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await stopping.wait()
                return
            try:
                await work()
            except (SQLAlchemyError, OSError) as failure:
                logger.warning("%s: %r", failed, failure)
            except Exception:  # whatever it was, it is tried again
                logger.exception(failed)

    async def look_again() -> None:
        await sessions.look_again(sockets.people.values())

    async def run(_app: web.Application) -> AsyncIterator[None]:
        running = (log.run(), bus.run(talk.rung), whereabouts.run())
        tasks = [asyncio.create_task(task) for task in running]
        await heart.beat()  # it knows now what a downtime took
        await talk.hear()  # and what was said before
        regular = [
            asyncio.create_task(every(seconds, work, failed))
            for seconds, work, failed in (
                (BEAT_SECONDS, heart.beat, "the heartbeat is not written"),
                (COMPARE_SECONDS, streams.compare, "the log cannot be compared with"),
                (COMPARE_SECONDS, talk.hear, "what others said cannot be read"),
                (SWEEP_SECONDS, sweeper.sweep, "what is overdue cannot be looked for"),
                (LOOK_SECONDS, look_again, "sessions cannot be looked at"),
                (FORGET_SECONDS, people.forget, "names are not forgotten"),
            )
        ]
        await sweeper.sweep()
        readiness.reason = ""
        yield
        stopping.set()
        await asyncio.gather(*regular, sockets.finish())
        ending: list[asyncio.Task[Any]] = [
            *keeper.tasks.values(),
            *hall.tasks.values(),
            *presence.tasks,
            *streams.tasks,
            *tasks,
        ]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        with suppress(SQLAlchemyError, OSError):  # the others find out by themselves
            await node.nodes.leave(streams.now())
        await bots.close()
        await bus.close()
        await database.close()

    async def hang_up(_app: web.Application) -> None:
        """Answer what was asked, tell every page to come back, wait for none that does not read."""
        presence.leaving = True
        await sockets.finish()
        await move(server, CLOSE_SECONDS)

    app.cleanup_ctx.append(run)

    async def look_no_more(_app: web.Application) -> None:
        await server.shutdown()

    app.on_shutdown.extend([hang_up, look_no_more])
    app[HANG_UP] = hang_up
    return app
