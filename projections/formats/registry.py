"""The one place that finds how a format scores: a module of this room with the format's name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Format
from projections.formats.base import Scoring


def scoring_of(rules: Rulebook) -> Scoring:
    """Return how the format of a rulebook scores."""
    return _loaded(rules.format)


@cache
def _loaded(name: Format) -> Scoring:
    scoring = import_module(f"projections.formats.{name}").SCORING
    assert isinstance(scoring, Scoring), f"the format {name} has no SCORING"
    return scoring
