"""When people at a table may talk (the regulations forbid it while it could help a partner)."""

from game.cards import BY_NAME
from lobby.table.table import Table

LENGTH = 200
"""The longest line of chat, in characters."""
PHRASES = ("hello", "thanks", "well_played", "minute", "here_again", "sorry", "good_game")
"""What can be said in one touch; the page has the words in its languages."""


def may_talk(table: Table, person: str) -> bool:
    """Members talk outside of a deal, and in it once hands lie open or the result is known.

    Open hands are those of misère and of an open whist, where the defenders may confer (§5.6). The
    sitting dealer is silent then too, unless he whists himself: he may have seen a hand (§4.9). So
    is a substitute who has seen another hand.
    """
    member = table.member(person)
    if member is None:
        return False
    if table.running is None or table.ask is None:
        return True
    if member.blind:
        return False
    deal = table.running.deal
    whists = deal.whisted is not None and deal.whisted.by == member.seat
    return deal.open_hands and (member.seat != deal.sitting or whists)


def may_point(table: Table, person: str, card: str) -> bool:
    """Whether this member may point at this card: one of the open hands, if he defends (§5.6)."""
    if not may_talk(table, person) or table.running is None or table.ask is None:
        return False
    deal, member = table.running.deal, table.member(person)
    assert member is not None
    if deal.declarer is None or member.seat == deal.declarer or card not in BY_NAME:
        return False
    return any(BY_NAME[card] in deal.hands[seat] for seat in deal.defenders)
