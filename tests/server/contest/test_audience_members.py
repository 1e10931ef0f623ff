"""Those who look at a table and have a part in it: directors, substitutes, who was replaced."""

from __future__ import annotations

import pytest

from tests.server.contest.spectators import (
    WHY,
    Evening,
    Watcher,
    attempt,
    listed,
    shown,
    shut_out,
)
from tests.server.nodes import House

# --- directors ---


def told_of_looks(person: Watcher, evening: Evening) -> list[int]:
    """The entries whose messages to him name a look."""
    told = person.told(evening.stream)
    return [n for n, m in told if (m.get("table") or m.get("set") or {}).get("looks")]


@pytest.mark.parametrize("watching", ["hand", "none"])
async def test_a_look_is_of_one_deal_and_known_when_it_is_over(house: House, watching: str) -> None:
    evening = await Evening.begun(house, watching=watching, pace="quick", deals=3)
    director, stream = evening.director, evening.stream
    evening.people.append(director)
    board = await evening.players[1].follow(evening.festival.stream)
    await evening.opened()
    if watching == "hand":
        await director.watch(stream)
        assert shown(director, evening) == ""
    else:
        assert await shut_out(director, stream) == "not_for_spectators"
    await evening.moves(2)
    looked = (await director.command(stream, "look", why=WHY))["n"]
    await director.watch(stream)
    assert shown(director, evening) == "ENS"
    await evening.moves(3)
    for player in evening.players:
        [bare] = [m for n, m in player.told(stream) if n == looked and "code" not in m]
        assert {*bare} == {"stream", "n", "at"}
        synced = await player.sync(stream)
        assert told_of_looks(player, evening) == []
        assert (director.person in synced["names"]) is (watching == "hand")  # of the list
        assert board.contest["looks"] == []
    await evening.over()
    closed = evening.replica.n
    look = {"deal": 1, "person": director.person, "why": WHY}
    for player in evening.players:
        assert told_of_looks(player, evening) == [closed]
        screen = player.screens[stream]
        assert screen.table["looks"] == [look]
        assert screen.names[director.person] == "Судья"
    await evening.players[1].until(lambda: board.contest["looks"] != [])
    assert board.contest["looks"][0]["person"] == director.person
    await evening.opened(2)
    if watching == "none":
        await director.until(lambda: director.sent_away)
        assert await shut_out(director, stream) == "not_for_spectators"
    else:
        assert shown(director, evening) == ""
    await evening.moves(3)
    await evening.finished()
    evening.proved()


async def test_a_look_is_shown_also_where_the_deal_is_annulled(house: House) -> None:
    evening = await Evening.begun(house)
    await evening.opened()
    await evening.director.command(evening.stream, "look", why=WHY)
    await evening.moves(2)
    assert all(told_of_looks(each, evening) == [] for each in evening.players)
    await evening.rules("annul", deal=1, replay=True)
    for player in evening.players:
        assert player.screens[evening.stream].names[evening.director.person] == "Судья"
        assert told_of_looks(player, evening) == [evening.replica.n]
    await evening.finished()
    evening.proved()


# --- substitutes, and who has played ---


@pytest.mark.parametrize("seat", ["N", "E"])
async def test_a_substitute_sees_no_second_hand(house: House, seat: str) -> None:
    """The hand of E is taken by somebody who sat behind it, or behind another one."""
    evening = await Evening.begun(house)
    spectator = await evening.behind(seat)
    fresh = await evening.spectator("Сменщик", account=False)
    await evening.opened()
    await evening.moves(2)
    out, stream = evening.sitting("E"), evening.stream
    await evening.substituted(out.person, spectator)
    blind = seat != "E"
    assert shown(spectator, evening) == ("" if blind else "E")
    assert shown(out, evening) == ""
    if blind:
        table, view = spectator.screens[stream].table, spectator.screens[stream].view
        number = view["ask"]["number"] if view["ask"] else 0
        for what, fields in (
            ("answer", {"ask": number, "words": ["pass"]}),
            ("claim", {"ask": number, "end": "=10"}),
            ("respond", {"ask": number, "claimer": "N", "word": "yes"}),
        ):
            code = await attempt(spectator, stream, what, deal=table["deal"], **fields)
            assert code == "has_seen_another_hand"
        assert await attempt(spectator, stream, "return") == "has_seen_another_hand"
        assert spectator.errors()[-1]["detail"] == {}
    await evening.over()
    await evening.opened(2)
    assert shown(spectator, evening) == "E"
    await evening.rules("substitute", out=out.person, into=fresh.person)
    await fresh.watch(stream)
    assert shown(fresh, evening) == "E"
    await evening.finished()
    await evening.shown_as_synced()
    evening.proved()


async def test_who_was_replaced_may_watch_his_own_hand_only(house: House) -> None:
    evening = await Evening.begun(house)
    newcomer = await evening.spectator("Сменщик")
    account = await evening.spectator("Второй")
    await evening.opened()
    await evening.moves(1)
    out = evening.sitting("N")
    await evening.substituted(out.person, account)
    await evening.moves(1)
    await evening.rules("substitute", out=out.person, into=newcomer.person)
    await newcomer.watch(evening.stream)
    await evening.settled()
    assert (shown(account, evening), shown(out, evening)) == ("", "")
    assert listed(evening).keys() == {account.person, out.person}
    assert await attempt(out, evening.stream, "watch", seat="N") == "no_account"
    await account.command(evening.stream, "watch", seat="S")
    await evening.settled()
    assert shown(account, evening) == ""
    await account.command(evening.stream, "watch", seat="N")
    await evening.settled()
    assert shown(account, evening) == "N"
    await evening.rules("substitute", out=evening.sitting("E").person, into=account.person)
    await account.watch(evening.stream)
    assert shown(account, evening) == ""
    await evening.finished()
    evening.proved()


# --- deals that are broken off ---


@pytest.mark.parametrize("how", ["annul", "give"])
async def test_a_deal_that_is_broken_off_is_shown_to_those_who_waited_for_it(
    house: House, how: str
) -> None:
    evening = await Evening.begun(house, delay=True)
    spectator, public = await evening.behind("E"), await evening.behind("")
    await evening.opened()
    await evening.moves(3)
    if how == "annul":
        await evening.rules("annul", deal=1, replay=False)
    else:
        await evening.rules("give", whists=["0", "0", "0"])
    await evening.shown_as_synced()
    assert (shown(spectator, evening), shown(public, evening)) == ("E", "")
    evening.proved()
