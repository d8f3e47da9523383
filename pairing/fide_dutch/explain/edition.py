"""What an edition of FIDE's Dutch System calls its clauses, and the keys of its brackets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pairing.explain.claims import FideKey


@dataclass(frozen=True, slots=True)
class Edition:
    """The names of clauses in one edition.

    `keys` are the keys of a round in the order of weight, each with its clause. `bracket` says what
    a bracket is, bye who has it, preference what one is, histories that unplayed rounds go to the
    front, best which candidate is taken, and colours what the numbers of the colour rules stand
    behind.
    """

    keys: Mapping[FideKey, str]
    bracket: str
    bye: str
    preference: str
    histories: str
    best: str
    colours: str

    def colour(self, clause: str) -> str:
        """Return a clause of the colour rules, given as that of 2026."""
        return f"{self.colours}{clause[-1]}"

    def rule(self, clause: str) -> str:
        """Return the number in 2026 of the colour rule of a clause."""
        return clause[-1]


EDITION_2026: Final = Edition(
    keys={
        "bye_score": "C5",
        "floaters": "C6",
        "floater_scores": "C7",
        "next_floaters": "C8",
        "next_scores": "C8",
        "bye_unplayed": "C9",
        "beyond_two": "C10",
        "third_colour": "C11",
        "denied": "C12",
        "denied_strong": "C13",
        "down_1": "C14",
        "up_1": "C15",
        "down_2": "C16",
        "up_2": "C17",
        "down_1_gaps": "C18",
        "up_1_gaps": "C19",
        "down_2_gaps": "C20",
        "up_2_gaps": "C21",
        "moved_s1": "4.4",
        "moved_opponents": "4.2",
        "exchange": "4.3",
        "opponents": "4.2",
    },
    bracket="1.3",
    bye="1.5",
    preference="1.7",
    histories="GHR3.4",
    best="3.8",
    colours="5.2.",
)

EDITION_2017: Final = Edition(
    keys={
        "floaters": "C5",
        "psd": "C6",
        "next_floaters": "C7",
        "next_psd": "C7",
        "beyond_two": "C8",
        "third_colour": "C9",
        "denied": "C10",
        "denied_strong": "C11",
        "down_1": "C12",
        "up_1": "C13",
        "down_2": "C14",
        "up_2": "C15",
        "down_1_gaps": "C16",
        "up_1_gaps": "C17",
        "down_2_gaps": "C18",
        "up_2_gaps": "C19",
        "moved_s1": "D3",
        "moved_opponents": "D1",
        "exchange": "D2",
        "opponents": "D1",
    },
    bracket="A3",
    bye="A5",
    preference="A6",
    histories="GHR-D",
    best="B8",
    colours="E",
)
