"""One person of a rating list, and which list it is."""

from __future__ import annotations

import datetime as dt
from typing import Literal, NamedTuple, TypeAlias

from ledger.values import ListKind, Tempo

Source: TypeAlias = Literal["fide", "knsb", "dsb"]
"""Whose list it is: FIDE's, or that of a national federation."""

Ratings: TypeAlias = Literal["all", "standard", "rapid", "blitz"]
"""The ratings that a list has: all three, or those of one tempo."""

FEDERATION: dict[Source, str] = {"fide": "", "knsb": "NED", "dsb": "GER"}
"""The federation whose numbers a list has; "" for FIDE, whose numbers are of everybody."""


def kind_of(source: Source) -> ListKind:
    """Return what a list is to a tournament: FIDE's, or national."""
    return "fide" if source == "fide" else "national"


class ListedPerson(NamedTuple):
    """A person as a list has them; None or "" is what it does not say.

    `number` is that of the list: FIDE's number in a list of FIDE, else the number of the
    federation, and `fide_id` then FIDE's where the list has it. `birth` is a year. `sex` is m or w.
    """

    number: int
    name: str
    federation: str = ""
    title: str = ""
    sex: str = ""
    birth: int | None = None
    fide_id: int | None = None
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    club: str = ""
    inactive: bool = False

    def rating(self, tempo: Tempo) -> int | None:
        """Return the rating in a tempo, None for none."""
        return {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}[tempo]


class ListName(NamedTuple):
    """Which list it is: whose, and of which ratings."""

    source: Source
    ratings: Ratings

    @property
    def key(self) -> str:
        """Return its name as it is typed: fide, knsb-rapid."""
        return self.source if self.ratings == "all" else f"{self.source}-{self.ratings}"

    @classmethod
    def of(cls, key: str) -> ListName | None:
        """Return the list of a name as it is typed, None for no such list."""
        return next((name for name in ALL_LISTS if name.key == key), None)


ALL_LISTS = (
    ListName("fide", "all"),
    ListName("fide", "standard"),
    ListName("fide", "rapid"),
    ListName("fide", "blitz"),
    ListName("knsb", "standard"),
    ListName("knsb", "rapid"),
    ListName("knsb", "blitz"),
    ListName("dsb", "standard"),
)
"""Every list that can be kept, in the order in which they are shown and searched."""


class Issue(NamedTuple):
    """One issue of a list, as it was loaded.

    `holds_from` is its month's first day. `dated` is when its file was made: of the entry in a zip,
    else of the file. `persons` is how many it has, `passed_over` how many rows could not be read.
    """

    name: ListName
    holds_from: dt.date
    dated: dt.datetime
    file: str
    sha256: str
    size: int
    encoding: str
    persons: int
    passed_over: int
    loaded: dt.datetime
