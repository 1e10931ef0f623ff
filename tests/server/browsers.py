"""A browser as the HTTP routes see it: it keeps the cookie that it is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from aiohttp import ClientSession

from tests.server.nodes import House
from tests.server.people import Person

PASSWORD = "семь раз отмерь"


async def ask(
    http: ClientSession, method: str, url: str, cookie: str = "", **sent: Any
) -> tuple[int, dict[str, Any], str | None]:
    """Status, answer, and the cookie that it sets: empty if it is taken away."""
    headers = {"Cookie": cookie} if cookie else {}
    async with http.request(method, url, headers=headers, json=sent or None) as response:
        given = [f"{each.key}={each.value}" if each.value else "" for each in
                 response.cookies.values()]  # fmt: skip
        return response.status, await response.json(), given[0] if given else None


@dataclass
class Browser:
    """Of nobody, until it is somebody's."""

    house: House
    cookie: str = ""

    async def ask(self, method: str, path: str, **sent: Any) -> dict[str, Any]:
        """The answer, which must be no refusal."""
        url = f"{self.house.url}/api/{path}"
        status, answer, cookie = await ask(self.house.http, method, url, self.cookie, **sent)
        assert status == 200, answer
        self.cookie = self.cookie if cookie is None else cookie
        return answer

    async def refused(self, method: str, path: str, **sent: Any) -> tuple[int, str]:
        """Status and code of the refusal that must come; it sets no cookie."""
        url = f"{self.house.url}/api/{path}"
        status, answer, cookie = await ask(self.house.http, method, url, self.cookie, **sent)
        assert "error" in answer, answer
        assert cookie is None
        return status, answer["error"]["code"]

    async def me(self) -> dict[str, Any]:
        return await self.ask("GET", "me")

    async def create(self, name: str = "Анна", password: str = PASSWORD) -> Self:
        """The guest of this browser, or a new person, gets an account."""
        await self.ask("POST", "account", name=name, password=password)
        return self

    async def login(self, name: str = "Анна", password: str = PASSWORD) -> Self:
        await self.ask("POST", "login", name=name, password=password)
        return self

    async def person(self) -> Person:
        """Who it is, connected."""
        told = await self.me()
        person = Person(self.house.http, self.house.url, told["person"], self.cookie)
        await person.connect()
        return person
