"""A pulya of four deals by clicks against bots, from the name to the settlement."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from playwright.async_api import Browser, Page

from game.notation import finished, parse
from tests.browser.clicker import Clicker

DEALS = 4
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


class Evening(NamedTuple):
    rules: str
    players: int
    screen: dict[str, Any]
    lang: str
    scheme: Literal["light", "dark"]
    seed: int


EVENINGS = {
    "festival-desktop": Evening("festival-2011", 4, DESKTOP, "ru", "light", 1),
    "fspr-phone": Evening("fspr-2006", 3, PHONE, "ru", "light", 2),
    "code-phone": Evening("fspr-code-6", 4, PHONE, "en", "dark", 3),
}


async def arrive(page: Page, clicker: Clicker, evening: Evening) -> None:
    """Give a name, open a table, fill it with bots."""
    await page.get_by_test_id("name").fill("Анна" if evening.lang == "ru" else "Anna")
    await clicker.picture("welcome")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id(f"players-{evening.players}").check()
    await page.get_by_test_id("more").click()
    await page.get_by_test_id(f"rules-{evening.rules}").check()
    await page.get_by_test_id("deals-number").fill(str(DEALS))
    await clicker.picture("lobby")
    await page.get_by_test_id("open-table").click()
    await page.get_by_test_id("fill").wait_for()
    await clicker.picture("gathering")
    await page.get_by_test_id("fill").click()


@pytest.mark.parametrize("name", EVENINGS)
async def test_a_pulya_against_bots(name: str, url: str, browser: Browser, album: Path) -> None:
    evening = EVENINGS[name]
    context = await browser.new_context(**evening.screen, color_scheme=evening.scheme)
    choices = json.dumps({"lang": evening.lang, "speed": 0})
    await context.add_init_script(f"localStorage.pulya ??= {json.dumps(choices)}")
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    clicker = Clicker(page, random.Random(evening.seed), album / name)

    await page.goto(url)
    await arrive(page, clicker, evening)
    await clicker.play()

    await clicker.picture("finished")
    assert len(clicker.results) == DEALS - 1  # after the last deal there is nobody to be ready for
    assert await page.get_by_test_id("line").count() > 0
    settled = await page.get_by_test_id("settled").evaluate_all(
        "cells => cells.map((cell) => cell.dataset.result)"
    )
    assert len(settled) == evening.players
    assert sum(map(Fraction, settled)) == 0
    href = await page.get_by_test_id("deals-txt").get_attribute("href")
    assert href is not None
    answer = await context.request.get(url + href)
    assert len([finished(text) for text in parse(await answer.text())]) == DEALS
    await page.get_by_test_id("to-lobby").click()
    await page.get_by_test_id("lobby").wait_for()
    # The first visit has no session yet: that is not an error of the page.
    assert [error for error in errors if "401" not in error] == []
    await context.close()
