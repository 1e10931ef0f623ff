"""What people write: one line that can be seen, and does not look like what it is not."""

import unicodedata
from typing import Any

from game.script import Refused

UNSEEN = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", *map(chr, range(0x180B, 0x1810))}
"""Blank or ignored when shown, though they count as letters, marks or symbols."""
VARIATIONS = {*map(chr, range(0xFE00, 0xFE10))}
"""They choose how a picture is shown; in a name they only hide."""
MOST_MARKS = 2
"""Accents on one letter."""
NAME_LENGTH = 24
LOGIN_LEAST, LOGIN_MOST = 2, 40
"""Of a name as accounts are told apart; a ligature may count for several characters."""


def plain(text: str, most: int) -> str | None:
    """The text with single blanks; None unless it is 1 to `most` characters that are seen."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(text) <= most or not text.isprintable():
        return None
    if not UNSEEN.isdisjoint(text) or not any(map(is_body, text)):
        return None
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return None
    return text


def is_body(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNS"


def proper_name(message: Any, least: int = 1) -> str:
    """The `name` in a message. Raises `Refused` (bad_name)."""
    name = message.get("name") if isinstance(message, dict) else None
    seen = plain(name, NAME_LENGTH) if isinstance(name, str) else None
    if seen is None or len(seen) < least or not VARIATIONS.isdisjoint(seen):
        raise Refused("bad_name", least=least, most=NAME_LENGTH)
    return seen


def account_name(message: Any) -> str:
    """The `name` in a message as an account may have it. Raises `Refused` (bad_name)."""
    name = proper_name(message, LOGIN_LEAST)
    if not LOGIN_LEAST <= len(login_of(name)) <= LOGIN_MOST:
        raise Refused("bad_name", least=LOGIN_LEAST, most=NAME_LENGTH)
    return name


def login_of(name: str) -> str:
    """The same for all ways to write a name: capitals, widths and blanks do not count."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())
