"""`python -m server`: one server, with settings from the environment (server/settings.py)."""

import logging
import os
import sys

import uvloop
from aiohttp import web

from server.app import make_app
from server.clock import SystemClock, system_entropy
from server.settings import WrongSetting, from_environment

SHUTDOWN_SECONDS = 5


def main() -> int:
    """Exit status: 0, or 2 with one line about a wrong setting."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("engineio.server").setLevel(logging.CRITICAL)
    try:
        settings = from_environment(os.environ)
    except WrongSetting as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    logging.getLogger("server").info("http://%s:%s", settings.host, settings.port)
    web.run_app(
        make_app(settings, SystemClock(), system_entropy),
        host=settings.host,
        port=settings.port,
        loop=uvloop.new_event_loop(),
        shutdown_timeout=SHUTDOWN_SECONDS,
        access_log=None,
        print=None,
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
