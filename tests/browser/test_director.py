"""The director's page and the table of a contest: calls, acts of two directors, signatures."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.evening import Arrive, Come
from tests.browser.test_account import fits
from tests.browser.test_pulya import DESKTOP, PHONE
from tests.browser.tournament import at_desk, holder, opened, plays_until

SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])


async def picture(page: Page, album: Path, name: str) -> None:
    place = album / "director"
    place.mkdir(exist_ok=True)
    width = (page.viewport_size or {}).get("width")
    await page.screenshot(path=place / f"{name}-{width}.png")
    assert await fits(page), name


async def act(page: Page, what: str) -> None:
    """Choose an act in what lies on top, and send it as it stands there."""
    await page.locator(f'[data-testid="act"][data-act="{what}"]:visible').last.click()
    await page.get_by_test_id("act-send").click()


async def open_table(page: Page) -> None:
    await page.get_by_test_id("desk-table").click()
    await page.get_by_test_id("table-dialog").wait_for()


@SCREENS
async def test_a_call_is_answered_by_two_clicks(
    arrive: Arrive, come: Come, album: Path, screen: dict[str, object]
) -> None:
    zoya, anna = await holder(arrive, "Зоя"), await arrive("Анна")
    contest = await opened(zoya, [anna], bots=2)
    table, desk = await come(anna, screen), await at_desk(come, contest, zoya, screen)
    await table.get_by_test_id("call-director").click()
    await expect(table.get_by_test_id("send-call")).to_be_disabled()
    await table.get_by_test_id("reason-talk").check()
    await picture(table, album, "call")
    await table.get_by_test_id("send-call").click()
    await table.get_by_test_id("director-called").wait_for()
    await expect(desk.get_by_test_id("calls-badge")).to_have_text("1")
    await expect(desk.get_by_test_id("desk-table")).to_have_attribute("data-stand", "called")
    await picture(desk, album, "called")
    await act(desk, "attend")
    await expect(desk.get_by_test_id("call")).to_have_count(0)
    await expect(table.get_by_test_id("news")).to_have_attribute("data-what", "answered")
    await picture(table, album, "answered")
    await table.get_by_test_id("news-seen").click()
    await expect(table.get_by_test_id("news")).to_have_count(0)
    await table.reload()
    await table.get_by_test_id("call-director").wait_for()
    await expect(table.get_by_test_id("news")).to_have_count(0)


@SCREENS
async def test_a_table_is_stopped_and_a_deal_annulled(
    arrive: Arrive, come: Come, album: Path, screen: dict[str, object]
) -> None:
    zoya, anna = await holder(arrive, "Зоя"), await arrive("Анна")
    contest = await opened(zoya, [anna], bots=2)
    table, desk = await come(anna, screen), await at_desk(come, contest, zoya, screen)
    await open_table(desk)
    await picture(desk, album, "table")
    await act(desk, "hold")
    await expect(table.get_by_test_id("at-stands")).to_have_attribute("data-why", "held")
    await expect(table.get_by_test_id("resume")).to_have_count(0)  # only a director lets it go on
    await picture(table, album, "held")
    await open_table(desk)
    await act(desk, "annul")
    await expect(desk.get_by_test_id("act-sure")).to_be_visible()  # grave: it is asked once more
    await picture(desk, album, "annul")
    await desk.get_by_test_id("act-sure").click()
    await expect(desk.get_by_test_id("act-dialog")).to_have_count(0)
    await open_table(desk)
    await act(desk, "release")
    await expect(table.get_by_test_id("at-clock")).to_have_attribute("data-to", "circle")
    await expect(table.get_by_test_id("news")).to_have_attribute("data-what", "annulled")


async def test_a_director_sees_what_another_has_done(
    arrive: Arrive, come: Come, album: Path
) -> None:
    zoya, egor = await holder(arrive, "Зоя"), await holder(arrive, "Егор")
    anna = await arrive("Анна")
    contest = await opened(zoya, [anna], bots=2)
    await contest.act("add_director", person=egor.person)
    desk = await at_desk(come, contest, zoya, DESKTOP)
    await open_table(desk)
    await desk.locator('[data-testid="act"][data-act="extend"]:visible').last.click()
    await contest.act("announce", who=egor, text="Кофе в баре")
    await expect(desk.get_by_test_id("says")).to_contain_text("на 5 мин позже")
    await desk.get_by_test_id("act-send").click()
    await expect(desk.get_by_test_id("others-acted")).to_contain_text("Кофе в баре")
    await picture(desk, album, "others")
    await desk.get_by_test_id("act-again").click()
    await expect(desk.get_by_test_id("act-dialog")).to_have_count(0)
    await desk.locator("label", has=desk.get_by_test_id("desk-deeds")).click()
    await expect(desk.locator("ol[data-testid=desk-deeds] li").first).to_contain_text("5")


async def test_his_own_table_is_closed_to_a_director(arrive: Arrive, come: Come) -> None:
    zoya = await holder(arrive, "Зоя")
    contest = await opened(zoya, [zoya], bots=2)
    desk = await at_desk(come, contest, zoya, PHONE)
    await open_table(desk)
    await desk.get_by_test_id("own-table").wait_for()
    await expect(desk.get_by_test_id("table-dialog").get_by_test_id("act")).to_have_count(0)


async def test_the_page_is_for_directors(arrive: Arrive, come: Come) -> None:
    zoya, anna = await holder(arrive, "Зоя"), await arrive("Анна")
    contest = await opened(zoya, [anna], bots=2)
    page = await come(anna)
    await page.goto(contest.desk)
    await page.get_by_test_id("not-a-director").wait_for()


@SCREENS
async def test_a_settled_pulya_is_signed(
    arrive: Arrive, come: Come, album: Path, screen: dict[str, object]
) -> None:
    zoya, anna = await holder(arrive, "Зоя"), await arrive("Анна")
    contest = await opened(zoya, [anna], bots=2, deals=1)
    await plays_until(anna, lambda table: table["phase"] == "finished")
    await anna.socket.call("unwatch", {"stream": anna.stream})
    table = await come(anna, screen)
    await table.get_by_test_id("signing").wait_for()
    await table.get_by_test_id("sign-left").wait_for()
    await picture(table, album, "signing")
    await table.get_by_test_id("sign").click()
    await expect(table.get_by_test_id("signing")).to_have_attribute("data-posted", "players")
    await picture(table, album, "signed")
    await corrects(await at_desk(come, contest, zoya, screen), table, album)
    await table.get_by_test_id("to-contest").click()
    await table.get_by_test_id("contest").wait_for()


async def corrects(desk: Page, table: Page, album: Path) -> None:
    """The director corrects the posted pulya: what is left out is reckoned."""
    await open_table(desk)
    await desk.locator('[data-testid="act"][data-act="correct"]:visible').last.click()
    for number, whists in enumerate(("120", "−40", "")):
        await desk.get_by_test_id(f"whists-{number}").fill(whists)
    await expect(desk.get_by_test_id("whists-2")).to_have_attribute("placeholder", "−80")
    await picture(desk, album, "correct")
    await desk.get_by_test_id("act-send").click()
    await expect(desk.get_by_test_id("act-dialog")).to_have_count(0)
    results = table.locator('[data-testid="signed-line"] [data-result]')
    await expect(results.first).to_have_attribute("data-result", "120")
    await expect(results.last).to_have_attribute("data-result", "-80")
