"""The one place that finds what the desk does for a format: a module here with its name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from desk.formats.base import DeskFormat
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Format


def format_of(rules: Rulebook) -> DeskFormat:
    """Return what the desk does for the format of a rulebook."""
    return _loaded(rules.format)


@cache
def _loaded(name: Format) -> DeskFormat:
    found = import_module(f"desk.formats.{name}").FORMAT
    assert isinstance(found, DeskFormat), f"the format {name} has no FORMAT"
    return found
