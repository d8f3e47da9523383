"""What an edition of FIDE's Dutch System calls its clauses, and the keys of its brackets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pairing.explain.claims import FideKey


@dataclass(frozen=True, slots=True)
class Edition:
    """The names of clauses in one edition.

    keys are the keys of a round in the order of weight, each with its clause. bracket says what a
    bracket is, bye who has it, preference what one is, best which candidate is taken, and colours
    what the numbers of the colour rules stand behind.
    """

    keys: Mapping[FideKey, str]
    bracket: str
    bye: str
    preference: str
    best: str
    colours: str

    def colour(self, clause: str) -> str:
        """Return a clause of the colour rules, given as that of 2026."""
        return f"{self.colours}{clause[-1]}"


EDITION_2026: Final = Edition(
    keys={
        "bye_score": "C5", "floaters": "C6", "floater_scores": "C7", "next_floaters": "C8",
        "next_scores": "C8", "bye_unplayed": "C9", "beyond_two": "C10", "third_colour": "C11",
        "denied": "C12", "denied_strong": "C13", "down_1": "C14", "up_1": "C15", "down_2": "C16",
        "up_2": "C17", "down_1_gaps": "C18", "up_1_gaps": "C19", "down_2_gaps": "C20",
        "up_2_gaps": "C21", "moved_s1": "4.4", "moved_opponents": "4.2", "exchange": "4.3",
        "opponents": "4.2",
    },
    bracket="1.3", bye="1.5", preference="1.7", best="3.8", colours="5.2.",
)  # fmt: skip
