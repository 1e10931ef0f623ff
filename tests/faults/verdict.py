"""What the log says afterwards: nothing lost, twice or early, and all see the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from lobby.contest.seen import contest_seen
from lobby.table import timing
from lobby.table.audience import sight
from lobby.table.due import deadline
from lobby.table.facts import Answered
from lobby.table.seen import table_seen_by
from server.contest_replica import ContestReplica
from server.entries import digest
from server.kinds import is_contest
from server.replica import Replica
from server.store.chain import START, link
from server.store.log import Entry
from server.table_replica import TableReplica
from tests.faults.node import QUICK
from tests.faults.players import Steady, Told
from tests.faults.town import Town

QUERY = """
select stream, n, at, who, command, what, body, chain,
  (extract(epoch from stored_at) * 1000)::bigint
from entry order by stream, n
"""


@dataclass(frozen=True, slots=True)
class Stored:
    entry: Entry
    at: int
    """When it came in, in milliseconds by the store's clock."""


@dataclass
class Verdict:
    """What is wrong; empty lists are what is hoped for."""

    entries: int = 0
    acknowledged: int = 0
    time_outs: int = 0
    views: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    early: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """Holes, chains that do not fit, deals that do not play again as they are written."""
    unlike: list[str] = field(default_factory=list)
    """Screens that show something else than the log gives."""

    @property
    def complaints(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.early, *self.broken, *self.unlike]


async def stored(town: Town) -> dict[str, list[Stored]]:
    """All streams, from the store."""
    streams: dict[str, list[Stored]] = defaultdict(list)
    for *columns, at in await town.rows(QUERY):
        entry = Entry(*columns)
        streams[entry.stream].append(Stored(entry, at))
    return streams


async def judged(town: Town, told: Told, players: Iterable[Steady] = ()) -> Verdict:
    """All that was written, against all that was said. The players have to be at rest."""
    streams = await stored(town)
    verdict = Verdict(entries=sum(map(len, streams.values())))
    usual = timing.PACES["quick"]
    timing.PACES["quick"] = QUICK  # as at the nodes
    try:
        nothing_lost(streams, told, verdict)
        folded = {stream: fold(stream, rows, verdict) for stream, rows in streams.items()}
        for player in players:
            all_alike(player, folded, verdict)
    finally:
        timing.PACES["quick"] = usual
    return verdict


def nothing_lost(streams: dict[str, list[Stored]], told: Told, verdict: Verdict) -> None:
    """Every acknowledged command is there once, where it was said to be."""
    found: Counter[tuple[str, str]] = Counter()
    places: dict[tuple[str, str], int] = {}
    for stream, rows in streams.items():
        for row in rows:
            key = (stream, row.entry.command)
            found[key] += 1
            places[key] = row.entry.n
    verdict.doubled += [
        f"{key} is there {times} times" for key, times in found.items() if times > 1
    ]
    verdict.doubled += told.contradicted
    for key, n in told.acknowledged.items():
        verdict.acknowledged += 1
        if places.get(key) != n:
            verdict.lost.append(f"{key} was acknowledged as {n}, is {places.get(key)}")


def fold(stream: str, rows: Sequence[Stored], verdict: Verdict) -> Replica:
    """The stream played from its first entry on."""
    replica: Replica = ContestReplica(stream) if is_contest(stream) else TableReplica(stream)
    chain, asked = START, set[tuple[int, int]]()
    for place, row in enumerate(rows, 1):
        entry = row.entry
        chain = link(chain, entry)
        if entry.n != place:
            verdict.broken.append(f"{stream}: entry {entry.n} where {place} should be")
        if entry.chain != chain:
            verdict.broken.append(f"{stream}: the chain does not fit at {entry.n}")
        body = replica.read(entry)
        if body is None:
            verdict.broken.append(f"{stream}: entry {entry.n} cannot be read")
            return replica
        if isinstance(replica, TableReplica) and replica.table is not None:
            if entry.what == "time_up":
                not_early(replica, row, verdict)
            answers = [fact for fact in body.facts if isinstance(fact, Answered)]
            running = replica.table.running
            for fact in answers:
                assert running is not None
                key = (running.number, len(running.answers))
                if key in asked:
                    verdict.doubled.append(f"{stream}: {key} is answered again at {entry.n}")
                asked.add(key)
                ask = replica.table.ask
                if ask is None or ask.seat != fact.seat:
                    verdict.doubled.append(f"{stream}: {fact.seat} is not asked at {entry.n}")
            if any(fact.what == "annulled" for fact in body.facts):
                asked.clear()
        told = replica.take(entry, body)
        if replica.drifted or (isinstance(replica, TableReplica) and digest(told) != body.told):
            verdict.broken.append(f"{stream}: entry {entry.n} does not play as it is written")
            return replica
    return replica


def not_early(replica: TableReplica, row: Stored, verdict: Verdict) -> None:
    verdict.time_outs += 1
    over = deadline(replica.opened)
    if over is None or min(row.at, row.entry.at) < over:
        verdict.early.append(
            f"{replica.stream}: entry {row.entry.n} at {row.at}, not before {over}"
        )


def all_alike(player: Steady, folded: dict[str, Replica], verdict: Verdict) -> None:
    """What his browser has folded is what he may see of the log."""
    for stream, screen in player.screens.items():
        replica = folded[stream]
        assert isinstance(replica, TableReplica)
        shown = screen.shows()
        if screen.n != replica.n:
            verdict.unlike.append(f"{stream}: {player.person} is at {screen.n} of {replica.n}")
            continue
        seen = sight(replica.opened, player.person)
        logged: dict[str, Any] = {
            "table": table_seen_by(replica.opened, seen),
            "view": replica.view(seen),
        }
        verdict.views += 1
        for part, value in logged.items():
            if shown[part] != value:
                wrong = {key for key in value if shown[part].get(key) != value[key]}
                verdict.unlike.append(f"{stream}: {player.person} sees another {part}: {wrong}")
    for stream, board in player.boards.items():
        replica = folded[stream]
        assert isinstance(replica, ContestReplica)
        assert replica.contest is not None
        verdict.views += 1
        if board.n != replica.n or board.contest != contest_seen(replica.contest):
            verdict.unlike.append(f"{stream}: {player.person} sees another contest")
