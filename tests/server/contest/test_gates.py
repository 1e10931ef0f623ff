"""What only the server knows: who has an account, who is anybody at all, who directs."""

from __future__ import annotations

from tests.server.contest.festival import Festival, Guest, plan
from tests.server.contest.test_archive import chief
from tests.server.nodes import House

NOBODY = "p0123456789abcdef"


async def begun(house: House, director: Guest, bots: int = 0, **plan: object) -> Festival:
    festival = await Festival.created(house, director, **plan)
    for number in range(bots):
        await director.acts(festival.stream, "add", person=f"bot-{number}", bot=True)
    return festival


async def refused(director: Guest, stream: str, what: str, **fields: object) -> str:
    """The code of the refusal of an act."""
    after = len((await director.socket.call("sync", {"stream": stream}))["contest"]["deeds"])
    return await director.refused(stream, what, why="as agreed", after=after, **fields)


async def test_who_creates_a_contest_has_an_account(house: House) -> None:
    guest = await Guest.guest(house.http, house.url)
    holder = await Guest.holder(house.http, house.url)
    festival = await begun(house, holder)
    plan = {"title": "Кубок", "formula": "festival", "rules": "festival-2011"}
    plan |= {"registration_until": 1, "draw_at": 1, "tours": []}
    assert await guest.refused("", "create", plan=plan) == "no_account"
    assert festival.contest.directors == [holder.person]


async def test_a_contest_may_be_for_accounts_only(house: House) -> None:
    guest = await Guest.guest(house.http, house.url)
    holder = await Guest.holder(house.http, house.url)
    closed, free = await begun(house, holder, accounts=True), await begun(house, holder)
    assert await guest.refused(closed.stream, "register") == "no_account"
    await guest.command(free.stream, "register")
    await holder.command(closed.stream, "register")
    await holder.acts(closed.stream, "add", person=guest.person)  # the director may
    entered = [entrant.person for entrant in closed.contest.entrants]
    assert entered == [holder.person, guest.person]


async def test_directors_have_accounts(house: House) -> None:
    guest = await Guest.guest(house.http, house.url)
    holder = await Guest.holder(house.http, house.url)
    other = await Guest.holder(house.http, house.url, "Второй")
    festival = await begun(house, holder)
    stream = festival.stream
    assert await refused(holder, stream, "add_director", person=guest.person) == "no_account"
    assert await refused(holder, stream, "add_director", person=NOBODY) == "no_such_person"
    await holder.acts(stream, "add_director", person=other.person)
    assert festival.contest.directors == [holder.person, other.person]


async def test_nobody_knows_whom_to_add(house: House) -> None:
    guest = await Guest.guest(house.http, house.url)
    director = await Guest.holder(house.http, house.url)
    festival = await begun(house, director, 5, no_show=0)
    stream = festival.stream
    for person in (NOBODY, "", "Анна", director.person + " "):
        assert await refused(director, stream, "add", person=person) == "no_such_person"
    await director.acts(stream, "add", person=guest.person)
    await festival.until_phase("playing")
    [number] = [t.number for t in festival.contest.at_play() if guest.person in t.players]
    seat = {"tour": 1, "table": number, "out": guest.person}
    assert await refused(director, stream, "substitute", **seat, into=NOBODY) == "no_such_person"
    substitute = await Guest.guest(house.http, house.url, "Запасной")
    await director.acts(stream, "substitute", **seat, into=substitute.person)
    assert substitute.person in festival.contest.at_play()[number - 1].sitting


async def test_a_hand_is_shown_to_accounts(house: House) -> None:
    """Without an account one watches the open table, and any table that is of no contest."""
    guest = await Guest.guest(house.http, house.url)
    director = await Guest.holder(house.http, house.url)
    anna = await Guest.guest(house.http, house.url, "Анна")
    festival = await begun(house, director, 5, no_show=0)
    await director.acts(festival.stream, "add", person=anna.person)
    await festival.until_phase("playing")
    [mine] = [t for t in festival.contest.at_play() if anna.person in t.players]
    stream = f"{festival.stream}-1-{mine.number}"
    await festival.until(lambda _: stream in festival.replica.progress)
    await guest.watch(stream)
    await director.watch(stream)
    assert await guest.refused(stream, "watch", seat="E") == "no_account"
    await director.command(stream, "watch", seat="E")
    assert await guest.refused(stream, "look", why="a doubt") == "not_a_director"
    anna.screens[stream] = await anna.watch(stream)
    if anna.screens[stream].table["phase"] == "seating":
        await anna.command(stream, "choose", seat="E")
    await director.command(stream, "look", why="a doubt")
    administrator = await chief(house)
    await administrator.command(stream, "look", why="a doubt")
    friendly = await anna.open()
    assert await director.refused(friendly, "look", why="a doubt") == "not_a_director"


async def test_no_contest_begins_in_the_past(house: House) -> None:
    director = await Guest.holder(house.http, house.url)
    late = plan(house.clock.now() - 3600)
    assert await director.refused("", "create", plan=late) == "bad_contest"
    done = await director.command("", "create", id="a" * 8, plan=plan(house.clock.now()))
    house.clock.at += 3600
    again = await director.command("", "create", id="a" * 8, plan=plan(house.clock.now() - 3600))
    assert again["stream"] == done["stream"]
