"""What a deal gives, from its outcome alone: tables to look up, no steps to follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Literal

Whists = dict[str, dict[str, int]]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """In what the conventions and the readings of the rules differ."""

    quick_tricks: bool = False
    zero_bonus: bool = True
    exit_unwhisted: bool = True
    exit_half_whist: bool = True
    exit_misere: bool = True
    return_consolation: Literal["all", "own"] = "all"
    pair_cap_67: bool = True
    both_responsible: Literal["each", "split"] = "each"
    raspasy_prices: tuple[int, ...] = (2, 4, 6)


FESTIVAL_2011 = Terms()
FSPR_2006 = Terms(exit_unwhisted=False, exit_half_whist=False, exit_misere=False)
FSPR_CODE_6 = Terms(
    quick_tricks=True, exit_unwhisted=False, exit_half_whist=False, exit_misere=False
)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a deal went. Tricks are with the hands that took them; without play there are none."""

    kind: Literal["game", "misere", "raspasy"]
    players: int
    dealer: str
    declarer: str | None = None
    level: int | None = None
    ending: str | None = None
    """A letter of `whisting`, for a game."""
    tricks: Mapping[str, int] = field(default_factory=dict)
    talon: tuple[str, str] | None = None
    half: bool = False
    streak: int = 0
    """Raspasy in the run before this deal."""


@dataclass(frozen=True)
class Account:
    """What is written; all seats in `pool` and `mountain`, only what is not zero in `whists`."""

    pool: dict[str, int]
    mountain: dict[str, int]
    whists: Whists
    streak: int


def seats(players: int) -> str:
    """Everybody at the table, clockwise."""
    return "NESW"[:players]


def defenders(players: int, dealer: str, declarer: str) -> tuple[str, str]:
    """The two who hold cards against the declarer, clockwise from him."""
    ring = seats(players) * 2
    place = ring.index(declarer)
    others = list(ring[place + 1 : place + players])
    first, second = [seat for seat in others if players == 3 or seat != dealer]
    return first, second


POOL = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}  # §7.2
WHIST = {6: 4, 7: 8, 8: 12, 9: 16, 10: 20}  # §7.4; also what consoles for an undertrick, §7.5
SET = {6: 4, 7: 8, 8: 12, 9: 16, 10: 20}  # §7.3
FAILED = {6: 2, 7: 4, 8: 6, 9: 8, 10: 10}  # §7.10, an undertrick on a whist
DUTY = {6: 4, 7: 2, 8: 1, 9: 1, 10: 1}  # §7.1

ENDINGS = {
    # Who writes what on the declarer: first defender, second defender, dealer of four.
    #    he makes it   he is set
    "A": ("o0 o0 -0", "o1 o1 -1"),  # §7.4, §7.5
    "B": ("a0 -0 -0", "g1 g1 -1"),  # §7.6
    "C": ("-0 a0 -0", "g1 g1 -1"),
    "D": ("-0 a0 -0", "-0 a2 -1"),  # §7.7
    "E": ("-0 -0 a0", "-0 -0 a3"),  # §7.8
    "F": ("h0 -0 -0", ""),  # §7.9
    "G": ("a0 -0 -0", "a2 -0 -1"),
    "H": ("-0 -0 a0", "-0 -0 a3"),
    "I": ("-0 h0 -0", ""),
    "J": ("-0 -0 -0", ""),  # §7.17
    "K": ("a0 -0 -0", "a2 -0 -1"),
    "L": ("-0 -0 a0", "-0 -0 a3"),
    "M": ("-0 -0 -0", ""),
}
"""The sign says for which tricks: `o` his own, `a` all of the defence, `g` half of them (the
gentleman's share), `h` half the duty, `-` none. The digit says how many consolations."""

UNPLAYED = ("F", "I", "J", "M")
"""Nobody whists, or a half-whist stands: the contract counts as made."""

SHORT = {
    # Both whist and stay below the duty: their tricks -> undertricks that each answers for.
    6: {  # §7.11
        (0, 0): (2, 2),
        (0, 1): (2, 1),
        (1, 0): (1, 2),
        (0, 2): (2, 0),
        (1, 1): (1, 1),
        (2, 0): (0, 2),
        (0, 3): (1, 0),  # the pair is one short and nobody answers for more than the pair
        (1, 2): (1, 0),
        (2, 1): (0, 1),
        (3, 0): (0, 1),
    },
    7: {(0, 0): (1, 1), (0, 1): (1, 0), (1, 0): (0, 1)},
    8: {(0, 0): (1, 1)},  # §7.12
    9: {(0, 0): (1, 1)},
    10: {(0, 0): (1, 1)},
}
SHORT_UNCAPPED = {(0, 3): (2, 0), (3, 0): (0, 2)}
"""Six without the cap: whoever is below two answers for all that he is below."""

QUICK = {"AA": 3, "AK one suit": 2, "A": 1, "KQ one suit": 1}


def quick(first: str, second: str) -> int:
    """Quick tricks in two cards such as `AS KD` (§7.16)."""
    ranks = "".join(sorted(first[0] + second[0], key="AKQJT987".index))
    suited = f"{ranks} one suit" if first[1] == second[1] else ranks
    for name in (suited, ranks, ranks[0]):
        if name in QUICK:
            return QUICK[name]
    return 0


def account(outcome: Outcome, terms: Terms) -> Account:
    """All that is written for a deal."""
    table = seats(outcome.players)
    sheet = Account(dict.fromkeys(table, 0), dict.fromkeys(table, 0), {}, _run(outcome, terms))
    if outcome.kind == "raspasy":
        _raspasy(outcome, terms, sheet)
    elif outcome.kind == "misere":
        _misere(outcome, sheet)
    else:
        _game(outcome, terms, sheet)
    return sheet


def _raspasy(outcome: Outcome, terms: Terms, sheet: Account) -> None:
    prices = terms.raspasy_prices
    price = (*prices, *[prices[-1]] * outcome.streak)[outcome.streak]  # §6.5
    idle = outcome.dealer if outcome.players == 4 else None
    for seat in sheet.pool:
        sheet.mountain[seat] = price * outcome.tricks[seat]  # §6.6
        if terms.zero_bonus and seat != idle and outcome.tricks[seat] == 0:
            sheet.pool[seat] = price  # §6.7


def _misere(outcome: Outcome, sheet: Account) -> None:
    assert outcome.declarer is not None
    assert outcome.players == 4 or not outcome.half  # §2.9
    taken = outcome.tricks[outcome.declarer]
    partners = [outcome.declarer] + [outcome.dealer] * outcome.half
    for seat in partners:  # §7.14, and each half of it in §7.15
        sheet.pool[seat] = 0 if taken else 10 // len(partners)
        sheet.mountain[seat] = 20 * taken // len(partners)


def _made(outcome: Outcome) -> bool:
    if outcome.kind == "game" and outcome.ending not in UNPLAYED:
        assert outcome.declarer is not None
        assert outcome.level is not None
        return outcome.tricks[outcome.declarer] >= outcome.level
    if outcome.kind == "misere":
        assert outcome.declarer is not None
        return outcome.tricks[outcome.declarer] == 0
    return True


def _game(outcome: Outcome, terms: Terms, sheet: Account) -> None:
    declarer, level, ending = outcome.declarer, outcome.level, outcome.ending
    assert declarer is not None
    assert level is not None
    assert ending is not None
    assert outcome.players == 4 or ending not in ("E", "H", "L")  # §4.8
    pair = defenders(outcome.players, outcome.dealer, declarer)
    writers = pair + (outcome.dealer,) * (outcome.players == 4)
    played = ending not in UNPLAYED
    made = _made(outcome)
    all_ = 10 - outcome.tricks[declarer] if played else 0
    under = 0 if made else level - outcome.tricks[declarer]

    if made:
        sheet.pool[declarer] = POOL[level]
    else:
        sheet.mountain[declarer] = SET[level] * under

    written = dict.fromkeys(writers, 0)
    for seat, entry in zip(writers, ENDINGS[ending][not made].split(), strict=False):
        sign, consolations = entry[0], int(entry[1])
        if terms.return_consolation == "own":
            consolations = min(consolations, 1)  # §7.7, §7.8 in the other reading
        own = outcome.tricks.get(seat, 0)
        double = {"o": 2 * own, "a": 2 * all_, "g": all_, "h": DUTY[level], "-": 0}[sign]
        written[seat] = WHIST[level] * double // 2 + WHIST[level] * under * consolations

    if made and played:
        for seat, price in _failed(outcome, terms, pair, level, all_).items():
            sheet.mountain[seat] = price

    if terms.quick_tricks and outcome.talon:  # §7.16
        whole = quick(*outcome.talon) * WHIST[level]
        if outcome.players == 4:
            written[outcome.dealer] += whole
        else:
            for seat in pair:
                written[seat] += whole // 2

    sheet.whists.update({seat: {declarer: number} for seat, number in written.items() if number})


def _failed(
    outcome: Outcome, terms: Terms, pair: tuple[str, str], level: int, all_: int
) -> dict[str, int]:
    """What the whisters pay when the contract is made and the duty is not."""
    if outcome.ending != "A":
        place = ENDINGS[outcome.ending or ""][0].split().index("a0")
        alone = (*pair, outcome.dealer)[place]
        return {alone: FAILED[level] * max(0, DUTY[level] - all_)}  # §7.10, the dealer §7.13
    tricks = (outcome.tricks[pair[0]], outcome.tricks[pair[1]])
    lacks = SHORT[level].get(tricks, (0, 0))
    if level == 6 and not terms.pair_cap_67:
        lacks = SHORT_UNCAPPED.get(tricks, lacks)
    split = level >= 8 and terms.both_responsible == "split"
    return {
        seat: FAILED[level] * lack // (2 if split else 1)
        for seat, lack in zip(pair, lacks, strict=True)
    }


def _run(outcome: Outcome, terms: Terms) -> int:
    """The run of raspasy after the deal (§6.9)."""
    if outcome.kind == "raspasy":
        return outcome.streak + 1
    if not _made(outcome):
        return outcome.streak
    if outcome.kind == "misere":
        leaves = terms.exit_misere
    elif outcome.ending in ("J", "M"):
        leaves = terms.exit_unwhisted
    elif outcome.ending in ("F", "I"):
        leaves = terms.exit_half_whist
    else:
        leaves = True
    return 0 if leaves else outcome.streak


def settle(
    pools: Mapping[str, int],
    mountains: Mapping[str, int],
    whists: Mapping[str, Mapping[str, int]],
    players: int,
) -> dict[str, Fraction]:
    """The result in whists, from the differences between each two players (§8.2)."""
    result = dict.fromkeys(seats(players), Fraction(0))
    for one, other in combinations(result, 2):
        climb = mountains[other] - mountains[one]  # the higher mountain pays the lower one
        fill = pools[one] - pools[other]
        pays = Fraction(10 * climb + 20 * fill, players)
        pays += whists.get(one, {}).get(other, 0) - whists.get(other, {}).get(one, 0)
        result[one] += pays
        result[other] -= pays
    return result


def write_off(mountains: Mapping[str, int], seat: str, amount: int) -> dict[str, int]:
    """Take `amount` off one mountain down to the ground, and put the rest on all others (§8.3)."""
    after = dict(mountains)
    for _ in range(amount):
        if after[seat]:
            after[seat] -= 1
        else:
            for other in after:
                after[other] += other != seat
    return after


def festival_sheet(deals: Iterable[Account], players: int) -> list[dict[str, int]]:
    """The mountains after each deal when nobody keeps a pool: two off for a point (§8.3)."""
    mountains = dict.fromkeys(seats(players), 0)
    sheet = []
    for deal in deals:
        for seat in mountains:
            mountains[seat] += deal.mountain[seat]
        for seat, points in deal.pool.items():
            mountains = write_off(mountains, seat, 2 * points)
        sheet.append(dict(mountains))
    return sheet
