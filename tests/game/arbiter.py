"""The command line as the tests use it, and the golden deals."""

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from game.__main__ import main

GOLDEN = Path(__file__).parent.parent / "golden" / "preferans"
FILES = sorted(GOLDEN.glob("*.deals"))
PULYAS = [file for file in FILES if file.stem.startswith("pulya-")]


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def run(command: str, *files: Path | str) -> Ran:
    """`python -m game command file…` in this process."""
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([command, *map(str, files)])
    assert isinstance(out.buffer, io.BytesIO)
    return Ran(status, out.buffer.getvalue().decode(), err.getvalue())


def bad(ran: Ran, beginning: str, ending: str = "") -> None:
    """Status 2 and one line that begins and ends so."""
    assert ran.status == 2
    assert ran.err.startswith(beginning)
    assert ran.err.endswith(f"{ending}\n")
    assert len(ran.err.splitlines()) == 1


def fine(ran: Ran, out: str | None = None) -> None:
    """Status 0, nothing to complain of, and this output."""
    assert (ran.status, ran.err) == (0, "")
    if out is not None:
        assert ran.out == out


class Block(NamedTuple):
    """A deal of a golden file, line by line: its headers, and its tokens."""

    headers: dict[str, str]
    lines: list[list[str]]

    @property
    def tokens(self) -> list[str]:
        return [token for line in self.lines for token in line]

    def cut(self, length: int) -> "Block":
        """The deal as far as its first tokens go."""
        left = length
        lines: list[list[str]] = []
        for line in self.lines:
            if left > 0:
                lines.append(line[:left])
                left -= len(line)
        return self._replace(lines=lines)

    def says(self, words: str) -> "Block":
        """The deal with other tokens, all in one line."""
        return self._replace(lines=[words.split(" ")] if words else [])

    def headed(self, **headers: str | None) -> "Block":
        """The deal with other headers; None leaves a header out."""
        both = self.headers | headers
        return self._replace(headers={name: v for name, v in both.items() if v is not None})

    @property
    def text(self) -> str:
        """The deal in the one layout."""
        headers = "".join(f'[{name} "{value}"]\n' for name, value in self.headers.items())
        tokens = "".join(" ".join(line) + "\n" for line in self.lines)
        return headers + ("\n" + tokens if tokens else "")


def blocks(file: Path) -> list[Block]:
    """The deals of a golden file, which has them in the one layout."""
    found: list[Block] = []
    for line in file.read_text().splitlines():
        if line.startswith("[Rules "):
            found.append(Block({}, []))
        if line.startswith("["):
            name, value = line[1:-1].split(" ", 1)
            found[-1].headers[name] = value.strip('"')
        elif line and not line.startswith(";"):
            found[-1].lines.append(line.split())
    return found


COMMANDS = ("score", "settle", "legal", "format", "show")
DEAL = Block(
    {
        "Rules": "fspr-2006",
        "Players": "4",
        "Dealer": "N",
        "Streak": "0",
        "Hands": "E:A7.AK987.9.JT S:QJ8.QT.Q8.A97 W:T9.J.AKJT7.K8",
        "Talon": "KS QH",
    },
    [["6S", "pass", "pass"], ["-7S", "-9D", "8C"], ["pass", "pass", "pass", "pass"]],
)
"""A deal to be changed: E plays 8C and nobody whists."""

BLOCKS = [(file, number, block) for file in FILES for number, block in enumerate(blocks(file))]
BLOCK_IDS = [f"{file.stem}-{number + 1}" for file, number, _ in BLOCKS]
