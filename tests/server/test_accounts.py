"""Accounts: a guest keeps what he is, a password brings him back, and all that is refused."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from argon2 import PasswordHasher

from server.accounts import LISTED, TRIES_A_SECOND, TRIES_AT_ONCE
from server.entrance import GUESTS_AT_ONCE
from server.passwords import Passwords
from server.plain import login_of
from server.store.accounts import Accounts
from server.store.database import Database
from tests.server.browsers import PASSWORD, Browser, ask
from tests.server.nodes import CHEAP, House

pytestmark = pytest.mark.both_stores

OTHER = "другой пароль"


async def appoint(house: House, name: str) -> None:
    """As the operator's command does it; the server sees it after a while."""
    database = Database(house.settings.database)
    accounts = Accounts(database, house.clock)
    account = await accounts.named(login_of(name))
    assert account is not None
    await accounts.set_administrator(account.person, True, keep_one=False)
    await database.close()
    house.clock.at += 5


# --- coming and going ---


async def test_a_guest_with_an_account_keeps_his_id_and_his_table(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(players=3)
    browser = Browser(house, anna.cookie)
    made = await browser.ask("POST", "account", name="Анна П.", password=PASSWORD)
    assert made == {
        "person": anna.person,
        "name": "Анна П.",
        "account": True,
        "administrator": False,
    }
    assert await browser.me() == made
    elsewhere = await Browser(house).login("анна п.")
    assert await elsewhere.me() == made
    person = await elsewhere.person()
    screen = await person.watch(stream)
    assert anna.person in {member["person"] for member in screen.table["members"]}
    assert screen.names[anna.person] == "Анна П."
    await anna.socket.gone()  # her page comes back with the new cookie
    back = await browser.person()
    assert (await back.watch(stream)).table == screen.table


async def test_without_a_session_an_account_is_a_new_person(house: House) -> None:
    anna, boris = await Browser(house).create("Анна"), await Browser(house).create("Борис")
    people = {(await each.me())["person"] for each in (anna, boris)}
    assert len(people) == 2
    assert await boris.refused("POST", "account", name="Вера", password=PASSWORD) == (
        409,
        "has_account",
    )


async def test_of_two_at_once_one_gets_the_name(house: House) -> None:
    guest = (await house.guest("Гость")).cookie

    async def attempt(cookie: str, name: str) -> str:
        sent = {"name": name, "password": PASSWORD}
        _, answer, _ = await ask(house.http, "POST", f"{house.url}/api/account", cookie, **sent)
        return answer["error"]["code"] if "error" in answer else answer["name"]

    strangers = await asyncio.gather(*(attempt("", "Анна") for _ in range(4)))
    assert sorted(strangers) == ["name_taken"] * 3 + ["Анна"]
    clicks = await asyncio.gather(*(attempt(guest, f"Имя {n}") for n in range(4)))
    assert sorted(clicks)[:3] == ["has_account"] * 3
    assert len(house.rows("select * from account")) == 2


SAME = [("Анна", " анна "), ("Straße", "STRASSE"), ("Лев 1", "ЛЕВ\u00a01"), ("Abc", "ＡＢＣ")]


@pytest.mark.parametrize(("name", "other"), SAME)
async def test_a_name_is_taken_however_it_is_written(house: House, name: str, other: str) -> None:
    await Browser(house).create(name)
    taken = (409, "name_taken")
    assert await Browser(house).refused("POST", "guest", name=other) == taken
    assert await Browser(house).refused("POST", "account", name=other, password=OTHER) == taken
    assert (await (await Browser(house).login(other)).me())["name"] == name


@pytest.mark.parametrize("name", ["a", " a ", "a" * 25, "", None, 5, "Анна\ufe0f", "\ufdfa" * 24])
async def test_no_account_has_an_improper_name(house: House, name: Any) -> None:
    refused = await Browser(house).refused("POST", "account", name=name, password=PASSWORD)
    assert refused == (400, "bad_name")


@pytest.mark.parametrize(
    "password", ["", "7 chars", "x" * 201, None, 5, ["12345678"], "Имя Фамилия", "имя фамилия",
                 "\ud800" * 8]
)  # fmt: skip
async def test_no_account_has_an_improper_password(house: House, password: Any) -> None:
    browser = Browser(house)
    sent = {"name": "Имя Фамилия", "password": password}
    assert await browser.refused("POST", "account", **sent) == (400, "bad_password")
    assert house.rows("select * from account") == []


@pytest.mark.parametrize("password", ["8 signs!", "x" * 200, "🂡" * 200, "        ", "\0" * 8])
async def test_any_other_password_will_do(house: House, password: str) -> None:
    await Browser(house).create("Анна", password)
    await Browser(house).login("Анна", password)
    wrong = await Browser(house).refused("POST", "login", name="Анна", password=f"{password} ")
    assert wrong == (403, "wrong_password")


async def test_an_accent_may_be_typed_in_one_sign_or_in_two(house: House) -> None:
    await Browser(house).create("Анна", "caf\u00e9 au lait")
    await Browser(house).login("Анна", "cafe\u0301 au lait")


async def test_an_unknown_name_and_a_wrong_password_look_alike(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Browser(house).create()
    verified: list[bool] = []
    same = Passwords.same

    def counted(passwords: Passwords, password: str, kept: str) -> bool:
        verified.append(same(passwords, password, kept))
        return verified[-1]

    monkeypatch.setattr(Passwords, "same", counted)
    for name, password in [
        ("Анна", OTHER),
        ("Борис", OTHER),
        ("Борис", ""),
        ("", ""),
        ("A", "\0"),
    ]:
        sent = {"name": name, "password": password}
        assert await Browser(house).refused("POST", "login", **sent) == (403, "wrong_password")
    assert len(verified) == 5  # as much work for each, and no password fits nobody's account


@pytest.mark.parametrize("path", ["login", "password"])
async def test_what_is_no_form_is_malformed(house: House, path: str) -> None:
    browser = await Browser(house).create()
    half = "\ud800"
    for sent in (
        {},
        {"name": 5, "old": 5},
        {"name": "Анна", "old": PASSWORD, "new": None},
        {"name": half, "password": PASSWORD, "old": half, "new": half},
        {"name": "Анна", "password": half, "old": PASSWORD, "new": half},
    ):
        assert await browser.refused("POST", path, **sent) == (400, "malformed")


async def test_guessing_is_limited_by_name(house: House) -> None:
    await house.restart(proxies=1)
    anna = await Browser(house).create()

    async def guess(address: int, name: str, password: str) -> int:
        headers = {"X-Forwarded-For": f"10.0.0.{address}"}
        sent = {"name": name, "password": password}
        url = f"{house.url}/api/login"
        async with house.http.post(url, json=sent, headers=headers) as response:
            return response.status

    for name in ("аНна", "Никто"):  # whether there is an account cannot be told
        guesses = [await guess(number, name, OTHER) for number in range(TRIES_AT_ONCE + 2)]
        assert guesses == [403] * TRIES_AT_ONCE + [429] * 2
    assert await guess(99, "Анна", PASSWORD) == 429
    await anna.ask("POST", "password", old=PASSWORD, new=PASSWORD)  # who is in is not concerned
    house.clock.at += 1 / TRIES_A_SECOND
    assert await guess(99, "Анна", PASSWORD) == 200


async def test_guessing_is_limited_by_address(house: House) -> None:
    refused = [
        await Browser(house).refused("POST", "login", name=f"Имя {n}", password=OTHER)
        for n in range(30)
    ]
    assert {*refused} == {(403, "wrong_password"), (429, "too_fast")}
    made = [
        (await Browser(house).refused("POST", "account", name="a", password=OTHER))[1]
        for _ in range(GUESTS_AT_ONCE + 1)
    ]
    assert made[-1] == "too_fast"


async def test_more_do_not_wait_for_a_hash_than_can_be_served(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.passwords.MOST_WAITING", 0)
    refused = await Browser(house).refused("POST", "account", name="Анна", password=PASSWORD)
    assert refused == (429, "too_fast")
    assert await Browser(house).refused("POST", "login", name="A", password="") == (429, "too_fast")


async def test_a_hash_of_other_days_is_made_anew(house: House) -> None:
    await Browser(house).create()
    ((first,),) = house.rows("select hash from account")
    await house.restart()
    await Browser(house).login()
    assert house.rows("select hash from account") == [(first,)]
    house.hasher = PasswordHasher(time_cost=2, memory_cost=8, parallelism=1)
    await house.restart()
    await Browser(house).login()
    ((second,),) = house.rows("select hash from account")
    assert second != first
    await Browser(house).login()
    assert house.rows("select hash from account") == [(second,)]


async def test_a_hash_that_is_none_fits_nothing() -> None:
    assert not await Passwords(CHEAP).fits(PASSWORD, "nonsense")


async def test_no_password_is_kept_or_logged(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    browser = await Browser(house).create()
    await browser.ask("POST", "password", old=PASSWORD, new=OTHER)
    await browser.refused("POST", "password", old=PASSWORD, new=OTHER)
    await Browser(house).login("Анна", OTHER)
    await Browser(house).refused("POST", "login", name="Анна", password=PASSWORD)
    files = house.kept()
    assert "анна".encode() in files
    for password in (PASSWORD, OTHER):
        assert password.encode() not in files
        assert password not in caplog.text
        assert password.encode().hex() not in caplog.text


async def test_the_hash_is_of_argon2id_with_the_usual_parameters() -> None:
    kept = await Passwords().hashed(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert await Passwords().fits(PASSWORD, kept)


# --- what only some may ---


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "password"),
        ("POST", "logout-all"),
        ("DELETE", "account"),
        ("GET", "people?login=Анна"),
    ],
)
async def test_what_needs_an_account(house: House, method: str, path: str) -> None:
    assert await Browser(house).refused(method, path) == (401, "no_session")
    guest = Browser(house, (await house.guest()).cookie)
    assert await guest.refused(method, path) == (403, "no_account")


async def test_an_account_is_found_by_its_name_alone(house: House) -> None:
    anna, boris = await Browser(house).create("Анна"), await Browser(house).create("Борис")
    known = await boris.me()
    found = await anna.ask("GET", "people?login=БОРИС")
    assert found == {"person": known["person"], "name": "Борис"}
    await house.guest("Вера")
    for name in ("Бор", "Вера", "", known["person"]):
        assert await anna.refused("GET", f"people?login={name}") == (404, "no_such_person")
    answers = {await anna.refused("GET", "people?login=x") for _ in range(40)}
    assert (429, "too_fast") in answers


async def test_an_administrator_lists_accounts_and_makes_others(house: House) -> None:
    anna, boris = await Browser(house).create("Анна"), await Browser(house).create("Борис")
    await appoint(house, "Анна")
    assert (await anna.me())["administrator"]
    listed = await anna.ask("GET", "accounts")
    shown = [(row["name"], row["administrator"]) for row in listed["accounts"]]
    assert (shown, listed["next"]) == ([("Анна", True), ("Борис", False)], "")
    person = {row["name"]: row["person"] for row in listed["accounts"]}
    path = f"accounts/{person['Борис']}/administrator"
    await anna.ask("POST", path, administrator=True)
    assert (await boris.me())["administrator"]  # at once
    await boris.ask("POST", f"accounts/{person['Анна']}/administrator", administrator=False)
    assert await anna.refused("GET", "accounts") == (403, "not_administrator")
    assert await boris.refused("POST", path, administrator=False) == (409, "last_administrator")
    await boris.ask("POST", path, administrator=True)
    assert (await boris.me())["administrator"]


async def test_who_is_no_administrator_appoints_nobody(house: House) -> None:
    anna = await Browser(house).create()
    path = f"accounts/{(await anna.me())['person']}/administrator"
    for browser, refusal in [
        (Browser(house), (401, "no_session")),
        (Browser(house, (await house.guest("Гость")).cookie), (403, "not_administrator")),
        (anna, (403, "not_administrator")),
    ]:
        assert await browser.refused("GET", "accounts") == refusal
        assert await browser.refused("POST", path, administrator=True) == refusal
    assert not (await anna.me())["administrator"]


async def test_only_account_holders_are_appointed(house: House) -> None:
    anna, guest = await Browser(house).create(), await house.guest("Гость")
    await appoint(house, "Анна")
    for person in (guest.person, "p0", "%00"):
        path = f"accounts/{person}/administrator"
        assert await anna.refused("POST", path, administrator=True) == (404, "no_such_person")
    own = f"accounts/{(await anna.me())['person']}/administrator"
    for sent in ({}, {"administrator": 1}, {"administrator": "true"}):
        assert await anna.refused("POST", own, **sent) == (400, "malformed")
    answers = {await anna.refused("POST", own) for _ in range(40)}
    assert (429, "too_fast") in answers


async def test_the_list_comes_in_pages(house: House) -> None:
    anna = await Browser(house).create("Анна 000")
    await appoint(house, "Анна 000")
    database = Database(house.settings.database)
    accounts = Accounts(database, house.clock)
    for number in range(1, 2 * LISTED):
        name = f"Анна {number:03}"
        await accounts.add(f"p{number}", name, login_of(name), "", house.streams.now())
    await database.close()
    names, start, pages = [], "", 0
    while start or not pages:
        page = await anna.ask("GET", f"accounts?from={start}")
        names += [row["name"] for row in page["accounts"]]
        start, pages = page["next"], pages + 1
    assert names == [f"Анна {number:03}" for number in range(2 * LISTED)]
    assert pages == 2
