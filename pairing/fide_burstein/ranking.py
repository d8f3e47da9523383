"""The ranking of the Burstein System: opposition by Buchholz and Sonneborn-Berger, then number.

These are not the tie-breaks of a standing: they are computed from the tournament as it stands, with
every unplayed round as a game against oneself.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from ledger.rulebooks.fide_keys import FideKeys
from ledger.rulebooks.rulebook import Rulebook
from pairing.fide.contestants import contestants as dutch_contestants
from pairing.fide.players import FidePlayer, GamePoints, fide_players
from pairing.fide_burstein.keys import BursteinKeys
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant
from projections.games.crosstable import Cell, CellKind, Crosstable

SEEDING_ROUNDS_AT_MOST: Final = 4

_ZERO_BYES: Final = frozenset(
    {
        CellKind.ABSENT,
        CellKind.NO_NOTICE,
        CellKind.CLUB_DUTY,
        CellKind.WITHDRAWN,
        CellKind.NOT_PAIRED,
    }
)
"""The kinds of a zero-point bye, where it gives no points. A round before a late entry is none."""


def seeding_rounds(planned: int) -> int:
    """Return how many rounds are paired by the Dutch System, of the number planned.

    Rule: fide-burstein-2026 1.6.
    """
    return min(planned // 2, SEEDING_ROUNDS_AT_MOST)


def is_seeding(table: Crosstable) -> bool:
    """Tell whether the round after a table is a seeding round; False where none are planned.

    Rule: fide-burstein-2026 1.6.
    """
    planned = table.planned
    return planned is not None and table.rounds < seeding_rounds(planned)


class Opposition(NamedTuple):
    """A player's index: Buchholz in half points, Sonneborn-Berger in quarter points.

    Rule: fide-burstein-2026 1.7.1.
    """

    buchholz: int
    sonneborn_berger: int


NOBODY: Final = Opposition(0, 0)
"""The index before round 1."""


@dataclass(frozen=True, slots=True)
class BursteinPlayer(FidePlayer):
    """One player to be paired after the seeding rounds, without floats and never a topscorer.

    A sequence of them stands in the order of pairing score and ranking, best first. `rank` is the
    place in the ranking of all, from 1. `games` are those played over the board.

    Rule: fide-burstein-2026 1.8, 3.1.
    """

    rank: int = 0
    opposition: Opposition = NOBODY
    games: int = 0


def oppositions(
    table: Crosstable, rules: Rulebook, present: Collection[int]
) -> dict[int, Opposition]:
    """Return everybody's index before a round; `present` are those who are to be paired in it.

    A game counts the opponent's score, any other round one's own; virtual points never do.

    Rule: fide-burstein-2026 1.7.1, 1.7.2.
    """
    keys = rules.of(BursteinKeys)
    own = {player: table.points_halves(player) for player in table.cells}
    as_opponent = {
        player: own[player]
        + (
            rules.scores.draw * zero_byes(cells)
            if player not in present or keys.burstein_zpb == "last_round"
            else 0
        )
        for player, cells in table.cells.items()
    }
    result = {}
    for player, cells in table.cells.items():
        scores = [
            as_opponent[cell.opponent] if cell.played and cell.opponent is not None else own[player]
            for cell in cells
        ]
        weighed = (score * cell.halves for score, cell in zip(scores, cells, strict=True))
        result[player] = Opposition(sum(scores), sum(weighed))
    return result


def zero_byes(cells: Sequence[Cell]) -> int:
    """Return how many zero-point byes in an unbroken run lead up to the end of these rounds.

    Rule: fide-burstein-2026 1.7.2.
    """
    count = 0
    for cell in reversed(cells):
        if cell.kind not in _ZERO_BYES or cell.halves:
            break
        count += 1
    return count


def burstein_players(round_: ToPair) -> list[BursteinPlayer]:
    """Return the players of a round in the order of pairing score and ranking.

    Rule: fide-burstein-2026 1.8.
    """
    table, rules, present, _ = round_
    points = GamePoints(rules.scores.win, rules.scores.loss)
    players = fide_players(table, present, False, points, readings=rules.of(FideKeys))
    index = oppositions(table, rules, set(present))
    players.sort(key=lambda one: (*(-value for value in index[one.key]), one.number))
    by_number = rules.of(BursteinKeys).burstein_parity == "number"
    names = [field.name for field in fields(FidePlayer)]
    ranked = []
    for rank, one in enumerate(players, 1):
        taken = {name: getattr(one, name) for name in names}
        taken |= {"floats": ("", ""), "unplayed": 0}
        if by_number:
            taken["counted"] = one.number
        games = len(one.colours) - one.colours.count("-")
        ranked.append(BursteinPlayer(**taken, rank=rank, opposition=index[one.key], games=games))
    return sorted(ranked, key=lambda one: (-one.points_halves, one.rank))


def contestants(round_: ToPair) -> list[Contestant]:
    """Return the players of a round: of a seeding round as the Dutch System has them.

    Rule: fide-burstein-2026 1.6, 1.8.
    """
    return [*(dutch_contestants if is_seeding(round_.table) else burstein_players)(round_)]


def cites(table: Crosstable) -> str:
    """Return the rulebook whose clauses decide a seeding round, "" for any other round.

    Rule: fide-burstein-2026 1.6.
    """
    return "fide-dutch-2026" if is_seeding(table) else ""
