"""A ledger as a tournament file (TRF16), so that other programs can go on from it."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.state import Tournament
from ledger.trf_model import TrfCell, TrfColour, TrfFile, TrfHeader, TrfKept, TrfPlayer
from projections.games import Cell, Crosstable, Kind
from projections.standings import Standing

_CODES = {
    Kind.BYE: "U",
    Kind.FULL_BYE: "F",
    Kind.HALF_BYE: "H",
    Kind.ABSENT: "Z",
    Kind.WITHDRAWN: "Z",
    Kind.NOT_ENTERED: "Z",
    Kind.DEFAULT_WIN: "+",
    Kind.DEFAULT_LOSS: "-",
}


def file_of(
    state: Tournament,
    table: Crosstable,
    standing: Standing,
    records: Mapping[int, Mapping[str, str]],
    kept_lines: str = "",
) -> TrfFile:
    """Return the file of a ledger: players by number, all rounds of the table, points and rank.

    records maps a player's key to what is known of him beside the ledger; kept_lines are the other
    lines of a file the tournament was imported from. An adjourned game is written as a draw, an
    open one without a result cannot be written: the table must have none.
    """
    ranks = {line.player: line.rank for line in standing.lines}
    ahead = len(state.rounds) + 1
    players = []
    for player, number in table.numbers.items():
        entrant, record = state.players[player], records.get(player, {})
        cells: list[TrfCell | None] = [_cell(c, table.numbers) for c in table.cells[player]]
        if ahead in entrant.away and table.rounds == len(state.rounds):
            cells.append(TrfCell(None, "-", "ZHF"[entrant.away[ahead]]))
        while cells and cells[-1] is None:
            cells.pop()
        players.append(
            TrfPlayer(
                number=number,
                name=record.get("name", f"player {number}"),
                sex=record.get("sex", ""),
                title=entrant.title,
                rating=entrant.rating,
                federation=record.get("federation", ""),
                fide_id=record.get("fide_id", ""),
                birth=record.get("birth", ""),
                points_halves=table.points_halves(player),
                rank=ranks[player],
                cells=tuple(cells),
            )
        )
    players.sort(key=lambda player: player.number)
    header, other = _header(state, kept_lines)
    return TrfFile(
        players=tuple(players),
        header=header,
        rounds_planned=state.rounds_planned,
        other=other,
    )


def _header(
    state: Tournament, kept_lines: str
) -> tuple[tuple[TrfHeader, ...], tuple[TrfKept, ...]]:
    header, other = [TrfHeader("012", state.name)], []
    for line in kept_lines.split("\n") if kept_lines else ():
        tag = line[:3]
        if tag.isdigit() and int(tag) in _HEADER_TAGS:
            if tag != "012":
                header.append(TrfHeader(tag, line[4:]))
        else:
            other.append(TrfKept(line))
    return tuple(header), tuple(other)


_HEADER_TAGS = range(12, 133, 10)


def _cell(cell: Cell, numbers: Mapping[int, int]) -> TrfCell | None:
    if cell.kind is Kind.NOT_PAIRED:
        return None
    opponent = None if cell.opponent is None else numbers[cell.opponent]
    colour: TrfColour = "-" if cell.colour is None else "w" if cell.colour == "W" else "b"
    if cell.kind in _CODES:
        return TrfCell(opponent, colour, _CODES[cell.kind])
    if cell.kind is Kind.ADJOURNED or cell.halves == 1:
        return TrfCell(opponent, colour, "=" if cell.rated else "D")
    won, lost = ("1", "0") if cell.rated else ("W", "L")
    return TrfCell(opponent, colour, won if cell.halves else lost)
