"""`python -m game`: deals as text for arbiters.

python -m game score FILE…    what every deal gives, a line of JSON each
python -m game settle FILE    the totals and the settlement of one pulya
python -m game legal FILE     the question at which the one deal of the file stops
python -m game format FILE    the deals in the one layout
python -m game json FILE      the deals as a JSON list
python -m game show FILE      the deals drawn for people

Files are text or JSON (docs/deals.md).
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from game import show
from game.command import Failed, file_text, one_line, run
from game.deal_json import as_object, deals_of
from game.notation import (
    BadHeader,
    Malformed,
    Replayed,
    Text,
    finished,
    replay,
    write,
)
from game.preferans.pulya import Sheet, ledger, settle
from game.preferans.scoring import Score
from game.preferans.seats import after

USAGE = "usage: python -m game score FILE… | settle|legal|format|json|show FILE"


@dataclass(frozen=True, slots=True)
class Source:
    """A file's deals, each read when it is reached, with errors that name file and deal."""

    path: str
    deals: list[Text]

    def each(self, read: Callable[[Text], Replayed]) -> Iterator[Replayed]:
        for number, text in enumerate(self.deals, start=1):
            try:
                yield read(text)
            except Malformed as wrong:
                raise Failed(f"{self.path}: deal {number}: {wrong}") from None


def source(path: str) -> Source:
    """Raises `Failed` unless the file is there, is UTF-8 text and is a row of deals."""
    name, text = one_line(path), file_text(path)
    try:
        return Source(name, deals_of(text))
    except (Malformed, ValueError) as wrong:
        raise Failed(f"{name}: {wrong}") from None


def score_of(replayed: Replayed) -> Score:
    """The score of a deal that is over."""
    assert replayed.play.result is not None
    return replayed.play.result


def sheet_object(sheet: Sheet) -> dict[str, object]:
    return {"pool": sheet.pool, "mountain": sheet.mountain, "whists": sheet.whists}


def score_object(players: int, score: Score) -> dict[str, object]:
    """A line of .jsonl."""
    return {
        "kind": score.kind,
        "declarer": score.declarer,
        "contract": score.contract,
        "tricks": score.tricks,
        **sheet_object(ledger(players, score.lines)),
        "streak": score.streak,
    }


def scored(sources: list[Source]) -> Iterator[str]:
    for file in sources:
        for replayed in file.each(finished):
            yield json.dumps(score_object(replayed.layout.players, score_of(replayed))) + "\n"


def settled(file: Source) -> Iterator[str]:
    deals = [*file.each(finished)]
    if not deals:
        raise Failed(f"{file.path}: no deal to settle")
    for number, wrong in enumerate(breaks(deals), start=1):
        if wrong is not None:
            raise Failed(f"{file.path}: deal {number}: {wrong}")
    first, last = deals[0], deals[-1]
    lines = [line for deal in deals for line in score_of(deal).lines]
    sheet = ledger(first.layout.players, lines)
    told: dict[str, object] = {
        "rules": first.convention.name,
        "players": first.layout.players,
        "deals": len(deals),
        "streak": score_of(last).streak,
        **sheet_object(sheet),
        "result": {seat: number_or_text(end.result) for seat, end in settle(sheet).items()},
    }
    yield json.dumps(told) + "\n"


def number_or_text(value: Fraction) -> int | str:
    """Whole whists as a number, thirds as text (§8.4)."""
    return value.numerator if value.denominator == 1 else str(value)


def breaks(deals: list[Replayed]) -> Iterator[BadHeader | None]:
    """What keeps each deal from being the next of one pulya (§1.5, §6.5)."""
    start = deals[0].layout.streak
    yield BadHeader(f"header Streak: a pulya starts with 0, not {start}") if start else None
    for before, deal in pairwise(deals):
        dealer = after(before.layout.dealer, before.layout.players)
        streak = score_of(before).streak
        if deal.convention != before.convention:
            yield BadHeader("header Rules: not those of the deal before")
        elif deal.layout.players != before.layout.players:
            yield BadHeader("header Players: not as many as in the deal before")
        elif deal.layout.dealer != dealer:
            yield BadHeader(f"header Dealer: {dealer} deals now")
        elif deal.layout.streak != streak:
            yield BadHeader(f"header Streak: it is {streak} after the deal before")
        else:
            yield None


def question(file: Source) -> Iterator[str]:
    if len(file.deals) != 1:
        raise Failed(f"{file.path}: has {len(file.deals)} deals, one is needed")
    for replayed in file.each(replay):
        ask = replayed.play.ask
        seat, options = (None, ()) if ask is None else (ask.seat, ask.options)
        yield json.dumps({"seat": seat, "options": options}) + "\n"


def formatted(file: Source) -> Iterator[str]:
    yield "\n".join([write(replayed) for replayed in file.each(replay)])


def as_json(file: Source) -> Iterator[str]:
    yield json.dumps([as_object(replayed.text) for replayed in file.each(replay)]) + "\n"


def shown(file: Source) -> Iterator[str]:
    language: show.Language = "en" if os.environ.get("PULYA_LANG") == "en" else "ru"
    yield "\n".join([show.drawn(replayed, language) for replayed in file.each(replay)])


ONE_FILE: dict[str, Callable[[Source], Iterator[str]]] = {
    "settle": settled,
    "legal": question,
    "format": formatted,
    "json": as_json,
    "show": shown,
}


def output(arguments: list[str]) -> Iterator[str]:
    """What the command prints, piece by piece. Raises `Failed`."""
    match arguments:
        case ["score", *paths] if paths:
            for path in paths:
                yield from scored([source(path)])
        case [command, path] if command in ONE_FILE:
            yield from ONE_FILE[command](source(path))
        case _:
            raise Failed(USAGE)


def main(arguments: list[str]) -> int:
    """Exit status: 0, or 2 with one line on standard error."""
    return run(output, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
