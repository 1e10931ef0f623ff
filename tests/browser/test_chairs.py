"""Around the table: gathering by link, a seat taken back by link, brought deals, a new table."""

import json
import random
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from tests.browser.clicker import SLOW, Clicker
from tests.browser.conftest import ROOT
from tests.browser.test_pulya import DESKTOP, PHONE

WEB = ROOT / "clients" / "web" / "src"
DEAL = """[Rules "fspr-2006"]
[Players "3"]
[Dealer "S"]
[Hands "N:AKQ.AKQ.AKQ.7 E:JT9.JT9.JT9.8 S:87.87.87.AKQJ"]
[Talon "TH 9H"]
"""
expect.set_options(timeout=SLOW)


async def visitor(
    browser: Browser, screen: dict[str, Any], where: str, lang: str = "ru", **choices: object
) -> Page:
    """A browser that was never here, come to this address."""
    context = await browser.new_context(**screen)
    kept = json.dumps({"lang": lang, "speed": 0, "pace": "", **choices})
    await context.add_init_script(f"localStorage.pulya ??= {json.dumps(kept)}")
    page = await context.new_page()
    await page.goto(where)
    return page


async def person(
    browser: Browser, screen: dict[str, Any], where: str, name: str, **choices: object
) -> Page:
    """Somebody who says this name there."""
    page = await visitor(browser, screen, where, **choices)
    await page.get_by_test_id("name").fill(name)
    await page.get_by_test_id("enter").click()
    return page


async def open_table(page: Page) -> None:
    await page.get_by_test_id("open-table").click()
    await page.get_by_test_id("gathering").wait_for()


async def sit_down(page: Page) -> None:
    await page.get_by_test_id("join").click()
    await page.get_by_test_id("leave").wait_for()


async def seated(*pages: Page) -> None:
    """Number 1 chooses a chair, whoever that is, until all see the first deal."""
    for page in pages:
        await page.locator('[data-testid="seating"], [data-testid="felt"]').first.wait_for()
        mine = page.locator('[data-testid="chair"]:enabled')
        if await mine.count() > 0:
            await mine.first.click()
    for page in pages:
        await page.get_by_test_id("felt").wait_for()


async def hand(page: Page) -> list[str]:
    """The person's own cards."""
    cards = page.locator(".mine .hand [data-card]")
    await cards.first.wait_for()
    names = await cards.evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return sorted(names)


async def new_link(page: Page) -> str:
    """A return link from the settings."""
    await page.get_by_test_id("me").click()
    await page.get_by_test_id("link-settings").click()
    await page.get_by_test_id("make-link").click()
    return await page.get_by_test_id("return-url").input_value()


async def test_friends_gather_by_a_link_and_say_that_they_are_ready(
    url: str, browser: Browser, album: Path
) -> None:
    anna = await person(browser, DESKTOP, url, "Анна", players=4, listed=False)
    await open_table(anna)
    link = await anna.get_by_test_id("table-url").input_value()
    boris = await person(browser, PHONE, link, "Борис")
    vera = await person(browser, PHONE, link, "Вера", lang="en")
    for page in (boris, vera):
        await sit_down(page)
    await expect(anna.get_by_test_id("member")).to_have_count(3)
    await expect(anna.get_by_test_id("free")).to_have_count(1)
    await anna.screenshot(path=album / "gathering-of-three.png")

    assert await boris.get_by_test_id("kick").count() == 0
    await anna.get_by_test_id("member").filter(has_text="Вера").get_by_test_id("kick").click()
    await expect(vera.get_by_test_id("sent-away")).to_contain_text("The host has sent you away")
    await vera.screenshot(path=album / "sent-away.png")
    assert await boris.get_by_test_id("sent-away").count() == 0
    assert await anna.get_by_test_id("confirm").count() == 0

    await anna.get_by_test_id("fill").click()
    await anna.get_by_test_id("confirm").wait_for()
    await boris.get_by_test_id("confirm").click()
    await expect(boris.get_by_test_id("unready")).to_contain_text("Анна")
    ready = anna.locator('[data-testid="member"][data-ready="true"]')
    await expect(ready.filter(has_text="Борис")).to_have_count(1)
    await expect(ready.filter(has_text="Анна")).to_have_count(0)
    await anna.screenshot(path=album / "ready-check.png")
    await anna.get_by_test_id("confirm").click()
    await seated(anna, boris)
    await expect(vera.get_by_text("You were sent away from this table.")).to_be_visible()
    for page in (anna, boris, vera):
        await page.context.close()


async def test_who_leaves_by_himself_is_not_told_that_he_was_sent_away(
    url: str, browser: Browser
) -> None:
    anna = await person(browser, DESKTOP, url, "Анна")
    await open_table(anna)
    boris = await person(browser, PHONE, anna.url, "Борис")
    await sit_down(boris)
    await boris.get_by_test_id("leave").click()
    await boris.get_by_test_id("join").wait_for()
    assert await boris.get_by_test_id("sent-away").count() == 0
    for page in (anna, boris):
        await page.context.close()


async def test_a_seat_is_taken_back_in_another_browser(
    url: str, browser: Browser, album: Path
) -> None:
    anna = await person(browser, DESKTOP, url, "Анна")
    await open_table(anna)
    boris = await person(browser, PHONE, anna.url, "Борис")
    await sit_down(boris)
    await boris.get_by_test_id("make-link").click()  # offered as there are friends at the table
    link = await boris.get_by_test_id("return-url").input_value()
    await anna.get_by_test_id("fill").click()
    for page in (anna, boris):
        await page.get_by_test_id("confirm").click()
    await seated(anna, boris)
    before = await hand(boris)

    other = await visitor(browser, DESKTOP, link)
    await other.get_by_test_id("go-on").wait_for()
    assert "return" not in other.url
    assert await other.evaluate("history.length") == 2  # about:blank and this page
    await other.screenshot(path=album / "returning.png")
    await other.get_by_test_id("go-on").click()
    await other.get_by_test_id("felt").wait_for()
    assert other.url == anna.url
    assert await hand(other) == before
    await boris.get_by_test_id("elsewhere").wait_for()
    await boris.screenshot(path=album / "elsewhere.png")
    await boris.get_by_test_id("take-back").click()
    await other.get_by_test_id("elsewhere").wait_for()
    assert await hand(boris) == before
    for page in (anna, boris, other):
        await page.context.close()


async def test_a_browser_that_is_somebody_is_asked_before_it_becomes_another(
    url: str, browser: Browser
) -> None:
    anna = await person(browser, DESKTOP, url, "Анна")
    link = await new_link(anna)
    boris = await person(browser, PHONE, url, "Борис")
    await boris.get_by_test_id("lobby").wait_for()
    await boris.goto(link)
    await expect(boris.get_by_test_id("back-other")).to_contain_text("Борис")
    assert "return" not in boris.url
    await boris.get_by_test_id("stay").click()
    await expect(boris.get_by_test_id("me")).to_have_text("Борис")
    await boris.goto(link)
    await boris.get_by_test_id("go-on").click()
    await expect(boris.get_by_test_id("me")).to_have_text("Анна")
    for page in (anna, boris):
        await page.context.close()


async def test_a_revoked_link_is_refused_in_words(url: str, browser: Browser) -> None:
    anna = await person(browser, DESKTOP, url, "Анна")
    link = await new_link(anna)
    await anna.get_by_test_id("drop-link").click()
    await anna.get_by_test_id("link-dropped").wait_for()
    other = await visitor(browser, PHONE, link)
    await other.get_by_test_id("go-on").click()
    await expect(other.get_by_test_id("back-refused")).to_contain_text("больше не действует")
    await other.get_by_test_id("stay").click()
    await other.get_by_test_id("welcome").wait_for()
    for page in (anna, other):
        await page.context.close()


async def test_brought_deals_are_played(url: str, browser: Browser, album: Path) -> None:
    anna = await person(browser, PHONE, url, "Анна")
    await anna.get_by_test_id("open-practice").click()
    field, wrong = anna.get_by_test_id("practice-text"), anna.get_by_test_id("practice-wrong")
    spoilt = DEAL + "pass\n" + DEAL.replace("TH 9H", "TH 7H")
    await field.fill(spoilt)
    await anna.get_by_test_id("practise").click()
    await expect(wrong).to_have_attribute("data-deal", "2")
    await expect(anna.get_by_test_id("practice")).to_contain_text("7H")
    assert await field.input_value() == spoilt
    await anna.screenshot(path=album / "practice-wrong.png")

    await field.fill(DEAL * 400)  # the server would cut the connection for so long a message
    await expect(anna.get_by_test_id("practice-long")).to_be_visible()
    await expect(anna.get_by_test_id("practise")).to_be_disabled()

    await field.fill(DEAL)
    await expect(wrong).to_have_count(0)
    await anna.get_by_test_id("practise").click()
    await anna.get_by_test_id("brought").wait_for()
    await anna.screenshot(path=album / "practice-seating.png")
    await anna.locator('[data-testid="chair"][data-seat="S"]').click()
    await anna.get_by_test_id("felt").wait_for()
    assert await hand(anna) == sorted(["8S", "7S", "8C", "7C", "8D", "7D", "AH", "KH", "QH", "JH"])
    clicker = Clicker(anna, random.Random(7), album / "practice")
    await clicker.play()
    await anna.context.close()


async def test_a_table_by_minutes(url: str, browser: Browser, album: Path) -> None:
    anna = await person(browser, PHONE, url, "Анна")
    await anna.get_by_test_id("more").click()
    await anna.get_by_test_id("end-minutes").check()
    await anna.get_by_test_id("minutes-number").fill("20")
    await anna.get_by_test_id("pace-calm").check()
    await expect(anna.get_by_test_id("pace-about")).to_contain_text("60 с на каждый ответ")
    await anna.get_by_test_id("absent-wait").check()
    await anna.screenshot(path=album / "new-table.png", full_page=True)
    await open_table(anna)
    await expect(anna.get_by_test_id("terms")).to_contain_text("20 минут и последний круг")
    await expect(anna.get_by_test_id("terms")).to_contain_text("спокойные часы")
    answer = await anna.context.request.get(f"{url}/api/tables")
    rows = (await answer.json())["tables"]
    row = next(row for row in rows if row["mine"])
    assert (row["minutes"], row["pace"], row["listed"]) == (20, "calm", True)

    await anna.get_by_test_id("fill").click()
    await seated(anna)
    table = anna.url
    await anna.goto(url)
    own = anna.get_by_test_id("mine").get_by_test_id("table-link")
    await expect(own).to_contain_text("20 минут и последний круг")
    await anna.screenshot(path=album / "lobby-mine.png", full_page=True)
    await own.click()
    await anna.get_by_test_id("felt").wait_for()
    assert anna.url == table
    await anna.context.close()


async def test_against_bots_alone_there_is_no_clock(url: str, browser: Browser) -> None:
    anna = await person(browser, PHONE, url, "Анна", pace="quick")
    await anna.get_by_test_id("alone-true").check()
    await anna.get_by_test_id("open-table").click()
    await seated(anna)
    answer = await anna.context.request.get(f"{url}/api/tables")
    rows = (await answer.json())["tables"]
    assert [row["pace"] for row in rows if row["mine"]] == [""]
    await anna.context.close()
