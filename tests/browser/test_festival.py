"""A festival for real: a director's browser, three players' browsers, bots, tours of 20 seconds."""

import asyncio
import random
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
from playwright.async_api import Browser, Page, TimeoutError, expect

from tests.browser.clicker import LOOK, Clicker
from tests.browser.evening import Arrive
from tests.browser.test_account import fits
from tests.browser.test_pulya import DESKTOP, PHONE
from tests.browser.tournament import asked, holder

BOTS = 9
TOUR_SECONDS, LAST_CIRCLE_SECONDS, DEALS = 20, 10, 2
WHOLE_SECONDS = 420
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}


class Album:
    """The first picture of each moment, looked at by whoever builds the page."""

    def __init__(self, place: Path) -> None:
        self.place = place / "festival"
        self.place.mkdir(exist_ok=True)
        self.taken: set[str] = set()

    async def take(self, page: Page, moment: str) -> None:
        if moment not in self.taken:
            self.taken.add(moment)
            await page.screenshot(path=self.place / f"{len(self.taken):02}-{moment}.png")
            assert await fits(page), moment


async def browses(browser: Browser, screen: dict[str, Any], place: str, name: str) -> Page:
    """A newcomer with a link: he gives his name and enters the contest."""
    page = await (await browser.new_context(locale="ru-RU", **screen)).new_page()
    await page.goto(place)
    await page.get_by_test_id("my-part").get_by_test_id("enter").click()
    await page.get_by_test_id("name").fill(name)
    await page.get_by_test_id("enter").click()
    await page.get_by_test_id("register").click()
    await expect(page.get_by_test_id("my-part")).to_have_attribute("data-part", "entered")
    return page


async def plays(page: Page, seed: int, album: Album, over: asyncio.Event) -> None:
    """He clicks what the page offers him: comes, plays, signs, goes to wait for the others."""
    clicker = Clicker(page, random.Random(seed))
    while not over.is_set():
        if await clicked(page, "here"):
            continue
        state = await page.evaluate(LOOK)
        if state["phase"] is None:
            if not await clicked(page, "to-table"):
                await page.wait_for_timeout(100)
        elif state["phase"] == "finished":
            await album.take(page, "settled")
            if not await clicked(page, "sign") and await page.get_by_test_id("to-contest").count():
                await album.take(page, "posted")
                await clicked(page, "to-contest")
            await page.wait_for_timeout(100)
        elif state["order"] and len(state["cards"]) < 3:
            await page.wait_for_timeout(100)  # it is on its way
        else:
            if await page.get_by_test_id("at-last-circle").count():
                await album.take(page, "last-circle")
            with suppress(TimeoutError):  # the deal went on without the click
                await clicker.step(state)


async def clicked(page: Page, testid: str) -> bool:
    """Whether it was there to be clicked."""
    target = page.get_by_test_id(testid).first
    if not await target.is_visible():
        return False
    with suppress(TimeoutError):  # it went away, or it is on its way already
        await target.click(timeout=1000)
    return True


async def act(page: Page, what: str) -> None:
    """The director chooses an act and sends it as it stands there."""
    await page.locator(f'[data-testid="act"][data-act="{what}"]:visible').last.click()
    await page.get_by_test_id("act-send").click()
    sure = page.get_by_test_id("act-sure")
    await page.wait_for_timeout(200)
    if await sure.is_visible():
        await sure.click()
    await page.get_by_test_id("act-dialog").wait_for(state="detached")


async def shown(url: str, stream: str) -> dict[str, Any]:
    """The contest as everybody may see it."""
    async with aiohttp.ClientSession() as http, http.get(f"{url}/api/contests/{stream}") as answer:
        contest: dict[str, Any] = (await answer.json())["contest"]
    return contest


async def test_from_the_link_to_the_podium(
    url: str, browser: Browser, arrive: Arrive, album: Path
) -> None:
    zoya, pictures, over = await holder(arrive, "Зоя"), Album(album), asyncio.Event()
    later = int(time.time() * 1000) + 3_600_000
    plan = {
        "title": "Зимний фестиваль",
        "formula": "festival",
        "rules": "festival-2011",
        "registration_until": later,
        "draw_at": later,
        "tours": [{"starts": later + n * 60_000, "seconds": TOUR_SECONDS} for n in range(3)],
        "zone": "Europe/Moscow",
        "pace": "usual",
        "deals": DEALS,
        "last_circle": LAST_CIRCLE_SECONDS,
        "no_show": 60,
        "signing": 30,
        "rest": 0,
    }
    stream = await asked(zoya, "", "create", plan=plan)
    place = f"{url}/#/contest/{stream}"
    players = [
        await browses(browser, screen, place, name)
        for name, screen in (("Анна", DESKTOP), ("Борис", PHONE), ("Вера", DESKTOP))
    ]
    for number in range(BOTS):
        bot = {"person": f"bot-{number + 1}", "bot": True, "after": number}
        await asked(zoya, stream, "add", why="боты играют", **bot)

    desk = await (await browser.new_context(locale="ru-RU", **DESKTOP)).new_page()
    name, value = zoya.cookie.split("=", 1)
    await desk.context.add_cookies([{"name": name, "value": value, "url": url}])
    await desk.goto(f"{place}/director")
    await desk.get_by_test_id("director").wait_for()
    screen = await (await browser.new_context(locale="ru-RU", **PROJECTOR)).new_page()
    await screen.goto(f"{place}/screen")
    await pictures.take(desk, "desk-registration")

    playing = [
        asyncio.create_task(plays(page, number, pictures, over))
        for number, page in enumerate(players)
    ]

    async def directs() -> None:
        """He lets each step that waits for its time happen at once."""
        while (contest := await shown(url, stream))["phase"] != "ending":
            tour = len(contest["tours"])
            if contest["phase"] in ("registration", "closed", "between"):
                await act(desk, "start")
                await pictures.take(desk, f"desk-started-{tour}")
            elif contest["phase"] == "playing":
                await pictures.take(desk, f"desk-playing-{tour}")
                await pictures.take(screen, f"screen-playing-{tour}")
            await asyncio.sleep(0.5)

    async with asyncio.timeout(WHOLE_SECONDS):
        directing = asyncio.create_task(directs())
        done, _ = await asyncio.wait([directing, *playing], return_when=asyncio.FIRST_COMPLETED)
        assert done == {directing}, done
        await directing
        over.set()
        await asyncio.gather(*playing)

    await players[0].goto(f"{place}/standings")
    await expect(players[0].get_by_test_id("standing")).to_have_count(BOTS + 3)
    await pictures.take(players[0], "standings")
    await players[1].goto(f"{place}/standings")
    await expect(players[1].get_by_test_id("standing")).to_have_count(BOTS + 3)
    await pictures.take(players[1], "standings-phone")
    await pictures.take(screen, "screen-standings")
    await desk.get_by_test_id("desk-more").first.click()
    await act(desk, "end")
    await players[0].goto(place)
    await expect(players[0].get_by_test_id("podium").get_by_role("listitem")).to_have_count(3)
    await pictures.take(players[0], "podium")
    seen = {"settled", "posted", "last-circle", "desk-playing-1", "desk-playing-3"}
    assert seen <= pictures.taken

    contest = await shown(url, stream)
    assert len(contest["tours"]) == 3
    pulyas = [table for tour in contest["tours"] for table in tour["tables"]]
    assert all(table["posted"] for table in pulyas)
    assert all(table["deals"] <= DEALS for table in pulyas)
    for page in [*players, desk, screen]:
        await page.context.close()
