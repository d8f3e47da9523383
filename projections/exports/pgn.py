"""The pairings of rounds as PGN, which programs of live boards load: a game a board, no moves.

UTF-8 without byte order mark, CRLF. A bye is no game. A result that PGN lacks is a star, and
stands as it is here in a comment, as does a default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from ledger.foreign.pgn import RESULTS
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.state.tournament import Game
from projections.views.people import public_person, way_of


def pairings_pgn(book: Book, rounds: range) -> bytes:
    """Return the games of rounds, in the order of rounds and boards."""
    details = details_of(book.state, book.people)
    seated = cache(partial(_seated, book))  # a player has a game in nearly every round
    games = [
        "\r\n".join(
            (*_tags(book, one.number, board, game, details, seated), "", _moves(game), "", "")
        )
        for one in book.state.rounds
        if one.number in rounds
        for board, game in enumerate(one.games, 1)
    ]
    return "".join(games).encode()


def name_in_pgn(book: Book, player: int) -> str:
    """Return the name of a player for a broadcast, as the public sees it; or the number alone."""
    if way_of(book, player) == "number":
        return str(book.state.label(player))
    return public_person(book, player).get("name") or book.name(player)


def result_in_pgn(game: Game) -> str:
    """Return the result of a game; a star for an open one, and for one that PGN has no result for."""
    plain = (game.outcome or "*").removesuffix("R")
    return plain if plain in RESULTS else "*"


class _Seated(NamedTuple):
    """What the tags of a game say of a player; what is not shown is empty."""

    name: str
    rating: str = ""
    fide_id: str = ""
    title: str = ""


def _seated(book: Book, player: int) -> _Seated:
    name = name_in_pgn(book, player)
    if way_of(book, player) == "number":
        return _Seated(name)
    entrant = book.state.players[player]
    rating = entrant.rating if book.state.website.ratings else None
    fide_id = public_person(book, player).get("fide_id", "")
    return _Seated(name, str(rating or ""), fide_id, entrant.title)


def _tags(
    book: Book,
    number: int,
    board: int,
    game: Game,
    details: Mapping[str, str],
    seated: Callable[[int], _Seated],
) -> Iterator[str]:
    day = book.state.dates.get(number)
    values = {
        "Event": book.state.name,
        "Site": details.get("city", "") or "?",
        "Date": day.strftime("%Y.%m.%d") if day else "????.??.??",
        "Round": f"{number}.{board}",
        "White": seated(game.white).name,
        "Black": seated(game.black).name,
        "Result": result_in_pgn(game),
    }
    for side, player in (("White", game.white), ("Black", game.black)):
        one = seated(player)
        values |= {
            f"{side}Elo": one.rating,
            f"{side}FideId": one.fide_id,
            f"{side}Title": one.title,
        }
    for tag, text in values.items():
        if text:
            escaped = text.replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{tag} "{escaped}"]'


def _moves(game: Game) -> str:
    """Return the text of a game without moves: the result, and what a reader has to know of it."""
    result = result_in_pgn(game)
    return result if game.outcome in (None, result) else f"{{{game.outcome}}} {result}"
