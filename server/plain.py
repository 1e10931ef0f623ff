"""What people write: one line that can be seen, and does not look like what it is not."""

import unicodedata

UNSEEN = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0", *map(chr, range(0x180B, 0x1810))}
"""Blank or ignored when shown, though they count as letters, marks or symbols."""
VARIATIONS = {*map(chr, range(0xFE00, 0xFE10))}
"""They choose how a picture is shown; in a name they only hide."""
MOST_MARKS = 2
"""Accents on one letter."""


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
