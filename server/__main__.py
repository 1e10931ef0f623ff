"""`python -m server`: one server, with settings from the environment (server/settings.py).

python -m server administrator NAME            the account is an administrator's from now on
python -m server administrator --remove NAME   and not any more
python -m server password NAME                 a new password for the account, asked twice
"""

import getpass
import logging
import os
import sys

import uvloop
from aiohttp import web

from server import commands
from server.app import make_app
from server.clock import StoreClock, SystemClock, system_entropy
from server.settings import WrongSetting, from_environment
from server.store.database import Unusable

SHUTDOWN_SECONDS = 5


def main(arguments: list[str]) -> int:
    """Exit status: 0, or 2 with one line about what is wrong."""
    level = logging.WARNING if arguments else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("engineio.server").setLevel(logging.CRITICAL)
    try:
        settings = from_environment(os.environ)
    except WrongSetting as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    if arguments:
        return commands.run(arguments, settings, getpass.getpass)
    logging.getLogger("server").info("http://%s:%s", settings.host, settings.port)
    try:
        web.run_app(
            make_app(settings, StoreClock(SystemClock()), system_entropy),
            host=settings.host,
            port=settings.port,
            loop=uvloop.new_event_loop(),
            shutdown_timeout=SHUTDOWN_SECONDS,
            access_log=None,
            print=None,
        )
    except Unusable as unusable:
        sys.stderr.write(f"{unusable}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
