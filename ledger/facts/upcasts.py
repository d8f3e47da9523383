"""Conversion of old facts: one step from each version of a kind of fact to the next.

A stored fact never changes. When the fields of a class change, its VERSION grows by one and a step
is added here, from the plain content of the old version to that of the next. The store applies the
steps before it validates, so the rest of the program knows only the current form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ledger.errors import INSTALL_NEWER, NewerLedger
from ledger.facts.tournament import BY_TOPIC
from ledger.messages import message
from ledger.refusals import Exit, Refusal

Content: TypeAlias = dict[str, Any]
"""A fact as plain JSON values, without its version."""

Step: TypeAlias = Callable[[Content], Content]


def _player_registered_from_1(content: Content) -> Content:
    """Convert from version 1, which had elo (0: no rating) and entered everybody from round 1."""
    rest = {name: value for name, value in content.items() if name != "elo"}
    return {**rest, "rating": content["elo"] or None, "from_round": 1}


def _pairing_published_from_1(content: Content) -> Content:
    """Convert from version 1, which had no conditions that give way."""
    return {**content, "relaxed": [], "relaxed_why": []}


def _player_registered_from_2(content: Content) -> Content:
    """Convert from version 2, which did not record the source of a rating."""
    return {**content, "rating_source": "given"}


def _rating_corrected_from_1(content: Content) -> Content:
    """Convert from version 1, which did not distinguish an estimate from another correction."""
    return {**content, "rating_source": "corrected"}


def _pairing_amended_from_1(content: Content) -> Content:
    """Convert from version 1, which did not record if an engine or the arbiter chose the boards."""
    return {**content, "basis": None, "engine": None, "engine_version": None}


STEPS: dict[tuple[str, int], Step] = {
    ("player-registered", 1): _player_registered_from_1,
    ("pairing-published", 1): _pairing_published_from_1,
    ("player-registered", 2): _player_registered_from_2,
    ("rating-corrected", 1): _rating_corrected_from_1,
    ("pairing-amended", 1): _pairing_amended_from_1,
}
"""By topic and the version a step starts from."""


def upcast(topic: str, version: int, content: Content) -> Content:
    """Convert the content of a stored fact from its version to the current one.

    Raise NewerLedger when this program does not know the version yet.
    """
    today = BY_TOPIC[topic].VERSION
    if version > today:
        what = message("stored.newer", topic=topic, version=version, known=today)
        raise NewerLedger(Refusal("newer-fact", what, INSTALL_NEWER, exit=Exit.USAGE))
    for start in range(version, today):
        content = STEPS[topic, start](content)
    return content
