"""A ledger as a tournament file (TRF16), so that other programs can go on from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.tournament import Entrant, Tournament
from ledger.trf.meaning import ROUND_ROBIN, points_of
from ledger.trf.model import (
    ROUND_COLUMN,
    TrfCell,
    TrfColour,
    TrfFile,
    TrfHeader,
    TrfKept,
    TrfPlayer,
    TrfPoints,
)
from ledger.trf.national import national_line, player_of
from ledger.values import Colour
from projections.games.crosstable import Cell, CellKind, Crosstable

_FIRST_COLOURS: dict[Colour | None, Literal["w", "b"]] = {"W": "w", "B": "b"}
_CODES = {
    CellKind.BYE: "U", CellKind.FULL_BYE: "F", CellKind.HALF_BYE: "H", CellKind.ABSENT: "Z",
    CellKind.NO_NOTICE: "Z", CellKind.CLUB_DUTY: "Z", CellKind.WITHDRAWN: "Z",
    CellKind.NOT_ENTERED: "Z", CellKind.DEFAULT_WIN: "+", CellKind.DEFAULT_LOSS: "-",
}  # fmt: skip


def file_of(
    state: Tournament, table: Crosstable, ranks: Mapping[int, int], rules: Rulebook,
    records: Mapping[int, Mapping[str, str]], kept_lines: str = "",
) -> TrfFile:  # fmt: skip
    """Return the file of a ledger: players by number, all rounds of the table, points and rank.

    ranks and records map a player's key to his place and to what is known of him beside the ledger;
    kept_lines are the other lines of a file the tournament was imported from. An adjourned game is
    written as a draw, an open one without a result cannot be written: the table must have none.
    What is announced for rounds to come is written too, and its points are in the points field, as
    readers expect.
    """
    worth = points_of(rules)
    players = []
    for player, number in table.numbers.items():
        entrant, record = state.players[player], records.get(player, {})
        cells: list[TrfCell | None] = [_cell(c, table.numbers) for c in table.cells[player]]
        if table.rounds == len(state.rounds) and not state.closed:
            cells += _announced(entrant, state)
        while cells and cells[-1] is None:
            cells.pop()
        players.append(
            TrfPlayer(
                number=number, name=record.get("name", f"player {number}"),
                sex=record.get("sex", ""), title=entrant.title, rating=entrant.rating,
                federation=record.get("federation", ""), fide_id=record.get("fide_id", ""),
                birth=record.get("birth", ""),
                points_halves=sum(worth.of(cell) for cell in cells), rank=ranks[player],
                cells=tuple(cells),
            )
        )  # fmt: skip
    players.sort(key=lambda player: player.number)
    header, other = _header(state, rules, kept_lines)
    with_record = {player_of(kept.text) for kept in other}
    other += tuple(
        TrfKept(national_line(number, records[player]["national_id"]))
        for player, number in sorted(table.numbers.items(), key=lambda each: each[1])
        if records.get(player, {}).get("national_id") and number not in with_record
    )
    return TrfFile(
        players=tuple(players), header=header, rounds_planned=state.rounds_planned,
        first_colour=_FIRST_COLOURS.get(state.first_colour),
        points=None if worth == TrfPoints() else worth, other=other,
    )  # fmt: skip


def _announced(entrant: Entrant, state: Tournament) -> list[TrfCell | None]:
    """Return the cells of rounds to come: byes and absences, and who is out of the next round."""
    next_round, planned = state.next_round, state.rounds_planned
    last = max((next_round, *entrant.away))
    cells: list[TrfCell | None] = []
    for number in range(next_round, (last if planned is None else min(last, planned)) + 1):
        if entrant.withdrawn_in(number) or number < entrant.from_round:
            cells.append(TrfCell(None, "-", "Z"))
        elif number in entrant.away:
            cells.append(TrfCell(None, "-", "ZHF"[entrant.away[number]]))
        else:
            cells.append(None)
    return cells


def _header(
    state: Tournament, rules: Rulebook, kept_lines: str
) -> tuple[tuple[TrfHeader, ...], tuple[TrfKept, ...]]:
    header, other = [TrfHeader("012", state.name)], []
    for line in kept_lines.split("\n") if kept_lines else ():
        tag = line[:3]
        if tag.isdigit() and int(tag) in _HEADER_TAGS:
            if tag != "012":
                header.append(TrfHeader(tag, line[4:]))
        else:
            other.append(TrfKept(line))
    tags = {line.tag for line in header}
    header += [line for line in _counted(state, rules) if line.tag not in tags]
    return tuple(sorted(header, key=lambda line: line.tag)), tuple(other)


def _counted(state: Tournament, rules: Rulebook) -> list[TrfHeader]:
    """Return what the facts say of a header: players, those with a rating, type, all dates.

    The type is written for a round robin alone: standings by other rules depend on it.
    """
    rated = sum(entrant.rating is not None for entrant in state.players.values())
    lines = [TrfHeader("062", str(len(state.players))), TrfHeader("072", str(rated))]
    lines += [TrfHeader("092", ROUND_ROBIN)] if rules.plays_round_robin else []
    if state.dates:
        first, last = min(state.dates.values()), max(state.dates.values())
        lines += [TrfHeader("042", f"{first:%Y/%m/%d}"), TrfHeader("052", f"{last:%Y/%m/%d}")]
        days = (state.dates.get(number) for number in range(1, max(state.dates) + 1))
        shown = "  ".join(f"{day:%y/%m/%d}" if day else " " * 8 for day in days)
        lines.append(TrfHeader("132", " " * (ROUND_COLUMN - 5) + shown))
    return lines


_HEADER_TAGS = range(12, 133, 10)


def _cell(cell: Cell, numbers: Mapping[int, int]) -> TrfCell | None:
    if cell.kind is CellKind.NOT_PAIRED:
        return None
    opponent = None if cell.opponent is None else numbers[cell.opponent]
    colour: TrfColour = "-" if cell.colour is None else "w" if cell.colour == "W" else "b"
    if cell.kind in _CODES:
        return TrfCell(opponent, colour, _CODES[cell.kind])
    if cell.kind is CellKind.ADJOURNED or cell.halves == 1:
        return TrfCell(opponent, colour, "=" if cell.rated else "D")
    # A file has no code for a 0-0 that is not rated: L goes with W alone.
    won, lost = ("1", "0") if cell.rated or cell.zero_zero else ("W", "L")
    return TrfCell(opponent, colour, won if cell.halves else lost)
