"""Golden files with damage done to them: an answer or one line that says what is wrong."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, note
from hypothesis import strategies as st

from game.notation import OWN_HEADERS, parse
from tests.game.arbiter import BLOCKS, COMMANDS, DEAL, Ran, run
from tests.game.players import often

PIECES = [
    *('"', "[", "]", ";", "\n", "\r\n", "\r", " ", "\t", "=", "-", ".", ":", ",", "\ufeff"),
    *("\x00", "\x0b", "\u2028", "\u00a0", "²", "٣", "я", "🂡", "0", "10", "N", "W", "S"),
    *("pass", "whist", "half", "open", "closed", "here", "misere", "invite", "yes", "no"),
    *("look-N", "6S", "7H", "10N", "AS", "-AS", "=", "=5", "=10", "=5,N3,E2", "=N3,E3,S4"),
    *('\n[Event "x"]\n', '\n[Streak "0"]\n', '\n[Streak "99999999999"]\n', '\n[Rules "x"]\n'),
]
BYTES = [b"\xff", b"\x80", b"\xc3", b"\xe2\x80", b"\xf0\x9f\x82", b"\xef\xbb\xbf", b"\x00"]

Damage = Callable[[bytes, int, int, bytes], bytes]


def delete(raw: bytes, at: int, to: int, _: bytes) -> bytes:
    return raw[:at] + raw[to:]


def insert(raw: bytes, at: int, _: int, piece: bytes) -> bytes:
    return raw[:at] + piece + raw[at:]


def replace(raw: bytes, at: int, to: int, piece: bytes) -> bytes:
    return raw[:at] + piece + raw[to:]


def double(raw: bytes, at: int, to: int, _: bytes) -> bytes:
    return raw[:to] + raw[at:]


def words(change: Callable[[list[bytes], int, int, bytes], None], cut: bytes) -> Damage:
    """A change to the parts of a file instead of its bytes."""

    def damage(raw: bytes, at: int, to: int, piece: bytes) -> bytes:
        parts = raw.split(cut)
        change(parts, at % len(parts), to % len(parts), piece)
        return cut.join(parts)

    return damage


def drop(parts: list[bytes], at: int, _: int, __: bytes) -> None:
    del parts[at]


def swap(parts: list[bytes], at: int, to: int, _: bytes) -> None:
    parts[at], parts[to] = parts[to], parts[at]


def put(parts: list[bytes], at: int, _: int, piece: bytes) -> None:
    parts[at] = piece


def repeat(parts: list[bytes], at: int, to: int, _: bytes) -> None:
    parts.insert(at, parts[to])


DAMAGES: list[Damage] = [
    *(delete, insert, replace, double),
    *(words(change, b"\n") for change in (drop, swap, repeat)),
    *(words(change, b" ") for change in (drop, swap, put, repeat)),
]
WHOLE = [block.text.encode() for _, _, block in BLOCKS]


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    first = draw(st.integers(0, len(WHOLE) - 1))
    raw = b"\n".join(WHOLE[first : first + draw(st.integers(1, 2))])
    for _ in range(draw(st.integers(1, 4))):
        damage = draw(st.sampled_from(DAMAGES))
        at = draw(st.integers(0, len(raw)))
        to = min(len(raw), at + draw(st.integers(1, 40)))
        piece = draw(st.sampled_from([*(piece.encode() for piece in PIECES), *BYTES]))
        raw = damage(raw, at, to, piece)
    return raw


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged") / "some.deals"


def well_said(ran: Ran, file: Path) -> None:
    """Status 0 and no complaint, or status 2 and one line in one of the three forms."""
    if ran.status == 0:
        assert ran.err == ""
        return
    assert ran.status == 2
    name = re.escape(str(file))
    line = ran.err.removesuffix("\n")
    assert line.isprintable()
    assert line + "\n" == ran.err
    if re.match(rf"{name}: deal ", line):
        token = r'token [1-9]\d* ".*": .+: legal: (nothing|\S+( \S+)*)'
        header = r"header \w+: .+"
        assert re.fullmatch(rf"{name}: deal [1-9]\d*: ({token}|{header})", line)
    else:
        assert re.fullmatch(rf"{name}: .+", line)


def is_unfortunate(text: str) -> bool:
    """A deal without tokens before one with other headers: laid out, these would be read as
    headers of the deal before.
    """
    deals = parse(text)
    return any(
        not before.tokens and {*deal.headers} - {*OWN_HEADERS} for before, deal in pairwise(deals)
    )


def check(raw: bytes, file: Path) -> None:
    file.write_bytes(raw)
    ran = {command: run(command, file) for command in COMMANDS}
    for one in ran.values():
        note(one.err)
        well_said(one, file)
    if ran["format"].status == 0 and not is_unfortunate(raw.decode("utf-8-sig")):
        file.write_bytes(ran["format"].out.encode())
        assert run("format", file).out == ran["format"].out
        again = run("score", file)
        assert again._replace(err="") == ran["score"]._replace(err="")


@often
@given(damaged_files())
def test_a_damaged_file_gives_an_answer_or_one_line(file: Path, raw: bytes) -> None:
    check(raw, file)


@often
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_pieces_put_together_give_an_answer_or_one_line(file: Path, pieces: list[str]) -> None:
    check("".join(pieces).encode(), file)
    check((DEAL.cut(0).text + "\n" + " ".join(pieces)).encode(), file)


@often
@given(st.binary(max_size=200))
@example(b"\xef\xbb\xbf\xef\xbb\xbf")
@example(b"[" * 100)
@example(b'[A "\n"]')
def test_any_bytes_give_an_answer_or_one_line(file: Path, raw: bytes) -> None:
    check(raw, file)


@often
@given(st.text(max_size=100))
def test_any_text_as_a_value_gives_an_answer_or_one_line(file: Path, text: str) -> None:
    value = text.replace('"', "").replace("\n", "")
    for name in OWN_HEADERS:
        check(DEAL.headed(**{name: value}).text.encode(errors="replace"), file)
    check(DEAL.headed(Event=value).text.encode(errors="replace"), file)


@often
@given(st.sampled_from(BLOCKS), st.text(min_size=1, max_size=20), st.integers(0, 60))
def test_any_text_as_a_token_gives_an_answer_or_one_line(
    file: Path, golden: tuple[Path, int, object], text: str, place: int
) -> None:
    block = golden[2]
    assert isinstance(block, type(DEAL))
    tokens = [*block.cut(place).tokens, text]
    check(block.says(" ".join(tokens)).text.encode(errors="replace"), file)
