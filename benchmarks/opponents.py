"""Players to measure the bots against: one by chance, one by rules of thumb."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from game.bots import Memory
from game.cards import BY_NAME, SUITS, rank_of
from game.view import View

Player: TypeAlias = Callable[[View, Memory], str]


def asked(view: View) -> tuple[str, list[str], list[str]]:
    """What this player is asked, his options, the hand it is about as far as he sees it."""
    ask = view["ask"]
    assert ask is not None
    assert ask["options"] is not None
    hand = view["cards"].get(ask["hand"] or ask["seat"])
    return ask["what"], ask["options"], (hand["known"] if hand else None) or []


def at_random(seed: int) -> Player:
    """Any legal answer."""
    random = Random(seed)
    return lambda view, memory: random.choice(asked(view)[1])


def worth(hand: list[str]) -> tuple[float, str]:
    """Tricks by rule of thumb, and the longest suit."""
    by_suit = {suit: [name[0] for name in hand if name[1] == suit] for suit in SUITS}
    tops = sum(("A" in ranks) + ("K" in ranks and len(ranks) > 1) for ranks in by_suit.values())
    trump = max(by_suit, key=lambda suit: len(by_suit[suit]))
    return tops + max(0, len(by_suit[trump]) - 3), trump


def rank(name: str) -> int:
    return rank_of(BY_NAME[name])


def by_thumb(view: View, memory: Memory) -> str:
    """Aces and kings are tricks, the longest suit is trumps; high to take, low to avoid."""
    what, options, hand = asked(view)
    tricks, trump = worth(hand)
    match what:
        case "call":
            bids = [word for word in options if word == "here" or word[0].isdigit()]
            return bids[0] if bids and tricks + 1 >= 6 + bool(view["streak"]) else "pass"
        case "discard":
            return min(options, key=lambda word: (word[2] == trump, rank(word[1:])))
        case "contract":
            return next((word for word in options if word.endswith(trump)), options[0])
        case "whist":
            return "whist" if tricks >= 2 and "whist" in options else options[-1]
        case "lie":
            return "open"
        case "card":
            return card_by_thumb(view, sorted(options, key=rank))
        case _:
            return options[0]


def card_by_thumb(view: View, cards: list[str]) -> str:
    """Of legal cards from the lowest: the highest if it beats the best so far, else the lowest;
    where tricks are not wanted the highest that stays below.
    """
    avoids = view["contract"] in (None, "misere")
    laid = [on_table["card"] for on_table in view["trick"]]
    if not laid:
        return cards[0] if avoids else cards[-1]
    best = max((name for name in laid if name[1] == laid[0][1]), key=rank)
    under = [name for name in cards if name[1] != best[1] or rank(name) < rank(best)]
    if avoids:
        return (under or cards)[-1]
    return cards[0] if len(under) == len(cards) else cards[-1]
