"""Each field of a convention changes a record, a view or a clock, as its row says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from game.preferans.conventions import CONVENTIONS, Convention
from game.preferans.dealing import dealt
from game.preferans.pulya import deals_left, drawn, last_circle_at, ledger, settle
from game.script import Seat
from game.shuffle import drawn as pack_drawn
from tests.game.players import Table, sit

# --- the three --------------------------------------------------------------------------------

THREE: dict[str, tuple[Any, Any, Any]] = {
    # festival-2011, fspr-2006, fspr-code-6
    "talon_packets": (tuple(range(2, 16)), (4,), (4,)),
    "hold_mandatory": (False, True, True),
    "half_misere": (True, True, False),
    "nine_ends_auction": (False, False, False),
    "discard_seen": ("first_lead", "first_lead", "first_trick"),
    "pass_pass_return_67": (False, True, True),
    "dealer_look": (True, True, True),
    "misere_notes": (True, False, False),
    "raspasy_prices": ((2, 4, 6), (2, 4, 6), (2, 4, 6)),
    "zero_tricks": ("pool_or_mountain", "mountain", "pool_or_mountain"),
    "exit_unwhisted": (True, False, False),
    "exit_half_whist": (True, False, False),
    "exit_misere": (True, False, False),
    "return_consolation": ("all", "all", "all"),
    "pair_cap_67": (True, True, True),
    "both_responsible": ("each", "each", "each"),
    "quick_tricks": (False, False, True),
    "write_off": (True, False, False),
    "last_circle_minutes": (8, 7, 7),
    "last_circle_deals_of_three": (2, 3, 3),
    "last_circle_deals_of_four": (3, 4, 4),
}


def test_the_three_conventions_are_as_their_regulations_say() -> None:
    names = ("festival-2011", "fspr-2006", "fspr-code-6")
    assert tuple(CONVENTIONS) == names
    for number, (name, convention) in enumerate(CONVENTIONS.items()):
        values = {field: row[number] for field, row in THREE.items()}
        assert convention == Convention(name=name, **values)


# --- what a field changes ---------------------------------------------------------------------


@dataclass
class Shown:
    """What a convention came to at one table."""

    record: object = None
    view: object = None
    clock: object = None


Show = Callable[[Convention], Shown]


def says(words: str, players: int = 4, **where: Any) -> Show:
    """These words at a table: what is asked next, or written; what everybody saw; the sheet."""

    def show(convention: Convention) -> Shown:
        table = sit(convention.name, players, **where)
        table = Table(convention, table.layout).says(words)
        if table.play.ask is not None:
            record: object = (table.ask.seat, table.ask.what, {*table.ask.options})
            return Shown(record, [table.seen(seat) for seat in "NESW"])
        score = table.score
        entries = [(line.into, line.seat, line.on, line.amount) for line in score.lines]
        sheet = drawn(convention, players, score.lines)
        return Shown((entries, score.streak), [[table.seen(seat) for seat in "NESW"], sheet])

    return show


def packs(convention: Convention) -> Shown:
    pack, packet = pack_drawn(bytes(32), [], "deal 1", convention.talon_packets)
    return Shown(record=dealt(pack, packet, 4, Seat("N"), 0))


def last_circle(convention: Convention) -> Shown:
    told = [deals_left(convention, players, running=True) for players in (3, 4)]
    return Shown(clock=[*told, last_circle_at(convention, 0)])


ORDERED = "6S pass pass -8H -7H"
FIRST_TRICK = "AS 7C 8D"
SHOWS: dict[str, tuple[Any, Any, Show]] = {
    "talon_packets": ((4,), (15,), packs),
    "hold_mandatory": (False, True, says("6S pass 6C")),
    "half_misere": (False, True, says("")),
    "nine_ends_auction": (False, True, says("misere 9S")),
    "discard_seen": (
        "first_lead",
        "first_trick",
        says(f"{ORDERED} 6S whist whist {FIRST_TRICK}"),
    ),
    "pass_pass_return_67": (False, True, says(f"{ORDERED} 6S pass pass")),
    "dealer_look": (False, True, says(f"{ORDERED} 6S pass half pass look-E whist")),
    "misere_notes": (False, True, says("misere pass pass")),
    "raspasy_prices": ((2, 4, 6), (2, 4), says("pass pass pass AS =N4,E3,S3", streak=2)),
    "zero_tricks": ("mountain", "pool_or_mountain", says("pass pass pass AS =N5,E5,S0")),
    "exit_unwhisted": (
        False,
        True,
        says("7S pass pass -8H -7H 8S pass pass pass pass", streak=1),
    ),
    "exit_half_whist": (
        False,
        True,
        says("7S pass pass -8H -7H 7S pass half pass pass", streak=1),
    ),
    "exit_misere": (False, True, says("misere pass pass -8H -7H AS =0", streak=1)),
    "return_consolation": (
        "own",
        "all",
        says(f"{ORDERED} 6S pass half whist AS closed =5"),
    ),
    "pair_cap_67": (False, True, says(f"{ORDERED} 6S whist whist AS =7,E3,S0")),
    "both_responsible": ("split", "each", says(f"{ORDERED} 8S whist whist AS =10,E0,S0")),
    "quick_tricks": (
        False,
        True,
        says(
            "6S pass pass -AH -KH 8S pass pass pass pass",
            hands="N:AKQJT987.98.-.- E:-.AKQJT7.KQJ8.- S:-.-.AT97.QJT987",
            talon="AH KH",
        ),
    ),
    "write_off": (False, True, says("misere pass pass -8H -7H AS =0")),
    "last_circle_minutes": (7, 8, last_circle),
    "last_circle_deals_of_three": (2, 3, last_circle),
    "last_circle_deals_of_four": (3, 4, last_circle),
}
BASE = replace(CONVENTIONS["fspr-2006"], pass_pass_return_67=True)
ROWS = {field.name: field.metadata for field in fields(Convention)}


def test_every_field_is_shown_and_only_they() -> None:
    assert {*SHOWS} == {*THREE} == {*ROWS} - {"name"}
    assert {row["changes"] for row in ROWS.values()} == {"record", "view", "clock"}


@pytest.mark.parametrize("field", SHOWS)
def test_a_field_changes_what_its_row_says(field: str) -> None:
    """Two conventions that differ in this field alone."""
    one_value, other_value, show = SHOWS[field]
    one = show(replace(BASE, **{field: one_value}))
    other = show(replace(BASE, **{field: other_value}))
    match ROWS[field]["changes"]:
        case "record":
            assert one.record != other.record
        case "view":
            assert one.record == other.record
            assert one.view != other.view
        case "clock":
            assert (one.record, one.view) == (other.record, other.view) == (None, None)
            assert one.clock != other.clock


def test_how_a_sheet_is_drawn_does_not_change_what_it_comes_to() -> None:
    for field in ("write_off", "zero_tricks"):
        one, other, _ = SHOWS[field]
        for words in ("misere pass pass -8H -7H AS =0", "pass pass pass AS =N5,E5,S0"):
            lines = sit().says(words).score.lines
            ends = [
                settle(drawn(replace(BASE, **{field: value}), 4, lines)) for value in (one, other)
            ]
            assert ends[0] == ends[1] == settle(ledger(4, lines))
