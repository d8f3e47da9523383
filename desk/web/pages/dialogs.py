"""What dialogs about a game have in common: the game of the address, the boards behind."""

from __future__ import annotations

from typing import NamedTuple

from desk.site.tables import result_text
from desk.web.answers import Page
from desk.web.pages.round import not_yours
from desk.web.request import Request
from desk.web.round.rows import may_enter
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.refusals import Refusals
from ledger.state.book import Book, GameOfRound


def board_of_address(request: Request) -> dict[str, object]:
    """Return the round and the board of the address, for another address of the same board."""
    return {"n": request.path["n"], "b": request.path["b"]}


def game_of_address(request: Request, book: Book) -> GameOfRound | Refusals:
    """Return the game of the address, or why it cannot be changed by who asks."""
    number = int(request.path["n"])
    if not may_enter(request, book, number):
        return (not_yours(book),)
    return book.find_game(number, int(request.path["b"]))


def cannot_change(services: Services, refusals: Refusals) -> Page:
    """Return the page that says why a game cannot be changed by who asks."""
    status = 404 if refusals[0].code.startswith(("unknown", "round-not")) else None
    return services.refuse(*refusals, status=status)


class _Behind(NamedTuple):
    """What stands behind a dialog about a game: the boards of its round, and the way back."""

    about: Sentence
    boards: list[tuple[int, str, str, str]]
    round: int
    back: str


def boards_behind(request: Request, book: Book, place: GameOfRound) -> _Behind:
    """Return the boards of the round of a game, for behind a dialog about it."""
    round_ = place.round
    game = place.game
    name = book.name
    at = round_.games.index(game) + 1
    behind = [
        (board, name(g.white), result_text(g.outcome), name(g.black))
        for board, g in enumerate(round_.games, 1)
    ]
    about = message(
        "web-correct.game",
        round=round_.number,
        board=at,
        white=name(game.white),
        black=name(game.black),
    )
    back = request.link("round-n", n=round_.number, at=at)
    return _Behind(about, behind, round_.number, back)
