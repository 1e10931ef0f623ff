"""The golden tournaments, through the command line as an arbiter would use it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lobby.tournament import points
from lobby.tournament.tables import fours_and_threes, sizes, sizes_by_points
from tests.lobby.tournament.tours import CASES, answer, number, run

ROOT = Path(__file__).parents[3]


def exact(told: list[Any]) -> list[Fraction]:
    return [Fraction(each) for each in told]


def test_there_are_golden_cases_of_every_kind() -> None:
    assert {kind: len(cases) for kind, cases in CASES.items()} == {
        **{"standings": 19, "seat": 18, "refused": 11, "tables": 35, "sizes": 4},
        **{"points-festival": 6, "points-fspr-2006": 9},
    }


@pytest.mark.parametrize("case", CASES["standings"])
def test_standings(case: dict[str, Any], tmp_path: Path) -> None:
    assert answer("standings", case["input"], tmp_path / "some.json") == case["expected"]


@pytest.mark.parametrize("case", CASES["seat"])
def test_seat(case: dict[str, Any], tmp_path: Path) -> None:
    printed = answer("seat", case["input"], tmp_path / "some.json")
    assert list(printed) == ["tables"]
    expected = case["expected"]["tables"]
    assert [sorted(table) for table in printed["tables"]] == [sorted(table) for table in expected]


@pytest.mark.parametrize("case", CASES["standings"])
def test_each_golden_tour_was_seated_by_nobody_absent(case: dict[str, Any], tmp_path: Path) -> None:
    """The tours before it are enough to seat each of them, whatever was played then."""
    for before, tour in enumerate(case["input"]["tours"]):
        cut = case["input"] | {"tours": case["input"]["tours"][:before]}
        absent = case["input"].get("absent", {})
        cut["absent"] = {key: who for key, who in absent.items() if int(key) <= before + 1}
        printed = answer("seat", cut, tmp_path / "some.json")
        seated = {player for table in printed["tables"] for player in table}
        assert seated == {player for table in tour["tables"] for player in table["players"]}


@pytest.mark.parametrize("case", CASES["refused"])
def test_refused(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "some.json"
    file.write_text(json.dumps(case["input"]))
    ran = run(case["verb"], file)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"{file}: ")
    assert ran.err.endswith("\n")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("case", CASES["points-festival"])
def test_points_of_the_festival(case: dict[str, Any]) -> None:
    won = points.festival(exact(case["input"]["whists"]))
    assert won == exact(case["expected"])


@pytest.mark.parametrize("case", CASES["points-fspr-2006"])
def test_points_of_fspr(case: dict[str, Any]) -> None:
    whists = exact(case["input"]["whists"])
    places, total = points.fspr_places(whists), points.fspr(whists)
    lines = [
        {"place": number(place), "whists": points.fspr_whists(won), "total": number(both)}
        for place, won, both in zip(places, whists, total, strict=True)
    ]
    assert lines == case["expected"]


@pytest.mark.parametrize("case", CASES["tables"], ids=lambda case: str(case["players"]))
def test_tables(case: dict[str, int]) -> None:
    assert fours_and_threes(case["players"]) == (case["fours"], case["threes"])
    assert sizes(case["players"]) == [4] * case["fours"] + [3] * case["threes"]


@pytest.mark.parametrize("case", CASES["sizes"])
def test_sizes(case: dict[str, Any]) -> None:
    assert sizes_by_points(exact(case["points"])) == case["sizes"]


def test_the_command_line_as_a_process(tmp_path: Path) -> None:
    def process(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "lobby", *arguments]
        clean = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
        return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, check=False)

    case, file = CASES["standings"][0], tmp_path / "турнир.json"
    file.write_text(json.dumps(case["input"]))
    ran = process("standings", str(file))
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout) == case["expected"]
    ran = process("seat", "no such file")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr == b"no such file: No such file or directory\n"
