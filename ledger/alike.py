"""Whether two records of people may be of one person who was entered twice.

"van der Berg, Jan", "Jan v.d. Berg" and "Berg, J. van der" are forms of one name. Records are as
they stand beside a ledger; a person is also known by the year of birth with the club.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from ledger.names import INFIXES, folded

Likeness: TypeAlias = Literal["name", "club"]
"""Why two records may be of one person: the name but for its form, or birth year, club and name."""

_SHORT = frozenset({"a", "ad", "d", "h", "o", "t", "v", "vd", "vdr", "vh", "vt"})
"""Infixes as they are abbreviated, always in small letters."""

_APOSTROPHE = re.compile("[`´‘’]")
_PIECE = re.compile(r"'[A-Za-z](?=\s)|[^\s.,;/'\"()–-]+")
_LEAST_OF_A_SLIP = 4
"""The fewest letters of surnames that may differ in one of them."""


class NameForm(NamedTuple):
    """A name without infixes, signs, accents and capitals: the words before it, and the surname."""

    given: tuple[str, ...]
    family: tuple[str, ...]


@lru_cache(maxsize=65536)
def form_of(name: str) -> NameForm:
    """Return what stays of a name in whatever form it is written.

    Without a comma the surname begins at the infix, and is the last word where there is none.
    """
    before, comma, after = _APOSTROPHE.sub("'", name).partition(",")
    words = [*_PIECE.findall(f"{before} ")]
    if comma:
        family = words
        given = [*_PIECE.findall(f"{after} ")]
    else:
        inner = range(1, len(words) - 1)
        at = next((n for n in inner if _is_infix(words[n])), max(len(words) - 1, 0))
        given = words[:at]
        family = words[at:]
    first = given[:1]
    rest = given[1:]
    given = [word for word in first if not _is_infix(word, short=False)]
    given += [word for word in rest if not _is_infix(word)]
    family = [word for word in family if not _is_infix(word)] or family
    return NameForm(tuple(map(folded, given)), tuple(map(folded, family)))


def _is_infix(word: str, *, short: bool = True) -> bool:
    text = folded(f"{word} ")
    return text in INFIXES or (short and word.islower() and text in _SHORT)


def alike(record: Mapping[str, str], other: Mapping[str, str]) -> Likeness | None:
    """Return why two records may be of one person, None where they are not alike or told apart.

    Another id, birth date or sex tells them apart. Of one year of birth and one club, the surname
    is enough, or the first name with nearly the surname: a club has many members of one year.
    """
    if _told_apart(record, other):
        return None
    one = form_of(record.get("name", ""))
    two = form_of(other.get("name", ""))
    if _same_name(one, two):
        return "name"
    club = folded(record.get("club", ""))
    year = record.get("birth", "")[:4]
    same = club and club == folded(other.get("club", "")) and year == other.get("birth", "")[:4]
    return "club" if same and year and _near(one, two) else None


def _told_apart(record: Mapping[str, str], other: Mapping[str, str]) -> bool:
    for key in ("fide_id", "national_id", "sex"):
        mine = record.get(key)
        theirs = other.get(key)
        if mine and theirs and mine != theirs:
            return True
    births = record.get("birth", ""), other.get("birth", "")
    known = min(map(len, births))  # a year, or a day; one that is not known tells nothing
    return births[0][:known] != births[1][:known]


def _same_name(one: NameForm, two: NameForm) -> bool:
    """Tell whether two names differ in their form alone: order, initials, infixes, signs."""
    if not (one.given and two.given):
        return False
    if one.family == two.family:
        return all(map(_same_word, one.given, two.given))
    return sorted(one.given + one.family) == sorted(two.given + two.family)


def _same_word(one: str, two: str) -> bool:
    """Tell whether two first names are equal, an initial counting as the whole."""
    return one == two or (1 in (len(one), len(two)) and one[:1] == two[:1])


def _near(one: NameForm, two: NameForm) -> bool:
    """Tell whether two people of one year and club have nearly the same name."""
    if one.family == two.family:
        return True
    first = one.given[:1]
    if not first or first != two.given[:1] or len(first[0]) == 1:
        return False
    if {*one.family} & {*two.family}:
        return True
    return _one_slip("".join(one.family), "".join(two.family))


def _one_slip(one: str, two: str) -> bool:
    """Tell whether two words differ in one letter: another one, one more, or two exchanged."""
    if min(len(one), len(two)) < _LEAST_OF_A_SLIP or abs(len(one) - len(two)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), None)
    if start is None:
        return True
    rest = one[start:]
    other = two[start:]
    exchanged = rest[1::-1] + rest[2:]
    return other in (rest[1:], exchanged) or other[1:] in (rest, rest[1:])
