"""The routes: who this browser is, the tables, finished deals."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientSession
from sqlalchemy.exc import SQLAlchemyError

from server.entrance import GUESTS_A_SECOND, GUESTS_AT_ONCE
from tests.game.arbiter import run
from tests.server.nodes import House, sqlite_url
from tests.server.people import Person, finished


async def got(http: ClientSession, url: str, cookie: str = "") -> tuple[int, Any]:
    """Status and answer."""
    async with http.get(url, headers={"Cookie": cookie} if cookie else {}) as response:
        text = await response.text()
        return response.status, json.loads(text) if text.startswith("{") else text


async def posted(http: ClientSession, url: str, **content: Any) -> tuple[int, Any]:
    async with http.post(url, **content) as response:
        return response.status, await response.json(content_type=None)


async def test_the_server_is_up(house: House, http: ClientSession) -> None:
    assert await got(http, f"{house.url}/healthz") == (200, {"ok": True})


async def test_while_the_store_is_away_a_browser_is_told_to_try_again(
    house: House, http: ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await house.guest()

    def away() -> object:
        raise SQLAlchemyError("the disk is gone")

    database = house.streams.log.database
    monkeypatch.setattr(database, "read", SimpleNamespace(connect=away, begin=away))
    monkeypatch.setattr(database, "write", SimpleNamespace(connect=away, begin=away))
    for answer in (
        await got(http, f"{house.url}/api/tables", anna.cookie),
        await posted(http, f"{house.url}/api/guest", json={"name": "Борис"}),
    ):
        assert answer[0] == 503
        assert answer[1]["error"]["code"] == "try_again"


async def test_a_guest_gets_a_name_and_a_session(house: House, http: ClientSession) -> None:
    async with http.post(f"{house.url}/api/guest", json={"name": " Анна \t Б. "}) as response:
        person = await response.json()
        cookie = response.cookies["pulya"]
    assert person["name"] == "Анна Б."
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) > 300 * 24 * 3600
    assert not cookie["secure"]  # behind TLS the browser speaks https
    known = await got(http, f"{house.url}/api/me", f"pulya={cookie.value}")
    assert known == (200, person)


BLANK = ["", " ", "\n", "\u3164", "\u2800\u2800", "..."]
HIDING = ["a\0b", "a\u202eb", "\ud83d", "Анна\u034f", "Анна\ufe0f", "A" + "\u0301\u0302\u0303" * 2]


@pytest.mark.parametrize("name", [*BLANK, *HIDING, "a" * 25, None, 5, ["Анна"], {}, True])
async def test_a_name_is_printable_and_short(house: House, http: ClientSession, name: Any) -> None:
    status, answer = await posted(http, f"{house.url}/api/guest", json={"name": name})
    assert (status, answer["error"]["code"]) == (400, "bad_name")
    assert answer["error"]["detail"] == {"least": 1, "most": 24}


@pytest.mark.parametrize("name", ["a" * 24, "Ёлка", "O'Brien", "李", "é", "🂡 туз"])
async def test_names_of_all_languages(house: House, http: ClientSession, name: str) -> None:
    status, answer = await posted(http, f"{house.url}/api/guest", json={"name": name})
    assert (status, answer["name"]) == (200, name)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[" * 4000, b'"\xff"', b"\0", b'{"name": NaN}', b'{"name": "\xc3\x28"}'],
)
async def test_what_is_no_json_is_malformed(house: House, http: ClientSession, body: bytes) -> None:
    for kind in ("application/json", "application/json; charset=klingon", "text/plain"):
        headers = {"Content-Type": kind}
        status, answer = await posted(http, f"{house.url}/api/guest", data=body, headers=headers)
        assert status == 400
        assert answer["error"]["code"] in ("malformed", "bad_name")


async def test_a_huge_body_is_not_read(house: House, http: ClientSession) -> None:
    async with http.post(f"{house.url}/api/guest", data=b"x" * 10_000) as response:
        assert response.status == 413


async def test_one_address_brings_so_many_guests_and_then_slowly(
    house: House, http: ClientSession
) -> None:
    url = f"{house.url}/api/guest"
    for _ in range(GUESTS_AT_ONCE):
        assert (await posted(http, url, json={"name": "Анна"}))[0] == 200
    status, answer = await posted(http, url, json={"name": "Анна"})
    assert (status, answer["error"]["code"]) == (429, "too_fast")
    house.clock.at += 1 / GUESTS_A_SECOND
    assert (await posted(http, url, json={"name": "Анна"}))[0] == 200
    assert (await posted(http, url, json={"name": "Анна"}))[0] == 429


async def test_behind_a_proxy_each_address_is_limited_by_itself(
    house: House, http: ClientSession
) -> None:
    await house.restart(proxies=1)
    url = f"{house.url}/api/guest"

    async def asks(forwarded: str, scheme: str = "https") -> tuple[int, bool]:
        """Status, and whether the cookie is for TLS only."""
        headers = {"X-Forwarded-For": forwarded, "X-Forwarded-Proto": scheme}
        async with http.post(url, json={"name": "Анна"}, headers=headers) as response:
            cookie = response.cookies.get("pulya")
            return response.status, bool(cookie and cookie["secure"])

    for number in range(GUESTS_AT_ONCE):
        assert await asks(f"10.0.0.{number}, 192.0.2.1") == (200, True)
    assert (await asks("10.0.0.99, 192.0.2.1"))[0] == 429  # what he says himself does not count
    assert await asks("192.0.2.2", "http") == (200, False)
    assert await asks("", "gopher") == (200, False)
    anna = await house.guest()
    assert (await anna.watch(await anna.open())).n


async def test_without_a_proxy_nobody_is_believed(house: House, http: ClientSession) -> None:
    headers = {"X-Forwarded-Proto": "https"}
    async with http.post(
        f"{house.url}/api/guest", json={"name": "Анна"}, headers=headers
    ) as response:
        assert not response.cookies["pulya"]["secure"]


@pytest.mark.parametrize("path", ["/api/me", "/api/tables", "/api/tables/t0/deals.txt"])
@pytest.mark.parametrize(
    "cookie",
    ["", "pulya=", "pulya=x", "pulya=InAxIg.forged", "pulya=" + "A" * 4000, "pulya=\xff", "p=1"],
)
async def test_without_a_session_nothing_is_shown(
    house: House, http: ClientSession, path: str, cookie: str
) -> None:
    status, answer = await got(http, f"{house.url}{path}", cookie)
    assert (status, answer["error"]["code"]) == (401, "no_session")


async def test_a_session_of_another_server_is_nobodys(house: House, http: ClientSession) -> None:
    anna = await house.guest()
    value, dot, signature = anna.cookie.partition(".")
    for forged in (f"{value}{dot}{signature[::-1]}", f"pulya=IngI{dot}{signature}", value):
        assert (await got(http, f"{house.url}/api/me", forged))[0] == 401
    house.database = sqlite_url(house.path.with_name("other.db"))
    await house.restart()
    assert (await got(http, f"{house.url}/api/me", anna.cookie))[0] == 401


async def test_a_session_outlives_the_server(house: House, http: ClientSession) -> None:
    anna = await house.guest()
    await house.restart()
    status, answer = await got(http, f"{house.url}/api/me", anna.cookie)
    assert (status, answer) == (
        200,
        {"person": anna.person, "name": "Анна", "account": False, "administrator": False},
    )


async def test_the_list_has_open_tables_and_ones_own(house: House, http: ClientSession) -> None:
    anna, boris = await house.guest(), await house.guest("Борис")
    waiting = await anna.open(bots=False, deals=3, rules="fspr-2006", players=3)
    running = await anna.open()
    _, of_anna = await got(http, f"{house.url}/api/tables", anna.cookie)
    assert {row["stream"] for row in of_anna["tables"]} == {waiting, running}
    _, of_boris = await got(http, f"{house.url}/api/tables", boris.cookie)
    assert of_boris["tables"] == [
        {
            "stream": waiting,
            "rules": "fspr-2006",
            "players": 3,
            "deals": 3,
            "phase": "gathering",
            "deal": 0,
            "names": ["Анна"],
            "free": 2,
            "mine": False,
            "listed": True,
            "minutes": 0,
            "pace": "",
        }
    ]


async def test_ones_own_are_listed_for_two_weeks_and_others_while_one_can_join(
    house: House, http: ClientSession
) -> None:
    anna, boris = await house.guest(), await house.guest("Борис")
    stream = await anna.open()
    await anna.watch(stream)
    await anna.plays(stream, finished)
    house.clock.at += 1
    waiting = await anna.open(bots=False)
    await anna.open(bots=False, listed=False)

    async def listed(person: Person) -> list[tuple[str, str]]:
        _, answer = await got(http, f"{house.url}/api/tables", person.cookie)
        return [(row["stream"], row["phase"]) for row in answer["tables"]]

    assert (stream, "finished") in await listed(anna)
    assert len(await listed(anna)) == 3
    assert await listed(boris) == [(waiting, "gathering")]
    house.clock.at += 49 * 3600
    assert len(await listed(anna)) == 3
    assert await listed(boris) == []
    house.clock.at += 14 * 24 * 3600
    assert await listed(anna) == []


async def test_other_sites_change_nothing(house: House, http: ClientSession) -> None:
    url, here = f"{house.url}/api/guest", house.url
    evil = {"Origin": "http://evil.example"}
    for headers in (evil, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        status, answer = await posted(http, url, json={"name": "Анна"}, headers=headers)
        assert (status, answer["error"]["code"]) == (403, "other_site")
    for headers in ({"Origin": here}, {"Sec-Fetch-Site": "same-origin"}):
        assert (await posted(http, url, json={"name": "Анна"}, headers=headers))[0] == 200
    async with http.get(f"{house.url}/healthz", headers=evil) as response:
        assert response.status == 200


async def test_lists_and_exports_are_limited(house: House, http: ClientSession) -> None:
    anna = await house.guest()
    answers = [(await got(http, f"{house.url}/api/tables", anna.cookie))[0] for _ in range(50)]
    assert set(answers) == {200, 429}


async def test_finished_deals_can_be_had_as_text(
    house: House, http: ClientSession, tmp_path: Any
) -> None:
    anna = await house.guest()
    stream = await anna.open(deals=2)
    url = f"{house.url}/api/tables/{stream}/deals.txt"
    assert await got(http, url, anna.cookie) == (200, "")
    screen = await anna.watch(stream)
    await anna.plays(stream, finished)
    status, text = await got(http, url, anna.cookie)
    assert status == 200
    file = tmp_path / "deals.txt"
    file.write_text(text)
    scored = [json.loads(line) for line in run("score", file).out.splitlines()]
    told = [past["result"] for past in screen.table["past"]]
    assert [deal["tricks"] for deal in scored] == [result["tricks"] for result in told]
    settled = json.loads(run("settle", file).out)
    assert {seat: str(result) for seat, result in settled["result"].items()} == {
        seat: end["result"] for seat, end in screen.table["settled"].items()
    }


@pytest.mark.parametrize("stream", ["t0", "%00", "%ff", "..", "%F0%9F%82%A1", "a" * 300, "%2e%2e"])
async def test_deals_of_no_table(house: House, http: ClientSession, stream: str) -> None:
    anna = await house.guest()
    status, answer = await got(http, f"{house.url}/api/tables/{stream}/deals.txt", anna.cookie)
    assert status == 404
    if isinstance(answer, dict):
        assert answer["error"]["code"] == "no_such_table"


async def test_headers_of_every_response(house: House, http: ClientSession) -> None:
    for path in ("/", "/healthz", "/api/me", "/nothing"):
        async with http.get(f"{house.url}{path}") as response:
            assert response.headers["X-Content-Type-Options"] == "nosniff"
            assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
            assert response.headers["Server"] == "pulya"
            assert response.headers["Cache-Control"] == "no-cache"
