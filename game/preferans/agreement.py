"""The end by agreement: its words, its conditions, who may claim it and who must agree (§5.8–5.10).

`=7` names the declarer's final tricks where one defender whists, and in misère; `=7,S2,W1` the
declarer's and both whisters'; `=N3,E4,S3` those of all who hold cards in raspasy, the sitting
dealer among them if he has tricks.
"""

import re

from game.preferans.facts import Deal, Whisting
from game.preferans.seats import chairs
from game.script import Ask, Refused, Seat

AGREED = "="
NUMBER = re.compile("10|[0-9]", re.ASCII)


def two_whisters(deal: Deal) -> bool:
    return deal.whisted is not None and deal.whisted.how is Whisting.BOTH


def split_word(word: str) -> list[tuple[str, int]]:
    """`=7,S2` as [("", 7), ("S", 2)]. Raises ValueError where the words are no such end."""
    if not word.startswith(AGREED):
        raise ValueError(word)
    parts = []
    for part in word.removeprefix(AGREED).split(","):
        seat, number = (part[0], part[1:]) if part[:1].isalpha() else ("", part)
        if not NUMBER.fullmatch(number):
            raise ValueError(word)
        parts.append((seat, int(number)))
    return parts


def final_tricks(deal: Deal, word: str) -> dict[Seat, int]:
    """The final tricks of every chair that the words come to. Raises ValueError.

    Checked here are the words only; `admit` checks the numbers.
    """
    parts = split_word(word)
    tricks = dict.fromkeys(chairs(deal.players), 0)
    if deal.declarer is None:
        named = [Seat(seat) for seat, _ in parts]
        holders = set(deal.around)
        expected = [seat for seat in tricks if seat in holders or seat in named]
        if named != expected or any(n == 0 for s, n in parts if s not in holders):
            raise ValueError(word)
        return tricks | {Seat(seat): number for seat, number in parts}
    tricks[deal.declarer] = parts[0][1]
    if two_whisters(deal):
        if [seat for seat, _ in parts] != ["", *(s for s in tricks if s in deal.defenders)]:
            raise ValueError(word)
        return tricks | {Seat(seat): number for seat, number in parts[1:]}
    if len(parts) != 1 or parts[0][0]:
        raise ValueError(word)
    for seat in deal.defenders:
        tricks[seat] = deal.taken[seat]
    whisted = deal.whisted
    rest = deal.defenders[0] if whisted is None or whisted.hand is None else whisted.hand
    tricks[rest] += 10 - sum(tricks.values())  # §5.10
    return tricks


def admit(deal: Deal, ask: Ask, word: str) -> None:
    """Raises `Refused` (no_end_here, bad_end) unless the deal can end so now (§5.10)."""
    if ask.what != "card" or not deal.cards_played:
        raise Refused("no_end_here", "§5.10")
    try:
        tricks = final_tricks(deal, word)
    except ValueError:
        raise Refused("bad_end", "§5.10", end=word) from None
    low = any(number < deal.taken[seat] for seat, number in tricks.items())
    leads = len(deal.layout.talon) - deal.talon_led
    dealer = deal.sitting
    high = dealer is not None and tricks[dealer] > deal.taken[dealer] + leads
    if low or high or sum(tricks.values()) != 10:
        raise Refused("bad_end", "§5.10", end=word)


def worded(deal: Deal, tricks: dict[Seat, int]) -> str:
    """The words for these final tricks, whose distribution is as in `final_tricks`."""
    if deal.declarer is None:
        told = [s for s in chairs(deal.players) if s in deal.around or tricks[s]]
        return AGREED + ",".join(f"{seat}{tricks[seat]}" for seat in told)
    word = f"{AGREED}{tricks[deal.declarer]}"
    if two_whisters(deal):
        whisters = [seat for seat in chairs(deal.players) if seat in deal.defenders]
        word += "".join(f",{seat}{tricks[seat]}" for seat in whisters)
    return word


def parties(deal: Deal) -> tuple[Seat, ...]:
    """Who must agree to an end: all who still make decisions (§5.9)."""
    if deal.declarer is None:
        return deal.around
    if deal.whisted is not None and deal.whisted.by is not None:
        return (deal.declarer, deal.whisted.by)
    return (deal.declarer, *deal.defenders)


def check_claim(deal: Deal, ask: Ask, seat: Seat, word: str) -> None:
    """Raises `Refused` (no_end_here, bad_end, no_claim) unless this player may claim this end.

    §5.8: the declarer and a lone whister with open hands claim any number; other defenders may
    only concede the rest; in misère the declarer claims no more tricks; in raspasy a player
    claims all or none of the rest.
    """
    admit(deal, ask, word)
    if seat not in parties(deal):
        raise Refused("no_claim", "§5.8")
    tricks = final_tricks(deal, word)
    own = deal.taken[seat]
    left = 10 - sum(deal.taken.values())
    if deal.declarer is None:
        allowed = tricks[seat] in (own, own + left)
    elif deal.whisted is None and seat == deal.declarer:
        allowed = tricks[seat] == own
    elif seat == deal.declarer or (deal.open_hands and deal.whisted is not None):
        allowed = True
    else:
        allowed = tricks[deal.declarer] == deal.taken[deal.declarer] + left
    if not allowed:
        raise Refused("no_claim", "§5.8")


def shows_hand(deal: Deal, seat: Seat) -> bool:
    """§5.9: only a declarer's own hand is shown with his claim; other hands could be used."""
    return seat == deal.declarer
