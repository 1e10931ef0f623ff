"""Tournaments as the tests make them, and the command line as they use it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lobby.__main__ import main
from lobby.tournament.formulas import lineup
from lobby.tournament.model import Player, TableResult, Tour, Tournament
from lobby.tournament.seating import next_tour

CASES = json.loads(
    (Path(__file__).parents[2] / "golden" / "tournaments" / "cases.json").read_text()
)


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def run(*arguments: Path | str) -> Ran:
    """`python -m lobby …` in this process."""
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([*map(str, arguments)])
    assert isinstance(out.buffer, io.BytesIO)
    return Ran(status, out.buffer.getvalue().decode(), err.getvalue())


def answer(verb: str, told: object, file: Path) -> Any:
    """What the command prints for this input, which it must take."""
    file.write_text(json.dumps(told))
    ran = run(verb, file)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("\n")
    return json.loads(ran.out)


def entered(formula: str, players: int) -> Tournament:
    """Nobody has played yet; player 1 is the first of the draw."""
    return Tournament(formula, tuple(range(1, players + 1)))


def whists_at_random(dice: Random, players: int, most: int) -> tuple[Fraction, ...]:
    """They come to 0; the fewer `most`, the more ties. At three sometimes thirds."""
    unit = Fraction(10, dice.choice((1, 3)) if players == 3 else 1)
    while True:
        won = [dice.randint(-most, most) for _ in range(players - 1)]
        if abs(sum(won)) <= most:
            break
    won.append(-sum(won))
    dice.shuffle(won)
    return tuple(unit * each for each in won)


def with_results(
    tournament: Tournament,
    tables: Iterable[Sequence[Player]],
    whists: Callable[[int], tuple[Fraction, ...]],
) -> Tournament:
    """One tour more, at these tables."""
    tour = Tour(tuple(TableResult(tuple(table), whists(len(table))) for table in tables))
    return replace(tournament, tours=(*tournament.tours, tour))


def played(tournament: Tournament, dice: Random, most: int = 60) -> Tournament:
    """The next tour with whists at random."""
    return with_results(
        tournament,
        next_tour(tournament).tables,
        lambda players: whists_at_random(dice, players, most),
    )


def some_stay_away(tournament: Tournament, dice: Random) -> Tournament:
    """Some of those who should play the next tour do not come, as many as it can bear."""
    number = len(tournament.tours) + 1
    away: frozenset[Player] = frozenset()
    for _ in range(dice.choice((0, 0, 1, 2, 3))):
        coming = lineup(absent(tournament, number, away), number)
        more = absent(tournament, number, away | {dice.choice(coming)})
        try:
            lineup(more, number)
        except ValueError:
            break
        away = more.missing(number)
    return absent(tournament, number, away)


def absent(tournament: Tournament, number: int, who: Iterable[Player]) -> Tournament:
    return replace(tournament, absent={**tournament.absent, number: frozenset(who)})


def told(tournament: Tournament) -> dict[str, Any]:
    """The object of docs/tournament-files.md."""
    return {
        "formula": tournament.formula,
        "draw": list(tournament.draw),
        "tours": [
            {
                "tables": [
                    {"players": list(table.players), "whists": [number(w) for w in table.whists]}
                    for table in tour.tables
                ]
            }
            for tour in tournament.tours
        ],
        "absent": {str(tour): sorted(map(int, who)) for tour, who in tournament.absent.items()},
    }


def number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
