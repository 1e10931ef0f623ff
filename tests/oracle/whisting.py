"""Every whisting dialogue there is, written out as a list of lines and not as a tree.

The letter at the end of a line names what the dialogue comes to; the accounting reads it:

A both defenders whist · B the first alone · C the second alone · D the second has returned the
half-whist of the first · E the dealer has · F the half-whist of the first stands · G the first
has returned the half-whist of the second · H the dealer has · I the half-whist of the second
stands · J nobody, and no return · K the first after two passes · L the dealer after three ·
M nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Dialogue = tuple[tuple[str, ...], str]

HALVES = (
    ("whist whist", "A"),
    ("whist pass whist", "B"),  # the first stays
    ("whist pass half whist", "D"),  # §4.4, §4.5
    ("whist pass half pass", "E or F"),
    ("pass whist", "C"),
    ("pass half whist", "G"),  # §4.3, §4.5
    ("pass half pass", "H or I"),
)
"""Six and seven, where there is a half-whist (§4.3)."""

NO_HALVES = (
    ("whist whist", "A"),
    ("whist pass", "B"),
    ("pass whist", "C"),
)
"""Eight, nine and ten."""

RETURN = (
    ("pass pass whist", "K"),
    ("pass pass pass", "L or M"),
)
"""Two passes where the first defender is asked again (§4.6)."""

NO_RETURN = (("pass pass", "J"),)
"""Two passes on six and seven where nobody is (§4.6)."""


def dialogues(
    level: int,
    players: int,
    pass_pass_return_67: bool,
    defenders: Sequence[str] = ("W1", "W2"),
    shown: str | None = None,
) -> Iterator[Dialogue]:
    """All complete dialogues, each with its letter.

    Where the lines say "E or F" the dealer of four is asked (§4.8): the first letter if he
    whists, the second if he does not, or is not there.

    `shown` is the seat of the hand that the dealer saw at an invitation (§4.14): he may inspect
    only that one, and he is not asked if it belongs to neither defender.
    """
    if level in (6, 7):
        lines = HALVES + (RETURN if pass_pass_return_67 else NO_RETURN)
    else:
        lines = NO_HALVES + RETURN
    if players == 3:
        hands: list[str] = []
    else:
        hands = [seat for seat in defenders if shown is None or shown == seat]
    for line, letters in lines:
        words = tuple(line.split())
        if " or " not in letters:
            yield words, letters
            continue
        returned, stands = letters.split(" or ")
        if not hands:
            yield words, stands
            continue
        yield (*words, "pass"), stands
        for seat in hands:  # §4.9
            yield (*words, f"look-{seat}", "whist"), returned
            yield (*words, f"look-{seat}", "pass"), stands


def count(level: int, players: int, pass_pass_return_67: bool) -> int:
    """How many dialogues there are for a given declarer."""
    return sum(1 for _ in dialogues(level, players, pass_pass_return_67))


def ending(
    words: Sequence[str],
    level: int,
    players: int,
    pass_pass_return_67: bool,
    defenders: Sequence[str] = ("W1", "W2"),
    shown: str | None = None,
) -> str:
    """The letter of a complete dialogue; `KeyError` if there is no such dialogue."""
    return dict(dialogues(level, players, pass_pass_return_67, defenders, shown))[tuple(words)]
