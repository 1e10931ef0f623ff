"""Settings, from a TOML file and the environment, which wins.

`SETTINGS` is the one table of them: both readers, their errors and the operator's pages
(tools/docs.py) are made of it.
"""

import dataclasses
import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

from redis.asyncio import ConnectionPool

PREFIX = "PULYA_"
FILE = "PULYA_CONFIG"
"""Names the file."""
OTHERS = frozenset({FILE, "PULYA_LANG"})
"""Variables of ours that are no settings of the server."""
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql",
    "postgres": "postgresql",
    "postgresql+asyncpg": "postgresql",
}
"""By the scheme that a database URL may have: the one by which the store knows it."""


class WrongSetting(Exception):
    """A setting cannot be; the text names the place and what is allowed, in one line."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `least` to `most`, a whole one if `whole`."""

    least: float
    most: float
    whole: bool = False

    @property
    def allowed(self) -> str:
        return f"a {'whole ' if self.whole else ''}number from {self.least:g} to {self.most:.0f}"

    def of_text(self, text: str) -> float:
        """Raises ValueError."""
        return self.of(float(text))

    def of(self, value: object) -> float:
        """Raises ValueError."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError
        if not (math.isfinite(value) and self.least <= value <= self.most):
            raise ValueError
        if self.whole and not float(value).is_integer():
            raise ValueError
        return int(value) if self.whole else float(value)


@dataclass(frozen=True, slots=True)
class Text:
    """A text of one line, of so many characters."""

    allowed: str
    least: int = 1
    most: int = 1000

    def of_text(self, text: str) -> str:
        """Raises ValueError."""
        return self.of(text)

    def of(self, value: object) -> str:
        """Raises ValueError."""
        if not isinstance(value, str) or not value.isprintable() or value != value.strip():
            raise ValueError
        if not self.least <= len(value) <= self.most:
            raise ValueError
        return self.checked(value)

    def checked(self, value: str) -> str:
        """Raises ValueError."""
        return value


class DatabaseUrl(Text):
    """Of a file, or libpq's of a PostgreSQL."""

    def checked(self, value: str) -> str:
        scheme, mark, rest = value.partition("://")
        parts = urlsplit(value)
        if not mark or scheme not in DRIVERS or parts.path.strip("/") in ("", ":memory:"):
            raise ValueError
        if "," not in parts.netloc:  # libpq takes several servers
            _ = parts.port  # raises
        return f"{DRIVERS[scheme]}://{rest}"


class RedisUrl(Text):
    """Empty: no Redis."""

    def checked(self, value: str) -> str:
        if not value:
            return value
        parts = urlsplit(value)
        number = parts.path.removeprefix("/")
        if parts.scheme not in ("redis", "rediss", "unix"):
            raise ValueError
        if parts.scheme != "unix" and number and not (number.isascii() and number.isdigit()):
            raise ValueError  # redis would take database 0
        try:
            pool = ConnectionPool.from_url(value)
            pool.make_connection()  # type: ignore[no-untyped-call] # redis; it connects to nothing yet
        except TypeError:  # an option that it does not know
            raise ValueError from None
        return value


Form = Number | Text
SECRET = (DatabaseUrl, RedisUrl)
"""In these a password may stand."""


@dataclass(frozen=True, slots=True)
class Setting:
    """`key` stands in the file, `variable` in the environment; what it means in two languages."""

    key: str
    variable: str
    form: Form
    default: object
    russian: str
    english: str


def setting(default: object, form: Form, russian: str, english: str, variable: str = "") -> Any:
    """A field of `Settings`; `default` as an operator would write it."""
    about = {"form": form, "default": default, "russian": russian, "english": english}
    return field(
        default=form.of(default),
        metadata=about | {"variable": variable},
        repr=not isinstance(form, SECRET),
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is a URL: `sqlite+aiosqlite:` and a file, or `postgresql:` as libpq has it."""

    host: str = setting(
        "localhost",
        Text("a name or an address of this machine"),
        "где слушать",
        "where to listen",
    )
    port: int = setting(8080, Number(0, 65535, whole=True), "порт", "the port")
    database: str = setting(
        "sqlite:///pulya.db",
        DatabaseUrl(
            "a URL of SQLite or PostgreSQL, as sqlite:///pulya.db or "
            "postgresql://user@localhost/pulya"
        ),
        "база: файл SQLite или PostgreSQL",
        "the database: a file of SQLite, or PostgreSQL",
        variable="PULYA_DB",
    )
    redis: str = setting(
        "",
        RedisUrl("empty or a URL, as redis://localhost:6379/0", least=0),
        "звонок между несколькими серверами на одной базе",
        "the bell between several servers on one database",
    )
    proxies: int = setting(
        0,
        Number(0, 9, whole=True),
        "сколько прокси стоит перед сервером (они шифруют и называют адрес)",
        "how many proxies stand before the server (they encrypt, and name the address)",
    )
    bot_processes: int = setting(
        1,
        Number(0, 64, whole=True),
        "в скольких процессах считают боты (0: в потоках сервера)",
        "how many processes bots think in (0: in threads of the server)",
    )
    bot_pause: float = setting(
        0.9, Number(0, 60), "сколько секунд думает бот", "how many seconds a bot thinks"
    )
    rate: float = setting(
        10.0,
        Number(1, 1_000_000),
        "сообщений в секунду от одного человека",
        "messages a second from one person",
    )
    contest_bots: int = setting(
        64,
        Number(0, 2000, whole=True),
        "сколько ботов может играть в одном турнире (их столы ждут одних и тех же процессов)",
        "the most bots in one contest (all its tables wait for the same processes)",
    )
    node: str = setting(
        "",
        Text("at most 32 characters", least=0, most=32),
        "имя сервера среди серверов одной базы, то же после перезапуска (пусто: машина:порт)",
        "the server's name among those of a database, the same after a restart (empty: host:port)",
    )
    drain: float = setting(
        0.0,
        Number(0, 60),
        "сколько секунд сервер ещё работает после приказа остановиться: пока прокси это заметят",
        "how many seconds the server still works after it was told to stop: until proxies see it",
    )

    @property
    def name(self) -> str:
        """Of this node."""
        return self.node or f"{gethostname()[:24]}:{self.port}"


SETTINGS: tuple[Setting, ...] = tuple(
    Setting(
        key=each.name,
        variable=each.metadata["variable"] or f"{PREFIX}{each.name.upper()}",
        form=each.metadata["form"],
        default=each.metadata["default"],
        russian=each.metadata["russian"],
        english=each.metadata["english"],
    )
    for each in dataclasses.fields(Settings)
)


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings of the file that PULYA_CONFIG names and of the environment.

    An empty variable is none. Raises WrongSetting.
    """
    file = environment.get(FILE, "")
    told: dict[str, Any] = {**(of_file(Path(file)) if file else {})}
    known = {each.variable: each for each in SETTINGS}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known and name not in OTHERS:
            raise WrongSetting(f"{name}: {unknown(name, [*known, FILE])}")
    for variable, each in known.items():
        text = environment.get(variable, "")
        if text:
            try:
                told[each.key] = each.form.of_text(text)
            except ValueError:
                raise wrong(f"{variable}={shown(each, text)}", each) from None
    return Settings(**told)


def of_file(path: Path) -> dict[str, Any]:
    """The settings by their keys. Raises WrongSetting."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as failure:
        raise WrongSetting(f"{FILE}={path}: cannot be read: {failure.strerror}") from None
    except ValueError as failure:  # no TOML, or no UTF-8
        raise WrongSetting(f"{path}: is no TOML: {line_of(failure)}") from None
    return dict(read(path, told))


def line_of(failure: ValueError) -> str:
    """Where it is wrong; never what stands there, which may be a password."""
    return "no UTF-8" if isinstance(failure, UnicodeDecodeError) else str(failure).split("\n")[0]


def read(path: Path, told: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Raises WrongSetting."""
    known = {each.key: each for each in SETTINGS}
    for key, value in told.items():
        if key not in known:
            raise WrongSetting(f"{path}: {key}: {unknown(key, [*known])}")
        try:
            yield key, known[key].form.of(value)
        except ValueError:
            text = shown(known[key], value, '"' if isinstance(value, str) else "")
            raise wrong(f"{path}: {key} = {text}", known[key]) from None


def wrong(where: str, setting: Setting) -> WrongSetting:
    return WrongSetting(f"{where}: must be {setting.form.allowed}")


def unknown(name: str, known: list[str]) -> str:
    nearest = get_close_matches(name, known, n=1, cutoff=0)
    return f"there is no such setting; the nearest is {nearest[0]}"


def shown(setting: Setting, value: object, quote: str = "") -> str:
    """A wrong value as an error shows it, in one line: nothing of it where a password may be."""
    text = value if isinstance(value, str) else repr(value)
    if not isinstance(setting.form, SECRET):
        return f"{quote}{text[:80]}{quote}" if text.isprintable() else ascii(text[:80])
    scheme, mark, _ = text.partition("://")
    return f"{scheme}://…" if mark and scheme.replace("+", "").isalnum() else "…"
