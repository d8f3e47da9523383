"""A tournament out of a file of another program, as a tournament file has it."""

from __future__ import annotations

from ledger.csv_files.people import PersonRow
from ledger.foreign.model import Away, Foreign, ForeignGame, ForeignRound
from ledger.trf.meaning import codes_of
from ledger.trf.model import ADJOURNED, OPEN, TrfCell, TrfColour, TrfFile, TrfPlayer

_AWAY: dict[Away, str] = {
    "bye": "U",
    "half-point bye": "H",
    "full-point bye": "F",
    "absent": "Z",
    "absent without notice": "Z",
    "club duty": "Z",
    "not paired": "Z",
}


def as_trf(foreign: Foreign) -> TrfFile:
    """Return the same players, games and byes; what a tournament file has no place for is left."""
    cells = [_cells(one) for one in foreign.rounds]
    return TrfFile(
        players=tuple(
            _player(one, tuple(of_round.get(one.number or 0) for of_round in cells))
            for one in sorted(foreign.players, key=lambda one: one.number or 0)
        )
    )


def _player(one: PersonRow, cells: tuple[TrfCell | None, ...]) -> TrfPlayer:
    assert one.number is not None, "a file of another program has numbered players"
    return TrfPlayer(
        number=one.number,
        name=one.name,
        sex=one.sex,
        title=one.title,
        rating=one.rating,
        federation=one.federation,
        fide_id=one.fide_id,
        birth=one.birth,
        cells=cells,
    )


def _cells(one: ForeignRound) -> dict[int, TrfCell]:
    cells = {player: TrfCell(None, "-", _AWAY[kind]) for player, kind in one.away.items()}
    for game in one.games:
        white, black = _codes(game)
        sides: tuple[tuple[int, int, TrfColour, str], ...] = (
            (game.white, game.black, "w", white),
            (game.black, game.white, "b", black),
        )
        cells |= {own: TrfCell(other, colour, code) for own, other, colour, code in sides}
    return cells


def _codes(game: ForeignGame) -> tuple[str, str]:
    if game.result is None:
        return OPEN, OPEN
    if game.result == "adjourned":
        return ADJOURNED, ADJOURNED
    return codes_of(game.result, rated=True)
