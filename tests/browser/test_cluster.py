"""`make cluster`: a browser plays through the proxy, and any node may be killed meanwhile."""

import asyncio
import os
import random
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, TimeoutError, WebSocket, expect

from tests.browser.clicker import Clicker
from tests.browser.company import Guest
from tests.browser.conftest import ROOT, free_port
from tests.browser.evening import with_bots

PATIENCE = 60
NODES = ("node1", "node2", "node3")


@dataclass
class Cluster:
    """The program, and what it has printed."""

    place: Path
    port: int = field(default_factory=free_port)
    lines: list[str] = field(default_factory=list)
    running: asyncio.subprocess.Process | None = None
    reading: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    async def start(self) -> None:
        settings = {"CLUSTER": str(self.place), "PULYA_PORT": str(self.port)}
        settings |= {"PULYA_BOT_PAUSE": "0", "PULYA_RATE": "1000"}
        self.running = await asyncio.create_subprocess_exec(
            *(sys.executable, "tools/cluster.py"),
            cwd=ROOT,
            env=os.environ | settings,
            stdout=asyncio.subprocess.PIPE,
        )
        self.reading = asyncio.create_task(self.read())
        await self.prints(f"^{self.url}$")

    async def read(self) -> None:
        assert self.running is not None
        assert self.running.stdout is not None
        async for line in self.running.stdout:
            self.lines.append(line.decode().rstrip())

    async def prints(self, pattern: str) -> str:
        """Wait for a line; the last of those that are like that."""
        assert self.running is not None
        async with asyncio.timeout(PATIENCE):
            while not (found := [line for line in self.lines if re.search(pattern, line)]):
                assert self.running.returncode is None, self.lines
                await asyncio.sleep(0.02)
        return found[-1]

    async def kill(self, name: str) -> None:
        pid = int((await self.prints(f"^{name}.* pid ")).split()[-1])
        os.kill(pid, signal.SIGKILL)
        await self.prints(f"^{name} is dead")

    async def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ctrl-C, or what a terminal says that is closed; the exit status."""
        assert self.running is not None
        assert self.reading is not None
        if self.running.returncode is None:
            self.running.send_signal(how)
        async with asyncio.timeout(PATIENCE):
            await self.running.wait()
        await self.reading
        return self.running.returncode or 0


@pytest.fixture
async def cluster() -> AsyncIterator[Cluster]:
    # Not below pytest's directories, into which PostgreSQL may not look.
    with tempfile.TemporaryDirectory(prefix="pulya-cluster-") as place:
        os.chmod(place, 0o755)
        cluster = Cluster(Path(place))
        try:
            await cluster.start()
            yield cluster
        finally:
            await cluster.stop()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def closes(sockets: list[WebSocket]) -> bool:
    """Whether these are closed: a proxy passes that on at once."""
    for _ in range(50):
        if all(socket.is_closed() for socket in sockets):
            return True
        await asyncio.sleep(0.02)
    return False


async def step(clicker: Clicker) -> None:
    state = await clicker.look()
    if state["order"] and len(state["cards"]) < 3:
        await clicker.page.wait_for_timeout(50)  # it is on its way
        return
    with suppress(TimeoutError):  # what he saw was over before he clicked
        await clicker.step(state)


async def test_the_page_comes_back_whichever_node_is_killed(
    cluster: Cluster, browser: Browser
) -> None:
    guests: list[Guest] = []

    async def arrive(name: str) -> Guest:
        guests.append(await Guest(cluster.url, name).arrive())
        return guests[-1]

    anna = await with_bots(arrive, deals=1)
    await anna.leave()
    context = await browser.new_context(locale="ru-RU")
    name, value = anna.cookie.split("=", 1)
    await context.add_cookies([{"name": name, "value": value, "url": cluster.url}])
    page = await context.new_page()
    sockets: list[WebSocket] = []
    page.on("websocket", lambda socket: sockets.append(socket))
    await page.goto(anna.place)
    await page.get_by_test_id("table").wait_for()
    clicker = Clicker(page, random.Random(5))

    async def answers(count: int) -> None:
        for _ in range(count):
            number = (await clicker.look())["number"]
            while (await clicker.look())["number"] == number:
                await step(clicker)

    await answers(1)
    used = [*sockets]
    for killed in NODES:
        await cluster.kill(killed)
        if await closes(used):
            break
    assert all(socket.is_closed() for socket in used), "its node was not among those killed"
    async with asyncio.timeout(PATIENCE):
        while all(socket.is_closed() for socket in sockets):
            await page.wait_for_timeout(20)
    await expect(page.get_by_test_id("offline")).to_have_count(0)
    await answers(2)
    assert await page.get_by_test_id("toast").count() == 0
    await context.close()
    async with asyncio.timeout(PATIENCE):  # who was killed is started again after a moment
        while len(started := (cluster.place / "pids").read_text().split()) < 7:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert await cluster.stop(signal.SIGHUP) == 0
    assert [pid for pid in started if alive(int(pid))] == []
