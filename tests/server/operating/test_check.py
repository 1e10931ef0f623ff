"""`python -m server check` finds whatever is changed in a log, and nothing in one that is sound."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from game.shuffle import commitment
from server.checking import walk
from server.checking.rows import Stream, of_rows
from tests.server.contest.test_archive import six_bots
from tests.server.nodes import House
from tests.server.operating.played import Played, ran
from tests.server.people import finished

Facts = dict[str, Any]


async def found(log: Played, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The problems, of which the last line says how many there are."""
    capsys.readouterr()
    status = await ran(log.settings, "check", *arguments)
    out = capsys.readouterr()
    assert out.err == ""
    *lines, counts = out.out.splitlines()
    problems = [line for line in lines if not line.startswith("(")]
    assert counts.endswith(f", {len(problems)} problems")
    assert status == (1 if problems else 0)
    return problems


async def test_what_an_evening_leaves_is_sound(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    """What directors decided is shown beside what the tables' own logs have."""
    before = log.path.read_bytes()
    assert await ran(log.settings, "check", "--heads") == 0
    assert log.path.read_bytes() == before
    *told, counts = capsys.readouterr().out.splitlines()
    [[entries]] = log.rows("select count(*) from entry")
    deals = sum(b'"deal_opened"' in body for [body] in log.rows("select body from entry"))
    assert counts == f"6 streams, {entries} entries, {deals} deals, 1 contests, 0 problems"
    correction, gift, first, second, head = told
    n = log.find(log.contest, "corrected")
    assert correction.startswith(f"(ruling) {log.contest} entry {n}: tour 1 table ")
    assert " corrected as 30 -30 0 by " in correction
    assert "(a slip); its own log has " in correction
    assert "given as 0 0 0 by " in gift
    entries_of = {entry.n: entry for entry in log.entries(log.contest)}
    for tour, line in ((1, first), (2, second)):
        n = log.find(log.contest, "tour_over", tour)
        link = entries_of[n].chain
        assert link is not None
        assert line == f"(tour {tour}) {log.contest} {n} {link.hex()}"
    last = max(entries_of)
    link = entries_of[last].chain
    assert link is not None
    assert head == f"(head) {log.contest} {last} {link.hex()}"


async def sound_while(house: House, plays: Awaitable[object]) -> None:
    """It is asked again and again."""
    playing, looked = asyncio.ensure_future(plays), 0
    while not playing.done():
        assert await ran(house.settings, "check") == 0
        looked += 1
    await playing
    assert looked > 1
    assert await ran(house.settings, "check") == 0


@pytest.mark.both_stores
async def test_it_runs_beside_a_server(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    anna = await house.guest()
    table = await anna.open(deals=2)
    await anna.watch(table)
    await sound_while(house, anna.plays(table, finished))
    out = capsys.readouterr()
    assert out.err == ""
    assert out.out.splitlines()[-1].startswith("1 streams, ")


async def test_it_runs_beside_a_contest(house: House) -> None:
    """What a contest took is in the logs of its tables, whichever are read first."""
    festival = await six_bots(house)
    await sound_while(house, festival.until(lambda _: festival.over()))


async def test_names_are_read_page_by_page(
    log: Played, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await ran(log.settings, "check") == 0
    whole = capsys.readouterr().out
    monkeypatch.setattr(walk, "PAGE", 2)
    assert await ran(log.settings, "check") == 0
    assert capsys.readouterr().out == whole


async def test_only_some_streams_are_looked_at(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    log.sql("delete from stream where stream = ?", log.contest)
    assert await found(log, capsys, log.table) == []
    assert await found(log, capsys, log.table, log.contest) == [f"{log.contest}: it has no head"]
    assert await ran(log.settings, "check", "t%") == 2
    assert capsys.readouterr().err == "there is no stream t%\n"


# --- rows ---


async def test_a_hole_is_found(log: Played, capsys: pytest.CaptureFixture[str]) -> None:
    log.sql("delete from entry where stream = ? and n = 5", log.table)
    assert await found(log, capsys) == [f"{log.table} entry 6: it follows entry 4"]


def test_a_command_that_comes_twice_is_found(log: Played) -> None:
    """The database does not take it; a log from elsewhere may have it."""
    entries = log.entries(log.table)
    entries[7] = replace(entries[7], command=entries[3].command)
    [[at]] = log.rows("select at from stream where stream = ?", log.table)
    stream = Stream(log.table, entries, {"n": len(entries), "at": at})
    told = [str(problem) for problem in of_rows(stream)]
    assert told == [f"{log.table} entry 8: the command of entry 4 again"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("n = n - 1", ": its head is at entry {before}, its log at entry {last}"),
        ("at = at + 1", " entry {last}: its head has the time "),
        ("open = 1", " entry {last}: its head has open True, and the log makes it False"),
        ("due = 1", " entry {last}: its head has due True, and the log makes it False"),
        ("joinable = 1", " entry {last}: its head has joinable True, and the log makes it False"),
        ("due_at = 7", " entry {last}: its head has due_at 7, and the log makes it None"),
    ],
)
async def test_a_head_that_does_not_agree_is_found(
    log: Played, capsys: pytest.CaptureFixture[str], change: str, told: str
) -> None:
    last = len(log.entries(log.table))
    log.sql(f"update stream set {change} where stream = ?", log.table)
    [problem] = await found(log, capsys)
    assert problem.startswith(log.table + told.format(before=last - 1, last=last))


async def test_the_time_due_of_an_older_server_is_not_asked_for(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    last = len(log.entries(log.table))
    log.sql("update entry set chain = null where stream = ? and n = ?", log.table, last)
    log.sql("update stream set due_at = 7 where stream = ?", log.table)
    assert await found(log, capsys) == []


async def test_an_entry_without_a_stream_is_found(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    log.sql("delete from stream where stream = ?", log.table)
    assert await found(log, capsys) == [f"{log.table}: it has no head"]
    log.sql("delete from entry where stream = ?", log.table)
    assert await found(log, capsys) == []


# --- the chain ---


@pytest.mark.parametrize("column", ["at = at + 1", "who = 'nobody'", "what = 'join'",
                                    "body = cast(body || ' ' as blob)",
                                    "chain = x'00'"])  # fmt: skip
async def test_the_chain_tells_where_something_was_changed(
    log: Played, capsys: pytest.CaptureFixture[str], column: str
) -> None:
    log.sql(f"update entry set {column} where stream = ? and n = 2", log.table)
    told = [line for line in await found(log, capsys) if " link " in line]
    fits = "its link does not fit: it was changed, or one before it"
    after = [f"{log.table} entry 3: {fits}"] if column.startswith("chain") else []
    assert told == [f"{log.table} entry 2: {fits}", *after]


async def test_entries_of_an_older_server_have_no_link_and_are_covered_by_the_next(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    log.sql("update entry set chain = null where stream = ? and n in (1, 2, 6, 7)", log.table)
    assert await found(log, capsys) == []
    log.sql("update entry set who = 'nobody' where stream = ? and n = 6", log.table)
    told = "its link does not fit: it was changed, or one before it, or one since 6, which have"
    assert await found(log, capsys) == [f"{log.table} entry 8: {told} no link"]


# --- a table ---


def reversed_hands(fact: Facts) -> None:
    if "hands" in fact:
        fact["hands"] = fact["hands"][::-1]


def other_secret(fact: Facts) -> None:
    if "secret" in fact:
        fact["secret"] = "00" * 32


def other_secret_committed_to(fact: Facts) -> None:
    if "secret" in fact:
        fact["secret"] = "00" * 32
        fact["commitment"] = commitment(bytes(32), f"deal {fact['number']}")


def other_line(fact: Facts) -> None:
    if fact["what"] == "deal_closed":
        fact["result"]["streak"] += 1


def illegal(fact: Facts) -> None:
    if "words" in fact:
        fact["words"] = ["10NT"]


def unknown(fact: Facts) -> None:
    fact["what"] = "invented"


def nobody(fact: Facts) -> None:
    if "seat" in fact:
        fact["seat"] = "X"


def older_rules(fact: Facts) -> None:
    if "version" in fact:
        fact["version"] = 0


@pytest.mark.parametrize(
    ("what", "change", "told"),
    [
        ("deal_opened", other_secret, "the secret of deal 2 is not the one that was committed to"),
        ("deal_opened", other_secret_committed_to, "deal 2 is not the one that its secret makes"),
        ("deal_opened", reversed_hands, "deal 2 is not the one that its secret makes"),
        ("deal_opened", older_rules, "deal 2 is by rules 0, and this server has "),
        ("deal_closed", other_line, "deal 2 scores otherwise than it was written down"),
        ("answered", illegal, "an answer is none of its question (not_an_option)"),
        ("answered", unknown, "it cannot be read: an unknown fact"),
        ("answered", nobody, "it cannot follow: "),
    ],
)
async def test_a_changed_table_is_found_though_its_chain_was_made_anew(
    log: Played,
    capsys: pytest.CaptureFixture[str],
    what: str,
    change: Callable[[Facts], None],
    told: str,
) -> None:
    n = log.find(log.table, what, 2 if what.startswith("deal") else 1)
    log.change(log.table, n, change)
    log.chained_anew(log.table)
    problems = await found(log, capsys)
    assert any(line.startswith(f"{log.table} entry {n}: {told}") for line in problems), problems


async def test_every_deal_is_played_again(log: Played, capsys: pytest.CaptureFixture[str]) -> None:
    """Also the first one, which no server looks at any more."""
    n = log.find(log.table, "answered", 1)
    assert n < log.find(log.table, "deal_closed", 1)
    body = """cast(replace(body, '"told":"', '"told":"0') as blob)"""
    log.sql(f"update entry set body = {body} where stream = ? and n = ?", log.table, n)
    log.chained_anew(log.table)
    told = f"{log.table} entry {n}: played again it tells something else"
    assert await found(log, capsys) == [told]


# --- a contest ---


def other_draw(fact: Facts) -> None:
    if "order" in fact:
        fact["order"] = fact["order"][::-1]


def other_whists(fact: Facts) -> None:
    if fact["what"] in ("settled", "posted"):
        fact["whists"] = ["12", "-12", *["0"] * (len(fact["whists"]) - 2)]


def other_posted(fact: Facts) -> None:
    if fact["what"] == "posted":
        other_whists(fact)


def other_name(fact: Facts) -> None:
    fact["contest"] = "c000000000000"


def other_chain(fact: Facts) -> None:
    if fact["what"] == "settled":
        fact["chain"] = "00" * 32


def other_reason(fact: Facts) -> None:
    fact["reason"] = "curiosity"


@pytest.mark.parametrize(
    ("what", "change", "told"),
    [
        ("created", other_secret, "the secret of the draw is not the one that was committed to"),
        ("created", other_name, "it is that of the contest c000000000000"),
        ("draw_made", other_draw, "the draw is not the one that its secret makes"),
        ("settled", other_whists, "tour 1 table {table} came in as 12 -12 0 in 1 deals, and its"),
        ("settled", other_posted, "tour 1 table {table} is posted otherwise than it came in"),
        ("settled", other_chain, "tour 1 table {table}: its log to entry "),
        ("looked", other_reason, "tour 1 table {table}: its log has no such look"),
    ],
)  # fmt: skip
async def test_a_changed_contest_is_found_though_its_chain_was_made_anew(
    log: Played,
    capsys: pytest.CaptureFixture[str],
    what: str,
    change: Callable[[Facts], None],
    told: str,
) -> None:
    n = log.find(log.contest, what)
    tables: list[int] = []
    log.change(log.contest, n, lambda fact: tables.append(fact.get("table", 0)))
    log.change(log.contest, n, change)
    log.chained_anew(log.contest)
    problems = await found(log, capsys)
    wanted = f"{log.contest} entry {n}: {told.format(table=tables[0])}"
    assert any(line.startswith(wanted) for line in problems), problems


async def test_standings_that_the_tables_do_not_make_are_found(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    log.change(log.contest, log.find(log.contest, "settled"), other_whists)
    log.chained_anew(log.contest)
    problems = await found(log, capsys)
    assert any(" and by the tables' own logs " in line for line in problems), problems


async def test_the_chain_of_a_contest_covers_its_tables(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever changes a table and makes its chain anew has to change the contest, too."""
    n = log.find(log.seated, "answered")
    log.sql("update entry set command = command || '!' where stream = ? and n = ?", log.seated, n)
    log.chained_anew(log.seated)
    [problem] = await found(log, capsys)
    assert problem.startswith(f"{log.contest} entry ")
    assert problem.endswith(" is not the one that came in")


async def test_a_table_that_is_missing_is_found(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    for table in ("entry", "stream"):
        log.sql(f"delete from {table} where stream = ?", log.seated)
    problems = await found(log, capsys)
    settled = [line for line in problems if line.endswith("came in, and its log has no such end")]
    looked = [line for line in problems if line.endswith("its log has no such look")]
    assert (len(settled), len(looked), len(problems)) == (1, 1, 2)


async def test_a_table_of_another_contest_is_found(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    stranger = f"{log.contest}-9-1"
    for table in ("entry", "stream"):
        log.sql(f"update {table} set stream = ? where stream = ?", stranger, log.table)
    log.chained_anew(stranger)
    told = f"{stranger}: the contest {log.contest} has no such table"
    assert await found(log, capsys) == [told]


async def test_tables_without_their_contest_are_found(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    for table in ("entry", "stream"):
        log.sql(f"delete from {table} where stream = ?", log.contest)
    tables = log.rows("select stream from stream where stream like ?", f"{log.contest}-%")
    missing = f"its contest {log.contest} is missing"
    assert await found(log, capsys) == [f"{table}: {missing}" for [table] in sorted(tables)]
