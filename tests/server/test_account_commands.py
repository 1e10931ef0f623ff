"""`python -m server administrator|password`: what the operator may do beside a running server."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence

import pytest

from server.commands import USAGE, run
from tests.server.browsers import PASSWORD, Browser
from tests.server.nodes import House

NEW = "новый пароль"


async def command(house: House, *arguments: str, lines: Sequence[str] = ()) -> int:
    """Exit status, while the server goes on; it sees what was done after a while."""
    typed = iter(lines)
    status = await asyncio.to_thread(run, [*arguments], house.settings, lambda prompt: next(typed))
    house.clock.at += 5
    return status


async def test_the_first_administrator_is_made_by_a_command(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = await Browser(house).create("Анна")
    person = (await anna.me())["person"]
    assert await command(house, "administrator", "АННА") == 0
    assert capsys.readouterr().out == f"анна ({person}) is an administrator\n"
    assert (await anna.me())["administrator"]
    assert await command(house, "administrator", "--remove", "Анна") == 0
    assert capsys.readouterr().out == f"анна ({person}) is no administrator\n"
    assert not (await anna.me())["administrator"]


async def test_a_new_password_ends_all_sessions(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    anna = await Browser(house).create("Анна")
    person = await anna.person()
    assert await command(house, "password", "Анна", lines=[NEW, NEW]) == 0
    out = capsys.readouterr()
    assert out.out == f"анна ({person.person}) has a new password, all sessions ended\n"
    assert NEW not in out.out + out.err
    assert await anna.refused("GET", "me") == (401, "no_session")
    await person.socket.gone()
    await Browser(house).login("Анна", NEW)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["short"], "a password has 8 to 200 characters and is not the name"),
        (["Аннушка К"], "a password has 8 to 200 characters and is not the name"),
        ([NEW, PASSWORD], "the two passwords differ"),
    ],
)
async def test_a_password_that_cannot_be_is_not_taken(
    house: House, capsys: pytest.CaptureFixture[str], lines: list[str], told: str
) -> None:
    await Browser(house).create("аннушка к")
    assert await command(house, "password", "аннушка к", lines=lines) == 2
    assert capsys.readouterr().err == f"{told}\n"
    await Browser(house).login("аннушка к")


@pytest.mark.parametrize("what", [["administrator"], ["administrator", "--remove"], ["password"]])
async def test_without_the_account_nothing_is_done(
    house: House, capsys: pytest.CaptureFixture[str], what: list[str]
) -> None:
    await house.guest("Борис")
    assert await command(house, *what, "Борис") == 2
    out = capsys.readouterr()
    assert (out.out, out.err) == ("", "no account has the name 'борис'\n")


@pytest.mark.parametrize(
    "arguments", [["administrator"], ["administrator", "--remove"], ["password"], ["nonsense"],
                  ["administrator", "--delete"], ["password", "a", "b"]]
)  # fmt: skip
async def test_what_is_no_command_is_told_how(
    house: House, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert await command(house, *arguments) == 2
    assert capsys.readouterr().err == f"{USAGE}\n"


async def test_the_command_line_carries_it_out(house: House) -> None:
    """As a process of its own; the server goes on."""
    anna = await Browser(house).create("Анна")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "server",
        "administrator",
        "Анна",
        env={**os.environ, "PULYA_DB": f"sqlite:///{house.path}"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    person = (await anna.me())["person"]
    out, told = await process.communicate()
    assert (out.decode(), told) == (f"анна ({person}) is an administrator\n", b"")
    assert process.returncode == 0
    house.clock.at += 5
    assert (await anna.me())["administrator"]
