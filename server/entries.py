"""Entries of the log as bytes, and commands from what a page sent."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from game.script import Event, Refused

Vocabulary = Mapping[str, type[Any]]
"""The facts of a kind of stream, or the commands that may be sent to it, by name."""


def vocabulary(kinds: Iterable[type[Any]]) -> Vocabulary:
    return {kind.what: kind for kind in kinds}


@dataclass(frozen=True, slots=True)
class Body:
    """What an entry holds: its facts, and a digest of what the play told when it was written."""

    facts: list[Any]
    told: str


def packed(facts: Sequence[Any], told: str) -> bytes:
    """The body of an entry."""
    rows = [
        {"what": fact.what, **{name: getattr(fact, name) for name in fact.__match_args__}}
        for fact in facts
    ]
    return msgspec.json.encode({"facts": rows, "told": told})


class Raw(msgspec.Struct):
    """A body as it is stored."""

    facts: list[dict[str, Any]]
    told: str


def unpacked(body: bytes, known: Vocabulary) -> Body:
    """The body that `packed` made of facts of this vocabulary. Raises msgspec.MsgspecError."""
    raw = msgspec.json.decode(body, type=Raw)
    facts: list[Any] = []
    for row in raw.facts:
        kind = known.get(row.pop("what", ""))
        if kind is None:
            raise msgspec.ValidationError("an unknown fact")
        facts.append(msgspec.convert(row, kind))
    return Body(facts, raw.told)


def digest(told: Sequence[Event]) -> str:
    """Tells whether the rules still ask and score as they did; empty if nothing was told."""
    if not told:
        return ""
    text = json.dumps([event.whole() for event in told])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def command_of(message: object, sendable: Vocabulary) -> Any:
    """The command in a message. Raises `Refused` (unknown_command, malformed)."""
    if not isinstance(message, dict):
        raise Refused("malformed", where="command")
    fields: dict[str, Any] = dict(message)
    what = fields.pop("what", None)
    kind = sendable.get(what) if isinstance(what, str) else None
    if kind is None:
        raise Refused("unknown_command")
    if unknown := fields.keys() - kind.__dataclass_fields__.keys():
        raise Refused("malformed", where=str(min(map(str, unknown)))[:40])
    try:
        return msgspec.convert(fields, kind)
    except msgspec.ValidationError as wrong:
        raise Refused("malformed", where=str(wrong)[:120]) from None
