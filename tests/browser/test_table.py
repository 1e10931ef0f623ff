"""An evening at a table: clocks, a pause, a word taken back, another window, absence."""

import random
from pathlib import Path

from playwright.async_api import expect

from tests.browser.clicker import Clicker
from tests.browser.evening import OPTION, Arrive, Come, company, picture, until_asked, with_bots
from tests.browser.test_pulya import PHONE


async def test_the_clock_of_whoever_is_asked_runs(arrive: Arrive, come: Come, album: Path) -> None:
    first, second, _ = await company(arrive, pace="usual")
    mine, theirs = await come(first), await come(second, PHONE)
    own = mine.get_by_test_id("my-clock")
    seen = theirs.get_by_test_id("clock")
    await own.wait_for()
    await picture(mine, album, "clock-mine")
    await picture(theirs, album, "clock-theirs")
    assert await mine.get_by_test_id("clock").count() == 0
    assert await theirs.get_by_test_id("my-clock").count() == 0
    for clock in (own, seen):
        before = int(await clock.get_attribute("data-left") or "")
        assert 20 <= before <= 30
        await expect(clock).not_to_have_attribute("data-left", str(before))
        assert int(await clock.get_attribute("data-left") or "") < before
    await mine.locator(OPTION, has_text="пас").click()
    await theirs.get_by_test_id("my-clock").wait_for()
    await expect(own).to_have_count(0)


async def test_a_pause_by_consent(arrive: Arrive, come: Come, album: Path) -> None:
    anna, boris, vera = await company(arrive, pace="usual")
    pages = [await come(anna), await come(boris, PHONE), await come(vera, lang="en")]
    await until_asked(pages[0])
    await pages[2].get_by_test_id("open-menu").click()
    await picture(pages[2], album, "menu-en")
    await pages[2].get_by_test_id("propose-pause").click()
    for page in pages:
        await page.get_by_test_id("wish").wait_for()
        await page.get_by_test_id("countdown").wait_for()
    await picture(pages[1], album, "pause-asked")
    await picture(pages[2], album, "pause-proposed-en")
    assert await pages[2].get_by_test_id("vote-yes").count() == 0
    await pages[1].get_by_test_id("vote-yes").click()
    await expect(pages[1].get_by_test_id("vote-yes")).to_have_count(0)
    assert await pages[0].get_by_test_id("paused").count() == 0
    await pages[0].get_by_test_id("vote-yes").click()
    for page in pages:
        await page.get_by_test_id("paused").wait_for()
        assert await page.locator(OPTION).count() == 0
        assert await page.get_by_test_id("clock").count() == 0
    await picture(pages[0], album, "paused")
    await pages[1].get_by_test_id("resume").click()
    await until_asked(pages[0])
    assert await pages[0].get_by_test_id("paused").count() == 0


async def test_a_refused_pause_is_none(arrive: Arrive, come: Come) -> None:
    anna, boris, _ = await company(arrive)
    pages = [await come(anna), await come(boris)]
    await pages[1].get_by_test_id("open-menu").click()
    await pages[1].get_by_test_id("propose-pause").click()
    await pages[0].get_by_test_id("wish").wait_for()
    await pages[0].keyboard.press("n")
    await expect(pages[1].get_by_test_id("wish")).to_have_count(0)
    assert await pages[1].get_by_test_id("paused").count() == 0
    await until_asked(pages[0])


async def test_a_call_is_taken_back(arrive: Arrive, come: Come) -> None:
    anna, boris, vera = await company(arrive)
    await vera.seen()  # she watches and can be asked
    mine, theirs = await come(anna), await come(boris)
    await mine.locator(OPTION, has_text="пас").click()
    await until_asked(theirs)
    assert await theirs.get_by_test_id("auction").locator("td.pass").count() == 1
    await mine.get_by_test_id("open-menu").click()
    await mine.get_by_test_id("propose-undo").click()
    await theirs.get_by_test_id("vote-yes").click()
    await vera.act("vote", word="yes")
    await until_asked(mine)  # the same question once more
    for page in (mine, theirs):
        await expect(page.get_by_test_id("auction").locator("td.pass")).to_have_count(0)
    await expect(theirs.locator(OPTION)).to_have_count(0)
    await mine.locator(OPTION, has_text="мизер").click()
    await until_asked(theirs)


async def test_another_window_takes_the_seat_and_gives_it_back(
    arrive: Arrive, come: Come, album: Path
) -> None:
    anna, *_ = await company(arrive)
    first = await come(anna)
    await until_asked(first)
    second = await come(anna, PHONE)
    await until_asked(second)
    await first.get_by_test_id("elsewhere").wait_for()
    await expect(first.locator(OPTION)).to_have_count(0)
    await picture(first, album, "elsewhere")
    await first.get_by_test_id("take-back").click()
    await until_asked(first)
    await expect(first.get_by_test_id("elsewhere")).to_have_count(0)
    await second.get_by_test_id("elsewhere").wait_for()
    await picture(second, album, "elsewhere-phone")
    await first.locator(OPTION, has_text="пас").click()
    await expect(first.locator(OPTION)).to_have_count(0)


async def test_another_pulya_with_the_same_people(arrive: Arrive, come: Come, album: Path) -> None:
    page = await come(await with_bots(arrive, deals=1))
    clicker = Clicker(page, random.Random(8))
    await clicker.play()
    await page.get_by_test_id("settlement").wait_for()
    await page.get_by_test_id("paper").wait_for()
    await picture(page, album, "finished")
    await page.get_by_test_id("again").click()
    await page.locator('[data-testid="table"]:not([data-phase="finished"])').wait_for()


async def test_a_bot_stands_in_for_who_is_away_until_he_is_back(
    arrive: Arrive, come: Come, album: Path
) -> None:
    anna, boris, vera = await company(arrive, pace="usual")
    mine, theirs = await come(anna), await come(boris)
    await vera.seen()  # she watches and can be asked
    await until_asked(mine)
    await mine.goto("about:blank")
    await theirs.get_by_test_id("away").wait_for()  # a loss is no news at once
    await theirs.get_by_test_id("missing").wait_for()
    await picture(theirs, album, "away")
    await theirs.get_by_test_id("propose-stand-in").click()
    await theirs.get_by_test_id("wish").wait_for()
    await vera.act("vote", word="yes")
    await theirs.get_by_test_id("stand-in").wait_for()
    await until_asked(theirs)  # the bot has called
    await picture(theirs, album, "stood-in")
    await mine.goto(anna.place)
    await mine.get_by_test_id("table").wait_for()
    await expect(theirs.get_by_test_id("stand-in")).to_have_count(0)
    await expect(theirs.get_by_test_id("away")).to_have_count(0)
