"""`make cluster`: three nodes behind a proxy, with PostgreSQL and Redis of their own, until Ctrl-C.

What they keep is in .cluster (or $CLUSTER): tables are there after the next start. The page is
on $PULYA_PORT (8080). $PULYA_DB or $PULYA_REDIS name a service that is there already.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACE = Path(os.environ.get("CLUSTER") or ROOT / ".cluster").absolute()
NODES = 3
START_SECONDS, STOP_SECONDS, AGAIN_SECONDS = 60, 20, 2
DRAIN_SECONDS = 3
"""Until the proxy has seen that a node goes; see deploy/haproxy.cfg."""
USER = "postgres"


class CannotStart(Exception):
    """Why the cluster does not come up."""


def say(line: str) -> None:
    with suppress(OSError):  # the terminal is closed, and all has to be stopped nevertheless
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


def program(name: str) -> str:
    """Where a program is: distributions keep some of them off PATH. Raises CannotStart."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        installed = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
        newest = max(installed, key=lambda path: int(path.parts[-3]), default=None)
        if newest is None:
            raise CannotStart(f"{name} is missing")
        found = str(newest)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def said(port: int, question: bytes) -> bytes:
    """The first line of what a service on this machine answers; empty if it does not."""
    try:
        async with asyncio.timeout(5):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(question)
            answer = await reader.readline()
            writer.close()
            return answer
    except OSError:
        return b""


async def answers(port: int, question: bytes, answer: bytes) -> bool:
    return (await said(port, question)).startswith(answer)


async def takes_work(port: int) -> bool:
    return await answers(port, b"GET /readyz HTTP/1.0\r\n\r\n", b"HTTP/1.0 200")


@dataclass
class Service:
    """A program that is started again when it ends, unless it was told to."""

    name: str
    command: Sequence[str]
    ready: Callable[[], Awaitable[bool]]
    settings: Mapping[str, str] = field(default_factory=dict)
    ends: signal.Signals = signal.SIGTERM
    held: int = -1
    """The open file by which it is seen that it runs; see `Running`."""
    started: Callable[[], None] = lambda: None
    running: asyncio.subprocess.Process | None = None
    watching: asyncio.Task[None] | None = None

    @property
    def log(self) -> Path:
        return PLACE / f"{self.name}.log"

    async def start(self) -> None:
        """Raises CannotStart if it ends, or is not ready in time."""
        with self.log.open("ab") as log:
            # Ctrl-C is not for all at once: they are stopped in order.
            self.running = await asyncio.create_subprocess_exec(
                *self.command,
                cwd=ROOT if self.settings else "/",
                env={**os.environ, **self.settings},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=(self.held,),
            )
        self.started()
        try:
            async with asyncio.timeout(START_SECONDS):
                while not await self.ready():
                    if self.running.returncode is not None:
                        break
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise CannotStart(f"{self.name} is not ready: see {self.log}") from None
        if self.running.returncode is not None:
            raise CannotStart(f"{self.name} does not start: see {self.log}")

    def watch(self) -> None:
        self.watching = asyncio.create_task(self.keep())

    async def keep(self) -> None:
        while True:
            assert self.running is not None
            status = await self.running.wait()
            how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
            say(f"{self.name} is dead ({how}); it is started again in {AGAIN_SECONDS} s")
            await asyncio.sleep(AGAIN_SECONDS)
            try:
                await self.start()
            except CannotStart as reason:
                say(str(reason))
            else:
                say(f"{self.name} is back: pid {self.running.pid}")

    async def stop(self) -> None:
        if self.watching is not None:
            self.watching.cancel()
        if self.running is None or self.running.returncode is not None:
            return
        self.running.send_signal(self.ends)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self.running.wait()
        except TimeoutError:
            say(f"{self.name} does not end: killed")
            self.running.kill()
            await self.running.wait()


async def postgres() -> tuple[Service, str]:
    """The service, whose database is made first, and its address. Raises CannotStart."""
    port, home = free_port(), PLACE / "postgresql"
    data, as_user = home / "data", []
    home.mkdir(exist_ok=True)
    if os.getuid() == 0:  # it refuses to run as root
        shutil.chown(home, USER)
        as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--"]
    if not data.exists():
        options = ("--auth", "trust", "--encoding", "UTF8", "--no-locale", "--username", USER)
        making = await asyncio.create_subprocess_exec(
            *(*as_user, program("initdb"), "--pgdata", str(data), *options),
            cwd="/",
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        told, _ = await making.communicate()
        if making.returncode:
            shutil.rmtree(data, ignore_errors=True)
            raise CannotStart(f"PostgreSQL cannot be set up in {home}:\n{told.decode()}")

    async def ready() -> bool:
        asking = (program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port))
        return await (await asyncio.create_subprocess_exec(*asking, cwd="/")).wait() == 0

    # What is acknowledged to a player is on disk.
    settings = ("fsync=on", "synchronous_commit=on", "listen_addresses=127.0.0.1")
    chosen = [part for each in settings for part in ("-c", each)]
    command = (program("postgres"), "-D", str(data), "-p", str(port), "-k", str(home), *chosen)
    service = Service("postgresql", (*as_user, *command), ready, ends=signal.SIGINT)
    return service, f"postgresql://{USER}@127.0.0.1:{port}/{USER}"


def redis() -> tuple[Service, str]:
    port = free_port()
    options = ("--port", str(port), "--bind", "127.0.0.1", "--dir", str(PLACE))
    command = (program("redis-server"), *options, "--save", "", "--appendonly", "no")
    service = Service("redis", command, lambda: answers(port, b"PING\r\n", b"+PONG"))
    return service, f"redis://127.0.0.1:{port}/0"


def node(number: int, port: int, database: str, bell: str) -> Service:
    settings = {
        "PULYA_HOST": "127.0.0.1",
        "PULYA_PORT": str(port),
        "PULYA_NODE": f"{socket.gethostname()[:24]}:{port}",  # never one name for all three
        "PULYA_DB": database,
        "PULYA_REDIS": bell,
        "PULYA_PROXIES": "1",
        "PULYA_DRAIN": str(DRAIN_SECONDS),
    }
    command = (sys.executable, "-m", "server")
    return Service(f"node{number}", command, lambda: takes_work(port), settings)


def proxy(port: int, nodes: Sequence[int]) -> Service:
    addresses = {f"NODE{n}": f"127.0.0.1:{each}" for n, each in enumerate(nodes, 1)}
    command = (program("haproxy"), "-db", "-f", str(ROOT / "deploy" / "haproxy.cfg"))
    # At once: the nodes have told their sockets to move, and are gone.
    return Service(
        "proxy",
        command,
        lambda: takes_work(port),
        {"BIND": f"127.0.0.1:{port}", **addresses},
        ends=signal.SIGINT,
    )


class Running:
    """The file `pids`, locked as long as anything lives that this cluster has started.

    The programs have it open like the cluster itself, so that whoever is left over is noticed.
    """

    def __init__(self) -> None:
        self.file = (PLACE / "pids").open("a+")

    def take(self) -> None:
        """Raises CannotStart: an earlier cluster still runs."""
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.file.seek(0)
            pids = [pid for pid in self.file.read().split() if lives(int(pid))]
            # The cluster itself is the first, and ends the others in order.
            raise CannotStart(f"an earlier cluster still runs: kill {' '.join(pids)}") from None

    def tell(self, pids: Sequence[int]) -> None:
        self.file.truncate(0)
        self.file.write(" ".join(map(str, pids)))
        self.file.flush()


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        pass
    return True


def chosen_port() -> int:
    """Raises CannotStart."""
    text = os.environ.get("PULYA_PORT") or "8080"
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        raise CannotStart(f"PULYA_PORT={text}: must be a whole number from 1 to 65535")
    return int(text)


class Cluster:
    """All services, in the order in which they are started."""

    def __init__(self) -> None:
        self.services: list[Service] = []
        self.pids = Running()

    async def started(self, *services: Service) -> None:
        """Those that come up together. Raises CannotStart."""
        self.services += services
        for service in services:
            service.held, service.started = self.pids.file.fileno(), self.tell
        await asyncio.gather(*(service.start() for service in services))
        for service in services:
            service.watch()

    async def start(self) -> None:
        """Raises CannotStart."""
        port = chosen_port()
        self.pids.take()
        self.tell()
        if await said(port, b"GET / HTTP/1.0\r\n\r\n"):
            raise CannotStart(f"port {port} is taken: PULYA_PORT=8090 make cluster")
        database, bell = os.environ.get("PULYA_DB"), os.environ.get("PULYA_REDIS")
        if not database:
            store, database = await postgres()
            await self.started(store)
        if not bell:
            ring, bell = redis()
            await self.started(ring)
        ports = [free_port() for _ in range(NODES)]
        nodes = [node(number, each, database, bell) for number, each in enumerate(ports, 1)]
        await self.started(*nodes)
        await self.started(proxy(port, ports))
        for service in self.services:
            assert service.running is not None
            say(f"{service.name:<12} pid {service.running.pid}")
        say(f"logs and data: {PLACE}")
        say(f"http://localhost:{port}")

    def tell(self) -> None:
        running = [each.running for each in self.services if each.running is not None]
        pids = [process.pid for process in running if process.returncode is None]
        self.pids.tell([os.getpid(), *pids])

    async def stop(self) -> None:
        """The nodes first, while the proxy still leads their pages from one to the other."""
        nodes = [service for service in self.services if service.name.startswith("node")]
        await asyncio.gather(*(service.stop() for service in nodes))
        for service in reversed(self.services):
            await service.stop()


async def main() -> int:
    PLACE.mkdir(parents=True, exist_ok=True)
    told, cluster = asyncio.Event(), Cluster()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN:
            continue  # under nohup it outlives its terminal
        asyncio.get_running_loop().add_signal_handler(number, told.set)
    starting = asyncio.create_task(cluster.start())
    waiting = asyncio.create_task(told.wait())
    try:
        await asyncio.wait([starting, waiting], return_when=asyncio.FIRST_COMPLETED)
        if starting.done():
            starting.result()
        await waiting
        say("stopping")
    except CannotStart as reason:
        say(str(reason))
        return 1
    finally:
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await cluster.stop()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
