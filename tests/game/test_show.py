"""Deals drawn for people: every golden deal, whole and cut short, in both languages."""

from itertools import product
from pathlib import Path

import pytest

from game import show
from game.cards import SUITS
from tests.game.arbiter import BLOCKS, FILES, PULYAS, run

LANGUAGES: tuple[show.Language, ...] = ("ru", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_golden_deal_is_drawn(
    file: Path, language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PULYA_LANG", language)
    ran = run("show", file)
    assert (ran.status, ran.err) == (0, "")
    ours = [block for at, _, block in BLOCKS if at == file]
    heads = [line for line in ran.out.splitlines() if line.startswith(ours[0].headers["Rules"])]
    assert len(heads) == len(ours)
    assert not any(line != line.rstrip() for line in ran.out.splitlines())

    part = tmp_path / "part.deals"
    for block in ours[:2]:
        for said in range(len(block.tokens)):
            part.write_text(block.cut(said).text)
            ran = run("show", part)
            assert (ran.status, ran.err) == (0, "")
            assert ran.out.endswith("\n")


def test_russian_is_spoken_unless_english_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = {}
    for value in ("", "ru", "fr", "en"):
        monkeypatch.setenv("PULYA_LANG", value)
        spoken[value] = run("show", PULYAS[0]).out
    monkeypatch.delenv("PULYA_LANG")
    assert spoken[""] == spoken["ru"] == spoken["fr"] == run("show", PULYAS[0]).out
    assert spoken["en"] != spoken["ru"]


def test_a_deal_as_it_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PULYA_LANG", "en")
    block = next(block for file, _, block in BLOCKS if file.stem == "pulya-example")
    part = tmp_path / "part.deals"
    part.write_text(block.text)
    out = run("show", part).out
    for piece in (
        "S\n                        ♠ A\n",
        "N 6♠  E pass  S pass\n",
        "N A♦  E open  E 9♦  S 9♣\n",
        "  E on N: 14 whists = 4·(5+2·1)/2: gentleman's whist, in equal parts (§7.6)\n",
        "  N: mountain 4 = 4·1: declarer short of tricks (§7.3)\n",
    ):
        assert piece in out
    part.write_text(block.cut(1).text)
    assert run("show", part).out.endswith("To decide E (§2.6): pass, 6♣, misère, share it?\n")


def test_every_suit_has_its_sign_and_every_entry_its_words() -> None:
    assert [*show.SIGNS] == [*SUITS]
    russian, english = show.WORDS["ru"], show.WORDS["en"]
    assert {*english} <= {*russian}
    assert {word for word in russian if word not in english} == {
        f"said {word}" for word in ("pass", "here", "yes", "no", "whist", "half", "open", "closed")
    }  # whose English word is the token itself
    for language, word in product(LANGUAGES, ("pool", "mountain", "whists")):
        assert "{amount}" in show.WORDS[language][word]
