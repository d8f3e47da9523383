"""What the public sees of a tournament: the organiser's choices, and how each person is shown.

A person may ask to be shown by number or by initials: that stands in their record beside the facts,
so that it holds at once, and in what was played before. A child goes by initials until somebody
says that there is consent: for the child, or for all of the tournament.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, TypeAlias

from ledger.facts.website import WebsiteChosen
from ledger.values import NamesShown, SearchEngines

Shown: TypeAlias = Literal["name", "initials", "number"]
"""How a person is shown: by name, by the initials of it, or by the number alone."""

ASKED: Final[dict[str, Shown]] = {"no": "name", "initials": "initials", "yes": "number"}
"""What the field `nameless` of a person's record says; without it nobody asked for anything."""

OF_AGE: Final = 16
"""Years from which a player is shown by name, unless they ask for something else."""


@dataclass(frozen=True, slots=True)
class WebsiteChoices:
    """The choices of the organiser; the defaults are those without a choice.

    `published`: a website that is made has it; `listed`: the list of tournaments names it. `names` are
    shown of all with what else is known of them, as names without numbers of lists, or not at all.
    `children` are those below 16: "names" says that there is consent for all of them. `ratings` are
    shown with federations. `reasons` are those that were typed, in the log. `archive_after` are
    the days after the last one until it is taken down, None: never. `search_engines` may show it
    "after" the end, always or never. `address` is where the website
    is reached, "" where nobody said it.
    """

    published: bool = True
    listed: bool = True
    names: NamesShown = "all"
    children: Literal["initials", "names"] = "initials"
    birth_year: bool = False
    ratings: bool = True
    clubs: bool = True
    forecasts: bool = True
    statistics: bool = True
    reasons: bool = False
    archive_after: int | None = None
    search_engines: SearchEngines = "after"
    address: str = ""

    def found_by_search_engines(self, *, ended: bool) -> bool:
        """Return whether search engines may show a tournament: one that no list names, never."""
        if not self.listed or self.search_engines == "never":
            return False
        return ended or self.search_engines == "always"

    @property
    def differing(self) -> dict[str, object]:
        """Return the choices that are not as they are without one, by name."""
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in every.items() if value != getattr(USUAL, name)}


USUAL: Final = WebsiteChoices()
"""What holds where the organiser chose nothing."""


def choices_of(fact: WebsiteChosen) -> WebsiteChoices:
    """Return the choices that a fact says."""
    said = {name: getattr(fact, name) for name in WebsiteChoices.__slots__}
    return WebsiteChoices(**{name: value for name, value in said.items() if value is not None})


def shown_as(record: Mapping[str, str], choices: WebsiteChoices, day: dt.date | None) -> Shown:
    """Return how a person is shown on public pages; `day` is the first of the tournament.

    What they asked for goes before what holds for children, and names that nobody sees before all.
    """
    if choices.names == "none":
        return "number"
    if asked := ASKED.get(record.get("nameless", "")):
        return asked
    child = choices.children == "initials" and may_be_child(record.get("birth", ""), day)
    return "initials" if child else "name"


def may_be_child(birth: str, day: dt.date | None) -> bool:
    """Tell whether somebody may be below 16 on a day; a year alone counts as its last day.

    Nobody is whose birth, or the day, is not known.
    """
    if day is None or not birth[:4].isdecimal():
        return False
    last_day = birth if len(birth) > len("2001") else f"{birth}-12-31"
    return f"{day.year - OF_AGE}-{day:%m-%d}" < last_day


def public_record(
    record: Mapping[str, str], choices: WebsiteChoices, day: dt.date | None
) -> dict[str, str]:
    """Return what the public sees of a person's record: nothing of one who goes by number."""
    way = shown_as(record, choices, day)
    if way == "number" or not record.get("name"):
        return {}
    seen = {"name": initials(record["name"]) if way == "initials" else record["name"]}
    shown = {
        "club": choices.clubs,
        "federation": choices.ratings,
        "fide_id": choices.names == "all" and way == "name",
    }
    seen |= {
        field: record[field] for field, is_shown in shown.items() if is_shown and record.get(field)
    }
    if choices.birth_year and way == "name" and record.get("birth"):
        seen["birth"] = record["birth"][:4]
    return seen


def initials(name: str) -> str:
    """Return the first letters of a name, the first name before the surname: J. v. d. B."""
    surname, _, rest = name.partition(",")
    words = f"{rest} {surname}".split()
    return " ".join(f"{next(filter(str.isalnum, word), word[0])}." for word in words)
