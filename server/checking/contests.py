"""Whether a contest is sound, by its own log and by those of its tables."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from game.shuffle import commitment
from lobby.contest import facts, pulya_facts
from lobby.contest.commands import Looked, Post
from lobby.contest.contest import Contest, Pulya
from lobby.contest.effects import brought, table_stream
from lobby.contest.results import tournament
from lobby.contest.seen import standing_views
from lobby.contest.tours import draw
from server.checking.folding import folded
from server.checking.problems import Problem
from server.checking.rows import Stream
from server.contest_replica import ContestReplica
from server.table_replica import TableReplica

Place = tuple[int, int]
"""A tour and a table."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A director gave or corrected the result of a table, in entry `n`."""

    n: int
    by: str
    why: str
    whists: list[str]
    corrected: bool


@dataclass(slots=True)
class Told:
    """What a contest has of its tables: entry and fact of each result, looks, rulings."""

    settled: dict[Place, tuple[int, pulya_facts.Settled]] = field(default_factory=dict)
    looks: dict[Place, list[tuple[int, facts.Looked]]] = field(default_factory=dict)
    ruled: dict[Place, list[Ruled]] = field(default_factory=dict)


def of_contest(stream: Stream, replica: ContestReplica, told: Told) -> Iterator[Problem]:
    """What is wrong with the facts of a contest, which the fresh replica takes in."""

    def before(n: int, fact: Any) -> Iterator[str]:
        match fact:
            case facts.Created():
                if fact.contest != stream.name:
                    yield f"it is that of the contest {fact.contest}"
                if commitment(bytes.fromhex(fact.secret), fact.contest) != fact.commitment:
                    yield "the secret of the draw is not the one that was committed to"
            case facts.DrawMade():
                if draw(replica.created) != [fact]:
                    yield "the draw is not the one that its secret makes"
            case pulya_facts.Settled():
                told.settled[fact.tour, fact.table] = (n, fact)
            case facts.Looked():
                told.looks.setdefault((fact.tour, fact.table), []).append((n, fact))
            case pulya_facts.Posted() | pulya_facts.Corrected():
                yield from of_result(replica.created, told, n, fact)
            case _:
                pass

    yield from folded(stream, replica, before)


def of_result(
    contest: Contest, told: Told, n: int, fact: pulya_facts.Posted | pulya_facts.Corrected
) -> Iterator[str]:
    """What players confirm is what came in; a director's ruling stands beside his deed."""
    if isinstance(fact, pulya_facts.Corrected) or fact.by == "director":
        deed = contest.deeds[-1]
        own = told.ruled.setdefault((fact.tour, fact.table), [])
        corrected = isinstance(fact, pulya_facts.Corrected)
        own.append(Ruled(n, deed.by, deed.why, fact.whists, corrected))
        return
    settled = told.settled.get((fact.tour, fact.table))
    if settled is None or settled[1].whists != fact.whists:
        yield f"tour {fact.tour} table {fact.table} is posted otherwise than it came in"


def tables_of(contest: Contest) -> Iterator[tuple[Place, str, Pulya]]:
    """The tables of the tours that were opened, with their streams."""
    for tour in contest.tours:
        for table in tour.tables if tour.began is not None else ():
            place = (tour.number, table.number)
            yield place, table_stream(contest.name, *place), table


def of_brought(
    contest: str, told: Told, place: Place, table: TableReplica | None, links: list[bytes]
) -> Iterator[Problem]:
    """Whether the contest has taken from a table what its own log says.

    The table is None where its log has nothing, or cannot be folded; it is looked at after its
    contest, so that it has all that the contest took. `links` are those of its entries.
    """
    where = f"tour {place[0]} table {place[1]}"
    own = [] if table is None else brought(table.stream, table.opened)
    commands = [command for _, command in own]
    if table is not None and table.opened.contest != contest:
        yield Problem(contest, 0, f"{where} is not opened for it")
    for n, look in told.looks.get(place, []):
        if Looked(*place, look.deal, look.person, look.reason) not in commands:
            yield Problem(contest, n, f"{where}: its log has no such look")
    if place not in told.settled:
        return
    n, fact = told.settled[place]
    posts = [command for command in commands if isinstance(command, Post)]
    if not posts:
        yield Problem(contest, n, f"{where} came in, and its log has no such end")
        return
    [post] = posts
    if (post.whists, post.deals) != (fact.whists, fact.deals):
        was = f"{spelled(fact.whists)} in {fact.deals} deals"
        told_by_table = f"{spelled(post.whists)} in {post.deals}"
        yield Problem(contest, n, f"{where} came in as {was}, and its own log has {told_by_table}")
    if fact.chain and (fact.n > len(links) or links[fact.n - 1].hex() != fact.chain):
        what = f"{where}: its log to entry {fact.n} is not the one that came in"
        yield Problem(contest, n, what)


def of_rulings(
    contest: str, told: Told, place: Place, table: TableReplica | None
) -> Iterator[Problem]:
    """No problems: what directors decided otherwise than the table's log."""
    posts: list[Post] = []
    if table is not None:
        own = [command for _, command in brought(table.stream, table.opened)]
        posts = [command for command in own if isinstance(command, Post)]
    has = f"its own log has {spelled(posts[0].whists)}" if posts else "its own log has no end"
    for each in told.ruled.get(place, []):
        did = "corrected" if each.corrected else "given"
        what = f"tour {place[0]} table {place[1]} {did} as {spelled(each.whists)} by {each.by}"
        yield Problem(contest, each.n, f"{what} ({each.why}); {has}")


def spelled(whists: list[str]) -> str:
    return " ".join(whists)


def of_standings(contest: Contest, told: Told, by_tables: dict[Place, list[str]]) -> Iterator[str]:
    """The standings made of what the tables' own logs bring, and of the directors' rulings."""
    again = copy.deepcopy(contest)
    for place, _, table in tables_of(again):
        if table.posted and place not in told.ruled and place in by_tables:
            table.whists = by_tables[place]
    shown = standing_views(contest, tournament(contest))
    rebuilt = standing_views(again, tournament(again))
    for line, other in zip(shown, rebuilt, strict=True):
        if line != other:
            was = f"{line['person']} {line['points']} {line['whists']}"
            own = f"{other['person']} {other['points']} {other['whists']}"
            yield f"place {line['place']} is {was}, and by the tables' own logs {own}"
