"""SQLite on a full file system: a coded refusal, nothing acknowledged lost, and on it goes."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from tests.server.nodes import rows
from tests.server.people import Person, new_id
from tests.server.processes import Process
from tests.server.sockets import PATIENCE, Refusal

SIZE = 3 << 20
PIECE = bytes(1 << 16)


class Disk:
    """A tiny file system; where none can be mounted, files that may not grow."""

    def __init__(self, place: Path) -> None:
        self.place = place
        place.mkdir()
        options = ("-t", "tmpfs", "-o", f"size={SIZE}", "pulya", str(place))
        mounting = subprocess.run(["mount", *options], capture_output=True)
        self.mounted = mounting.returncode == 0

    def fill(self, pid: int) -> None:
        if not self.mounted:
            size = max(file.stat().st_size for file in self.place.iterdir())
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
            return
        with (self.place / "filler").open("wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(PIECE)
            except OSError as full:
                if full.errno != errno.ENOSPC:
                    raise

    def empty(self, pid: int) -> None:
        unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
        (self.place / "filler").unlink(missing_ok=True)

    def remove(self) -> None:
        if self.mounted:
            subprocess.run(["umount", str(self.place)], check=True)


@pytest.fixture
async def disk(tmp_path: Path) -> AsyncIterator[Disk]:
    disk = Disk(tmp_path / "disk")
    yield disk
    disk.remove()


@pytest.fixture
async def process(disk: Disk, tmp_path: Path) -> AsyncIterator[Process]:
    process = Process(disk.place / "pulya.db", PULYA_RATE="1000000", PULYA_BOT_PAUSE="0")
    process.log = tmp_path / "server.log"
    yield process
    if process.running is not None:
        await process.kill()


async def test_a_full_disk_refuses_and_loses_nothing(
    disk: Disk, process: Process, crowd: ClientSession
) -> None:
    await process.start(crowd)
    assert process.running is not None
    anna = await Person.guest(crowd, process.url)
    acknowledged: dict[str, str] = {}

    async def opens(id: str) -> None:
        done = await anna.command("", "open", id=id, rules="festival-2011", players=3, deals=1)
        acknowledged[id] = done["stream"]

    async def refused(id: str) -> bool:
        """Because nothing can be written; nothing else may be wrong."""
        try:
            await opens(id)
        except Refusal as refusal:
            if refusal.code != "try_again":
                raise
            return True
        return False

    for _ in range(20):
        await opens(new_id())
    disk.fill(process.running.pid)
    async with asyncio.timeout(PATIENCE):
        while not await refused(last := new_id()):
            pass  # what lies ready for it may still be used
    assert [await refused(last) for _ in range(3)] == [True, True, True]
    assert process.running.returncode is None
    disk.empty(process.running.pid)
    async with asyncio.timeout(PATIENCE):
        while await refused(last):  # noqa: ASYNC110 - a process
            await asyncio.sleep(0.05)
    await opens(new_id())
    for again in (False, True):  # also for one that is started anew
        if again:
            await process.kill()
            await process.start(crowd)
        query = "select command, stream from entry where n = 1"
        kept = sorted(rows(disk.place / "pulya.db", query))
        assert kept == sorted((f"{anna.person}:{id}", at) for id, at in acknowledged.items())
    assert "incident" not in process.log.read_text()
    assert os.listdir(disk.place)
