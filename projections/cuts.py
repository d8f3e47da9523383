"""Buchholz and Sonneborn-Berger with their least and most significant values cut away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from projections.scores import Contribution

Cut = Literal["lowest", "voluntary_first", "voluntary_unless_lower"]


def cut_buchholz(
    rounds: Sequence[Contribution], cut: Cut, lowest: int, highest: int = 0
) -> list[Contribution]:
    """Return the rounds that are left for Buchholz: the low ones go first, then the high ones.

    Nothing is left where there are not more rounds than cuts.

    Rule: fide-2012 Buchholz; fide-2022 14.6; fide-2024 14.1, 14.2, 14.3, 14.4, 16.5;
    fide-2026 14.1, 14.2, 14.3, 14.4, 16.5; swiss-manager-2009 cut.
    """
    left = list(rounds)
    for _ in range(min(lowest, len(left))):
        chosen = [c for c in left if c.voluntary] if cut != "lowest" else []
        # A round he chose not to play is never lower than the lowest of all, so no more is asked.
        left.remove(min(chosen or left, key=lambda c: c.wp_halves))
    for _ in range(min(highest, len(left))):
        left.remove(max(left, key=lambda c: c.wp_halves))
    return left


def cut_sonneborn_berger(
    rounds: Sequence[Contribution], cut: Cut, lowest: int
) -> list[Contribution]:
    """Return the rounds that are left for Sonneborn-Berger.

    The least significant value is what the opponent with the lowest score gave; of several such
    opponents the least. Against it stands the least that came from a round he chose not to play.

    Rule: fide-2022 14.6; fide-2024 14.1, 16.5; fide-2026 14.1, 16.5.
    """
    left = list(rounds)
    for _ in range(min(lowest, len(left))):
        least = min(left, key=lambda c: (c.wp_halves, c.sb_quarters))
        chosen = [c for c in left if c.voluntary] if cut != "lowest" else []
        if chosen:
            own = min(chosen, key=lambda c: (c.sb_quarters, c.wp_halves))
            if cut == "voluntary_first" or own.sb_quarters >= least.sb_quarters:
                least = own
        left.remove(least)
    return left
