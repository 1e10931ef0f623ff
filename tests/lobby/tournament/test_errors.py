"""What the command line says to files that are not as they should be: one line, status 2."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from lobby.__main__ import main
from tests.lobby.tournament.tours import answer, run

TEN: dict[str, Any] = {
    "formula": "festival",
    "draw": list(range(1, 11)),
    "tours": [
        {
            "tables": [
                {"players": [1, 2, 3, 4], "whists": [100, 50, -50, -100]},
                {"players": [5, 6, 7], "whists": [90, 10, -100]},
                {"players": [8, 9, 10], "whists": ["80/3", "-20/3", -20]},
            ]
        },
        {
            "tables": [
                {"players": [1, 5, 6], "whists": [10, 20, -30]},
                {"players": [2, 8, 9], "whists": [10, 20, -30]},
            ]
        },
        {"tables": [{"players": [1, 2, 5, 8], "whists": [10, 20, -30, 0]}]},
    ],
    "absent": {},
}
"""A whole festival of ten. 9 advances before 3, who has fewer whists at two points."""


def changed(*path: str | int, to: Any) -> Any:
    """The festival with this part replaced; ... takes it away."""
    told = deepcopy(TEN)
    part: Any = told
    for step in path[:-1]:
        part = part[step]
    if to is ...:
        del part[path[-1]]
    else:
        part[path[-1]] = to
    return told


def table(tour: int, number: int, key: str, to: Any) -> Any:
    return changed("tours", tour - 1, "tables", number - 1, key, to=to)


def generic(**other: Any) -> Any:
    """Eight players, one tour, points added up."""
    told = {
        "formula": "points-4321",
        "draw": [1, 2, 3, 4, 5, 6, 7, 8],
        "tours": [
            {
                "tables": [
                    {"players": [1, 2, 3, 4], "whists": [10, 5, -5, -10]},
                    {"players": [5, 6, 7, 8], "whists": [10, 5, -5, -10]},
                ]
            }
        ],
    }
    return told | other


FOUR = [10, 5, -5, -10]
WRONG: dict[str, tuple[Any, str]] = {
    # a key missing, or of another type
    "no formula": (changed("formula", to=...), "formula"),
    "no draw": (changed("draw", to=...), "draw"),
    "no tours": (changed("tours", to=...), "tours"),
    "an unknown formula": (changed("formula", to="swiss"), "formula"),
    "a formula of two lines": (changed("formula", to="a\nb"), "formula"),
    "a formula that is a list": (changed("formula", to=["festival"]), "formula"),
    "a draw that is no list": (changed("draw", to="abc"), "draw"),
    "a player who is text": (changed("draw", 0, to="1"), "draw"),
    "a player who is true": (changed("draw", 0, to=True), "draw"),
    "a player who is 1.0": (changed("draw", 0, to=1.0), "draw"),
    "tours that are an object": (changed("tours", to={}), "tours"),
    "tours that are null": (changed("tours", to=None), "tours"),
    "a tour that is a list": (changed("tours", 1, to=[]), "tour 2"),
    "a tour without tables": (changed("tours", 1, to={}), "tour 2"),
    "tables that are null": (changed("tours", 1, "tables", to=None), "tour 2"),
    "a table that is a list": (changed("tours", 1, "tables", 1, to=[]), "tour 2: table 2"),
    "a table without players": (table(2, 1, "players", ...), "tour 2: table 1"),
    "players that are text": (table(2, 1, "players", "156"), "tour 2: table 1"),
    "a player at a table who is null": (table(2, 1, "players", [1, 5, None]), "tour 2: table 1"),
    "whists that are a number": (table(2, 1, "whists", 0), "tour 2: table 1"),
    "absent that is a list": (changed("absent", to=[]), "absent"),
    "absent that is null": (changed("absent", to=None), "absent"),
    "absent players in no list": (changed("absent", "2", to=3), "absent"),
    "an absent player who is text": (changed("absent", "2", to=["3"]), "absent"),
    "absent from a tour of no number": (changed("absent", "final", to=[]), "absent"),
    "absent from tour 0": (changed("absent", "0", to=[]), "absent"),
    "absent from tour 02": (changed("absent", "02", to=[]), "absent"),
    # draw
    "twice in the draw": (changed("draw", 9, to=1), "draw"),
    "nobody": (changed("draw", to=[]), "draw"),
    "five play no festival": (changed("draw", to=[1, 2, 3, 4, 5]), "draw"),
    "four play no festival": (changed("draw", to=[1, 2, 3, 4]), "draw"),
    "one": (generic(draw=[1], tours=[]), "draw"),
    "two": (generic(draw=[1, 2], tours=[]), "draw"),
    "five": (generic(draw=[1, 2, 3, 4, 5], tours=[]), "draw"),
    # tables
    "a table of two": (table(2, 1, "players", [1, 5]), "tour 2: table 1"),
    "a table of five": (table(1, 1, "players", [1, 2, 3, 4, 5]), "tour 1: table 1"),
    "not a whist for each": (table(1, 1, "whists", [10, 0, -10]), "tour 1: table 1"),
    "a whist too many": (table(1, 2, "whists", [10, 0, -10, 0]), "tour 1: table 2"),
    "not to zero": (table(1, 3, "whists", ["80/3", "-20/3", -21]), "tour 1: table 3"),
    "no whists yet": (table(3, 1, "whists", ...), "tour 3: table 1"),
    # who sits there
    "twice at a table": (table(1, 1, "players", [1, 1, 3, 4]), "tour 1: table 1"),
    "twice in a tour": (table(1, 2, "players", [5, 6, 1]), "tour 1: table 2"),
    "a stranger": (table(1, 3, "players", [8, 9, 11]), "tour 1: table 3"),
    "one who was cut": (table(2, 2, "players", [2, 8, 3]), "tour 2: table 2"),
    "one who missed the final": (table(3, 1, "players", [1, 2, 5, 6]), "tour 3: table 1"),
    "one at no table": (changed("tours", 1, "tables", 1, to=...), "tour 2"),
    "a tour without a table": (changed("tours", 1, "tables", to=[]), "tour 2"),
    "a tour after the final": (changed("tours", to=[*TEN["tours"], TEN["tours"][2]]), "tour 4"),
    # absent
    "absent after the final": (changed("absent", "4", to=[]), "absent"),
    "absent beyond the next": (generic(absent={"3": []}), "absent"),
    "an absent stranger": (generic(absent={"2": [9]}), "absent"),
    "an absent stranger in the first": (generic(absent={"1": [9]}), "absent"),
    "absent though cut": (changed("absent", "2", to=[3]), "absent"),
    "absent from a final he is not in": (changed("absent", "3", to=[6]), "absent"),
    "absent and there": (changed("absent", "2", to=[9]), "tour 2: table 2"),
    "five are left": (generic(absent={"2": [1, 2, 3]}), "absent"),
    "nobody is left": (generic(absent={"2": [1, 2, 3, 4, 5, 6, 7, 8]}), "absent"),
    "five are left for the first": (
        changed("tours", to=[]) | {"absent": {"1": [1, 2, 3, 4, 5]}},
        "absent",
    ),
    "two are left for the final": (
        changed("tours", to=TEN["tours"][:2]) | {"absent": {"3": [1, 2, 5, 8]}},
        "absent",
    ),
}
WHISTS = [
    "1/0",
    "10/2",
    "4/6",
    "5/1",
    "0/3",
    "+1/3",
    " 1/3",
    "01/3",
    "1/3 ",
    "1.5",
    "10",
    "",
    "١/٣",
]
NUMBERS: list[Any] = [True, None, 1.5, 10.0, [1], {}, 10**30, f"{10**30}/7", f"1/{10**13}"]


def refused(file: Path, told: Any, place: str) -> None:
    file.write_text(json.dumps(told))
    for verb in ("standings", "seat"):
        ran = run(verb, file)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"{file}: {place}")
        assert ran.err.removeprefix(f"{file}: {place}")[:2] in (": ", ", ")
        assert len(ran.err.removeprefix(f"{file}: {place}").strip()) > 5
        assert ran.err.endswith("\n")
        assert len(ran.err.splitlines()) == 1


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.json"


@pytest.mark.parametrize("told", [TEN, changed("absent", to=...), generic()])
def test_what_the_errors_are_made_from_is_right(told: Any, file: Path) -> None:
    for verb in ("standings", "seat"):
        answer(verb, told, file)


@pytest.mark.parametrize(("told", "place"), WRONG.values(), ids=WRONG)
def test_an_error_tells_its_place(told: Any, place: str, file: Path) -> None:
    refused(file, told, place)


@pytest.mark.parametrize("won", [*WHISTS, *NUMBERS], ids=repr)
def test_whists_that_are_no_number(won: Any, file: Path) -> None:
    refused(file, table(1, 3, "whists", [won, 0, 0]), "tour 1: table 3: whists are whole numbers")


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"nonsense", b'{"formula": }', b"[" * 100_000, b"[]", b"1", b"null", b'"festival"',
     b"\xff", b'{"formula": "\xe9"}', b"1" * 5_000, b'{"a": ' * 100_000],
    ids=lambda raw: repr(raw[:20]),
)  # fmt: skip
def test_what_is_no_object_has_no_place(raw: bytes, file: Path) -> None:
    file.write_bytes(raw)
    for verb in ("standings", "seat"):
        ran = run(verb, file)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"{file}: is no")
        assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["no such file", ".", "a\nb", "\0", "x" * 5000])
def test_a_file_that_cannot_be_read(name: str, tmp_path: Path) -> None:
    ran = run("seat", tmp_path / name)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"{tmp_path}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [[], ["seat"], ["draw", "x"], ["seat", "a", "b"], ["--help"], [""]]
)
def test_usage(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "usage: python -m lobby standings|seat FILE.json\n"


def test_a_full_disk(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(json.dumps(TEN))
    with open("/dev/full", "w", encoding="utf-8") as full, redirect_stdout(full):
        assert main(["seat", str(file)]) == 2
    assert capsys.readouterr().err.splitlines() == ["standard output: No space left on device"]


def test_other_keys_mean_nothing(file: Path) -> None:
    plain = answer("standings", TEN, file)
    assert answer("standings", TEN | {"event": "Зимний", "city": None}, file) == plain
