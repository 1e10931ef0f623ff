"""Two people at one table: the link, a reload, a lost connection, an end that is agreed on."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from tests.browser.clicker import Clicker
from tests.browser.test_pulya import DESKTOP, PHONE

DEALS = 3


async def guest(browser: Browser, screen: dict[str, Any], where: str, name: str) -> Page:
    """Somebody by this name, come to this address."""
    context = await browser.new_context(**screen)
    choices = json.dumps({"lang": "ru", "speed": 0, "deals": DEALS, "players": 3})
    await context.add_init_script(f"localStorage.pulya ??= {json.dumps(choices)}")
    page = await context.new_page()
    await page.goto(where)
    await page.get_by_test_id("name").fill(name)
    await page.get_by_test_id("enter").click()
    return page


class Claimer(Clicker):
    """Proposes an end as soon as he may, once a deal, and keeps to what the page proposes."""

    proposed: str = ""

    async def step(self, state: dict[str, Any]) -> None:
        deal = state["number"].split()[0]
        if not state["mayClaim"] or not state["cards"] or self.proposed == deal:
            return await super().step(state)
        self.proposed = deal
        await self.page.get_by_test_id("claim-open").click()
        await self.page.get_by_test_id("claim").wait_for()
        await self.picture("claim")
        await self.page.get_by_test_id("send-claim").click()
        await self.picture("claim-waits")


async def reloads(clicker: Clicker) -> None:
    """A page that is loaded again is at the same table."""
    await clicker.page.reload()
    await clicker.page.get_by_test_id("felt").wait_for()


async def loses_connection(clicker: Clicker) -> None:
    """Nothing can be clicked without a connection; it comes back by itself."""
    context, page = clicker.page.context, clicker.page
    await context.set_offline(True)
    await page.get_by_test_id("offline").wait_for()
    await clicker.picture("offline")
    assert await page.get_by_test_id("option").count() == 0
    await context.set_offline(False)
    await page.get_by_test_id("offline").wait_for(state="detached")


async def test_friends_and_a_bot(url: str, browser: Browser, album: Path) -> None:
    anna = Claimer(await guest(browser, DESKTOP, url, "Анна"), random.Random(5), album / "anna")
    await anna.page.get_by_test_id("open-table").click()
    await anna.page.get_by_test_id("gathering").wait_for()
    page = await guest(browser, PHONE, anna.page.url, "Борис")
    boris = Clicker(page, random.Random(6), album / "boris")
    await boris.page.get_by_test_id("join").click()
    await boris.page.get_by_test_id("leave").wait_for()
    await anna.picture("gathering")
    await anna.page.get_by_test_id("fill").click()

    while await boris.page.get_by_test_id("felt").count() == 0:
        for clicker in (anna, boris):
            await clicker.step(await clicker.look())
    await reloads(anna)
    await loses_connection(boris)
    await asyncio.gather(anna.play(), boris.play())

    results = [
        await clicker.page.get_by_test_id("settled").evaluate_all(
            "cells => cells.map((cell) => cell.dataset.result)"
        )
        for clicker in (anna, boris)
    ]
    assert results[0] == results[1]
    for clicker in (anna, boris):
        await clicker.page.context.close()
