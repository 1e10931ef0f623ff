"""`python -m tests.load.load`: print what an answer costs; some minutes."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop
from aiohttp import ClientSession

from tests.load.measure import HEAD
from tests.load.nodes import Load, Node, floor, started, under

COMMAND = {
    "stream": "t0123456789ab",
    "id": "0123456789abcdef0123456789abcdef",
    "command": {"what": "answer", "deal": 7, "ask": 21, "words": ["D10"]},
}


async def main(argv) -> None:
    print(HEAD, flush=True)
    with TemporaryDirectory(prefix="pulya-") as directory:
        for load in (Load("one node, SQLite", 100, seconds=8.0),):
            node = Node(Path(directory), 1)
            async with ClientSession() as http, started([node], http):
                measured, tally = await under(load, [node], list)
            print(measured.line(), flush=True)
            sizes = sorted(tally.sizes.elements())
            print(sizes[len(sizes) // 2], sum(sizes) / len(sizes), tally.sample)
    for kind in ("bare", "room"):
        size = 250
        measured = await floor(kind, Load(kind, 100, seconds=5.0), size, COMMAND)
        print(measured.line(), flush=True)


if __name__ == "__main__":
    gc.disable()
    uvloop.run(main(sys.argv[1:]))
