"""What a command needs that its stream does not know: an account, a director's rights, people.

A table does not know who directs its contest, no stream knows who has an account or how many others
there are, and a contest does not know what its tables would refuse.
"""

from asyncio import Lock
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from game.script import Refused
from lobby.contest import acts, pulya_facts
from lobby.contest import commands as of_contest
from lobby.contest.contest import Contest, Deed, Ruling, is_bot
from lobby.contest.decisions import said
from lobby.contest.effects import rulings, table_stream
from lobby.contest.plan import Plan
from lobby.table import commands as of_table
from lobby.table.decisions import TABLE
from server.kinds import CONTESTS, is_contest
from server.limits import Allowances, allow
from server.plain import login_of
from server.presence import unlisted
from server.settings import Settings
from server.store.accounts import Accounts
from server.streams import Streams
from server.table_replica import TableReplica

MOST_CONTESTS, MOST_OF_ADMINISTRATORS = 10, 100
"""Contests that go on, by who created them."""
WATCHES = 0.02
"""Of so many of the messages that a person may send he may come to be listed as a spectator, or go:
of ten messages a second 0.2, and ten at once."""


class Gates:
    """Asked before a command of a page is carried out."""

    def __init__(self, streams: Streams, accounts: Accounts, settings: Settings) -> None:
        self.streams, self.accounts = streams, accounts
        self.bots = settings.contest_bots
        self.watches = Allowances(WATCHES * settings.rate, settings.rate)
        """Of people."""
        self.turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def passed(
        self, stream: str, who: str, command_id: str, command: Any
    ) -> AsyncIterator[int | None]:
        """To carry the command out in. One that was carried out before passes again.

        The entry that it has to follow, where others would change the answer: what is counted or
        compared in a contest holds for that entry only, whoever else writes to it elsewhere.

        Raises `Refused`: no_account, not_a_director, no_such_person, too_fast, name_taken,
        too_many_bots, too_many_contests, and what a table refuses that a director rules on.
        """
        key = f"{who}:{command_id}"
        match command:
            case of_contest.Create():
                turn = who
            case of_contest.Register() | acts.Add():
                turn = stream
            case _:
                if not await self.carried_out(stream, key):
                    await self.check(stream, who, command)
                yield None
                return
        # What is counted is counted with those before.
        async with self.turns.setdefault(turn, Lock()):
            n = None
            if isinstance(command, of_contest.Create):
                await self.may_create(who, key, command.plan)
            elif not await self.carried_out(stream, key):
                n = (await self.streams.replica(stream)).n
                await self.check(stream, who, command)
            yield n

    async def carried_out(self, stream: str, key: str) -> bool:
        """Then it gets its first result, whatever has become of it since."""
        try:
            return key in (await self.streams.replica(stream)).commands
        except Refused:  # it is said where the command is carried out
            return False

    async def check(self, stream: str, who: str, command: Any) -> None:
        """Raises `Refused`."""
        match command:
            case of_contest.Register():
                contest = await self.of(stream)
                if contest.plan.accounts:
                    await self.account(who)
                await self.own_name(contest, who)
            case acts.AddDirector(person=person):
                await self.known(person)
                await self.account(person)
            case acts.Add(person=person, bot=False):
                await self.known(person)
                await self.own_name(await self.of(stream), person)
            case acts.Add(bot=True):
                contest = await self.of(stream)
                if sum(each.bot and not each.withdrawn for each in contest.entrants) >= self.bots:
                    raise Refused("too_many_bots", most=self.bots)
            case acts.Substitute(into=person, bot=False):
                await self.known(person)
            case acts.Annul() | acts.Adjust() | acts.Dismiss():
                await self.obeyed(stream, who, command)
            case of_table.Watch() | of_table.Unwatch():
                allow(self.watches, who, self.streams.clock)
                behind_a_hand = isinstance(command, of_table.Watch) and command.seat
                if behind_a_hand and await self.contest_of(stream):
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
        async with self.streams.contest(stream) as replica:
            return replica.created

    async def contest_of(self, stream: str) -> str:
        """The contest of a table; "" of another."""
        if is_contest(stream):
            return ""
        async with self.streams.table(stream) as replica:
            return replica.opened.contest

    async def directs(self, stream: str, who: str) -> None:
        """Who looks at a table directs its contest; whether he plays there the table knows."""
        contest = await self.contest_of(stream)
        chief = await self.accounts.is_administrator(who)
        if not contest or not (chief or who in (await self.of(contest)).directors):
            raise Refused("not_a_director")

    async def may_create(self, who: str, key: str, plan: Plan) -> None:
        """Nobody could enter a contest of the past.

        Raises `Refused` (no_account, too_many_contests, bad_contest).
        """
        await self.account(who)
        going_on = await self.streams.log.begun(who, CONTESTS)
        chief = await self.accounts.is_administrator(who)
        most = MOST_OF_ADMINISTRATORS if chief else MOST_CONTESTS
        if key in going_on:
            return
        if len(going_on) >= most:
            raise Refused("too_many_contests", most=most)
        if plan.registration_until <= self.streams.now():
            raise Refused("bad_contest", field="registration_until")

    async def own_name(self, contest: Contest, who: str) -> None:
        """Raises `Refused` (name_taken): players could not be told apart by what they are called.

        Who has withdrawn before the draw stands in no list of results.
        """
        entrants = [
            each.person
            for each in contest.entrants
            if each.person != who and (contest.draw or not each.withdrawn)
        ]
        names = await self.streams.people.names([who, *entrants])
        own = names.pop(who, None)
        if own is not None and login_of(own) in map(login_of, names.values()):
            raise Refused("name_taken")

    async def obeyed(
        self, stream: str, who: str, command: acts.Annul | acts.Adjust | acts.Dismiss
    ) -> None:
        """What the table will refuse is not taken down as ruled. Raises `Refused`.

        The contest is asked first: strangers learn nothing of a table in this way.
        """
        now, chief = self.streams.now(), await self.accounts.is_administrator(who)
        told: Any = of_table.Dismiss(getattr(command, "person", ""))
        async with self.streams.contest(stream) as contest:
            fact = contest.decide(who, command, b"", now, chief)[-1]
            pulya = contest.created.table(command.tour, command.table)
            assert pulya is not None
            if isinstance(fact, pulya_facts.Annulled | pulya_facts.Adjusted):
                ruling = Ruling(Deed(now, who, command.what, said(command), {}), fact)
                *_, (_, told) = rulings(replace(pulya, rulings=[*pulya.rulings, ruling]))
        async with self.streams.table(table_stream(stream, command.tour, command.table)) as table:
            table.decide(TABLE, told, b"", now, False)

    async def follows(self, stream: str, who: str) -> None:
        """Whoever watches a table that plays is written into its log.

        Raises `Refused` (too_fast, no_such_table, table_stopped).
        """
        replica = await self.streams.replica(stream)
        if isinstance(replica, TableReplica) and unlisted(replica.opened, who):
            allow(self.watches, who, self.streams.clock)
