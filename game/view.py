"""The fold of seen events into what a screen shows: one in Python, the same in the page.

`empty()` and then `fold(view, event)` for every event as `Event.seen_by(viewer)` gave it. A view
is plain JSON. It keeps no more than a player may look at: the last trick and no older one (§5.5),
the talon until the contract is named or the first card is led, the discard until it is put away
(§3.6). The page folds by the same steps (clients/web/src/fold.ts); both are held against the
golden streams in tests/golden/views.

Editing rules: nothing is computed here that a player could not read off the table; a change here
is a change there.
"""

from typing import Any, Literal, TypeAlias, TypedDict

Seen: TypeAlias = dict[str, Any]
"""An event as `Event.seen_by` gave it."""


class Hand(TypedDict):
    """`known` is None where the viewer may not look; `laid` hands lie open on the table."""

    count: int
    known: list[str] | None
    laid: bool


class Call(TypedDict):
    """A call; also `invite` and the sitting dealer's `yes` or `no` (§2.9)."""

    seat: str
    call: str


class Word(TypedDict):
    """A word of the whisting; also `look-E`, the sitting dealer's choice of a hand."""

    seat: str
    word: str


class Whisters(TypedDict):
    """How the whisting ended: see facts.Whisted; `duty` as in events.WhistingOver."""

    how: str
    by: str | None
    hand: str | None
    duty: int


class OnTable(TypedDict):
    """A card in a trick, from the hand of `seat`; no seat for a talon card that names the suit."""

    seat: str | None
    by: str | None
    card: str


class Trick(TypedDict):
    """A trick that `seat` took."""

    cards: list[OnTable]
    seat: str


class Question(TypedDict):
    """Who is asked what; the options only for who decides. See script.Ask."""

    number: int
    seat: str
    what: str
    options: list[str] | None
    rule: str
    hand: str | None


class ScoreLine(TypedDict):
    """See scoring.Line."""

    into: Literal["pool", "mountain", "whists"]
    seat: str
    on: str | None
    amount: int
    why: str
    rule: str
    sum: str


class Result(TypedDict):
    """What a deal gave: see scoring.Score."""

    kind: Literal["game", "misere", "raspasy"]
    declarer: str | None
    contract: str | None
    tricks: dict[str, int]
    lines: list[ScoreLine]
    streak: int


class View(TypedDict):
    """A deal as one viewer's screen shows it."""

    phase: Literal["none", "auction", "talon", "whisting", "play", "raspasy", "over"]
    players: int
    dealer: str | None
    hands: list[str]
    """The seats of first, second, third hand."""
    streak: int
    price: int
    """Of a raspasy trick now."""
    opening: str | None
    """The lowest bid that may open."""
    cards: dict[str, Hand]
    calls: list[Call]
    declarer: str | None
    contract: str | None
    """The bid until a contract is named; `misere`."""
    shared: bool
    notes: bool
    talon: list[str]
    discard: list[str]
    whists: list[Word]
    whisted: Whisters | None
    lie: str | None
    trick: list[OnTable]
    last: Trick | None
    taken: dict[str, int]
    ask: Question | None
    result: Result | None


def empty() -> View:
    """What a screen shows before a deal."""
    return {
        "phase": "none",
        "players": 0,
        "dealer": None,
        "hands": [],
        "streak": 0,
        "price": 0,
        "opening": None,
        "cards": {},
        "calls": [],
        "declarer": None,
        "contract": None,
        "shared": False,
        "notes": False,
        "talon": [],
        "discard": [],
        "whists": [],
        "whisted": None,
        "lie": None,
        "trick": [],
        "last": None,
        "taken": {},
        "ask": None,
        "result": None,
    }


def fold(view: View, event: Seen) -> None:
    """Take one event into the view."""
    match event["event"]:
        case "deal_began":
            begin(view, event)
        case "hand_dealt" | "hand_laid" | "hand_shown":
            cards(view, event)
        case "called":
            view["calls"].append({"seat": event["seat"], "call": event["call"]})
        case "invited":
            view["calls"].append({"seat": event["seat"], "call": "invite"})
        case "invitation_answered":
            view["calls"].append({"seat": event["seat"], "call": event["word"]})
        case "auction_won":
            view["phase"], view["declarer"] = "talon", event["seat"]
            view["contract"] = event["bid"]
            view["shared"], view["notes"] = event["shared"], event["notes"]
        case "all_passed":
            view["phase"] = "raspasy"
        case "talon_taken":
            view["talon"] = list(event["cards"])
            gain(view, event["seat"], event["cards"])
        case "discarded":
            lose(view, event["seat"], event["card"])
            if event["card"] is not None:
                view["discard"].append(event["card"])
        case "ordered":
            view["phase"], view["contract"], view["talon"] = "whisting", event["contract"], []
        case "discard_put_away":
            view["discard"] = []
        case "whist_said":
            view["whists"].append({"seat": event["seat"], "word": event["word"]})
        case "hand_chosen":
            view["whists"].append({"seat": event["seat"], "word": "look-" + event["hand"]})
        case "whisting_over":
            view["whisted"] = {
                "how": event["how"],
                "by": event["by"],
                "hand": event["hand"],
                "duty": event["duty"],
            }
        case "lie_chosen":
            view["lie"] = event["lie"]
        case "talon_opened":
            put(view, event["seat"], None, event["card"])
        case "played":
            if view["phase"] != "raspasy":
                view["phase"], view["talon"] = "play", []
            lose(view, event["seat"], event["card"])
            put(view, event["seat"], event["by"], event["card"])
        case "trick_taken":
            view["last"] = {"cards": view["trick"], "seat": event["seat"]}
            view["trick"] = []
            view["taken"][event["seat"]] += 1
        case "end_agreed":
            view["taken"], view["trick"] = dict(event["tricks"]), []
        case "deal_scored":
            view["phase"], view["ask"] = "over", None
            view["result"] = {
                "kind": event["kind"],
                "declarer": event["declarer"],
                "contract": event["contract"],
                "tricks": event["tricks"],
                "lines": event["lines"],
                "streak": event["streak"],
            }
        case "asked":
            view["ask"] = {
                "number": event["number"],
                "seat": event["seat"],
                "what": event["what"],
                "options": event["options"],
                "rule": event["rule"],
                "hand": event["hand"],
            }
        case unknown:
            raise ValueError(f"no such event: {unknown}")


def begin(view: View, event: Seen) -> None:
    """A new deal: nothing of the one before is left."""
    view.update(empty())
    view["phase"] = "auction"
    view["players"], view["dealer"] = event["players"], event["dealer"]
    view["hands"] = list(event["hands"])
    view["streak"], view["price"] = event["streak"], event["price"]
    view["opening"] = event["opening"]
    view["taken"] = dict.fromkeys([*event["hands"], event["dealer"]], 0)


def cards(view: View, event: Seen) -> None:
    """A hand as dealt, as shown to the sitting dealer, or laid open."""
    hand, seat = event["cards"], event["seat"]
    if isinstance(hand, int):
        view["cards"].setdefault(seat, {"count": hand, "known": None, "laid": False})
    else:
        laid = event["event"] == "hand_laid"
        view["cards"][seat] = {"count": len(hand), "known": list(hand), "laid": laid}


def gain(view: View, seat: str, taken: list[str]) -> None:
    hand = view["cards"][seat]
    hand["count"] += len(taken)
    if hand["known"] is not None:
        hand["known"].extend(taken)


def lose(view: View, seat: str, card: str | None) -> None:
    """A card leaves the hand; a hand of which one card is unseen is known no more."""
    hand = view["cards"][seat]
    hand["count"] -= 1
    if hand["known"] is not None:
        if card is None:
            hand["known"] = None
        else:
            hand["known"].remove(card)


def put(view: View, seat: str | None, by: str | None, card: str) -> None:
    view["trick"].append({"seat": seat, "by": by, "card": card})
