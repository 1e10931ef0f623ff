"""Every auction there is, found twice.

`auctions` walks all auctions and asks `legal`, which reads the whole history anew each time and
keeps no state. `count` runs an automaton over queues of hands and counts its words without
writing them down. The two share the ladder and nothing else.

Hands are numbered 1, 2, 3 in the order in which they speak.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

GAMES = tuple(f"{level}{suit}" for level in (6, 7, 8, 9, 10) for suit in "SCDHN")
"""The game bids from low to high (§2.1)."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What an auction depends on."""

    players: int = 4
    streak: int = 0
    hold_mandatory: bool
    half_misere: bool
    nine_ends_auction: bool = False

    @property
    def lowest(self) -> str:
        """The opening bid: six of spades, and seven of spades in raspasy (§2.8)."""
        return "7S" if self.streak else "6S"

    @property
    def invitations(self) -> bool:
        """Only the dealer of four can be invited, and only where the rules know it (§2.9)."""
        return self.half_misere and self.players == 4


class Call(NamedTuple):
    """A call and the hand that made it; invitations are no calls."""

    hand: int
    word: str


class Verdict(NamedTuple):
    """What a complete auction comes to."""

    hand: int | None
    """The declarer; nobody when all passed."""
    bid: str | None
    half: bool
    """The dealer has agreed to share this misère (§2.9)."""
    shown: int | None
    """The hand that the dealer was shown at an invitation."""


# --- by reading the history -------------------------------------------------------------------


def calls(history: Sequence[str]) -> list[Call]:
    """Put the hands to the words: the turn goes round among those who have not passed (§2.6)."""
    said: list[Call] = []
    ring = [1, 2, 3]
    for word in history:
        if word in ("invite", "yes", "no"):
            continue
        hand = ring.pop(0)
        said.append(Call(hand, word))
        if word != "pass":
            ring.append(hand)
    return said


def turn(said: Sequence[Call]) -> int:
    """The next hand clockwise that has not passed."""
    passed = {call.hand for call in said if call.word == "pass"}
    last = said[-1].hand if said else 3
    return next(hand for hand in (1, 2, 3, 1, 2, 3)[last % 3 :] if hand not in passed)


def over(history: Sequence[str], terms: Terms) -> bool:
    """All passed, or two passed and the third has called before (§2.7)."""
    if history and history[-1] in ("invite", "yes", "no"):
        return False
    said = calls(history)
    words = [call.word for call in said]
    if terms.nine_ends_auction and "misere" in words and words[-1] == "9S":
        return True  # §2.10: there are no jumps, so this nine has just beaten that misère
    passed = {call.hand for call in said if call.word == "pass"}
    left = {1, 2, 3} - passed
    return not left or (len(left) == 1 and any(call.hand in left for call in said))


def legal(history: Sequence[str], terms: Terms) -> tuple[str, ...]:
    """The words that may come next; none when the auction is over."""
    if over(history, terms):
        return ()
    if history and history[-1] == "invite":
        return ("yes", "no")
    if history and history[-1] == "yes":
        return ("misere",)  # §2.9: with the consent misère is announced

    said = calls(history)
    me = turn(said)
    mine = [call.word for call in said if call.hand == me]
    live = [call for call in said if call.word != "pass"]
    named = [call.word for call in live if call.word != "here"]
    standing = named[-1] if named else None
    passed = [call for call in said if call.word == "pass"]

    words = ["pass"]
    if "misere" in mine:
        return tuple(words)  # §2.4: outbid, he may only pass
    if standing is None:
        words.append(terms.lowest)
    elif standing == "misere":
        words.append("9S")  # §2.4, whatever he has bid before
    else:
        may_hold = len(passed) == 1 and me < live[-1].hand  # §2.5
        if may_hold:
            words.append("here")
        if standing != "10N" and not (may_hold and terms.hold_mandatory):
            words.append(GAMES[GAMES.index(standing) + 1])  # §2.2
    # §2.3: misère is a first call, over nothing or over a six, a seven or an eight.
    if not mine and (standing is None or standing[0] in "678"):
        words.append("misere")
        if terms.invitations and "invite" not in history:
            words.append("invite")
    return tuple(words)


def auctions(terms: Terms, longest: int | None = None) -> Iterator[tuple[str, ...]]:
    """All complete auctions, each once; with `longest`, those of at most so many words.

    Where the hold is free there are millions of them: count, or limit the length.
    """
    unfinished: list[tuple[str, ...]] = [()]
    while unfinished:
        history = unfinished.pop()
        words = legal(history, terms)
        if not words:
            yield history
        elif longest is None or len(history) < longest:
            unfinished.extend((*history, word) for word in reversed(words))


def verdict(history: Sequence[str]) -> Verdict:
    """Who plays what after this complete auction."""
    said = calls(history)
    live = [call for call in said if call.word != "pass"]
    named = [call.word for call in live if call.word != "here"]
    shown = None
    if "invite" in history:
        asked = history.index("invite")
        shown = turn(calls(history[:asked]))
    if not live:
        return Verdict(None, None, False, shown)
    half = named[-1] == "misere" and "yes" in history
    return Verdict(live[-1].hand, named[-1], half, shown)


# --- by counting the words of an automaton ----------------------------------------------------

RUNGS = (*GAMES[:15], "misere", *GAMES[15:])
MISERE = RUNGS.index("misere")
TOP = len(RUNGS) - 1
GROUND = -1


class State(NamedTuple):
    """All that the rest of an auction depends on."""

    queue: tuple[tuple[int, str], ...]
    """Who is still in, next to speak first: the hand and what it has done so far, `new`, `game`
    or `misere`. The last that is still in holds the standing bid, if there is one: whoever bids
    goes to the end."""
    rung: int
    """The standing bid as a rung of the ladder with misère on it, or `GROUND`."""
    open: bool
    """An invitation is still to be had."""


def lengths(terms: Terms) -> Counter[int]:
    """How many complete auctions there are of each number of calls, invitations not counted.

    The words move from state to state in crowds, a call at a time.
    """
    start = State(((1, "new"), (2, "new"), (3, "new")), GROUND, terms.invitations)
    crowd = Counter({start: 1})
    finished: Counter[int] = Counter()
    said = 0
    while crowd:
        following: Counter[State] = Counter()
        for state, number in crowd.items():
            steps = list(_steps(state, terms))
            if not steps:
                finished[said] += number
            for step in steps:
                following[step] += number
        crowd = following
        said += 1
    return finished


def count(terms: Terms) -> int:
    """How many complete auctions there are."""
    return lengths(terms).total()


def _steps(state: State, terms: Terms) -> Iterator[State]:
    queue, rung, invitation = state
    if not queue or (len(queue) == 1 and rung != GROUND):
        return  # §2.7
    (me, done), others = queue[0], queue[1:]
    yield State(others, rung, invitation)
    if done == "misere":
        return
    bidding = (*others, (me, "game"))
    hold = len(queue) == 2 and rung not in (GROUND, MISERE) and me < others[0][0]
    if hold:
        yield State(bidding, rung, invitation)
    if rung == GROUND:
        yield State(bidding, RUNGS.index(terms.lowest), invitation)
    elif rung < TOP and not (hold and terms.hold_mandatory):
        higher = rung + 1 if rung + 1 != MISERE else rung + 2
        ends = terms.nine_ends_auction and rung == MISERE  # §2.10
        yield State(bidding[-1:] if ends else bidding, higher, invitation)
    if done == "new" and rung < MISERE:
        whole = State((*others, (me, "misere")), MISERE, invitation)
        yield whole
        if invitation:
            # `invite yes misere`, and `invite no` with every call that there was without it.
            yield whole._replace(open=False)
            yield from _steps(state._replace(open=False), terms)
