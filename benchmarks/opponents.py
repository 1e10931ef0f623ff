"""Players to measure the bots against: one by chance, one by rules of thumb."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from game.bots import Memory
from game.cards import BY_NAME, SUITS, rank_of
from game.view import View

Player: TypeAlias = Callable[[View, Memory], str]


def at_random(seed: int) -> Player:
    """Any legal answer."""
    random = Random(seed)
    return lambda view, memory: random.choice(view["ask"]["options"])


def worth(hand: list[str]) -> tuple[float, str]:
    """Tricks by rule of thumb, and the longest suit."""
    by_suit = {suit: [name[0] for name in hand if name[1] == suit] for suit in SUITS}
    tops = sum(("A" in ranks) + ("K" in ranks and len(ranks) > 1) for ranks in by_suit.values())
    trump = max(by_suit, key=lambda suit: len(by_suit[suit]))
    return tops + max(0, len(by_suit[trump]) - 3), trump


def by_thumb(view: View, memory: Memory) -> str:
    """Aces and kings are tricks, the longest suit is trumps; high to take, low to avoid."""
    ask = view["ask"]
    hand = view["cards"][ask["hand"] or ask["seat"]]["known"] if ask["what"] != "dealer" else []
    options, (tricks, trump) = ask["options"], worth(hand or [])
    match ask["what"]:
        case "call":
            bids = [word for word in options if word == "here" or word[0].isdigit()]
            return bids[0] if bids and tricks + 1 >= 6 + bool(view["streak"]) else "pass"
        case "discard":
            return min(options, key=lambda word: (word[2] == trump, rank_of(BY_NAME[word[1:]])))
        case "contract":
            return next((word for word in options if word.endswith(trump)), options[0])
        case "whist":
            return "whist" if tricks >= 2 and "whist" in options else options[-1]
        case "lie":
            return "open"
        case "card":
            return by_thumb_played(view, sorted(options, key=lambda name: rank_of(BY_NAME[name])))
    return options[0]


def by_thumb_played(view: View, cards: list[str]) -> str:
    """The card, of legal ones from the lowest."""
    led = view["trick"][0]["card"] if view["trick"] else None
    best = max(
        (laid["card"] for laid in view["trick"] if laid["card"][1] == led[1]),
        default=led,
        key=lambda name: rank_of(BY_NAME[name]),
    )
    over = [
        name
        for name in cards
        if led is None or (name[1] == led[1] and BY_NAME[name] > BY_NAME[best])
    ]
    under = [name for name in cards if name not in over]
    if view["contract"] in (None, "misere"):
        return (under or cards)[-1] if led else cards[0]
    return (over or cards[:1])[-1]
