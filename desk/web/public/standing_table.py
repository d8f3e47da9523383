"""The table of a standing as a page has it: its columns in the order of the rules, others beside.

On a phone each player is one row: place, name, points and what decides first; the rest is `wide`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from desk.answers.standing_beside import BesideStanding, StandingsBeside, heading_of, ranks_of
from desk.formats.registry import format_of
from desk.site.model import SiteCell, SiteHeading, SiteRow, SiteTable
from desk.site.tables import (
    NOT_ON_A_PAGE,
    ON_A_PHONE,
    column_of,
    long_name,
    named_in_full,
    site_table,
    standing_for_all,
    standing_table,
)
from desk.web.request import DeskAddresses, Request, own_number
from desk.web.services import Services
from ledger.messages import Sentence
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import TieBreak
from ledger.state.book import Book
from ledger.values import Unnumbered
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
class StandingTable:
    """The whole table."""

    own: SiteTable
    sides: tuple[SideBeside, ...]

    @property
    def width(self) -> int:
        """Return the number of columns of the standing itself."""
        return len(self.own.headings)


def standing_beside(
    request: Request,
    services: Services,
    book: Book,
    standings: StandingsBeside,
    *,
    final: bool,
) -> StandingTable:
    """Return the table of standings for a page; `final`: they are those of the end."""
    rules = book.rules_of(standings.after)
    words = request.words
    to = DeskAddresses(request, book, services.book)
    own = standing_table(standings.view, rules, words, to, final=final)
    sides = []
    others = []
    for beside in standings.beside:
        first = _deciding(beside.rules, final)[:ON_A_PHONE] if beside.rules else ()
        chosen = _only(beside.view, first)
        other = site_table(chosen, words, narrow=())
        headings = tuple(
            one._replace(long=long_name(column.key, words))
            for column, one in zip(chosen.columns, other.headings, strict=True)
        )
        called = spoken_name(beside.rules) if beside.rules else heading_of(beside)
        sides.append(SideBeside(called, beside, headings))
        others.append(_by_number(beside.view, other))
    label = own_number(request, book)
    columns = standing_for_all(standings.view, rules, final=final).columns
    points = (at for at, one in enumerate(columns) if one.key in ("points", "points_shown"))
    strong = {0, *points}
    rows = list[SiteRow]()
    mine = set[int]()
    for at, (number, row) in enumerate(_by_number(standings.view, own).items()):
        you = number == label
        if you:
            mine.add(at)
        cells = [
            cell._replace(
                strong=place in strong,
                about="" if cell.tag == "td" or isinstance(number, Unnumbered) else str(number),
                unseen=request.say("web-standing.you") if you and cell.tag == "th" else "",
            )
            for place, cell in enumerate(row)
        ]
        for side, of_other in zip(sides, others, strict=True):
            cells += _beside(request, side.beside, number, of_other.get(number, ()))
        rows.append(tuple(cells))
    notes = (one for one in standings.view.notes if getattr(one, "key", "") not in NOT_ON_A_PAGE)
    whole = replace(
        own, rows=tuple(rows), notes=(*named_in_full(own), *map(words, notes)), mine=frozenset(mine)
    )
    return StandingTable(whole, tuple(sides))


def _beside(
    request: Request, beside: BesideStanding, number: int, cells: SiteRow
) -> Iterator[SiteCell]:
    """Yield the cells of a player in a standing beside the first: place, move, what decides."""
    rank = beside.ranks.get(number)
    places = beside.moved.get(number, 0)
    yield SiteCell("–" if rank is None else str(rank), "num from moved" if places else "num from")
    if places:
        up = places > 0
        way = request.say("web-parts.up" if up else "web-parts.down")
        yield SiteCell(str(abs(places)), "moved", unseen=way, mark="mv up" if up else "mv down")
    else:
        yield SiteCell("=", unseen=request.say("web-parts.equal"), mark="muted")
    for cell in cells:
        yield cell._replace(kind="num", tag="td")


def _by_number(view: View, table: SiteTable) -> Mapping[int, SiteRow]:
    """Return the cells of each player by number."""
    numbers = ranks_of(view)
    rows = table.rows or [()] * len(numbers)
    return dict(zip(numbers, rows, strict=True))


def _deciding(rules: Rulebook, final: bool) -> tuple[TieBreak, ...]:
    return format_of(rules).deciding(rules, final)


def _only(view: View, names: Sequence[str]) -> View:
    """Return the columns of some tie-breaks only."""
    by_key = {column.key: column for column in view.columns}
    columns: list[Column] = [by_key[key] for key in map(column_of, names) if key in by_key]
    return replace(view, columns=tuple(columns), rows=view.rows if columns else ())
