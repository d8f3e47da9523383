"""Sentences in English, for a mirror: its content does not depend on who made it."""

from __future__ import annotations

from desk.render.catalogue import in_language
from ledger.messages import Sentence


def english(text: Sentence) -> str:
    """Return a sentence in English, with a command by its name.

    The processes that make a mirror import this function by its name.
    """
    return in_language(text, "en")
