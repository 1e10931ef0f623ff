"""What the command lines have in common: a file read, an answer printed, one line for an error."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from game.notation import printable


class Failed(Exception):
    """The one line that goes to standard error."""


def one_line(path: str) -> str:
    """The name of a file as an error tells it: one line is promised."""
    return path if len(path.splitlines()) < 2 else printable(path)


def file_text(path: str) -> str:
    """Raises `Failed` unless the file is there and is UTF-8 text."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as wrong:
        raise Failed(f"{one_line(path)}: {wrong.strerror}") from None
    except UnicodeDecodeError:
        raise Failed(f"{one_line(path)}: is not UTF-8 text") from None
    except ValueError as wrong:  # a name that no file can have
        raise Failed(f"{one_line(path)}: {wrong}") from None


def run(output: Callable[[list[str]], Iterator[str]], arguments: list[str]) -> int:
    """Print what the command says. Exit status: 0, or 2 with one line on standard error."""
    try:
        printed(output(arguments))
    except Failed as failed:
        wrong = str(failed)
    except OSError as failure:
        wrong = f"standard output: {failure.strerror}"
        # What waits in the buffer would be tried, and complained of, once more at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        return 0
    print(wrong, file=sys.stderr)
    return 2


def printed(pieces: Iterator[str]) -> None:
    """Print it all. Raises `Failed`, with what came before it printed, and OSError."""
    try:
        for piece in pieces:
            sys.stdout.buffer.write(piece.encode())
    finally:
        sys.stdout.buffer.flush()
