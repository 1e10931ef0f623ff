"""The standings after the tours played so far (§T3.9, §T3.10, §T4.2)."""

from lobby.tournament.formulas import (
    by_added_points,
    draw_places,
    formula_of,
    is_final,
    is_over,
    scores,
)
from lobby.tournament.model import Player, Score, Standing, Tournament


def standings(tournament: Tournament) -> list[Standing]:
    """Everybody, best first."""
    if formula_of(tournament).has_final:
        return with_final(tournament)
    return added_up(tournament)


def added_up(tournament: Tournament) -> list[Standing]:
    """Equal in points and whists is a shared place, and the next one counts on (§T4.2)."""
    total = scores(formula_of(tournament), tournament.tours)
    lines: list[Standing] = []
    for number, player in enumerate(by_added_points(tournament, tournament.tours), start=1):
        level = bool(lines) and lines[-1].score == total[player]
        lines.append(Standing(lines[-1].place if level else number, player, total[player]))
    return lines


def with_final(tournament: Tournament) -> list[Standing]:
    """The final, then those who came as far as the last tour before it, and so on (§T3.10)."""
    total, drawn = qualifying(tournament), draw_places(tournament)
    finalists = final_order(tournament) if is_over(tournament) else []
    came_to = {
        player: number
        for number, tour in enumerate(tournament.tours, start=1)
        for player in tour.players
    }
    others = sorted(
        (player for player in tournament.draw if player not in finalists),
        key=lambda who: (
            -came_to.get(who, 0),
            -total[who].points,
            -total[who].whists,
            drawn[who],
        ),
    )
    return [
        Standing(place, player, total[player])
        for place, player in enumerate([*finalists, *others], start=1)
    ]


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
    """By the whists of the final, then whists and points before it, then the draw (§T3.9)."""
    before, drawn = qualifying(tournament), draw_places(tournament)
    final = scores(formula_of(tournament), tournament.tours[-1:])
    return sorted(
        tournament.tours[-1].players,
        key=lambda who: (
            -final[who].whists,
            -before[who].whists,
            -before[who].points,
            drawn[who],
        ),
    )
