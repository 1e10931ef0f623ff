"""What this node has not heard of yet, read for all streams at once."""

from collections.abc import Mapping, Sequence

from server.bus import Ring
from server.replica import Replica
from server.store.log import Entry, Log

MOST = 500
"""So many entries of a stream are taken in at once; the others come when it is compared again."""


async def missing(
    replicas: Mapping[str, Replica], log: Log, rings: Sequence[Ring]
) -> dict[str, list[Entry]]:
    """By stream, in order, what the replicas lack of the entries that have rung.

    Nothing is read for a replica that is not loaded: it has to be loaded as a whole.
    """
    lacking: dict[str, list[Entry]] = {}
    names: set[Ring] = set()
    for stream, n in rings:
        replica = replicas.get(stream)
        if replica is None or replica.drifted or n <= replica.n:
            continue
        lacking[stream] = []
        if replica.loaded:
            last = min(n, replica.n + MOST)
            names.update((stream, each) for each in range(replica.n + 1, last + 1))
    for entry in await log.entries(sorted(names)):
        lacking[entry.stream].append(entry)
    return lacking
