"""Names as they are searched: small letters without marks, in words."""

from __future__ import annotations

import re

from ledger.names import folded

_WORD = re.compile(r"[^\W_]+")
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "ß": "ss"})
"""Letters that lists without marks write as two: Müller is Mueller, or Muller."""


def words_of(text: str) -> list[str]:
    """Return the words of a name or of what was typed: small letters, no marks, no signs."""
    return _WORD.findall(folded(text))


def spellings(word: str) -> list[str]:
    """Return the ways in which a list may write a word as it was typed: muller, mueller."""
    small = word.casefold()
    both = [*words_of(small), *words_of(small.translate(_TWO_LETTERS))]
    return list(dict.fromkeys(both))


def searched(name: str) -> str:
    """Return the text by which a name is found: each word, and other forms of some.

    O'Neill is found as oneill too, and Müller as mueller.
    """
    text = name
    if not name.isascii():
        small = name.casefold()
        text = f"{folded(small)} {folded(small.translate(_TWO_LETTERS))}"
    joined = text.replace("'", "")
    return text if joined == text else f"{text} {joined}"
