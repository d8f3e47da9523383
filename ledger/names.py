"""Names of people: their order in a list, how sentences call them, whether a text means one.

"Vries, Piet de" and "Piet de Vries" are the same name, and sort under V; Özdemir sorts under O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar
from unicodedata import category

from ledger.characters import normal_form

K = TypeVar("K")

INFIXES = frozenset(
    {
        "'s",
        "'t",
        "aan",
        "bij",
        "de",
        "den",
        "der",
        "des",
        "du",
        "het",
        "in",
        "la",
        "le",
        "onder",
        "op",
        "over",
        "te",
        "ten",
        "ter",
        "tot",
        "uijt",
        "uit",
        "van",
        "vom",
        "von",
        "voor",
        "zu",
        "zum",
        "zur",
    }
)
"""Words before a surname that the alphabet ignores, in the form that `folded` gives them."""

_LETTERS = str.maketrans(
    {
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ł": "l",
        "ħ": "h",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
    }
)
_APOSTROPHE = re.compile("[`´‘’]")
_WORD = re.compile(r"'[a-z](?=\s)|[^\s.,;'\"()]+")


@lru_cache(maxsize=65536)
def folded(text: str) -> str:
    """Return `text` for comparison: without case, accents and signs, single blanks."""
    text = _APOSTROPHE.sub("'", text.casefold())
    plain = "".join(c for c in normal_form("NFKD", text) if category(c) != "Mn")
    return " ".join(_WORD.findall(plain.casefold().translate(_LETTERS)))


@lru_cache(maxsize=65536)
def natural(name: str) -> str:
    """Return a name for comparison: folded, the first name before the surname."""
    surname, _, rest = name.partition(",")
    return f"{folded(rest)} {folded(surname)}".strip()


@lru_cache(maxsize=65536)
def alphabetical(name: str) -> tuple[str, str, str]:
    """Return the sort key of a name: the surname without infix, the rest, the name.

    A name without a comma is sorted as it is written, unless an infix shows where the surname
    begins.
    """
    surname, comma, rest = name.partition(",")
    words = folded(surname).split()
    before = folded(rest)
    if not comma:
        at = next((n for n, word in enumerate(words[:-1]) if word in INFIXES), 0)
        words, before = words[at:], " ".join(words[:at])
    infixes = 0
    while infixes < len(words) - 1 and words[infixes] in INFIXES:
        infixes += 1
    return " ".join(words[infixes:]), " ".join([before, *words[:infixes]]).strip(), name


def surname(name: str) -> str:
    """Return how a sentence calls somebody: "Berg, J. van den" is Van den Berg.

    A name without a comma is called whole, but from an infix on where there is one.
    """
    family, comma, rest = name.partition(",")
    words = rest.split() if comma else family.split()
    at = len(words)
    if comma:
        while at and folded(f"{words[at - 1]} ") in INFIXES:
            at -= 1
        called = " ".join([*words[at:], family.strip()])
    else:
        at = next((n for n, word in enumerate(words[:-1]) if folded(word) in INFIXES), 0)
        called = " ".join(words[at:])
    return called[:1].upper() + called[1:]


@lru_cache(maxsize=65536)
def _surnames(name: str) -> frozenset[str]:
    """Return the possible surnames in a name: with and without infix; of two words the last."""
    surname, comma, _ = name.partition(",")
    words = folded(surname).split()
    last = words[-1:] if not comma else words
    infix = next((n for n, word in enumerate(words[:-1]) if word in INFIXES), 0)
    return frozenset({" ".join(last), " ".join(words[infix:]), alphabetical(name)[0]})


def matching(text: str, names: Iterable[tuple[K, str]]) -> list[K]:
    """Return the keys of the names that `text` means.

    Those are the names equal to `text`; else those with `text` as surname; else those that contain
    it.
    """
    named = list(names)
    part = folded(text)
    whole = natural(text)
    if not part:
        return []
    return (
        [key for key, name in named if natural(name) == whole or folded(name) == part]
        or [key for key, name in named if part in _surnames(name)]
        or [key for key, name in named if part in folded(name) or whole in natural(name)]
    )
