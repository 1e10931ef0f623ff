"""How well the bots play: `python -m benchmarks.bots [deals]`, 2,000 unless said otherwise.

Bots among themselves in every convention, for three and four; bots against players by chance and
by rules of thumb, the same deals with the bot in each chair in turn; misères that can be caught.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import fmean, quantiles, stdev
from typing import TypeAlias

from benchmarks.arena import TABLES, Played, layout, play, pulya
from benchmarks.caught import catches
from benchmarks.opponents import Player, at_random, by_thumb
from game.preferans.facts import Whisting
from game.preferans.seats import chairs

Seconds: TypeAlias = dict[str, list[float]]

PULYA = 20
"""Deals of a pulya."""
ROTATED = 5
"""One of so many deals is also played against each kind of opponents."""
MISERES, MISERES_AT_A_TIME = 50, 10


def ending(played: Played) -> str:
    """How a deal ended, in a word or two."""
    score = played.score
    if score.declarer is None:
        return "raspasy"
    tricks = score.tricks[score.declarer]
    if score.contract == "misere":
        return "misère made" if not tricks else "misère set"
    assert played.deal.whisted is not None
    assert score.contract is not None
    level = score.contract[:-1]
    if played.deal.whisted.how in (Whisting.HALF, Whisting.NOBODY):
        return f"{level} unplayed"
    return f"{level} made" if tricks >= int(level) else f"{level} set"


def among_bots(number: int) -> tuple[Counter[str], Counter[str], Seconds]:
    """The endings of a pulya, how its games were whisted, the seconds of each answer."""
    convention, players = TABLES[number % len(TABLES)]
    endings: Counter[str] = Counter()
    whists: Counter[str] = Counter()
    seconds: Seconds = defaultdict(list)
    for played in pulya(number, PULYA, convention, players):
        endings[ending(played)] += 1
        if played.deal.whisted is not None:
            whists[played.deal.whisted.how.value] += 1
        for kind, some in played.seconds.items():
            seconds[kind] += some
    return endings, whists, dict(seconds)


def against(who: str, number: int) -> list[float]:
    """The bot's whists in each chair of one deal, the others playing by chance or by thumb."""
    convention, players = TABLES[number % len(TABLES)]
    random = Random(f"{who} {number}")
    dealt = layout(random, convention, players, number, number // len(TABLES) % 3)
    others: Player = by_thumb if who == "rules of thumb" else at_random(number)
    around = chairs(players)
    results = []
    for bot in around:
        table = {seat: others for seat in around if seat != bot}
        results.append(play(convention, dealt, table).result(bot))
    return results


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} = {100 * part / whole:.0f} %" if whole else "none"


def tell_endings(endings: Counter[str], whists: Counter[str]) -> None:
    deals = endings.total()
    for level in range(6, 11):
        by_level = {how: endings[f"{level} {how}"] for how in ("made", "set", "unplayed")}
        print(f"  {level:2}: " + ", ".join(f"{how} {n}" for how, n in by_level.items()))
    made = sum(n for ending, n in endings.items() if ending[-5:] == " made" and ending[0] != "m")
    lost = sum(n for ending, n in endings.items() if ending[-4:] == " set" and ending[0] != "m")
    unplayed = sum(n for ending, n in endings.items() if ending.endswith("unplayed"))
    miseres = endings["misère made"] + endings["misère set"]
    print("played contracts made:", share(made, made + lost))
    print("contracts made, unplayed ones too:", share(made + unplayed, made + lost + unplayed))
    print("misères made:", share(endings["misère made"], miseres))
    print("misères:", share(miseres, deals))
    print("raspasy:", share(endings["raspasy"], deals))
    print("whisted by:", dict(whists.most_common()))


def tell_seconds(seconds: Seconds) -> None:
    seconds = {**seconds, "all": [one for some in seconds.values() for one in some]}
    print("CPU milliseconds an answer: median, 99 %, most, number")
    for kind, some in sorted(seconds.items()):
        hundredths = quantiles(some * 2, n=100)
        line = f"{1000 * hundredths[49]:8.2f} {1000 * hundredths[98]:8.1f} {1000 * max(some):8.1f}"
        print(f"  {kind:16}{line} {len(some):8}")


def tell_results(who: str, results: Iterable[list[float]]) -> None:
    """Each deal counts once, with the mean of all chairs."""
    deals = [fmean(one) for one in results]
    error = stdev(deals) / len(deals) ** 0.5
    print(f"whists a deal against {who}: {fmean(deals):+.1f} ± {error:.1f}")


def main(deals: int) -> None:
    endings: Counter[str] = Counter()
    whists: Counter[str] = Counter()
    seconds: Seconds = defaultdict(list)
    with ProcessPoolExecutor() as workers:
        for some_endings, some_whists, some_seconds in workers.map(
            among_bots, range(-(-deals // PULYA))
        ):
            endings += some_endings
            whists += some_whists
            for kind, some in some_seconds.items():
                seconds[kind] += some
        print(f"{endings.total()} deals of bots among themselves")
        tell_endings(endings, whists)
        tell_seconds(seconds)
        for who in ("chance", "rules of thumb"):
            rotated = max(2, deals // ROTATED)
            tell_results(who, workers.map(against, [who] * rotated, range(rotated)))
        times = MISERES // MISERES_AT_A_TIME
        caught = workers.map(catches, range(times), [MISERES_AT_A_TIME] * times)
        print("misères with a known catch that were caught:", share(sum(caught), MISERES))


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 2000)
