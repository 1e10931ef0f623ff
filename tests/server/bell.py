"""A Redis of the test's own, which can go away and come back."""

from __future__ import annotations

import asyncio
import shutil
import signal
from pathlib import Path

from tests.server.processes import PATIENCE, free_port


class RedisServer:
    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.port = free_port()
        self.running: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        program = shutil.which("redis-server")
        assert program is not None, "redis-server is missing: tools/setup-debian.sh"
        options = f"--port {self.port} --bind 127.0.0.1 --save '' --appendonly no"
        self.running = await asyncio.create_subprocess_exec(
            program,
            *(option.strip("'") for option in options.split(" ")),
            "--dir",
            str(self.directory),
            stdout=asyncio.subprocess.DEVNULL,
        )
        async with asyncio.timeout(PATIENCE):
            while not await self.answers():
                assert self.running.returncode is None, "redis-server does not start"
                await asyncio.sleep(0.01)

    async def answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        writer.write(b"PING\r\n")
        answer = await reader.readline()
        writer.close()
        return answer == b"+PONG\r\n"

    async def command(self, *words: str) -> None:
        """Any command, in the protocol's plain form."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(" ".join(words).encode() + b"\r\n")
        await reader.readline()
        writer.close()

    async def stop(self) -> None:
        if self.running is not None and self.running.returncode is None:
            self.running.send_signal(signal.SIGKILL)
            await self.running.wait()
