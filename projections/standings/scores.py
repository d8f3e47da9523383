"""Points, and the resistance points (WP, Buchholz) and Sonneborn-Berger points (SB).

Points, WS and WP are half points, SB is quarter points; all are whole numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.standings.treatments import (
    DEFAULTS,
    capped_dummy_score,
    chose_not_to_play,
    counts_as_unplayed,
    dummy_score,
    sb_quarters,
    scheduled_opponent,
    score_for_opponents,
    virtual_opponent_score,
)

__all__ = [
    "Contribution",
    "Score",
    "ScoredRounds",
    "TreatedTable",
    "counts_as_unplayed",
    "score_for_opponents",
    "scored_rounds",
    "scores",
    "virtual_opponent_score",
]


@dataclass(frozen=True, slots=True)
class Score:
    """One player's scores after the rounds of a crosstable.

    `ws_halves` is the player's score as opponents count it: under the KNSB texts games played, and
    a half for every other round.
    """

    points_halves: int
    ws_halves: int
    wp_halves: int
    sb_quarters: int


class Contribution(NamedTuple):
    """The addition of one round to a player's WP and SB, and whether they chose not to play it."""

    wp_halves: int
    sb_quarters: int
    voluntary: bool
    round: int = 0


@dataclass(frozen=True, slots=True)
class _KeptPoints:
    """What a crosstable keeps for `TreatedTable`; `rules` stay, so that no others get their id."""

    rules: Rulebook
    points: Mapping[int, int]
    ws: Mapping[int, int]

    @classmethod
    def of(cls, table: Crosstable, rules: Rulebook) -> _KeptPoints:
        points = {player: sum([c.halves for c in cells]) for player, cells in table.cells.items()}
        if table.defaults_are_games(rules):
            return cls(rules, points, points)
        ws = {p: score_for_opponents(cells, rules.unplayed) for p, cells in table.cells.items()}
        return cls(rules, points, ws)


@dataclass(frozen=True, slots=True)
class TreatedTable:
    """A crosstable with every player's points, and their points as opponents count them (WS)."""

    table: Crosstable
    rules: Rulebook
    points: Mapping[int, int]
    ws: Mapping[int, int]

    @classmethod
    def of(cls, table: Crosstable, rules: Rulebook) -> TreatedTable:
        """Count points and WS. In a round robin defaults may be games like any other."""
        table = table.counted
        key = ("points", id(rules))
        kept = table.derived.get(key)
        if not isinstance(kept, _KeptPoints):
            kept = table.derived[key] = _KeptPoints.of(table, rules)
        return cls(table, rules, kept.points, kept.ws)

    @property
    def defaults_are_games(self) -> bool:
        """Tell whether its games decided by default count as really played."""
        return self.table.defaults_are_games(self.rules)

    def contributions(self, player: int, *, with_defaults: bool = False) -> list[Contribution]:
        """Return the contribution of each round, in round order; an open game gives nothing yet.

        `with_defaults`: the player's games by default count as games against that opponent.

        Rule: knsb-wp-1996 A1a, A1b, A1d; knsb-wp-2014 A1a, A1b, A1d-A, A1d-B; fide-2012 13.15-own;
        fide-2022 Buchholz, Sonneborn-Berger; fide-2024 8.1, 9.1; fide-2026 8.1, 9.1.
        """
        unplayed = self.rules.unplayed
        as_games = self.defaults_are_games
        ws = self.ws
        for_sb = ws if unplayed.opponents_serve_sb else self.points
        contributions = []
        before = 0
        played = CellKind.PLAYED
        for index, cell in enumerate(self.table.cells[player]):
            kind, halves, opponent, _, zero_zero, _ = cell
            # The ordinary game comes first, because nearly every round is one.
            ordinary = (kind is played and not zero_zero) or (with_defaults and kind in DEFAULTS)
            if ordinary or as_games or not counts_as_unplayed(cell, unplayed):
                if opponent is not None and kind is not CellKind.OPEN:
                    sb = halves * for_sb[opponent]
                    contributions.append(Contribution(ws[opponent], sb, False, index + 1))
            else:
                value = self._unplayed(player, cell, before, self.table.rounds - index - 1)
                sb = sb_quarters(value, halves, unplayed)
                contributions.append(Contribution(value, sb, chose_not_to_play(cell), index + 1))
            before += halves
        return contributions

    def _unplayed(self, player: int, cell: Cell, before: int, rounds_after: int) -> int:
        match self.rules.unplayed.own:
            case "draw_with_self":
                return self.ws[player]
            case "virtual_opponent":
                return virtual_opponent_score(before, cell.halves, rounds_after)
            case "dummy":
                return dummy_score(self.points[player])
            case "dummy_capped":
                opponent = scheduled_opponent(cell)
                cap = None if opponent is None else self.ws[opponent]
                return capped_dummy_score(self.points[player], cap, self.table.rounds)


@dataclass(frozen=True, slots=True)
class ScoredRounds:
    """Every player's score, and the contributions of their rounds to it, under some rules."""

    rules: Rulebook
    contributions: Mapping[int, list[Contribution]]
    scores: Mapping[int, Score]


def scores(table: Crosstable, rules: Rulebook) -> Mapping[int, Score]:
    """Return every player's score under a rulebook, keyed as in the table.

    Rule: knsb-wp-1996 A1a, A1b, A1d; knsb-wp-2014 A1a, A1b, A1d-A, A1d-B.
    """
    return scored_rounds(TreatedTable.of(table, rules)).scores


def scored_rounds(treated: TreatedTable) -> ScoredRounds:
    """Return the score of every player with the contributions of their rounds.

    The table keeps them, so that all standings and pairings made of it share them.
    """
    table = treated.table
    key = ("scores", id(treated.rules))
    kept = table.derived.get(key)
    if not isinstance(kept, ScoredRounds):
        contributions = {player: treated.contributions(player) for player in table.cells}
        by_player = _totals(treated, contributions)
        kept = table.derived[key] = ScoredRounds(treated.rules, contributions, by_player)
    return kept


def _totals(
    treated: TreatedTable, contributions: Mapping[int, Sequence[Contribution]]
) -> dict[int, Score]:
    """Return every player's score from the contributions of their rounds."""
    result = {}
    for player, rounds in contributions.items():
        wp = sb = 0
        for wp_halves, sb_quarters_, *_ in rounds:
            wp += wp_halves
            sb += sb_quarters_
        result[player] = Score(treated.points[player], treated.ws[player], wp, sb)
    return result
