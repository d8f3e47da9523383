"""How a rulebook is called: by its title, or as people call it."""

from __future__ import annotations

from ledger.messages import Sentence, message, run_on
from ledger.rulebooks.files import AsShipped, as_shipped, shipped
from ledger.rulebooks.rulebook import Rulebook


def title_of(rules: Rulebook) -> Sentence:
    """Return the title of a rulebook, in each language if the rulebook comes with the program."""
    shipped_so = is_as_shipped(rules)
    return message(f"clauses.{rules.family}.title") if shipped_so else rules.title


def spoken_name(rules: Rulebook) -> Sentence:
    """Return a rulebook as people call it; one that is not the program's by its title."""
    return message(f"rulebook-names.{rules.family}") if is_as_shipped(rules) else rules.title


def heading_name(rules: Rulebook) -> Sentence:
    """Return the spoken name of a rulebook, with the keys that were changed in it."""
    changed = rules.id.removeprefix(rules.family)
    return run_on(spoken_name(rules), changed, between=" ") if changed else spoken_name(rules)


def is_as_shipped(rules: Rulebook) -> bool:
    """Tell whether a rulebook has the title of one that comes with the program, unchanged."""
    original = original_of(rules.family)
    return original is not None and original.title == rules.title


def original_of(family: str) -> AsShipped | None:
    """Return title and clauses of the rulebook of this id that comes with the program."""
    return as_shipped(family) if family in shipped() else None
