"""Changes make what is after of what was before, and say nothing of the rest."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.differences import differences
from tests.server.contest.festival import carry_out

leaves = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b"])
values = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(values, values)
def test_carried_out_in_order_they_make_the_new_value(before: Any, after: Any) -> None:
    state = {"all": copy.deepcopy(before)}
    for change in differences({"all": before}, {"all": after}):
        carry_out(state, change)
    assert state == {"all": after}


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ([1, 2], [1, 2], []),
        ([1, 2], [1, 3, 4], [[["all", 1], 3], [["all", 2], 4]]),
        ([1, 2, 3], [1], [[["all", 1]]]),
        ({"x": 1, "y": 2}, {"y": 2}, [[["all", "x"]]]),
        ({"x": [{"y": 1}]}, {"x": [{"y": 2}]}, [[["all", "x", 0, "y"], 2]]),
    ],
)
def test_only_what_changed_is_told(before: Any, after: Any, changes: list[Any]) -> None:
    assert differences({"all": before}, {"all": after}) == changes
