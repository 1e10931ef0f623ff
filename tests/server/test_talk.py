"""Talk at a table: to all who watch, kept, and shut while it could help a partner."""

from __future__ import annotations

import pytest

from lobby.table.talk import LENGTH
from server.store.lines import KEPT
from tests.server.nodes import House
from tests.server.people import Person, Refusal, play_together

pytestmark = pytest.mark.both_stores


async def says(
    person: Person, stream: str, phrase: str = "", line: str = "", card: str = ""
) -> dict[str, object]:
    message = {"stream": stream, "phrase": phrase, "line": line, "card": card}
    said: dict[str, object] = await person.socket.call("say", message)
    return said


async def shut(person: Person, stream: str, **said: str) -> str:
    with pytest.raises(Refusal) as caught:
        await says(person, stream, **said)
    return caught.value.code


async def three(house: House) -> tuple[list[Person], str]:
    people = [await house.guest(name) for name in ("Анна", "Борис", "Вера")]
    stream = await people[0].open(players=3, bots=False, deals=1)
    for person in people:
        await person.watch(stream)
    for person in people[1:]:
        await person.command(stream, "join")
    for person in people:
        await person.sees(stream, 3)
    return people, stream


async def test_all_who_watch_hear_a_line_and_who_comes_later_reads_it(house: House) -> None:
    people, stream = await three(house)
    dasha = await house.guest("Даша")
    await dasha.watch(stream)
    said = await says(people[0], stream, line="  Всем   привет ")
    assert said == {
        "stream": stream,
        "at": 1_800_000_000_000,
        "person": people[0].person,
        "phrase": "",
        "line": "Всем привет",
        "card": "",
    }
    await says(people[1], stream, phrase="thanks")
    for person in (*people, dasha):
        await person.until(lambda: len(person.heard) == 2)  # noqa: B023
        assert person.heard[0] == ("said", said)
    late = await house.guest("Ева")
    await late.watch(stream)
    assert [line["phrase"] for line in late.talk] == ["", "thanks"]
    await house.restart()
    await late.connect(house.url)
    await late.sync(stream)
    assert late.talk[0] == said


async def test_from_the_deal_until_the_result_nobody_talks(house: House) -> None:
    people, stream = await three(house)
    await play_together(people, stream, lambda screen: screen.table["phase"] == "playing")
    for person in people:
        assert await shut(person, stream, line="Пики!") == "silence"
        assert await shut(person, stream, phrase="hello") == "silence"
        assert await shut(person, stream, card="7S") == "silence"
    assert all(person.heard == [] for person in people)
    assert house.rows("select * from talk") == []
    await play_together(people, stream, lambda screen: screen.table["phase"] == "finished")
    await says(people[0], stream, phrase="good_game")
    assert await shut(people[0], stream, card="7S") == "not_an_open_card"


async def test_who_only_watches_does_not_talk(house: House) -> None:
    _, stream = await three(house)
    dasha = await house.guest("Даша")
    await dasha.watch(stream)
    assert await shut(dasha, stream, line="Привет") == "not_at_this_table"


async def test_what_is_no_line_is_not_said(house: House) -> None:
    people, stream = await three(house)
    anna = people[0]
    assert await shut(anna, stream) == "no_words"
    assert await shut(anna, stream, line="   ") == "no_words"
    assert await shut(anna, stream, phrase="curse") == "no_words"
    assert await shut(anna, stream, phrase="hello", line="Привет") == "no_words"
    assert await shut(anna, stream, phrase="curse", line="Привет") == "no_words"
    assert await shut(anna, stream, phrase="hello", line=" ") == "no_words"
    assert await shut(anna, stream, line="я" * (LENGTH + 1)) == "no_words"
    assert await shut(anna, stream, line="a\u202eb") == "no_words"
    assert await shut(anna, stream, line="\x07") == "malformed"
    assert await shut(anna, "t0", line="Привет") == "no_such_table"
    with pytest.raises(Refusal, match="malformed"):
        await anna.socket.call("say", {"stream": stream, "line": "Привет"})
    assert house.rows("select * from talk") == []


async def test_a_page_gets_the_last_lines(house: House) -> None:
    people, stream = await three(house)
    for number in range(KEPT + 5):
        await says(people[0], stream, line=str(number))
    await people[1].sync(stream)
    assert [line["line"] for line in people[1].talk] == [str(n) for n in range(5, KEPT + 5)]
