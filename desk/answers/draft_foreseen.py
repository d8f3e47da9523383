"""The draft of the next round while games are still open, as if each of these became a draw."""

from __future__ import annotations

from dataclasses import dataclass

from desk.commands.games import Result
from desk.handlers.dispatch import handle_all
from ledger.refusals import Refusals
from ledger.state.book import Book
from ledger.state.tournament import Game, Round
from ledger.values import Outcome
from pairing.systems.draft import Draft, draft


@dataclass(frozen=True, slots=True)
class ForeseenBoard:
    """A board, by the keys of its players; the keys in `open` are of those who still play."""

    board: int
    white: int
    black: int
    open: frozenset[int]


@dataclass(frozen=True, slots=True)
class ForeseenDraft:
    """The next round as it would be. `still_open` is the number of games that were taken as draws.

    `bye` is the key of who would have no opponent.
    """

    round: int
    still_open: int
    boards: tuple[ForeseenBoard, ...]
    bye: int | None


def waits_for_results_alone(refusals: Refusals) -> bool:
    """Tell whether nothing but open games stands in the way of a draft."""
    return bool(refusals) and all(refusal.code == "games-open" for refusal in refusals)


def draft_foreseen(book: Book) -> ForeseenDraft | Refusals:
    """Return the next round if the open games became draws; nothing is recorded.

    A result on which both players agree counts as it was claimed.
    """
    trial = book.trial()
    games = [
        (round_, game, _agreed(book, round_, game))
        for round_ in book.state.rounds
        for _, game in round_.open_games
    ]
    label = book.state.label
    decision = handle_all(
        trial,
        [
            (
                None,
                Result(
                    round=round_.number,
                    board=f"{label(game.white)}-{label(game.black)}",
                    result=agreed or "1/2-1/2",
                ),
            )
            for round_, game, agreed in games
        ],
    )
    if isinstance(decision, tuple):
        return decision
    paired = draft(trial)
    if not isinstance(paired, Draft):
        return paired
    playing = {
        player for _, game, agreed in games if agreed is None for player in (game.white, game.black)
    }
    return ForeseenDraft(
        round=paired.round,
        still_open=len(playing) // 2,
        boards=tuple(
            ForeseenBoard(at, pair.white, pair.black, frozenset({pair.white, pair.black} & playing))
            for at, pair in enumerate(paired.pairing.boards, 1)
        ),
        bye=paired.pairing.bye,
    )


def _agreed(book: Book, round_: Round, game: Game) -> Outcome | None:
    """Return the result that both players claim, None where they do not agree."""
    claims = book.state.hall.claims_of(round_.number, game)
    if claims.stand != "agreeing":
        return None
    assert claims.white is not None
    return claims.white.outcome(game)
