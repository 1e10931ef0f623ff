"""Settings come from the environment; a wrong one is named."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from server.settings import Settings, WrongSetting, from_environment


def test_nothing_needs_to_be_set() -> None:
    assert from_environment({}) == Settings()
    assert from_environment(dict.fromkeys(("PULYA_HOST", "PULYA_PORT", "PULYA_DB"), "")) == (
        Settings()
    )


def test_everything_can_be_set() -> None:
    settings = from_environment(
        {
            "PULYA_HOST": "0.0.0.0",
            "PULYA_PORT": "80",
            "PULYA_DB": "sqlite:////var/lib/pulya/p.db",
            "PULYA_REDIS": "redis://localhost:6379/0",
            "PULYA_BOT_PAUSE": "0",
            "PULYA_PROXIES": "1",
            "PULYA_BOT_PROCESSES": "3",
            "PULYA_RATE": "2.5",
            "PULYA_CONTEST_BOTS": "0",
            "PULYA_DRAIN": "2",
        }
    )
    database = "sqlite+aiosqlite:////var/lib/pulya/p.db"
    redis = "redis://localhost:6379/0"
    assert settings == Settings(
        "0.0.0.0", 80, database, redis, proxies=1, bot_processes=3, bot_pause=0.0, rate=2.5,
        contest_bots=0, drain=2.0,
    )  # fmt: skip


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_postgresql_has_several_names(scheme: str) -> None:
    settings = from_environment(
        {"PULYA_DB": f"{scheme}://pulya:secret@db:5433/pulya?sslmode=require"}
    )
    assert settings.database == "postgresql://pulya:secret@db:5433/pulya?sslmode=require"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PULYA_PORT", "http"),
        ("PULYA_PORT", "65536"),
        ("PULYA_PORT", "-1"),
        ("PULYA_PORT", "80.5"),
        ("PULYA_PORT", "nan"),
        ("PULYA_DB", "pulya.db"),
        ("PULYA_DB", "mysql://localhost/pulya"),
        ("PULYA_DB", "postgresql:pulya"),
        ("PULYA_DB", "sqlite://"),  # in memory: nothing would be kept
        ("PULYA_DB", "sqlite:///:memory:"),
        ("PULYA_REDIS", "localhost:6379"),
        ("PULYA_BOT_PAUSE", "-0.1"),
        ("PULYA_BOT_PAUSE", "inf"),
        ("PULYA_PROXIES", "10"),
        ("PULYA_BOT_PROCESSES", "1.5"),
        ("PULYA_BOT_PROCESSES", "65"),
        ("PULYA_RATE", "0"),
        ("PULYA_RATE", "fast"),
        ("PULYA_CONTEST_BOTS", "-1"),
        ("PULYA_CONTEST_BOTS", "2001"),
        ("PULYA_CONTEST_BOTS", "0.5"),
        ("PULYA_DRAIN", "61"),
    ],
)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    with pytest.raises(WrongSetting, match=f"^{name}={value}"):
        from_environment({name: value})


def test_the_server_says_what_is_wrong_and_does_not_start() -> None:
    environment = {**os.environ, "PULYA_PORT": "http"}
    ran = subprocess.run(
        [sys.executable, "-m", "server"], env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert ran.stderr == "PULYA_PORT=http: a number from 0 to 65535\n"
