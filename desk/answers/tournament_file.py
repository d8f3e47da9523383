"""A tournament as a file, and what such a file leaves out."""

from __future__ import annotations

from collections.abc import Iterable

from desk.formats.registry import format_of
from ledger.messages import Sentence, do, message, spans
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.details import FILE_RECORD, recorded_details
from ledger.state.numbers import numbers_left_empty, numbers_missing, waiting
from ledger.trf.model import TrfFile
from ledger.trf.profiles import Profile
from projections.exports.trf import file_of
from projections.formats.registry import scoring_of
from projections.games.crosstable import of_tournament, own_rules
from projections.standings.standing import ranking_at_the_end


def tournament_file(
    book: Book, comments: Iterable[str] = (), profile: Profile = "trf16"
) -> TrfFile | Refusal:
    """Return the tournament as a file that can be written by a profile.

    `comments` are lines that other programs pass over.
    """
    state = book.state
    if numbers_missing(state.players):
        return Refusal("numbers-missing", message("views.no-numbers"), do("lots"))
    table = of_tournament(state, book.rules)
    records = {e.player: book.people.get(e.person, {}) for e in state.players.values()}
    kept = book.people.get(FILE_RECORD, {}).get("lines", "")
    kept = "\n".join([*([kept] if kept else []), *(" ".join(one.splitlines()) for one in comments)])
    order = [*scoring_of(book.rules).in_order(book, table)]
    order += [player for player in table.numbers if player not in order]  # yet to join
    ranks = {player: rank for rank, player in enumerate(order, 1)}
    if state.closed and state.fide.in_mode:
        last = ranking_at_the_end(table, book.rules, state)
        ranks = {line.player: line.rank for line in last.lines}
    details = recorded_details(state, book.people)
    return file_of(
        state,
        table,
        ranks=ranks,
        rules=book.rules,
        records=records,
        kept_lines=kept,
        details=details,
        profile=profile,
    )


def not_in_file(book: Book) -> list[Sentence]:
    """Return what a tournament file has no place for, or no value yet."""
    notes = list[Sentence]()
    by_round = own_rules(book.state, book.rules, len(book.state.rounds))
    if by_round and not book.rules.ranks_by_value:
        notes.append(message("exports.points-by-round", rules=book.rules.id))
    for round_ in book.state.rounds:
        if count := len(round_.open_games):
            notes.append(message("exports.no-result", round=round_.number, n=count))
    if without := waiting(book.state.players):
        players = book.called_some(without)
        numbers = [int(book.state.label(p)) for p in without]
        notes.append(
            message("waiting.in-file", n=len(without), players=players, numbers=spans(numbers))
        )
    if empty := numbers_left_empty(book.state.players):
        notes.append(message("exports.empty-numbers", n=len(empty), numbers=spans(empty)))
    return [*notes, *format_of(book.rules).not_in_file(book)]
