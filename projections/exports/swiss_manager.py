"""The text pair of Swiss-Manager, players and pairings, which it reads into an open tournament.

Semicolons, UTF-8, CRLF; numbers with a decimal comma. A bye is no opponent (-1); byes of half a
point have no place in it, and neither has a result that is not out of one point.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.messages import Sentence, message
from ledger.state.book import Book
from ledger.state.tournament import Game
from ledger.trf.model import TrfFile
from projections.games.rating_lists import listed

_PLAYERS = [
    "Nr",
    "Name",
    "Titel",
    "Identnr",
    "EloNat",
    "EloInt",
    "Geburt",
    "Fed",
    "Sex",
    "Typ",
    "Gr",
    "KlubNr",
    "Klub",
    "FideIdent",
    "Quelle",
    "Pkt",
    "Wtg1",
    "Wtg2",
    "Wtg3",
    "Wtg4",
    "Wtg5",
    "Wtg6",
    "Rang",
    "Nachname",
    "Vorname",
    "Atitel",
]
_PAIRINGS = "Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr;ErgEloW;ErgEloS"

_HALVES = {"1": "1", "0": "0", "1/2": "0,5"}


def players_text(book: Book, file: TrfFile) -> bytes:
    """Return the players: the national number as Identnr, ratings of the lists, points, place.

    `file` is the tournament as a file, which has points and places.
    """
    of_number = {book.state.label(player): player for player in book.state.players}
    rows = [";".join(_PLAYERS)]
    for one in file.players:
        player = of_number[one.number]
        entrant = book.state.players[player]
        record = book.people.get(entrant.person, {})
        national = listed(book.state, player, "national", None)
        fide = listed(book.state, player, "fide", None)
        surname, _, given = one.name.partition(",")
        cells = dict.fromkeys(_PLAYERS, "") | {
            "Nr": str(one.number),
            "Name": f"{surname} {given.strip()}".strip(),
            "Titel": one.title,
            "Identnr": record.get("national_id", ""),
            "EloNat": str((national.rating if national else None) or 0),
            "EloInt": str((fide.rating if fide else entrant.rating) or 0),
            "Geburt": _birth(record.get("birth", "")),
            "Fed": one.federation,
            "Sex": "W" if one.sex == "w" else "",
            "KlubNr": "0",
            "Klub": record.get("club", ""),
            "FideIdent": one.fide_id,
            "Pkt": _points(one.points_halves or 0),
            "Rang": "" if one.rank is None else str(one.rank),
            "Nachname": surname.strip(),
            "Vorname": given.strip(),
        }
        rows.append(";".join(_cell(cells[key]) for key in _PLAYERS))
    return _written(rows)


def _cell(text: str) -> str:
    """Return a text without the separator: a quoted cell is not described."""
    return text.replace(";", ",").replace('"', "'")


def _birth(text: str) -> str:
    """Return a birth date day first; a year alone is written as its first day."""
    year, month, day = [*text.split("-"), "01", "01"][:3]
    return f"{day}.{month}.{year}" if text else ""


def _points(halves: int) -> str:
    return f"{halves // 2},5" if halves % 2 else str(halves // 2)


def _written(rows: list[str]) -> bytes:
    return ("\r\n".join(rows) + "\r\n").encode()


def pairings_text(book: Book, rounds: range) -> bytes:
    """Return the pairings of rounds with their results."""
    label = book.state.label
    rows = [_PAIRINGS]
    for round_ in book.state.rounds:
        if round_.number not in rounds:
            continue
        for board, game in enumerate(round_.games, 1):
            white, black, forfeit = _result(game)
            pair = f"{label(game.white)};{label(game.black)};{white};{black};{forfeit}"
            both = f"{white}:{black}{forfeit}"
            rows.append(f"{round_.number};{board};0;0;{pair};{both};0;;")
        if round_.bye is not None:
            board = len(round_.games) + 1
            rows.append(f"{round_.number};{board};0;0;{label(round_.bye)};-1;0;0;;0:0;0;;")
    return _written(rows)


def _result(game: Game) -> tuple[str, str, str]:
    """Return the points of white and black, and K for a default."""
    if game.outcome is None:
        return "0", "0", ""
    plain = game.outcome.removesuffix("R")
    white, _, black = plain.partition("-")
    return _HALVES[white], _HALVES[black], "K" if game.outcome.endswith("R") else ""


def not_in_pair(book: Book, rounds: range) -> Iterator[Sentence]:
    """Yield what the pair has no place for."""
    players = book.state.players.values()
    byes = sum(bool(one.away.get(number)) for number in rounds for one in players)
    if byes:
        yield message("exports.pair-without-byes", n=byes)
    odd = sum(
        game.outcome in ("1/2-0", "0-1/2", "0-0")
        for one in book.state.rounds
        if one.number in rounds
        for game in one.games
    )
    if odd:
        yield message("exports.pair-without-results", n=odd)
