"""A contest as a file: it is the same contest on another server, and nothing else is taken in."""

from __future__ import annotations

import copy
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer

from lobby.contest.contest import Contest
from lobby.contest.effects import table_stream
from lobby.contest.schedule import phase
from lobby.contest.seen import contest_seen
from server import contest_routes
from tests.server.contest.festival import Festival, Guest
from tests.server.nodes import House, sqlite_url
from tests.server.sound import sound
from tests.server.test_accounts import appoint

Tree = dict[str, Any]


async def called(
    house: House, method: str, path: str, cookie: str = "", sent: bytes | None = None
) -> tuple[int, bytes]:
    """Status and body."""
    headers = {"Cookie": cookie} if cookie else {}
    url = f"{house.url}/api/{path}"
    async with house.http.request(method, url, headers=headers, data=sent) as response:
        return response.status, await response.read()


async def refusal(
    house: House, method: str, path: str, cookie: str = "", sent: bytes | None = None
) -> tuple[int, str, Tree]:
    """Status, code and detail of the refusal that must come."""
    status, text = await called(house, method, path, cookie, sent)
    error = json.loads(text)["error"]
    return status, error["code"], error["detail"]


async def chief(house: House, name: str = "Администратор") -> Guest:
    """An administrator."""
    person = await Guest.holder(house.http, house.url, name)
    await appoint(house, name)
    return person


@pytest.fixture
async def elsewhere(
    tmp_path: Path, http: ClientSession, aiohttp_server: Callable[..., Awaitable[TestServer]]
) -> House:
    """Another server, whose database is empty."""
    house = House(sqlite_url(tmp_path / "elsewhere.db"), http, aiohttp_server)
    await house.start()
    return house


async def six_bots(house: House) -> Festival:
    director = await Guest.holder(house.http, house.url, "Судья")
    festival = await Festival.created(house, director, deals=1)
    for number in range(6):
        await director.acts(festival.stream, "add", person=f"bot-{number}", bot=True)
    return festival


def tables_of(festival: Festival) -> list[Any]:
    tables = [festival.replayed(stream).opened for stream in festival.tables()]
    return [[table.members, table.past, table.phase] for table in tables]


async def test_an_ended_contest_is_the_same_elsewhere(house: House, elsewhere: House) -> None:
    festival = await six_bots(house)
    assert (await refusal(house, "GET", f"contests/{festival.stream}/archive.json"))[:2] == (
        403,
        "contest_runs",
    )
    await festival.until(lambda _: festival.over())
    status, text = await called(house, "GET", f"contests/{festival.stream}/archive.json")
    assert status == 200

    administrator = await chief(elsewhere)
    status, answer = await called(elsewhere, "POST", "contests", administrator.cookie, text)
    assert (status, json.loads(answer)) == (200, {"stream": festival.stream})
    other = Festival(elsewhere, festival.stream)
    assert [other.rows(stream) for stream in [other.stream, *other.tables()]] == [
        festival.rows(stream) for stream in [festival.stream, *festival.tables()]
    ]
    assert tables_of(other) == tables_of(festival)
    shown = json.loads((await called(elsewhere, "GET", f"contests/{other.stream}"))[1])
    assert shown["contest"] == json.loads(json.dumps(contest_seen(festival.rebuilt())))
    assert "Судья" in shown["names"].values()
    standings = f"contests/{festival.stream}/standings.csv"
    assert await called(elsewhere, "GET", standings) == await called(house, "GET", standings)
    assert (await called(elsewhere, "GET", f"contests/{other.stream}/archive.json"))[1] == text
    await sound(elsewhere.database)
    again = await refusal(elsewhere, "POST", "contests", administrator.cookie, text)
    assert again[:2] == (409, "contest_exists")


async def test_a_running_contest_goes_on_elsewhere(house: House, elsewhere: House) -> None:
    """What has been played stays; the hour on the way is credited."""
    festival = await six_bots(house)
    administrator = await chief(house)

    def plays_the_final(contest: Contest) -> bool:
        final = table_stream(contest.name, 2, 1)
        return phase(contest) == "playing" and len(festival.rows(final)) > 3

    await festival.until(plays_the_final)
    path = f"contests/{festival.stream}/archive.json"
    assert (await refusal(house, "GET", path))[1] == "contest_runs"
    status, text = await called(house, "GET", path, administrator.cookie)
    assert status == 200
    left = {row["stream"]: len(row["entries"]) for row in json.loads(text)["streams"]}
    await house.stop()

    elsewhere.clock.at = house.clock.at + 3600
    administrator = await chief(elsewhere)
    assert (await called(elsewhere, "POST", "contests", administrator.cookie, text))[0] == 200
    other = Festival(elsewhere, festival.stream)
    [(since, until)] = other.contest.downtimes
    assert until - since >= 3_600_000
    await other.until(lambda _: other.over())
    assert [*left] == [other.stream, *other.tables()]
    for stream, count in left.items():
        assert other.rows(stream)[:count] == festival.rows(stream)[:count]
    assert len(other.tables()) == 3
    for table in other.tables():
        assert other.replayed(table).opened.phase == "finished"
    seen = contest_seen(other.rebuilt())
    assert [line["place"] for line in seen["standings"]] == [*range(1, 7)]
    await sound(elsewhere.database)


# --- what is not taken in ---


@pytest.fixture(scope="module")
async def kept() -> dict[str, bytes]:
    """An archive that the first test to need it has made."""
    return {}


async def archive(house: House, kept: dict[str, bytes]) -> Tree:
    if not kept:
        festival = await six_bots(house)
        await festival.until(lambda _: festival.over())
        _, kept["text"] = await called(house, "GET", f"contests/{festival.stream}/archive.json")
    tree: Tree = json.loads(kept["text"])
    return tree


def first(tree: Tree) -> list[Tree]:
    rows: list[Tree] = tree["streams"][0]["entries"]
    return rows


def opened(tree: Tree) -> Tree:
    fact: Tree = first(tree)[0]["body"]["facts"][0]
    return fact


def table(tree: Tree) -> list[Tree]:
    rows: list[Tree] = tree["streams"][1]["entries"]
    return rows


def swapped(tree: Tree) -> None:
    tree["streams"].insert(0, tree["streams"].pop(1))


def renamed(tree: Tree, name: str) -> None:
    tree["streams"][1]["stream"] = name


def answered_otherwise(tree: Tree) -> None:
    """A word that the rules do not offer."""
    running = [row for row in table(tree) if row["what"] == "answer"]
    running[-1]["body"]["facts"][0]["words"] = ["♠K♠K"]


def of_another_contest(tree: Tree) -> None:
    table(tree)[0]["body"]["facts"][0]["contest"] = "c000000000000"


BREAKS: list[Callable[[Tree], object]] = [
    lambda tree: tree.update(pulya_archive=2),
    lambda tree: tree.update(pulya_archive="1"),
    lambda tree: tree.pop("pulya_archive"),
    lambda tree: tree.pop("names"),
    lambda tree: tree.update(names={"": "Анна"}),
    lambda tree: tree.update(names={"p1": ""}),
    lambda tree: tree.update(names={"p1": "a" * 41}),
    lambda tree: tree.update(names={"p1": "a\nb"}),
    lambda tree: tree.update(names={"p\x00": "Анна"}),
    lambda tree: tree.update(names={"p1": 5}),
    lambda tree: tree.update(streams=[]),
    lambda tree: tree.update(streams={}),
    lambda tree: tree["streams"].append(copy.deepcopy(tree["streams"][0])),
    lambda tree: tree["streams"].append({"stream": "t0123456789ab", "entries": table(tree)}),
    lambda tree: tree["streams"].pop(0),
    lambda tree: tree["streams"].pop(1),
    swapped,
    lambda tree: tree["streams"][0].update(stream="cшесть"),
    lambda tree: tree["streams"][0].update(stream="c000000000000"),
    lambda tree: tree["streams"][0].update(stream=""),
    lambda tree: renamed(tree, "c000000000000-1-1"),
    lambda tree: renamed(tree, f"{tree['streams'][0]['stream']}-1-9"),
    lambda tree: renamed(tree, f"{tree['streams'][0]['stream']}-0001-1"),
    lambda tree: renamed(tree, f"{tree['streams'][0]['stream']}-1-1\n"),
    lambda tree: first(tree).clear(),
    lambda tree: first(tree).pop(0),
    lambda tree: first(tree).pop(3),
    lambda tree: first(tree).reverse(),
    lambda tree: first(tree)[1].update(n=1),
    lambda tree: first(tree)[1].update(n=2**80),
    lambda tree: first(tree)[1].update(n="2"),
    lambda tree: first(tree)[1].update(at=-1),
    lambda tree: first(tree)[1].update(at=2**63),
    lambda tree: first(tree)[1].update(at=1.5),
    lambda tree: first(tree)[1].update(who="w" * 41),
    lambda tree: first(tree)[2].update(command=first(tree)[1]["command"]),
    lambda tree: first(tree)[1].update(what="w" * 21),
    lambda tree: first(tree)[1].update(body=None),
    lambda tree: first(tree)[1].update(body=[]),
    lambda tree: first(tree)[1].update(body={"facts": [{}], "told": ""}),
    lambda tree: first(tree)[1].update(body={"facts": [{"what": "opened"}], "told": ""}),
    lambda tree: first(tree)[1]["body"]["facts"].append(copy.deepcopy(opened(tree))),
    lambda tree: table(tree)[1]["body"]["facts"].append(table(tree)[0]["body"]["facts"][0]),
    lambda tree: opened(tree)["plan"].update(formula="chess"),
    lambda tree: opened(tree)["plan"].update(rules="bridge"),
    lambda tree: opened(tree)["plan"].update(tours=[]),
    lambda tree: opened(tree).update(secret="secret"),
    lambda tree: opened(tree).update(contest="c000000000000"),
    lambda tree: first(tree)[-2]["body"]["facts"].append({"what": "tour_over", "tour": 9}),
    of_another_contest,
    answered_otherwise,
    lambda tree: table(tree).pop(1),
    lambda tree: table(tree).clear(),
    lambda tree: table(tree)[2]["body"].update(told="0" * 16),
]


async def test_what_is_no_archive_is_refused(
    house: House, elsewhere: House, kept: dict[str, bytes]
) -> None:
    whole = await archive(house, kept)
    administrator = await chief(elsewhere)
    texts = [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"pulya_archive": 1',
        b'{"pulya_archive": 1, "names": {}, "streams": ' + b"[" * 200_000,
        b'{"pulya_archive": 1, "names": {"p1": "\\ud800"}, "streams": []}',
    ]
    for change in BREAKS:
        tree = copy.deepcopy(whole)
        change(tree)
        texts.append(json.dumps(tree).encode())
    wrong = []
    for place, sent in enumerate(texts, start=len(BREAKS) - len(texts)):
        elsewhere.clock.at += 1  # so many a second and no more
        status, answer = await called(elsewhere, "POST", "contests", administrator.cookie, sent)
        if status != 400 or json.loads(answer)["error"]["code"] != "bad_archive":
            wrong.append((place, status, answer))
    assert wrong == []
    fine = json.dumps(whole).encode()
    assert (await called(elsewhere, "POST", "contests", administrator.cookie, fine))[0] == 200


async def test_only_administrators_take_in(
    house: House, kept: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = json.dumps(await archive(house, kept)).encode()
    person = await Guest.holder(house.http, house.url, "Анна")
    for cookie in ("", person.cookie):
        answer = await refusal(house, "POST", "contests", cookie, text)
        assert answer[:2] == (403, "not_administrator")
    administrator = await chief(house)
    monkeypatch.setattr(contest_routes, "MOST_BYTES", len(text) - 1)
    status, _ = await called(house, "POST", "contests", administrator.cookie, text)
    assert status == 413
