"""What travels between the page and the server: the types that the page's own are generated from.

Over the socket: `command`, `sync` and `unwatch` from the page, each answered by an acknowledgement
`{"ok": …}` or `{"error": …}`; `entry` from the server. Over HTTP: JSON, errors alike.
"""

from typing import Any, NotRequired, TypedDict

from game.view import View
from lobby.seen import TableView


class ErrorMessage(TypedDict):
    """A refusal: a code, the paragraph of docs/rules it comes from ("" if none), parameters."""

    code: str
    rule: str
    detail: dict[str, Any]


class CommandMessage(TypedDict):
    """`command`: `id` is new for each command and the same for a repeat of it.

    `command` is one of lobby/commands.py with its `what`; `stream` is empty for `open`.
    """

    stream: str
    id: str
    command: dict[str, Any]


class DoneMessage(TypedDict):
    """The acknowledgement of a command: it is entry `n` of the stream."""

    stream: str
    n: int


class SyncMessage(TypedDict):
    """`sync`: asks for all that this person may see, and for every entry from then on."""

    stream: str


class SyncedMessage(TypedDict):
    """The acknowledgement of `sync`: the state after entry `n`; `names` by person."""

    stream: str
    n: int
    table: TableView
    view: View
    names: dict[str, str]


class EntryMessage(TypedDict):
    """Entry `n` as this viewer may have it.

    `set` has the fields of the table that changed, `events` are folded into the view, `names`
    has those of newcomers. A page whose last entry is not `n - 1` asks for `sync`.
    """

    stream: str
    n: int
    set: NotRequired[dict[str, Any]]
    events: NotRequired[list[dict[str, Any]]]
    names: NotRequired[dict[str, str]]


class PersonMessage(TypedDict):
    """`POST /api/guest {"name"}` and `GET /api/me`: who this browser is."""

    person: str
    name: str


class TableRow(TypedDict):
    """A table in the list."""

    stream: str
    rules: str
    players: int
    deals: int
    phase: str
    deal: int
    names: list[str]
    free: int
    mine: bool


class TablesMessage(TypedDict):
    """`GET /api/tables`."""

    tables: list[TableRow]
