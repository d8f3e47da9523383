"""The control totals an arbiter checks before pairing (F8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.rulebooks.rulebook import Rulebook
from projections.games.crosstable import ON_A_BOARD, CellKind, Crosstable
from projections.standings.scores import Score
from projections.standings.treatments import counts_as_unplayed


@dataclass(frozen=True, slots=True)
class ControlTotal:
    """One total: the value of the formula and that of the table, in half points."""

    name: str
    formula: str
    expected_halves: int
    found_halves: int

    @property
    def agrees(self) -> bool:
        """Tell whether the formula and the table agree."""
        return self.expected_halves == self.found_halves


def control_totals(
    table: Crosstable, scores: Mapping[int, Score], rules: Rulebook
) -> tuple[ControlTotal, ...]:
    """Return the totals of F8; none where the rulebook's formulas do not apply.

    N is the number of players, D the same rounded up to even, R the rounds. The 2014 text has two
    totals and only while nobody has an unplayed round; the 1996 text has three.

    Rule: knsb-wp-1996 F8; knsb-wp-2014 F8.
    """
    cells = [cell for row in table.cells.values() for cell in row]
    undecided = {CellKind.OPEN}
    if not rules.arbiter.adjourned_counts_as_draw:
        undecided.add(CellKind.ADJOURNED)
    none = not cells or rules.arbiter.control_totals == "none"
    if none or any(cell.kind in undecided for cell in cells):
        return ()
    rounds = table.rounds
    players = len(table.cells)
    seats = players + players % 2
    points = seats * rounds - _halves_nobody_got(table, seats)
    found_points = sum(s.points_halves for s in scores.values())
    found_wp = sum(s.wp_halves for s in scores.values())
    if rules.arbiter.control_totals == "two_while_all_played":
        if any(cell.kind not in ON_A_BOARD for cell in cells) or players % 2:
            return ()
        return (
            ControlTotal("points", "½ x D x R", points, found_points),
            ControlTotal("WP", "½ x D x R x R", points * rounds, found_wp),
        )
    uneven = _halves_lost_in_play(table, rules)
    formula = "½ x D x R - games in which nobody got a point"
    found_ws = sum(s.ws_halves for s in scores.values())
    return (
        ControlTotal("points", formula, points, found_points),
        ControlTotal("WS", "½ x N x R", players * rounds - uneven, found_ws),
        ControlTotal("WP", "½ x N x R x R", (players * rounds - uneven) * rounds, found_wp),
    )


def _halves_lost_in_play(table: Crosstable, rules: Rulebook) -> int:
    """Return the half points that nobody got in games that count as played, such as ½-0."""
    pairs = (
        (cell, table.cells[cell.opponent][at])
        for player, row in table.cells.items()
        for at, cell in enumerate(row)
        if cell.opponent is not None and cell.opponent in table.cells and player < cell.opponent
    )
    return sum(
        max(2 - one.halves - other.halves, 0)
        for one, other in pairs
        if not counts_as_unplayed(one, rules.unplayed)
    )


def _halves_nobody_got(table: Crosstable, seats: int) -> int:
    """Return the half points that went to nobody: 0-0, ½-0, double default, absence, empty seat.

    Two players without a game share a board nobody sat at; a bye takes the point of such a board, a
    half-point bye half of it.
    """
    lost = 0
    for round_index in range(table.rounds):
        idle = seats - len(table.cells)
        for player, row in table.cells.items():
            cell = row[round_index]
            if cell.opponent is not None and cell.opponent in table.cells:
                if player < cell.opponent:
                    opposite = table.cells[cell.opponent][round_index]
                    lost += max(2 - cell.halves - opposite.halves, 0)
            else:
                idle += 1 - cell.halves
        lost += idle
    return lost
