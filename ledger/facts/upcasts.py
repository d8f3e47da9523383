"""Old facts in today's form: one step from each version of a kind of fact to the next.

A stored fact never changes. When a class gets other fields, its VERSION grows by one and a step is
added here, from the plain content as it was written to the content as the next version writes it.
The store applies the steps before it validates, so the rest of the program knows today's form only.
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
    """Version 1 had elo, with 0 for a player without one; everybody entered from round 1."""
    rest = {name: value for name, value in content.items() if name != "elo"}
    return {**rest, "rating": content["elo"] or None, "from_round": 1}


def _pairing_published_from_1(content: Content) -> Content:
    """Version 1 knew no conditions that give way."""
    return {**content, "relaxed": [], "relaxed_why": []}


def _player_registered_from_2(content: Content) -> Content:
    """Version 2 did not say where a rating came from."""
    return {**content, "rating_source": "given"}


def _rating_corrected_from_1(content: Content) -> Content:
    """Version 1 did not tell an estimate from another correction."""
    return {**content, "rating_source": "corrected"}


def _pairing_amended_from_1(content: Content) -> Content:
    """Version 1 did not tell boards that an engine found from those that the arbiter chose."""
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
    """Bring the content of a stored fact from its version to today's.

    Raises NewerLedger when the version is one this program does not know yet.
    """
    today = BY_TOPIC[topic].VERSION
    if version > today:
        what = message("stored.newer", topic=topic, version=version, known=today)
        raise NewerLedger(Refusal("newer-fact", what, INSTALL_NEWER, exit=Exit.USAGE))
    for start in range(version, today):
        content = STEPS[topic, start](content)
    return content
