"""What the Burstein System calls its clauses, and the keys of its brackets."""

from __future__ import annotations

from typing import Final

from pairing.fide_burstein.engine import COLOUR_CLAUSES
from pairing.fide_dutch.explain.edition import Edition


class BursteinEdition(Edition):
    """The names of clauses in the Burstein System."""

    def colour(self, clause: str) -> str:
        """Return a clause of the colour rules, given as that of the Dutch System."""
        return COLOUR_CLAUSES[clause]

    def rule(self, clause: str) -> str:
        """Return the number in the Dutch System of the colour rule of a clause."""
        return next(of_dutch for of_dutch, own in COLOUR_CLAUSES.items() if own == clause)[-1]


EDITION_BURSTEIN: Final = BursteinEdition(
    keys={
        "bye_score": "3.1",
        "bye_games": "3.1",
        "bye_rank": "3.1",
        "floaters": "C5",
        "floater_scores": "C6",
        "next_floaters": "C7",
        "next_scores": "C7",
        "denied": "C8",
        "opponents": "4.3",
    },
    bracket="1.2",
    bye="3.1",
    preference="1.5",
    histories="GHR3.4",
    best="3.2",
    colours="5.2.",
)
"""The edition of 2026."""
