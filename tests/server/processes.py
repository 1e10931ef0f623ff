"""A server as a process of its own, as `make play` starts it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

from aiohttp import ClientError, ClientSession, ClientTimeout

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 20
"""Seconds to come up."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """`python -m server` on a database; `kill` leaves it no time for anything."""

    program = ("-m", "server")

    def __init__(self, database: Path, **settings: str) -> None:
        self.port = free_port()
        self.settings = {
            "PULYA_HOST": "127.0.0.1",
            "PULYA_PORT": str(self.port),
            "PULYA_DB": f"sqlite:///{database}",
            **settings,
        }
        self.log = database.with_suffix(".log")
        self.running: asyncio.subprocess.Process | None = None
        self.root = ROOT
        """Where the program is."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def spawn(self) -> None:
        """Begin to start it, and wait for nothing."""
        with self.log.open("ab") as log:
            self.running = await asyncio.create_subprocess_exec(
                sys.executable,
                *self.program,
                cwd=self.root,
                env={**os.environ, **self.settings},
                stdout=log,
                stderr=log,
            )

    async def start(self, http: ClientSession) -> None:
        await self.spawn()
        assert self.running is not None
        async with asyncio.timeout(PATIENCE):
            while not await self.answers(http):
                assert self.running.returncode is None, self.log.read_text()
                await asyncio.sleep(0.02)

    async def answers(self, http: ClientSession) -> bool:
        try:
            async with http.get(f"{self.url}/healthz", timeout=ClientTimeout(5)) as response:
                return response.status == 200
        except (ClientError, TimeoutError):
            return False

    async def kill(self) -> None:
        await self.end(signal.SIGKILL)

    async def stop(self) -> int:
        """Its exit status."""
        return await self.end(signal.SIGTERM)

    async def end(self, how: signal.Signals) -> int:
        assert self.running is not None
        if self.running.returncode is None:
            self.running.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            return await self.running.wait()
