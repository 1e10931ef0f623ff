"""What the command line says to files that are not as they should be: one line, status 2."""

import json
import runpy
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from game.__main__ import main
from tests.game.arbiter import COMMANDS, DEAL, FILES, GOLDEN, PULYAS, Block, bad, blocks, fine, run

SCORE = {
    "kind": "game",
    "declarer": "E",
    "contract": "8C",
    "tricks": {"N": 0, "E": 0, "S": 0, "W": 0},
    "pool": {"N": 0, "E": 6, "S": 0, "W": 0},
    "mountain": {"N": 0, "E": 0, "S": 0, "W": 0},
    "whists": {},
    "streak": 0,
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.deals"


# --- how many deals, and whole ones -----------------------------------------------------------


@pytest.mark.parametrize("nothing", ["", "\n \t\r\n", "; only\n  ; a comment [x\n", "\ufeff"])
def test_a_file_without_a_deal(file: Path, nothing: str) -> None:
    file.write_bytes(nothing.encode())
    for command in ("score", "format", "show"):
        fine(run(command, file), "")
    for command in ("settle", "legal"):
        ran = run(command, file)
        bad(ran, f"{file}: ")
        assert ran.out == ""


def test_a_deal_by_itself(file: Path) -> None:
    file.write_text(DEAL.text)
    assert json.loads(run("score", file).out) == SCORE
    fine(run("format", file), DEAL.text)
    fine(run("legal", file), '{"seat": null, "options": []}\n')
    settled = json.loads(run("settle", file).out)
    assert settled == {
        "rules": "fspr-2006",
        "players": 4,
        "deals": 1,
        "streak": 0,
        "pool": SCORE["pool"],
        "mountain": SCORE["mountain"],
        "whists": {},
        "result": {"N": -30, "E": 90, "S": -30, "W": -30},
    }


def test_a_settlement_at_three_has_thirds(file: Path) -> None:
    hands = DEAL.headers["Hands"].replace("W:", "N:")
    deal = DEAL.headed(Players="3", Hands=hands)
    file.write_text(deal.says("6S pass pass -7S -9D 6H pass half pass").text)
    settled = json.loads(run("settle", file).out)
    assert settled["result"] == {"N": "-16/3", "E": "56/3", "S": "-40/3"}
    assert settled["whists"] == {"N": {"E": 8}}


def test_several_deals_are_too_many_for_legal_only(file: Path) -> None:
    file.write_text(DEAL.text + "\n" + DEAL.headed(Dealer="N").text)
    assert len(run("score", file).out.splitlines()) == 2
    fine(run("format", file), file.read_text())
    fine(run("show", file))
    bad(run("legal", file), f"{file}: ")
    bad(run("settle", file), f"{file}: deal 2: header Dealer: ")


def test_the_deals_before_the_bad_one_may_be_printed(file: Path) -> None:
    file.write_text(f"{DEAL.text}\n{DEAL.cut(7).text}")
    ran = run("score", file)
    bad(ran, f'{file}: deal 2: token 8 "": ', ": legal: whist pass")
    assert [json.loads(line) for line in ran.out.splitlines()] == [SCORE]
    bad(run("settle", file), f'{file}: deal 2: token 8 "": ', ": legal: whist pass")
    fine(run("format", file), file.read_text())


def test_score_of_several_files_ends_at_the_bad_one(file: Path) -> None:
    good, other = file.with_name("good"), file.with_name("other")
    good.write_text(DEAL.text)
    file.write_text(DEAL.says("7S").text)
    ran = run("score", good, file, other)
    bad(ran, f'{file}: deal 1: token 1 "7S": ', ": legal: pass 6S misere invite")
    assert json.loads(ran.out) == SCORE
    bad(run("score", good, other), f"{other}: ")


def test_two_files_are_not_one_pulya(file: Path) -> None:
    for command in ("settle", "legal", "format", "show"):
        bad(run(command, PULYAS[0], PULYAS[0]), "usage: ")


@pytest.mark.parametrize("arguments", [[], ["score"], ["settle"], ["draw", "x"], ["--help"], [""]])
def test_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: python -m game score FILE… | ")
    assert err.count("\n") == 1


# --- no pulya ---------------------------------------------------------------------------------

NEXT = DEAL.headed(Dealer="E", Hands="S:A7.AK987.9.JT W:QJ8.QT.Q8.A97 N:T9.J.AKJT7.K8")
OVER = DEAL.headed(Dealer="S", Hands="W:A7.AK987.9.JT N:QJ8.QT.Q8.A97 E:T9.J.AKJT7.K8")
AT_THREE = NEXT.headed(Players="3", Hands="S:A7.AK987.9.JT N:QJ8.QT.Q8.A97 E:T9.J.AKJT7.K8").says(
    "6S pass pass -7S -9D 8C pass pass pass"
)
IN_RASPASY = "7S pass pass -7S -9D 8C pass pass pass pass"

NO_PULYAS = {
    "starts in raspasy": ([DEAL.headed(Streak="1").says(IN_RASPASY)], "deal 1: header Streak"),
    "conventions": ([DEAL, NEXT.headed(Rules="fspr-code-6")], "deal 2: header Rules"),
    "players": ([DEAL, AT_THREE], "deal 2: header Players"),
    "a dealer left out": ([DEAL, OVER], "deal 2: header Dealer"),
    "the same dealer": ([DEAL, NEXT, NEXT], "deal 3: header Dealer"),
    "streak": ([DEAL, NEXT.headed(Streak="1").says(IN_RASPASY)], "deal 2: header Streak"),
}


@pytest.mark.parametrize(("deals", "wrong"), NO_PULYAS.values(), ids=NO_PULYAS)
def test_deals_that_are_no_pulya(file: Path, deals: list[Block], wrong: str) -> None:
    file.write_text("\n".join(deal.text for deal in deals))
    ran = run("settle", file)
    bad(ran, f"{file}: {wrong}")
    assert ran.out == ""
    for command in ("score", "format", "show"):
        fine(run(command, file))


def test_deals_that_are_a_pulya(file: Path) -> None:
    raspasy = DEAL.says("pass pass pass 7S 8S =E0,S4,W6")
    then = NEXT.headed(Streak="1").says("7S pass pass -7S -9D 8C pass pass pass pass")
    file.write_text(f"{raspasy.text}\n{then.text}")
    settled = json.loads(run("settle", file).out)
    assert (settled["deals"], settled["streak"]) == (2, 1)  # fspr: nobody whisted, no way out
    assert settled["mountain"] == {"N": 0, "E": 0, "S": 8, "W": 12}


# --- one deal, written in many ways -----------------------------------------------------------

LINES = DEAL.text.splitlines()
WAYS = {
    "byte order mark": "\ufeff" + DEAL.text,
    "CRLF": DEAL.text.replace("\n", "\r\n"),
    "tabs": DEAL.text.replace(" ", "\t"),
    "tabs and spaces": DEAL.text.replace(" ", " \t "),
    "indented": DEAL.text.replace("\n", "\n \t"),
    "blanks at the ends": DEAL.text.replace("\n", " \t\n"),
    "no last line end": DEAL.text.rstrip("\n"),
    "blank lines": "\n\n" + DEAL.text.replace("\n", "\n\n\n"),
    "one token a line": "\n".join([*LINES[:6], *DEAL.tokens]),
    "all in one line": "\n".join([*LINES[:6], " ".join(DEAL.tokens)]),
    "headers in another order": "\n".join([*reversed(LINES[:6]), *LINES[6:]]),
    "comments": "; a\n" + DEAL.text.replace("\n", ' ; [Rules "x"] 6S ;\n') + ";",
    "a comment against a token": DEAL.text.replace("6S pass pass", "6S;pass 6C\npass pass"),
    "a comment against a header": DEAL.text.replace("]\n", "];x\n"),
    "ranks in any order": DEAL.text.replace("AK987", "K78A9"),
}


@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_a_deal_may_be_written_so(file: Path, text: str) -> None:
    file.write_bytes(text.encode())
    assert json.loads(run("score", file).out) == SCORE
    fine(run("format", file), DEAL.text)


def test_a_void_is_a_dash_or_nothing(file: Path) -> None:
    hands = ("E:AKQJT987.AK.-.-", "S:-.QJT987.AKQJ.-", "W:-.-.T987.AKQJT9")
    deal = DEAL.headed(Hands=" ".join(hands), Talon="8H 7H").cut(0)
    for text in (deal.text, deal.text.replace("-", ""), deal.text.replace(".-.", "..")):
        text = text.replace("fspr2006", "fspr-2006")
        file.write_text(text)
        fine(run("format", file), deal.text)


OTHERS = {"Names": "N: Аня; E: [Боря]", "Event": "", "Game": "preferans", "A_1": "\\ ' \t ;"}


def test_other_headers_are_kept_and_ignored(file: Path) -> None:
    """In their order, before the six."""
    others = "".join(f'[{name} "{value}"]\n' for name, value in OTHERS.items())
    file.write_text(others + DEAL.text)
    assert json.loads(run("score", file).out) == SCORE
    fine(run("format", file), others + DEAL.text)
    mixed = DEAL._replace(headers=dict(reversed([*(OTHERS | DEAL.headers).items()]))).text
    file.write_text(mixed)
    kept = "".join(f'[{name} "{OTHERS[name]}"]\n' for name in reversed(OTHERS))
    fine(run("format", file), kept + DEAL.text)


@pytest.mark.parametrize(
    "name", ["convention", "layout", "tokens", "others", "self", "text", "rules", "RULES", "_", "0"]
)
def test_any_name_does_for_another_header(file: Path, name: str) -> None:
    file.write_text(f'[{name} "x"]\n{DEAL.text}')
    for command in COMMANDS:
        fine(run(command, file))
    fine(run("format", file), file.read_text())


def test_a_header_that_the_deal_already_has_starts_the_next(file: Path) -> None:
    headers = DEAL.cut(0).text
    file.write_text(f"{headers}{headers}\n6S\n")
    fine(run("format", file), f"{headers}\n{headers}\n6S\n")
    file.write_text(f'[Event "1"]\n{headers}[Event "2"]\n{headers}')
    fine(run("format", file), f'[Event "1"]\n{headers}\n[Event "2"]\n{headers}')
    file.write_text(headers + DEAL.text.partition("[Hands")[0])
    bad(run("format", file), f"{file}: deal 2: header Hands")
    file.write_text(DEAL.text + '[Event "after the tokens"]\n')
    bad(run("format", file), f"{file}: deal 2: header Rules")


# --- files ------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_read(file: Path) -> None:
    for command in COMMANDS:
        bad(run(command, file), f"{file}: ")
        bad(run(command, file.parent), f"{file.parent}: ")
        bad(run(command, file.parent / "no" / "such"), f"{file.parent / 'no' / 'such'}: ")
        bad(run(command, FILES[0] / "x"), f"{FILES[0] / 'x'}: ")
        bad(run(command, "\0"), "\0: ")
        bad(run(command, "x" * 5000), "x")


@pytest.mark.parametrize(
    "raw", [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xff\xfe[\x00", b"[Event \"\xe9\"]", b"; \x80"]
)  # fmt: skip
def test_a_file_that_is_not_utf_8(file: Path, raw: bytes) -> None:
    for text in (raw, DEAL.text.encode() + raw):
        file.write_bytes(text)
        for command in COMMANDS:
            ran = run(command, file)
            bad(ran, f"{file}: ")
            assert ran.out == ""


def test_the_name_of_a_file_is_given_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("./x", "../y", "no such", "файл", "a%sb"):
        bad(run("score", name), f"{name}: ")


def test_the_module_runs_as_a_program(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file.write_text(DEAL.text)
    monkeypatch.setattr(sys, "argv", ["game", "format", str(file)])
    program = sys.modules[main.__module__].__file__
    assert program is not None
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(program, run_name="__main__")
    assert ended.value.code == 0
    assert capsysbinary.readouterr() == (DEAL.text.encode(), b"")


def test_the_golden_blocks_are_the_golden_files() -> None:
    for file in FILES:
        text = "\n".join(block.text for block in blocks(file))
        assert text == "".join(
            line for line in file.read_text().splitlines(True) if not line.startswith(";")
        )


def test_an_output_that_takes_nothing_is_an_error_of_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full, redirect_stdout(full):
        assert main(["score", str(PULYAS[0])]) == 2
    assert capsys.readouterr().err.splitlines() == ["standard output: No space left on device"]


def test_a_file_name_of_two_lines_is_told_in_one(tmp_path: Path) -> None:
    bad(run("score", tmp_path / "a\nb"), f"{tmp_path}/a\\nb: ")


@pytest.mark.parametrize(
    ("tokens", "wrong"),
    [
        ("pass pass pass QS", "the suit must be followed (§5.1)"),
        ("6S pass pass -7C -7H 6D whist pass whist AD open KS", "without it a trump played (§5.1)"),
    ],
)
def test_why_a_card_is_refused(tokens: str, wrong: str, tmp_path: Path) -> None:
    """Without trumps none is spoken of."""
    text = (GOLDEN / "pulya-example.deals").read_text(encoding="utf-8").partition("6S pass")[0]
    file = tmp_path / "deal"
    file.write_text(f"{text}\n{tokens}\n", encoding="utf-8")
    assert wrong in run("score", file).err
