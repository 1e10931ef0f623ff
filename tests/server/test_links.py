"""Return links: another browser becomes the same person."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import ClientSession

from server.entrance import hashed
from tests.server.browsers import ask
from tests.server.nodes import House
from tests.server.people import Person, Refusal

pytestmark = pytest.mark.both_stores


async def link_of(http: ClientSession, house: House, person: Person) -> str:
    status, answer, _ = await ask(http, "POST", f"{house.url}/api/link", person.cookie)
    assert status == 200
    return str(answer["link"])


async def test_by_his_link_somebody_comes_back_to_his_seat(
    house: House, http: ClientSession
) -> None:
    anna = await house.guest()
    stream = await anna.open(players=3)
    await anna.watch(stream)
    await anna.plays(stream, lambda screen: screen.table["phase"] == "playing")
    link = await link_of(http, house, anna)
    status, answer, cookie = await ask(http, "POST", f"{house.url}/api/return", link=link)
    assert (status, answer["person"], answer["name"]) == (200, anna.person, "Анна")
    assert cookie is not None
    elsewhere = Person(http, house.url, anna.person, cookie)
    await elsewhere.connect()
    screen = await elsewhere.watch(stream)
    me = next(m for m in screen.table["members"] if m["person"] == anna.person)
    assert len(screen.view["cards"][me["seat"]]["known"] or []) == 10
    await anna.until(lambda: anna.heard == [("replaced", {"stream": stream})])
    if move := elsewhere.move(stream):
        assert await anna.refused(stream, **move) == "other_browser"
        await elsewhere.command(stream, **move)


async def test_of_two_links_the_second_counts_and_none_after_it_is_revoked(
    house: House, http: ClientSession
) -> None:
    anna = await house.guest()
    first, second = [await link_of(http, house, anna) for _ in range(2)]
    coming = f"{house.url}/api/return"
    assert (await ask(http, "POST", coming, link=first))[:2] == (404, error("no_such_link"))
    assert (await ask(http, "POST", coming, link=second))[0] == 200
    assert (await ask(http, "DELETE", f"{house.url}/api/link", anna.cookie))[0] == 200
    assert (await ask(http, "POST", coming, link=second))[0] == 404
    status, answer, _ = await ask(http, "GET", f"{house.url}/api/me", anna.cookie)
    assert (status, answer["name"]) == (200, "Анна")  # the browser she sits at stays hers


async def test_only_a_hash_is_kept(house: House, http: ClientSession) -> None:
    anna = await house.guest()
    link = await link_of(http, house, anna)
    (kept,) = house.rows("select * from return_link")
    assert kept[:2] == (anna.person, hashed(link))
    assert link.encode() not in house.kept()


async def test_without_a_session_there_is_no_link(house: House, http: ClientSession) -> None:
    for method in ("POST", "DELETE"):
        answer = await ask(http, method, f"{house.url}/api/link")
        assert answer[:2] == (401, error("no_session"))


@pytest.mark.parametrize("sent", [{"link": 5}, {"link": ""}, {"link": "\ud800"}, {"lnk": "x"}])
async def test_what_is_no_link_brings_nobody_back(
    house: House, http: ClientSession, sent: dict[str, Any]
) -> None:
    assert (await ask(http, "POST", f"{house.url}/api/return", **sent))[:2] == (
        404,
        error("no_such_link"),
    )


async def test_guessing_is_slow(house: House, http: ClientSession) -> None:
    answers = [
        (await ask(http, "POST", f"{house.url}/api/return", link=str(n)))[0] for n in range(40)
    ]
    assert set(answers) == {404, 429}
    assert answers[-1] == 429


async def test_a_page_that_was_replaced_can_take_the_seat_back(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(bots=False)
    await anna.watch(stream)
    other = await anna.again()
    await other.watch(stream)
    await anna.until(lambda: len(anna.heard) == 1)
    assert await anna.refused(stream, "leave") == "other_browser"
    await anna.watch(stream)
    await other.until(lambda: other.heard == [("replaced", {"stream": stream})])
    with pytest.raises(Refusal, match="other_browser"):
        await other.command(stream, "leave")
    done = await anna.command(stream, "fill")
    await anna.sees(stream, done["n"])
    assert other.screens[stream].n == 1


def error(code: str) -> dict[str, Any]:
    return {"error": {"code": code, "rule": "", "detail": {}}}
