"""The golden deals, through the command line as an arbiter would use it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.notation import parse, replay
from tests.game.arbiter import BLOCK_IDS, BLOCKS, FILES, PULYAS, Block, run

ROOT = Path(__file__).parents[2]


def stem(file: Path) -> str:
    return file.stem


def lines(text: str) -> list[object]:
    return [json.loads(line) for line in text.splitlines()]


def without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(True) if not line.startswith(";"))


def test_there_are_golden_deals_of_every_kind() -> None:
    assert len(FILES) == 9
    assert len(PULYAS) == 3
    assert len(BLOCKS) == 80
    played = [word for _, _, block in BLOCKS for word in block.tokens]
    assert {"misere", "invite", "yes", "no", "here", "half", "look-N", "open"} < {*played}
    assert any(word.startswith("=") for word in played)


@pytest.mark.parametrize("file", FILES, ids=stem)
def test_score_gives_the_golden_lines(file: Path) -> None:
    ran = run("score", file)
    assert (ran.status, ran.err) == (0, "")
    assert lines(ran.out) == lines(file.with_suffix(".jsonl").read_text())


def test_score_takes_several_files_one_after_the_other() -> None:
    ran = run("score", *FILES)
    golden = "".join(file.with_suffix(".jsonl").read_text() for file in FILES)
    assert (ran.status, ran.err) == (0, "")
    assert lines(ran.out) == lines(golden)


@pytest.mark.parametrize("file", PULYAS, ids=stem)
def test_settle_gives_the_golden_settlement(file: Path) -> None:
    ran = run("settle", file)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("}\n")
    assert json.loads(ran.out) == json.loads(file.with_suffix(".settle.json").read_text())


@pytest.mark.parametrize("file", FILES, ids=stem)
def test_format_gives_a_file_in_the_layout_back_byte_for_byte(file: Path) -> None:
    ran = run("format", file)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == without_comments(file.read_text())


@pytest.mark.parametrize("file", FILES, ids=stem)
def test_format_undoes_any_other_layout(file: Path, tmp_path: Path) -> None:
    def scattered(block: Block) -> str:
        headers = "\n\n".join(reversed(block.text.partition("\n\n")[0].splitlines()))
        return f"{headers} ; so\n{' '.join(block.tokens)}"

    other = tmp_path / file.name
    other.write_text("\n".join(scattered(block) for at, _, block in BLOCKS if at == file))
    assert run("format", other).out == without_comments(file.read_text())


@pytest.mark.parametrize(("file", "number", "block"), BLOCKS, ids=BLOCK_IDS)
def test_legal_at_every_prefix_asks_for_the_next_token(
    file: Path, number: int, block: Block, tmp_path: Path
) -> None:
    """Also: cut short there the deal scores nothing, and the error says what is legal."""
    part = tmp_path / "part.deals"
    for said, token in enumerate(block.tokens):
        part.write_text(block.cut(said).text)
        ran = run("legal", part)
        assert (ran.status, ran.err) == (0, "")
        question = json.loads(ran.out)
        assert list(question) == ["seat", "options"]
        assert question["seat"] in "NESW"
        options = question["options"]
        assert len(options) == len({*options}) > 0
        assert not any(option.startswith("=") for option in options)
        assert token in options or token.startswith("=")
        for command in ("score", "settle"):
            ran = run(command, part)
            assert (ran.status, ran.out) == (2, "")
            assert ran.err.startswith(f'{part}: deal 1: token {said + 1} "": ')
            assert ran.err.endswith(f": legal: {' '.join(options)}\n")
            assert ran.err.count("\n") == 1
    part.write_text(block.text)
    assert json.loads(run("legal", part).out) == {"seat": None, "options": []}


@pytest.mark.parametrize(("file", "number", "block"), BLOCKS, ids=BLOCK_IDS)
def test_format_of_a_deal_cut_short_goes_as_far_as_the_deal(
    file: Path, number: int, block: Block, tmp_path: Path
) -> None:
    """What is there is laid out as in the whole deal, line by line."""
    part = tmp_path / "part.deals"
    for said in range(len(block.tokens)):
        part.write_text(block.headed().says(" ".join(block.tokens[:said])).text)
        assert run("format", part).out == block.cut(said).text


def test_who_decides_is_the_one_who_is_asked() -> None:
    """The dealer for an invitation and his whist, the whister for open and closed and for the
    hands that he plays.
    """
    played_for_another = 0
    for _, _, block in BLOCKS:
        for said in range(len(block.tokens)):
            replayed = replay(parse(block.cut(said).text)[0])
            ask = replayed.play.ask
            assert ask is not None
            dealer, whisted = replayed.layout.dealer, replayed.deal.whisted
            if ask.what in ("invitation", "dealer"):
                assert ask.seat == dealer
            if ask.what == "lie":
                assert whisted is not None
                assert ask.seat == whisted.by
            if ask.what == "card" and whisted is not None and ask.hand != ask.seat:
                assert ask.seat == whisted.by
                played_for_another += 1
    assert played_for_another > 100


def process(*arguments: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "game", *arguments]
    clean = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, check=False)


def test_the_command_line_as_a_process() -> None:
    pulya = PULYAS[0]
    for command, suffix in (("score", ".jsonl"), ("settle", ".settle.json")):
        ran = process(command, str(pulya))
        golden = pulya.with_suffix(suffix).read_text()
        assert (ran.returncode, ran.stderr) == (0, b"")
        if command == "score":
            assert lines(ran.stdout.decode()) == lines(golden)
        else:
            assert json.loads(ran.stdout) == json.loads(golden)
    ran = process("format", str(FILES[0]))
    assert (ran.returncode, ran.stderr, ran.stdout) == (0, b"", FILES[0].read_bytes())


def test_an_error_as_a_process() -> None:
    ran = process("settle", "no such file")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr == b"no such file: No such file or directory\n"
