"""`python -m server`: one server, with settings from a file and the environment (settings.py).

python -m server [--config FILE] …             the settings' file, else that of PULYA_CONFIG
python -m server administrator NAME            the account is an administrator's from now on
python -m server administrator --remove NAME   and not any more
python -m server password NAME                 a new password for the account, asked twice
python -m server check [STREAM…]               whether the log is sound (server/checking)
python -m server check --heads [CONTEST…]      the same, and the last link of each contest
python -m server migrate                       the database comes to the newest migration
python -m server export FILE|-                 the whole installation as a file (server/moving)
python -m server import FILE|-                 and into another, empty database
"""

import asyncio
import gc
import getpass
import logging
import os
import signal
import sys

import uvloop
from aiohttp import web

from server import commands
from server.app import HANG_UP, READINESS, make_app
from server.clock import StoreClock, SystemClock, system_entropy
from server.readiness import DRAINING
from server.settings import FILE, Settings, WrongSetting, from_environment
from server.store.database import Unusable

COLLECT_AFTER = (50_000, 20, 100)
"""Objects more than before, and how many collections of the younger (docs/performance.md)."""
HANDLER_SECONDS = 0.5
"""How long a request may still take once the sockets are closed."""
LEAVE_SECONDS = 6.5
"""From the end of the drain on. What is not over by then is let go: the log has all that counts."""
KEEP_ALIVE_SECONDS = 75
BACKLOG = 1024
"""All players may come at once."""
logger = logging.getLogger("server")


def main(arguments: list[str]) -> int:
    """Exit status: 0, or 2 with one line about what is wrong."""
    environment = {**os.environ}
    if arguments[:1] == ["--config"] and len(arguments) > 1:
        environment[FILE], arguments = arguments[1], arguments[2:]
    level = logging.WARNING if arguments else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("engineio.server").setLevel(logging.CRITICAL)
    try:
        settings = from_environment(environment)
    except WrongSetting as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    if arguments:
        return commands.run(arguments, settings, getpass.getpass)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(settings))
    except Unusable as unusable:
        sys.stderr.write(f"{unusable}\n")
        return 2
    return 0


async def serve(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; then take no new work, end what is in hand, and go.

    Told again, or while it starts, it goes at once.
    """
    told = asyncio.Event()
    started = False

    def tell() -> None:
        if told.is_set() or not started:
            os._exit(1)
        told.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, tell)
    app = await make_app(settings, StoreClock(SystemClock()), system_entropy)
    runner = web.AppRunner(
        app,
        access_log=None,
        shutdown_timeout=HANDLER_SECONDS,
        keepalive_timeout=KEEP_ALIVE_SECONDS,
    )
    try:
        await runner.setup()
        collect_rarely()
        await web.TCPSite(runner, settings.host, settings.port, backlog=BACKLOG).start()
        logger.info("http://%s:%s", settings.host, settings.port)
        started = True
        await told.wait()
        app[READINESS].reason = DRAINING
        await asyncio.sleep(settings.drain)
        loop.call_later(LEAVE_SECONDS, give_up)
        await app[HANG_UP](app)  # before `cleanup`, which does not listen to sockets any more
    finally:
        loop.call_later(LEAVE_SECONDS, give_up)
        await runner.cleanup()


def collect_rarely() -> None:
    """The garbage collector seldom looks for circles, and never at what is there by now."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def give_up() -> None:
    logger.error("not all has ended in %s s", LEAVE_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
