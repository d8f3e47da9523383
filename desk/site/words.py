"""The words of the site, in each of its languages."""

from __future__ import annotations

from functools import cache

from desk.render.catalogue import Words
from ledger.values import Language

LANGUAGES: tuple[Language, ...] = ("en", "nl")
"""The languages of the site, each with a folder of its own."""


@cache
def site_words(language: Language) -> Words:
    """Return the writer of texts for the site, on which no command can be typed."""
    return Words(language, lambda do, words: do.verb)
