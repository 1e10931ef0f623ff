"""Whether a table is sound: every deal is dealt from its secret and scores as it was written."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from game.preferans.deal import VERSION
from game.script import Seat
from game.shuffle import commitment
from lobby.table.facts import DealClosed, DealOpened
from lobby.table.opening import deal_opened, of_secret
from lobby.table.running import Running
from lobby.table.table import Table
from server.checking.folding import folded
from server.checking.problems import Counts, Problem
from server.checking.rows import Stream
from server.table_replica import TableReplica


def of_table(stream: Stream, replica: TableReplica, counts: Counts) -> Iterator[Problem]:
    """What is wrong with the facts of a table, which the fresh replica takes in."""

    def before(_n: int, fact: Any) -> Iterator[str]:
        match fact:
            case DealOpened():
                counts.deals += 1
                yield from of_opening(replica.opened, fact)
            case DealClosed():
                yield from of_closing(replica.opened, fact)
            case _:
                pass

    yield from folded(stream, replica, before)


def of_opening(table: Table, fact: DealOpened) -> Iterator[str]:
    """A deal that was brought along has no secret."""
    if fact.version != VERSION:
        yield f"deal {fact.number} is by rules {fact.version}, and this server has {VERSION}"
    if table.dealt:
        own = deal_opened(table, fact.number, Seat(fact.dealer), b"")
    else:
        secret = bytes.fromhex(fact.secret)
        if commitment(secret, f"deal {fact.number}") != fact.commitment:
            yield f"the secret of deal {fact.number} is not the one that was committed to"
        own = of_secret(table, fact.number, Seat(fact.dealer), secret)
    if replace(own, version=fact.version, commitment=fact.commitment) != fact:
        yield f"deal {fact.number} is not the one that its secret makes"


def of_closing(table: Table, fact: DealClosed) -> Iterator[str]:
    """On a play of its own: what the table's play tells belongs to its entries."""
    running = table.running
    assert running is not None
    again = Running(table.convention, table.players, running.opened, [*running.answers])
    score = again.play.result
    if score is None:
        yield f"deal {fact.number} is written down and not over"
    elif json.loads(json.dumps(score.wire())) != fact.result:
        yield f"deal {fact.number} scores otherwise than it was written down"
