"""A deal of preferans as a JSON object, both ways: the same content as the text of game.notation.

`{"rules", "players", "dealer", "streak", "hands": {seat: text}, "talon": [two cards], "tokens"}`,
and `headers` with those that the notation does not know. In place of hands and talon there may be
`pack`, 32 cards, and `packet` (§1.3).
"""

import json
from collections.abc import Mapping
from typing import Any

from game.notation import OWN_HEADERS, PACK_HEADERS, Malformed, Text, parse

OBJECT_FIELDS = {name.lower(): name for name in (*OWN_HEADERS, *PACK_HEADERS)}
KEYS = (*OBJECT_FIELDS, "tokens", "headers", "score")


def as_object(text: Text) -> dict[str, Any]:
    """The object of a deal whose headers are known to be right."""
    told: dict[str, Any] = {}
    for key, name in OBJECT_FIELDS.items():
        if name in text.headers:
            told[key] = value_of(key, text.headers[name])
    others = {
        name: text.headers[name] for name in text.headers if name.lower() not in OBJECT_FIELDS
    }
    return told | ({"headers": others} if others else {}) | {"tokens": list(text.tokens)}


def value_of(key: str, header: str) -> Any:
    match key:
        case "players" | "streak" | "packet":
            return int(header)
        case "talon" | "pack":
            return header.split()
        case "hands":
            return dict(hand.split(":", 1) for hand in header.split())
        case _:
            return header


def deals_of(text: str) -> list[Text]:
    """The deals of a file, be it notation or JSON (an object or a list of objects).

    Raises `Malformed`; headers and tokens are not yet checked.
    """
    start = text.lstrip()
    if start[:1] == "{" or (start[:1] == "[" and start[1:].lstrip()[:1] in ("{", "]")):
        return deals_of_json(start)
    return parse(text)


def deals_of_json(text: str) -> list[Text]:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise Malformed(f"is no JSON: {wrong}") from None
    if isinstance(told, dict) and "deals" in told:  # a whole pulya, as it is exported
        told = told["deals"]
    objects = told if isinstance(told, list) else [told]
    return [text_of(number, deal) for number, deal in enumerate(objects, start=1)]


def text_of(number: int, told: object) -> Text:
    """The text of an object. Raises `Malformed`."""
    if not isinstance(told, Mapping):
        raise Malformed(f"deal {number}: is no object")
    if unknown := [key for key in told if key not in KEYS]:
        raise Malformed(f"deal {number}: {unknown[0]!r} means nothing")
    headers: dict[str, str] = {}
    for name, value in strings(number, "headers", told.get("headers", {})).items():
        if (
            name.lower() in OBJECT_FIELDS
            or not name.isidentifier()
            or '"' in value
            or "\n" in value
        ):
            raise Malformed(f"deal {number}: {name!r} cannot be another header")
        headers[name] = value
    for key, name in OBJECT_FIELDS.items():
        if key in told:
            headers[name] = header_of(number, key, told[key])
    return Text(headers, words(number, "tokens", told.get("tokens", [])))


def header_of(number: int, key: str, value: object) -> str:
    match key:
        case "players" | "streak" | "packet" if type(value) is int:
            return str(value)
        case "talon" | "pack":
            return " ".join(words(number, key, value))
        case "hands":
            hands = strings(number, key, value)
            return " ".join(f"{seat}:{cards}" for seat, cards in hands.items())
        case "rules" | "dealer" if isinstance(value, str):
            return value
    raise Malformed(f"deal {number}: {key} is not as it should be")


def words(number: int, key: str, value: object) -> list[str]:
    """Raises `Malformed` unless these are words."""
    if isinstance(value, list) and all(isinstance(w, str) and len(w.split()) == 1 for w in value):
        return [word.strip() for word in value]
    raise Malformed(f"deal {number}: {key}: a list of words is needed")


def strings(number: int, key: str, value: object) -> dict[str, str]:
    """Raises `Malformed` unless this is an object of texts."""
    if isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
        return value
    raise Malformed(f"deal {number}: {key}: an object of texts is needed")
