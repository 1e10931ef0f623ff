"""Watching a table: the open one or from behind a hand; the players know of it."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.evening import SHOWN, Arrive, Come, company
from tests.browser.test_director import picture
from tests.browser.test_pulya import DESKTOP, PHONE
from tests.browser.tournament import WHY, at_desk, holder, opened, plays_until


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_a_spectator_sits_behind_a_hand_and_is_sent_away(
    arrive: Arrive, come: Come, album: Path, screen: dict[str, object]
) -> None:
    zoya, inna = await holder(arrive, "Зоя"), await holder(arrive, "Инна")
    anna = await arrive("Анна")
    await opened(zoya, [anna], bots=2, delay=False)
    inna.stream = anna.stream
    seat = next(
        member["seat"]
        for member in (await anna.seen())["table"]["members"]
        if member["person"] == anna.person
    )
    page = await come(inna, screen)
    await expect(page.get_by_test_id("watching")).to_have_attribute("data-seat", "")
    await page.get_by_test_id("watch-from").select_option(seat)
    await page.get_by_test_id("watch-next").wait_for()
    assert (await page.evaluate(SHOWN))["hand"] == []
    await picture(page, album, "watching")
    await plays_until(anna, lambda table: table["deal"] == 2 and table["phase"] == "playing")
    await expect(page.get_by_test_id("watching")).to_have_attribute("data-seat", seat)
    hand = (await anna.seen())["view"]["cards"][seat]["known"]
    await expect(page.locator(".mine .hand [data-card]")).to_have_count(len(hand))
    assert (await page.evaluate(SHOWN))["hand"] == sorted(hand)
    await expect(page.locator(".mine button[data-card]")).to_have_count(0)
    await expect(page.get_by_test_id("option")).to_have_count(0)
    await expect(page.get_by_test_id("line-input")).to_have_count(0)
    await picture(page, album, "behind")

    table = await come(anna, screen)
    await table.get_by_test_id("open-watchers").click()
    await expect(table.get_by_test_id("watcher")).to_have_attribute("data-seat", seat)
    await picture(table, album, "watchers")
    await table.get_by_test_id("dismiss").click()
    await expect(table.get_by_test_id("watcher")).to_have_count(0)
    await expect(page.get_by_test_id("felt")).to_have_count(0)
    await expect(page.get_by_test_id("watching")).to_have_count(0)
    await picture(page, album, "sent-away")


async def test_who_watches_friends_sees_the_open_table(arrive: Arrive, come: Come) -> None:
    players = await company(arrive)
    inna = await arrive("Инна")
    inna.stream = players[0].stream
    page = await come(inna)
    await page.get_by_test_id("watching").wait_for()
    await expect(page.get_by_test_id("watch-from")).to_have_count(0)
    table = await come(players[0], PHONE)
    await expect(table.get_by_test_id("open-watchers")).to_contain_text("1")
    await page.get_by_test_id("watch-leave").click()
    await expect(table.get_by_test_id("open-watchers")).to_have_count(0)


async def test_a_director_looks_and_the_table_is_told_when_the_deal_is_over(
    arrive: Arrive, come: Come, album: Path
) -> None:
    zoya, anna = await holder(arrive, "Зоя"), await arrive("Анна")
    contest = await opened(zoya, [anna], bots=2)
    table, desk = await come(anna), await at_desk(come, contest, zoya, DESKTOP)
    await desk.get_by_test_id("desk-table").click()
    await desk.locator('[data-testid="act"][data-act="look"]').click()
    await desk.get_by_test_id("why-own").fill(WHY)
    await desk.get_by_test_id("act-send").click()
    await desk.get_by_test_id("sees-all").wait_for()
    assert len((await desk.evaluate(SHOWN))["hand"]) > 0
    await picture(desk, album, "all-hands")
    await expect(table.get_by_test_id("news")).to_have_count(0)
    await plays_until(anna, lambda seen: len(seen["past"]) == 1)
    await table.get_by_test_id("take-back").click()
    await expect(table.get_by_test_id("news")).to_have_attribute("data-what", "looked")
    await expect(table.get_by_test_id("news")).to_contain_text(WHY)
