"""Misère: whether a hand will do, what to discard, how to play it and how to catch it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import prod

from game.bots.avoiding import Avoiding
from game.bots.holdings import ALL, HAND, Cards, each, forced, holdings, name_of, trapped
from game.bots.memory import Memory
from game.bots.search import Hands, TooLong
from game.bots.table import set_table
from game.bots.worlds import Declared, layouts
from game.shuffle import Draw, mix
from game.view import View

NODES = 1500
"""Positions to look into for one answer; the layout that is being looked at is finished."""
MOST = 1500
"""Positions of a single layout, beyond which it is given up."""
GLANCE = 300
"""Positions of a layout when a hand is judged; beyond that it counts as half a misère."""
LAYOUTS = 8
TRIALS = 10
"""Talons or layouts tried out for an opinion on a hand."""
FORCED, HOPELESS = 2.5, 0.4
"""Tricks that ten cards are forced to take, and the danger on average over talons, beyond which
a hand is not worth a closer look.
"""
CANDIDATES = 3
WEIGHTS = ((1, 1.0), (2, 0.3))
"""What the first and the second trick of the misère player are worth to the others."""


def danger(cards: Cards) -> float:
    """The chance that some suit by itself can be made to take a trick."""
    return 1 - prod(1 - trapped(holding) for holding in holdings(cards))


def burden(cards: Cards) -> tuple[float, float, int]:
    """What a misère player would rather not hold: danger, tricks that are forced, high cards."""
    suits = holdings(cards)
    return danger(cards), sum(forced(holding) for holding in suits), sum(suits)


@lru_cache(maxsize=256)
def lightest(cards: Cards) -> tuple[Cards, ...]:
    """Twelve cards without two, the best such ten first, by the suits one by one."""
    tens = [cards ^ one ^ two for one, two in combinations(each(cards), 2)]
    return tuple(sorted(tens, key=burden)[:CANDIDATES])


@lru_cache(maxsize=256)
def best_ten(cards: Cards, first_lead: bool) -> Cards:
    """The ten cards to keep: of the lightest few those that are caught least."""
    return max(lightest(cards), key=lambda ten: safety(ten, ALL ^ cards, first_lead))


def safety(ten: Cards, out: Cards, first_lead: bool) -> float:
    """How many of some layouts of the cards that are out leave the misère safe."""
    return sum(made((ten, *hands), first_lead) for hands in deals(out, TRIALS)) / TRIALS


def deals(out: Cards, number: int) -> Iterator[tuple[Cards, Cards]]:
    """So many ways to deal two hands of ten; two more cards may be left."""
    words, cards = Draw(b"%d" % out).words(), [*each(out)]
    for _ in range(number):
        mix(cards, words)
        yield sum(cards[:HAND]), sum(cards[HAND : 2 * HAND])


def made(hands: Hands, first_lead: bool) -> float:
    """Whether the first hand, in view of all, takes no trick: 1, 0, or ½ where that is not seen
    soon. Which of the others leads makes little difference.
    """
    try:
        return not Avoiding(GLANCE).takes(hands, 0 if first_lead else 1, (), 1)
    except TooLong:
        return 0.5


@lru_cache(maxsize=256)
def prospect(cards: Cards, first_lead: bool) -> float:
    """The chance of a misère on ten cards and a talon still unseen."""
    if burden(cards)[1] > FORCED:
        return 0.0
    out = ALL ^ cards
    trials = [(hands, out ^ sum(hands)) for hands in deals(out, TRIALS)]
    tens = [lightest(cards | talon)[0] for _, talon in trials]
    if sum(danger(ten) for ten in tens) > HOPELESS * TRIALS:
        return 0.0
    layouts = [(ten, *hands) for ten, (hands, _) in zip(tens, trials, strict=True)]
    return sum(made(layout, first_lead) for layout in layouts) / TRIALS


def card(view: View, memory: Memory, options: list[str], hand: str) -> str:
    """The card of the misère player or of one against him."""
    declarer = view["declarer"]
    assert declarer is not None
    table = set_table(view, memory, declarer, hand, options)
    mine = table.place == 0

    def opinion(hands: Hands) -> tuple[list[float], int]:
        search, scores = Avoiding(MOST), []
        for option in table.options:
            after, trick = table.after(hands, option)
            caught = 0.0
            for need, weight in WEIGHTS:
                if not search.takes(after, table.leader, trick, need):
                    break
                caught += weight
            scores.append(-caught if mine else caught)
        return scores, search.nodes

    found = layouts(view, memory, LAYOUTS, Declared(lambda ten: -danger(ten), 0.0))
    return name_of(table.best(found, opinion, NODES, low=not mine))
