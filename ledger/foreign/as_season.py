"""A season out of a file of another program, as the rows of a season's file have it."""

from __future__ import annotations

from itertools import count

from ledger.csv_files.season import EventRow, RowKind
from ledger.foreign.model import Away, Foreign

_KINDS: dict[Away, RowKind] = {
    "bye": "no opponent",
    "half-point bye": "half-point bye",
    "full-point bye": "full-point bye",
    "absent": "absent",
    "absent without notice": "absent without notice",
    "club duty": "club duty",
    "not paired": "not paired",
}


def as_season(foreign: Foreign) -> list[EventRow]:
    """Return the evenings as rows of a season; `line` counts the rows, as the file has no lines."""
    line = count(1)
    rows: list[EventRow] = []
    for one in foreign.rounds:
        for board, game in enumerate(one.games, 1):
            row = EventRow(
                line=next(line),
                kind="game",
                round=one.number,
                player=str(game.white),
                colour="W",
                opponent=str(game.black),
                board=str(board),
                outcome=game.result,
            )
            rows.append(row)
        for player, kind in one.away.items():
            of_one = EventRow(
                line=next(line), kind=_KINDS[kind], round=one.number, player=str(player)
            )
            rows.append(of_one)
    return rows
