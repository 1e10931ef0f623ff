"""The discard and the contract, which are one plan."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from game.bots import misere
from game.bots.holdings import MASKS, Cards, of_names
from game.bots.memory import Memory
from game.bots.strength import lighten, tricks, worth
from game.preferans.bidding import MISERE
from game.preferans.contracts import LADDER, STEP, STRAINS, Bid, level, trump
from game.preferans.talon import DISCARDED
from game.view import View


@dataclass(frozen=True, slots=True)
class Plan:
    """The ten cards to keep, the contract, what it is worth in whists."""

    kept: Cards
    contract: Bid
    worth: float


def plans(cards: Cards, bid: Bid, players: int, first_lead: bool) -> Iterator[Plan]:
    """For each strain the discard that suits it, with every contract that is not below the bid."""
    for strain in range(len(STRAINS)):
        trumps = trump(Bid(strain))
        value = partial(tricks, trump=trumps, first_lead=first_lead)
        kept = lighten(cards, cards, 2, value)
        expected = round(value(kept), 1)
        number = 0 if trumps is None else (kept & MASKS[trumps]).bit_count()
        for step in range(bid, len(LADDER)):
            if step % len(STRAINS) == strain:
                contract = Bid(step)
                yield Plan(kept, contract, worth(level(contract), expected, players, number))


@lru_cache(maxsize=64)
def best_plan(cards: Cards, bid: Bid, players: int, first_lead: bool) -> Plan:
    """The plan that is worth most (§3.2, §3.3)."""
    return max(plans(cards, bid, players, first_lead), key=lambda plan: plan.worth)


def plan_of(view: View, memory: Memory) -> tuple[Cards, Bid | None]:
    """What the declarer keeps of his twelve cards, and his contract."""
    hand = view["cards"][memory.seat]["known"]
    assert hand is not None
    assert view["contract"] is not None
    cards = of_names(hand) | memory.discard
    first_lead = view["hands"][0] == memory.seat
    if view["contract"] == MISERE:
        return misere.best_ten(cards, first_lead), None
    plan = best_plan(cards, STEP[view["contract"]], view["players"], first_lead)
    return plan.kept, plan.contract


def discard(view: View, memory: Memory, options: list[str]) -> str:
    """The lowest card that the plan does not keep."""
    kept, _ = plan_of(view, memory)
    return next(word for word in options if not of_names([word.removeprefix(DISCARDED)]) & kept)


def contract(view: View, memory: Memory) -> str:
    """The contract of the plan."""
    _, contract = plan_of(view, memory)
    assert contract is not None
    return LADDER[contract]
