"""Write docs/conventions.md, docs/protocol.md and the tables of settings from the code.

Usage: python tools/docs.py; tests/test_docs.py compares what it would write with what is there.
"""

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from page_types import FACTS, own, refusal_codes, type_text  # noqa: E402

from game.preferans.conventions import CONVENTIONS, Convention  # noqa: E402
from lobby.contest import commands as contest_commands  # noqa: E402
from lobby.contest import views as contest_views  # noqa: E402
from lobby.contest.decisions import REFUSED  # noqa: E402
from lobby.contest.plan import Plan, Planned  # noqa: E402
from lobby.table.commands import SENDABLE  # noqa: E402
from server import messages  # noqa: E402
from server.settings import SETTINGS  # noqa: E402

FIELDS: dict[str, tuple[str, str]] = {
    "talon_packets": (
        "Какие пары карт могут стать прикупом",
        "Which packets of two may become the talon",
    ),
    "hold_mandatory": (
        "Рука с меньшим номером говорит «здесь» или пас, выше не идёт",
        "The earlier hand says «here» or pass and does not go higher",
    ),
    "half_misere": ("Мизер пополам со сдающим", "Misère shared with the sitting dealer"),
    "nine_ends_auction": (
        "Девятерная поверх мизера кончает торговлю",
        "A nine over misère ends the auction",
    ),
    "discard_seen": (
        "Снос можно смотреть, пока не кончится",
        "The discard may be looked at until this is over",
    ),
    "pass_pass_return_67": (
        "Возврат виста после двух пасов на 6 и 7",
        "Return of the whist after two passes on 6 and 7",
    ),
    "dealer_look": (
        "Сдающий смотрит руку до решения о висте",
        "The dealer sees the hand before he decides to whist",
    ),
    "misere_notes": (
        "Расклад мизера разрешено записать",
        "The layout of a misère may be noted down",
    ),
    "raspasy_prices": ("Цена взятки на распасах", "Price of a trick in raspasy"),
    "zero_tricks": ("Ни одной взятки: куда пишется", "Zero tricks: where they are written"),
    "exit_unwhisted": (
        "Независтованная игра выводит из распасов",
        "An unwhisted game leads out of raspasy",
    ),
    "exit_half_whist": (
        "Игра за полвиста выводит из распасов",
        "A game with a half-whist leads out of raspasy",
    ),
    "exit_misere": ("Сыгранный мизер выводит из распасов", "A misère made leads out of raspasy"),
    "return_consolation": (
        "Вернувший вист пишет консоляцию всех или свою",
        "Who returns the whist writes everybody's consolation or his own",
    ),
    "pair_cap_67": (
        "Недобор на 6 и 7 не больше недобора пары",
        "Shortfall on 6 and 7 is at most the pair's",
    ),
    "both_responsible": (
        "На 8–10 без взятки оба пишут полностью или делят",
        "On 8–10 without a trick both write it whole or split it",
    ),
    "quick_tricks": ("Быстрые взятки в прикупе", "Quick tricks in the talon"),
    "write_off": ("Пуля списывается с горы", "Pool points are written off the mountain"),
    "last_circle_minutes": (
        "За сколько минут объявляют последний круг",
        "Minutes before the end at which the last circle is announced",
    ),
    "last_circle_deals_of_three": (
        "Сколько сдач после этого втроём",
        "Deals after that at three",
    ),
    "last_circle_deals_of_four": (
        "Сколько сдач после этого вчетвером",
        "Deals after that at four",
    ),
}

TOLD: dict[str, str] = {
    "already_here": "takes part at this table already",
    "already_ready": "has said so already",
    "already_seated": "the chairs are given out",
    "bad_archive": "the archive cannot be taken in, at `where`: `why`",
    "bad_adjustment": (
        "an adjustment changes something by at most `most`, for a number and on another one, "
        "and takes nothing that is not there"
    ),
    "bad_deals": "deal number `deal` of the file (0: the file itself) cannot be played: `why`",
    "bad_end": "the numbers of the agreed end cannot be",
    "bad_name": "a name has `least` to `most` printable characters",
    "bad_password": "a password has `least` to `most` characters and is not the name",
    "bad_table": "the table cannot be opened with this `field`",
    "card_seen": "a card was seen since; nothing is taken back",
    "chairs_are_free": "not all chairs are taken yet",
    "claim_waits": "a claim must be answered first",
    "claimed_before": "his claim was refused in this trick",
    "contest_exists": "a contest or a table of this name is here already",
    "contest_runs": "before the end only an administrator gets the whole log",
    "deal_not_over": "the deal is not over yet",
    "deal_over": "the deal is over",
    "has_seen_another_hand": "has seen another hand of this deal: a bot plays it for him",
    "has_account": "this person has an account already",
    "incident": "the server failed; its log has the `number`",
    "last_administrator": "one administrator stays",
    "malformed": "the message has no such form, at `where`",
    "name_taken": "an account has this name, or another entrant of the contest",
    "no_account": "guests may not do this",
    "no_claim": "this player may not claim this end",
    "no_claim_waits": "no claim waits for this player's answer",
    "no_deal_runs": "no deal is running",
    "no_deal_to_come": "the table does not wait for the next deal",
    "no_end_here": "a deal can be ended only where a card is asked",
    "no_seating_now": "the chairs are not being chosen now",
    "no_session": "this browser has no name yet",
    "no_such_chair": "the table has no chair `seat`",
    "no_such_deal": "no deal of this number is finished",
    "no_such_link": "the return link is unknown or was revoked",
    "no_such_person": "nobody is known under this id",
    "no_such_table": "there is no such table",
    "no_wish_waits": "nothing waits for this person's consent",
    "no_words": "the answer is empty or unknown",
    "nobody_is_away": "nobody whom the table waits for is away",
    "nobody_stands_in": "no bot plays in his place and the table does not wait for him",
    "nobody_to_send_away": "there is no such other person at the table",
    "not_administrator": "only an administrator may do this",
    "not_an_open_card": "`card` does not lie open, or is not his to point at",
    "not_an_option": "`choice` is not one of the options of the question `what`",
    "not_at_this_table": "does not take part at this table",
    "not_for_spectators": "spectators may not see that at this table",
    "not_in_a_contest": "nothing is taken back, paused or played again at the table of a contest",
    "not_number_one": "only the player with number 1 chooses",
    "not_paused": "there is no pause",
    "not_the_host": "only who has been at the table longest sends people away",
    "not_your_turn": "`seat` is asked",
    "nothing_to_undo": "he has not answered in this deal yet",
    "one_at_a_time": "only discards and the contract may come in one answer",
    "other_browser": "a newer browser of this person has the seat; `sync` takes it back",
    "other_site": "another web site has made the browser send it",
    "paused": "there is a pause",
    "plays_here": "plays at this table",
    "pulya_goes_on": "the pulya is not finished",
    "pulya_over": "the pulya is finished",
    "question_is_over": "the question was answered; the current one is `ask` of deal `deal`",
    "sent_away": "was sent away from this table",
    "silence": "nobody may talk now",
    "something_waits": "a wish, a claim or a pause comes first",
    "table_is_full": "there is no free chair",
    "table_is_open": "the table is open already",
    "table_stopped": "the log was written by other rules; nothing is added",
    "time_is_not_up": "the time is not up yet",
    "too_fast": "too many messages; wait a little",
    "too_many_bots": "a contest has at most `most` bots",
    "too_many_contests": "at most `most` contests that one person has created go on at once",
    "try_again": "the command was not carried out; send it again with the same id",
    "unknown_command": "there is no such command",
    "unknown_event": "there is no such event",
    "wished_before": "has wished the same in vain since the last answer",
    "wrong_password": "the name or the password is wrong",
}
REFUSALS = dict(sorted((TOLD | REFUSED).items()))
"""Of the tables and of the contests."""


def conventions() -> Iterator[str]:
    """The table of conventions."""
    yield "# Конвенции · Conventions"
    yield ""
    yield "Made by `make docs` from `game/preferans/conventions.py`."
    yield "§ is a paragraph of `docs/rules`."
    yield ""
    yield f"| § | Правило | Rule | Field | {' | '.join(CONVENTIONS)} |"
    yield "|---|---|---|---|" + "---|" * len(CONVENTIONS)
    for field in dataclasses.fields(Convention):
        if field.name == "name":
            continue
        russian, english = FIELDS[field.name]
        values = [value_text(getattr(each, field.name)) for each in CONVENTIONS.values()]
        cells = [field.metadata["rule"], russian, english, f"`{field.name}`", *values]
        yield f"| {' | '.join(cells)} |"


def value_text(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case (first, *_, last) if len(value) > 3:
            return f"{first}…{last}"
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value).replace("_", " ")


def protocol() -> Iterator[str]:
    """Messages, commands, events, refusals."""
    yield "# Protocol"
    yield ""
    yield "Made by `make docs` from the code. Socket.IO over WebSocket with MessagePack packets,"
    yield "and JSON over HTTP. A person is a signed cookie; `PersonMessage` says what sets it."
    yield ""
    yield from messages_part()
    yield "## Commands to a table"
    yield ""
    yield "A command names the question that it answers. One that is sent again with the same id is"
    yield "carried out once and gets the first result."
    yield ""
    for command in SENDABLE.values():
        yield from described(command, f"`{command.what}`", command_fields(command))
    yield "## Commands to a contest"
    yield ""
    yield "Those with `why` and `after` are acts of a director. `after` is how many acts he has"
    yield "seen; if another has acted meanwhile his is refused (`others_acted`)."
    yield ""
    for command in (Planned, Plan):
        yield from described(command, f"`{command.__name__}`", command_fields(command))
    for command in contest_commands.SENDABLE.values():
        yield from described(command, f"`{command.what}` (contest)", command_fields(command))
    yield "## A contest as everybody sees it"
    yield ""
    for shape in own(contest_views):
        hints = get_type_hints(shape, include_extras=True)
        yield from described(shape, f"`{shape.__name__}`", hints)
    yield "## Events of a deal"
    yield ""
    yield "As `Event.seen_by(viewer)` gives them; `A | B` with a count or null is what others get."
    yield ""
    for fact in FACTS:
        hints = get_type_hints(fact, include_extras=True)
        names = [field.name for field in dataclasses.fields(fact)]
        yield from described(fact, f"`{fact.name}`", {name: hints[name] for name in names})
    yield "## Refusals"
    yield ""
    yield "| Code | Means |"
    yield "|---|---|"
    for code in refusal_codes():
        yield f"| `{code}` | {REFUSALS[code]} |"


def messages_part() -> Iterator[str]:
    yield "## Messages"
    yield ""
    for message in own(messages):
        hints = get_type_hints(message, include_extras=True)
        yield from described(message, f"`{message.__name__}`", hints)


def command_fields(command: Any) -> dict[str, Any]:
    hints = get_type_hints(command)
    return {field.name: hints[field.name] for field in dataclasses.fields(command)}


def described(thing: Any, title: str, hints: dict[str, Any]) -> Iterator[str]:
    """A heading, the docstring, the fields."""
    yield f"### {title}"
    yield ""
    about = thing.__dict__.get("__doc__") or ""
    if about and not about.startswith(f"{thing.__name__}("):
        yield "\n".join(line.strip() for line in about.strip().splitlines())
        yield ""
    for name, hint in hints.items():
        kind = get_args(hint)[0] if get_origin(hint).__class__.__name__ == "_SpecialForm" else hint
        yield f"- `{name}`: `{kind_text(kind)}`"
    yield ""


def kind_text(hint: Any) -> str:
    try:
        return type_text(hint)
    except TypeError:
        return str(hint)


def settings_in_russian() -> Iterator[str]:
    yield "| Переменная | В файле | Что это | Если не задано |"
    yield "|---|---|---|---|"
    for each in SETTINGS:
        default = f"`{each.default}`" if each.default != "" else "нет"
        yield f"| `{each.variable}` | `{each.key}` | {each.russian} | {default} |"


def settings_in_english() -> Iterator[str]:
    yield "| Variable | In the file | What it is | May be | Unless it is set |"
    yield "|---|---|---|---|---|"
    for each in SETTINGS:
        default = f"`{each.default}`" if each.default != "" else "none"
        cells = (f"`{each.variable}`", f"`{each.key}`", each.english, each.form.allowed, default)
        yield f"| {' | '.join(cells)} |"


def settings_file() -> Iterator[str]:
    """All settings, each as it is without it."""
    yield "# Settings of a server (PULYA_CONFIG names the file): every one, as it is without it."
    yield "# Made by `make docs` from `server/settings.py`. The environment wins over this file."
    for each in SETTINGS:
        value = f'"{each.default}"' if isinstance(each.default, str) else each.default
        yield ""
        yield f"# {each.english}: {each.form.allowed}; {each.variable}"
        yield f"#{each.key} = {value}"


PAGES = {
    "docs/conventions.md": conventions,
    "docs/protocol.md": protocol,
    "deploy/pulya.toml": settings_file,
    "README.md": settings_in_russian,
    "docs/operating.md": settings_in_english,
}
BEGIN, END = "<!-- settings: made by `make docs` -->\n", "<!-- end of settings -->"
"""Around what is made in a page that is otherwise written by hand."""


def text_of(page: str) -> str:
    """What the page should hold."""
    made = "\n".join(PAGES[page]()).rstrip() + "\n"
    if PAGES[page] not in (settings_in_russian, settings_in_english):
        return made
    before, begin, rest = (ROOT / page).read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"{page} has no place for what is made"
    assert end, f"{page} has no place for what is made"
    return f"{before}{begin}\n{made}\n{end}{after}"


if __name__ == "__main__":
    for page in PAGES:
        (ROOT / page).write_text(text_of(page), encoding="utf-8")
