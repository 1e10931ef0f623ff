"""Print the page's types: the Python ones of views, tables, events, commands and messages.

Usage: python tools/page_types.py > clients/web/src/generated.ts
tests/web/test_types.py compares that file with what is printed here.
"""

import ast
import dataclasses
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game import view  # noqa: E402
from game.preferans import events  # noqa: E402
from game.script import Asked, Secret  # noqa: E402
from lobby import line  # noqa: E402
from lobby.contest import commands as contest_commands  # noqa: E402
from lobby.contest import plan  # noqa: E402
from lobby.contest import views as contest_views  # noqa: E402
from lobby.table import audience, commands, gathering, seen, talk, timing  # noqa: E402
from lobby.tournament.formulas import FORMULAS  # noqa: E402
from server import messages  # noqa: E402
from server.passwords import LEAST, MOST  # noqa: E402
from server.plain import NAME_LENGTH  # noqa: E402

HEAD = """\
// Made by tools/page_types.py from the Python types; do not edit.
"""
SHAPES = (view, seen, contest_views, messages)
"""Modules whose TypedDicts travel."""
FACTS = (*events.EVENTS, Asked)
LIMITS = {
    "deals": gathering.MOST_DEALS,
    "minutes": gathering.MOST_MINUTES,
    "brought": gathering.MOST_TEXT,
    "line": talk.LENGTH,
    "name": NAME_LENGTH,
    "password_least": LEAST,
    "password_most": MOST,
}
CONTEST_LIMITS = {
    "tours": plan.MOST_TOURS,
    "seconds": plan.MOST_SECONDS,
    "text": line.MOST,
}
RULES = {name: {"has_final": formula.has_final} for name, formula in FORMULAS.items()}
SENT = (
    (commands.SENDABLE, "Command", "What a person may ask of a table."),
    (contest_commands.SENDABLE, "ContestCommand", "What a person may ask of a contest."),
)
"""Commands, how their types end, and what they are together."""
ROOMS = ("game", "lobby", "server")
BLANK_LINE = "\n\n"

BASIC = {str: "string", int: "number", bool: "boolean", float: "number", NoneType: "null"}
ANYTHING = (Any, object)


def type_text(hint: Any) -> str:
    """A Python type as a TypeScript one. Raises TypeError for one that cannot travel."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in ANYTHING:
        return "unknown"
    if hint in BASIC:
        return BASIC[hint]
    if isinstance(hint, NewType):
        return type_text(hint.__supertype__)
    if is_typeddict(hint) or dataclasses.is_dataclass(hint):
        return str(hint.__name__)
    if origin is Annotated and args[0] is Secret:
        return type_text(args[1])
    if origin is Literal:
        return " | ".join(f'"{word}"' for word in args)
    if origin in (Union, UnionType):
        return " | ".join(type_text(arg) for arg in args)
    if origin is list:
        inner = type_text(args[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{type_text(args[0])}, {type_text(args[1])}>"
    raise TypeError(f"no type of the wire: {hint}")


def comment(thing: Any, indent: str = "") -> Iterator[str]:
    """The first paragraph of a docstring, if somebody wrote one."""
    text = thing.__dict__.get("__doc__") or ""
    if text and not text.startswith(f"{thing.__name__}("):  # a dataclass without one has that
        yield f"{indent}/** {' '.join(text.partition(BLANK_LINE)[0].split())} */"


def field_text(name: str, hint: Any, optional: bool = False) -> str:
    return f"  {name}{'?' if optional else ''}: {type_text(hint)};"


def interface(name: str, head: Iterator[str], fields: Iterator[str]) -> Iterator[str]:
    yield from head
    yield f"export interface {name} {{"
    yield from fields
    yield "}"
    yield ""


def shape(thing: Any) -> Iterator[str]:
    """A TypedDict."""
    hints = get_type_hints(thing, include_extras=True)

    def fields() -> Iterator[str]:
        for name, hint in hints.items():
            optional = get_origin(hint) is NotRequired
            yield field_text(name, get_args(hint)[0] if optional else hint, optional)

    return interface(thing.__name__, comment(thing), fields())


def tagged(thing: Any, tag: str, word: str, name: str) -> Iterator[str]:
    """A dataclass that travels with its name in the field `tag`; defaults may be left out."""
    return interface(name, comment(thing), iter([f'  {tag}: "{word}";', *own_fields(thing)]))


def record(thing: Any) -> Iterator[str]:
    """A dataclass that is part of a command."""
    return interface(thing.__name__, comment(thing), own_fields(thing))


def own_fields(thing: Any) -> Iterator[str]:
    hints = get_type_hints(thing, include_extras=True)
    unset = dataclasses.MISSING
    for field in dataclasses.fields(thing):
        free = field.default is not unset or field.default_factory is not unset
        yield field_text(field.name, hints[field.name], free)


def union(name: str, members: list[str], about: str) -> Iterator[str]:
    yield f"/** {about} */"
    yield f"export type {name} ="
    for member in members[:-1]:
        yield f"  | {member}"
    yield f"  | {members[-1]};"
    yield ""


def own(module: Any) -> list[Any]:
    """The TypedDicts that the module itself defines, in their order."""
    things = vars(module).values()
    return [t for t in things if is_typeddict(t) and t.__module__ == module.__name__]


def refusal_codes() -> list[str]:
    """The first argument of every `Refused("…")` in the code."""
    codes = set()
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(ast.Name("Refused"), [ast.Constant(str() as code), *_]):
                        codes.add(code)
                    case _:
                        pass
    return sorted(codes)


def as_json(value: Any) -> str:
    """The value as a literal of TypeScript."""
    return json.dumps(value, default=dataclasses.asdict, indent=2)


def printed() -> str:
    """The whole file."""
    lines = [HEAD]
    for module in SHAPES:
        for thing in own(module):
            lines += shape(thing)
    fact: Any
    for fact in FACTS:
        lines += tagged(fact, "event", fact.name, fact.__name__)
    lines += union("Seen", [fact.__name__ for fact in FACTS], "An event as a viewer may have it.")
    for thing in (plan.Planned, plan.Plan):
        lines += record(thing)
    for sendable, name, about in SENT:
        for command in sendable.values():
            lines += tagged(command, "what", command.what, f"{command.__name__}{name}")
        lines += union(name, [f"{each.__name__}{name}" for each in sendable.values()], about)
    lines += ["/** The codes of refusals that the code was found to use. */"]
    lines += ["export const REFUSALS: readonly string[] = ["]
    lines += [f'  "{code}",' for code in refusal_codes()]
    lines += ["];", ""]
    lines += ["/** Seconds a question, of thinking bank and of connection bank, by pace. */"]
    lines += [f"export const PACES = {as_json(timing.PACES)} as const;", ""]
    lines += ["/** The most that the server takes: of deals, minutes, characters. */"]
    lines += [f"export const LIMITS = {as_json(LIMITS)} as const;", ""]
    lines += ["/** The formulas of contests, and whether they end with a final. */"]
    lines += [f"export const FORMULAS = {as_json(RULES)} as const;", ""]
    lines += ["/** What spectators of a contest may see. */"]
    lines += [f"export const WATCHING = {as_json(audience.WATCHING)} as const;", ""]
    lines += ["/** The most that the plan of a contest takes. */"]
    lines += [f"export const CONTEST_LIMITS = {as_json(CONTEST_LIMITS)} as const;", ""]
    lines += ["/** What can be said in one touch. */"]
    lines += [f"export const PHRASES = {as_json(talk.PHRASES)} as const;", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(printed())
