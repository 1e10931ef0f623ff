"""A server in a process of its own, and a browser."""

import asyncio
import json
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser, Page, async_playwright

from tests.browser.clicker import SLOW
from tests.browser.company import Guest
from tests.browser.evening import Arrive, Come

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 20
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
CHROMIUM_ARGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def is_up(url: str) -> bool:
    try:
        async with aiohttp.ClientSession() as http, http.get(f"{url}/healthz") as answer:
            return answer.status == 200
    except aiohttp.ClientError:
        return False


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server has its database and its log."""
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="session")
async def url(home: Path) -> AsyncIterator[str]:
    """Where the server is, with bots that do not pause."""
    port = free_port()
    settings = {
        "PULYA_HOST": "127.0.0.1",
        "PULYA_PORT": str(port),
        "PULYA_DB": f"sqlite:///{home / 'pulya.db'}",
        "PULYA_BOT_PAUSE": "0",
        "PULYA_RATE": "1000",
    }
    with (home / "log").open("wb") as log:
        server = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.browser.roomy",
            cwd=ROOT,
            env=os.environ | settings,
            stderr=log,
        )
    try:
        async with asyncio.timeout(START_SECONDS):
            while not await is_up(f"http://127.0.0.1:{port}"):
                assert server.returncode is None, (home / "log").read_text()
                await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        assert server.returncode is None, (home / "log").read_text()
        assert "incident" not in (home / "log").read_text()
    finally:
        if server.returncode is None:
            server.terminate()
        await server.wait()


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=CHROMIUM_ARGS
        )
        yield chromium
        await chromium.close()


@pytest.fixture(scope="session")
def album() -> Path:
    """Where screenshots go: git does not see it."""
    place = ROOT / "build" / "screenshots"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    return place


@pytest.fixture
async def come(url: str, browser: Browser) -> AsyncIterator[Come]:
    """Opens a browser that is a guest, at his table."""
    contexts = []

    async def coming(guest: Guest, screen: dict[str, Any] = WIDE, **choices: Any) -> Page:
        context = await browser.new_context(**screen)
        contexts.append(context)
        name, value = guest.cookie.split("=", 1)
        await context.add_cookies([{"name": name, "value": value, "url": url}])
        chosen = json.dumps({"lang": "ru", "speed": 0} | choices)
        await context.add_init_script(f"localStorage.pulya ??= {json.dumps(chosen)}")
        page = await context.new_page()
        page.set_default_timeout(SLOW)
        await page.goto(guest.place)
        await page.get_by_test_id("table").wait_for()
        return page

    yield coming
    for context in contexts:
        await context.close()


@pytest.fixture
async def arrive(url: str) -> AsyncIterator[Arrive]:
    """Somebody comes, with a name and a socket."""
    guests: list[Guest] = []

    async def arriving(name: str) -> Guest:
        guests.append(await Guest(url, name).arrive())
        return guests[-1]

    yield arriving
    for guest in guests:
        await guest.leave()
