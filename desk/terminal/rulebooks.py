"""Rulebooks that are typed: by id, as a file, with keys changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desk.terminal.options import RULES, changed_keys
from desk.terminal.output import leave, or_leave
from pairing.systems.registry import load_rulebook
from projections.ratings import edition_files
from projections.ratings.edition_files import AnyEdition


def load_rules(rules: str | None, changes: Sequence[str] = ()) -> Any:
    """Return a rulebook by id or file with changed keys, or exit with all errors in it."""
    return or_leave(load_rulebook(rules or RULES, changed_keys(changes)))


def load_variant(text: str, changes: Sequence[str] = ()) -> Any:
    """Load "knsb-wp-2014+bye.points=0.5", as the id of a changed rulebook reads."""
    name, *own = text.split("+") if "=" in text else [text]
    return load_rules(name, [*changes, *own])


def load_edition(name: str) -> AnyEdition:
    """Return an edition by id or file, or exit with all errors in it."""
    edition = edition_files.load_edition(name)
    return leave(edition) if isinstance(edition, tuple) else edition
