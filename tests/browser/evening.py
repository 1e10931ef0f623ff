"""People who come to a table, with browsers or without, and what they look for there."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from tests.browser.clicker import SETTLE
from tests.browser.company import Guest, seated

Come = Callable[..., Awaitable[Page]]
"""Opens the browser of a guest, at his table."""
Arrive = Callable[[str], Awaitable[Guest]]
"""Somebody comes, with a name and a socket."""
OPTION = '[data-testid="option"]'
SHOWN = """() => ({
  hand: [...document.querySelectorAll(".mine .hand [data-card]")].map((e) => e.dataset.card).sort(),
  trick: [...document.querySelectorAll('[data-testid="trick-card"]')].map((e) => e.dataset.card),
  plates: [...document.querySelectorAll('[data-testid="plate"]')].map((e) => e.dataset.seat),
})"""


async def company(arrive: Arrive, **terms: Any) -> list[Guest]:
    """Three at a table, in the order in which they call."""
    guests = [await arrive(name) for name in ("Анна", "Борис", "Вера")]
    seats = await seated(guests, **terms)
    hands = (await guests[0].seen())["view"]["hands"]
    await guests[0].socket.call("unwatch", {"stream": guests[0].stream})
    return [seats[seat] for seat in hands]


async def with_bots(arrive: Arrive, **terms: Any) -> Guest:
    """Somebody at a table of bots, whose chair is chosen."""
    guest = await arrive("Анна")
    terms = {"rules": "fspr-2006", "players": 3, "deals": 2} | terms
    await guest.act("open", **terms, bots=True)
    me = next(m for m in (await guest.seen())["table"]["members"] if m["person"] == guest.person)
    if me["number"] == 1:
        await guest.act("choose", seat="N")
    await guest.socket.call("unwatch", {"stream": guest.stream})
    return guest


async def until_asked(page: Page) -> None:
    await page.locator(f'{OPTION}, [data-testid="order"], [data-testid="card"]').first.wait_for()


async def picture(page: Page, album: Path, name: str) -> None:
    await page.wait_for_timeout(SETTLE)
    (album / "table").mkdir(exist_ok=True)
    await page.screenshot(path=album / "table" / f"{name}.png")
