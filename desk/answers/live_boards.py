"""The results of live boards: the games of a PGN file beside the boards of a published round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.foreign.pgn import PgnGame
from ledger.messages import Blank, Sentence, do, message
from ledger.names import natural
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Round
from ledger.text_files import quoted
from projections.exports.pgn import name_in_pgn, result_in_pgn


class LiveResult(NamedTuple):
    """The result of a board, with the line of its game in the file."""

    line: int
    board: int
    result: str


@dataclass(frozen=True, slots=True)
class LiveResults:
    """The results of a round that are new, and what became of the other games of the file."""

    results: tuple[LiveResult, ...]
    notes: tuple[Sentence, ...]


def live_results(book: Book, round_: Round, games: Sequence[PgnGame]) -> LiveResults | Refusals:
    """Return the results for the boards of a round, or every game that does not fit it.

    A game belongs to the board of its two players, by FIDE numbers or whole names, with their
    colours. One of another round is passed over, and so is one that goes on; a result that is
    recorded already is left as it is.
    """
    refusals: list[Refusal] = []
    results: dict[int, LiveResult] = {}
    elsewhere = going_on = known = 0
    for one in games:
        if one.round not in (None, round_.number):
            elsewhere += 1
            continue
        board = _board_of(book, round_, one)
        if isinstance(board, Refusal):
            refusals.append(board)
            continue
        game = round_.games[board - 1]
        if one.result == "*":
            going_on += 1
        elif result_in_pgn(game) == one.result:
            known += 1
        elif game.outcome is not None:
            refusals.append(_recorded_otherwise(round_, board, one))
        elif board in results and results[board].result != one.result:
            what = message("foreign.pgn-twice", board=board, line=results[board].line)
            refusals.append(_misfit(one, what, message("foreign.pgn-step")))
        else:
            results[board] = LiveResult(one.line, board, one.result)
    if refusals:
        return tuple(refusals)
    counts = {"elsewhere": elsewhere, "going-on": going_on, "known": known}
    notes = [message(f"foreign.pgn-{key}", n=n) for key, n in counts.items() if n]
    missing = [
        board
        for board, game in enumerate(round_.games, 1)
        if game.outcome is None and board not in results
    ]
    if missing:
        boards = ", ".join(map(str, missing))
        notes.append(message("foreign.pgn-missing", n=len(missing), boards=boards))
    return LiveResults(tuple(results[board] for board in sorted(results)), tuple(notes))


def _board_of(book: Book, round_: Round, one: PgnGame) -> int | Refusal:
    white = _players(book, round_, one.white, one.white_id)
    black = _players(book, round_, one.black, one.black_id)
    named = f"{one.white} - {one.black}"
    for board, game in enumerate(round_.games, 1):
        if game.white in white and game.black in black:
            return board
        if game.white in black and game.black in white:
            what = message("foreign.pgn-colours", game=quoted(named), board=board)
            return _misfit(one, what, do("correct-colours", round=round_.number, board=board))
    what = message("foreign.pgn-no-board", game=quoted(named), round=round_.number)
    return _misfit(one, what, message("foreign.pgn-no-board-step"))


def _players(book: Book, round_: Round, name: str, number: str) -> set[int]:
    """Return the players of a round that a name or a FIDE number can mean; the number goes first."""
    playing = [player for game in round_.games for player in (game.white, game.black)]
    if number:
        by_number = {player for player in playing if _fide_id(book, player) == number}
        if by_number:
            return by_number
    wanted = natural(name)
    return {player for player in playing if natural(name_in_pgn(book, player)) == wanted}


def _fide_id(book: Book, player: int) -> str:
    return book.people.get(book.state.players[player].person, {}).get("fide_id", "")


def _recorded_otherwise(round_: Round, board: int, one: PgnGame) -> Refusal:
    what = message("foreign.pgn-other", board=board, result=one.result)
    step = do(
        "correct-result", round=round_.number, board=board, result=one.result, reason=Blank("TEXT")
    )
    return _misfit(one, what, step)


def _misfit(one: PgnGame, what: Sentence, step: Sentence) -> Refusal:
    return Refusal("pgn-does-not-fit", what, step, line=one.line)
