"""Who is to be paired by the Dubov System: FIDE's players, with opponents' ratings and upfloats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from ledger.rulebooks.fide_keys import FideKeys
from ledger.rulebooks.rulebook import Rulebook
from pairing.fide.players import FidePlayer, GamePoints, fide_players
from pairing.fide_dubov.keys import DubovKeys
from pairing.norms.contestants import ToPair
from projections.games.crosstable import Cell, Crosstable
from projections.games.fide_floats import pairing_scores


@dataclass(frozen=True, slots=True)
class DubovPlayer(FidePlayer):
    """One player to be paired.

    `opponents_rating` is the mean rating of the opponents met over the board (ARO), 0 without any.
    `upfloats` counts the rounds in which the player was upfloated, `upfloated_last` tells whether
    the last round was one of them, `maximum` whether they are so many that they should be the last.
    `games` counts the games over the board.
    """

    opponents_rating: int = 0
    upfloats: int = 0
    upfloated_last: bool = False
    maximum: bool = False
    games: int = 0

    @property
    def maximum_upfloats(self) -> int:
        """The upfloats of a maximum upfloater, 0 of anybody else."""
        return self.upfloats if self.maximum else 0


def contestants(round_: ToPair) -> list[DubovPlayer]:
    """Return the players of a round in the order of pairing score and number.

    Nobody is a topscorer in this system.

    Rule: fide-dubov-2026 1.2.1, 1.6, 1.7, 1.8, C2.
    """
    table = round_.table
    rules = round_.rules
    points = GamePoints(rules.scores.win, rules.scores.loss)
    players = fide_players(table, round_.present, False, points, readings=rules.of(FideKeys))
    before = pairing_scores(table)
    most = upfloats_at_most(rounds_of(table))
    return [_with_history(player, table, rules, before, most) for player in players]


def _with_history(
    player: FidePlayer,
    table: Crosstable,
    rules: Rulebook,
    before: Mapping[int, Sequence[int]],
    most: int,
) -> DubovPlayer:
    row = table.cells[player.key]
    upfloats = upfloats_of(row, before, player.key, rules.of(DubovKeys))
    met = [cell.opponent for cell in row if cell.played and cell.opponent is not None]
    return DubovPlayer(
        **{one.name: getattr(player, one.name) for one in fields(FidePlayer)},
        opponents_rating=mean_rating([table.ratings.get(other, 0) for other in met]),
        upfloats=sum(upfloats),
        upfloated_last=upfloats[-1:] == [True],
        maximum=sum(upfloats) >= most,
        games=len(met),
    )


def mean_rating(ratings: Sequence[int]) -> int:
    """Return the mean of the opponents' ratings, a half rounded up; 0 of none.

    Rule: fide-dubov-2026 1.7.
    """
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def upfloats_of(
    row: Sequence[Cell], before: Mapping[int, Sequence[int]], key: int, readings: DubovKeys
) -> list[bool]:
    """Tell of each round whether the player was paired with somebody on a higher pairing score.

    `before` are everybody's pairing scores by round. A bye is no upfloat; a pairing without play is
    one, unless the reading says otherwise.

    Rule: fide-dubov-2026 1.3.2.
    """
    return [
        cell.opponent is not None
        and (cell.played or readings.forfeit == "upfloat")
        and before[cell.opponent][at] > before[key][at]
        for at, cell in enumerate(row)
    ]


def upfloats_at_most(rounds: int) -> int:
    """Return the number of upfloats that makes a player a maximum upfloater, in so many rounds.

    Rule: fide-dubov-2026 1.8.
    """
    return 2 + rounds // 5


def rounds_of(table: Crosstable) -> int:
    """Return the number of rounds of the tournament; up to the one to be paired where unknown."""
    return table.rounds + 1 if table.planned is None else table.planned
