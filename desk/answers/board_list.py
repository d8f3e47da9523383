"""The boards of a round as the screen of the arbiter shows them: who plays, and what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

from desk.answers.claims import ResultClaimRecord, claim_record, moment_of
from ledger.facts.hall import ResultClaimed
from ledger.messages import Sentence, message
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.hall import ClaimsOfGame
from ledger.state.tournament import Game, Round
from ledger.values import by_default
from projections.formats.registry import scoring_of
from projections.games.crosstable import CellKind, kind_without_game, of_tournament
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import AMOUNT, Kind, columns_of
from projections.views.view import View

BoardState: TypeAlias = Literal[
    "open", "claim", "agreeing", "conflict", "adjourned", "default", "result"
]
"""Where a board stands. A claim says more than an adjournment, and a result more than a claim."""

HowRecorded: TypeAlias = Literal["players", "claim", "arbiter"]
"""How a result came: both players claimed it, the arbiter took a claim, or the arbiter alone."""

_BYES = (CellKind.BYE, CellKind.HALF_BYE, CellKind.FULL_BYE)
_ABSENCES = (CellKind.ABSENT, CellKind.NO_NOTICE, CellKind.CLUB_DUTY)


class SittingOut(Record):
    """A player without a board in the round."""

    number: fields.PlayerNumber
    name: fields.PlayerName
    kind: fields.KindOfRound


class BoardListHead(Record):
    """A round with its numbers."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    boards: Annotated[int, "Boards."]
    results: Annotated[int, "Boards with a result, by default too."]
    open: Annotated[int, "Boards with neither result nor adjournment, with claims or without."]
    claims: Annotated[int, "Boards of those with claims that do not contradict each other."]
    conflicts: Annotated[int, "Boards of those with two claims that differ."]
    adjourned: Annotated[int, "Boards that are broken off."]
    byes: Annotated[list[SittingOut], "Players with a bye."]
    absences: Annotated[list[SittingOut], "Players who announced an absence, or stayed away."]


class BoardInPlay(Record):
    """A board, with what is known of it."""

    board: fields.NumberOfBoard
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    white_score: Annotated[
        Sentence, "Points of white before the round; in a season the total.", AMOUNT
    ]
    black: fields.BlackNumber
    black_name: fields.BlackName
    black_score: Annotated[
        Sentence, "Points of black before the round; in a season the total.", AMOUNT
    ]
    result: fields.GameResult
    state: Annotated[
        BoardState,
        "open, claim, agreeing, conflict, adjourned, default or result.",
        Kind(words="board-state"),
    ]
    how: Annotated[
        HowRecorded | None,
        "players (both claimed it), claim (the arbiter took one), arbiter; null: nothing recorded.",
    ]
    position: Annotated[int | None, "Fact that set the result in force; null: none did."]
    recorded_at: Annotated[str | None, "When that was, UTC, ISO 8601."]
    actor: Annotated[str | None, "Key of who recorded it."]
    corrected: Annotated[bool, "Whether it takes the place of another result."]
    white_claim: Annotated[ResultClaimRecord | None, "ResultClaim of white, null for none."]
    black_claim: Annotated[ResultClaimRecord | None, "ResultClaim of black, null for none."]


COLUMNS = columns_of(
    BoardInPlay,
    "board",
    "white_name",
    "white_score",
    "black_name",
    "black_score",
    "result",
    "state",
    "actor",
    spare=("white_score", "black_score", "actor"),
    headings={"white_score": message("columns.points"), "black_score": message("columns.points")},
)


def boards_view(book: Book, round_number: int | None = None) -> View | Refusal:
    """Return the boards of a published round (None: the last), and its counts."""
    round_ = book.find_round(round_number or max(len(book.state.rounds), 1))
    if isinstance(round_, Refusal):
        return round_
    score_of = scores_before(book, round_.number)
    rows = [
        _board(book, round_, board, game, score_of) for board, game in enumerate(round_.games, 1)
    ]
    states = Counter(row.state for row in rows)
    results = sum(row.result not in (None, "adjourned") for row in rows)
    unfinished = [game for game in round_.games if game.outcome is None]
    out = _sitting_out(book, round_)
    top = BoardListHead(
        at=head(book),
        round=round_.number,
        boards=len(rows),
        results=results,
        open=len(round_.open_games),
        claims=states["claim"] + states["agreeing"],
        conflicts=states["conflict"],
        adjourned=sum(game.adjourned for game in unfinished),
        byes=[one for kind, one in out if kind in _BYES],
        absences=[one for kind, one in out if kind in _ABSENCES],
    )
    title = message("hall.boards-title", name=book.state.name, round=round_.number)
    notes = (
        message("hall.boards-open", n=top.open, boards=top.boards, results=top.results),
        *((message("hall.conflicts", n=top.conflicts),) if top.conflicts else ()),
    )
    return View(title, COLUMNS, rows, top, notes)


def _board(
    book: Book, round_: Round, board: int, game: Game, score_of: Callable[[int], Sentence]
) -> BoardInPlay:
    claims = book.state.hall.claims_of(round_.number, game)
    label = book.state.label
    name = book.name
    broken_off = game.adjourned and game.outcome is None
    position = None if game.open else game.set_by
    stamped = position is not None and position <= len(book.recorded)
    return BoardInPlay(
        board=board,
        white=label(game.white),
        white_name=name(game.white),
        white_score=score_of(game.white),
        black=label(game.black),
        black_name=name(game.black),
        black_score=score_of(game.black),
        result="adjourned" if broken_off else game.outcome,
        state=board_state(game, claims),
        how=None if position is None else _how(book, game, claims),
        position=position,
        recorded_at=None if position is None else moment_of(book, position),
        actor=book.recorded[position - 1].stamp.actor if stamped and position else None,
        corrected=bool(game.earlier),
        white_claim=claim_record(book, claims.white, game),
        black_claim=claim_record(book, claims.black, game),
    )


def board_state(game: Game, claims: ClaimsOfGame) -> BoardState:
    """Return where a game stands."""
    if game.outcome is not None:
        return "default" if by_default(game.outcome) else "result"
    return claims.stand or ("adjourned" if game.adjourned else "open")


def _how(book: Book, game: Game, claims: ClaimsOfGame) -> HowRecorded:
    """Return how the result in force came: a claim and its result are of one command."""
    at = game.set_by
    if 1 < at <= len(book.recorded):
        before = book.recorded[at - 2]
        itself = book.recorded[at - 1]
        together = before.stamp.correlation_id == itself.stamp.correlation_id
        if together and isinstance(before.fact, ResultClaimed):
            return "players"
    claimed = {one.outcome(game) for one in (claims.white, claims.black) if one is not None}
    return "claim" if game.outcome in claimed and not game.earlier else "arbiter"


def scores_before(book: Book, number: int) -> Callable[[int], Sentence]:
    """Return a function that gives the score of a player before a round, as tables write it."""
    rules: Rulebook = book.rules_of(number - 1)
    table = of_tournament(book.state, rules, number - 1)
    worth = scoring_of(rules).worth(table, rules)
    return lambda player: worth(player).points


def _sitting_out(book: Book, round_: Round) -> list[tuple[CellKind, SittingOut]]:
    """Return the players without a board in a round, by number, with what it is for them."""
    rows = []
    for entrant in book.state.in_number_order():
        player = entrant.player
        if round_.game_of(player) is None:
            kind = kind_without_game(book.state, round_, player)
            number = book.state.label(player)
            name = book.name(player)
            rows.append((kind, SittingOut(number, name, kind.value)))
    return rows
