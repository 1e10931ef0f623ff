"""Three clocks of a seat, in milliseconds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.preferans.seats import E, N, S, W
from lobby.table.timing import (
    Clocks,
    Pace,
    charge,
    clocks_of,
    credit,
    deadline,
    go_on,
    set_away,
    start,
    stop,
)

PACE = Pace(ask=10, bank=60, connection=30)


def asked(at: int = 0) -> Clocks:
    clocks = clocks_of(PACE, (N, E, S, W))
    start(clocks, N, at)
    return clocks


def test_each_question_has_time_of_its_own_even_with_an_empty_bank() -> None:
    clocks = asked()
    clocks.bank[N] = 0
    assert deadline(clocks) == 10_000
    with pytest.raises(ValueError, match="10 at least"):
        Pace(ask=9, bank=0, connection=0)


def test_within_the_time_of_the_question_the_bank_is_not_touched() -> None:
    clocks = asked()
    charge(clocks, 9_999)
    assert clocks.bank == dict.fromkeys((N, E, S, W), 60_000)
    assert deadline(clocks) is None


def test_what_goes_beyond_it_comes_off_the_own_bank_only() -> None:
    clocks = asked()
    assert deadline(clocks) == 70_000
    charge(clocks, 25_000)
    assert clocks.bank == {N: 45_000, E: 60_000, S: 60_000, W: 60_000}


def test_lost_connection_uses_its_own_bank_first() -> None:
    clocks = asked()
    set_away(clocks, N, True, 5_000)
    assert deadline(clocks) == 70_000 + 30_000
    set_away(clocks, N, False, 25_000)
    assert clocks.connection[N] == 10_000
    assert deadline(clocks) == 90_000
    charge(clocks, 30_000)  # ten seconds of thinking in all
    assert clocks.bank[N] == 60_000


def test_who_is_away_longer_than_that_thinks() -> None:
    clocks = asked()
    set_away(clocks, N, True, 0)
    charge(clocks, 45_000)
    assert (clocks.connection[N], clocks.bank[N]) == (0, 55_000)


def test_a_pause_costs_nobody_anything() -> None:
    clocks = asked()
    stop(clocks, 4_000)
    assert deadline(clocks) is None
    go_on(clocks, 100_000)
    assert deadline(clocks) == 100_000 + 66_000


def test_downtime_is_credited() -> None:
    clocks = asked()
    credit(clocks, since=3_000, at=50_000)
    assert deadline(clocks) == 50_000 + 67_000
    set_away(clocks, N, True, 51_000)
    credit(clocks, since=52_000, at=60_000)
    assert clocks.connection[N] == 29_000


def test_the_clock_of_another_node_is_never_turned_back() -> None:
    clocks = asked(at=1_000)
    charge(clocks, 500)
    assert clocks.bank[N] == 60_000


@given(
    st.lists(
        st.tuples(st.sampled_from(["away", "back", "stop", "on", "credit"]), st.integers(0, 40_000))
    )
)
def test_whatever_happens_a_bank_never_grows_and_never_falls_below_nought(
    steps: list[tuple[str, int]],
) -> None:
    clocks, at = asked(), 0
    for what, later in steps:
        before, at = at, at + later
        match what:
            case "away" | "back":
                set_away(clocks, N, what == "away", at)
            case "stop":
                stop(clocks, at)
            case "on":
                go_on(clocks, at)
            case "credit":
                credit(clocks, before, at)
        over = deadline(clocks)
        assert over is None or over >= 0
    charge(clocks, at)
    assert 0 <= clocks.bank[N] <= 60_000
    assert 0 <= clocks.connection[N] <= 30_000
