"""One evening for all: each test has a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.operating.played import Played, played


@pytest.fixture(scope="package")
async def evening(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return await played(tmp_path_factory.mktemp("played") / "pulya.db")


@pytest.fixture
def log(evening: Played, tmp_path: Path) -> Played:
    """A copy of it."""
    return evening.copied(tmp_path / "pulya.db")
