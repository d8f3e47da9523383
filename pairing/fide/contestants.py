"""The players of a round as a rulebook of FIDE has them, and the initial colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ledger.rulebooks.fide_keys import FideKeys
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Colour
from pairing.fide.colours import ColourNorm, colours_forbidden, obstacle
from pairing.fide.players import FidePlayer, GamePoints, fide_players
from pairing.norms.contestants import ToPair
from pairing.norms.model import Contestant
from projections.games.crosstable import Crosstable


def contestants(round_: ToPair) -> list[FidePlayer]:
    """Return the players of a round in the order of score and number.

    Rule: fide-dutch-2026 1.2.
    """
    table, rules, present, last_round = round_
    points = GamePoints(rules.scores.win, rules.scores.loss)
    return fide_players(table, present, last_round, points, readings=rules.of(FideKeys))


def initial_colour(table: Crosstable, rules: Rulebook) -> Colour:
    """Return the initial colour; white where it is not drawn yet.

    Rule: fide-dutch-2026 5.1.
    """
    fixed = rules.of(FideKeys).first_colour
    return (table.first_colour or "W") if fixed == "drawn" else fixed


def norm_broken(rules: Rulebook, white: Contestant, black: Contestant) -> str | None:
    """Return the rule that a board breaks: a criterion, or the basic rule on its colours.

    Rule: fide-dutch-2026 C1, C3, BR6, BR7; fide-dutch-2017 BRf, BRg.
    """
    assert isinstance(white, FidePlayer)
    assert isinstance(black, FidePlayer)
    criterion = obstacle(white, black)
    if criterion is not None:
        return criterion
    of_colours = colours_forbidden(white, black)
    if of_colours is None:
        return None
    return next(clause for clause in _BASIC_RULES[of_colours] if rules.cited(clause))


_BASIC_RULES: Final[Mapping[ColourNorm, tuple[str, ...]]] = {
    "difference": ("BR6", "BRf"),
    "third running": ("BR7", "BRg"),
}
"""The clauses of the basic rules for Swiss systems, by edition."""
