"""Views as the tables of pages: in words, with links, in the columns that a page has."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace

from desk.formats.registry import format_of
from desk.render.catalogue import Words
from desk.render.grid import Grid, grid
from desk.render.in_words import view_in_words
from desk.site.model import SiteCell, SiteHeading, SiteRow, SiteTable
from ledger.messages import Message, Sentence, commands_of, message
from ledger.rulebooks.rulebook import Rulebook
from projections.standings.standing import OF_SCORE
from projections.views.view import RowValues, View

ON_A_PHONE = 2
"""Tie-breaks beside the points on a phone."""

CARD_ON_A_PHONE = (
    "round",
    "opponent_name",
    "against",
    "result_text",
    "points_shown",
    "kind_shown",
    "result",
)
"""The columns of a card that a phone shows."""

Links = Callable[[RowValues], Mapping[str, str]]
"""The addresses in a row, by the keys of its columns."""

NOT_ON_A_PAGE = frozenset(("standings.preferences",))
"""Notes on columns that a page for the public has not."""


def site_table(
    view: View,
    words: Words,
    *,
    caption: str = "",
    links: Links = lambda row: {},
    narrow: Sequence[str] | None = None,
    long: Mapping[str, str] | None = None,
    named: bool = False,
    sortable: bool = False,
    searched: bool = False,
    headings: Mapping[str, str] | None = None,
    hidden: Container[str] = (),
) -> SiteTable:
    """Return a view as a table of a page.

    `links` gives the addresses in each row, `headings` those of the headings, by key. `narrow` are the columns that a phone shows, None: all.
    `long` are the long names of short headings, by key, `hidden` the columns that are left out.
    """
    view = replace(view, columns=tuple(one for one in view.columns if one.key not in hidden))
    shown = view_in_words(replace(view, notes=()), words)
    cells = grid(shown)
    kinds = _kinds(cells, narrow)
    return SiteTable(
        caption=caption or str(shown.title),
        headings=tuple(
            one._replace(
                long=(long or {}).get(column.key, ""), href=(headings or {}).get(column.key, "")
            )
            for column, one in zip(cells.columns, headings_of(cells, narrow), strict=True)
        ),
        rows=tuple(_rows(cells, kinds, links)),
        notes=tuple(notes_for_all(view.notes, words)),
        empty=str(shown.empty),
        named=named,
        sortable=sortable,
        searched=searched,
    )


def board_headings(words: Words, *, asked: bool) -> tuple[SiteHeading, ...]:
    """Return the headings of a round by board; `asked`: with the way to why two meet."""

    def say(key: str) -> str:
        return words(message(key))

    why = SiteHeading(say("web-standing.why"), "wide", unseen=True)
    return (
        SiteHeading(say("web-standing.board-short"), "num"),
        SiteHeading(say("columns.white"), "white"),
        SiteHeading(say("web-standing.result"), "mid"),
        SiteHeading(say("columns.black"), "black"),
        *([why] if asked else ()),
    )


def name_headings(words: Words) -> tuple[SiteHeading, ...]:
    """Return the headings of a round by name."""
    return (
        SiteHeading(words(message("web-standing.name"))),
        SiteHeading(words(message("web-standing.board-short")), "num"),
        SiteHeading(words(message("columns.colour"))),
        SiteHeading(words(message("web-standing.opponent"))),
    )


def headings_of(cells: Grid, narrow: Sequence[str] | None = None) -> tuple[SiteHeading, ...]:
    """Return the headings of a table; `narrow` are the columns that a phone shows, None: all."""
    kinds = _kinds(cells, narrow)
    return tuple(SiteHeading(column.heading, kinds[column.key]) for column in cells.columns)


def _kinds(cells: Grid, narrow: Sequence[str] | None) -> Mapping[str, str]:
    """Return the classes of each column."""
    return {
        column.key: " ".join(
            filter(None, (column.kind, "" if narrow is None or column.key in narrow else "wide"))
        )
        for column in cells.columns
    }


def _rows(cells: Grid, kinds: Mapping[str, str], links: Links) -> Iterable[SiteRow]:
    for row in cells.rows:
        leads = links(row.values)
        yield tuple(
            SiteCell(cell.text, kinds[cell.key], cell.tag, leads.get(cell.key, ""))
            for cell in row.cells
        )


def notes_for_all(notes: Iterable[Sentence], words: Words) -> Iterable[str]:
    """Yield the notes of a view for the public, in words: without those that name a command."""
    for note in notes:
        own = note.key if isinstance(note, Message) else ""
        if own not in NOT_ON_A_PAGE and not commands_of(note):
            yield words(note)


def standing_for_all(view: View, rules: Rulebook, *, final: bool) -> View:
    """Return a standing in the columns of a page: what decides, in its order."""
    format_ = format_of(rules)
    order = [column_of(name) for name in format_.deciding(rules, final)]
    keys = format_.page_columns(order)
    if keys is None:
        return view
    by_key = {column.key: column for column in view.columns}
    return replace(view, columns=tuple(by_key[key] for key in keys if key in by_key))


def on_a_phone(rules: Rulebook, *, final: bool) -> tuple[str, ...]:
    """Return the columns of a standing that a phone shows: two tie-breaks beside the points."""
    format_ = format_of(rules)
    deciding = format_.deciding(rules, final)[:ON_A_PHONE]
    return (*format_.phone_columns, *map(column_of, deciding))


def column_of(tie_break: str) -> str:
    """Return the column of a tie-break in a standing."""
    return tie_break if tie_break in OF_SCORE else f"tie_breaks.{tie_break}"


def long_names(view: View, words: Words) -> Mapping[str, str]:
    """Return the names in full of the columns of a standing that are tie-breaks, "" for others."""
    return {column.key: long_name(column.key, words) for column in view.columns}


def long_name(key: str, words: Words) -> str:
    """Return the name in full of a column that is a tie-break, "" for another."""
    if key not in OF_SCORE and not key.startswith("tie_breaks."):
        return ""
    return words(message(f"web-standing.long.{key.removeprefix('tie_breaks.')}"))
