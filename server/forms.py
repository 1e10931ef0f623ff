"""What requests bring: JSON bodies, numbers of the query."""

import json
import re
from typing import Any

from aiohttp import web

from game.script import Refused

HALVES = re.compile("[\ud800-\udfff]")
"""Of characters beyond 16 bits: JSON can bring one alone, and no text can hold it."""


async def body(request: web.Request) -> Any:
    """The JSON that was sent. Raises `Refused` (malformed)."""
    try:
        return json.loads(await request.read())
    except (ValueError, RecursionError):
        raise Refused("malformed", where="body") from None


async def fields(request: web.Request, *names: str) -> list[str]:
    """These texts of the JSON object that was sent. Raises `Refused` (malformed)."""
    message = await body(request)
    found = []
    for name in names:
        value = message.get(name) if isinstance(message, dict) else None
        if not isinstance(value, str) or HALVES.search(value):
            raise Refused("malformed", where=name)
        found.append(value)
    return found


def number_in(request: web.Request, name: str) -> int | None:
    """A number of the query. Raises `Refused` (malformed)."""
    number = request.query.get(name)
    if number is not None and not re.fullmatch("[0-9]{1,4}", number):
        raise Refused("malformed", where=name)
    return None if number is None else int(number)
