"""On small screens: everything of one's own is inside, and no card moves for a notice."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.company import Guest
from tests.browser.evening import Arrive, Come, company, picture

SCREENS = [(360, 740), (360, 640), (740, 360)]
OWN = """() => Object.fromEntries(
  [".mine .hand", ".mine [data-testid=plate]", ".mine .prompt", ".tools > *",
   '[data-testid="claim-answer"]']
    .flatMap((where) => [...document.querySelectorAll(where)].map((e, n) => [`${where} ${n}`, e]))
    .map(([name, e]) => [name, e.getBoundingClientRect()])
    .filter(([, box]) => box.height > 0)
    .map(([name, { left, top, right, bottom }]) => [name, [left, top, right, bottom]]),
)"""
HANDS = """() => [...document.querySelectorAll(".mine .hand [data-card]")].map((e) => {
  const { left, top } = e.getBoundingClientRect();
  return [e.dataset.card, Math.round(left), Math.round(top)];
})"""
LIFT = 10  # pixels by which a card that may be played stands out
STILL = 400  # milliseconds until nothing moves


async def inside(page: Page) -> None:
    """Nothing of one's own is cut off, and nothing has to be scrolled for."""
    await page.wait_for_timeout(STILL)
    size = page.viewport_size
    assert size is not None
    boxes: dict[str, list[float]] = await page.evaluate(OWN)
    assert ".mine .hand 0" in boxes
    for name, (left, top, right, bottom) in boxes.items():
        across = left >= -1 and right <= size["width"] + 1
        assert across, (name, boxes)
        down = top >= 0 and bottom <= size["height"] + 1
        assert down, (name, boxes)


async def hands(page: Page) -> list[Any]:
    await page.wait_for_timeout(STILL)
    placed: list[Any] = await page.evaluate(HANDS)
    return placed


def stayed(now: list[Any], before: list[Any]) -> None:
    for (card, left, top), (name, x, y) in zip(now, before, strict=True):
        assert (card, left) == (name, x)
        assert abs(top - y) <= LIFT, (card, top, y)


async def discards(guest: Guest) -> None:
    """The declarer throws two cards away and plays what he has bid."""
    state = await guest.until(lambda state: state["view"]["ask"]["what"] == "discard")
    view = state["view"]
    words = [f"-{card}" for card in view["cards"][view["ask"]["seat"]]["known"][:2]]
    words.append(view["contract"])
    await guest.act("answer", deal=1, ask=view["ask"]["number"], words=words)


async def whisted(arrive: Arrive) -> list[Guest]:
    """The first plays, the second whists alone with open hands; a card is led."""
    anna, boris, vera = await company(arrive)
    await anna.say(lambda options: next(word for word in options if word[0] == "6"))
    await boris.say(lambda options: "pass")
    await vera.say(lambda options: "pass")
    await discards(anna)
    await boris.say(lambda options: "whist")
    await vera.say(lambda options: "pass")
    await boris.say(lambda options: "whist")  # rather than half
    await anna.say()
    await boris.say(lambda options: "open")
    return [anna, boris, vera]


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_two_hands_fit_and_stay(
    width: int, height: int, arrive: Arrive, come: Come, album: Path
) -> None:
    anna, boris, vera = await whisted(arrive)
    size = {"viewport": {"width": width, "height": height}, "has_touch": True}
    page = await come(boris, size)
    theirs = await come(anna, size)
    await page.get_by_test_id("card").first.wait_for()
    await inside(page)
    await inside(theirs)
    await picture(page, album, f"two-hands-{width}x{height}")
    await picture(theirs, album, f"declarer-{width}x{height}")

    before = await hands(page)
    view = (await vera.seen())["view"]
    other = next(
        seat for seat in view["hands"] if seat not in (view["declarer"], view["ask"]["seat"])
    )
    card = view["cards"][other]["known"][0]
    words = {"stream": vera.stream, "phrase": "", "line": "", "card": card}
    assert "ok" in await vera.socket.call("say", words)
    await page.get_by_test_id("pointed").wait_for()
    assert await hands(page) == before
    await picture(page, album, f"pointed-{width}x{height}")
    await expect(page.get_by_test_id("pointed")).to_have_count(0, timeout=10_000)
    assert await hands(page) == before

    await anna.seen()  # from her browser to this socket
    await anna.act("claim", deal=1, ask=view["ask"]["number"], end="=6")
    await page.get_by_test_id("claim-no").wait_for()
    await inside(page)
    stayed(await hands(page), before)
    await picture(page, album, f"claim-{width}x{height}")
    await page.get_by_test_id("claim-no").click()
    await page.get_by_test_id("refused").wait_for()
    stayed(await hands(page), before)
    await picture(page, album, f"refused-{width}x{height}")
    await page.get_by_test_id("card").first.click(position={"x": 6, "y": 10})
    await page.get_by_test_id("card").first.wait_for()
    await inside(page)
    await picture(page, album, f"two-hands-later-{width}x{height}")
