"""Who did not come is marked, also where he enters next, until the mark expires."""

from __future__ import annotations

from tests.server.contest.festival import Festival, Guest
from tests.server.nodes import House

DAY = 24 * 3600 * 1000


async def test_a_no_show_is_shown_at_the_next_contest_until_it_expires(house: House) -> None:
    director = await Guest.holder(house.http, house.url)
    anna = await house.guest("Анна")
    first = await Festival.created(house, director, formula="fspr-2006", tours=1, mark_days=30)
    await anna.command(first.stream, "register")
    for number in range(6):
        await director.acts(first.stream, "add", person=f"bot-{number}", bot=True)
    await first.until_phase("playing")
    until = first.contest.marks[anna.person]
    assert until // DAY - int(house.clock.at * 1000) // DAY in (29, 30)

    for passed, shown in ((0, {anna.person: until}), (31, {})):
        house.clock.at += passed * DAY / 1000
        other = await Festival.created(house, director)
        board = await director.follow(other.stream)
        assert board.shown["marks"] == {}
        await anna.command(other.stream, "register")
        await director.until(lambda: bool(board.contest["entrants"]))  # noqa: B023
        if shown:
            await director.until(lambda: bool(board.shown["marks"]))  # noqa: B023
        assert (await director.follow(other.stream)).shown["marks"] == shown


async def test_marks_outlive_the_server(house: House) -> None:
    director = await Guest.holder(house.http, house.url)
    anna = await house.guest("Анна")
    first = await Festival.created(house, director, formula="fspr-2006", tours=1)
    other = await Festival.created(house, director)
    for contest in (first, other):
        await anna.command(contest.stream, "register")
    for number in range(6):
        await director.acts(first.stream, "add", person=f"bot-{number}", bot=True)
    await first.until_phase("playing")
    until = first.contest.marks[anna.person]
    board = await director.follow(other.stream)  # who was entered before it happened
    await director.until(lambda: board.shown["marks"] == {anna.person: until})
    await house.restart()
    await director.connect(house.url)
    board = await director.follow(other.stream)
    await director.until(lambda: board.shown["marks"] == {anna.person: until})
