"""Whist, half or pass: what each word is worth against the likely hands of the declarer."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.bots.holdings import HAND, Cards, holdings, waiting
from game.bots.memory import Memory
from game.bots.strength import chances, tricks, tricks_in
from game.bots.worlds import Declared, known_hands, layouts
from game.preferans.contracts import HALF_WHIST_LEVELS, PRICES
from game.preferans.pulya import MOUNTAIN_POINT, POOL_POINT
from game.preferans.whisting import HALF, LOOK, PASS, WHIST
from game.view import View

LAYOUTS = 12
BOTH = 0.25
"""How often the second defender whists beside the first."""
OTHER = 0.5
"""How often one whists where the other has passed."""


@dataclass(frozen=True, slots=True)
class Against:
    """What a contract brings to one who sits against it, by the declarer's tricks.

    `share` is the part of the defence's tricks that are expected to be his own.
    """

    level: int
    players: int
    share: float

    def points(self, tricks: int) -> float:
        """By the declarer's pool or mountain (§7.2, §7.3, §8.2)."""
        price, under = PRICES[self.level], self.level - tricks
        if under > 0:
            return MOUNTAIN_POINT * price.undertrick * under / self.players
        return -POOL_POINT * price.pool / self.players

    def whists(self, tricks: int, share: float, consolations: int) -> float:
        """For a share of the tricks, with consolations if the game is set (§7.4, §7.5)."""
        under = max(0, self.level - tricks)
        return PRICES[self.level].whist * ((HAND - tricks) * share + consolations * under)

    def shortfall(self, tricks: int) -> float:
        """What the defence pays for the tricks that its duty lacks (§7.10)."""
        price = PRICES[self.level]
        short = max(0, price.duty - (HAND - tricks))
        return MOUNTAIN_POINT * price.shortfall * short * (self.players - 1) / self.players

    def passed(self, tricks: int) -> float:
        """If the other whists: only a set brings something (§7.6)."""
        half = self.whists(tricks, 1, 2) / 2 if tricks < self.level else 0.0
        return self.points(tricks) + half

    def lone(self, tricks: int) -> float:
        """As the only whister (§7.4, §7.6, §7.10)."""
        if tricks < self.level:
            return self.passed(tricks)
        return self.points(tricks) + self.whists(tricks, 1, 0) - self.shortfall(tricks)

    def returned(self, tricks: int) -> float:
        """As one who has returned the whist (§7.7)."""
        return self.points(tricks) + self.whists(tricks, 1, 2) - self.shortfall(tricks)

    def beside(self, tricks: int) -> float:
        """As one of two whisters, who share the shortfall (§7.4, §7.5, §7.11)."""
        return self.points(tricks) + self.whists(tricks, self.share, 1) - self.shortfall(tricks) / 2

    def unplayed(self) -> float:
        """If no cards are played (§7.17)."""
        return self.points(self.level)

    def half(self) -> float:
        """With a half-whist that stands (§7.9)."""
        price = PRICES[self.level]
        return self.unplayed() + price.whist * price.duty // 2


def word(view: View, memory: Memory, options: list[str]) -> str:
    """The word that is worth most."""
    contract = view["contract"]
    assert contract is not None
    level = int(contract[:-1])
    mean, share = outlook(view, memory, level)
    against = Against(level, view["players"], share)
    likely = chances(round(mean, 1))

    def expected(by_tricks: Callable[[int], float]) -> float:
        return sum(chance * by_tricks(number) for number, chance in enumerate(likely))

    half = against.half()
    match [said["word"] for said in view["whists"]]:
        case []:
            lone = expected(against.lone)
            alone = max(lone, half) if level in HALF_WHIST_LEVELS else lone  # §4.4
            whist = BOTH * expected(against.beside) + (1 - BOTH) * alone
            silent = OTHER * expected(against.passed) + (1 - OTHER) * against.unplayed()
        case ["whist"]:
            whist, silent = expected(against.beside), expected(against.passed)
        case ["pass"] | ["whist", "pass"]:
            whist, silent = expected(against.lone), against.unplayed()
        case _:
            whist, silent = expected(against.returned), against.unplayed()
    worth = {WHIST: whist, HALF: half, PASS: silent}
    return max(options, key=lambda option: worth[option])


def outlook(view: View, memory: Memory, level: int) -> tuple[float, float]:
    """The declarer's tricks to expect, and the part of the others that this hand takes."""
    around, seen = view["hands"], known_hands(view)
    declarer = next(place for place, seat in enumerate(around) if seat == view["declarer"])
    own = next(place for place, seat in enumerate(around) if seat in seen)
    declared = Declared(partial(tricks, trump=memory.trump), level)
    found = layouts(view, memory, LAYOUTS, declared)
    total = mine = both = 0.0
    for hands in found:
        one, two, three = (hands[(declarer + step) % 3] for step in range(3))
        total += tricks_in((one, two, three), memory.trump)
        mine += takes(hands[own])
        both += takes(two) + takes(three)
    return total / len(found), mine / both


def takes(cards: Cards) -> float:
    """A measure of the tricks that a hand takes for the defence, never nought."""
    return 0.3 + sum(waiting(holding) for holding in holdings(cards))


def dealer(view: View, options: list[str]) -> str:
    """The sitting dealer looks at a hand before he answers, rather at one that went for half."""
    looks = [option for option in options if option != PASS]
    half = [LOOK + said["seat"] for said in view["whists"] if said["word"] == HALF]
    return next((look for look in looks if look in half), looks[0])
