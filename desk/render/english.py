"""Sentences in English, for a mirror: what it keeps does not depend on who made it."""

from __future__ import annotations

from desk.render.catalogue import in_language
from ledger.messages import Sentence


def english(text: Sentence) -> str:
    """Return a sentence in English, a command in it by its name.

    The processes that make a mirror find this function by its name.
    """
    return in_language(text, "en")
