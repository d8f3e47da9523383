"""The fact about what the public sees of a tournament on its website."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from ledger.facts.base import Fact


class WebsiteChosen(Fact):
    """The organiser chose what the website shows, from here on; None: as it is without a choice.

    It says all choices, and replaces the one before. `ledger.state.website` has their meaning.
    """

    TOPIC: ClassVar[str] = "website-chosen"
    NONE_IS_LEFT_OUT = Fact.NONE_IS_LEFT_OUT | {
        "published",
        "listed",
        "names",
        "children",
        "birth_year",
        "ratings",
        "clubs",
        "forecasts",
        "statistics",
        "reasons",
        "archive_after",
        "search_engines",
        "address",
    }
    published: Literal[False] | None = None
    listed: Literal[False] | None = None
    names: Literal["published", "none"] | None = None
    children: Literal["names"] | None = None
    birth_year: Literal[True] | None = None
    ratings: Literal[False] | None = None
    clubs: Literal[False] | None = None
    forecasts: Literal[False] | None = None
    statistics: Literal[False] | None = None
    reasons: Literal[True] | None = None
    archive_after: Annotated[int, Field(ge=1)] | None = None
    search_engines: Literal["always", "never"] | None = None
    address: str | None = None
