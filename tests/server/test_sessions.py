"""How long a browser is somebody: log out here, log out everywhere, a new password, erasure."""

from __future__ import annotations

import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy.exc import SQLAlchemyError

from server.session import COOKIE
from server.store.accounts import FIRST, KEPT_SECONDS, Accounts, Standing
from server.store.database import Database
from tests.server.browsers import PASSWORD, Browser
from tests.server.nodes import House
from tests.server.sockets import Closed

NEW = "новый пароль"
NOBODY = (401, "no_session")


async def test_log_out_is_of_this_browser(house: House) -> None:
    here, there = await Browser(house).create(), await Browser(house).login()
    await here.ask("POST", "logout")
    assert here.cookie == ""
    assert await here.refused("GET", "me") == NOBODY
    assert (await there.me())["name"] == "Анна"


async def test_the_cookie_is_taken_away_as_it_was_given(house: House) -> None:
    async with house.http.post(f"{house.url}/api/logout") as response:
        cookie = response.cookies[COOKIE]
    assert (cookie.value, cookie["max-age"], cookie["path"]) == ("", "0", "/")
    assert cookie["httponly"]


async def ends_everywhere(
    house: House, here: Browser, there: Browser, method: str, path: str, **sent: str
) -> None:
    """The other browser, its socket, and the return link count no more."""
    (link,) = (await there.ask("POST", "link")).values()
    person = await there.person()
    stream = await person.open(bots=False)
    other = await house.guest("Борис")
    await here.ask(method, path, **sent)
    assert await there.refused("GET", "me") == NOBODY
    await person.socket.gone()
    with pytest.raises(Closed):
        await person.connect()
    assert await Browser(house).refused("POST", "return", link=link) == (404, "no_such_link")
    assert len(house.entries(stream)) == 1
    assert await other.sync(stream)  # nobody else is concerned


async def test_log_out_everywhere_is_of_all_browsers(house: House) -> None:
    here, there = await Browser(house).create(), await Browser(house).login()
    await ends_everywhere(house, here, there, "POST", "logout-all")
    assert await here.refused("GET", "me") == NOBODY
    assert (await (await there.login()).me())["name"] == "Анна"


async def test_a_new_password_leaves_this_browser_in(house: House) -> None:
    here, there = await Browser(house).create(), await Browser(house).login()
    before = await here.me()
    old = Browser(house, here.cookie)
    await ends_everywhere(house, here, there, "POST", "password", old=PASSWORD, new=NEW)
    assert await here.me() == before
    assert await old.refused("GET", "me") == NOBODY
    wrong = await there.refused("POST", "login", name="Анна", password=PASSWORD)
    assert wrong == (403, "wrong_password")
    await there.login("Анна", NEW)
    assert (await (await here.person()).open())[0] == "t"


async def test_who_has_a_guests_cookie_or_link_is_out_once_there_is_an_account(
    house: House,
) -> None:
    """Whoever gave somebody a session of his own is not let into the account later."""
    anna = await house.guest()
    here, there = Browser(house, anna.cookie), Browser(house, anna.cookie)
    await ends_everywhere(house, here, there, "POST", "account", name="Анна", password=PASSWORD)
    assert await there.refused("GET", "me") == NOBODY
    assert house.rows("select * from return_link") == []
    assert (await here.me())["person"] == anna.person
    (link,) = (await here.ask("POST", "link")).values()  # a new one is of the account
    await there.ask("POST", "return", link=link)
    assert await there.me() == await here.me()


async def test_an_account_made_at_another_process_turns_the_guest_out_here(house: House) -> None:
    anna = await house.guest()
    database = Database(house.settings.database)
    await Accounts(database, house.clock).add(anna.person, "Анна", "анна", "", 0)
    await database.close()
    house.clock.at += KEPT_SECONDS
    await anna.socket.gone()
    assert await Browser(house, anna.cookie).refused("GET", "me") == NOBODY


async def test_a_password_is_changed_by_who_knows_it(house: House) -> None:
    browser = await Browser(house).create()
    for old, new, code in [(NEW, NEW, "wrong_password"), (PASSWORD, "short", "bad_password"),
                           (PASSWORD, "АННА", "bad_password")]:  # fmt: skip
        assert (await browser.refused("POST", "password", old=old, new=new))[1] == code
    assert await browser.refused("DELETE", "account", password=NEW) == (403, "wrong_password")
    answers = {await browser.refused("POST", "password", old=NEW, new=NEW) for _ in range(12)}
    assert (429, "too_fast") in answers  # a thief of the cookie cannot guess either
    assert (await browser.me())["account"]


async def test_erasure_leaves_the_id_alone(house: House) -> None:
    here, there = await Browser(house).create("Аннушка"), await Browser(house).login("Аннушка")
    whose = (await here.me())["person"]
    boris = await house.guest("Борис")
    await ends_everywhere(house, here, there, "DELETE", "account", password=PASSWORD)
    assert await here.refused("GET", "me") == NOBODY
    for table in ("account", "person", "return_link"):
        assert house.rows(f"select * from {table} where person = ?", whose) == []
    ((stream,),) = house.rows("select distinct stream from entry where who = ?", whose)
    synced = await boris.sync(stream)
    assert whose in {member["person"] for member in synced["table"]["members"]}
    assert whose not in synced["names"]
    assert (await Browser(house).refused("POST", "login", name="Аннушка", password=PASSWORD))[
        1
    ] == "wrong_password"
    again = await Browser(house).create("аннушка")
    assert (await again.me())["person"] != whose


async def test_a_guest_of_other_days_stays_who_he_is(house: House) -> None:
    """Cookies were plain strings before there were generations."""
    anna = await house.guest()
    ((key,),) = house.rows("select value from key where name = 'session'")
    signer = URLSafeSerializer(key, salt="session")
    old = Browser(house, f"{COOKIE}={signer.dumps(anna.person)}")
    assert (await old.me())["person"] == anna.person
    await old.create()
    assert (await old.me())["account"]
    whose = anna.person
    past = (whose, [whose, 0], [whose, 2])
    for nonsense in (*past, [whose], [whose, "1"], {}, None, 5, "p0"):
        other = Browser(house, f"{COOKIE}={signer.dumps(nonsense)}")
        assert await other.refused("GET", "me") == NOBODY


async def test_what_another_process_ends_is_noticed(house: House) -> None:
    browser = await Browser(house).create()
    person, boris = await browser.person(), await house.guest("Борис")
    database = Database(house.settings.database)
    elsewhere = Accounts(database, house.clock)
    await elsewhere.end_sessions(person.person)
    await database.close()
    assert (await browser.me())["account"]  # not yet
    house.clock.at += KEPT_SECONDS
    assert await browser.refused("GET", "me") == NOBODY
    await person.socket.gone()  # looked at every few seconds
    stream = await boris.open()
    assert await boris.sync(stream)


async def test_who_comes_with_a_newer_session_ends_the_older_sockets(house: House) -> None:
    """Another process has raised the generation, and he logged in here before that was seen."""
    browser = await Browser(house).create()
    person = await browser.person()
    database = Database(house.settings.database)
    await Accounts(database, house.clock).end_sessions(person.person)
    await database.close()
    house.clock.at += KEPT_SECONDS
    newer = await (await Browser(house).login()).person()
    await person.socket.gone()
    assert await newer.open()


async def test_what_was_read_before_a_change_is_read_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = await Browser(house).create()
    person = (await browser.me())["person"]
    database = Database(house.settings.database)
    accounts = Accounts(database, house.clock)
    read, reads = accounts.read, 0

    async def interrupted(people: set[str]) -> dict[str, Standing]:
        nonlocal reads
        reads += 1
        found = await read(people)
        if reads == 1:
            await accounts.end_sessions(person)
        return found

    monkeypatch.setattr(accounts, "read", interrupted)
    assert (await accounts.standing(person)).generation == FIRST + 1
    assert reads == 2
    await database.close()


async def test_nobody_connects_while_the_database_is_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await house.guest()

    async def away(self: Accounts, people: object) -> dict[str, Standing]:
        raise SQLAlchemyError("the disk is gone")

    house.clock.at += KEPT_SECONDS
    monkeypatch.setattr(Accounts, "read", away)
    with pytest.raises(Closed) as refused:
        await anna.connect()
    (answer,) = refused.value.args
    assert answer["data"] == {"message": "unavailable", "data": {"code": "try_again"}}
    monkeypatch.undo()
    await anna.connect()
