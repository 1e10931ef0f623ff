"""Who sits where: chairs clockwise, the hands of a deal, who deals next."""

from game.script import Seat

N, E, S, W = Seat("N"), Seat("E"), Seat("S"), Seat("W")
FOUR: tuple[Seat, ...] = (N, E, S, W)
THREE: tuple[Seat, ...] = (N, E, S)


def chairs(players: int) -> tuple[Seat, ...]:
    """The chairs of a table of three or four, clockwise (§1.1)."""
    return FOUR if players == 4 else THREE


def after(seat: Seat, players: int) -> Seat:
    """The next chair clockwise: also the next dealer (§1.5)."""
    around = chairs(players)
    return around[(around.index(seat) + 1) % players]


def hands_of(dealer: Seat, players: int) -> tuple[Seat, Seat, Seat]:
    """First, second and third hand: clockwise from the dealer's left (§1.4).

    At three the dealer himself is the third hand, at four he has no cards.
    """
    first = after(dealer, players)
    second = after(first, players)
    return first, second, after(second, players)


def sitting_dealer(dealer: Seat, players: int) -> Seat | None:
    """The dealer of four, who holds no cards; nobody at three (§1.1)."""
    return dealer if players == 4 else None
