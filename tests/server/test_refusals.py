"""Every refusal that the documentation names is provoked by some test."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS.parent / "tools"))

from page_types import refusal_codes  # noqa: E402


def test_every_refusal_is_provoked_somewhere() -> None:
    stories = [path for room in ("lobby", "server") for path in (TESTS / room).rglob("test_*.py")]
    told = "".join(path.read_text(encoding="utf-8") for path in stories)
    assert [code for code in refusal_codes() if f'"{code}"' not in told] == []
