"""Directors: who may do what, two at once, the journal; creating and ending a contest."""

from __future__ import annotations

from typing import Any

import pytest

from game.script import Refused
from lobby.contest import acts, commands
from lobby.contest.decisions import MOST_ACTS, opening
from lobby.contest.plan import LATEST, MINUTE, Planned
from lobby.contest.seen import contest_seen
from tests.lobby.contest.hall import DIRECTOR, HOUR, NOON, Hall, hall, plan, players


def with_two() -> Hall:
    room = hall(5, formula="points-4321").enter(*players(7), "Pavel")
    room.acts(acts.AddDirector, person="Pavel")
    return room.until_phase("playing")


def test_every_act_is_logged_with_who_when_why() -> None:
    room = hall()
    room.acts(acts.Shift, seconds=300, why=" the hall\nis late ")
    deeds = contest_seen(room.contest)["deeds"]
    assert deeds == [
        {
            "at": room.now,
            "by": DIRECTOR,
            "did": "shift",
            "why": "the hall is late",
            "detail": {"seconds": 300},
        }
    ]
    assert room.refuses(DIRECTOR, room.act(acts.Pause, why=" ")) == "no_reason"
    assert room.refuses(DIRECTOR, room.act(acts.Pause, why="x" * 201)) == "no_reason"
    assert room.refuses(DIRECTOR, room.act(acts.Pause, why="so\0")) == "no_reason"
    assert room.refuses("Anna", room.act(acts.Pause)) == "not_a_director"


def test_of_two_directors_who_click_at_once_the_second_is_refused() -> None:
    room = with_two()
    ends = room.table(1, 1).ends
    one, other = (room.act(acts.Extend, tour=1, seconds=300) for _ in "12")
    room.does(DIRECTOR, one)
    assert room.refuses("Pavel", other) == "others_acted"
    assert room.table(1, 1).ends == ends + 5 * MINUTE


def test_a_double_click_acts_once() -> None:
    room = with_two()
    ends = room.table(1, 1).ends
    click = room.act(acts.Extend, tour=1, seconds=300)
    room.does(DIRECTOR, click, "click-1")
    assert room.does(DIRECTOR, click, "click-1") == []  # the same id gets the first result
    assert room.refuses(DIRECTOR, click) == "others_acted"  # another id
    assert room.table(1, 1).ends == ends + 5 * MINUTE


def test_directors_come_and_go() -> None:
    room = hall()
    remove = room.act(acts.RemoveDirector, person=DIRECTOR)
    assert room.refuses(DIRECTOR, remove) == "last_director"
    same = room.act(acts.AddDirector, person=DIRECTOR)
    assert room.refuses(DIRECTOR, same) == "already_so"
    assert room.refuses(DIRECTOR, room.act(acts.AddDirector, person="bot-1")) == "bad_person"
    for person in ("", " ", "x" * 101, "a\nb"):
        assert room.refuses(DIRECTOR, room.act(acts.AddDirector, person=person)) == "bad_person"
    room.acts(acts.AddDirector, person="Pavel")
    room.acts(acts.RemoveDirector, person=DIRECTOR, who="Pavel")
    assert room.contest.directors == ["Pavel"]
    assert room.refuses(DIRECTOR, room.act(acts.Pause)) == "not_a_director"
    gone = room.act(acts.RemoveDirector, person=DIRECTOR)
    assert room.refuses("Pavel", gone) == "already_so"


def test_a_director_does_not_act_on_a_table_at_which_he_plays() -> None:
    room = with_two()
    own = next(t for t in room.contest.tours[0].tables if "Pavel" in t.players)
    other = next(t for t in room.contest.tours[0].tables if "Pavel" not in t.players)
    mate = next(player for player in own.players if player != "Pavel")
    at: dict[str, Any] = {"tour": 1, "table": own.number}
    zero = ["0"] * len(own.players)
    for act in (
        room.act(acts.Extend, **at, seconds=300),
        room.act(acts.LastCircleNow, **at),
        room.act(acts.LastCircleBefore, **at, seconds=300),
        room.act(acts.Substitute, **at, out=mate, bot=True),
        room.act(acts.Give, **at, whists=zero),
        room.act(acts.Correct, **at, whists=zero),
        room.act(acts.Penalise, tour=1, person=mate, points="1"),
    ):
        assert room.refuses("Pavel", act) == "plays_there"
    out = other.players[0]
    join = room.act(acts.Substitute, tour=1, table=other.number, out=out, into="Pavel")
    assert room.refuses("Pavel", join) == "plays_there"
    room.acts(acts.Extend, who="Pavel", tour=1, table=other.number, seconds=300)
    room.acts(acts.Extend, who="Pavel", tour=1, seconds=300)  # all tables alike
    room.acts(acts.Substitute, **at, out="Pavel", bot=True)  # it is his result still
    give = room.act(acts.Give, **at, whists=zero)
    assert room.refuses("Pavel", give) == "plays_there"
    room.acts(acts.Give, **at, whists=zero)


def test_announcements_are_shown() -> None:
    room = with_two()
    room.acts(acts.Announce, text="Tea is served.")
    told = contest_seen(room.contest)["announcements"]
    assert told == [{"at": room.now, "text": "Tea is served."}]
    for text in ("", " ", "x" * 201, "x" + " " * 200, "a\nb"):
        bad = room.act(acts.Announce, text=text)
        assert room.refuses(DIRECTOR, bad) == "bad_announcement"


def test_a_director_ends_the_contest_between_tours() -> None:
    room = with_two()
    assert room.refuses(DIRECTOR, room.act(acts.End)) == "not_now"
    room.until_phase("between")
    room.acts(acts.End)
    said = room.now
    assert room.phase == "ending"
    assert contest_seen(room.contest)["number_of_tours"] == 1
    assert room.refuses(DIRECTOR, room.act(acts.Start, step="call", tour=2)) == "not_now"
    room.passes(9 * MINUTE)
    room.acts(acts.Correct, tour=1, table=1, whists=["0"] * len(room.table(1, 1).players))
    room.until_phase("finished")
    assert room.now == said + 10 * MINUTE
    assert len(contest_seen(room.contest)["podium"]) >= 3
    assert room.refuses("Anna", commands.Register()) == "contest_is_over"


def test_an_end_that_is_said_twice_is_final_at_once() -> None:
    room = with_two().until_phase("between")
    room.acts(acts.End)
    room.acts(acts.End)
    assert room.phase == "finished"


def test_an_end_while_a_tour_is_called_drops_that_tour_and_its_halt() -> None:
    room = hall(formula="points-4321").enter(*players(6)).until_phase("playing")
    assert room.refuses(DIRECTOR, room.act(acts.End)) == "not_now"
    room.until_phase("between")
    room.missing = {"p1"}
    room.until(lambda room: room.contest.halted is not None)
    assert room.phase == "called"
    room.acts(acts.End)
    seen = contest_seen(room.contest)
    assert (room.phase, len(seen["tours"]), seen["halted"]) == ("ending", 1, None)
    said = room.now
    room.until_phase("finished")
    assert room.now == said + 10 * MINUTE


def test_a_festival_that_ends_early_names_nobody_for_the_next_tour() -> None:
    room = hall(4).enter(*players(17)).until_phase("playing").until_phase("between")
    assert contest_seen(room.contest)["advance"]
    room.acts(acts.End)
    assert contest_seen(room.contest)["advance"] == []


def test_after_so_many_acts_the_contest_can_only_be_ended() -> None:
    room = with_two().until_phase("between")
    deed = room.contest.deeds[0]
    room.contest.deeds += [deed] * (MOST_ACTS - len(room.contest.deeds) - 1)
    room.acts(acts.Announce, text="The last word.")
    assert room.refuses(DIRECTOR, room.act(acts.Pause)) == "too_many_acts"
    room.acts(acts.End)
    room.acts(acts.End)
    assert room.phase == "finished"


def test_a_contest_is_called_off() -> None:
    room = with_two()
    room.pull()
    room.acts(acts.End, called_off=True)
    assert room.phase == "called_off"
    assert contest_seen(room.contest)["podium"] == []
    room.pull()
    assert all(sim.over for sim in room.tables.values())
    assert hall().refuses(DIRECTOR, hall().act(acts.End)) == "not_now"


def test_a_contest_is_created_once() -> None:
    assert hall().refuses(DIRECTOR, commands.Create(plan())) == "contest_is_open"


BAD: list[tuple[str, dict[str, Any]]] = [
    ("title", {"title": ""}),
    ("title", {"title": "a\nb"}),
    ("title", {"title": "  "}),
    ("title", {"title": "x" + " " * 200}),
    ("formula", {"formula": "swiss"}),
    ("rules", {"rules": "chess"}),
    ("pace", {"pace": "hasty"}),
    ("watching", {"watching": "all"}),
    ("zone", {"zone": "../etc"}),
    ("tours", {"tours": 2}),
    ("tours", {"tours": 0, "formula": "fspr-2006"}),
    ("draw_at", {"registration_until": NOON + HOUR}),
    ("draw_at", {"registration_until": 0}),
    ("draw_at", {"draw_at": NOON + 2 * HOUR}),
    ("deals", {"deals": 0}),
    ("last_circle", {"last_circle": -2}),
    ("no_show", {"no_show": 36_001}),
    ("signing", {"signing": -1}),
    ("rest", {"rest": -1}),
    ("late", {"late": 21}),
    ("mark_days", {"mark_days": -1}),
    ("mark_days", {"mark_days": 91}),
    ("forbidden", {"forbidden": [["Anna", "Anna"]]}),
    ("forbidden", {"forbidden": [["Anna", "Boris", "Boris"]]}),
    ("forbidden", {"forbidden": [["Anna", "x" * 101]]}),
    ("forbidden", {"forbidden": [["Anna", "Boris"]] * 201}),
    ("tours", {"formula": "fspr-2006", "tours": [Planned(LATEST, 1)]}),
]


@pytest.mark.parametrize(("field", "wrong"), BAD)
def test_a_plan_that_cannot_be(field: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused) as caught:
        opening("cup", DIRECTOR, commands.Create(plan(**wrong)), bytes(32))
    assert (caught.value.code, caught.value.detail["field"]) == ("bad_contest", field)


def test_tours_that_overlap_and_fields_that_no_table_may_change() -> None:
    close = [Planned(NOON + HOUR, 6000), Planned(NOON + 2 * HOUR, 6000)]
    told = plan("fspr-2006", 2)
    for wrong, code in (
        ({"tours": close}, "bad_contest"),
        ({"tours": [Planned(NOON + HOUR, 0)]}, "bad_contest"),
        ({"changed": {"raspasy_prices": 3}}, "bad_table"),
    ):
        changed = {name: getattr(told, name) for name in type(told).__slots__} | wrong
        with pytest.raises(Refused) as caught:
            opening("cup", DIRECTOR, commands.Create(type(told)(**changed)), bytes(32))
        assert caught.value.code == code
