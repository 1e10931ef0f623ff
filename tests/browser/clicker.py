"""A player who clicks whatever the page offers him, chosen by a seeded die."""

import random
import re
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Page, TimeoutError

LOOK = """() => {
  const shown = (id) => [...document.querySelectorAll(`[data-testid="${id}"]`)];
  const on = (id) => shown(id).filter((e) => !e.disabled);
  const root = document.documentElement;
  const table = document.querySelector('[data-testid="table"]');
  const felt = document.querySelector('[data-testid="felt"]');
  return {
    phase: table?.dataset.phase ?? null,
    number: `${table?.dataset.deal} ${table?.dataset.ask}`,
    deal: felt?.dataset.phase ?? null,
    confirm: on("confirm").length > 0,
    chairs: on("chair").map((e) => e.dataset.seat),
    options: on("option").map((e) => e.dataset.word),
    cards: on("card").map((e) => e.dataset.card),
    pressed: on("card").filter((e) => e.ariaPressed === "true").map((e) => e.dataset.card),
    order: shown("order").length > 0,
    contracts: on("contract").map((e) => e.dataset.word),
    ready: on("ready").length > 0,
    claim: on("claim-yes").length > 0,
    mayClaim: on("claim-open").length > 0 && felt?.dataset.mine === "true",
    hands: shown("felt").length ? document.querySelectorAll(".seat .hand, .diagram").length : 0,
    trick: shown("trick-card").length,
    talon: shown("talon").length > 0,
    toasts: shown("toast").map((e) => e.dataset.code),
    wide: root.scrollWidth > root.clientWidth
      ? [...document.querySelectorAll("body *")]
          .filter((e) => e.getBoundingClientRect().right > root.clientWidth + 1)
          .map((e) => `${e.tagName}.${e.className.baseVal ?? e.className}`)
      : [],
  };
}"""
SLOW = 20_000  # milliseconds: machines that test are busy
SETTLE = 350  # milliseconds until nothing moves
RULE = re.compile(r"§\d+\.\d+")


@dataclass
class Clicker:
    """Plays one pulya at a page; the `album` gets a picture of the first of each moment."""

    page: Page
    dice: random.Random
    album: Path | None = None
    seen: set[str] = field(default_factory=set)
    results: list[list[str]] = field(default_factory=list)
    """The paragraphs of the lines of each deal."""

    async def look(self) -> dict[str, Any]:
        state: dict[str, Any] = await self.page.evaluate(LOOK)
        assert state["toasts"] == [], state["toasts"]
        assert state["wide"] == [], state["wide"]
        return state

    async def picture(self, moment: str) -> None:
        """A screenshot, once for each moment."""
        if self.album is not None and moment not in self.seen:
            self.seen.add(moment)
            await self.page.wait_for_timeout(SETTLE)
            await self.page.screenshot(path=self.album / f"{len(self.seen):02}-{moment}.png")

    def by(self, testid: str, **data: str) -> str:
        return f'[data-testid="{testid}"]' + "".join(f'[data-{k}="{v}"]' for k, v in data.items())

    async def click(self, testid: str, **data: str) -> None:
        """Click at the left edge, which no other card of a fan covers."""
        target = self.page.locator(self.by(testid, **data)).first
        await target.click(position={"x": 9, "y": 16}, timeout=SLOW)

    async def play(self) -> None:
        """Until the final settlement."""
        while (state := await self.look())["phase"] != "finished":
            await self.step(state)

    async def step(self, state: dict[str, Any]) -> None:
        if state["claim"]:
            await self.picture("claim-asked")
            with suppress(TimeoutError):  # somebody else may have refused it meanwhile
                await self.page.get_by_test_id("claim-yes").click(timeout=1000)
            return
        elif state["confirm"]:
            await self.picture("confirm")
            await self.click("confirm")
        elif state["chairs"]:
            await self.picture("seating")
            await self.click("chair", seat=self.dice.choice(state["chairs"]))
        elif state["order"]:
            await self.order(state)
        elif state["options"]:
            await self.picture(f"option-{'-'.join(sorted(state['options']))}"[:60])
            await self.click("option", word=self.liked(state["options"]))
        elif state["cards"]:
            await self.picture_of_play(state)
            await self.click("card", card=self.dice.choice(state["cards"]))
        elif state["ready"]:
            await self.result()
            await self.click("ready")
        else:
            if state["talon"]:
                await self.picture("talon")
            await self.page.wait_for_timeout(15)
            return
        await self.changed(state)

    def liked(self, options: list[str]) -> str:
        """Something other than a pass more often than not, so that all sorts of deals come."""
        others = [word for word in options if word != "pass"]
        return self.dice.choice(others if others and self.dice.random() < 0.6 else options)

    async def picture_of_play(self, state: dict[str, Any]) -> None:
        kind = "raspasy" if state["deal"] == "raspasy" else "play"
        if state["hands"]:
            kind += "-open"
        await self.picture(f"{kind}-{min(state['trick'], 2)}")

    async def order(self, state: dict[str, Any]) -> None:
        """Two cards, changed once, and a contract in one sheet."""
        await self.picture("order-empty")
        cards = self.dice.sample(state["cards"], 3)
        for card in (*cards[:2], cards[1], cards[2]):
            await self.click("card", card=card)
        if state["contracts"]:
            low = state["contracts"][: self.dice.choice((1, 3, 7))]
            await self.click("contract", word=self.dice.choice(low))
        await self.picture("order")
        await self.click("send-order")

    async def result(self) -> None:
        """The score of a deal: each line has its paragraph, and one of them is read."""
        lines = await self.page.locator(self.by("line")).evaluate_all(
            "lines => lines.map((line) => line.dataset.rule)"
        )
        assert all(RULE.fullmatch(rule) for rule in lines)
        self.results.append(lines)
        await self.picture("result")
        if lines:
            rule = self.dice.choice(lines)
            await (
                self.page.locator(self.by("line", rule=rule)).first.locator(self.by("why")).click()
            )
            await self.page.locator(self.by("paragraph", number=rule)).wait_for(timeout=SLOW)
            await self.picture("paragraph")
            await self.page.keyboard.press("Escape")

    async def changed(self, before: dict[str, Any]) -> None:
        """Wait until the click has come to something."""
        for _ in range(SLOW // 10):
            state = await self.look()
            if state != before:
                return
            await self.page.wait_for_timeout(10)
        raise AssertionError(f"nothing happens: {before}")
