"""A draft as `pair` prints it: boards, the bye, control totals, and how to publish it."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.state.book import Book
from pairing.systems.draft import Draft
from projections.games.rounds import head
from projections.season.pairings import DRAFT_COLUMNS, passes_note, sides
from projections.standings.control_totals import control_totals
from projections.standings.keizer import ranking
from projections.standings.scores import scores
from projections.views.view import Column, Row, View, number, totals_note, totals_rows

COLUMNS = (
    Column("board", "board", "right"),
    Column("white", "no", "right"),
    Column("white_name", "white"),
    Column("white_points", "points", "right"),
    Column("black", "no", "right"),
    Column("black_name", "black"),
    Column("black_points", "points", "right"),
    Column("colour_rule", "colours by"),
)


def draft_view(book: Book, draft: Draft) -> View:
    """Return a draft; basis is the position that `publish --basis` takes.

    Rule: knsb-wp-2014 F8.
    """
    if book.rules.plays_season:
        return _keizer_view(book, draft)
    label = book.state.label
    by_player = scores(draft.table, book.rules)

    def side(name: str, player: int) -> Row:
        return {
            name: label(player),
            f"{name}_name": book.name(player),
            f"{name}_points": number(by_player[player].points_halves),
        }

    rows: list[Row] = [
        {"board": board, "colour_rule": b.rule} | side("white", b.white) | side("black", b.black)
        for board, b in enumerate(draft.pairing.boards, 1)
    ]
    totals = control_totals(draft.table, by_player, book.rules)
    notes = [totals_note(totals)] if totals else []
    top: Row = {"control_totals": totals_rows(totals)}
    return _view(book, draft, COLUMNS, rows, "bye", top, notes)


def _keizer_view(book: Book, draft: Draft) -> View:
    """Return a draft of a season: the places, values and totals it was paired by."""
    standing = ranking(draft.table, book.rules)
    label = book.state.label
    rows: list[Row] = [
        {
            "board": board,
            "colour_rule": b.rule,
            "white": label(b.white),
            "white_name": book.name(b.white),
            "black": label(b.black),
            "black_name": book.name(b.black),
        }
        | sides(standing, book.rules, b.white, b.black)
        for board, b in enumerate(draft.pairing.boards, 1)
    ]
    columns = (*DRAFT_COLUMNS, COLUMNS[-1])
    top: Row = {
        "passes": standing.passes,
        "cycle": standing.cycle,
        "relaxed": [{"board": item.board, "why": item.why} for item in draft.pairing.relaxed],
    }
    return _view(book, draft, columns, rows, "no opponent", top, [passes_note(standing)])


def _view(
    book: Book,
    draft: Draft,
    columns: tuple[Column, ...],
    rows: Sequence[Row],
    alone: str,
    more: Row,
    more_notes: Sequence[str],
) -> View:
    bye, label = draft.pairing.bye, book.state.label
    notes = [f"{alone}: {book.called(bye)}"] if bye is not None else []
    away = [p for p in draft.absent if not book.state.players[p].withdrawn_in(draft.round)]
    notes += [f"not paired: {', '.join(book.called(p) for p in away)}"] if away else []
    notes += [*more_notes, *draft.notes]
    notes.append(f"nothing is recorded; toernooi publish --basis {draft.basis}")
    last = ", the last" if draft.last_round else ""
    top = {
        "round": draft.round,
        "basis": draft.basis,
        "last_round": draft.last_round,
        "rules": book.rules.id,
        "bye": None if bye is None else label(bye),
        "not_paired": [label(p) for p in draft.absent],
    }
    title = f"Draft of round {draft.round}{last} ({book.rules.id}, computed from #{draft.basis})"
    return View(title, columns, tuple(rows), head(book) | top | more, tuple(notes))
