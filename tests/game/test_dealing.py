"""Chapter 1 of the rules, cards, and the shuffle that anybody can repeat."""

import hashlib
import hmac
from collections import Counter
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cards import (
    BY_NAME,
    NAMES,
    PACK,
    Card,
    hand_of_text,
    hand_text,
    named,
    rank_of,
    repeated,
    sorted_hand,
    suit_of,
)
from game.preferans.conventions import CONVENTIONS
from game.preferans.dealing import dealt
from game.preferans.seats import after, chairs, hands_of, sitting_dealer
from game.script import Seat
from game.shuffle import Draw, below, commitment, drawn, framed

SECRET = bytes(range(32))


# --- seats ------------------------------------------------------------------------------------


def test_1_1_the_chairs_and_who_sits_out() -> None:
    assert "".join(chairs(3)) == "NES"
    assert "".join(chairs(4)) == "NESW"
    assert sitting_dealer(Seat("E"), 4) == "E"
    assert sitting_dealer(Seat("E"), 3) is None


@pytest.mark.parametrize(
    ("players", "dealer", "hands"),
    [(4, "N", "ESW"), (4, "E", "SWN"), (4, "W", "NES"), (3, "N", "ESN"), (3, "S", "NES")],
)
def test_1_4_first_second_and_third_hand(players: int, dealer: str, hands: str) -> None:
    assert "".join(hands_of(Seat(dealer), players)) == hands


def test_1_5_the_deal_passes_clockwise() -> None:
    assert [after(Seat(seat), 4) for seat in "NESW"] == [*"ESWN"]
    assert [after(Seat(seat), 3) for seat in "NES"] == [*"ESN"]


# --- cards ------------------------------------------------------------------------------------


def test_1_2_the_pack() -> None:
    assert len({*PACK}) == len({*NAMES}) == 32
    assert NAMES[0] == "7S"
    assert NAMES[31] == "AH"
    order = [BY_NAME[rank + "S"] for rank in "AKQJT987"]
    assert order == sorted(order, key=rank_of, reverse=True)
    assert [suit_of(BY_NAME[f"7{suit}"]) for suit in "SCDH"] == [0, 1, 2, 3]


@given(st.sets(st.sampled_from(PACK), max_size=32))
def test_a_hand_is_read_as_it_is_written(cards: set[Card]) -> None:
    assert hand_of_text(hand_text(cards)) == sorted_hand(cards)


def test_a_hand_as_text() -> None:
    hand = [BY_NAME[name] for name in ["9D", "JH", "AS", "7S", "TH", "KC", "AC", "9C", "8C", "7C"]]
    assert hand_text(hand) == "A7.AK987.9.JT"
    assert hand_text(hand[1:2]) == "-.-.-.J"
    assert named(hand_of_text("7A...")) == ["7S", "AS"]


@pytest.mark.parametrize("text", ["", "A", "A.K.Q", "A.K.Q.J.T", "AA...", "1...", "a...", "--..."])
def test_text_that_is_no_hand(text: str) -> None:
    with pytest.raises(ValueError):
        hand_of_text(text)


def test_the_first_card_that_stands_twice() -> None:
    assert repeated([Card(3), Card(4), Card(4), Card(3)]) == 4
    assert repeated(PACK) is None


# --- packets ----------------------------------------------------------------------------------


def test_1_3_packets_of_two_with_the_talon_in_place_of_one() -> None:
    """The fourth packet, cards 7 and 8: then the round simply goes on."""
    layout = dealt(PACK, 4, 4, Seat("N"), 3)
    assert layout.talon == (6, 7)
    assert layout.hands[0] == (0, 1, 8, 9, 14, 15, 20, 21, 26, 27)
    assert layout.hands[1] == (2, 3, 10, 11, 16, 17, 22, 23, 28, 29)
    assert layout.hands[2] == (4, 5, 12, 13, 18, 19, 24, 25, 30, 31)
    assert (layout.players, layout.dealer, layout.streak) == (4, "N", 3)


@pytest.mark.parametrize("packet", range(1, 17))
def test_1_3_any_packet_may_be_the_talon(packet: int) -> None:
    layout = dealt(PACK, packet, 3, Seat("N"), 0)
    assert layout.talon == (2 * packet - 2, 2 * packet - 1)
    assert sorted([*layout.talon, *(card for hand in layout.hands for card in hand)]) == [*PACK]
    assert {len(hand) for hand in layout.hands} == {10}


def test_1_3_the_packets_of_the_conventions_are_neither_first_nor_last() -> None:
    for convention in CONVENTIONS.values():
        assert {*convention.talon_packets} <= {*range(2, 16)}


# --- the shuffle ------------------------------------------------------------------------------


def again(secret: bytes, nonces: list[bytes], name: str) -> list[int]:
    """The same pack by another hand, as the page would do it."""
    message = b""
    for part in [secret, *nonces, name.encode()]:
        message += len(part).to_bytes(4, "big") + part
    key = hashlib.sha256(message).digest()
    numbers: list[int] = []
    for block in range(40):
        raw = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        numbers += [int.from_bytes(raw[i : i + 4], "big") for i in range(0, 32, 4)]
    pack = [*range(32)]
    for last in range(31, 0, -1):
        while numbers[0] >= 2**32 // (last + 1) * (last + 1):
            del numbers[0]
        other = numbers.pop(0) % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


@given(
    secret=st.binary(min_size=32, max_size=32),
    nonces=st.lists(st.binary(max_size=40), max_size=4),
    name=st.text(max_size=30).filter(lambda text: text.encode(errors="replace").decode() == text),
)
def test_the_pack_can_be_made_again(secret: bytes, nonces: list[bytes], name: str) -> None:
    pack, packet = drawn(secret, nonces, name, range(2, 16))
    assert pack == again(secret, nonces, name)
    assert sorted(pack) == [*PACK]
    assert packet in range(2, 16)


def test_known_answers_for_whoever_writes_it_again() -> None:
    """These do not change: the pages of old deals are checked against them."""
    assert commitment(SECRET, "deal 1") == (
        "284735740a84c40acd5eb14137e7b3e898da0788c8ee94fe6b1d5ca07da66d33"
    )
    pack, packet = drawn(SECRET, [b"one", b"two", b""], "deal 1", range(2, 16))
    assert " ".join(named(pack)) == (
        "AS QD QS 8H AC JD 7C JC KS JH TH 9C 7D TS 9D 8S "
        "7H TD JS 8C TC 9H 8D QH KC AD QC AH KH 9S 7S KD"
    )
    assert packet == 7


def test_the_commitment_can_be_made_again() -> None:
    message = b"\0\0\0\x20" + SECRET + b"\0\0\0\x06" + b"deal 1"
    assert commitment(SECRET, "deal 1") == hashlib.sha256(message).hexdigest()


def test_a_commitment_is_bound_to_its_deal_and_says_nothing_short() -> None:
    names = {commitment(SECRET, name) for name in ("1", "2", "11", "", "1 ")}
    assert len(names) == 5
    assert commitment(SECRET, "1") != commitment(bytes(32), "1")
    assert len(commitment(SECRET, "1")) == 64
    for wrong in (b"", SECRET[:31], SECRET + b"x"):
        with pytest.raises(ValueError):
            commitment(wrong, "1")


def test_no_two_rows_of_parts_look_alike() -> None:
    rows = [[], [b""], [b"", b""], [b"ab"], [b"a", b"b"], [b"ab", b""], [b"", b"ab"], [b"\0\0\0\0"]]
    assert len({framed(row) for row in rows}) == len(rows)


def test_every_part_changes_the_pack() -> None:
    packs = [
        drawn(secret, nonces, name, (4,))[0]
        for secret, nonces, name in [
            (SECRET, [b"a", b"b"], "1"),
            (SECRET, [b"b", b"a"], "1"),
            (SECRET, [b"ab"], "1"),
            (SECRET, [b"a", b"b"], "2"),
            (bytes(32), [b"a", b"b"], "1"),
        ]
    ]
    assert len({tuple(pack) for pack in packs}) == len(packs)


def test_numbers_go_on_from_block_to_block() -> None:
    words = Draw(SECRET).words()
    first = [*islice(words, 100)]
    assert len({*first}) == 100
    assert [*islice(Draw(SECRET).words(), 100)] == first
    assert all(0 <= word < 2**32 for word in first)


def test_a_number_too_high_to_be_fair_is_drawn_again() -> None:
    assert below(iter([2**32 - 1, 7]), 3) == 1  # 2³² = 3·1431655765 + 1
    assert below(iter([2**32 - 2]), 3) == 2
    assert below(iter([2**32 - 1]), 32) == 31
    assert below(iter([5]), 1) == 0


@pytest.mark.parametrize("bound", [2, 3, 5, 7, 13, 32])
def test_every_number_is_as_likely_as_the_others(bound: int) -> None:
    """Chi-square over 20 000 draws under a fixed key, far out at the 0.1 % point."""
    words = Draw(hashlib.sha256(b"fair").digest()).words()
    draws = 20_000
    seen = Counter(below(words, bound) for _ in range(draws))
    expected = draws / bound
    chi_square = sum((seen[number] - expected) ** 2 / expected for number in range(bound))
    assert chi_square < bound - 1 + 4 * (2 * (bound - 1)) ** 0.5


def test_every_card_is_as_likely_at_every_place() -> None:
    deals = 4_000
    seen: Counter[tuple[int, int]] = Counter()
    for number in range(deals):
        pack, _ = drawn(SECRET, [], str(number), (4,))
        seen.update(enumerate(pack))
    expected = deals / 32
    chi_square = sum(
        (seen[place, card] - expected) ** 2 / expected for place, card in product(range(32), PACK)
    )
    freedom = 31 * 31
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5
