"""How a rulebook is called: by its title, or as people call its system."""

from __future__ import annotations

from ledger.messages import Sentence, message
from ledger.rulebooks.files import AsShipped, as_shipped, shipped
from ledger.rulebooks.rulebook import Rulebook


def title_of(rules: Rulebook) -> Sentence:
    """Return the title of a rulebook, in each language if the rulebook comes with the program."""
    shipped_so = is_as_shipped(rules)
    return message(f"clauses.{rules.family}.title") if shipped_so else rules.title


def spoken_name(rules: Rulebook) -> Sentence:
    """Return a system as people call it; one that has no such name by the title of its rulebook."""
    if rules.family in _SPOKEN and is_as_shipped(rules):
        return message(f"sheets.system.{rules.family}")
    return title_of(rules)


_SPOKEN = frozenset(
    (
        "knsb-wp-2014",
        "knsb-wp-1996",
        "knsb-rating-2014",
        "fide-dutch-2026",
        "fide-dutch-2017",
        "fide-burstein-2026",
        "fide-dubov-2026",
    )
)
"""Rulebooks whose title is that of a document."""


def is_as_shipped(rules: Rulebook) -> bool:
    """Tell whether a rulebook has the title of one that comes with the program, unchanged."""
    original = original_of(rules.family)
    return original is not None and original.title == rules.title


def original_of(family: str) -> AsShipped | None:
    """Return title and clauses of the rulebook of this id that comes with the program."""
    return as_shipped(family) if family in shipped() else None
