"""Replay: the facts of tournaments under other rule versions, as rows for people and programs.

Two questions, kept apart. Standings: the pairings as played, and the standing after each round
under another version. Pairings: another version's pairing of each round from the facts known then,
next to the round as played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Literal

from ledger.errors import each_apart
from ledger.facts.tournament import PairingMadeByHand, PairingPublished
from ledger.messages import Sentence, message, run_on
from ledger.records import Record
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.tournament import replay
from pairing.norms.model import NoPairing
from pairing.systems.registry import pair_round
from pairing.systems.trf import differences
from projections.formats.moves import MOVE_COLUMNS, MovedRow, PrizeDifference
from projections.formats.registry import scoring_of
from projections.games.crosstable import of_tournament
from projections.views import fields
from projections.views.columns import NAME, Column, Kind, columns_of
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.view import View, money, with_number


class BoardDifference(Record):
    """A board that differs (--pairings)."""

    tournament: Annotated[str, "Name of the tournament."]
    id: Annotated[str, "Id of the tournament, for --tournament."]
    rules: fields.RulebookId
    round: fields.NumberOfRound
    white: Annotated[int | None, "Number of white; null: no pairing."]
    white_name: Annotated[str | None, "Name of white.", NAME]
    black: Annotated[int | None, "Number of black; 0 is the bye."]
    black_name: Annotated[str | None, "Name of black.", NAME]
    found_in: Annotated[str, "played, or the version.", Kind(words="found-in")]
    what: Annotated[
        Sentence,
        "board, bye, colours exchanged, or why there is no pairing.",
        Kind(words="difference"),
    ]


PAIRING_COLUMNS = columns_of(
    BoardDifference,
    "rules",
    "round",
    "white",
    "white_name",
    "black",
    "black_name",
    "found_in",
    "what",
    headings={"rules": message("columns.under")},
)


def pairings_rows(book: Book, rules: Rulebook) -> Iterator[BoardDifference]:
    """Yield the boards in which the played rounds and the other version's pairings differ.

    Each round is paired again from the facts at its basis, with the players of its publication.
    """
    label = book.state.label
    facts = book.facts
    for position, fact in enumerate(facts, 1):
        if not isinstance(fact, PairingPublished | PairingMadeByHand):
            continue
        basis = fact.basis if isinstance(fact, PairingPublished) else position - 1
        state = replay(facts[:basis])
        table = of_tournament(state, rules, throughout=True)
        there = {*fact.whites, *fact.blacks} | ({fact.bye} if fact.bye is not None else set())
        last = state.rounds_planned == fact.round
        board = partial(
            BoardDifference,
            tournament=book.state.name,
            id=book.id,
            rules=rules.id,
            round=fact.round,
        )
        pairing = pair_round(table, rules, there, last)
        if isinstance(pairing, NoPairing):
            what = message("replays.no-pairing", why=pairing.why)
            yield board(
                white=None,
                white_name=None,
                black=None,
                black_name=None,
                found_in=rules.id,
                what=what,
            )
            continue
        played: list[tuple[int, int | None]] = [*zip(fact.whites, fact.blacks, strict=True)]
        played += [(fact.bye, None)] if fact.bye is not None else []
        for item in differences(fact.round, played, pairing):
            white, black = item.board
            kind = "bye" if black is None else "board"
            yield board(
                white=label(white),
                white_name=book.name(white),
                black=0 if black is None else label(black),
                black_name=None if black is None else book.name(black),
                found_in="played" if item.found_in == "played" else rules.id,
                what="colours exchanged" if item.colours_only else kind,
            )


ReplayRow = MovedRow | BoardDifference


class ReplayHead(Record):
    """Some tournaments under other rule versions."""

    question: Annotated[Literal["standings", "pairings"], "What was compared."]
    rules: Annotated[list[str], "The versions."]
    tournaments: Annotated[list[str], "Names of the tournaments."]
    prizes: Annotated[list[PrizeDifference], "Prizes that differ."]
    refused: DamagedRows


@dataclass(slots=True)
class _Differences:
    """The differences in one tournament."""

    book: Book
    rows: list[ReplayRow] = field(default_factory=list)
    prizes: list[PrizeDifference] = field(default_factory=list)
    notes: list[Sentence] = field(default_factory=list)


def replay_view(
    books: Sequence[Book],
    versions: Sequence[Rulebook],
    pairings: bool,
    only: str | None = None,
) -> View:
    """Return the differences in some tournaments under some rule versions, counted per round.

    `only` is the round to be shown ("3", "final"), None: all of them. Each is compared with
    rules of its own format only, except for pairings: other versions are left out, with a note.
    The head names the tournaments whose facts contradict one another.
    """
    there, senseless = each_apart(
        [(book.id, book) for book in books], lambda book: _differences(book, versions, pairings)
    )
    prizes = [row for each in there for row in each.prizes]
    notes = [note for each in there for note in each.notes]
    if pairings:
        notes.append(message("replays.known-then"))
    notes += [
        message(
            "replays.prize",
            who=with_number(row.number, row.name),
            rules=row.rules,
            now=money(row.now),
            before=money(row.before),
        )
        for row in prizes
    ]
    damage, lost = damaged_rows(senseless)
    several = [Column("tournament")] if len(books) > 1 else []
    columns = (
        PAIRING_COLUMNS if pairings else _move_columns([each.book for each in there], versions)
    )
    if pairings and len(versions) == 1:  # it stands where each board was found
        columns = columns[1:]
    names = [each.book.state.name for each in there]
    head = ReplayHead(
        "pairings" if pairings else "standings",
        [rules.id for rules in versions],
        names,
        prizes,
        damage,
    )
    rows = [row for each in there for row in each.rows if only in (None, str(row.round))]
    title = message(f"replays.title.{head.question}", names=", ".join(names))
    return View(title, (*several, *columns), rows, head, (*notes, *lost))


def _differences(book: Book, versions: Sequence[Rulebook], pairings: bool) -> _Differences:
    result = _Differences(book)
    for rules in versions:
        if not pairings and rules.format is not book.rules.format:
            result.notes.append(left_out(book, rules))
            continue
        scoring = scoring_of(rules)
        differing = list(pairings_rows(book, rules) if pairings else scoring.moves(book, rules))
        result.rows += differing
        result.notes += _counts(book, rules, differing, pairings)
        if not pairings:
            result.prizes += scoring.prize_moves(book, rules)
    return result


def left_out(book: Book, rules: Rulebook) -> Sentence:
    """Return that rules of another format than a tournament's have no standing of it."""
    by_value = rules.ranks_by_value or book.rules.ranks_by_value
    key = "replays.left-out" if by_value else "replays.left-out-of-format"
    return message(key, name=book.state.name, rules=rules.id)


def _move_columns(books: Sequence[Book], versions: Sequence[Rulebook]) -> tuple[Column, ...]:
    """Return the columns of a version in whose format all are played, of a tournament without."""
    for rules in versions:
        if all(book.rules.format is rules.format for book in books):
            return scoring_of(rules).move_columns
    return MOVE_COLUMNS


def _counts(
    book: Book, rules: Rulebook, rows: Sequence[ReplayRow], pairings: bool
) -> list[Sentence]:
    """Return how much differs in each round, and a line when nothing differs at all."""
    rounds = list(dict.fromkeys(row.round for row in rows))
    parts = list[Sentence]()
    if not rounds:
        parts = [message("replays.same-pairings" if pairings else "replays.same-standings")]
    for number_ in rounds:
        here = [row for row in rows if row.round == number_]
        if pairings:
            boards = sum(isinstance(r, BoardDifference) and r.found_in == "played" for r in here)
            parts.append(message("replays.boards", round=number_, n=boards))
        else:
            moved = [abs(r.moved) for r in here if not isinstance(r, BoardDifference) and r.moved]
            most = message("replays.most", n=max(moved)) if moved else ""
            key = "replays.final-moves" if number_ == "final" else "replays.moves"
            parts.append(
                message(
                    key, round=number_, moved=len(moved), players=len(book.state.players), most=most
                )
            )
    return [
        message(
            "replays.counts",
            name=book.state.name,
            rules=rules.id,
            own=book.rules.id,
            counts=run_on(*parts, between="; "),
        )
    ]
