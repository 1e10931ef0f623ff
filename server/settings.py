"""Settings, from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass
from socket import gethostname


class WrongSetting(Exception):
    """A variable of the environment has a value that cannot be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` as `database_url` has it; `bot_pause` in seconds; `rate` in commands a second."""

    host: str = "localhost"
    port: int = 8080
    database: str = "sqlite+aiosqlite:///pulya.db"
    redis: str = ""
    proxies: int = 0
    """How many proxies stand before the server."""
    bot_processes: int = 1
    """How many processes bots think in; none: in threads of the server's."""
    bot_pause: float = 0.9
    rate: float = 10.0
    contest_bots: int = 64
    """The most bots in one contest: all tables wait for the same processes."""
    drain: float = 0.0
    """How long the server still serves after it was told to stop: until proxies have seen it."""
    node: str = ""
    """Its name among the servers of a database, the same after a restart; if empty, host:port."""

    @property
    def name(self) -> str:
        """Of this node."""
        return self.node or f"{gethostname()[:30]}:{self.port}"


def from_environment(environment: Mapping[str, str]) -> Settings:
    """PULYA_HOST, PULYA_PORT, PULYA_DB, PULYA_REDIS, PULYA_PROXIES, PULYA_BOT_PAUSE,
    PULYA_BOT_PROCESSES, PULYA_RATE, PULYA_CONTEST_BOTS, PULYA_NODE, PULYA_DRAIN.

    Raises WrongSetting.
    """
    default = Settings()
    redis = environment.get("PULYA_REDIS", "")
    if redis and not redis.startswith(("redis://", "rediss://", "unix://")):
        raise WrongSetting(f"PULYA_REDIS={redis}: a URL, as redis://localhost:6379/0")
    node = environment.get("PULYA_NODE") or default.node
    if len(node) > 40:
        raise WrongSetting(f"PULYA_NODE={node}: 40 characters at most")
    return Settings(
        host=environment.get("PULYA_HOST") or default.host,
        port=whole(environment, "PULYA_PORT", default.port, 65535),
        node=node,
        database=database_url(environment.get("PULYA_DB") or default.database),
        redis=redis,
        proxies=whole(environment, "PULYA_PROXIES", default.proxies, 9),
        bot_processes=whole(environment, "PULYA_BOT_PROCESSES", default.bot_processes, 64),
        bot_pause=number(environment, "PULYA_BOT_PAUSE", default.bot_pause, 0, 60),
        rate=number(environment, "PULYA_RATE", default.rate, 1, 1_000_000),
        contest_bots=whole(environment, "PULYA_CONTEST_BOTS", default.contest_bots, 2000),
        drain=number(environment, "PULYA_DRAIN", default.drain, 0, 60),
    )


def database_url(text: str) -> str:
    """The URL of a file, or libpq's of a PostgreSQL. Raises WrongSetting."""
    scheme, colon, rest = text.partition(":")
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg") and rest.startswith("//"):
        return f"postgresql:{rest}"
    file = rest.strip("/")
    if not colon or scheme not in ("sqlite", "sqlite+aiosqlite") or file in ("", ":memory:"):
        raise WrongSetting(
            f"PULYA_DB={text}: the URL of a database, as sqlite:///p.db or postgresql://host/name"
        )
    return f"sqlite+aiosqlite:{rest}"


def whole(environment: Mapping[str, str], name: str, default: int, most: int) -> int:
    """A whole number from 0. Raises WrongSetting."""
    value = number(environment, name, default, 0, most)
    if not value.is_integer():
        raise WrongSetting(f"{name}={environment[name]}: a whole number from 0 to {most}")
    return int(value)


def number(
    environment: Mapping[str, str], name: str, default: float, least: float, most: float
) -> float:
    """A number from `least` to `most`. Raises WrongSetting."""
    text = environment.get(name) or str(default)
    try:
        value = float(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise WrongSetting(f"{name}={text}: a number from {least} to {most}")
    return value
