"""The accounting against the examples that are known, and against the golden deals."""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.oracle import accounting, auctions, whisting
from tests.oracle.accounting import (
    FESTIVAL_2011,
    FSPR_2006,
    FSPR_CODE_6,
    Account,
    Outcome,
    account,
    settle,
)
from tests.oracle.regulations import ACCOUNTS, PASS_PASS_RETURN_67, bidding

GOLDEN = Path(__file__).parent.parent / "golden" / "preferans"

# --- accounts: the worked examples ------------------------------------------------------------

# The table of four is D W1 W2 S = N E S W; at three the dealer is W2.


def four(kind: str, taken: int = 0, pair: tuple[int, int] = (0, 0), **more: Any) -> Outcome:
    tricks = {"N": taken, "E": pair[0], "S": pair[1], "W": 0}
    return Outcome(kind=kind, players=4, dealer="W", declarer="N", tricks=tricks, **more)  # type: ignore[arg-type]


def game(level: int, ending: str, taken: int, w1: int, w2: int) -> Outcome:
    return four("game", taken, (w1, w2), level=level, ending=ending)


def at_three(outcome: Outcome, **more: Any) -> Outcome:
    tricks = {seat: outcome.tricks[seat] for seat in "NES"}
    whole = vars(outcome) | {"players": 3, "dealer": "S", "tricks": tricks} | more
    return Outcome(**whole)


def on_declarer(sheet: Account) -> tuple[int, ...]:
    return tuple(sheet.whists.get(seat, {}).get("N", 0) for seat in "ESW"[: len(sheet.pool) - 1])


def net(sheet: Account) -> tuple[Fraction, ...]:
    return tuple(settle(sheet.pool, sheet.mountain, sheet.whists, len(sheet.pool)).values())


EXAMPLES = [
    # outcome, pool, mountain, whists of the three others, net
    (game(6, "B", 5, 5, 0), (0, 0, 0, 0), (4, 0, 0, 0), (14, 14, 4), (-62, 24, 24, 14)),
    (game(6, "A", 5, 3, 2), (0, 0, 0, 0), (4, 0, 0, 0), (16, 12, 4), (-62, 26, 22, 14)),
    (game(6, "G", 5, 2, 3), (0, 0, 0, 0), (4, 0, 0, 0), (28, 0, 4), (-62, 38, 10, 14)),
    (game(6, "E", 5, 2, 3), (0, 0, 0, 0), (4, 0, 0, 0), (0, 0, 32), (-62, 10, 10, 42)),
    (game(7, "C", 5, 5, 0), (0, 0, 0, 0), (16, 0, 0, 0), (36, 36, 16), (-208, 76, 76, 56)),
    (game(8, "A", 7, 2, 1), (0, 0, 0, 0), (12, 0, 0, 0), (36, 24, 12), (-162, 66, 54, 42)),
    (game(9, "B", 8, 1, 1), (0, 0, 0, 0), (16, 0, 0, 0), (32, 32, 16), (-200, 72, 72, 56)),
    (game(10, "B", 9, 0, 1), (0, 0, 0, 0), (20, 0, 0, 0), (30, 30, 20), (-230, 80, 80, 70)),
    (game(6, "A", 7, 3, 0), (2, 0, 0, 0), (0, 0, 2, 0), (12, 0, 0), (23, 7, -25, -5)),
    (game(6, "A", 9, 1, 0), (2, 0, 0, 0), (0, 2, 4, 0), (4, 0, 0), (41, -11, -35, 5)),
    (game(7, "B", 9, 0, 1), (4, 0, 0, 0), (0, 4, 0, 0), (8, 0, 0), (62, -42, -10, -10)),
    (game(8, "A", 10, 0, 0), (6, 0, 0, 0), (0, 6, 6, 0), (0, 0, 0), (120, -60, -60, 0)),
    (game(8, "B", 10, 0, 0), (6, 0, 0, 0), (0, 6, 0, 0), (0, 0, 0), (105, -75, -15, -15)),
    (game(6, "I", 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0), (0, 8, 0), (22, -10, -2, -10)),
    (four("misere"), (10, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0), (150, -50, -50, -50)),
    (four("misere", 2, (8, 0)), (0,) * 4, (40, 0, 0, 0), (0, 0, 0), (-300, 100, 100, 100)),
    (four("misere", half=True), (5, 0, 0, 5), (0, 0, 0, 0), (0, 0, 0), (50, -50, -50, 50)),
    (four("misere", 1, half=True), (0,) * 4, (10, 0, 0, 10), (0, 0, 0), (-50, 50, 50, -50)),
]


@pytest.mark.parametrize(("outcome", "pool", "mountain", "whists", "result"), EXAMPLES)
@pytest.mark.parametrize("terms", [FESTIVAL_2011, FSPR_2006])
def test_worked_example(
    outcome: Outcome,
    pool: tuple[int, ...],
    mountain: tuple[int, ...],
    whists: tuple[int, ...],
    result: tuple[int, ...],
    terms: accounting.Terms,
) -> None:
    sheet = account(outcome, terms)
    assert tuple(sheet.pool.values()) == pool
    assert tuple(sheet.mountain.values()) == mountain
    assert on_declarer(sheet) == whists
    assert net(sheet) == result


def test_worked_examples_of_quick_tricks() -> None:
    seven = four("game", level=7, ending="J", talon=("AS", "KS"))
    assert on_declarer(account(seven, FSPR_CODE_6)) == (0, 0, 16)
    six = at_three(four("game", level=6, ending="J"), talon=("AS", "AD"))
    assert on_declarer(account(six, FSPR_CODE_6)) == (6, 6)
    assert account(six, FSPR_2006).whists == {}


def test_worked_example_at_three() -> None:
    sheet = account(at_three(EXAMPLES[0][0]), FESTIVAL_2011)
    assert on_declarer(sheet) == (14, 14)
    assert net(sheet) == (Fraction(-164, 3), Fraction(82, 3), Fraction(82, 3))


def test_other_readings() -> None:
    no_cap = account(game(6, "A", 7, 3, 0), accounting.Terms(pair_cap_67=False))
    assert no_cap.mountain["S"] == 4
    split = account(game(8, "A", 10, 0, 0), accounting.Terms(both_responsible="split"))
    assert (split.mountain["E"], split.mountain["S"]) == (3, 3)
    own = accounting.Terms(return_consolation="own")
    assert on_declarer(account(game(6, "G", 5, 2, 3), own)) == (24, 0, 4)
    assert on_declarer(account(game(6, "E", 5, 2, 3), own)) == (0, 0, 24)


def test_the_pair_pays_as_the_rule_in_words_says() -> None:
    """§7.11 in words: whoever is below half the duty, and not more than the pair is below it."""
    for level, half in ((6, 2), (7, 1)):
        for one, other in product(range(2 * half), repeat=2):
            lack = 2 * half - one - other
            if lack > 0:
                expected = tuple(min(lack, max(0, half - mine)) for mine in (one, other))
                assert accounting.SHORT[level][one, other] == expected


@pytest.mark.parametrize(
    ("cards", "number"),
    [("AS AD", 3), ("AS KS", 2), ("AS KH", 1), ("AS QS", 1), ("KS QS", 1), ("KS QH", 0)],
)
def test_quick_tricks(cards: str, number: int) -> None:
    first, second = cards.split()
    assert accounting.quick(first, second) == accounting.quick(second, first) == number


# Whist of one, penalties included, by the tricks of the declarer from ten down to four; then the
# game that nobody whists and the half-whist. At three in thirds of a whist.
SINGLE = {
    4: {
        6: (50, 41, 32, 23, 14, -62, -108, 30, 22),
        7: (80, 62, 44, 36, -116, -208, -300, 60, 52),
        8: (105, 78, 66, -162, -300, -438, -576, 90),
        9: (140, 104, -200, -384, -568, -752, -936, 120),
        10: (175, -230, -460, -690, -920, -1150, -1380, 150),
    },
    3: {
        6: (160, 128, 96, 64, 32, -164, -280, 80, 56),
        7: (240, 176, 112, 88, -304, -536, -768, 160, 136),
        8: (300, 204, 168, -420, -768, -1116, -1464, 240),
        9: (400, 272, -512, -976, -1440, -1904, -2368, 320),
        10: (500, -580, -1160, -1740, -2320, -2900, -3480, 400),
    },
}


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("level", [6, 7, 8, 9, 10])
def test_what_a_single_deal_is_worth_to_the_declarer(players: int, level: int) -> None:
    deals = [game(level, "B", taken, 10 - taken, 0) for taken in range(10, 3, -1)]
    deals += [game(level, ending, 0, 0, 0) for ending in ("MF" if level < 8 else "M")]
    if players == 3:
        deals = [at_three(deal) for deal in deals]
    parts = {4: 1, 3: 3}[players]
    values = [net(account(deal, FESTIVAL_2011))[0] * parts for deal in deals]
    assert tuple(values) == SINGLE[players][level]


def test_a_set_costs_the_same_whoever_whisted() -> None:
    for level, taken in product(range(6, 11), range(10)):
        if taken < level:
            costs = {
                net(account(game(level, ending, taken, w1, 10 - taken - w1), FESTIVAL_2011))[0]
                for ending in "ABCDEGHKL"
                for w1 in range(11 - taken)
            }
            assert len(costs) == 1


# --- accounts: many deals ---------------------------------------------------------------------


def total(sheets: list[Account]) -> tuple[dict[str, int], dict[str, int], accounting.Whists]:
    pool = {seat: sum(sheet.pool[seat] for sheet in sheets) for seat in sheets[0].pool}
    mountain = {seat: sum(sheet.mountain[seat] for sheet in sheets) for seat in pool}
    whists: accounting.Whists = {}
    for sheet in sheets:
        for writer, on in sheet.whists.items():
            for seat, number in on.items():
                row = whists.setdefault(writer, {})
                row[seat] = row.get(seat, 0) + number
    return pool, mountain, whists


def one(kind: str, dealer: str, declarer: str | None, tricks: str, **more: Any) -> Outcome:
    taken = dict(zip("NESW", map(int, tricks.split()), strict=True))
    return Outcome(kind=kind, players=4, dealer=dealer, declarer=declarer, tricks=taken, **more)  # type: ignore[arg-type]


def test_five_deals_of_one_pulya() -> None:
    deals = [
        one("game", "W", "N", "5 5 0 0", level=6, ending="B"),
        one("game", "N", "S", "0 0 8 2", level=8, ending="A"),
        one("raspasy", "E", None, "2 1 4 3"),
        one("misere", "S", "W", "5 5 0 0", streak=1),
        one("game", "W", "N", "0 0 0 0", level=7, ending="I"),
    ]
    sheets = [account(deal, FESTIVAL_2011) for deal in deals]
    assert [sheet.streak for sheet in sheets] == [0, 0, 1, 0, 0]
    pool, mountain, whists = total(sheets)
    assert pool == {"N": 4, "E": 0, "S": 6, "W": 10}
    assert mountain == {"N": 8, "E": 2, "S": 8, "W": 6}
    assert settle(pool, mountain, whists, 4) == {"N": -80, "E": -46, "S": -2, "W": 128}
    rows = [tuple(row.values()) for row in accounting.festival_sheet(sheets, 4)]
    assert rows == [
        (4, 0, 0, 0),
        (16, 12, 0, 12),
        (20, 14, 8, 18),
        (22, 16, 10, 0),
        (14, 16, 10, 0),
    ]


def test_write_off() -> None:
    """§8.3: a misère takes twelve off the own mountain and puts eight on each other."""
    before = {"N": 12, "E": 0, "S": 0, "W": 0}
    after = {"N": 0, "E": 8, "S": 8, "W": 8}
    assert accounting.write_off(before, "N", 20) == after


@pytest.mark.parametrize(
    ("terms", "streaks", "prices"),
    [
        (FSPR_2006, [1, 1, 2, 2, 3, 3, 4, 0], [2, 4, 6, 6]),
        (FSPR_CODE_6, [1, 1, 2, 2, 3, 3, 4, 0], [2, 4, 6, 6]),
        (FESTIVAL_2011, [1, 0, 1, 0, 1, 1, 2, 0], [2, 2, 2, 4]),
    ],
)
def test_run_of_raspasy(terms: accounting.Terms, streaks: list[int], prices: list[int]) -> None:
    raspasy = four("raspasy", 5, (3, 2))
    run = [
        raspasy,
        four("game", level=8, ending="M"),
        raspasy,
        four("misere"),
        raspasy,
        game(7, "A", 6, 2, 2),
        raspasy,
        game(7, "B", 7, 3, 0),
    ]
    streak = 0
    found_streaks = []
    found_prices = []
    for deal in run:
        sheet = account(Outcome(**(vars(deal) | {"streak": streak})), terms)
        if deal.kind == "raspasy":
            found_prices.append(sheet.mountain["N"] // 5)
        streak = sheet.streak
        found_streaks.append(streak)
    assert (found_streaks, found_prices) == (streaks, prices)


@pytest.mark.parametrize(
    ("terms", "leaving"), [(FESTIVAL_2011, "ABCDEFGHIJKLM"), (FSPR_2006, "ABCDEGHKL")]
)
def test_what_leaves_the_run(terms: accounting.Terms, leaving: str) -> None:
    for ending in "ABCDEFGHIJKLM":
        made = four("game", 7, (2, 1), level=7, ending=ending, streak=3)
        assert account(made, terms).streak == (0 if ending in leaving else 3)
        if ending not in accounting.UNPLAYED:
            lost = four("game", 6, (2, 2), level=7, ending=ending, streak=3)
            assert account(lost, terms).streak == 3
    assert account(four("misere", streak=3), terms).streak == (0 if "F" in leaving else 3)
    assert account(four("misere", 1, streak=3), terms).streak == 3


# --- the golden deals -------------------------------------------------------------------------


class Golden(NamedTuple):
    """A deal of a golden file: its headers, the words of each line, what it gives."""

    headers: dict[str, str]
    lines: list[list[str]]
    gives: dict[str, Any]


def read(file: Path) -> Iterator[Golden]:
    blocks: list[tuple[dict[str, str], list[list[str]]]] = []
    headed = False
    for raw in file.read_text().splitlines():
        line = raw.partition(";")[0].strip()
        if line.startswith("["):
            if not headed:
                blocks.append(({}, []))
            name, _, value = line[1:-1].partition(" ")
            blocks[-1][0][name] = value.strip('"')
        elif line:
            blocks[-1][1].append(line.split())
        headed = line.startswith("[") or (headed and not line)
    gives = file.with_suffix(".jsonl").read_text().splitlines()
    for (headers, lines), given in zip(blocks, gives, strict=True):
        yield Golden(headers, lines, json.loads(given))


def outcome_of(deal: Golden) -> Outcome:
    rules, dealer = deal.headers["Rules"], deal.headers["Dealer"]
    players, streak = int(deal.headers["Players"]), int(deal.headers["Streak"])
    table = accounting.seats(players)
    hands = {number: table[(table.index(dealer) + number) % players] for number in (1, 2, 3)}

    auction = deal.lines[0]
    terms = bidding(rules, players, streak)
    for said in range(len(auction) + 1):
        words = auctions.legal(auction[:said], terms)
        assert auction[said] in words if said < len(auction) else not words
    verdict = auctions.verdict(auction)
    declarer = hands[verdict.hand] if verdict.hand else None
    assert declarer == deal.gives["declarer"]
    assert (verdict.bid == "misere") == (deal.gives["kind"] == "misere")

    level = ending = None
    if deal.gives["kind"] == "game":
        assert declarer
        contract = deal.lines[1][-1]
        assert contract == deal.gives["contract"]
        level = int(contract[:-1])
        ending = whisting.ending(
            [word for word in deal.lines[2] if word not in ("open", "closed")],
            level,
            players,
            PASS_PASS_RETURN_67[rules],
            accounting.defenders(players, dealer, declarer),
            hands[verdict.shown] if verdict.shown else None,
        )
    first, second = deal.headers["Talon"].split()
    return Outcome(
        kind=deal.gives["kind"],
        players=players,
        dealer=dealer,
        declarer=declarer,
        level=level,
        ending=ending,
        tricks=deal.gives["tricks"],
        talon=(first, second),
        half=verdict.half,
        streak=streak,
    )


FILES = sorted(GOLDEN.glob("*.deals"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_golden_deals_give_what_the_file_says(file: Path) -> None:
    for deal in read(file):
        sheet = account(outcome_of(deal), ACCOUNTS[deal.headers["Rules"]])
        assert vars(sheet) == {name: deal.gives[name] for name in vars(sheet)}


PULYAS = [file for file in FILES if file.stem.startswith("pulya-")]


@pytest.mark.parametrize("file", PULYAS, ids=lambda file: file.stem)
def test_golden_pulyas_settle_as_the_file_says(file: Path) -> None:
    deals = list(read(file))
    sheets = [account(outcome_of(deal), ACCOUNTS[deal.headers["Rules"]]) for deal in deals]
    golden = json.loads(file.with_suffix(".settle.json").read_text())
    players = golden["players"]
    pool, mountain, whists = total(sheets)
    result = settle(pool, mountain, whists, players)
    assert (pool, mountain, whists) == (golden["pool"], golden["mountain"], golden["whists"])
    assert result == {seat: Fraction(value) for seat, value in golden["result"].items()}
    assert sum(result.values()) == 0
    assert (len(sheets), sheets[-1].streak) == (golden["deals"], golden["streak"])

    # The sheet on which everybody writes off his own mountain comes to the same (§8.3).
    last = accounting.festival_sheet(sheets, players)[-1]
    assert settle(dict.fromkeys(last, 0), last, whists, players) == result


def test_there_are_golden_files() -> None:
    assert len(FILES) == 9
    assert len(PULYAS) == 3
