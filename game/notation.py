"""A deal of preferans as text, both ways.

A file is a row of deals; a deal is a block of `[Name "value"]` headers and the tokens of every
choice in the order of asking. `parse` splits a file into deals, `read` makes a deal's headers
into a layout, `replay` plays its tokens, `write` gives the one layout of the text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from game.cards import BY_NAME, NAMES, Card, hand_of_text, hand_text, named, repeated
from game.preferans.agreement import AGREED
from game.preferans.contracts import trump
from game.preferans.conventions import CONVENTIONS, FLAGS, Convention
from game.preferans.deal import DealPlay, begin
from game.preferans.dealing import dealt
from game.preferans.facts import Deal, Layout
from game.preferans.seats import chairs, hands_of
from game.script import Ask, Refused, Seat

OWN_HEADERS = ("Rules", "Players", "Dealer", "Streak", "Hands", "Talon")
PACK_HEADERS = ("Pack", "Packet")
"""In place of the last two."""
HEADER = re.compile(r'\[(\w+)[ \t]+"([^"]*)"\][ \t]*(?:;.*)?')
BLANKS = re.compile(r"[ \t\r]+")
COUNT = re.compile(r"0|[1-9][0-9]{0,3999}", re.ASCII)


class Malformed(Exception):
    """The text is no row of deals; the message says what is wrong."""


class BadHeader(Malformed):
    """A header is missing or its value is wrong."""


class BadToken(Malformed):
    """The token at `place`, from 1, may not stand there; `word` is empty where one is missing."""

    def __init__(self, place: int, word: str, wrong: str, options: tuple[str, ...]) -> None:
        legal = " ".join(options) or "nothing"
        super().__init__(f'token {place} "{printable(word)}": {wrong}: legal: {legal}')
        self.place, self.word, self.options = place, word, options


def printable(word: str) -> str:
    """The word with characters that would break a line escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in word)


@dataclass(slots=True)
class Text:
    """A deal as it stands in a file: headers by name in their order, tokens in theirs."""

    headers: dict[str, str] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)


def parse(text: str) -> list[Text]:
    """The deals of a file. Raises `Malformed` for lines that are neither headers nor tokens."""
    deals: list[Text] = []
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        line = raw.strip(" \t\r")
        if line.startswith("["):
            header = HEADER.fullmatch(line)
            if header is None:
                raise Malformed(f"line {number}: begins with [ and is no header")
            name, value = header.groups()
            if not deals or deals[-1].tokens or name in deals[-1].headers:
                deals.append(Text())
            deals[-1].headers[name] = value
        elif tokens := [token for token in BLANKS.split(line.partition(";")[0]) if token]:
            if not deals:
                raise Malformed(f"line {number}: tokens before the first header")
            deals[-1].tokens.extend(tokens)
    return deals


def read(text: Text) -> tuple[Convention, Layout]:
    """The convention and the layout that the headers say. Raises `BadHeader`."""

    def value(name: str) -> str:
        if name not in text.headers:
            raise BadHeader(f"header {name}: is missing")
        return text.headers[name]

    def bad(name: str, why: str) -> BadHeader:
        return BadHeader(f"header {name}: {printable(text.headers[name])!r}: {why}")

    if value("Rules") not in CONVENTIONS:
        raise bad("Rules", f"not one of {', '.join(CONVENTIONS)}")
    if value("Players") not in ("3", "4"):
        raise bad("Players", "three or four sit at a table (§1.1)")
    players = int(value("Players"))
    if value("Dealer") not in chairs(players):
        raise bad("Dealer", f"the chairs of {players} are {' '.join(chairs(players))} (§1.1)")
    streak = text.headers.get("Streak", "0")
    if not COUNT.fullmatch(streak):
        raise bad("Streak", "a whole number from 0")
    dealer = Seat(value("Dealer"))
    convention = changed(CONVENTIONS[value("Rules")], text.headers.get("Changed", ""))
    if "Pack" in text.headers and "Hands" not in text.headers:
        pack = words(value("Pack"))
        if len(pack) != len(NAMES) or {*pack} != {*NAMES}:
            raise bad("Pack", "all 32 cards, each once (§1.3)")
        packet = packet_of(convention, text.headers.get("Packet"))
        if packet is None:
            raise BadHeader(f"header Packet: one of {convention.talon_packets} (§1.3)")
        cards_in = [BY_NAME[name] for name in pack]
        return convention, dealt(cards_in, packet, players, dealer, int(streak))
    try:
        first, second, third = hands_in(value("Hands"), hands_of(dealer, players))
    except ValueError as wrong:
        raise bad("Hands", str(wrong)) from None
    talon = words(value("Talon"))
    if len(talon) != 2 or not all(name in BY_NAME for name in talon):
        raise bad("Talon", "two cards, as KS QH")
    left, right = (BY_NAME[name] for name in talon)
    cards = [*first, *second, *third]
    if (twice := repeated(cards)) is not None:
        raise bad("Hands", f"{NAMES[twice]} stands twice")
    if (twice := repeated([*cards, left, right])) is not None:
        raise bad("Talon", f"{NAMES[twice]} stands twice")
    layout = Layout(players, dealer, (first, second, third), (left, right), int(streak))
    return convention, layout


def changed(convention: Convention, header: str) -> Convention:
    """The convention with the fields that the header overrides. Raises `BadHeader`."""
    fields: dict[str, Any] = {}
    for word in words(header):
        name, _, value = word.partition("=")
        if name not in FLAGS or value not in ("True", "False"):
            raise BadHeader(f"header Changed: {printable(word)!r}: a flag and True or False")
        fields[name] = value == "True"
    return replace(convention, **fields)


def packet_of(convention: Convention, header: str | None) -> int | None:
    """The packet that becomes the talon, if it is one of the convention's (§1.3)."""
    if header is None and len(convention.talon_packets) == 1:
        return convention.talon_packets[0]
    return next((n for n in convention.talon_packets if str(n) == header), None)


def words(text: str) -> list[str]:
    """The text cut at blanks."""
    return [word for word in BLANKS.split(text) if word]


def hands_in(value: str, seats: tuple[Seat, Seat, Seat]) -> Iterator[tuple[Card, ...]]:
    """The three hands, from the first. Raises ValueError."""
    hands = [word.partition(":")[::2] for word in words(value)]
    if [seat for seat, _ in hands] != [*seats]:
        raise ValueError(f"the hands of {' '.join(seats)} in this order (§1.4)")
    for seat, cards in hands:
        hand = hand_of_text(cards)
        if len(hand) != 10:
            raise ValueError(f"{seat} has {len(hand)} cards, not ten (§1.3)")
        yield tuple(hand)


@dataclass(slots=True)
class Replayed:
    """A deal played as far as its tokens go.

    `lines` are the tokens as they are laid out, each with the seat that spoke or whose card it
    is; an agreed end has the seat that was asked.
    """

    text: Text
    convention: Convention
    layout: Layout
    play: DealPlay
    deal: Deal
    lines: list[list[tuple[Seat, str]]] = field(default_factory=list)


def replay(text: Text) -> Replayed:
    """Play the tokens. Raises `BadHeader`, and `BadToken` for the first that is not legal."""
    convention, layout = read(text)
    return replay_by(convention, layout, text)


def replay_by(convention: Convention, layout: Layout, text: Text) -> Replayed:
    """Play the tokens by this convention, whatever the headers say. Raises `BadToken`."""
    play, deal = begin(convention, layout)
    replayed = Replayed(text, convention, layout, play, deal)
    last: tuple[str, int] | None = None
    for place, token in enumerate(text.tokens, start=1):
        ask = play.ask
        if ask is None:
            raise BadToken(place, token, "the deal is over", ())
        line = line_of(ask, deal, token)
        try:
            if token.startswith(AGREED):
                play.finish(token)
            else:
                play.answer(ask.seat, token)
        except Refused as refused:
            wrong = f"{reason(ask, deal, token)} ({refused.rule})"
            raise BadToken(place, token, wrong, ask.options) from None
        if line != last:
            replayed.lines.append([])
            last = line
        replayed.lines[-1].append((ask.hand or ask.seat, token))
    return replayed


def finished(text: Text) -> Replayed:
    """A deal played to its end. Raises also `BadToken` with an empty word where it stops."""
    replayed = replay(text)
    ask = replayed.play.ask
    if ask is not None:
        wrong = f"the deal is not over, {ask.seat} is asked ({ask.rule})"
        raise BadToken(len(text.tokens) + 1, "", wrong, ask.options)
    return replayed


def line_of(ask: Ask, deal: Deal, token: str) -> tuple[str, int]:
    """Which line of the layout a token belongs to."""
    if token.startswith(AGREED):
        return ("end", 0)
    match ask.what:
        case "call" | "invitation":
            return ("auction", 0)
        case "discard" | "contract":
            return ("talon", 0)
        case "card":
            return ("trick", deal.cards_played // 3)
        case _:
            return ("trick", 0) if deal.cards_played else ("whisting", 0)


def reason(ask: Ask, deal: Deal, token: str) -> str:
    """Why the token may not stand there."""
    if token.startswith(AGREED):
        return "no end that can be agreed on here"
    if ask.what != "card":
        return f"no {ask.what} that {ask.seat} may give"
    assert ask.hand is not None
    if token not in BY_NAME:
        return "no card"
    if BY_NAME[token] not in deal.hands[ask.hand]:
        return f"{ask.hand} does not hold it"
    if deal.bid is None or trump(deal.bid) is None:
        return "the suit must be followed"
    return "the suit must be followed, without it a trump played"


def headed(convention: Convention, layout: Layout, tokens: list[str], /, **others: str) -> Text:
    """The text of a deal from its layout and its choices; other headers come first."""
    seats = hands_of(layout.dealer, layout.players)
    hands = zip(seats, layout.hands, strict=True)
    own: dict[str, str] = {
        "Rules": convention.name,
        "Players": str(layout.players),
        "Dealer": layout.dealer,
        "Streak": str(layout.streak),
        "Hands": " ".join(f"{seat}:{hand_text(hand)}" for seat, hand in hands),
        "Talon": " ".join(named(layout.talon)),
    }
    return Text(others | own, tokens)


def write(replayed: Replayed) -> str:
    """The deal in the one layout, with a line end after its last line."""
    given = replayed.text
    own = (*OWN_HEADERS, *PACK_HEADERS)
    others = {name: value for name, value in given.headers.items() if name not in own}
    text = headed(replayed.convention, replayed.layout, given.tokens, **others)
    headers = "".join(f'[{name} "{value}"]\n' for name, value in text.headers.items())
    lines = [" ".join(token for _, token in line) for line in replayed.lines]
    tokens = "".join(line + "\n" for line in lines)
    return headers + ("\n" + tokens if tokens else "")
