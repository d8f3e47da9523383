"""Finding people in the lists as people type them: a name, half a name, a number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from desk.lists.folding import spellings, words_of
from desk.lists.issue_file import FEDERATION_SIGN, KeptIssue
from desk.lists.person import FEDERATION, Issue, ListedPerson, Source, kind_of
from desk.lists.shelf import Shelf
from ledger.names import INFIXES
from ledger.values import ListKind, Tempo

MOST = 20
"""How many people a search shows at most."""

_SHORT = {"vd": "v d", "vdr": "v d", "vh": "v h", "vt": "v t", "vdb": "v d b"}
"""Infixes as people shorten them."""


@dataclass(frozen=True, slots=True)
class Found:
    """A person who was found: their row in each list that has them, never empty."""

    entries: tuple[tuple[Issue, ListedPerson], ...]

    @property
    def first(self) -> ListedPerson:
        """Return their row in the first of the lists."""
        return self.entries[0][1]

    def of(self, kind: ListKind) -> tuple[Issue, ListedPerson] | None:
        """Return the list of a kind that has them, with their row; None for none."""
        return next((one for one in self.entries if kind_of(one[0].name.source) == kind), None)

    def of_source(self, source: Source) -> ListedPerson | None:
        """Return their row in a list of FIDE or a federation, None for none."""
        return next((row for issue, row in self.entries if issue.name.source == source), None)

    def rated(self, kind: ListKind, tempo: Tempo) -> tuple[Issue, int] | None:
        """Return the rating in a tempo, by the lists of a kind, with the list that has it."""
        for issue, row in self.entries:
            if kind_of(issue.name.source) == kind and (rating := row.rating(tempo)):
                return issue, rating
        return None

    @property
    def fide_id(self) -> int | None:
        """Return FIDE's number, where a list has it."""
        for issue, row in self.entries:
            if number := row.number if issue.name.source == "fide" else row.fide_id:
                return number
        return None

    @property
    def national_id(self) -> int | None:
        """Return the number of a federation, where a list has it."""
        entry = self.of("national")
        return None if entry is None else entry[1].number

    @property
    def number(self) -> int:
        """Return the number by which they are typed: FIDE's where a list has it."""
        return self.fide_id or self.national_id or self.first.number

    @property
    def birth(self) -> int | None:
        """Return the year of birth, where a list has it."""
        return next((row.birth for _, row in self.entries if row.birth), None)


def search(
    shelf: Shelf, typed: str, *, federation: str = "", most: int = MOST
) -> tuple[Found, ...]:
    """Return the people whom a text means, in all lists: those of a federation first, by rating.

    Digits are a number, FIDE's or a federation's; else each word begins one of the name, in any
    order. Where a list has no such person the particles of a name are left out.
    """
    text = typed.strip()
    with shelf.opened() as kept:
        if text.isdecimal():
            return _merged(kept, [(one, row) for one in kept for row in _of_number(one, int(text))])
        words = _words(text)
        rows = _matching(kept, words, federation, most)
        for other in _otherwise(words):
            rows = rows or _matching(kept, other, federation, most)
        return _merged(kept, rows)[:most]


def _otherwise(words: list[str]) -> Iterator[list[str]]:
    """Yield other forms of a name that nobody has: without particles, Muller for Mueller."""
    without = [word for word in words if word not in INFIXES]
    plain = [_UMLAUT.sub(r"\1", word) for word in words]
    yield from (other for other in (without, plain) if other and other != words)


_UMLAUT = re.compile("([aou])e")


def _of_number(kept: KeptIssue, number: int) -> list[ListedPerson]:
    both = kept.by_fide_id(number), kept.by_number(number)
    return [*dict.fromkeys(row for row in both if row is not None)]


def _words(text: str) -> list[str]:
    """Return the words that were typed, the short forms of particles written out."""
    words = text.casefold().replace("'", " ").split()
    plain = [part for word in words for part in _SHORT.get(word.strip(".,"), word).split()]
    return [word for part in plain for word in part.replace(".", " ").replace(",", " ").split()]


def _matching(
    kept: list[KeptIssue], words: list[str], federation: str, most: int
) -> list[tuple[KeptIssue, ListedPerson]]:
    wanted = " AND ".join(filter(None, map(_question, words)))
    if not wanted:
        return []
    rows: list[tuple[KeptIssue, ListedPerson]] = []
    own = f'{wanted} AND "{FEDERATION_SIGN}{federation.lower()}"' if federation.isalpha() else ""
    for one in kept:
        first = one.matching(own, most) if own else []
        seen = {row.number for row in first}
        rest = one.matching(wanted, most) if len(first) < most else []
        rows += ((one, row) for row in (*first, *(r for r in rest if r.number not in seen)))
    return rows


def _question(word: str) -> str:
    """Return the question of FTS5 for a word: it begins one of the name, in either spelling."""
    ways = spellings(word)
    parts = [" AND ".join(f'"{part}"*' for part in words_of(way)) for way in ways]
    parts = [part for part in parts if part]
    return f"({' OR '.join(parts)})" if len(parts) > 1 else "".join(parts)


def _merged(kept: list[KeptIssue], rows: list[tuple[KeptIssue, ListedPerson]]) -> tuple[Found, ...]:
    """Return each person once, with their rows in all lists, in the order in which they came."""
    found: list[list[tuple[Issue, ListedPerson]]] = []
    seen: set[tuple[str, int]] = set()
    for one, row in rows:
        if (one.issue.name.key, row.number) in seen:
            continue
        entries = [(one.issue, row)]
        for other in kept:
            if other is not one and (same := _same(one, row, other)) is not None:
                entries.append((other.issue, same))
        seen |= {(issue.name.key, each.number) for issue, each in entries}
        order = {each.issue.name.key: at for at, each in enumerate(kept)}
        found.append(sorted(entries, key=lambda entry: order[entry[0].name.key]))
    return tuple(Found(tuple(entries)) for entries in found)


def _same(one: KeptIssue, row: ListedPerson, other: KeptIssue) -> ListedPerson | None:
    """Return the row of a person in another list: of the same number, else of name and year.

    A name alone is not enough, and two rows that fit are none.
    """
    mine, theirs = one.issue.name.source, other.issue.name.source
    if mine == theirs:
        return other.by_number(row.number)
    fide_id = row.number if mine == "fide" else row.fide_id
    if fide_id is not None and (same := other.by_fide_id(fide_id)) is not None:
        return same
    if row.birth is None:
        return None
    words = sorted(words_of(row.name))
    wanted = " AND ".join(f'"{word}"' for word in words)
    likely = [
        each
        for each in (other.matching(wanted, MOST) if wanted else ())
        if each.birth == row.birth
        and sorted(words_of(each.name)) == words
        and each.federation in ("", row.federation, FEDERATION[theirs])
        and not (each.fide_id and fide_id and each.fide_id != fide_id)
    ]
    return likely[0] if len(likely) == 1 else None
