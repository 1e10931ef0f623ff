"""The golden streams: recorded deals as single viewers see them, and the view after every event.

Python and the page fold the same events; both must come to the views in tests/golden/views.
`python -m tests.game.view_streams` writes the files anew.
"""

import copy
import json
from pathlib import Path
from typing import Any, NamedTuple

from game.notation import finished, parse
from game.script import Seat
from game.view import empty, fold

GOLDEN = Path(__file__).parent.parent / "golden"


class Stream(NamedTuple):
    """Deal `place` (from 0) of a file of golden deals, seen from `seats`."""

    deals: str
    place: int
    seats: str

    @property
    def path(self) -> Path:
        return GOLDEN / "views" / f"{self.deals}-{self.place}-{self.seats or 'public'}.json"


STREAMS = (
    Stream("festival-2011-3", 3, "S"),  # misère beaten by a nine, returned whist, open, declarer
    Stream("festival-2011-4", 1, "W"),  # half misère, the sitting dealer's view
    Stream("festival-2011-4", 3, "S"),  # a lone whister plays open
    Stream("festival-2011-4", 6, "W"),  # the dealer was invited and whists
    Stream("festival-2011-4", 7, "E"),  # the dealer whists closed, an agreed end
    Stream("fspr-2006-3", 3, "N"),  # raspasy of three
    Stream("fspr-2006-3", 4, "E"),  # misère of three, a defender, an agreed end
    Stream("fspr-2006-4", 5, ""),  # both whist, the public's view
    Stream("fspr-code-6-4", 1, "S"),  # raspasy of four, the dealer
    Stream("fspr-code-6-3", 1, "N"),  # a half-whist stands, quick tricks
)


def told(stream: Stream) -> list[dict[str, Any]]:
    """The events of the deal as this viewer may have them."""
    text = (GOLDEN / "preferans" / f"{stream.deals}.deals").read_text(encoding="utf-8")
    replayed = finished(parse(text)[stream.place])
    viewer = frozenset(Seat(seat) for seat in stream.seats)
    return [event.seen_by(viewer) for event in replayed.play.news()]


def folded(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The fields of the view that each event changed."""
    view: Any = empty()
    changes = []
    for event in events:
        before = copy.deepcopy(view)
        fold(view, event)
        changed = {field: view[field] for field in view if view[field] != before.get(field)}
        changes.append(copy.deepcopy(changed))
    return changes


def golden_text(stream: Stream) -> str:
    """An array of steps, one a line: `[event, changed fields]`."""
    events = told(stream)
    steps = zip(events, folded(events), strict=True)
    lines = [json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in steps]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main() -> None:
    for stream in STREAMS:
        stream.path.write_text(golden_text(stream), encoding="utf-8")


if __name__ == "__main__":
    main()
