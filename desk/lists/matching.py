"""The people of a file found in the lists: surely, probably, or with a doubt that a person settles.

A FIDE number that is equal is sure, and so is a national one; a name with the year of birth is
probable, a name alone possible. What the file says goes before what a list has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desk.lists.folding import words_of
from desk.lists.search import Found, search
from desk.lists.shelf import Shelf
from ledger.csv_files.people import PersonRow
from ledger.values import MatchCertainty


@dataclass(frozen=True, slots=True)
class RowMatch:
    """What the lists say of a row: who it may be, and how sure that is.

    One person who is sure or probable is taken; several, or people of the same name alone, are a
    doubt. Without people it is nobody of the lists.
    """

    row: PersonRow
    people: tuple[Found, ...] = ()
    certainty: MatchCertainty = "possible"

    @property
    def is_taken(self) -> bool:
        """Tell whether no person needs to say who it is."""
        return len(self.people) == 1 and self.certainty != "possible"

    @property
    def is_doubt(self) -> bool:
        """Tell whether a person is to say who it is."""
        return bool(self.people) and not self.is_taken


def matched(shelf: Shelf, rows: Sequence[PersonRow], federation: str) -> list[RowMatch]:
    """Return what the lists say of each row of a file, in its order."""
    return [_of_row(shelf, row, federation) for row in rows]


def _of_row(shelf: Shelf, row: PersonRow, federation: str) -> RowMatch:
    if row.fide_id:
        found = [one for one in search(shelf, row.fide_id) if one.fide_id == int(row.fide_id)]
        return RowMatch(row, tuple(found), "sure")
    if row.national_id:
        number = int(row.national_id)
        found = [one for one in search(shelf, row.national_id) if one.national_id == number]
        return RowMatch(row, tuple(found), "sure")
    if row.rating is not None:
        return RowMatch(row)
    words = sorted(words_of(row.name))
    found = [
        one
        for one in search(shelf, row.name, federation=federation, most=50)
        if any(sorted(words_of(each.name)) == words for _, each in one.entries)
        and not _told_apart(row, one)
    ]
    if row.birth:
        same = tuple(one for one in found if one.birth == int(row.birth[:4]))
        if same:
            return RowMatch(row, same, "probable")
    return RowMatch(row, tuple(found))


def _told_apart(row: PersonRow, found: Found) -> bool:
    """Tell whether the year of birth says that it is somebody else."""
    return bool(row.birth and found.birth and int(row.birth[:4]) != found.birth)


def with_row(values: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a list, with what a file says in their place, but for the name.

    A blank of the file takes nothing away.
    """
    return {**values, **{key: value for key, value in given.items() if value and key != "name"}}
