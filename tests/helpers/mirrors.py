"""Mirrors as the program makes them: with sentences in English."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from desk.render.english import english
from ledger.place import LedgerPlace
from pairing.review.decisions import DECIDING
from projections.mirror import in_memory
from projections.mirror.decision_stage import DecisionStage
from projections.mirror.progress import Refreshed
from projections.mirror.refresh import refresh as refresh_with
from projections.mirror.stage import Stage

mirror = partial(in_memory.mirror, says=english, described=False)
"""A function that returns a copy of one tournament in memory, its tables without comments."""


def deciding() -> list[DecisionStage]:
    """Return the stages of a refresh that decides all rounds again."""
    return [DecisionStage(lambda: DECIDING, english, wanted=True)]


def refresh(
    ledger: LedgerPlace, *given: Any, stages: Sequence[Stage] | None = None, **named: Any
) -> Refreshed:
    """Bring the mirror of a ledger up to date; `stages` None: with all decisions."""
    own = deciding() if stages is None else stages
    return refresh_with(ledger, *given, says=english, stages=own, **named)
