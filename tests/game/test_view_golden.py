"""The fold of game/view.py against the golden streams that the page's fold is held against too."""

import json

import pytest

from game.preferans.events import EVENTS
from game.script import Asked
from tests.game.view_streams import GOLDEN, STREAMS, Stream, golden_text


@pytest.mark.parametrize("stream", STREAMS, ids=lambda stream: stream.path.stem)
def test_views_are_as_recorded(stream: Stream) -> None:
    assert golden_text(stream) == stream.path.read_text(encoding="utf-8")


def test_nothing_else_lies_there() -> None:
    assert {*(GOLDEN / "views").iterdir()} == {stream.path for stream in STREAMS}


def test_the_streams_have_every_event() -> None:
    told = {
        event["event"]
        for stream in STREAMS
        for event, _ in json.loads(stream.path.read_text(encoding="utf-8"))
    }
    assert told == {event.name for event in (*EVENTS, Asked)}
