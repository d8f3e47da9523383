"""The table of a standing as a page has it: its columns in the order of the rules, others beside.

On a phone each player is one row: place, name, points and what decides first; the rest is `wide`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desk.answers.standing_beside import BesideStanding, StandingsBeside, heading_of, ranks_of
from desk.formats.registry import format_of
from desk.render.grid import Grid, GridCell, grid
from desk.site.model import SiteHeading
from desk.site.tables import ON_A_PHONE, column_of, long_name, on_a_phone, standing_for_all
from desk.web.request import Request, card_link
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import TieBreak
from ledger.state.book import Book
from projections.views.columns import Column
from projections.views.rulebook_names import spoken_name
from projections.views.view import View


@dataclass(frozen=True, slots=True)
class SideBeside:
    """A standing beside the first, by its headings."""

    heading: Sentence
    beside: BesideStanding
    columns: tuple[SiteHeading, ...]


@dataclass(frozen=True, slots=True)
class PlaceBeside:
    """A player's place in a standing beside the first: None for neither place nor move."""

    rank: int | None
    moved: int
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class LineOfPage:
    """A player: the cells of the standing, and their places in the others."""

    player: int | None
    number: int
    link: str
    me: bool
    cells: tuple[GridCell, ...]
    beside: tuple[PlaceBeside, ...]


@dataclass(frozen=True, slots=True)
class StandingTable:
    """The whole table."""

    columns: tuple[SiteHeading, ...]
    sides: tuple[SideBeside, ...]
    lines: tuple[LineOfPage, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the classes of the cells of the standing itself."""
        return tuple(column.kind for column in self.columns)

    @property
    def width(self) -> int:
        """Return the number of columns of the standing itself."""
        return len(self.columns)


def standing_table(
    request: Request, services: Services, book: Book, standings: StandingsBeside, *, final: bool
) -> StandingTable:
    """Return the table of standings for a page; `final`: they are those of the end."""
    rules = book.rules_of(standings.after)
    view = request.view(standing_for_all(standings.view, rules, final=final))
    table = grid(view)
    players = {book.state.label(player): player for player in book.state.players}
    sides = []
    others = []
    for beside in standings.beside:
        first = _deciding(beside.rules, final)[:ON_A_PHONE] if beside.rules else ()
        other = grid(request.view(_only(beside.view, first)))
        headings = tuple(_heading(request, c.key, c.heading, c.kind, ()) for c in other.columns)
        called = spoken_name(beside.rules) if beside.rules else heading_of(beside)
        sides.append(SideBeside(called, beside, headings))
        others.append(_by_number(beside.view, other))
    lines = []
    for number, row in _by_number(standings.view, table).items():
        player = players.get(number)
        places = tuple(
            PlaceBeside(
                side.beside.ranks.get(number),
                side.beside.moved.get(number, 0),
                of_other.get(number, ()),
            )
            for side, of_other in zip(sides, others, strict=True)
        )
        me = player is not None and player == request.visitor.player
        lines.append(
            LineOfPage(
                player=player,
                number=number,
                link=card_link(request, services.book, player),
                me=me,
                cells=row,
                beside=places,
            )
        )
    shown = on_a_phone(rules, final=final)
    headings = tuple(_heading(request, c.key, c.heading, c.kind, shown) for c in table.columns)
    return StandingTable(headings, tuple(sides), tuple(lines))


def _by_number(view: View, table: Grid) -> Mapping[int, tuple[GridCell, ...]]:
    """Return the cells of each player by number."""
    numbers = ranks_of(view)
    rows = [row.cells for row in table.rows] or [()] * len(numbers)
    return dict(zip(numbers, rows, strict=True))


def _deciding(rules: Rulebook, final: bool) -> tuple[TieBreak, ...]:
    return format_of(rules).deciding(rules, final)


def _only(view: View, names: Sequence[str]) -> View:
    """Return the columns of some tie-breaks only."""
    by_key = {column.key: column for column in view.columns}
    columns: list[Column] = [by_key[key] for key in map(column_of, names) if key in by_key]
    return replace(view, columns=tuple(columns), rows=view.rows if columns else ())


def _heading(
    request: Request, key: str, heading: str, kind: str, on_a_phone: Sequence[str]
) -> SiteHeading:
    """Return a heading; `on_a_phone` are the columns that a phone shows, () for none of them."""
    long = long_name(key, request.words)
    wide = "" if key in on_a_phone else "wide"
    return SiteHeading(heading, " ".join(filter(None, (kind, wide))), long)
