"""The calls: what the hand is worth if it plays, against what a pass is worth."""

from functools import lru_cache

from game.bots import misere, raspasy
from game.bots.discard import best_plan
from game.bots.holdings import ALL, Cards, each, of_names
from game.bots.memory import Memory
from game.bots.strength import misere_worth
from game.preferans.bidding import HERE, INVITE, MISERE, NO, PASS, YES
from game.preferans.contracts import STEP, Bid
from game.shuffle import Draw, mix
from game.view import View

TALONS = 10
"""How many talons are tried out for an opinion on a hand."""
DEFENCE = -6.0
"""What it is worth, on average, to sit against somebody else's game."""
ALL_PASS = (1.0, 0.6, 0.35)
"""The chance of raspasy by how many have still to call after a pass."""


@lru_cache(maxsize=512)
def worth(cards: Cards, bid: Bid, players: int, first_lead: bool) -> float:
    """What the ten cards are worth that have to play the bid or more, over some talons."""
    out, words = [*each(ALL ^ cards)], Draw(b"%d" % cards).words()
    total = 0.0
    for _ in range(TALONS):
        mix(out, words)
        total += best_plan(cards | out[0] | out[1], bid, players, first_lead).worth
    return total / TALONS


def pass_worth(view: View, cards: Cards) -> float:
    """What it is worth to pass now."""
    if any(call["call"] in (*STEP, HERE, MISERE) for call in view["calls"]):
        return DEFENCE
    spoken = {call["seat"] for call in view["calls"] if call["call"] == PASS}
    alone = ALL_PASS[2 - len(spoken)]
    all_pass = raspasy.worth(cards, view["price"], view["players"])
    return alone * all_pass + (1 - alone) * DEFENCE


def call(view: View, memory: Memory, options: list[str]) -> str:
    """Misère, the next game, here, or pass: whatever is worth most."""
    hand = view["cards"][memory.seat]["known"]
    assert hand is not None
    cards, players = of_names(hand), view["players"]
    first_lead = view["hands"][0] == memory.seat
    best, most = PASS, pass_worth(view, cards)
    for option in options:
        if option == MISERE:
            value = misere_worth(misere.prospect(cards, first_lead), players)
        elif option == HERE or option in STEP:
            bid = standing(view) if option == HERE else STEP[option]
            value = worth(cards, bid, players, first_lead)
        else:
            continue
        if value > most:
            best, most = option, value
    return best


def standing(view: View) -> Bid:
    """The bid that stands."""
    return STEP[next(call["call"] for call in reversed(view["calls"]) if call["call"] in STEP)]


def invitation(view: View) -> str:
    """The sitting dealer joins a misère that he would rather play than not (§2.9)."""
    seat = next(call["seat"] for call in view["calls"] if call["call"] == INVITE)
    cards = of_names(view["cards"][seat]["known"] or ())
    return YES if misere.prospect(cards, view["hands"][0] == seat) > 0.5 else NO
