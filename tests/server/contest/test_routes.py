"""What anybody reads of contests over HTTP, without a session."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from fractions import Fraction
from typing import Any

import pytest

from lobby.contest.seen import contest_seen
from server.contest_routes import READS_AT_ONCE, spelled
from tests.server.contest.festival import Festival, Guest
from tests.server.contest.spectators import Evening
from tests.server.contest.test_archive import called, refusal, six_bots
from tests.server.nodes import House


async def read(house: House, path: str, cookie: str = "") -> Any:
    status, text = await called(house, "GET", path, cookie)
    assert status == 200, text
    return json.loads(text)


async def test_the_list_is_open_to_all(house: House) -> None:
    """Those that go on, the latest first, then those that are over."""
    director = await Guest.holder(house.http, house.url, "Судья")
    anna = await Guest.guest(house.http, house.url)
    streams = []
    for title in ("Первый", "Второй", "Третий"):
        house.clock.at += 1
        festival = await Festival.created(house, director, title=title)
        streams.append(festival.stream)
    await director.acts(streams[1], "end", called_off=True)
    house.clock.at += 1
    await anna.command(streams[0], "register")
    await anna.open()  # a table is no contest
    listed = (await read(house, "contests"))["contests"]
    assert [row["stream"] for row in listed] == [streams[0], streams[2], streams[1]]
    assert [row["phase"] for row in listed] == ["registration", "registration", "called_off"]
    assert [row["entrants"] for row in listed] == [1, 0, 0]
    assert not any(row["entered"] or row["directs"] for row in listed)
    own = (await read(house, "contests", anna.cookie))["contests"]
    assert [row["entered"] for row in own] == [True, False, False]
    own = (await read(house, "contests", director.cookie))["contests"]
    assert [row["directs"] for row in own] == [True, True, True]


async def test_a_contest_is_open_to_all(house: House) -> None:
    festival = await six_bots(house)
    await festival.until_phase("playing")
    shown = await read(house, f"contests/{festival.stream}")
    assert shown["stream"] == festival.stream
    assert shown["contest"]["phase"] == "playing"
    assert shown["contest"]["secret"] is None
    assert [*shown["names"].values()] == ["Судья"]
    await festival.until(lambda _: festival.over())
    shown = await read(house, f"contests/{festival.stream}")
    assert shown["contest"] == json.loads(json.dumps(contest_seen(festival.rebuilt())))
    assert shown["contest"]["secret"] is not None


@pytest.mark.parametrize("part", ["", "/standings.csv", "/archive.json"])
async def test_what_is_no_contest_is_not_found(house: House, part: str) -> None:
    anna = await house.guest()
    table = await anna.open()
    for name in ("c0123456789ab", "c", "c-1-1", table, "%00", "%D1%81" * 50):
        found = await refusal(house, "GET", f"contests/{name}{part}")
        assert found[:2] == (404, "no_such_table")


async def test_a_table_of_a_contest_is_no_contest(house: House) -> None:
    festival = await six_bots(house)
    await festival.until(lambda contest: len(contest.tours) == 2)
    for part in ("", "/standings.csv", "/archive.json"):
        found = await refusal(house, "GET", f"contests/{festival.tables()[0]}{part}")
        assert found[:2] == (404, "no_such_table")


NAMES = ["=1+1", "+7 900", "-Анна", "@SUM(A1)", 'Анна "Б", В', "Борис;Вера"]


async def test_the_standings_are_harmless_in_a_spreadsheet(house: House) -> None:
    """Penalties and every tour have their columns; no name is carried out."""
    director = await Guest.holder(house.http, house.url, "Судья")
    festival = await Festival.created(
        house, director, formula="points-4321", tours=2, deals=1, no_show=0
    )
    people = [await Guest.guest(house.http, house.url, name) for name in NAMES]
    for person in people:
        await person.command(festival.stream, "register")
    await festival.until_phase("playing")
    for number in (1, 2):
        whists = ["40/3", "20", "-100/3"] if number == 1 else ["0", "0", "0"]
        await director.acts(festival.stream, "give", tour=1, table=number, whists=whists)
    punished = people[0].person
    await director.acts(
        festival.stream, "penalise", tour=1, person=punished, points="-1", whists="-5/2"
    )
    status, sent = await called(house, "GET", f"contests/{festival.stream}/standings.csv")
    assert status == 200
    text = sent.decode("utf-8-sig")
    assert sent.startswith(b"\xef\xbb\xbf")
    head, *lines = csv.reader(io.StringIO(text))
    assert head == [
        "place", "player", "points", "whists", "penalty points", "penalty whists",
        "tour 1: points", "tour 1: whists",
    ]  # fmt: skip
    written = {line[1]: line for line in lines}
    assert {*written} == {"'=1+1", "'+7 900", "'-Анна", "'@SUM(A1)", *NAMES[4:]}
    assert written["'=1+1"][4:6] == ["-1", "-2 1/2"]
    seen = contest_seen(festival.contest)
    rows = [
        [line["place"], Fraction(line["points"]), Fraction(line["whists"])]
        for line in seen["standings"]
    ]
    assert [[int(line[0]), *map(value, line[2:4])] for line in lines] == rows
    assert sorted(line[7] for line in lines) == sorted(["13 1/3", "20", "-33 1/3", "0", "0", "0"])


def value(cell: str) -> Fraction:
    """Of a cell as "-13 1/3"."""
    whole, _, part = cell.partition(" ")
    return Fraction(whole) + (-1 if whole.startswith("-") else 1) * Fraction(part or 0)


async def test_reading_has_a_measure(house: House) -> None:
    for _ in range(READS_AT_ONCE):
        await read(house, "contests")
    assert (await refusal(house, "GET", "contests"))[:2] == (429, "too_fast")
    house.clock.at += 1
    await read(house, "contests")


async def test_the_deals_of_a_contest_are_open_to_all(house: House) -> None:
    """Who has no name reads them, too; those of friends he does not."""
    director = await Guest.holder(house.http, house.url)
    festival = await Festival.created(house, director, formula="points-4321", tours=1, deals=1)
    for number in range(3):
        await director.acts(festival.stream, "add", person=f"bot-{number}", bot=True)
    await festival.until_phase("ending")
    status, sent = await called(house, "GET", f"tables/{festival.stream}-1-1/deals.txt")
    assert status == 200
    assert sent.decode().count("[Hands ") == 1
    friendly = await director.open(deals=1)
    assert (await refusal(house, "GET", f"tables/{friendly}/deals.txt"))[1] == "no_session"


SPELLED = [
    ("7/3", "2 1/3"),
    ("-40/3", "-13 1/3"),
    ("1/3", "0 1/3"),
    ("-1/3", "-0 1/3"),
    ("0", "0"),
    ("-12", "-12"),
    (310, "310"),
]


@pytest.mark.parametrize(("exact", "told"), SPELLED)
def test_thirds_are_numbers_to_a_spreadsheet(exact: str | int, told: str) -> None:
    assert spelled(exact) == told


async def test_the_standings_have_no_dates_in_them(house: House) -> None:
    evening = await Evening.begun(house)
    whists = ["7/3", "-40/3", "11"]
    await evening.director.acts(evening.festival.stream, "give", tour=1, table=1, whists=whists)
    _, sent = await called(house, "GET", f"contests/{evening.festival.stream}/standings.csv")
    text = sent.decode()
    head, *lines = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    column = head.index("tour 1: whists")
    assert {line[column] for line in lines} == {"2 1/3", "-13 1/3", "11"}
    assert {line[3] for line in lines} == {"2 1/3", "-13 1/3", "11"}


async def test_one_bad_contest_is_left_out_of_the_list(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    director = await Guest.holder(house.http, house.url)
    bad, good = [(await Festival.created(house, director)).stream for _ in range(2)]
    await house.stop()
    with closing(sqlite3.connect(house.path)) as database, database:
        body = b'{"facts": [{"what": "tour_over", "tour": 7}], "told": ""}'
        row = (bad, 2, 0, "table", "table:.over", "time_up", body)
        database.execute("insert into entry values (?, ?, ?, ?, ?, ?, ?, null)", row)
        database.execute("update stream set n = 2, due = 0 where stream = ?", (bad,))
    await house.start()
    for _ in range(2):
        caplog.clear()
        listed = (await read(house, "contests"))["contests"]
        assert [each["stream"] for each in listed] == [good]
        assert f"contest {bad} is not listed" in caplog.text
    assert (await read(house, f"contests/{good}"))["stream"] == good
