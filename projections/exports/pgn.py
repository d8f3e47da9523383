"""The pairings of rounds as PGN, which programs of live boards load: a game a board, no moves.

UTF-8 without byte order mark, CRLF. A bye is no game. A result that PGN lacks is a star, and
stands as it is here in a comment, as does a default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ledger.foreign.pgn import RESULTS
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.state.tournament import Game
from projections.views.people import public_person, way_of


def pairings_pgn(book: Book, rounds: range) -> bytes:
    """Return the games of rounds, in the order of rounds and boards."""
    details = details_of(book.state, book.people)
    games = [
        "\r\n".join((*_tags(book, one.number, board, game, details), "", _moves(game), "", ""))
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


def _tags(
    book: Book, number: int, board: int, game: Game, details: Mapping[str, str]
) -> Iterator[str]:
    day = book.state.dates.get(number)
    values = {
        "Event": book.state.name,
        "Site": details.get("city", "") or "?",
        "Date": day.strftime("%Y.%m.%d") if day else "????.??.??",
        "Round": f"{number}.{board}",
        "White": name_in_pgn(book, game.white),
        "Black": name_in_pgn(book, game.black),
        "Result": result_in_pgn(game),
    }
    sides = (("White", game.white), ("Black", game.black))
    for side, player in sides:
        entrant = book.state.players[player]
        if way_of(book, player) != "number":
            rating = entrant.rating if book.state.website.ratings else None
            values[f"{side}Elo"] = str(rating or "")
            values[f"{side}FideId"] = public_person(book, player).get("fide_id", "")
            values[f"{side}Title"] = entrant.title
    for tag, text in values.items():
        if text:
            escaped = text.replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{tag} "{escaped}"]'


def _moves(game: Game) -> str:
    """Return the text of a game without moves: the result, and what a reader has to know of it."""
    result = result_in_pgn(game)
    return result if game.outcome in (None, result) else f"{{{game.outcome}}} {result}"
