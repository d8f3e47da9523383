"""The pairings of rounds as PGN, which programs of live boards load: a game a board, no moves.

UTF-8 without byte order mark, CRLF. A bye is no game. A result that PGN lacks is a star, and
stands as it is here in a comment, as does a default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ledger.foreign.pgn import RESULTS
from ledger.names import shown_without_name
from ledger.state.book import Book
from ledger.state.details import details_of
from ledger.state.tournament import Game


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
    """Return the name of a player for a broadcast; the number of one who asked for no name."""
    return str(book.state.label(player)) if _is_nameless(book, player) else book.name(player)


def result_in_pgn(game: Game) -> str:
    """Return the result of a game; a star for an open one, and for one that PGN has no result for."""
    plain = (game.outcome or "*").removesuffix("R")
    return plain if plain in RESULTS else "*"


def _is_nameless(book: Book, player: int) -> bool:
    return shown_without_name(book.people.get(book.state.players[player].person, {}))


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
        if not _is_nameless(book, player):
            values[f"{side}Elo"] = str(entrant.rating or "")
            values[f"{side}FideId"] = book.people.get(entrant.person, {}).get("fide_id", "")
            values[f"{side}Title"] = entrant.title
    for tag, text in values.items():
        if text:
            escaped = text.replace("\\", "\\\\").replace('"', '\\"')
            yield f'[{tag} "{escaped}"]'


def _moves(game: Game) -> str:
    """Return the text of a game without moves: the result, and what a reader has to know of it."""
    result = result_in_pgn(game)
    return result if game.outcome in (None, result) else f"{{{game.outcome}}} {result}"
