"""Play at a table: a lost connection, a pulya by the keyboard, nothing that overlaps on a phone."""

import asyncio
import random
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.clicker import Clicker
from tests.browser.evening import OPTION, SHOWN, Arrive, Come, until_asked, with_bots
from tests.browser.test_pulya import PHONE

PULYA_SECONDS = 60
BOXES = """() => Object.fromEntries(
  [".mine .prompt", ".mine .hand", ".mine .row", ".middle .tools", "header"]
    .map((where) => [where, document.querySelector(where)?.getBoundingClientRect()])
    .filter(([, box]) => box && box.height > 0)
    .map(([where, { left, top, right, bottom }]) => [where, { left, top, right, bottom }]),
)"""
KEYED = """() => {
  const shown = (id) => [...document.querySelectorAll(`[data-testid="${id}"]`)];
  const table = document.querySelector('[data-testid="table"]');
  return {
    at: `${table?.dataset.phase} ${table?.dataset.deal} ${table?.dataset.ask}`,
    phase: table?.dataset.phase,
    order: shown("order").length > 0,
    contracts: shown("contract").length > 0,
    options: shown("option").map((e) => e.querySelector("kbd").textContent),
    cards: shown("card").length,
    last: shown("last-trick").length > 0,
    claim: shown("claim-yes").length > 0,
    ready: shown("ready").some((e) => !e.disabled),
  };
}"""


async def test_a_reconnect_in_the_middle_of_a_trick(arrive: Arrive, come: Come) -> None:
    guest = await with_bots(arrive)
    page = await come(guest)
    clicker = Clicker(page, random.Random(4))
    while True:
        state = await clicker.look()
        if state["cards"] and not state["order"] and state["trick"]:
            break
        assert state["phase"] != "finished"
        await clicker.step(state)
    before = await page.evaluate(SHOWN)
    number = state["number"]
    await page.context.set_offline(True)
    await page.get_by_test_id("offline").wait_for()
    await expect(page.get_by_test_id("card")).to_have_count(0)
    await page.context.set_offline(False)
    await page.get_by_test_id("offline").wait_for(state="detached")
    await page.get_by_test_id("card").first.wait_for()
    assert await page.evaluate(SHOWN) == before
    assert (await clicker.look())["number"] == number
    await clicker.play()


async def test_a_gap_that_the_socket_does_not_notice(arrive: Arrive, come: Come) -> None:
    """The browser is told of a gap and of its end; the connection has stood all the while."""
    page = await come(await with_bots(arrive))
    await until_asked(page)
    await page.evaluate("dispatchEvent(new Event('offline'))")
    await page.get_by_test_id("offline").wait_for()
    await expect(page.locator(f'{OPTION}, [data-testid="card"]')).to_have_count(0)
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.get_by_test_id("offline")).to_have_count(0)
    await until_asked(page)
    await page.context.set_offline(True)
    await page.wait_for_timeout(2000)
    await page.context.set_offline(False)
    await expect(page.get_by_test_id("offline")).to_have_count(0)
    await until_asked(page)


async def test_a_whole_deal_by_the_keyboard(arrive: Arrive, come: Come) -> None:
    """No mouse from the first call to the settlement, both letters of a word, arrows and digits."""
    page = await come(await with_bots(arrive))
    async with asyncio.timeout(PULYA_SECONDS):
        await keyed(page)
    await page.keyboard.press("?")
    await page.get_by_test_id("keys").wait_for()
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("keys")).to_have_count(0)


async def keyed(page: Page) -> None:
    press = page.keyboard.press
    pressed = ""
    looked = ordered = False
    while (state := await page.evaluate(KEYED))["phase"] != "finished":
        if state["at"] == pressed:
            await page.wait_for_timeout(15)
            continue
        if state["claim"]:
            await press("n")
            continue
        if state["order"]:
            await press("Digit2")
            await press("Minus")
            if state["contracts"]:
                await press("ArrowDown")
            await press("Enter")
            ordered = True
        elif state["options"]:
            await press("1" if not ordered else "ArrowLeft")
            if ordered:
                await press("Enter")
        elif state["cards"]:
            if state["last"] and not looked:
                await press("Space")
                last = page.locator('[data-testid="last-trick"][aria-pressed="true"]')
                await expect(last).to_have_count(1)
                await press("Space")
                await expect(last).to_have_count(0)
                looked = True
            await press("ArrowRight")
            await expect(page.locator(".raised")).to_have_count(1)
            await press("Enter")
        elif state["ready"]:
            await press("Enter")
        else:
            await page.wait_for_timeout(15)
            continue
        pressed = state["at"]
    assert looked
    assert ordered


@pytest.mark.parametrize("players", [3, 4])
async def test_on_a_phone_nothing_overlaps(players: int, arrive: Arrive, come: Come) -> None:
    page = await come(await with_bots(arrive, players=players, pace="usual", deals=3), PHONE)
    clicker = Checker(page, random.Random(players))
    await clicker.play()
    assert clicker.compared > 30


class Checker(Clicker):
    """Looks whether the parts of the near side keep apart, whenever something is to be done."""

    compared: int = 0

    async def look(self) -> dict[str, Any]:
        state = await super().look()  # which sees to the width, too
        if state["phase"] == "playing" and (state["options"] or state["cards"]):
            boxes = await self.page.evaluate(BOXES)
            for one in boxes:
                for other in boxes:
                    if one < other:
                        assert apart(boxes[one], boxes[other]), (one, other, boxes)
                        self.compared += 1
        return state


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    slack = 1.5
    beside = one["right"] <= other["left"] + slack or other["right"] <= one["left"] + slack
    above = one["bottom"] <= other["top"] + slack or other["bottom"] <= one["top"] + slack
    return beside or above
