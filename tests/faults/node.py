"""`python -m tests.faults.node`: the server as it is, on a machine whose clock is wrong.

FAULTS_AHEAD is by how many seconds its clock is ahead. All people of a test come from one address;
the quick pace is as quick as a pace can be.
"""

import os
import sys

from lobby.table import timing
from server import entrance
from server.__main__ import main
from server.clock import SystemClock

QUICK = timing.Pace(ask=timing.LEAST_SECONDS, bank=0, connection=0)


def prepare() -> None:
    entrance.GUESTS_AT_ONCE = 100_000
    timing.PACES["quick"] = QUICK
    ahead, own = float(os.environ.get("FAULTS_AHEAD") or 0), SystemClock.now
    SystemClock.now = lambda clock: own(clock) + ahead  # type: ignore[method-assign]  # that is it


if __name__ == "__main__":
    prepare()
    sys.exit(main(sys.argv[1:]))
