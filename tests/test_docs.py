"""The generated pages say what the code says."""

import sys
from dataclasses import fields
from pathlib import Path

import pytest

from game.preferans.conventions import Convention

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from page_types import refusal_codes  # noqa: E402

import docs  # noqa: E402


@pytest.mark.parametrize("page", docs.PAGES)
def test_the_page_is_current(page: str) -> None:
    """`make docs` writes it."""
    assert (ROOT / page).read_text(encoding="utf-8") == docs.text_of(page)


def test_every_field_and_every_refusal_is_described() -> None:
    assert {"name", *docs.FIELDS} == {field.name for field in fields(Convention)}
    assert [*docs.REFUSALS] == refusal_codes()
