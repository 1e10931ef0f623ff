"""Settings, from the environment."""

from collections.abc import Mapping
from dataclasses import dataclass


class WrongSetting(Exception):
    """A variable of the environment has a value that cannot be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """`database` is an SQLAlchemy URL; `bot_pause` in seconds; `rate` in commands a second."""

    host: str = "localhost"
    port: int = 8080
    database: str = "sqlite+aiosqlite:///pulya.db"
    redis: str = ""
    bot_pause: float = 0.9
    rate: float = 10.0


def from_environment(environment: Mapping[str, str]) -> Settings:
    """PULYA_HOST, PULYA_PORT, PULYA_DB, PULYA_REDIS, PULYA_BOT_PAUSE, PULYA_RATE.

    A database URL may leave out the driver: `sqlite:///pulya.db`. Raises WrongSetting.
    """
    default = Settings()
    database = environment.get("PULYA_DB") or default.database
    scheme, colon, rest = database.partition(":")
    if not colon or scheme not in ("sqlite", "sqlite+aiosqlite"):
        raise WrongSetting(f"PULYA_DB={database}: an SQLAlchemy URL of SQLite, as sqlite:///p.db")
    return Settings(
        host=environment.get("PULYA_HOST") or default.host,
        port=int(number(environment, "PULYA_PORT", default.port, 65535)),
        database=f"sqlite+aiosqlite:{rest}",
        redis=environment.get("PULYA_REDIS", ""),
        bot_pause=number(environment, "PULYA_BOT_PAUSE", default.bot_pause, 60),
        rate=number(environment, "PULYA_RATE", default.rate, 1_000_000),
    )


def number(environment: Mapping[str, str], name: str, default: float, most: float) -> float:
    """A number from 0 to `most`. Raises WrongSetting."""
    text = environment.get(name) or str(default)
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= most:
        raise WrongSetting(f"{name}={text}: a number from 0 to {most}")
    return value
