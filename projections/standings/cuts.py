"""The rounds of a player that are left after cuts: of Buchholz and of Sonneborn-Berger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from projections.standings.scores import Contribution

Cut = Literal["lowest", "voluntary_first", "voluntary_unless_lower"]


def cut_buchholz(
    rounds: Sequence[Contribution], cut: Cut, lowest: int, highest: int = 0
) -> list[Contribution]:
    """Return the rounds that remain for Buchholz: the low ones are cut first, then the high ones.

    Nothing remains where there are not more rounds than cuts.

    Rule: fide-2012 Buchholz; fide-2022 14.6; fide-2024 14.1, 14.2, 14.3, 14.4, 16.5; fide-2026
    14.1, 14.2, 14.3, 14.4, 16.5; swiss-manager-2009 cut.
    """
    left = list(rounds)
    for _ in range(min(lowest, len(left))):
        chosen = [c for c in left if c.voluntary] if cut != "lowest" else []
        # A round by choice is never lower than the lowest of all, so no more is needed.
        left.remove(min(chosen or left, key=lambda c: c.wp_halves))
    for _ in range(min(highest, len(left))):
        left.remove(max(left, key=lambda c: c.wp_halves))
    return left


def cut_sonneborn_berger(
    rounds: Sequence[Contribution], cut: Cut, lowest: int
) -> list[Contribution]:
    """Return the rounds that remain for Sonneborn-Berger.

    The least significant value is that from the opponent with the lowest score; of several such
    opponents the least. It is compared with the least value from a round that the player chose not
    to play.

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
