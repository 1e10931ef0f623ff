"""Bad headers and bad tokens, and the one line that says so."""

import json
import re
from pathlib import Path

import pytest

from tests.game.arbiter import COMMANDS, DEAL, bad, fine, run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.deals"


# --- headers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Rules", None),
        ("Rules", ""),
        ("Rules", "fspr"),
        ("Rules", "FSPR-2006"),
        ("Rules", "fspr-2006 "),
        ("Players", None),
        ("Players", "2"),
        ("Players", "5"),
        ("Players", "four"),
        ("Players", "٤"),
        ("Players", "3"),
        ("Dealer", None),
        ("Dealer", ""),
        ("Dealer", "n"),
        ("Dealer", "X"),
        ("Dealer", "NE"),
        ("Dealer", "E"),
        ("Streak", ""),
        ("Streak", "-1"),
        ("Streak", "+1"),
        ("Streak", "1.0"),
        ("Streak", "01"),
        ("Streak", "two"),
        ("Streak", "²"),
        ("Streak", "١"),
        ("Streak", "1_0"),
        ("Hands", None),
        ("Hands", ""),
        ("Hands", "E:A7.AK987.9.JT S:QJ8.QT.Q8.A97"),
        ("Hands", "E:A7.AK987.9.JT S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8 N:-.-.-.-"),
        ("Hands", "S:QJ8.QT.Q8.A97 E:A7.AK987.9.JT W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9.JT S:QJ8.QT.Q8.A97 N:T9.J.AKJT7.K8"),
        ("Hands", "A7.AK987.9.JT QJ8.QT.Q8.A97 T9.J.AKJT7.K8"),
        ("Hands", "E A7.AK987.9.JT S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9.J S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9.JT8 S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9.JJ S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9.JA S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9 S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9.JT.- S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9.J10 S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:a7.AK987.9.JT S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.9-.JT S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Hands", "E:A7.AK987.6.JT S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8"),
        ("Talon", None),
        ("Talon", ""),
        ("Talon", "KS"),
        ("Talon", "KS QH 7D"),
        ("Talon", "KSQH"),
        ("Talon", "SK HQ"),
        ("Talon", "ks QH"),
        ("Talon", "10S QH"),
        ("Talon", "KS KS"),
        ("Talon", "KS AS"),
        ("Talon", "KS-QH"),
    ],
)
def test_a_bad_header(file: Path, name: str, value: str | None) -> None:
    """The second deal is the bad one. Where two headers disagree either may be blamed."""
    file.write_text(f"{DEAL.text}\n{DEAL.headed(**{name: value}).text}")
    for command in ("score", "settle", "format", "show"):
        ran = run(command, file)
        blamed = "(Hands|Dealer|Players|Talon)" if value in ("3", "E", "KS AS") else name
        assert re.match(rf"{re.escape(str(file))}: deal 2: header {blamed}\b", ran.err)
        bad(ran, f"{file}: deal 2: header ")
    file.write_text(DEAL.headed(**{name: value}).text)
    bad(run("legal", file), f"{file}: deal 1: header ")


def test_the_streak_is_nought_where_it_is_not_said(file: Path) -> None:
    file.write_text(DEAL.headed(Streak=None).text)
    fine(run("format", file), DEAL.text)


@pytest.mark.parametrize("digits", [1, 2, 9, 10, 19, 20, 100, 5000])
def test_a_huge_streak_is_a_number_or_a_bad_header(file: Path, digits: int) -> None:
    streak = "9" * digits
    deal = DEAL.headed(Streak=streak).says("pass pass pass 7S 8S =E0,S4,W6")
    file.write_text(deal.text)
    ran = run("score", file)
    if ran.status == 0:
        fine(ran)
        assert json.loads(ran.out)["streak"] == int(streak) + 1
        assert json.loads(ran.out)["mountain"]["W"] == 36
    else:
        assert digits > 9
        bad(ran, f"{file}: deal 1: header Streak")


def test_a_bad_header_comes_before_a_bad_token(file: Path) -> None:
    file.write_text(DEAL.headed(Dealer="X").says("what").text)
    bad(run("score", file), f"{file}: deal 1: header Dealer")


@pytest.mark.parametrize(
    "line",
    ["[", "[]", "[Rules]", '[Rules "x]', "[Rules 'x']", '[Rules "x"', '[Rules"x"]', '[ "x"]',
     '[Ru-les "x"]', '[Rules "x"] 6S', '[Rules "x"][Players "4"]', '[Rules "x" "y"]',
     "[Rules x]", '["x"]', "[;]", '[Event "a"b"]'],
)  # fmt: skip
def test_a_line_that_begins_with_a_bracket_and_is_no_header(file: Path, line: str) -> None:
    for text in (f"{line}\n{DEAL.text}", f"{DEAL.text}\n{line}\n", f"{DEAL.text}  {line}"):
        file.write_text(text)
        for command in COMMANDS:
            ran = run(command, file)
            bad(ran, f"{file}: ")
            assert ran.out == ""


@pytest.mark.parametrize("line", ["6S", "pass ; so", "=", 'Rules "fspr-2006"', "]", "\ufeff"])
def test_tokens_before_the_first_header(file: Path, line: str) -> None:
    file.write_text(f"; first\n\n{line}\n{DEAL.text}", "utf-8")
    for command in COMMANDS:
        ran = run(command, file)
        bad(ran, f"{file}: ")
        assert ran.out == ""


# --- tokens -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "place", "word", "legal"),
    [
        ("7S", 1, "7S", "pass 6S misere invite"),
        ("6S 6S", 2, "6S", "pass 6C misere invite"),
        ("6s", 1, "6s", "pass 6S misere invite"),
        ("invite pass", 2, "pass", "yes no"),
        ("invite yes pass", 3, "pass", "misere"),
        ("misere 9S 9C 9D", 4, "9D", "pass"),
        ("pass pass misere =1", 4, "=1", None),
        ("6S pass pass 7S", 4, "7S", None),
        ("6S pass pass -8S", 4, "-8S", None),
        ("6S pass pass -7S -7S", 5, "-7S", None),
        ("6S pass pass -7S -9D misere", 6, "misere", None),
        ("6C", 1, "6C", "pass 6S misere invite"),
        ("6S pass pass -7S -9D 8C half", 7, "half", "whist pass"),
        ("6S pass pass -7S -9D 8C pass pass pass look-N", 10, "look-N", "pass look-S look-W"),
        ("6S pass pass -7S -9D 8C pass pass pass whist", 10, "whist", "pass look-S look-W"),
        ("6S pass pass -7S -9D 8C whist pass open", 9, "open", None),
        ("6S pass pass -7S -9D 8C whist pass AS AS", 10, "AS", "closed open"),
        ("6S pass pass -7S -9D 8C whist pass AS =8", 10, "=8", "closed open"),
        ("6S pass pass -7S -9D 8C whist pass AS open 7H", 11, "7H", "8S JS QS"),
        ("6S pass pass -7S -9D 8C whist pass AS open KS", 11, "KS", "8S JS QS"),
        ("6S pass pass -7S -9D 8C whist pass AS open 8S 9S =11", 13, "=11", None),
        ("6S pass pass -7S -9D 8C whist pass AS open 8S 9S =0", 13, "=0", None),
        ("6S pass pass -7S -9D 8C whist pass AS open 8S 9S =08", 13, "=08", None),
        ("6S pass pass -7S -9D 8C whist pass AS open 8S 9S =8 KS", 14, "KS", "nothing"),
        ("6S pass pass -7S -9D 8C pass pass pass pass pass", 11, "pass", "nothing"),
        ("6S pass pass -7S -9D 8C pass pass pass pass =8", 11, "=8", "nothing"),
        ("pass pass pass 8S", 4, "8S", "7S AS"),
    ],
)
def test_the_first_token_that_may_not_stand_there(
    file: Path, words: str, place: int, word: str, legal: str | None
) -> None:
    file.write_text(DEAL.says(words).text)
    for command in COMMANDS:
        ran = run(command, file)
        bad(ran, f'{file}: deal 1: token {place} "{word}": ')
        assert ran.out == ""
        told = ran.err.rstrip("\n").rpartition(": legal: ")[2].split()
        assert told == sorted({*told}, key=told.index)
        if legal is not None:
            assert sorted(told) == sorted(legal.split())


def test_every_paragraph_in_an_error_is_in_brackets(file: Path) -> None:
    file.write_text(DEAL.says("7S").text)
    assert re.search(r"\(§\d+\.\d+\): legal: ", run("score", file).err)


@pytest.mark.parametrize(
    "word",
    ["a\u2028b", "a\u2029b", "a\x85b", "a\x0bb", "a\x0cb", "a\x1cb", "\x00", "\x1b[31m", "\x7f",
     "6S\u00a0", "\u3000", "\u200b6S", "6\ufeffS", 'a"b', "a\\b", "пас", "🂡", "%s", "{x}"],
)  # fmt: skip
def test_odd_characters_in_a_token_leave_the_error_on_one_line(file: Path, word: str) -> None:
    file.write_bytes(DEAL.says(f"6S {word} pass").text.encode())
    for command in COMMANDS:
        ran = run(command, file)
        bad(ran, f'{file}: deal 1: token 2 "', ": legal: pass 6C misere invite")
        assert all(character.isprintable() for character in ran.err.rstrip("\n"))


@pytest.mark.parametrize("name", ["Rules", "Players", "Dealer", "Streak", "Hands", "Talon"])
def test_odd_characters_in_a_header_leave_the_error_on_one_line(file: Path, name: str) -> None:
    for odd in ("\u2028", "\x85", "\x0b", "\x00", "\x1b", "\r", "E:\u2028", "\u2028 KS", ":", "::"):
        file.write_bytes(DEAL.headed(**{name: odd}).text.encode())
        ran = run("score", file)
        bad(ran, f"{file}: deal 1: header {name}")
        assert all(character.isprintable() for character in ran.err.rstrip("\n"))
