"""The lots: repeatable, even, and each its own (§T1.3–§T1.6)."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from game.shuffle import framed
from lobby.tournament.draw import numbers_at_table, order_of_draw
from lobby.tournament.model import Player

SECRETS = [number.to_bytes(32, "big") for number in range(1200)]
FOUR: list[Player] = ["Anna", "Boris", "Vera", "Gleb"]


def by_hand(secret: bytes, name: str, about: str, entered: list[Player]) -> list[Player]:
    """As a browser would do it: the first block of HMAC, words from the front, Fisher and Yates."""
    key = hashlib.sha256(framed([secret, name.encode(), about.encode()])).digest()
    block = hmac.digest(key, bytes(8), "sha256")
    order = list(entered)
    for turn, last in enumerate(range(len(order) - 1, 0, -1)):
        other = int.from_bytes(block[4 * turn : 4 * turn + 4], "big") % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def test_the_draw_can_be_drawn_again_by_anybody() -> None:
    entered: list[Player] = [1, 2, 3, 4, 5, 6]
    for secret in SECRETS[:50]:
        order = order_of_draw(secret, "winter cup", entered)
        assert order == by_hand(secret, "winter cup", "draw", entered)
        assert sorted(map(str, order)) == ["1", "2", "3", "4", "5", "6"]
    assert entered == [1, 2, 3, 4, 5, 6]


def test_every_order_comes_about_equally_often() -> None:
    seen = Counter(tuple(order_of_draw(secret, "cup", FOUR[:3])) for secret in SECRETS)
    assert {*seen} == {*permutations(FOUR[:3])}
    assert all(140 < count < 260 for count in seen.values())  # 200 each, five deviations
    first = Counter(numbers_at_table(secret, "cup", 1, 1, FOUR)[0] for secret in SECRETS)
    assert all(220 < first[player] < 380 for player in FOUR)


def test_every_lot_is_its_own() -> None:
    many: list[Player] = [*range(40)]
    secret = SECRETS[1]
    assert order_of_draw(secret, "a", many) != order_of_draw(secret, "b", many)
    assert order_of_draw(secret, "a", many) != order_of_draw(SECRETS[2], "a", many)
    tables = {
        tuple(numbers_at_table(secret, "a", tour, table, FOUR))
        for tour in range(1, 5)
        for table in range(1, 15)
    }
    assert len(tables) > 15  # of 24


def test_numbers_that_were_had_come_again_least() -> None:
    """§T1.5: everybody had the number 1, 2, 3, 4 of his place: now nobody keeps it."""
    before = {player: [number] for number, player in enumerate(FOUR, start=1)}
    orders = {tuple(numbers_at_table(secret, "a", 2, 1, FOUR, before)) for secret in SECRETS}
    assert len(orders) == 9  # all derangements of four
    for order in orders:
        assert all(one != other for one, other in zip(order, FOUR, strict=True))


@pytest.mark.parametrize("table", [FOUR, FOUR[:3]])
def test_when_a_number_must_come_again_as_few_as_possible(table: list[Player]) -> None:
    """All had number 1, Anna twice: one of the others has it again."""
    before = {player: [1] for player in table} | {"Anna": [1, 1]}
    for secret in SECRETS[:100]:
        order = numbers_at_table(secret, "a", 3, 1, table, before)
        assert order[0] != "Anna"
        assert {*order} == {*table}
    firsts = {numbers_at_table(secret, "a", 3, 1, table, before)[0] for secret in SECRETS}
    assert firsts == {*table} - {"Anna"}
