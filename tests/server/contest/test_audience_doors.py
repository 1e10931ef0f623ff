"""What comes by other doors: the contest itself, HTTP, refusals, talk; and who reads slowly."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from math import inf
from random import Random
from typing import Any

import msgpack
import pytest

from game.cards import named
from server import presence, wire
from server.commands import run
from tests.server.contest.spectators import WHY, Evening, Watcher, attempt
from tests.server.nodes import House
from tests.server.sockets import CONNECT, EVENT, Refusal, Socket
from tests.server.truth import CARD, strings


async def visitor(house: House) -> Socket:
    """A browser without a session."""
    bare = await Socket.bare(house.http, house.url)
    await bare.packet(type=CONNECT, nsp="/", data={"visitor": True})
    assert (await asyncio.wait_for(asyncio.shield(bare.greeted), 10))["type"] == CONNECT
    return bare


async def got(house: House, path: str, cookie: str = "") -> tuple[int, str]:
    """Status and body of a GET."""
    headers = {"Cookie": cookie} if cookie else {}
    house.clock.at += 1  # reads are limited
    async with house.http.get(f"{house.url}{path}", headers=headers) as response:
        return response.status, await response.text()


def secret_of(evening: Evening) -> str:
    """The contest's own."""
    return evening.festival.contest.secret


# --- the contest ---


async def test_those_who_follow_the_contest_hear_of_no_card(house: House) -> None:
    """A visitor, somebody who waits for a place, and the players themselves."""
    evening = await Evening.begun(house)
    evening.dice = Random(2)
    stream = evening.festival.stream
    outside = await visitor(house)
    await outside.call("sync", {"stream": stream})
    waiting = await Watcher.guest(house.http, house.url, "Резерв")
    for person in (waiting, *evening.players):
        await person.follow(stream)
    await evening.opened()
    await evening.director.command(evening.stream, "look", why=WHY)
    await evening.moves(2)
    for _ in range(2):
        with pytest.raises(Refusal, match="no_session"):
            await outside.call("sync", {"stream": evening.stream})
        for event in ("command", "say", "unwatch"):
            with pytest.raises(Refusal, match="no_session"):
                await outside.call(event, {"stream": evening.stream})
        await outside.call("sync", {"stream": stream})
        await evening.opened(2)
    await evening.finished()
    running = len(outside.frames), len(waiting.socket.frames)
    await evening.festival.until_phase("finished")
    await waiting.until(lambda: waiting.boards[stream].contest["phase"] == "finished")
    secrets = evening.truth().secrets
    assert len(secrets) == 2
    for frames, before_end in ((outside.frames, running[0]), (waiting.socket.frames, running[1])):
        messages = [msgpack.unpackb(frame) for frame in frames[1:]]  # the first greets
        changed = [m for m in messages if m["type"] == EVENT and m["data"][0] == "changed"]
        assert len(changed) > 3
        assert not any(CARD.search(text) for text in strings(messages))
        for number, message in enumerate(messages):
            text = " ".join(strings(message))
            assert not any(secret in text for secret in secrets)
            assert number + 1 >= before_end or secret_of(evening) not in text
    assert waiting.boards[stream].contest["secret"] == secret_of(evening)
    for player in evening.players:
        of_contest = [
            m for _, m in player.messages() if isinstance(m, dict) and m.get("stream") == stream
        ]
        assert not any(CARD.search(text) for text in strings(of_contest))


# --- HTTP ---


async def test_over_http_nothing_is_told_of_a_running_deal(house: House) -> None:
    evening = await Evening.begun(house)
    evening.dice = Random(2)
    spectator = await evening.behind("E")
    contest = f"/api/contests/{evening.festival.stream}"
    exports = [f"/api/tables/{evening.stream}/deals.{form}" for form in ("txt", "json")]
    asks = (evening.players[0], evening.director, spectator)
    for deal in (1, 2):
        await evening.over(deal - 1)
        over = [await got(house, path, evening.director.cookie) for path in exports]
        assert [status for status, _ in over] == [200, 200]
        await evening.opened(deal)
        for _ in range(3):
            for person in asks:
                assert [await got(house, path, person.cookie) for path in exports] == over
                status, text = await got(house, f"{exports[0]}?deal={deal}", person.cookie)
                assert (status, json.loads(text)["error"]["code"]) == (404, "no_such_deal")
            shut = [secret for secret, n in evening.truth().secrets.items() if n == inf]
            assert len(shut) == 1
            for path in ("/api/contests", contest, f"{contest}/standings.csv"):
                for cookie in ("", evening.director.cookie):
                    status, text = await got(house, path, cookie)
                    assert status == 200
                    assert not CARD.search(text)
                    assert not any(secret in text for secret in (*shut, secret_of(evening)))
            for cookie in ("", *(person.cookie for person in asks)):
                status, text = await got(house, f"{contest}/archive.json", cookie)
                assert json.loads(text)["error"] == {
                    "code": "contest_runs",
                    "rule": "",
                    "detail": {},
                }
            await evening.moves(2)


async def test_a_running_contest_is_kept_by_administrators_only(house: House) -> None:
    evening = await Evening.begun(house)
    await evening.opened()
    path = f"/api/contests/{evening.festival.stream}/archive.json"
    chief = await Watcher.holder(house.http, house.url, "Хозяин")
    assert (await got(house, path, chief.cookie))[0] != 200
    assert await asyncio.to_thread(run, ["administrator", "Хозяин"], house.settings, input) == 0
    house.clock.at += 5
    status, text = await got(house, path, chief.cookie)
    assert status == 200
    assert secret_of(evening) in text
    assert (await got(house, path, evening.director.cookie))[0] != 200
    await evening.finished()
    await evening.festival.until_phase("finished")
    assert (await got(house, path))[0] == 200


# --- refusals ---


async def test_refusals_tell_nothing(house: House) -> None:
    """Whatever a spectator sends, the answer is that of one who knows nothing."""
    evening = await Evening.begun(house)
    spectator = await evening.behind("E")
    guest = await evening.behind("", account=False)
    await evening.opened()
    await evening.moves(1)
    view = spectator.screens[evening.stream].view
    ask = view["ask"]
    assert ask is not None
    hand = view["cards"]["E"]["known"]
    assert hand is not None
    deal = {"deal": 1, "ask": ask["number"]}
    sent: list[tuple[str, dict[str, Any]]] = [
        ("answer", {**deal, "words": ["pass"]}),
        ("answer", {**deal, "words": [hand[0]]}),
        ("claim", {**deal, "end": "=10"}),
        ("respond", {**deal, "claimer": "E", "word": "yes"}),
        ("ready", {"deal": 1}),
        ("propose", {"wish": "stand_in"}),
        ("vote", {"word": "yes"}),
        ("return", {}),
        ("dismiss", {"person": guest.person}),
    ]
    for person in (spectator, guest):
        codes = {await attempt(person, evening.stream, what, **sent) for what, sent in sent}
        assert codes == {"not_at_this_table"}
        assert await attempt(person, evening.stream, "look", why=WHY) == "not_a_director"
        said = {"stream": evening.stream, "phrase": "", "line": hand[0], "card": ""}
        with pytest.raises(Refusal, match="not_at_this_table"):
            await person.socket.call("say", said)
    for seat in ("N", "E", "S", "W"):
        assert await attempt(guest, evening.stream, "watch", seat=seat) == "no_account"
    assert await attempt(evening.players[0], evening.stream, "look", why=WHY) == "not_a_director"
    for person in (spectator, guest):
        assert len(person.errors()) > 10
        assert all((e["rule"], e["detail"]) == ("", {}) for e in person.errors())
    await evening.finished()
    evening.proved()


# --- talk ---


class Misere(Random):
    """Somebody plays misère, so that hands lie open."""

    def choice(self, options: Any) -> Any:
        wanted = [word for word in options if "misere" in word]
        return wanted[0] if wanted else super().choice(options)


@pytest.mark.parametrize("delay", [False, True])
async def test_what_is_said_over_open_hands_comes_late_as_well(house: House, delay: bool) -> None:
    evening = await Evening.begun(house, delay=delay)
    evening.dice, stream = Misere(3), evening.stream
    spectator = await evening.behind("E")
    said: dict[str, Any] = {}
    while not said:
        await evening.moves(1)
        running = evening.replica.opened.running
        open_hands = running is not None and running.deal.open_hands
        if running is None or not open_hands or evening.phase != "playing":
            continue
        card = named([*running.deal.hands[running.deal.defenders[0]]])[0]
        for player in evening.players:
            with suppress(Refusal):
                message = {"stream": stream, "phrase": "", "line": "", "card": card}
                said = await player.socket.call("say", message)
    await evening.moves(1)
    others = [each for each in evening.players if each.person != said["person"]]
    assert all(("said", said) in each.heard for each in others)
    assert (("said", said) in spectator.heard) is not delay
    await spectator.sync(stream)
    assert (said in spectator.talk) is not delay
    evening.proved()
    await evening.finished()
    await spectator.sync(stream)
    assert said in spectator.talk
    evening.proved()


# --- slow ---


async def test_a_slow_spectator_does_not_hold_up_the_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_WAITING", 20_000)
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.01)
    evening = await Evening.begun(house, deals=8)
    slow, stays = await evening.behind("E"), await evening.behind("E")
    await evening.opened()
    pipe = slow.socket.ws.get_extra_info("socket")
    pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.socket.reader.cancel()  # from now on he asks and asks and never looks
    evening.people.remove(slow)
    async with asyncio.timeout(30):
        while slow.person in evening.replica.watchers.values():
            with suppress(ConnectionError):
                for number in range(250):
                    await slow.socket.emit("sync", {"stream": evening.stream}, number=number)
            if evening.phase != "finished":
                await evening.moves(1)
    await evening.until(lambda: slow.person not in evening.replica.opened.audience)
    assert evening.phase != "finished"
    await evening.finished()
    assert not stays.socket.closed.done()
    await evening.shown_as_synced()
    await slow.socket.ws.close()
    evening.proved()
