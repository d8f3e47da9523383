"""Pages as values: what stands on them, in words, before any of it is HTML.

An address in them is that of a page or a file, from the folder of its tournament: `player/17/`, or
`standing/3/`. One that begins with `~` is from the folder of the language, and one that begins
with `/` from that of the whole site: `/data/cup/games.pgn`. A page's address ends with a slash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias

from markupsafe import Markup

from desk.answers.reasons import MarkedStep
from ledger.values import Language


class SiteHeading(NamedTuple):
    """A heading of a column: short, with the long name for who does not know it.

    `href` is where it leads, "" for nowhere. `kind` are its classes; "white" and "black": each of
    its cells begins with a square so coloured; "bold": all of them are what most readers look for.
    `unseen`: it is there for who cannot see alone.
    """

    text: str
    kind: str = ""
    long: str = ""
    href: str = ""
    unseen: bool = False


class SiteCell(NamedTuple):
    """A cell: `tag` is "th" where it names its row, `kind` are its classes, `href` where it leads.

    `about` stands small behind the text, `unseen` is heard behind it and not seen, `mark` are
    classes of the text itself. `strong`: it is what most readers look for. At the desk `href` is a
    whole address, and the cell says `kind` itself.
    """

    text: str
    kind: str = ""
    tag: str = "td"
    href: str = ""
    about: str = ""
    strong: bool = False
    unseen: str = ""
    mark: str = ""


SiteRow: TypeAlias = tuple[SiteCell, ...]


@dataclass(frozen=True, slots=True)
class SiteTable:
    """A table. `empty` stands in its place where it has no rows; `named` has its caption in sight.

    Where scripts run a reader may sort it (`sortable`) or look for a row in it (`searched`). `keys`
    are those by which facts call white and black of each row, where its result can be checked; ()
    where these are the numbers in the ways to their cards. `mine` are the places of the rows of who
    reads.
    """

    kind: ClassVar[str] = "table"
    caption: str
    headings: tuple[SiteHeading, ...]
    rows: tuple[SiteRow, ...]
    notes: tuple[str, ...] = ()
    empty: str = ""
    named: bool = False
    sortable: bool = False
    searched: bool = False
    keys: tuple[tuple[int, int], ...] = ()
    mine: frozenset[int] = frozenset()


class SiteLink(NamedTuple):
    """A link: its words, where it leads, and what stands small behind it.

    `current`: it is where the reader is.
    """

    text: str
    href: str
    about: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """Links under a heading; `row`: beside each other, as what to choose from."""

    kind: ClassVar[str] = "links"
    heading: str
    links: tuple[SiteLink, ...]
    row: bool = False


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """Names of things with their values, and where a value leads ("": nowhere)."""

    kind: ClassVar[str] = "facts"
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class SiteText:
    """Sentences, each a paragraph, under a heading ("": none), and links below them.

    `warning`: they are in a frame.
    """

    kind: ClassVar[str] = "text"
    lines: tuple[str, ...]
    heading: str = ""
    warning: bool = False
    links: tuple[SiteLink, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteSteps:
    """An explanation: the answer, and its steps with their clauses."""

    kind: ClassVar[str] = "steps"
    heading: str
    answer: str
    steps: tuple[MarkedStep, ...]
    at: str = ""


class SiteClause(NamedTuple):
    """A clause of a rulebook: its name, what it says, what the program makes of it.

    `status` is whether that is all of it, "" for yes.
    """

    name: str
    text: str
    note: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class SiteClauses:
    """The clauses of a rulebook, each with a place to link to."""

    kind: ClassVar[str] = "clauses"
    clauses: tuple[SiteClause, ...]


@dataclass(frozen=True, slots=True)
class SitePicture:
    """A picture, as SVG of ours, under a heading."""

    kind: ClassVar[str] = "picture"
    heading: str
    drawn: Markup


@dataclass(frozen=True, slots=True)
class SiteCheck:
    """What checks the results in the table above it against a head that the reader types.

    `scripts` are the addresses of what it needs, its words too, itself last; they are fetched when
    somebody wants to check, and have the head that the proofs lead to.
    """

    kind: ClassVar[str] = "check"
    round: int
    scripts: tuple[str, ...]


class CardColumns(NamedTuple):
    """At which places from 0 a card has the round, the opponent and the result."""

    round: int
    opponent: int
    result: int


@dataclass(frozen=True, slots=True)
class SiteBeside:
    """What shows two players beside each other, from their cards, where its script can fetch them.

    `players` are all to choose from, by number and name. `help` stands there where it cannot.
    `between` and `common` are its tables, without rows.
    """

    kind: ClassVar[str] = "beside"
    players: tuple[tuple[int, str], ...]
    columns: CardColumns
    help: SiteText
    between: SiteTable
    common: SiteTable


SitePart: TypeAlias = (
    SiteTable
    | SiteLinks
    | SiteFacts
    | SiteText
    | SiteSteps
    | SiteClauses
    | SitePicture
    | SiteCheck
    | SiteBeside
)


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page: its address (see the module), its heading and what stands on it.

    `about` stands below the heading. `part` tells which page of the bar it belongs to. `as_of` says
    up to what it was computed, "" where its parts say it. `embedded`: it is shown within a page of
    others, without the bar. `kept`: it never changes, so it has no bar either, which does.
    `of_people`: it finds people by their names, for who is here; as what is kept or embedded it is
    not for search engines.
    """

    path: str
    title: str
    parts: tuple[SitePart, ...]
    about: str = ""
    over: str = ""
    part: str = ""
    as_of: str = ""
    embedded: bool = False
    kept: bool = False
    of_people: bool = False

    @property
    def indexed(self) -> bool:
        """Tell whether search engines may show it, as far as the page itself goes."""
        return not (self.embedded or self.kept or self.of_people)

    @property
    def searched(self) -> bool:
        """Tell whether a reader may look for a row in a table of it."""
        return any(isinstance(part, SiteTable) and part.searched for part in self.parts)

    @property
    def pictured(self) -> bool:
        """Tell whether a picture stands on it."""
        return any(isinstance(part, SitePicture) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around every page of a tournament, or of the site itself where `slug` is "".

    `bar` are the links on top, each with the name of its part of the site; `foot` the lines below.
    `feed` is the address of its feed, "" for none. `found`: search engines may show the pages.
    """

    language: Language
    slug: str
    name: str
    bar: Sequence[tuple[str, SiteLink]] = ()
    foot: Sequence[str] = ()
    feed: str = ""
    other: Language = field(default="en")
    found: bool = True
