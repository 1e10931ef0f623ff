"""A PostgreSQL of the test's own, which can go away and come back."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from pathlib import Path

from tests.server.processes import PATIENCE, free_port

USER = "postgres"


def program(name: str) -> str:
    """Where a program of the server is: distributions keep them off PATH."""
    found = shutil.which(name)
    if found is None:
        installed = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
        newest = max(installed, key=lambda path: int(path.parts[-3]), default=None)
        assert newest is not None, f"{name} is missing: tools/setup-debian.sh"
        found = str(newest)
    return found


class PostgresServer:
    """`create` and `start`, then `url` of a database in it; `remove` at the end.

    Every commit is on disk before it is told of, as it would be in earnest.
    """

    def __init__(self) -> None:
        # Not below pytest's directories, into which only their owner may look.
        self.directory = Path(tempfile.mkdtemp(prefix="pulya-postgres-"))
        self.port = free_port()
        self.running: asyncio.subprocess.Process | None = None
        self.as_user: list[str] = []
        if os.getuid() == 0:  # it refuses to run as root
            shutil.chown(self.directory, USER)
            self.as_user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups", "--"]

    def url(self, database: str = USER, port: int = 0) -> str:
        """As the server's settings take it; `port` is that of a link in between."""
        return f"postgresql://{USER}@127.0.0.1:{port or self.port}/{database}"

    async def create(self) -> None:
        await self.run(
            *(program("initdb"), "--pgdata", str(self.directory / "data"), "--username", USER),
            *("--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync"),
        )

    async def start(self) -> None:
        with (self.directory / "server.log").open("ab") as log:
            self.running = await asyncio.create_subprocess_exec(
                *self.as_user,
                *(program("postgres"), "-D", str(self.directory / "data"), "-p", str(self.port)),
                *("-k", str(self.directory), "-c", "listen_addresses=127.0.0.1"),
                *("-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "max_connections=200"),
                cwd="/",
                stdout=log,
                stderr=log,
            )
        async with asyncio.timeout(PATIENCE):
            while not await self.answers():
                assert self.running.returncode is None, self.log
                await asyncio.sleep(0.05)

    @property
    def log(self) -> str:
        return (self.directory / "server.log").read_text()

    async def answers(self) -> bool:
        """Whether it takes connections: while it recovers it does not."""
        asking = await asyncio.create_subprocess_exec(
            *(program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)), cwd="/"
        )
        return await asking.wait() == 0

    async def make_database(self, name: str) -> str:
        """The URL of a new empty database."""
        await self.sql(f'create database "{name}"')
        return self.url(name)

    async def sql(self, statement: str, database: str = USER) -> str:
        """What psql prints, without headings."""
        at = ("-h", "127.0.0.1", "-p", str(self.port), "-U", USER, "-d", database)
        return await self.run(program("psql"), *at, "-X", "-q", "-A", "-t", "-c", statement)

    async def run(self, *command: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *self.as_user,
            *command,
            cwd="/",
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode == 0, said.decode()
        return said.decode()

    async def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT cuts all connections and shuts down in order, SIGQUIT at once as in a crash."""
        if self.running is not None and self.running.returncode is None:
            self.running.send_signal(how)
            async with asyncio.timeout(PATIENCE):
                await self.running.wait()

    async def remove(self) -> None:
        await self.stop(signal.SIGQUIT)
        shutil.rmtree(self.directory, ignore_errors=True)
