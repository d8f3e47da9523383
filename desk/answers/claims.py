"""The boards with claims that wait for the arbiter: one voice, two that agree, or a conflict."""

from __future__ import annotations

from typing import Annotated

from ledger.messages import Sentence, do, message
from ledger.records import Record, Spread
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.hall import ClaimsStand, ResultClaim
from ledger.state.tournament import Game
from ledger.values import Agreement, ClaimedOutcome, ClaimSource
from projections.games.rounds import TournamentAt, head
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.view import View


class ResultClaimRecord(Record):
    """A claim of a player."""

    result: Annotated[ClaimedOutcome, "Claimed result, white first."]
    source: Annotated[ClaimSource, "QR code it came by: player, or board (unconfirmed)."]
    position: fields.FactPosition
    recorded_at: Annotated[str | None, "When it was claimed, UTC, ISO 8601."]


def claim_record(book: Book, claim: ResultClaim | None, game: Game) -> ResultClaimRecord | None:
    """Return a claim for programs, None for none."""
    if claim is None:
        return None
    return ResultClaimRecord(
        claim.outcome(game), claim.source, claim.position, moment_of(book, claim.position)
    )


def moment_of(book: Book, position: int) -> str | None:
    """Return when the fact at a position was recorded, None for a fact that is not recorded."""
    if position > len(book.recorded):
        return None
    return book.recorded[position - 1].stamp.recorded_at.isoformat()


class ClaimsHead(Record):
    """The claims of a round about games without a result."""

    at: Spread[TournamentAt]
    round: fields.NumberOfRound
    agreement: Annotated[Agreement, "What two claims that agree make: result, or tap (they wait)."]


class ClaimsRow(Record):
    """A board with claims."""

    board: fields.NumberOfBoard
    white: fields.WhiteNumber
    white_name: fields.WhiteName
    black: fields.BlackNumber
    black_name: fields.BlackName
    stand: Annotated[ClaimsStand, "claim (one voice), agreeing, or conflict.", Kind(words="claims")]
    white_claim: Annotated[ResultClaimRecord | None, "ResultClaim of white, null for none."]
    black_claim: Annotated[ResultClaimRecord | None, "ResultClaim of black, null for none."]
    white_says: Annotated[
        Sentence, 'The result that white claims, "" for none.', Kind(words="result")
    ]
    black_says: Annotated[
        Sentence, 'The result that black claims, "" for none.', Kind(words="result")
    ]


COLUMNS = columns_of(
    ClaimsRow,
    "board",
    "white_name",
    "black_name",
    "white_says",
    "black_says",
    "stand",
    headings={"stand": message("columns.state")},
)


def claims_view(book: Book, round_number: int | None = None) -> View | Refusal:
    """Return the boards of a round (None: the last) with claims and without a result."""
    round_ = book.find_round(round_number or max(len(book.state.rounds), 1))
    if isinstance(round_, Refusal):
        return round_
    rows = []
    for board, game in enumerate(round_.games, 1):
        claims = book.state.hall.claims_of(round_.number, game)
        if game.outcome is not None or claims.stand is None:
            continue
        label = book.state.label
        name = book.name
        rows.append(
            ClaimsRow(
                board=board,
                white=label(game.white),
                white_name=name(game.white),
                black=label(game.black),
                black_name=name(game.black),
                stand=claims.stand,
                white_claim=claim_record(book, claims.white, game),
                black_claim=claim_record(book, claims.black, game),
                white_says=_said(claims.white, game),
                black_says=_said(claims.black, game),
            )
        )
    top = ClaimsHead(head(book), round_.number, book.state.hall.agreement)
    title = message("hall.claims-title", name=book.state.name, round=round_.number)
    notes = tuple(
        message(
            "hall.record-claim",
            command=do("result", round=round_.number, board=row.board, result=claim.result),
        )
        for row in [one for one in rows if one.stand != "conflict"][:1]
        if (claim := row.white_claim or row.black_claim)
    )
    return View(title, COLUMNS, rows, top, notes, empty=message("hall.no-claims"))


def _said(claim: ResultClaim | None, game: Game) -> Sentence:
    if claim is None:
        return ""
    outcome = claim.outcome(game)
    return outcome if claim.source == "player" else message("hall.at-board", result=outcome)
