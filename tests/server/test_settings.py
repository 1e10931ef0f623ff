"""Settings come from a file and the environment; a wrong one is named."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from server.settings import FILE, SETTINGS, Settings, WrongSetting, from_environment

EXAMPLE = Path(__file__).parent.parent.parent / "deploy" / "pulya.toml"


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
            "PULYA_NODE": "first",
            "PULYA_DRAIN": "2",
        }
    )
    database = "sqlite+aiosqlite:////var/lib/pulya/p.db"
    redis = "redis://localhost:6379/0"
    assert settings == Settings(
        "0.0.0.0", 80, database, redis, proxies=1, bot_processes=3, bot_pause=0.0, rate=2.5,
        contest_bots=0, node="first", drain=2.0,
    )  # fmt: skip


WRONG: list[tuple[str, str]] = [
    ("PULYA_HOST", " "),
    ("PULYA_PORT", "http"),
    ("PULYA_PORT", "65536"),
    ("PULYA_PORT", "-1"),
    ("PULYA_PORT", "80.5"),
    ("PULYA_PORT", "nan"),
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
    ("PULYA_NODE", "n" * 41),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_setting_is_named(name: str, value: str) -> None:
    [setting] = [each for each in SETTINGS if each.variable == name]
    with pytest.raises(WrongSetting) as wrong:
        from_environment({name: value})
    assert str(wrong.value) == f"{name}={value}: must be {setting.form.allowed}"


URLS = [
    ("PULYA_DB", "pulya.db"),
    ("PULYA_DB", "mysql://anna:s3cret@localhost/pulya"),
    ("PULYA_DB", "sqlite://"),  # in memory: nothing would be kept
    ("PULYA_DB", "sqlite:///:memory:"),
    ("PULYA_DB", "postgresql://anna:s3cret@localhost"),
    ("PULYA_DB", "postgresql://anna:s3cret@localhost:port/pulya"),
    ("PULYA_DB", "postgres:anna:s3cret@localhost/pulya"),
    ("PULYA_DB", "s3cret"),
    ("PULYA_REDIS", "localhost:6379"),
    ("PULYA_REDIS", "http://anna:s3cret@localhost"),
    ("PULYA_REDIS", "http://localhost?password=s3cret"),
]


@pytest.mark.parametrize(("name", "value"), URLS)
def test_no_error_tells_a_password(name: str, value: str, tmp_path: Path) -> None:
    [setting] = [each for each in SETTINGS if each.variable == name]
    file = tmp_path / "pulya.toml"
    file.write_text(f'{setting.key} = "{value}"\n')
    for environment, where in (({name: value}, f"{name}="), ({FILE: str(file)}, f"{file}: ")):
        with pytest.raises(WrongSetting) as wrong:
            from_environment(environment)
        text = str(wrong.value)
        assert text.startswith(where)
        assert text.endswith(f": must be {setting.form.allowed}")
        assert "s3cret" not in text
        assert "\n" not in text


def test_settings_that_are_shown_tell_no_password() -> None:
    settings = from_environment(
        {
            "PULYA_DB": "postgresql://anna:s3cret@localhost/pulya",
            "PULYA_REDIS": "redis://:s3cret@localhost",
        }
    )
    assert "s3cret" in settings.database
    assert "s3cret" in settings.redis
    assert "s3cret" not in repr(settings)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
def test_postgresql_has_one_driver(scheme: str) -> None:
    settings = from_environment({"PULYA_DB": f"{scheme}://anna@localhost:5432/pulya"})
    assert settings.database == "postgresql://anna@localhost:5432/pulya"


def test_an_unknown_variable_is_no_setting() -> None:
    with pytest.raises(WrongSetting) as wrong:
        from_environment({"PULYA_PROT": "80", "HOME": "/"})
    assert str(wrong.value) == "PULYA_PROT: there is no such setting; the nearest is PULYA_PORT"
    assert from_environment({"PULYA_LANG": "en", "PULYA": "1"}) == Settings()


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "pulya.toml"
    file.write_text('host = "0.0.0.0"\nport = 81\nbot_pause = 1\nredis = ""\n')
    environment = {FILE: str(file), "PULYA_PORT": "82", "PULYA_HOST": ""}
    assert from_environment(environment) == Settings(host="0.0.0.0", port=82, bot_pause=1.0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prot = 80", "prot: there is no such setting; the nearest is port"),
        ("[server]\nport = 80", "server: there is no such setting; the nearest is "),
        ('port = "80"', "port = 80: must be a whole number from 0 to 65535"),
        ("port = 80.5", "port = 80.5: must be a whole number from 0 to 65535"),
        ("port = true", "port = True: must be a whole number from 0 to 65535"),
        ("port = -1", "port = -1: must be a whole number from 0 to 65535"),
        ("bot_pause = nan", "bot_pause = nan: must be a number from 0 to 60"),
        ("host = 7", "host = 7: must be a name or an address of this machine"),
        ('host = ""', "host = : must be a name or an address of this machine"),
        ("database = 7", "database = …: must be a URL of SQLite or PostgreSQL"),
        ("port 80", "is no TOML: "),
        ("port = 80\nport = 81", "is no TOML: "),
        ("host = '\udcff'", "is no TOML: no UTF-8"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "pulya.toml"
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(WrongSetting) as wrong:
        from_environment({FILE: str(file)})
    assert str(wrong.value).startswith(f"{file}: {told}")
    assert "\n" not in str(wrong.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    file = tmp_path / "pulya.toml"
    with pytest.raises(WrongSetting) as wrong:
        from_environment({FILE: str(file)})
    assert str(wrong.value) == f"{FILE}={file}: cannot be read: No such file or directory"


def test_the_server_says_what_is_wrong_and_does_not_start() -> None:
    environment = {**os.environ, "PULYA_PORT": "http"}
    ran = subprocess.run(
        [sys.executable, "-m", "server"], env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 2
    assert ran.stderr == "PULYA_PORT=http: must be a whole number from 0 to 65535\n"


def test_the_command_line_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "pulya.toml"
    file.write_text("proxies = 10\n")
    environment = {**os.environ, FILE: str(tmp_path / "other.toml")}
    command = [sys.executable, "-m", "server", "--config", str(file)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert ran.returncode == 2
    assert ran.stderr == f"{file}: proxies = 10: must be a whole number from 0 to 9\n"


def test_the_example_has_every_setting_as_it_is_without_it(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert tomllib.loads(text) == {}
    lines = [line.removeprefix("#") for line in text.splitlines() if line.startswith("#")]
    own = "\n".join(line for line in lines if not line.startswith(" "))
    assert [*tomllib.loads(own)] == [each.key for each in SETTINGS]
    file = tmp_path / "pulya.toml"
    file.write_text(own, encoding="utf-8")
    assert from_environment({FILE: str(file)}) == Settings()
