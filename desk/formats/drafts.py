"""A draft as `pair` prints it: boards, the bye, control totals, and how to publish it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from ledger.messages import Sentence, do, message, names_in_words
from ledger.records import Record, Spread
from ledger.state.book import Book
from projections.games.rounds import TournamentAt, head
from projections.standings.control_totals import control_totals
from projections.standings.scores import scores
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.pairings import Alone, out_of_round
from projections.views.rulebook_names import heading_name
from projections.views.standings import TotalRow, totals_note, totals_rows
from projections.views.view import View, number

if TYPE_CHECKING:
    from pairing.systems.draft import Draft


class DraftHead(Record):
    """A draft of the next round; nothing is recorded."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    basis: fields.PairingBasis
    last_round: Annotated[bool, "Whether it was paired as the last round."]
    rules: fields.RulebookId
    bye: fields.ByeNumber
    not_paired: fields.NumbersNotPaired


class SwissDraftHead(Record):
    """A draft of the next round; nothing is recorded."""

    draft: Spread[DraftHead]
    control_totals: Annotated[list[TotalRow], "Control totals before pairing."]


class DraftRow(Record):
    """A board."""

    board: fields.NumberOfBoard
    colour_rule: Annotated[
        str,
        "Clause that gave the colours (E1-E4, B2); in a season a word.",
        Kind(words="colour-rule"),
    ]
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    white_points: Annotated[float, "White's points before the round."]
    black: fields.BlackNumber
    black_name: fields.BlackName
    black_points: Annotated[float, "Black's points before the round."]


COLUMNS = columns_of(
    DraftRow,
    "board",
    "white",
    "white_name",
    "white_points",
    "black",
    "black_name",
    "black_points",
    "colour_rule",
    spare=("colour_rule",),
    headings={"white_points": message("columns.points"), "black_points": message("columns.points")},
)


def draft_by_points(book: Book, draft: Draft) -> View:
    """Return a draft; `basis` is the position that `publish --basis` takes.

    Rule: knsb-wp-2014 F8.
    """
    label = book.state.label
    name = book.name
    by_player = scores(draft.table, book.rules)
    rows = [
        DraftRow(
            board=board,
            colour_rule=b.rule,
            white=label(b.white),
            white_name=name(b.white),
            white_points=number(by_player[b.white].points_halves),
            black=label(b.black),
            black_name=name(b.black),
            black_points=number(by_player[b.black].points_halves),
        )
        for board, b in enumerate(draft.pairing.boards, 1)
    ]
    totals = control_totals(draft.table, by_player, book.rules)
    notes = [totals_note(totals)] if totals else []
    top = SwissDraftHead(head_of(book, draft), totals_rows(totals))
    return View(title_of(book, draft), COLUMNS, rows, top, notes_of(book, draft, "bye", notes))


def head_of(book: Book, draft: Draft) -> DraftHead:
    """Return what every draft says for programs."""
    bye = draft.pairing.bye
    label = book.state.label
    return DraftHead(
        at=head(book),
        round=draft.round,
        basis=draft.basis,
        last_round=draft.last_round,
        rules=book.rules.id,
        bye=None if bye is None else label(bye),
        not_paired=[label(p) for p in draft.absent],
    )


def title_of(book: Book, draft: Draft) -> Sentence:
    """Return the title of a draft."""
    last = message("views.last") if draft.last_round else ""
    return message(
        "views.draft",
        round=draft.round,
        last=last,
        rules=heading_name(book.rules),
        basis=draft.basis,
    )


def notes_of(
    book: Book, draft: Draft, alone: Alone, more: Sequence[Sentence]
) -> tuple[Sentence, ...]:
    """Return who is free, who is away, `more`, and how to publish."""
    bye = draft.pairing.bye
    notes = list[Sentence]()
    if bye is not None:
        notes.append(message(f"views.{alone}", who=book.called(bye)))
    away = [p for p in draft.absent if not book.state.players[p].withdrawn_in(draft.round)]
    worth = {p: book.state.players[p].away.get(draft.round, 0) for p in away}
    for halves in sorted({*worth.values()}):
        alike = [p for p in away if worth[p] == halves]
        who = names_in_words(map(book.called, alike))
        notes.append(out_of_round(book.state, draft.round, alike[0], who))
    publish = message("views.nothing-recorded", publish=do("publish", basis=draft.basis))
    return (*notes, *more, *draft.notes, publish)
