"""Tables for practice: the deals are those that somebody brought along."""

from __future__ import annotations

import json

import pytest

from game.cards import NAMES
from game.preferans.seats import S
from game.script import Refused
from lobby.table import facts
from lobby.table.commands import Again, Choose, Practise
from lobby.table.evolving import opened
from lobby.table.gathering import MOST_TEXT, practice
from lobby.table.records import deals_object, deals_text
from tests.lobby.table.tables import Room, chances
from tests.lobby.table.walk import played_at_random

DEAL = """[Rules "fspr-2006"]
[Players "3"]
[Dealer "E"]
[Streak "2"]
[Hands "S:Q98.J7.QJT.97 N:KJT7.8.987.T8 E:A.AKQT9.-.AKQJ"]
[Talon "KD AD"]
"""


def practising(text: str, bots: bool = True) -> Room:
    first, *others = practice("Anna", Practise(text, bots))
    assert isinstance(first, facts.Opened)
    room = Room(opened(first), [first], chances())
    room.take(*others)
    return room


def refused(text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        practice("Anna", Practise(text))
    assert caught.value.code == "bad_deals"
    return caught.value


def test_the_deal_is_played_as_it_was_brought() -> None:
    room = practising(DEAL)
    assert room.table.phase == "seating"
    assert not room.table.listed
    room.does("Anna", Choose("S"))
    assert room.person("S") == "Anna"
    running = room.table.running
    assert running is not None
    assert running.seen_by(frozenset((S,)))["cards"]["S"]["known"] == [
        *("QS", "9S", "8S", "JC", "7C", "QD", "JD", "TD", "9H", "7H")
    ]
    assert (room.ask.seat, running.opened.streak) == ("S", 2)
    assert "6S" not in room.ask.options
    seen = room.seen()
    assert (seen["practice"], seen["commitment"], seen["deals"]) == (True, None, 1)
    room.plays_on().closes()
    assert room.table.phase == "finished"
    room.does("Anna", Again())  # once more, perhaps with other cards
    room.does("Anna", Choose("N"))
    assert room.person("N") == "Anna"


def test_what_a_table_exports_can_be_practised() -> None:
    played = played_at_random(3, rules="fspr-code-6", players=4, deals=3, quick_tricks=False)
    text = deals_text(played.table)
    whole = json.dumps(deals_object(played.table))
    for told in (text, whole, "\ufeff" + text):
        room = practising(told, bots=False)
        assert room.table.convention == played.table.convention
        dealt = [(deal.dealer, deal.streak, deal.hands) for deal in room.table.dealt]
        past = [past.opened for past in played.table.past]
        assert dealt == [(deal.dealer, deal.streak, deal.hands) for deal in past]


def test_a_pack_is_dealt_by_twos() -> None:
    pack = " ".join(NAMES)
    headers = f'[Rules "fspr-2006"]\n[Players "3"]\n[Dealer "S"]\n[Pack "{pack}"]\n'
    room = practising(headers)
    (deal,) = room.table.dealt
    assert deal.talon == [*NAMES[6:8]]  # the fourth two
    as_json = {"rules": "fspr-2006", "players": 3, "dealer": "S", "pack": [*NAMES]}
    assert practising(json.dumps(as_json)).table.dealt == [deal]
    festival = headers.replace("fspr-2006", "festival-2011")
    assert "Packet" in str(refused(festival).detail["why"])
    (other,) = practising(festival + '[Packet "2"]\n').table.dealt
    assert other.talon == [*NAMES[2:4]]


@pytest.mark.parametrize(
    ("text", "deal", "why"),
    [
        ("", 0, "from 1 to 60 deals, not 0"),
        ("[]", 0, "from 1 to 60 deals, not 0"),
        ("x" * (MOST_TEXT + 1), 0, "characters"),
        ("[Rules]", 0, "is no header"),
        ("{", 0, "is no JSON"),
        ("[" * 10_000 + "{", 0, ""),
        ("[3]", 0, "no header"),
        ("[{}, 3]", 0, "deal 2: is no object"),
        ('{"rulez": 1}', 0, "'rulez'"),
        ('{"hands": ["A"]}', 0, "hands"),
        ('{"players": true}', 0, "players"),
        ('{"tokens": ["6S pass"]}', 0, "tokens"),
        ('{"headers": {"Rules": "x"}}', 0, "Rules"),
        ('{"headers": {"a b": "x"}}', 0, "a b"),
        ("{}", 1, "Rules: is missing"),
        (DEAL + DEAL.replace('"3"', '"4"'), 2, "Hands"),
        (DEAL + DEAL.replace("fspr-2006", "fspr-code-6"), 2, "not those of the first deal"),
        (DEAL.replace("KD AD", "KD KD"), 1, "KD stands twice"),
        ('[Changed "hold=1"]\n' + DEAL, 1, "Changed"),
        (DEAL * 61, 0, "not 61"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_place(text: str, deal: int, why: str) -> None:
    detail = refused(text).detail
    assert detail["deal"] == deal
    assert why in str(detail["why"])
