"""What people say for a verb, beside its names."""

from __future__ import annotations

import re

from desk.render.catalogue import room
from desk.terminal.groups import FINAL, Verbs, verbs_below


def said_of(key: str, shown: str) -> set[str]:
    """Return the words for a verb in both languages: its names as shown, and what people say."""
    topics = (str(room("topics", spoken).get(key, "")) for spoken in ("en", "nl"))
    return words_in(" ".join((shown, *topics)))


def words_in(text: str) -> set[str]:
    """Return the words of a text, in small letters."""
    return set(re.findall(r"[^\W_]+", text.casefold()))


def verbs_about(program: Verbs, word: str) -> list[str]:
    """Return the verbs for which people say a word, as they are shown.

    Those that cannot be taken back are left out.
    """
    return [
        verb.shown
        for verb in verbs_below(program)
        if verb.english not in FINAL and word.casefold() in said_of(verb.key, verb.shown)
    ]
