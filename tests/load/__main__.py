"""`python -m tests.load`: print the measures; about a minute."""

from __future__ import annotations

import tempfile
from pathlib import Path

import uvloop

from tests.load.contest import TABLES as CONTEST_TABLES
from tests.load.contest import contest_of_bots
from tests.load.disk import appends_a_second
from tests.load.engine import a_second, at_random, recorded
from tests.load.page import first_load
from tests.load.seating import FIELDS, WAYS, seconds_to_seat
from tests.load.tables import TABLES, answers_a_second, bytes_a_deal


def line(what: str, value: str) -> None:
    print(f"{what:<58} {value:>14}", flush=True)


def main() -> None:
    line("engine: random legal play with scoring", f"{a_second(at_random()):,.0f} deals/s")
    line("engine: replay of recorded deals", f"{a_second(recorded()):,.0f} deals/s")
    for players in FIELDS:
        for way, tournament in WAYS.items():
            seconds = seconds_to_seat(tournament(players))
            line(f"tournament: seating {players:,} players, {way}", f"{seconds:,.3f} s")
    for people, who in ((1, "one person and three bots"), (4, "four people")):
        with tempfile.TemporaryDirectory(prefix="pulya-") as directory:
            bare = appends_a_second(Path(directory))
            answers = uvloop.run(answers_a_second(Path(directory), people))
        line(f"server: {TABLES} tables, {who}", f"{answers:,.0f} answers/s")
        line("  of bare SQLite appends, synchronous, by the hundred", f"{answers / bare:.2%}")
    with tempfile.TemporaryDirectory(prefix="pulya-") as directory:
        opened, entries = uvloop.run(contest_of_bots(Path(directory)))
    line(f"contest: {CONTEST_TABLES} tables are open after", f"{opened:,.2f} s")
    line(f"contest: {CONTEST_TABLES} tables of bots", f"{entries:,.0f} entries/s")
    with tempfile.TemporaryDirectory(prefix="pulya-") as directory:
        weight = uvloop.run(bytes_a_deal(Path(directory)))
    line("wire: to a player, msgpack", f"{weight:,.0f} B/deal")
    size = first_load()
    loaded = "not built" if size is None else f"{size / 1024:.1f} KB"
    line("page: first load, gzipped", loaded)


if __name__ == "__main__":
    main()
