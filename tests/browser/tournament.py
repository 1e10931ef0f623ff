"""A contest whose tables are open: its director, a player, bots; deals that are played on."""

import asyncio
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from playwright.async_api import Page

from tests.browser.company import PATIENCE, Guest
from tests.browser.evening import Arrive, Come

PASSWORD = "семь раз отмерь"
MINUTE = 60_000
WHY = "так решено"


async def holder(arrive: Arrive, name: str) -> Guest:
    """Somebody with an account, for only he may direct."""
    guest = await arrive(name)
    await guest.has_account(f"{name} {uuid4().hex[:8]}", PASSWORD)
    return guest


async def asked(guest: Guest, stream: str, what: str, **fields: Any) -> str:
    """Ask something of a contest; returns its stream."""
    message = {"stream": stream, "id": uuid4().hex, "command": {"what": what, **fields}}
    done = await guest.socket.call("command", message, timeout=PATIENCE)
    assert "ok" in done, done
    named: str = done["ok"]["stream"]
    return named


class Contest:
    """What a director has opened; `acts` counts what directors have done."""

    def __init__(self, director: Guest, stream: str) -> None:
        self.director, self.stream = director, stream
        self.acts = 0

    async def act(self, what: str, who: Guest | None = None, **fields: Any) -> None:
        said = {"why": WHY, "after": self.acts}
        await asked(who or self.director, self.stream, what, **said, **fields)
        self.acts += 1

    @property
    def desk(self) -> str:
        return f"{self.director.url}/#/contest/{self.stream}/director"


async def opened(director: Guest, players: list[Guest], bots: int, **plan: Any) -> Contest:
    """One table of these and bots, whose first tour is open; the players are at it."""
    now = int(time.time() * 1000)
    terms = {
        "title": "Кубок клуба",
        "formula": "points-4321",
        "rules": "festival-2011",
        "registration_until": now + 10 * MINUTE,
        "draw_at": now + 10 * MINUTE,
        "tours": [{"starts": now + 10 * MINUTE, "seconds": 3600}],
        "zone": "Europe/Moscow",
        "pace": "",
    }
    contest = Contest(director, await asked(director, "", "create", plan=terms | plan))
    for player in players:
        await asked(player, contest.stream, "register")
    for number in range(bots):
        await contest.act("add", person=f"bot-{number + 1}", bot=True)
    for step, tour in (("close", 0), ("draw", 0), ("call", 1)):
        await contest.act("start", step=step, tour=tour)
    for player in players:
        await asked(player, contest.stream, "here", tour=1)
        player.stream = f"{contest.stream}-1-1"
    await at_table(players)
    return contest


async def at_table(players: list[Guest]) -> None:
    """The table is open, and who has number 1 has chosen a chair."""
    async with asyncio.timeout(PATIENCE):
        while "error" in await players[0].socket.call("sync", {"stream": players[0].stream}):
            await players[0].socket.sleep(0.05)
    state = await players[0].seen()
    for member in state["table"]["members"]:
        first = next((p for p in players if p.person == member["person"]), None)
        if first and member["number"] == 1 and state["table"]["phase"] == "seating":
            await first.act("choose", seat="N")


async def plays_until(player: Guest, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """He answers whatever he is asked and passes where he can, until the table is like that."""
    async with asyncio.timeout(PATIENCE):
        while not wanted((state := await player.seen())["table"]):
            await answer(player, state)


async def answer(player: Guest, state: dict[str, Any]) -> None:
    """What he is asked now, if anything."""
    table, ask = state["table"], state["view"]["ask"]
    me = next(m for m in table["members"] if m["person"] == player.person)
    if table["phase"] == "between" and not me["ready"]:
        await player.act("ready", deal=table["deal"])
    elif table["phase"] != "playing" or not ask:
        await player.socket.sleep(0.02)
    elif table["claim"] and me["seat"] in table["claim"]["waiting"]:
        claim = {"ask": ask["number"], "claimer": table["claim"]["seat"], "word": "no"}
        await player.act("respond", deal=table["deal"], **claim)
    elif ask["options"] and not table["claim"]:
        word = "pass" if "pass" in ask["options"] else ask["options"][0]
        await player.act("answer", deal=table["deal"], ask=ask["number"], words=[word])
    else:
        await player.socket.sleep(0.02)


async def at_desk(come: Come, contest: Contest, who: Guest, screen: dict[str, Any]) -> Page:
    """The director's page in the browser of this person."""
    who.stream = f"{contest.stream}-1-1"
    page = await come(who, screen)
    await page.goto(contest.desk)
    await page.get_by_test_id("director").wait_for()
    return page
