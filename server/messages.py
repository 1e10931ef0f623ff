"""What travels between the page and the server: the types that the page's own are generated from.

Over the socket: `command`, `sync` and `unwatch` from the page, each answered by an acknowledgement
`{"ok": …}` or `{"error": …}`; `entry` from the server. Over HTTP: JSON, errors alike.
"""

from typing import Any, NotRequired, TypedDict

from game.view import View
from lobby.contest.views import ContestView
from lobby.table.seen import PastView, TableView


class ErrorMessage(TypedDict):
    """A refusal: a code, the paragraph of docs/rules it comes from ("" if none), parameters."""

    code: str
    rule: str
    detail: dict[str, Any]


class CommandMessage(TypedDict):
    """`command`: `id` is new for each command and the same for a repeat of it.

    `command` is one of lobby/table/commands.py or lobby/contest/commands.py with its `what`;
    `stream` is empty for `open`, `practise` and `create`.
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


class LineMessage(TypedDict):
    """`said`: one of lobby.table.talk.PHRASES, or a free line, or a card that is pointed at.

    `say` sends stream, phrase, line and card, two of them empty.
    """

    stream: str
    at: int
    person: str
    phrase: str
    line: str
    card: str


class SyncedMessage(TypedDict):
    """The acknowledgement of `sync`: the state after entry `n`; `names` by person.

    `now` is the server's time in milliseconds, for the clocks.
    """

    stream: str
    n: int
    now: int
    table: TableView
    view: View
    names: dict[str, str]
    talk: list[LineMessage]


class EntryMessage(TypedDict):
    """Entry `n` as this viewer may have it, written at `at` (milliseconds since 1970).

    `set` has the fields of the table that changed, `closed` the deal that is added to its past,
    `events` are folded into the view, `names` has those of newcomers; `view` comes in place of
    events when answers were taken back, when this viewer sees another hand than before, and when a
    deal is over that he is shown late. A page whose last entry is not `n - 1` asks for `sync`.
    """

    stream: str
    n: int
    at: int
    set: NotRequired[dict[str, Any]]
    closed: NotRequired[PastView]
    events: NotRequired[list[dict[str, Any]]]
    view: NotRequired[View]
    names: NotRequired[dict[str, str]]


class ProgressView(TypedDict):
    """How far a table of a contest is: the running deal or the last one, of how many.

    `away` are the people whose connection is lost, or for whom a bot stands in.
    """

    deal: int
    deals: int
    phase: str
    last_circle: bool
    away: list[str]


class ContestMessage(TypedDict):
    """A contest as everybody sees it; `progress` by stream of a table that runs.

    `marks`: until when a no-show at another contest is marked, by entrant, in milliseconds.
    """

    contest: ContestView
    progress: dict[str, ProgressView]
    marks: dict[str, int]


class SyncedContestMessage(ContestMessage):
    """The acknowledgement of `sync` with the stream of a contest: the state after entry `n`."""

    stream: str
    n: int
    now: int
    names: dict[str, str]


class ChangedMessage(TypedDict):
    """`changed`: what makes the contest after entry `n` of that after entry `after`.

    `changes` are carried out on `{contest, progress, marks}` one after the other: `[path, value]`
    sets what is at a path of keys and places (a place behind the last adds), `[path]` takes away
    all of a list from a place on, or a key. A page whose last entry is not `after` asks for `sync`.
    """

    stream: str
    after: int
    n: int
    changes: list[list[Any]]
    names: NotRequired[dict[str, str]]


class SentAwayMessage(TypedDict):
    """`sent_away`: this person may not watch the table any more; the code says why."""

    stream: str
    code: str


class ReplacedMessage(TypedDict):
    """`replaced`: another browser of this person watches the table now; `sync` takes it back."""

    stream: str


class LinkMessage(TypedDict):
    """`POST /api/link`: the secret of a new return link, shown once. `DELETE` revokes it.

    `POST /api/return {"link"}` makes another browser this person.
    """

    link: str


class PersonMessage(TypedDict):
    """`GET /api/me`: who this browser is; `account` and `administrator` say what he is here.

    It is also the answer of `POST /api/guest {"name"}`, `POST /api/account {"name", "password"}`,
    `POST /api/login {"name", "password"}`, `POST /api/return {"link"}` and
    `POST /api/password {"old", "new"}`, which set the cookie. `POST /api/logout`,
    `POST /api/logout-all` and `DELETE /api/account {"password"}` take it away.
    """

    person: str
    name: str
    account: bool
    administrator: bool


class FoundMessage(TypedDict):
    """`GET /api/people?login=…`, for account holders: the account of exactly this name."""

    person: str
    name: str


class AccountRow(TypedDict):
    """An account in the list; made at `at` (milliseconds since 1970)."""

    person: str
    name: str
    administrator: bool
    at: int


class AccountsMessage(TypedDict):
    """`GET /api/accounts?from=…`, for administrators: `next` is the `from` of the next page, or "".

    `POST /api/accounts/{person}/administrator {"administrator"}` makes somebody one, or not.
    """

    accounts: list[AccountRow]
    next: str


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
    listed: bool
    minutes: int
    pace: str


class TablesMessage(TypedDict):
    """`GET /api/tables`."""

    tables: list[TableRow]


class ContestRow(TypedDict):
    """A contest in the list; `entered` and `directs` are this person's. Times in milliseconds."""

    stream: str
    title: str
    zone: str
    formula: str
    rules: str
    phase: str
    registration_until: int
    starts: list[int]
    entrants: int
    entered: bool
    directs: bool


class ContestsMessage(TypedDict):
    """`GET /api/contests`, open to all."""

    contests: list[ContestRow]
