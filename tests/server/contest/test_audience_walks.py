"""Many people do anything at a table of a contest: nothing leaks, and every screen is right."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from server import presence
from tests.game.players import some_agreement
from tests.server.contest.spectators import WHY, Evening, Watcher
from tests.server.nodes import House
from tests.server.sockets import Refusal
from tests.server.truth import CARD, strings

STEPS = 220
SENT = ("watch", "unwatch", "look", "dismiss", "sync", "leave", "claim", "nonsense")
OFTEN = (12, 2, 2, 0.4, 3, 2, 2, 2)


async def follows(person: Watcher, stream: str) -> None:
    """Watch; whoever may not has no screen."""
    try:
        await person.watch(stream)
    except Refusal:
        person.screens.pop(stream, None)


async def somebody(evening: Evening, dice: Random) -> None:
    """Something that a person may send, whether he may do it or not."""
    person, stream = dice.choice(evening.people), evening.stream
    seat = dice.choice("NESW")
    match dice.choices(SENT, OFTEN)[0]:
        case "watch":
            await person.command(stream, "watch", seat=dice.choice((seat, seat, "")))
        case "look":
            who = dice.choice((person, evening.director))
            await who.command(stream, "look", why=WHY)
            await follows(who, stream)
        case "dismiss":
            await person.command(stream, "dismiss", person=dice.choice(evening.people).person)
        case "sync":
            await follows(person, stream)
        case "leave":
            if person not in evening.players:
                await person.socket.call("unwatch", {"stream": stream})
                person.screens.pop(stream, None)
        case "claim":
            await claims(evening, dice)
        case "nonsense":
            await evening.spectators()[0].command(stream, "ready", deal=evening.deal)
        case what:
            await person.command(stream, what)


async def claims(evening: Evening, dice: Random) -> None:
    """Whoever plays a card proposes an end, or answers a claim with no."""
    running = evening.replica.opened.running
    if running is None or (ask := running.play.ask) is None:
        return
    deal = {"deal": running.number, "ask": running.play.number}
    if (claim := evening.replica.opened.claim) is not None:
        refuser = evening.sitting(claim.waiting[0])
        fields = {"claimer": claim.fact.seat, "word": "no"}
        await refuser.command(evening.stream, "respond", **deal, **fields)
    elif ask.what == "card":
        end = some_agreement(dice, running.deal)
        await evening.sitting(ask.seat).command(evening.stream, "claim", **deal, end=end)


async def director(evening: Evening, dice: Random) -> None:
    """A ruling, which the table hears."""
    table = evening.replica.opened
    entrants = evening.festival.contest.tours[0].tables[0].players
    spectators = evening.spectators()
    match dice.choices(("watchable", "substitute", "back", "annul", "dismiss"), (4, 4, 2, 1, 1))[0]:
        case "watchable":
            watching = dice.choice(("none", "table", "hand", "hand", "hand"))
            if {watching} != {table.watching, table.watchable}:
                await evening.rules("watchable", watching=watching)
        case "substitute" if spectators:
            into = dice.choice(spectators)
            await evening.rules("substitute", out=dice.choice(entrants), into=into.person)
        case "back":
            out = dice.choice(entrants)
            await evening.rules("substitute", out=out, into=out)
        case "annul" if table.phase == "playing":
            await evening.rules("annul", deal=table.number, replay=len(table.past) < 3)
        case "dismiss" if spectators:
            person = dice.choice(spectators).person
            if person not in table.dismissed:
                await evening.rules("dismiss", person=person)


@pytest.mark.parametrize(
    ("players", "rules", "delay", "pace"),
    [
        (4, "festival-2011", False, ""),
        (3, "fspr-2006", False, "quick"),
        (4, "fspr-code-6", True, ""),
        (3, "festival-2011", True, "quick"),
    ],
)
async def test_whatever_they_do_nobody_is_sent_what_he_may_not_know(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    players: int,
    rules: str,
    delay: bool,
    pace: str,
) -> None:
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.01)
    evening = await Evening.begun(
        house, players=players, rules=rules, delay=delay, pace=pace, deals=5
    )
    dice = evening.dice = Random(f"{players} {rules} {delay}")
    evening.people.append(evening.director)
    for number, seat in enumerate(("N", "E", "S", "")):
        await evening.behind(seat, f"Зритель {number}", account=number != 3)
    for _ in range(STEPS):
        if evening.phase == "finished":
            break
        for each in evening.players:
            if each.person not in evening.replica.watchers.values():
                await each.watch(evening.stream)
        with suppress(Refusal):
            match dice.choices(("play", "somebody", "director"), (8, 6, 0.7))[0]:
                case "play":
                    await evening.move()
                case "somebody":
                    await somebody(evening, dice)
                case _:
                    await director(evening, dice)
        await evening.settled()
    await evening.shown_as_synced()
    truth = evening.proved()
    came = Counter(
        len(truth.eyes[n].seats(person.person) or ())
        for person in evening.people
        for n, _ in person.told(evening.stream)
    )
    assert came[0] > 50
    assert came[1] > 100
    for person in evening.people:
        for error in person.errors():
            assert not any(CARD.search(text) for text in strings(error)), error
