"""Deals drawn for people in a terminal, with the score in words.

Russian, or English where the environment says `PULYA_LANG=en` (read by the command line).
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from game.cards import RANKS, SUITS, Card, rank_of, sorted_hand, suit_of
from game.notation import Replayed
from game.preferans.scoring import Line
from game.preferans.seats import hands_of
from game.script import Ask, Seat

Language: TypeAlias = Literal["ru", "en"]

SIGNS = dict(zip(SUITS, "♠♣♦♥", strict=True))
WIDTH = 24

WORDS: Mapping[Language, Mapping[str, str]] = {
    "ru": {
        "players": "игроков",
        "dealer": "сдаёт",
        "streak": "распасов подряд",
        "talon": "прикуп",
        "sits": "сдающий",
        "score": "Запись",
        "tricks": "взятки",
        "nothing": "ничего",
        "asked": "Решает",
        "next": "распасов подряд после сдачи",
        "pool": "{seat}: в пулю {amount}",
        "mountain": "{seat}: в гору {amount}",
        "whists": "{seat} на {on}: вистов {amount}",
        "raspasy": "взятки на распасах",
        "zero_tricks": "ни одной взятки",
        "misere_made": "мизер сыгран",
        "misere_set": "взятки на мизере",
        "half_misere_made": "мизер пополам сыгран",
        "half_misere_set": "взятки на мизере пополам",
        "unplayed": "контракт без розыгрыша",
        "half_whist": "полвиста",
        "set": "недобор играющего",
        "made": "контракт сыгран",
        "whist": "взятки вистующего",
        "consolation": "консоляция",
        "gentleman": "джентльменский вист поровну",
        "returned": "вернувший вист пишет всё",
        "dealers_whist": "вистовавший сдающий пишет всё",
        "shortfall": "недобор на висте",
        "pair_shortfall": "недобор пары на висте",
        "both_shortfall": "отвечают оба вистующих",
        "quick_tricks": "быстрые взятки в прикупе",
        "said pass": "пас",
        "said here": "здесь",
        "said misere": "мизер",
        "said invite": "пополам?",
        "said yes": "да",
        "said no": "нет",
        "said whist": "вист",
        "said half": "полвиста",
        "said look": "смотрит",
        "said open": "в светлую",
        "said closed": "в тёмную",
    },
    "en": {
        "players": "players",
        "dealer": "dealer",
        "streak": "raspasy in a row",
        "talon": "talon",
        "sits": "dealer",
        "score": "Score",
        "tricks": "tricks",
        "nothing": "nothing",
        "asked": "To decide",
        "next": "raspasy in a row after the deal",
        "pool": "{seat}: pool {amount}",
        "mountain": "{seat}: mountain {amount}",
        "whists": "{seat} on {on}: {amount} whists",
        "raspasy": "tricks in raspasy",
        "zero_tricks": "no trick at all",
        "misere_made": "misère made",
        "misere_set": "tricks in misère",
        "half_misere_made": "half misère made",
        "half_misere_set": "tricks in half misère",
        "unplayed": "contract without play",
        "half_whist": "half-whist",
        "set": "declarer short of tricks",
        "made": "contract made",
        "whist": "the whister's tricks",
        "consolation": "consolation",
        "gentleman": "gentleman's whist, in equal parts",
        "returned": "who returned the whist writes all",
        "dealers_whist": "the dealer who whisted writes all",
        "shortfall": "whister short of his duty",
        "pair_shortfall": "whisters short of their duty",
        "both_shortfall": "both whisters answer",
        "quick_tricks": "quick tricks in the talon",
        "said misere": "misère",
        "said invite": "share it?",
        "said look": "looks at",
    },
}


def drawn(replayed: Replayed, language: Language) -> str:
    """The deal on a few lines: the hands around the talon, the choices, the score."""
    words = WORDS[language]
    layout = replayed.layout
    seats = hands_of(layout.dealer, layout.players)
    hands = dict(zip(seats, layout.hands, strict=True))
    head = (
        f"{replayed.convention.name} · {words['players']} {layout.players}"
        f" · {words['dealer']} {layout.dealer} · {words['streak']} {layout.streak}"
    )
    parts = [head, "", *around(hands, layout.talon, layout.dealer, words), ""]
    for line in replayed.lines:
        parts.append("  ".join(f"{seat} {worded(token, words)}" for seat, token in line))
    score = replayed.play.result
    if score is None:
        assert replayed.play.ask is not None
        return "\n".join([*parts, asked(replayed.play.ask, words), ""])
    tricks = " ".join(f"{seat} {number}" for seat, number in score.tricks.items())
    parts += ["", f"{words['score']} ({words['tricks']}: {tricks})"]
    parts += [f"  {written(line, words)}" for line in score.lines] or [f"  {words['nothing']}"]
    return "\n".join([*parts, f"  {words['next']}: {score.streak}", ""])


def asked(ask: Ask, words: Mapping[str, str]) -> str:
    options = ", ".join(worded(option, words) for option in ask.options)
    return f"{words['asked']} {ask.seat} ({ask.rule}): {options}"


def written(line: Line, words: Mapping[str, str]) -> str:
    entry = words[line.into].format(seat=line.seat, on=line.on, amount=line.amount)
    return f"{entry} = {line.sum}: {words[line.why]} ({line.rule})"


def worded(token: str, words: Mapping[str, str]) -> str:
    """A bid or card with the sign of its suit, another word in the language."""
    body = token.removeprefix("-")
    rank, suit = body[:-1], body[-1:]
    if suit in SIGNS and (rank in RANKS or rank.isdigit()):
        return token[: len(token) - 1] + SIGNS[suit]
    word, dash, seat = token.partition("-")
    return words.get(f"said {word}", word) + dash + seat


def around(
    hands: Mapping[Seat, tuple[Card, ...]],
    talon: tuple[Card, Card],
    dealer: Seat,
    words: Mapping[str, str],
) -> list[str]:
    """N above, W and E at the sides with the talon between, S below."""
    blocks: dict[Seat, list[str]] = {seat: block(seat, hand) for seat, hand in hands.items()}
    blocks.setdefault(dealer, [f"{dealer}  {words['sits']}", "", "", "", ""])
    middle = ["", words["talon"], " ".join(card_text(card) for card in talon), "", ""]
    west = blocks.get(Seat("W"), ["", "", "", "", ""])
    gap = " " * WIDTH
    rows = [gap + row for row in blocks[Seat("N")]]
    for left, centre, right in zip(west, middle, blocks[Seat("E")], strict=True):
        rows.append(f"{left:<{WIDTH}}{centre:<{WIDTH}}{right}".rstrip())
    rows += [gap + row for row in blocks[Seat("S")]]
    return [row.rstrip() for row in rows]


def block(seat: Seat, hand: tuple[Card, ...]) -> list[str]:
    rows = [str(seat)]
    for number, suit in enumerate(SUITS):
        cards = [RANKS[rank_of(card)] for card in sorted_hand(hand) if suit_of(card) == number]
        rows.append(f"{SIGNS[suit]} {' '.join(cards) or '—'}")
    return rows


def card_text(card: Card) -> str:
    return RANKS[rank_of(card)] + SIGNS[SUITS[suit_of(card)]]
