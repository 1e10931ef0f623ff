"""Finished deals of a table, as text and as JSON; nothing of one that runs.

A whole pulya has those that count; one that was annulled is had by its number.
"""

from typing import Any

from game.deal_json import as_object
from game.notation import Text, headed, replay_by, write
from game.preferans.facts import Layout
from game.preferans.pulya import ledger, settle
from game.script import Refused
from lobby.table.running import Past, Running
from lobby.table.table import Table, adjusted, written


def chosen(table: Table, number: int | None, pulya: int | None) -> list[Past]:
    """The past deals of a pulya, the present one if None, or the one of this number.

    Raises `Refused` (no_such_deal).
    """
    past = next((list(e.past) for e in table.earlier if e.number == pulya), None)
    if pulya in (None, table.pulya):
        past = table.past
    if past is None or (number is not None and not 1 <= number <= len(past)):
        raise Refused("no_such_deal")
    if number is not None:
        return [past[number - 1]]
    return [each for each in past if not each.annulled]


def headed_deal(table: Table, past: Past) -> tuple[Layout, Text]:
    """Where the table overrides fields of its convention, the header `Changed` names them.

    The header `Annulled` stands at a deal that does not count.
    """
    changed = " ".join(f"{name}={value}" for name, value in sorted(table.changed.items()))
    others = {"Changed": changed} if changed else {}
    others |= {"Annulled": "yes"} if past.annulled else {}
    layout = Running(table.convention, table.players, past.opened).layout
    return layout, headed(table.convention, layout, list(past.answers), **others)


def deals_text(table: Table, number: int | None = None, pulya: int | None = None) -> str:
    """The past deals, or one of them. Raises `Refused` (no_such_deal)."""
    deals = (headed_deal(table, past) for past in chosen(table, number, pulya))
    return "\n".join(write(replay_by(table.convention, *deal)) for deal in deals)


def deals_object(
    table: Table, number: int | None = None, pulya: int | None = None
) -> dict[str, Any]:
    """The past deals with their scores as they were written; of the whole pulya also the sheet.

    The sheet has the `adjustments` of directors, too; `result` is the settlement of what is written
    so far, thirds as text. Raises `Refused` (no_such_deal).
    """
    past = chosen(table, number, pulya)
    deals = [as_object(headed_deal(table, each)[1]) | {"score": each.result} for each in past]
    told: dict[str, Any] = {
        "rules": table.convention.name,
        "players": table.players,
        "deals": deals,
    }
    if number is None:
        present = pulya in (None, table.pulya)
        adjustments = table.adjustments if present else []
        sheet = ledger(table.players, table.lines if present else written(past, []))
        told |= {
            "finished": not present or table.phase == "finished",
            "adjustments": [line.wire() for each in adjustments for line in adjusted(each)],
            "pool": sheet.pool,
            "mountain": sheet.mountain,
            "whists": sheet.whists,
            "result": {seat: str(end.result) for seat, end in settle(sheet).items()},
        }
    return told
