"""Who watches a table of a contest is sent what he may know and nothing else: story by story."""

from __future__ import annotations

from random import Random

import msgpack
import pytest

from game.view import empty
from lobby.table.commands import Presence
from server import presence
from server.streams import Streams
from tests.server.contest.spectators import (
    Evening,
    Watcher,
    attempt,
    listed,
    shown,
    shut_out,
)
from tests.server.nodes import House
from tests.server.truth import Truth


def own_hand(truth: Truth, person: Watcher, evening: Evening) -> set[str]:
    """Behind whose hand the log has him, over all entries."""
    seats = [truth.eyes[n].seats(person.person) for n, _ in person.told(evening.stream)]
    return {seat for each in seats for seat in each or ()}


# --- behind the hands ---


@pytest.mark.parametrize("delay", [False, True])
@pytest.mark.parametrize("rules", ["festival-2011", "fspr-2006"])
async def test_behind_every_hand_and_at_the_open_table(
    house: House, rules: str, delay: bool
) -> None:
    evening = await Evening.begun(house, players=4, rules=rules, delay=delay, pace="quick")
    evening.dice = Random(rules)
    hands = {seat: await evening.behind(seat) for seat in ("N", "E", "S", "W")}
    public = [await evening.behind("") for _ in range(2)]
    await evening.finished()
    await evening.shown_as_synced()
    truth = evening.proved()
    for seat, person in hands.items():
        assert own_hand(truth, person, evening) == {seat}
        assert len([*person.told(evening.stream)]) > 60
        for other in (*hands.values(), *public):
            leaks = [truth.leaks(other.person, n, m) for n, m in person.told(evening.stream)]
            assert any(leaks) is (other is not person and not delay)
    assert all(own_hand(truth, person, evening) == set() for person in public)


async def test_a_spectator_has_the_very_bytes_of_the_player_before_him(house: House) -> None:
    evening = await Evening.begun(house, players=4)
    evening.dice = Random(1)
    spectators = {seat: await evening.behind(seat) for seat in ("N", "E", "S", "W")}
    await evening.finished()
    for seat, spectator in spectators.items():
        begun = [*spectator.told(evening.stream)][-1][0]
        frames = []
        for person in (spectator, evening.sitting(seat)):
            entries = [frame for frame in person.socket.frames if b"entry" in frame]
            frames.append({msgpack.unpackb(each)["data"][1]["n"]: each for each in entries})
        both = frames[0].keys() & frames[1].keys()
        seated = evening.truth().eyes
        dealt = [n for n in both if seated[n].deal]
        assert len(dealt) > 40, begun
        assert all(frames[0][n] == frames[1][n] for n in dealt)


async def test_with_delay_a_running_deal_is_nothing_but_bare_entries(house: House) -> None:
    evening = await Evening.begun(house, delay=True)
    spectator, public = await evening.behind("E"), await evening.behind("")
    await evening.opened()
    await evening.moves(5)
    for person in (spectator, public):
        assert person.screens[evening.stream].view == empty()
        synced = await person.sync(evening.stream)
        assert synced["view"] == empty()
    eyes = evening.truth().eyes
    late = [m for n, m in spectator.told(evening.stream) if eyes[n].late(spectator.person)]
    assert {*late[-2]} == {"stream", "n", "at"}
    await evening.over()
    assert (shown(spectator, evening), shown(public, evening)) == ("E", "")
    await evening.opened(2)
    assert spectator.screens[evening.stream].view == empty()
    await evening.shown_as_synced()
    evening.proved()


# --- coming, going, changing ---


async def test_another_hand_is_for_the_next_deal(house: House) -> None:
    evening = await Evening.begun(house)
    spectator = await evening.behind("E")
    assert listed(evening)[spectator.person] == ("", "E")
    await evening.opened()
    await spectator.command(evening.stream, "watch", seat="S")
    await evening.moves(4)
    assert shown(spectator, evening) == "E"
    assert listed(evening)[spectator.person] == ("E", "S")
    await evening.opened(2)
    await evening.moves(4)
    assert shown(spectator, evening) == "S"
    await spectator.command(evening.stream, "watch", seat="")
    await evening.settled()
    assert shown(spectator, evening) == ""
    await spectator.command(evening.stream, "watch", seat="N")
    await evening.moves(1)
    assert shown(spectator, evening) == ""
    await evening.finished()
    await evening.shown_as_synced()
    evening.proved()


async def test_who_comes_late_or_comes_back_sees_the_open_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.01)
    evening = await Evening.begun(house)
    spectator = await evening.behind("E")
    await evening.opened()
    late = await evening.behind("S")
    player = evening.players[0]
    assert (shown(spectator, evening), shown(late, evening)) == ("E", "")
    await spectator.close()
    await player.until(lambda: spectator.person not in listed(evening))
    await evening.moves(2)
    await spectator.connect()
    await spectator.watch(evening.stream)
    await evening.settled()
    assert listed(evening)[spectator.person] == ("", "")
    assert shown(spectator, evening) == ""
    await spectator.command(evening.stream, "watch", seat="S")
    await evening.moves(2)
    assert shown(spectator, evening) == ""  # S is a second hand
    await spectator.command(evening.stream, "watch", seat="E")
    await evening.moves(2)
    assert shown(spectator, evening) == "E"
    await evening.opened(2)
    assert (shown(spectator, evening), shown(late, evening)) == ("E", "S")
    await evening.finished()
    evening.proved()


async def test_whoever_follows_a_table_that_plays_is_on_its_list(house: House) -> None:
    evening = await Evening.begun(house)
    spectator = await evening.behind("")
    await evening.opened()
    n = (await spectator.command(evening.stream, "unwatch"))["n"]
    player = evening.players[0]
    await player.sees(evening.stream, n + 1)
    assert [*listed(evening)] == [spectator.person]
    await spectator.socket.call("unwatch", {"stream": evening.stream})
    frames = len(spectator.socket.frames)
    await evening.moves(2)
    assert len(spectator.socket.frames) == frames
    eyes = evening.truth().eyes
    came = [n for n, _ in spectator.told(evening.stream) if not eyes[n].finished]
    assert all(spectator.person in {**eyes[n].chosen, **eyes[n + 1].chosen} for n in came)


async def test_a_loss_that_is_written_down_late_takes_nobody_off_the_list_who_is_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await Evening.begun(house)
    spectator = await evening.behind("")
    await evening.opened()
    sync = Streams.sync

    async def lost_before(streams: Streams, stream: str, socket: str, person: str) -> object:
        await streams.submit(stream, person, ".presence-1-False", Presence(1, here=False))
        return await sync(streams, stream, socket, person)

    await spectator.socket.call("unwatch", {"stream": evening.stream})
    monkeypatch.setattr(Streams, "sync", lost_before)
    screen = await spectator.watch(evening.stream)
    player = evening.players[0]
    await player.sees(evening.stream, screen.n + 1)
    assert listed(evening) == {spectator.person: ("", "")}


# --- sent away ---


@pytest.mark.parametrize("by_player", [False, True])
async def test_who_is_sent_away_hears_nothing_more(house: House, by_player: bool) -> None:
    evening = await Evening.begun(house)
    spectator, stays = await evening.behind("E"), await evening.behind("E")
    other = await spectator.again()
    assert isinstance(other, Watcher)
    await other.watch(evening.stream)
    await evening.opened()
    await evening.moves(3)
    if by_player:
        await evening.players[2].command(evening.stream, "dismiss", person=spectator.person)
    else:
        await evening.rules("dismiss", person=spectator.person)
    for browser in (spectator, other):
        await browser.until(lambda browser=browser: browser.sent_away)
    frames = [[*each.socket.frames] for each in (spectator, other)]
    assert await shut_out(spectator, evening.stream) == "sent_away"
    assert await attempt(spectator, evening.stream, "watch", seat="") == "sent_away"
    assert await attempt(spectator, evening.stream, "watch", seat="E") == "sent_away"
    assert await attempt(spectator, evening.stream, "answer", deal=1, ask=1, words=["pass"]) == (
        "not_at_this_table"
    )
    await evening.finished()
    assert other.socket.frames == frames[1]
    assert len(spectator.socket.frames) == len(frames[0]) + 4
    assert all(error["detail"] == {} for error in spectator.errors())
    assert await shut_out(spectator, evening.stream) == "sent_away"
    assert shown(stays, evening) == "E"
    truth = evening.proved(other)
    leave = truth.leaks(spectator.person, max(truth.eyes), {})
    assert leave == {"a message"}


async def test_less_is_shown_at_once(house: House) -> None:
    evening = await Evening.begun(house)
    spectator = await evening.behind("E")
    await evening.opened()
    await evening.rules("watchable", watching="table")
    assert shown(spectator, evening) == ""
    assert await attempt(spectator, evening.stream, "watch", seat="E") == "not_for_spectators"
    await evening.rules("watchable", watching="none")
    await spectator.until(lambda: spectator.sent_away)
    assert await shut_out(spectator, evening.stream) == "not_for_spectators"
    await evening.rules("watchable", watching="hand")
    assert await shut_out(spectator, evening.stream) == "not_for_spectators"
    await evening.opened(2)
    await spectator.watch(evening.stream)
    await evening.finished()
    assert shown(spectator, evening) == ""
    evening.proved()
