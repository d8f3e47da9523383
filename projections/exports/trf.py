"""A ledger as a tournament file, so that other programs can go on from it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.details import TAGS, day_of, ends_of, header_lines, known_ends
from ledger.state.fide import LAST_ROUND
from ledger.state.round_dates import ROUND_DATES, cells_of, dates_of, text_of
from ledger.state.tournament import Entrant, Tournament
from ledger.trf.empty_numbers import with_empty_numbers
from ledger.trf.meaning import ROUND_ROBIN, codes_of, points_of, says_round_robin, with_codes
from ledger.trf.model import (
    ADJOURNED,
    OPEN,
    TrfCell,
    TrfColour,
    TrfFile,
    TrfHeader,
    TrfKept,
    TrfPlayer,
    TrfPoints,
)
from ledger.trf.profiles import Profile
from ledger.trf.records import TrfProhibited, TrfRecord, TrfVirtual
from ledger.values import Colour, whole_number
from projections.exports.national import national_records, with_ratings
from projections.games.acceleration import group_of, virtual_points, virtual_points_of
from projections.games.crosstable import Cell, CellKind, Crosstable
from projections.games.rating_lists import fide_rating

_FIRST_COLOURS: dict[Colour | None, Literal["w", "b"]] = {"W": "w", "B": "b"}
_CODES = {
    CellKind.BYE: "U",
    CellKind.FULL_BYE: "F",
    CellKind.HALF_BYE: "H",
    CellKind.ABSENT: "Z",
    CellKind.NO_NOTICE: "Z",
    CellKind.CLUB_DUTY: "Z",
    CellKind.WITHDRAWN: "Z",
    CellKind.NOT_ENTERED: "Z",
    CellKind.DEFAULT_WIN: "+",
    CellKind.DEFAULT_LOSS: "-",
}


def file_of(
    state: Tournament,
    table: Crosstable,
    *,
    ranks: Mapping[int, int],
    rules: Rulebook,
    records: Mapping[int, Mapping[str, str]],
    kept_lines: str = "",
    details: Mapping[str, str] | None = None,
    profile: Profile = "trf16",
) -> TrfFile:
    """Return the file of a ledger: players by number, all rounds of the table, points and rank.

    `ranks` and `records` map a player's key to their place and to their record beside the ledger;
    `kept_lines` are the other lines of a file the tournament was imported from, and `details` what
    was recorded of it since, see `ledger.state.details`. An adjourned game is written as a draw,
    and as what it is in TRF26; one without a result yet has its pairing and a blank in place of the
    result. `profile` is that of `ledger.trf.profiles`, by which the file is to be written: trf26
    has the code of the system, too. What is announced for rounds to come is written too, and its
    points are in the points field, as readers expect. Where rounds are worth what other rulebooks
    say, that field has the points of each round, and the file says those of the rulebook in force.
    """
    worth = points_of(rules)
    if profile == "trf26" and rules.scores.adjourned != worth.wd:
        worth = replace(worth, x=rules.scores.adjourned)
    adjourned = ADJOURNED if profile == "trf26" else "="
    by_round = bool(table.own_rules) and not rules.ranks_by_value
    players = []
    day = min(state.dates.values(), default=None)
    for player, number in table.numbers.items():
        entrant = state.players[player]
        record = records.get(player, {})
        cells: list[TrfCell | None] = [
            _cell(cell, table.numbers, adjourned, _played(state, at, player))
            for at, cell in enumerate(table.cells[player], 1)
        ]
        if table.rounds == len(state.rounds) and not state.closed:
            cells += _announced(entrant, state, profile)
        while cells and cells[-1] is None:
            cells.pop()
        players.append(
            TrfPlayer(
                number=number,
                name=record.get("name", f"player {number}"),
                sex=record.get("sex", ""),
                title=entrant.title,
                rating=fide_rating(state, player, day),
                federation=record.get("federation", ""),
                fide_id=record.get("fide_id", ""),
                birth=record.get("birth", ""),
                points_halves=_points(table, player, cells, worth, by_round),
                rank=ranks[player],
                cells=tuple(cells),
            )
        )
    players.sort(key=lambda player: player.number)
    header, other = _header(state, rules, kept_lines, details or {})
    by_person = {state.players[player].person: record for player, record in records.items()}
    national = national_records(state, by_person, other, day)
    file = TrfFile(
        players=tuple(players),
        header=header,
        rounds_planned=state.rounds_planned,
        first_colour=_FIRST_COLOURS.get(state.first_colour),
        points=None if worth == TrfPoints() else worth,
        other=with_ratings(state, other, day),
        records=(*national, *_agreed(state, table, rules, profile)),
    )
    if profile == "trf26":
        file = _with_start_rank(with_codes(file, rules), state)
    return with_empty_numbers(file)


def _points(
    table: Crosstable,
    player: int,
    cells: Sequence[TrfCell | None],
    worth: TrfPoints,
    by_round: bool,
) -> int:
    """Return the half points of a player; `by_round`: each round by the rulebook of that round."""
    if not by_round:
        return sum(worth.of(cell) for cell in cells)
    to_come = cells[table.rounds :]
    return table.points_halves(player) + sum(worth.of(cell) for cell in to_come)


def _with_start_rank(file: TrfFile, state: Tournament) -> TrfFile:
    """Return the file with the declared start rank (172), in place of what a file said."""
    declared = state.ratings.start_rank
    if declared is None:
        return file
    line = TrfHeader("172", f"{declared.federation:3} {declared.method}")
    header = [one for one in file.header if one.tag != "172"]
    other = tuple(one for one in file.other if one.tag != "172")
    return replace(file, header=(*header, line), other=other)


def _agreed(
    state: Tournament, table: Crosstable, rules: Rulebook, profile: Profile
) -> Iterator[TrfRecord]:
    """Yield who may not meet, and virtual points by player.

    In TRF26 the system's code says the Baku method, so that the points are written only where the
    group is another than that of the whole list.

    Rule: fide-dutch-2026 ACC1.4, ACC1.5.
    """
    for one in state.fide.prohibitions:
        for_good = one.first == 1 and one.last == LAST_ROUND
        planned = max(one.first, state.rounds_planned or one.last)
        last = None if for_good else min(one.last, planned)
        yield TrfProhibited(tuple(table.numbers[player] for player in one.players), one.first, last)
    rounds = state.rounds_planned or table.rounds + 1
    virtual = virtual_points(state, rules, table.numbers, rounds - 1)
    if profile == "trf26" and rules.acceleration == "baku":
        group = group_of(table.numbers, rounds, rules.scores)
        if group is None or virtual == virtual_points_of(group, table.numbers, rounds - 1):
            return
    by_number = {table.numbers[player]: halves for player, halves in virtual.items()}
    for number, halves in sorted(by_number.items()):
        yield TrfVirtual(number, halves)


def _announced(entrant: Entrant, state: Tournament, profile: Profile) -> list[TrfCell | None]:
    """Return the cells of rounds to come: byes and absences, and who is not in the tournament.

    Who enters later is out until then. Who left is out of the next round; in TRF26, where a bye to
    come is a line of its own, out of all rounds planned, so that a file read again pairs them no
    more.
    """
    next_round = state.next_round
    planned = state.rounds_planned
    last = max((next_round, entrant.from_round - 1, *entrant.away))
    if profile == "trf26" and planned is not None and entrant.withdrawn_in(planned):
        last = planned
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
    state: Tournament, rules: Rulebook, kept_lines: str, details: Mapping[str, str]
) -> tuple[tuple[TrfHeader, ...], tuple[TrfKept, ...]]:
    header = [TrfHeader("012", state.name)]
    other = []
    header += [TrfHeader(tag, text) for tag, text in header_lines(details)]
    replaced = {"012", *(TAGS[field] for field in details if field in TAGS)}
    lines = kept_lines.split("\n") if kept_lines else []
    if any(line[:3] == "062" and not _counts(line, state) for line in lines):
        replaced |= {"062", "072"}
    dates = [line[4:] for line in lines if line[:3] == ROUND_DATES]
    if state.dates:
        replaced |= {ROUND_DATES, *_moved(lines, dates_of(dates), state)}
    for line in lines:
        tag = line[:3]
        if tag.isdigit() and int(tag) in _HEADER_TAGS:
            if tag not in replaced:
                header.append(TrfHeader(tag, line[4:]))
        else:
            other.append(TrfKept(line))
    tags = {line.tag for line in header}
    header += [line for line in _counted(state, dates) if line.tag not in tags]
    file = TrfFile(players=(), header=tuple(header), other=tuple(other))
    if rules.plays_round_robin and not says_round_robin(file):
        # Standings by other rules depend on it, whatever the type is called.
        header.append(TrfHeader("092", ROUND_ROBIN))
    return tuple(sorted(header, key=lambda line: line.tag)), tuple(other)


def _counts(line: str, state: Tournament) -> bool:
    """Tell whether a file's number of players is still so: 9 is written 9, or 9 (7)."""
    said = line[4:].split()
    return bool(said) and whole_number(said[0]) == len(state.players)


def _moved(lines: Sequence[str], of_file: dict[int, dt.date], state: Tournament) -> Iterator[str]:
    """Yield the tags of a file's first and last day that went with its rounds to another day."""
    now = ends_of((of_file | state.dates).values())
    for field, day in ends_of(of_file.values()).items():
        said = (day_of(line[4:].strip()) for line in lines if line[:3] == TAGS[field])
        if now[field] != day and day in said:
            yield TAGS[field]


def _counted(state: Tournament, dates_of_file: Sequence[str]) -> list[TrfHeader]:
    """Return what the facts say of a header: dates, players, those with a rating, round dates."""
    rated = sum(entrant.rating is not None for entrant in state.players.values())
    lines = [TrfHeader("062", str(len(state.players))), TrfHeader("072", str(rated))]
    if state.dates:
        dates = dates_of(dates_of_file) | state.dates
        ends = known_ends(dates, state)
        lines += [TrfHeader(TAGS[field], f"{day:%Y/%m/%d}") for field, day in ends.items()]
        lines.append(TrfHeader(ROUND_DATES, text_of(dates, cells_of(dates_of_file))))
    return lines


_HEADER_TAGS = range(12, 133, 10)


def _played(state: Tournament, number: int, player: int) -> str:
    """Return the code of a player's game in a round, OPEN where it has no result."""
    round_ = state.round(number)
    game = None if round_ is None else round_.game_of(player)
    if game is None or game.outcome is None:
        return OPEN
    return codes_of(game.outcome, game.rated)[player == game.black]


def _cell(cell: Cell, numbers: Mapping[int, int], adjourned: str, played: str) -> TrfCell | None:
    if cell.kind is CellKind.NOT_PAIRED:
        return None
    opponent = None if cell.opponent is None else numbers[cell.opponent]
    colour: TrfColour = "-" if cell.colour is None else "w" if cell.colour == "W" else "b"
    if cell.kind in _CODES:
        return TrfCell(opponent, colour, _CODES[cell.kind])
    if cell.kind is CellKind.OPEN:
        return TrfCell(opponent, colour, OPEN)
    if cell.kind is CellKind.ADJOURNED:
        return TrfCell(opponent, colour, adjourned)
    return TrfCell(opponent, colour, played)
