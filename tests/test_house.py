"""The house itself: which room may look into which, what each may touch, what is cited."""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from game.preferans.conventions import Convention

ROOT = Path(__file__).parent.parent
ROOMS = ("game", "lobby", "server")
MAY_IMPORT = {"game": {"game"}, "lobby": {"lobby", "game"}, "server": {"server", "lobby", "game"}}
IMPURE = {
    *("asyncio", "datetime", "os", "pathlib", "random", "secrets", "select", "signal", "socket"),
    *("ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid"),
}
AT_THE_EDGE = {
    "game/command.py": {"os", "pathlib", "sys"},
    "game/__main__.py": {"os", "sys"},
    "lobby/__main__.py": {"sys"},
}
"""The command lines read files and their environment; nothing else in the pure rooms does."""
TOUCHES = {"open", "input", "print", "eval", "exec", "__import__", "breakpoint"}
NO_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}
LANGUAGES = ("ru", "en")
RULES = {language: ROOT / f"docs/rules/preferans.{language}.md" for language in LANGUAGES}
TOURNAMENTS = {language: ROOT / f"docs/rules/tournaments.{language}.md" for language in LANGUAGES}
BOOKS = {"preferans": (RULES, r"§\d+\.\d+", 70), "tournaments": (TOURNAMENTS, r"§T\d+\.\d+", 40)}
"""The files of a book by language, how its paragraphs are numbered, how many it has at least."""


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def page_sources() -> list[Path]:
    page = ROOT / "clients" / "web" / "src"
    return sorted(file for kind in ("*.ts", "*.svelte") for file in page.rglob(kind))


def trees(room: str) -> Iterator[tuple[str, ast.Module]]:
    for file in sources(room):
        yield str(file.relative_to(ROOT)), ast.parse(file.read_text())


def imported(tree: ast.Module) -> Iterator[str]:
    """The full names of the modules that are imported, wherever it stands."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, names=names):
                assert module is not None, "no relative imports"
                yield module
                yield from (f"{module}.{name.name}" for name in names)


# --- directions -------------------------------------------------------------------------------


def test_there_is_something_to_look_at() -> None:
    assert len(sources("game")) > 20
    assert len(sources("lobby")) > 5
    assert len(sources("server")) > 10


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_rooms_below_it(room: str) -> None:
    ours = {*ROOMS, "tests", "tools"}
    for name, tree in trees(room):
        for module in imported(tree):
            top = module.split(".")[0]
            assert top not in ours or top in MAY_IMPORT[room], f"{name} imports {module}"


def test_a_game_does_not_know_another() -> None:
    games = {path.parent.name for path in (ROOT / "game").glob("*/deal.py")}
    assert "preferans" in games
    for name, tree in trees("game"):
        own = name.split("/")[1]
        for module in imported(tree):
            parts = module.split(".")
            if own in games and parts[0] == "game" and len(parts) > 1:
                assert parts[1] not in games - {own}, f"{name} imports {module}"


def test_the_kernel_and_the_cards_know_no_game() -> None:
    for name, tree in trees("game"):
        if name.removeprefix("game/") in ("script.py", "cards.py", "tricks.py", "shuffle.py"):
            assert not any(module.startswith("game.preferans") for module in imported(tree)), name


@pytest.mark.parametrize("room", ["game", "lobby"])
def test_the_pure_rooms_touch_nothing_of_the_world(room: str) -> None:
    for name, tree in trees(room):
        tops = {module.split(".")[0] for module in imported(tree)}
        assert tops & IMPURE == AT_THE_EDGE.get(name, set()), name
        calls = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert calls & TOUCHES <= ({"print"} if name in AT_THE_EDGE else set()), name
        assert not any(
            isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(tree)
        )


def test_the_pure_rooms_need_no_package() -> None:
    for room in ("game", "lobby"):
        for name, tree in trees(room):
            for module in imported(tree):
                top = module.split(".")[0]
                assert top in sys.stdlib_module_names or top in ROOMS, f"{name} imports {module}"


# --- names and sizes --------------------------------------------------------------------------


@pytest.mark.parametrize("room", [*ROOMS, "tests", "tools"])
def test_no_module_is_a_drawer_for_everything(room: str) -> None:
    for file in sources(room):
        assert not {file.stem, *file.relative_to(ROOT).parts} & NO_NAMES, file


def test_files_stay_under_four_hundred_lines() -> None:
    ours = [file for room in (*ROOMS, "tests", "tools") for file in sources(room)]
    written = [file for file in page_sources() if file.stem != "generated"]
    lengths = {file: len(file.read_text().splitlines()) for file in [*ours, *written]}
    long = {str(file): length for file, length in lengths.items() if length > 400}
    assert long == {}


def test_every_module_begins_with_its_duty() -> None:
    for room in ROOMS:
        for name, tree in trees(room):
            assert ast.get_docstring(tree), name


# --- the rules --------------------------------------------------------------------------------


def paragraphs(file: Path, number: str = r"§T?\d+\.\d+") -> list[str]:
    return re.findall(rf"^\*\*({number})\*\* ", file.read_text(), re.MULTILINE)


def known() -> set[str]:
    """The paragraphs of all books."""
    return {number for files, _, _ in BOOKS.values() for number in paragraphs(files["en"])}


@pytest.mark.parametrize("book", BOOKS)
def test_both_languages_have_the_same_paragraphs_in_the_same_order(book: str) -> None:
    files, form, least = BOOKS[book]
    own = paragraphs(files["ru"], form)
    assert own == paragraphs(files["ru"])
    assert own == paragraphs(files["en"])
    assert len(own) == len({*own}) > least
    numbers = [tuple(map(int, number.lstrip("§T").split("."))) for number in own]
    assert numbers == sorted(numbers)


def citations(text: str) -> set[str]:
    """`§4.8`, `§T3.2`, and both ends of `§9.2–§9.4` or `§5.8–5.10`."""
    found: set[str] = set()
    for first, last in re.findall(r"§(T?\d+\.\d+)(?:[–-]§?(T?\d+\.\d+))?", text):
        found |= {f"§{first}"} | ({f"§{last}"} if last else set())
    return found


def test_citations_of_both_books_are_found() -> None:
    text = "§4.8, §T3.2; §9.2–§9.4, §T5.1–§T5.3; see festival-2011 §4, §T5 and §10.11"
    assert citations(text) == {
        *("§4.8", "§T3.2", "§9.2", "§9.4", "§T5.1", "§T5.3", "§10.11"),
    }


def cited() -> Iterator[tuple[str, set[str]]]:
    """What each file of ours cites."""
    for file in [*(file for room in ROOMS for file in sources(room)), *page_sources()]:
        yield str(file.relative_to(ROOT)), citations(file.read_text())


def test_every_paragraph_that_is_cited_exists() -> None:
    everywhere: set[str] = set()
    for name, numbers in cited():
        assert numbers <= known(), f"{name} cites {sorted(numbers - known())}"
        everywhere |= numbers
    assert len([number for number in everywhere if not number.startswith("§T")]) > 60
    assert len([number for number in everywhere if number.startswith("§T")]) > 25


def test_the_rules_cite_themselves_rightly() -> None:
    """A number with the name of a source before it is that source's own."""
    for files, _, _ in BOOKS.values():
        for file in files.values():
            text = re.sub(r"\[[^\]]*\]$", "", file.read_text(), flags=re.MULTILINE)
            assert citations(text) <= known(), file


@pytest.mark.parametrize("field", [field for field in fields(Convention) if field.name != "name"],
                         ids=lambda field: field.name)  # fmt: skip
def test_a_field_of_a_convention_has_its_paragraph_which_names_it(field: object) -> None:
    rule, name = field.metadata["rule"], field.name  # type: ignore[attr-defined]
    for language, file in RULES.items():
        assert rule in paragraphs(file)
        text = re.split(r"^(?=\*\*§)|^## ", file.read_text(), flags=re.MULTILINE)
        own = next(part for part in text if part.startswith(f"**{rule}** "))
        assert f"`{name}`" in own, f"{rule} does not name {name} in {language}"


def test_each_paragraph_ends_with_its_sources() -> None:
    for file in (*RULES.values(), *TOURNAMENTS.values()):
        for part in re.split(r"^(?=\*\*§)|^## ", file.read_text(), flags=re.MULTILINE):
            if part.startswith("**§"):
                assert part.rstrip().endswith("]"), part[:20]
