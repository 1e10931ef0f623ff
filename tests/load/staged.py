"""`python -m tests.load.staged FILE`: the server, with an account of what each stage takes.

The functions are wrapped from outside: the product carries no account. The time that a stage spends
inside another one counts for that one alone. FILE is written whenever SIGUSR1 comes: the CPU
nanoseconds of each stage (tests/load/measure.py).
"""

from __future__ import annotations

import inspect
import json
import signal
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Coroutine, Generator
from functools import wraps
from pathlib import Path
from typing import Any

import engineio
import socketio

from server import bus, keeper, presence, sockets, streams, table_replica, wire
from server.__main__ import main
from server.store import log

STAGES: dict[str, list[tuple[Any, str]]] = {
    "receive": [
        (wire.Socket, "__call__"),
        (socketio.AsyncServer, "_handle_event_internal"),
    ],
    "decide": [
        (table_replica.TableReplica, "decide"),
        (table_replica.TableReplica, "fold"),
        (table_replica.TableReplica, "told"),
        (table_replica.TableReplica, "head"),
        (streams, "digest"),
    ],
    "store": [
        (streams, "packed"),
        (streams, "link"),
        (log.Log, "append"),
        (log.Log, "run"),
        (log.Log, "commit"),
    ],
    "ring": [
        (bus.RedisBus, "ring"),
        (bus.RedisBus, "send"),
        (bus.RedisBus, "hear"),
        (streams.Streams, "rung"),
    ],
    "project": [(table_replica.TableReplica, "messages")],
    "pack": [(sockets, "event"), (wire.Packet, "encode")],
    "emit": [
        (wire.Socket, "write"),
        (sockets.Outbox, "send"),
        (socketio.AsyncServer, "_send_packet"),
    ],
    "by itself": [
        (keeper.Keeper, "keep"),
        (keeper.Keeper, "stirred"),
        (presence.Presence, "stirred"),
        (streams.Streams, "compare"),
        (engineio.AsyncServer, "_service_task"),
    ],
}


class Account:
    """CPU nanoseconds by stage, of the thread of the loop."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self.open: list[str] = []
        self.since = 0

    def enter(self, stage: str) -> None:
        now = time.thread_time_ns()
        if self.open:
            self.spent[self.open[-1]] += now - self.since
        self.open.append(stage)
        self.since = now

    def leave(self) -> None:
        now = time.thread_time_ns()
        self.spent[self.open.pop()] += now - self.since
        self.since = now

    def of(self, function: Callable[..., Any], stage: str) -> Callable[..., Any]:
        """The function, its time accounted for; of a coroutine that of each of its steps."""
        if inspect.iscoroutinefunction(function):

            @types.coroutine
            def steps(running: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
                step, value = running.send, None
                while True:
                    self.enter(stage)
                    try:
                        waited = step(value)
                    except StopIteration as stop:
                        return stop.value
                    finally:
                        self.leave()
                    try:
                        step, value = running.send, (yield waited)
                    except BaseException as thrown:  # noqa: BLE001 - it is the coroutine's
                        step, value = running.throw, thrown

            @wraps(function)
            async def accounted(*arguments: Any, **named: Any) -> Any:
                return await steps(function(*arguments, **named))

            return accounted

        @wraps(function)
        def plain(*arguments: Any, **named: Any) -> Any:
            self.enter(stage)
            try:
                return function(*arguments, **named)
            finally:
                self.leave()

        return plain


def account_for_all(file: Path) -> None:
    account = Account()
    for stage, places in STAGES.items():
        for owner, name in places:
            found = inspect.getattr_static(owner, name)
            if isinstance(found, property):
                assert found.fget is not None
                setattr(owner, name, property(account.of(found.fget, stage)))
            else:
                setattr(owner, name, account.of(found, stage))

    def write(*_: object) -> None:
        spent = Counter(account.spent)
        # The other threads are the database's.
        spent["store"] += time.process_time_ns() - time.thread_time_ns()
        written = file.with_suffix(".new")
        written.write_text(json.dumps(spent))
        written.rename(file)

    signal.signal(signal.SIGUSR1, write)


if __name__ == "__main__":
    account_for_all(Path(sys.argv[1]))
    sys.exit(main([]))
