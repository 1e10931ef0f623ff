"""The standings after the tours played so far (§T3.9, §T3.10, §T4.2)."""

from collections.abc import Sequence
from fractions import Fraction

from lobby.tournament.formulas import (
    best_first,
    draw_places,
    formula_of,
    is_final,
    is_over,
    scores,
)
from lobby.tournament.model import Column, Player, Score, Standing, Tournament


def standings(tournament: Tournament) -> list[Standing]:
    """Everybody, best first."""
    if formula_of(tournament).has_final:
        return with_final(tournament)
    return added_up(tournament)


def added_up(tournament: Tournament) -> list[Standing]:
    """Equal in points and whists is a shared place, and the next one counts on (§T4.2)."""
    total = scores(formula_of(tournament), tournament.tours)
    lines: list[Standing] = []
    for number, player in enumerate(best_first(tournament, total), start=1):
        score = total[player]
        columns = (Column("points", score.points), Column("whists", score.whists))
        decided = separated(lines[-1].columns, columns) if lines else ""
        place = lines[-1].place if decided == SHARED else number
        lines.append(Standing(place, player, score, columns, decided))
    return lines


def with_final(tournament: Tournament) -> list[Standing]:
    """The final, then those who came as far as the last tour before it, and so on (§T3.10)."""
    total, drawn = qualifying(tournament), draw_places(tournament)
    finalists = final_columns(tournament) if is_over(tournament) else {}
    came_to = {
        player: number
        for number, tour in enumerate(tournament.tours, start=1)
        for player in tour.players
    } | {**tournament.playing}
    others = {
        player: (
            Column("came_to", Fraction(came_to.get(player, 0))),
            Column("points", total[player].points),
            Column("whists", total[player].whists),
            Column("draw", Fraction(drawn[player] + 1)),
        )
        for player in tournament.draw
        if player not in finalists
    }
    lines: list[Standing] = []
    for part in (finalists, others):
        for number, player in enumerate(sorted(part, key=lambda who: order(part[who]))):
            above = lines[-1].columns if number else ()
            decided = separated(above, part[player]) if number else "came_to" if lines else ""
            lines.append(Standing(len(lines) + 1, player, total[player], part[player], decided))
    return lines


SHARED = "shared"


def order(columns: Sequence[Column]) -> list[Fraction]:
    """More comes first, of the draw less."""
    return [value if what == "draw" else -value for what, value in columns]


def separated(above: Sequence[Column], columns: Sequence[Column]) -> str:
    """The first column in which two lines differ."""
    pairs = zip(above, columns, strict=True)
    return next((one.what for one, other in pairs if one != other), SHARED)


def qualifying(tournament: Tournament) -> dict[Player, Score]:
    """What everybody has from the tours before the final."""
    total = scores(
        formula_of(tournament),
        (
            tour
            for number, tour in enumerate(tournament.tours, start=1)
            if not is_final(tournament, number)
        ),
    )
    return {player: total[player] for player in tournament.draw}


def final_order(tournament: Tournament) -> list[Player]:
    """Who played the final, best first."""
    columns = final_columns(tournament)
    return sorted(columns, key=lambda who: order(columns[who]))


def final_columns(tournament: Tournament) -> dict[Player, tuple[Column, ...]]:
    """By the whists of the final, then whists and points before it, then the draw (§T3.9)."""
    before, drawn = qualifying(tournament), draw_places(tournament)
    final = scores(formula_of(tournament), tournament.tours[-1:])
    return {
        player: (
            Column("final_whists", final[player].whists),
            Column("whists_before", before[player].whists),
            Column("points_before", before[player].points),
            Column("draw", Fraction(drawn[player] + 1)),
        )
        for player in tournament.tours[-1].players
    }
