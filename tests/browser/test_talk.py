"""Talk at a table: lines, cards that are pointed at, and notes on a misère."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser.evening import SHOWN, Arrive, Come, company, picture
from tests.browser.test_pulya import PHONE


async def test_talk_reaches_the_others_and_is_shut_in_a_deal(
    arrive: Arrive, come: Come, album: Path
) -> None:
    players = await company(arrive)
    anna, boris, vera = players
    await anna.say(lambda options: "misere")
    await boris.say(lambda options: "pass")
    await vera.say(lambda options: "pass")
    one, other = await come(boris), await come(vera, PHONE)
    await one.get_by_test_id("silence").wait_for()
    assert await one.get_by_test_id("line-input").is_disabled()
    assert await one.get_by_test_id("phrase").count() == 0

    state = await anna.until(lambda state: bool(state["view"]["ask"]["options"]))
    hand = state["view"]["cards"][state["view"]["declarer"]]["known"]
    words = [f"-{card}" for card in hand[:2]]
    await anna.act("answer", deal=1, ask=state["view"]["ask"]["number"], words=words)
    await anna.say()  # the hands of the defence are laid after this card (§5.7)
    await expect(one.get_by_test_id("silence")).to_have_count(0)
    await one.get_by_test_id("line-input").fill("Ходим в пику")
    await one.keyboard.press("Enter")
    await expect(other.get_by_test_id("unread")).to_have_text("1")
    await picture(other, album, "unread")
    await other.get_by_test_id("open-chat").click()
    await expect(other.get_by_test_id("said")).to_contain_text("Ходим в пику")
    await other.locator('[data-testid="phrase"][data-phrase="thanks"]').click()
    await picture(other, album, "chat")
    await expect(one.get_by_test_id("said").last).to_contain_text("Спасибо!")
    await other.keyboard.press("Escape")
    await expect(other.get_by_test_id("unread")).to_have_count(0)
    await points(one, other, album)
    await pins(one, album)


async def points(one: Page, other: Page, album: Path) -> None:
    """A defender points at a card by the keys, the other by a long press."""
    await one.keyboard.press("Escape")  # from the line that is written to the table
    await one.keyboard.press("g")
    await one.keyboard.press("ArrowRight")
    await one.keyboard.press("Enter")
    shown = other.get_by_test_id("pointed")
    card = await shown.get_attribute("data-card")
    await expect(other.locator(f'.pointed[data-card="{card}"]')).to_have_count(1)
    await picture(other, album, "pointed")
    await other.get_by_test_id("point").click()
    target = other.locator(".mine .hand button[data-card]").first
    card = await target.get_attribute("data-card")
    await target.click(position={"x": 6, "y": 10})
    await expect(one.get_by_test_id("pointed")).to_have_attribute("data-card", card or "")


async def pins(page: Page, album: Path) -> None:
    """Notes on the misère stay where they were put, also when the page is loaded again."""
    notes = page.get_by_test_id("note")
    await expect(notes).to_have_count(12)
    cards = {await note.get_attribute("data-card") for note in await notes.all()}
    mine = (await page.evaluate(SHOWN))["hand"]
    assert not cards & {*mine}
    await notes.nth(3).click()
    await picture(page, album, "notes")
    await page.reload()
    await expect(notes.nth(3)).to_have_attribute("aria-pressed", "true")
    await expect(page.locator('[data-testid="note"][aria-pressed="true"]')).to_have_count(1)


async def test_the_misere_player_has_no_notes(arrive: Arrive, come: Come) -> None:
    anna, boris, vera = await company(arrive)
    await anna.say(lambda options: "misere")
    await boris.say(lambda options: "pass")
    await vera.say(lambda options: "pass")
    mine, theirs = await come(anna), await come(boris)
    await expect(theirs.get_by_test_id("notes")).to_have_count(1)
    await mine.get_by_test_id("order").wait_for()
    await expect(mine.get_by_test_id("notes")).to_have_count(0)
