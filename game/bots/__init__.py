"""Bots: ordinary players who see their own view and remember what they have seen."""

from game.bots import auction, discard, misere, play, raspasy, whisting
from game.bots.claims import respond
from game.bots.memory import Memory
from game.preferans.bidding import MISERE
from game.preferans.play import OPEN
from game.view import View

__all__ = ["Memory", "choose", "respond"]


def choose(view: View, memory: Memory) -> str:
    """The answer to the question that this player is asked: one of its options."""
    ask = view["ask"]
    assert ask is not None
    assert ask["options"] is not None
    options = ask["options"]
    if len(options) == 1:
        return options[0]
    match ask["what"]:
        case "call":
            return auction.call(view, memory, options)
        case "invitation":
            return auction.invitation(view)
        case "discard":
            return discard.discard(view, memory, options)
        case "contract":
            return discard.contract(view, memory)
        case "whist":
            return whisting.word(view, memory, options)
        case "dealer":
            return whisting.dealer(view, options)
        case "lie":
            return OPEN
        case _:
            hand = ask["hand"]
            assert hand is not None
            if view["declarer"] is None:
                return raspasy.card(view, memory, options, hand)
            if view["contract"] == MISERE:
                return misere.card(view, memory, options, hand)
            return play.card(view, memory, options, hand)
