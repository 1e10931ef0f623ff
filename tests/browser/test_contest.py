"""A contest in the page: by a link, without a name at first, to one's table and the standings."""

import time
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.browser.company import Guest
from tests.browser.evening import Arrive
from tests.browser.test_friends import guest
from tests.browser.test_pulya import DESKTOP, PHONE

MINUTE = 60_000
PROJECTOR = {"viewport": {"width": 1920, "height": 1080}}


async def organised(director: Guest) -> str:
    """A contest of one tour with two bots; who organises has an account."""
    await director.has_account(director.name, "a long enough password")
    soon = int(time.time() * 1000) + 60 * MINUTE
    plan = {
        "title": "Кубок двора",
        "formula": "points-4321",
        "rules": "festival-2011",
        "registration_until": soon,
        "draw_at": soon,
        "tours": [{"starts": soon, "seconds": 3600}],
        "zone": "Europe/Moscow",
    }
    stream = await director.act("create", plan=plan)
    for bot in ("bot-1", "bot-2"):
        await rule(director, "add", person=bot, bot=True)
    return stream


async def rule(director: Guest, what: str, **fields: Any) -> None:
    seen = (await director.seen())["contest"]
    await director.act(what, why="so it was agreed", after=len(seen["deeds"]), **fields)


async def picture(page: Page, album: Path, name: str) -> None:
    """Of the whole page, which is never wider than its window."""
    root = "document.documentElement"
    assert await page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), name
    await page.screenshot(path=album / f"contest-{name}.png", full_page=True)


async def test_by_a_link_to_the_table_and_the_standings(
    url: str, browser: Browser, arrive: Arrive, album: Path
) -> None:
    director = await arrive("Vera Pavlovna")
    stream = await organised(director)
    place = f"{url}/#/contest/{stream}"

    screen = await (await browser.new_context(**PROJECTOR)).new_page()
    await screen.goto(f"{place}/screen")
    await expect(screen.get_by_test_id("projector")).to_have_attribute("data-page", "entrants")

    page = await (await browser.new_context(**PHONE)).new_page()
    await page.goto(place)
    await expect(page.get_by_test_id("my-part")).to_have_attribute("data-part", "visitor")
    await picture(page, album, "visitor")
    await page.get_by_test_id("my-part").get_by_test_id("enter").click()
    await page.get_by_test_id("name").fill("Митя")
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("register").click()
    await expect(page.get_by_test_id("my-part")).to_have_attribute("data-part", "entered")
    await expect(page.get_by_test_id("entrants").get_by_role("listitem")).to_have_count(3)

    for step, tour in (("close", 0), ("draw", 0), ("call", 1)):
        await rule(director, "start", step=step, tour=tour)
    await expect(screen.get_by_test_id("projector")).to_have_attribute("data-page", "tables")
    await picture(screen, album, "projector")
    await page.get_by_test_id("here").wait_for()
    await picture(page, album, "called")
    await page.get_by_test_id("here").click()

    # The tour opens with the last who comes: the page goes to the table by itself.
    await page.get_by_test_id("table").wait_for()
    await expect(page.get_by_test_id("herald")).to_be_visible()
    assert f"{stream}-1-1" in page.url

    await rule(director, "give", tour=1, table=1, whists=["60", "-20", "-40"])
    await page.goto(f"{place}/standings")
    await expect(page.get_by_test_id("standing")).to_have_count(3)
    await page.get_by_test_id("standing").first.click()
    await picture(page, album, "standings")
    await page.get_by_test_id("part-log").click()
    await expect(page.get_by_test_id("log").get_by_role("listitem")).to_have_count(6)
    await page.get_by_test_id("part-tours").click()
    seal = (await director.seen())["contest"]["tours"][0]["seal"]
    await page.get_by_test_id("seal").locator("summary").click()
    await expect(page.get_by_test_id("seal")).to_contain_text(f"{seal['n']} · {seal['chain'][:16]}")
    await expect(page.get_by_test_id("seal").locator("code")).to_have_text(seal["chain"])
    await picture(page, album, "sealed")
    await page.get_by_test_id("pulya").click()
    await expect(page.get_by_test_id("pulya-dialog")).to_contain_text("+60")
    await rule(director, "end")
    await page.get_by_test_id("close").click()
    await expect(page.get_by_test_id("podium").get_by_role("listitem")).to_have_count(3)


async def test_who_has_no_account_is_told_so(url: str, browser: Browser) -> None:
    page = await guest(browser, DESKTOP, f"{url}/#/contests/new", "Гость")
    await page.get_by_test_id("plan-account").wait_for()
    await page.get_by_test_id("plan-title").fill("Мой турнир")
    await page.get_by_test_id("create-contest").click()
    await expect(page.get_by_test_id("plan-refused")).to_have_attribute("data-code", "no_account")
