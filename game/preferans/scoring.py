"""What is written for a deal, line by line, each with its paragraph (docs/rules, chapters 6, 7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from game.cards import Card, rank_of, suit_of
from game.preferans.contracts import LADDER, MISERE_POOL, MISERE_TRICK, PRICES, Price, level
from game.preferans.conventions import Convention
from game.preferans.facts import Outcome, Whisted, Whisting
from game.preferans.seats import chairs, hands_of, sitting_dealer
from game.script import Seat
from game.view import Result, ScoreLine

ACE, KING, QUEEN = 7, 6, 5


@dataclass(frozen=True, slots=True)
class Line:
    """One entry: `amount` into a player's pool or mountain, or whists of his `on` another.

    `sum` is the arithmetic as a reader would check it, `rule` the paragraph that says so.
    """

    into: Literal["pool", "mountain", "whists"]
    seat: Seat
    amount: int
    why: str
    rule: str
    sum: str
    on: Seat | None = None

    def wire(self) -> ScoreLine:
        """The line as it travels and is stored."""
        return {
            "into": self.into,
            "seat": self.seat,
            "on": self.on,
            "amount": self.amount,
            "why": self.why,
            "rule": self.rule,
            "sum": self.sum,
        }

    @classmethod
    def of(cls, wire: ScoreLine) -> "Line":
        """The line that `wire` gave."""
        return cls(
            into=wire["into"],
            seat=Seat(wire["seat"]),
            amount=wire["amount"],
            why=wire["why"],
            rule=wire["rule"],
            sum=wire["sum"],
            on=None if wire["on"] is None else Seat(wire["on"]),
        )


@dataclass(frozen=True, slots=True)
class Score:
    """The lines of a deal and the run of raspasy after it."""

    kind: Literal["game", "misere", "raspasy"]
    declarer: Seat | None
    contract: str | None
    tricks: dict[Seat, int]
    lines: tuple[Line, ...]
    streak: int

    def wire(self) -> Result:
        """The score as it travels and is stored."""
        return {
            "kind": self.kind,
            "declarer": self.declarer,
            "contract": self.contract,
            "tricks": dict(self.tricks.items()),
            "lines": [line.wire() for line in self.lines],
            "streak": self.streak,
        }


def score(convention: Convention, outcome: Outcome) -> Score:
    """What is written for this outcome. Entries of nought are not written."""
    kind: Literal["game", "misere", "raspasy"] = "game"
    contract: str | None = None
    if outcome.declarer is None:
        kind, lines = "raspasy", raspasy_lines(convention, outcome)
    elif outcome.bid is None:
        kind, contract = "misere", "misere"
        lines = misere_lines(outcome, outcome.declarer)
    else:
        contract = LADDER[outcome.bid]
        lines = game_lines(convention, outcome, outcome.declarer, level(outcome.bid))
    return Score(
        kind,
        outcome.declarer,
        contract,
        outcome.tricks,
        tuple(line for line in lines if line.amount),
        streak_after(convention, outcome),
    )


def raspasy_price(convention: Convention, streak: int) -> int:
    """§6.5: the price of a trick in the raspasy that follows `streak` others."""
    return convention.raspasy_prices[min(streak, len(convention.raspasy_prices) - 1)]


def raspasy_lines(convention: Convention, outcome: Outcome) -> Iterator[Line]:
    price = raspasy_price(convention, outcome.streak)
    sitting = sitting_dealer(outcome.dealer, outcome.players)
    for seat in chairs(outcome.players):
        tricks = outcome.tricks[seat]
        yield Line("mountain", seat, price * tricks, "raspasy", "§6.6", f"{price}·{tricks}")
        if not tricks and seat != sitting:
            yield Line("pool", seat, price, "zero_tricks", "§6.7", f"{price}")


def misere_lines(outcome: Outcome, declarer: Seat) -> Iterator[Line]:
    """§7.14; of a half misère the declarer and the sitting dealer write half each (§7.15)."""
    tricks = outcome.tricks[declarer]
    rule, why = ("§7.15", "half_misere") if outcome.shared else ("§7.14", "misere")
    half = "/2" if outcome.shared else ""
    for seat in (declarer, outcome.dealer) if outcome.shared else (declarer,):
        amount = MISERE_TRICK * tricks if tricks else MISERE_POOL
        if outcome.shared:
            amount //= 2
        if tricks:
            text = f"{MISERE_TRICK}·{tricks}{half}"
            yield Line("mountain", seat, amount, f"{why}_set", rule, text)
        else:
            yield Line("pool", seat, amount, f"{why}_made", rule, f"{MISERE_POOL}{half}")


def defenders(outcome: Outcome, declarer: Seat) -> tuple[Seat, Seat]:
    """Clockwise from the declarer."""
    hands = hands_of(outcome.dealer, outcome.players)
    place = hands.index(declarer)
    return hands[(place + 1) % 3], hands[(place + 2) % 3]


def game_lines(
    convention: Convention, outcome: Outcome, declarer: Seat, tricks_due: int
) -> Iterator[Line]:
    """§7.2–§7.13, §7.16 and §7.17."""
    price, whisted = PRICES[tricks_due], outcome.whisted
    assert whisted is not None
    if convention.quick_tricks:
        yield from quick_trick_lines(outcome, declarer, price)
    under = tricks_due - outcome.tricks[declarer]
    if whisted.how is Whisting.HALF or whisted.how is Whisting.NOBODY:
        yield Line("pool", declarer, price.pool, "unplayed", "§7.17", f"{price.pool}")
        if whisted.by is not None:
            amount = price.whist * price.duty // 2
            text = f"{price.whist}·{price.duty}/2"
            yield Line("whists", whisted.by, amount, "half_whist", "§7.9", text, declarer)
    elif under > 0:
        text = f"{price.undertrick}·{under}"
        yield Line("mountain", declarer, price.undertrick * under, "set", "§7.3", text)
        yield from set_lines(convention, outcome, declarer, whisted, price, under)
    else:
        yield Line("pool", declarer, price.pool, "made", "§7.2", f"{price.pool}")
        yield from made_lines(convention, outcome, declarer, whisted, price)


def set_lines(
    convention: Convention,
    outcome: Outcome,
    declarer: Seat,
    whisted: Whisted,
    price: Price,
    under: int,
) -> Iterator[Line]:
    """Whists on a declarer who is `under` tricks short; all shares cost him the same."""
    p, tricks = price.whist, 10 - outcome.tricks[declarer]
    consolation = p * under
    pair = defenders(outcome, declarer)
    sitting = sitting_dealer(outcome.dealer, outcome.players)
    match whisted.how:
        case Whisting.BOTH:
            for seat in pair:
                own = outcome.tricks[seat]
                yield Line("whists", seat, p * own, "whist", "§7.4", f"{p}·{own}", declarer)
                yield consolation_line(seat, p, under, declarer)
        case Whisting.LONE:
            for seat in pair:
                half = (p * tricks + 2 * consolation) // 2
                text = f"{p}·({tricks}+2·{under})/2"
                yield Line("whists", seat, half, "gentleman", "§7.6", text, declarer)
        case _:
            assert whisted.by is not None
            dealer = whisted.how is Whisting.DEALER
            shares = 1 if convention.return_consolation == "own" else 3 if dealer else 2
            why, rule = ("dealers_whist", "§7.8") if dealer else ("returned", "§7.7")
            text = f"{p}·({tricks}+{shares}·{under})"
            amount = p * tricks + shares * consolation
            yield Line("whists", whisted.by, amount, why, rule, text, declarer)
    if sitting is not None and whisted.how is not Whisting.DEALER:
        yield consolation_line(sitting, p, under, declarer)


def consolation_line(seat: Seat, price: int, under: int, declarer: Seat) -> Line:
    return Line("whists", seat, price * under, "consolation", "§7.5", f"{price}·{under}", declarer)


def made_lines(
    convention: Convention, outcome: Outcome, declarer: Seat, whisted: Whisted, price: Price
) -> Iterator[Line]:
    """Whists for the tricks of the defence, and what a duty not done costs (§4.2)."""
    p, tricks = price.whist, 10 - outcome.tricks[declarer]
    short = max(0, price.duty - tricks)
    if whisted.how is not Whisting.BOTH:
        assert whisted.by is not None
        by = whisted.by
        yield Line("whists", by, p * tricks, "whist", "§7.4", f"{p}·{tricks}", declarer)
        rule = "§7.13" if whisted.how is Whisting.DEALER else "§7.10"
        text = f"{price.shortfall}·({price.duty}-{tricks})"
        yield Line("mountain", by, price.shortfall * short, "shortfall", rule, text)
        return
    for seat in defenders(outcome, declarer):
        own = outcome.tricks[seat]
        yield Line("whists", seat, p * own, "whist", "§7.4", f"{p}·{own}", declarer)
        if not short:
            continue
        if price.duty == 1:  # §7.12: eight, nine and ten
            share = "/2" if convention.both_responsible == "split" else ""
            amount = price.shortfall // 2 if share else price.shortfall
            text = f"{price.shortfall}{share}"
            yield Line("mountain", seat, amount, "both_shortfall", "§7.12", text)
        else:
            lacking = max(0, price.duty // 2 - own)
            capped = min(lacking, short) if convention.pair_cap_67 else lacking
            text = f"{price.shortfall}·{capped}"
            amount = price.shortfall * capped
            yield Line("mountain", seat, amount, "pair_shortfall", "§7.11", text)


def quick_tricks(talon: tuple[Card, Card]) -> int:
    """§7.16: two aces 3, ace and king of a suit 2, one ace 1, king and queen of a suit 1."""
    high, low = sorted(talon, key=rank_of, reverse=True)
    ranks = (rank_of(high), rank_of(low))
    same = suit_of(high) == suit_of(low)
    if ranks == (ACE, ACE):
        return 3
    if ranks == (ACE, KING) and same:
        return 2
    if ranks[0] == ACE or (ranks == (KING, QUEEN) and same):
        return 1
    return 0


def quick_trick_lines(outcome: Outcome, declarer: Seat, price: Price) -> Iterator[Line]:
    quick = quick_tricks(outcome.talon)
    amount, text = quick * price.whist, f"{quick}·{price.whist}"
    dealer = sitting_dealer(outcome.dealer, outcome.players)
    if dealer is not None:
        yield Line("whists", dealer, amount, "quick_tricks", "§7.16", text, declarer)
        return
    for seat in defenders(outcome, declarer):
        yield Line("whists", seat, amount // 2, "quick_tricks", "§7.16", f"{text}/2", declarer)


def streak_after(convention: Convention, outcome: Outcome) -> int:
    """§6.9, §6.10: the run after the deal."""
    if outcome.declarer is None:
        return outcome.streak + 1
    made = outcome.tricks[outcome.declarer]
    if outcome.bid is None:
        leaves = not made and convention.exit_misere
    else:
        assert outcome.whisted is not None
        match outcome.whisted.how:
            case Whisting.HALF:
                leaves = convention.exit_half_whist
            case Whisting.NOBODY:
                leaves = convention.exit_unwhisted
            case _:
                leaves = made >= level(outcome.bid)
    return 0 if leaves else outcome.streak
