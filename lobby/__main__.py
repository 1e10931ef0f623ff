"""`python -m lobby`: tournaments for arbiters.

python -m lobby standings FILE.json   points tour by tour, who advances, the standings
python -m lobby seat FILE.json        the tables of the next tour

The file is described in docs/tournament-files.md.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from game.command import Failed, file_text, one_line, run
from lobby.tournament.model import BadRecord, Tournament
from lobby.tournament.record import told_standings, tournament_of
from lobby.tournament.seating import next_tour

USAGE = "usage: python -m lobby standings|seat FILE.json"


def told_seating(tournament: Tournament) -> dict[str, Any]:
    return {"tables": [list(table) for table in next_tour(tournament).tables]}


COMMANDS: dict[str, Callable[[Tournament], dict[str, Any]]] = {
    "standings": told_standings,
    "seat": told_seating,
}


def tournament_from(path: str) -> Tournament:
    """Raises `Failed` unless the file is there and has a tournament."""
    text = file_text(path)
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise Failed(f"{one_line(path)}: is no JSON: {wrong}") from None
    if not isinstance(told, dict):
        raise Failed(f"{one_line(path)}: is no JSON object")
    try:
        return tournament_of(told)
    except BadRecord as wrong:
        raise Failed(f"{one_line(path)}: {wrong}") from None


def output(arguments: list[str]) -> Iterator[str]:
    """What the command prints. Raises `Failed`."""
    match arguments:
        case [command, path] if command in COMMANDS:
            yield json.dumps(COMMANDS[command](tournament_from(path))) + "\n"
        case _:
            raise Failed(USAGE)


def main(arguments: list[str]) -> int:
    """Exit status: 0, or 2 with one line on standard error."""
    return run(output, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
