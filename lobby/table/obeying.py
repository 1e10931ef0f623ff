"""What a contest tells its table."""

from lobby.table import commands, facts
from lobby.table.facts import Fact


def opening_for_contest(command: commands.Seat) -> list[Fact]:
    """The table's opening entry: everybody has joined, and the numbers are drawn."""
    return [
        facts.Opened(
            rules=command.rules,
            players=len(command.players),
            deals=command.deals,
            changed=dict(command.changed),
            pace=command.pace,
            listed=False,
            contest=command.contest,
        ),
        *(facts.Joined(player, player in command.bots) for player in command.players),
        facts.Drawn({player: number for number, player in enumerate(command.players, start=1)}),
    ]
