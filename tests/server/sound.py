"""A log that a test leaves behind passes `python -m server check`."""

from __future__ import annotations

from server.checking.walk import check
from server.store.database import Database


async def sound(url: str) -> None:
    told: list[str] = []
    database = Database(url)
    try:
        status = await check(database, [], told.append)
    finally:
        await database.close()
    assert status == 0, "\n".join(told)
