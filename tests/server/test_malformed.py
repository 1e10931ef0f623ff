"""Whatever a page sends: a coded refusal or a closed socket, and nothing is different."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgpack
import pytest

from server.wire import MOST_BYTES
from tests.server.nodes import House, rows
from tests.server.people import Person, Refusal, new_id
from tests.server.sockets import EVENT


@dataclass
class Evening:
    """Boris watches a table of Anna's; Eve sends what she likes."""

    house: House
    stream: str
    anna: Person
    boris: Person
    eve: Person

    def log(self) -> list[Any]:
        return rows(self.house.path, "select * from entry")

    async def goes_on(self, before: list[Any]) -> None:
        """Nothing was stored, and the others have not noticed anything."""
        assert self.log() == before
        seen = self.boris.screens[self.stream].n
        done = await self.anna.command(self.stream, "join" if seen % 2 == 0 else "leave")
        assert done["n"] == seen + 1
        await self.boris.sees(self.stream, seen + 1)
        assert self.boris.screens[self.stream].shows() == await self.boris.sync(self.stream)
        assert not self.boris.socket.closed.done()


@pytest.fixture
async def evening(house: House) -> Evening:
    anna, boris, eve = [await house.guest(name) for name in ("Анна", "Борис", "Ева")]
    stream = await anna.open(bots=False)
    await boris.watch(stream)
    return Evening(house, stream, anna, boris, eve)


def nested(depth: int) -> Any:
    deep: Any = 0
    for _ in range(depth):
        deep = [deep]
    return deep


JUNK = [
    None,
    True,
    5,
    -1,
    2**64 - 1,
    -(2**63),
    1.5,
    float("nan"),
    float("inf"),
    "",
    "pass",
    "\0",
    "a" * 4_000,
    b"\xff\xfe",
    [],
    {},
    {"": ""},
    nested(400),
]
IDS = [*map(lambda thing: repr(thing)[:20], JUNK)]  # noqa: C417


@pytest.mark.parametrize("event", ["command", "sync", "unwatch"])
@pytest.mark.parametrize("junk", JUNK, ids=IDS)
async def test_a_message_that_is_none(evening: Evening, event: str, junk: Any) -> None:
    before = evening.log()
    for data in ([event, junk], [event], [event, junk, junk], [event, {"stream": junk}]):
        if event == "unwatch" and data[1:] in ([{"stream": ""}], [{"stream": "pass"}]):
            continue  # who does not watch is free to watch no more
        with pytest.raises(Refusal) as caught:
            await evening.eve.socket.call(*data)
        assert caught.value.code in ("malformed", "no_such_table")
    await evening.goes_on(before)


@pytest.mark.parametrize("junk", JUNK, ids=IDS)
async def test_a_command_that_is_none(evening: Evening, junk: Any) -> None:
    before = evening.log()
    eve, stream = evening.eve, evening.stream
    messages = [
        {"stream": stream, "id": new_id(), "command": junk},
        {"stream": stream, "id": new_id(), "command": {"what": junk}},
        {"stream": stream, "id": junk, "command": {"what": "join"}},
        {"stream": junk, "id": new_id(), "command": {"what": "join"}},
    ]
    if isinstance(junk, str):
        messages.append({"stream": stream, "id": new_id(), "command": {"what": "join", junk: 1}})
    for message in messages:
        with pytest.raises(Refusal) as caught:
            await eve.socket.call("command", message)
        assert caught.value.code in ("malformed", "unknown_command", "no_such_table")
    await evening.goes_on(before)


FIELDS: dict[str, dict[str, Any]] = {
    "open": {"rules": "fspr-2006", "players": 4, "deals": 4, "changed": {}, "bots": False},
    "choose": {"seat": "N"},
    "answer": {"deal": 0, "ask": 0, "words": ["pass"]},
    "claim": {"deal": 0, "ask": 0, "end": "=7"},
    "respond": {"deal": 0, "ask": 0, "word": "yes"},
    "ready": {"deal": 0},
}
PAIRS = [(what, field) for what, fields in FIELDS.items() for field in fields]


@pytest.mark.parametrize(("what", "field"), PAIRS, ids=[f"{w}-{f}" for w, f in PAIRS])
async def test_a_field_of_the_wrong_kind(evening: Evening, what: str, field: str) -> None:
    before = evening.log()
    codes = set()
    for junk in JUNK:
        if (field, junk) in (("changed", {}), ("bots", True), ("deals", 5)):
            continue
        codes.add(await evening.eve.refused(evening.stream, what, **(FIELDS[what] | {field: junk})))
    missing = {name: value for name, value in FIELDS[what].items() if name != field}
    if field not in ("changed", "bots"):
        codes.add(await evening.eve.refused(evening.stream, what, **missing))
    assert "malformed" in codes
    assert codes <= {"malformed", "not_at_this_table", "bad_table"}
    await evening.goes_on(before)


@pytest.mark.parametrize("id", ["", "short", "a" * 65, "with blank", "a\nbcdefgh", "идентификатор"])
async def test_an_id_has_a_form(evening: Evening, id: str) -> None:
    message = {"stream": evening.stream, "id": id, "command": {"what": "join"}}
    before = evening.log()
    with pytest.raises(Refusal) as caught:
        await evening.eve.socket.call("command", message)
    assert (caught.value.code, caught.value.detail) == ("malformed", {"where": "id"})
    await evening.goes_on(before)


# --- packets that are none --------------------------------------------------------------------

PACKETS = {
    "empty": b"",
    "garbage": b"\xc1\xc1\xc1",
    "half": msgpack.packb({"type": 2, "nsp": "/", "data": ["sync", {}]})[:-3],
    "and more": msgpack.packb({"type": 2, "nsp": "/", "data": ["sync", {}]}) + b"\0",
    "too many": b"\xdd\xff\xff\xff\xff",
    "nested": b"\x91" * 16_000 + b"\0",
    "number": msgpack.packb(5),
    "list": msgpack.packb([2, "/", ["sync", {}]]),
    "map of lists": b"\x81\x90\x90",
    "extension": msgpack.packb({"type": 2, "nsp": "/", "data": ["sync", msgpack.ExtType(1, b"")]}),
    "no text": b"\x81\xa4type\xa2\xff\xfe",
    "no type": msgpack.packb({"nsp": "/", "data": ["sync", {}]}),
    "kind 6": msgpack.packb({"type": 6, "nsp": "/", "data": ["sync", {}]}),
    "kind true": msgpack.packb({"type": True, "nsp": "/", "data": ["sync", {}]}),
    "binary event": msgpack.packb({"type": 5, "nsp": "/", "data": ["sync", {}], "attachments": 9}),
    "connect error": msgpack.packb({"type": 4, "nsp": "/", "data": "no"}),
    "no namespace": msgpack.packb({"type": 2, "data": ["sync", {}]}),
    "admin": msgpack.packb({"type": 2, "nsp": "/admin", "data": ["sync", {}]}),
    "no event": msgpack.packb({"type": 2, "nsp": "/", "data": []}),
    "event *": msgpack.packb({"type": 2, "nsp": "/", "data": ["*", {}]}),
    "event 5": msgpack.packb({"type": 2, "nsp": "/", "data": [5, {}]}),
    "event text": msgpack.packb({"type": 2, "nsp": "/", "data": "sync"}),
    "id text": msgpack.packb({"type": 2, "nsp": "/", "data": ["sync", {}], "id": "0"}),
    "id true": msgpack.packb({"type": 2, "nsp": "/", "data": ["sync", {}], "id": True}),
    "ack text": msgpack.packb({"type": 3, "nsp": "/", "data": "yes", "id": 0}),
}


@pytest.mark.parametrize("name", PACKETS)
async def test_what_is_no_packet_closes_the_socket(evening: Evening, name: str) -> None:
    before = evening.log()
    await evening.eve.socket.ws.send_bytes(PACKETS[name])
    await evening.eve.socket.gone()
    await evening.goes_on(before)
    await evening.eve.connect()
    assert await evening.eve.open()


@pytest.mark.parametrize("text", ["", "4", '42["sync",{}]', "x", "5", "6", "{}", "\0", "a" * 9999])
async def test_text_frames_close_the_socket(evening: Evening, text: str) -> None:
    before = evening.log()
    await evening.eve.socket.ws.send_str(text)
    assert await evening.eve.socket.gone() == 1003
    await evening.goes_on(before)


async def test_a_message_that_is_too_long_closes_the_socket(evening: Evening) -> None:
    before = evening.log()
    fits = {"stream": evening.stream, "id": new_id(), "command": {"what": "a" * (MOST_BYTES - 200)}}
    with pytest.raises(Refusal, match="unknown_command"):
        await evening.eve.socket.call("command", fits)
    await evening.eve.socket.emit("command", fits | {"command": {"what": "a" * MOST_BYTES}})
    assert await evening.eve.socket.gone() == 1009
    await evening.goes_on(before)


async def test_undefined_is_nothing(evening: Evening) -> None:
    """What JavaScript's undefined becomes in the page's parser."""
    undefined = msgpack.ExtType(0, b"\0")
    with pytest.raises(Refusal, match="malformed"):
        await evening.eve.socket.call("sync", undefined)
    with pytest.raises(Refusal, match="malformed"):
        await evening.eve.socket.call("sync", {"stream": undefined})


@pytest.mark.parametrize("number", [0, 2**53, 2**64 - 1, -(2**63)])
async def test_any_number_of_a_question_is_acknowledged(evening: Evening, number: int) -> None:
    socket = evening.eve.socket
    socket.waiting[number] = socket.closed.get_loop().create_future()
    await socket.packet(type=EVENT, nsp="/", data=["sync", {}], id=number)
    assert (await socket.waiting[number])["error"]["code"] == "malformed"


async def test_an_acknowledgement_that_nobody_asked_for(evening: Evening) -> None:
    before = evening.log()
    for number in (None, 0, 2**63):
        await evening.eve.socket.packet(type=3, nsp="/", data=[1], id=number)
    assert await evening.eve.sync(evening.stream)
    await evening.goes_on(before)
