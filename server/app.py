"""The whole server put together from its parts."""

import asyncio
import logging
from collections.abc import AsyncIterator

from aiohttp import WSCloseCode, web
from sqlalchemy.exc import SQLAlchemyError

from game.script import Refused
from lobby.commands import Credit
from lobby.decisions import TABLE
from lobby.due import deadline
from server.bots import Bots
from server.bus import Alone, Bus, RedisBus
from server.clock import Clock, Entropy
from server.http import Routes
from server.keeper import Keeper
from server.presence import Presence
from server.session import Sessions
from server.settings import Settings
from server.sockets import Outbox, Sockets
from server.store.database import Database
from server.store.log import Log
from server.store.people import People, heartbeat, session_key
from server.streams import Streams
from server.talk import Talk
from server.wire import abort, socket_server

STREAMS = web.AppKey("streams", Streams)
COMPARE_SECONDS = 1.0
BEAT_SECONDS = 1.0
CLOSE_SECONDS = 2
logger = logging.getLogger(__name__)


async def make_app(settings: Settings, clock: Clock, entropy: Entropy) -> web.Application:
    """A server on its database, which is brought to the newest migration first."""
    database = Database(settings.database)
    await database.migrate()
    key = await session_key(database, entropy(), int(clock.now() * 1000))
    app = web.Application(client_max_size=4096)
    server = socket_server()
    server.attach(app)

    log, people, outbox = Log(database), People(database), Outbox(server)
    bus: Bus = RedisBus(settings.redis) if settings.redis else Alone()
    streams = Streams(log, people, clock, entropy, outgoing=outbox.put, ring=bus.ring)
    bots = Bots(settings.bot_processes)
    keeper = Keeper(streams, bots, settings.bot_pause)
    streams.stirred.append(keeper.stirred)
    sessions = Sessions(key)
    presence, talk = Presence(streams), Talk(database, streams)
    Sockets(server, streams, presence, talk, sessions, clock, settings.rate)
    Routes(database, streams, people, sessions, clock).add_to(app)
    app[STREAMS] = streams

    async def compare() -> None:
        while True:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                await streams.compare()
            except Exception:  # whatever it was, the next second compares again
                logger.exception("the log cannot be compared with")

    async def beat() -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await heartbeat(database, streams.now())
            except SQLAlchemyError:
                logger.exception("the heartbeat is not written")

    async def run(_app: web.Application) -> AsyncIterator[None]:
        tasks = [
            asyncio.create_task(task)
            for task in (log.run(), outbox.run(), bus.run(streams.rung), compare())
        ]
        down_since = await heartbeat(database, streams.now())
        for stream in await log.due():
            try:
                replica = await streams.replica(stream)  # from here on it is kept
                if down_since is not None and deadline(replica.opened) is not None:
                    name = f"credit-{down_since}"
                    await streams.submit(stream, TABLE, name, Credit(down_since))
            except Refused as stopped:
                logger.error("%s: %s", stream, stopped)
        tasks.append(asyncio.create_task(beat()))
        yield
        tasks = [*keeper.tasks.values(), *presence.tasks, *tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        bots.close()
        await bus.close()
        await database.close()

    async def hang_up(_app: web.Application) -> None:
        """Tell every page to come back, and wait for none that does not listen."""
        await server.shutdown()
        environs = [environ for environ in server.environ.values() if "pulya.socket" in environ]
        closing = [
            asyncio.ensure_future(environ["pulya.socket"].close(code=WSCloseCode.GOING_AWAY))
            for environ in environs
        ]
        if closing:
            await asyncio.wait(closing, timeout=CLOSE_SECONDS)
        for environ in environs:
            abort(environ)

    app.cleanup_ctx.append(run)
    app.on_shutdown.append(hang_up)
    return app
