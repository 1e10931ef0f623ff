"""Finished deals of a table as text."""

from game.notation import headed, replay_by, write
from lobby.running import Running
from lobby.table import Table


def deals_text(table: Table) -> str:
    """The past deals in their order; nothing of one that runs.

    Where the table overrides fields of its convention, the header `Changed` names them.
    """
    changed = " ".join(f"{name}={value}" for name, value in sorted(table.changed.items()))
    others = {"Changed": changed} if changed else {}
    texts = []
    for past in table.past:
        layout = Running(table.convention, table.players, past.opened).layout
        text = headed(table.convention, layout, list(past.answers), **others)
        texts.append(write(replay_by(table.convention, layout, text)))
    return "\n".join(texts)
