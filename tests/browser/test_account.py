"""A guest makes an account, goes out, and comes in at another browser: still at his table."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser, Page

from tests.browser.test_friends import guest
from tests.browser.test_pulya import DESKTOP

SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
PASSWORD, NEW = "семь раз отмерь", "один раз отрежь"


async def fits(page: Page) -> bool:
    """Nothing is wider than the screen."""
    return bool(
        await page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth &&"
            " [...document.querySelectorAll('dialog')].every((d) => d.scrollWidth <= d.clientWidth)"
        )
    )


async def picture(page: Page, album: Path, name: str) -> None:
    place = album / "account"
    place.mkdir(exist_ok=True)
    await page.screenshot(path=place / f"{name}-{(page.viewport_size or {}).get('width')}.png")
    assert await fits(page), name


async def account_of(page: Page) -> None:
    """Open what a person may do with his account."""
    await page.get_by_test_id("me").click()
    await page.get_by_test_id("account-settings").click()
    await page.get_by_test_id("account").wait_for()


async def stranger(browser: Browser, screen: dict[str, Any], url: str) -> Page:
    """A browser that is nobody's yet."""
    context = await browser.new_context(**screen)
    choices = json.dumps({"lang": "ru", "speed": 0})
    await context.add_init_script(f"localStorage.pulya ??= {json.dumps(choices)}")
    page = await context.new_page()
    await page.goto(url)
    await page.get_by_test_id("welcome").wait_for()
    return page


async def log_in(page: Page, name: str, password: str) -> None:
    await page.get_by_test_id("way-login").click()
    await page.get_by_test_id("account-name").fill(name)
    await page.get_by_test_id("account-password").fill(password)
    await page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("here", "there", "name"), [(DESKTOP, SMALL, "Анна Счастливая"), (SMALL, DESKTOP, "Борис")]
)
async def test_who_has_an_account_comes_back_from_anywhere(
    url: str,
    browser: Browser,
    album: Path,
    here: dict[str, Any],
    there: dict[str, Any],
    name: str,
) -> None:
    page = await guest(browser, here, url, name)
    await page.get_by_test_id("open-table").click()
    await page.get_by_test_id("gathering").wait_for()
    place = page.url
    await page.goto(f"{url}/#/")
    await page.get_by_test_id("me").click()
    await page.get_by_test_id("settings").wait_for()
    await picture(page, album, "settings")
    await page.get_by_test_id("account-settings").click()
    await page.get_by_test_id("account").wait_for()
    await picture(page, album, "guest")
    assert await page.get_by_test_id("account-name").input_value() == name
    await page.get_by_test_id("account-password").fill(PASSWORD)
    await page.get_by_test_id("create-form-go").click()
    await page.get_by_test_id("account-who").wait_for()
    await picture(page, album, "holder")
    await page.get_by_test_id("logout-go").click()
    await page.get_by_test_id("welcome").wait_for()
    await picture(page, album, "welcome")

    other = await stranger(browser, there, url)
    await other.get_by_test_id("way-create").click()
    await other.get_by_test_id("create-form").wait_for()
    await picture(other, album, "create")
    await log_in(other, name, NEW)
    refused = other.get_by_test_id("login-form-refused")
    await refused.wait_for()
    assert await refused.get_attribute("data-code") == "wrong_password"
    await picture(other, album, "login")
    await other.get_by_test_id("account-password").fill(PASSWORD)
    await other.get_by_test_id("login-form-go").click()
    await other.get_by_test_id("gathering").wait_for()
    assert other.url == place
    await other.get_by_test_id("leave").wait_for()  # he is one of those who sit there

    await log_in(page, name.upper(), PASSWORD)
    await page.get_by_test_id("gathering").wait_for()
    await page.goto(f"{url}/#/")
    await account_of(page)
    await page.get_by_test_id("account-change").click()
    await page.get_by_test_id("old-password").fill(PASSWORD)
    await page.get_by_test_id("new-password").fill(NEW)
    await picture(page, album, "change")
    await page.get_by_test_id("change-go").click()
    await page.get_by_test_id("changed").wait_for()
    await other.get_by_test_id("welcome").wait_for()  # that browser is nobody's at once
    await page.get_by_test_id("account-erase").click()
    await page.get_by_test_id("erase-password").fill(NEW)
    await picture(page, album, "erase")
    await page.get_by_test_id("erase-go").click()
    await page.get_by_test_id("welcome").wait_for()

    await other.get_by_test_id("name").fill(name)
    await other.get_by_test_id("enter").click()  # the name is free again, and the link still leads
    await other.get_by_test_id("gathering").wait_for()
    await picture(other, album, "erased")
    members = other.get_by_test_id("gathering").locator("ul").first
    assert "без имени" in await members.inner_text()
    for each in (page, other):
        await each.context.close()


async def made_administrator(url: str, home: Path, name: str) -> None:
    """An account of this name, and the operator's command, which the server notices."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        account = {"name": name, "password": PASSWORD}
        async with http.post(f"{url}/api/account", json=account) as answer:
            assert answer.status == 200, await answer.text()
        command = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "server", "administrator", name),
            env={**os.environ, "PULYA_DB": f"sqlite:///{home / 'pulya.db'}"},
        )
        assert await command.wait() == 0
        async with asyncio.timeout(20):
            while True:
                async with http.get(f"{url}/api/me") as answer:
                    if (await answer.json())["administrator"]:
                        return


async def test_an_administrator_makes_another(
    url: str, home: Path, browser: Browser, album: Path
) -> None:
    await made_administrator(url, home, "Главный")
    other = await guest(browser, DESKTOP, url, "Второй")
    await account_of(other)
    await other.get_by_test_id("account-password").fill(PASSWORD)
    await other.keyboard.press("Enter")
    await other.get_by_test_id("account-who").wait_for()
    assert await other.get_by_test_id("account-list").count() == 0
    page = await stranger(browser, SMALL, url)
    await log_in(page, "Главный", PASSWORD)
    await account_of(page)
    await page.get_by_test_id("account-list").click()
    listed = page.get_by_role("region", name="Все аккаунты")
    box = listed.get_by_role("checkbox", name="Администратор: Второй")
    await box.check()
    await picture(page, album, "list")
    assert await listed.get_by_role("checkbox", name="Администратор: Главный").is_disabled()
    await other.reload()
    await account_of(other)
    await other.get_by_test_id("account-list").click()
    first = other.get_by_role("checkbox", name="Администратор: Главный")
    await first.uncheck()
    await box.click()  # he is none any more: it stays as it was
    refused = page.get_by_test_id("accounts-refused")
    await refused.wait_for()
    assert await refused.get_attribute("data-code") == "not_administrator"
    assert await box.is_checked()
    for each in (page, other):
        await each.context.close()
