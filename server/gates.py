"""What a command needs that its stream does not know: an account, a director's rights, people.

A table does not know who directs its contest, and no stream knows who has an account.
"""

from typing import Any

from game.script import Refused
from lobby.contest import acts
from lobby.contest import commands as of_contest
from lobby.contest.contest import Contest, is_bot
from lobby.table import commands as of_table
from server.store.accounts import Accounts
from server.streams import Streams, is_contest


class Gates:
    """Asked before a command of a page is carried out."""

    def __init__(self, streams: Streams, accounts: Accounts) -> None:
        self.streams, self.accounts = streams, accounts

    async def check(self, stream: str, who: str, command: Any) -> None:
        """Raises `Refused` (no_account, not_a_director, plays_there, no_such_person)."""
        match command:
            case of_contest.Create():
                await self.account(who)
            case of_contest.Register() if (await self.of(stream)).plan.accounts:
                await self.account(who)
            case acts.AddDirector(person=person):
                await self.known(person)
                await self.account(person)
            case acts.Add(person=person, bot=False):
                await self.known(person)
            case acts.Substitute(into=person, bot=False):
                await self.known(person)
            case of_table.Watch(seat=seat) if seat and await self.contest_of(stream):
                await self.account(who)
            case of_table.Look():
                await self.directs(stream, who)
            case _:
                return

    async def account(self, person: str) -> None:
        if not await self.accounts.has_account(person):
            raise Refused("no_account")

    async def known(self, person: str) -> None:
        if not is_bot(person) and not await self.streams.people.names([person]):
            raise Refused("no_such_person")

    async def of(self, stream: str) -> Contest:
        return (await self.streams.contest(stream)).created

    async def contest_of(self, stream: str) -> str:
        """The contest of a table; "" of another."""
        return "" if is_contest(stream) else (await self.streams.table(stream)).opened.contest

    async def directs(self, stream: str, who: str) -> None:
        """Who looks at a table directs its contest; whether he plays there the table knows."""
        contest = await self.contest_of(stream)
        chief = await self.accounts.is_administrator(who)
        if not contest or not (chief or who in (await self.of(contest)).directors):
            raise Refused("not_a_director")
