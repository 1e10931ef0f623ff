"""For who likes to be asked twice: a first tap shows what the second will do."""

from playwright.async_api import expect

from tests.browser.evening import OPTION, Arrive, Come, company
from tests.browser.test_pulya import PHONE


async def test_a_call_and_a_card_need_a_second_tap(arrive: Arrive, come: Come) -> None:
    anna, boris, vera = await company(arrive)
    page = await come(anna, PHONE, twoTaps=True)
    misere = page.locator(OPTION, has_text="мизер")
    await misere.click()
    await expect(misere).to_contain_text("ещё раз")
    assert (await boris.seen())["view"]["calls"] == []
    await page.locator(OPTION, has_text="пас").click()
    await expect(misere).not_to_contain_text("ещё раз")
    await page.locator(OPTION, has_text="пас").click()
    await expect(page.locator(OPTION)).to_have_count(0)
    await boris.say(lambda options: "pass")
    await vera.say(lambda options: "pass")

    card = page.get_by_test_id("card").first
    await card.click(position={"x": 9, "y": 16})
    await expect(page.get_by_test_id("once-more")).to_have_count(1)
    await card.click(position={"x": 9, "y": 16})
    await expect(page.get_by_test_id("card")).to_have_count(0)
