"""A tournament file for one kind of reader: TRF26, TRF16 with XX lines, or bbpPairings.

`as_profile` says the same in the records that such a reader knows; what it has no place for is
left out, and `left_out` names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal, TypeAlias, get_args

from ledger.messages import Sentence, message
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import ADJOURNED, TrfCell, TrfFile, TrfHeader, TrfKept, TrfPlayer, TrfPoints
from ledger.trf.reader import lines_by_kind
from ledger.trf.records import (
    TEAM_RECORDS,
    TrfAbnormal,
    TrfAcceleration,
    TrfByes,
    TrfNational,
    TrfOldTeam,
    TrfProhibited,
    TrfRecord,
    TrfVirtual,
)
from ledger.trf.settings import OF_BBP

Profile: TypeAlias = Literal["trf26", "trf16", "bbp"]
PROFILES: tuple[Profile, ...] = get_args(Profile)

_ALWAYS = 999
"""Last round of a prohibition that is for good, where the number of rounds is not known."""

_CARRIED: dict[Profile, tuple[type[TrfRecord], ...]] = {
    "trf26": (
        TrfNational,
        *TEAM_RECORDS,
        TrfOldTeam,
        TrfByes,
        TrfAcceleration,
        TrfProhibited,
        TrfAbnormal,
    ),
    "trf16": (TrfNational, TrfOldTeam, TrfVirtual, TrfProhibited),
    "bbp": (TrfByes, TrfAcceleration, TrfProhibited),
}

_ORDER = ("013", "310", "300", "320", "330", "240", "250", "260", "299", "XXA", "XXP")
_TAGS: dict[Profile, dict[str, int]] = {
    "trf26": dict.fromkeys(("142", "152", "162"), 0),
    "trf16": {},
    "bbp": dict.fromkeys(("142", "152", "162"), 0),
}


def default_profile(rules: Rulebook) -> Profile:
    """Return how a tournament of a rulebook is written where nobody asks for another way."""
    return "trf26" if rules.speaks_trf26 else "trf16"


def as_profile(file: TrfFile, profile: Profile) -> TrfFile:
    """Return the file in the records of a profile, each in its usual place.

    trf26: byes of rounds to come are lines 240, and no points; lines end with CR LF, in UTF-8.
    trf16: they stand in the rounds of the players, and those of the file's XXZ stay there; what is
    of TRF26 alone becomes XX lines. bbp: the byes of the next round stand in the rounds of the
    players; only records that bbpPairings reads are there, and points are never blank.
    """
    if profile != "trf16":
        kept = lines_by_kind(line.text for line in file.other)
        file = replace(
            file,
            header=(*file.header, *kept.header),
            records=(*file.records, *kept.records),
            other=kept.other,
            by_position=False,
            encoding="utf-8",
            newline="\r\n" if profile == "trf26" else "\n",
        )
    file = _without_lines(file)
    file = replace(file, places=tuple(_TAGS[profile].items()))
    if profile != "trf26":
        file = _adjourned_as_draws(file)
    if profile == "trf26":
        file = _byes_apart(file, file.next_round)
        file = replace(
            file, other=tuple(map(_as_comment, file.other)), header=tuple(map(_dated, file.header))
        )
    elif profile == "trf16":
        file = in_the_rounds(file)
    else:
        file = _byes_apart(in_the_rounds(_absent_in_rounds(file)), file.next_round + 1)
        file = replace(file, header=_up_to(file.header, "132"), other=())
        file = _with_points_of_bbp(file)
    if profile == "trf16":
        file = replace(file, header=_up_to(file.header, "132"))
    return replace(file, records=tuple(_records(file, profile)))


def left_out(file: TrfFile, profile: Profile) -> list[Sentence]:
    """Return what a profile has no place for, one sentence a kind."""
    tags = [record.tag for record in _not_carried(file, profile)]
    if profile != "trf26":
        tags += [header.tag for header in file.header if header.tag > "132"]
    notes = [
        message("trf.left-out", tag=tag, n=tags.count(tag), profile=profile)
        for tag in sorted(set(tags))
    ]
    if profile == "bbp" and file.points not in (None, _said_by_bbp(file.points)):
        notes.append(message("trf.left-out-points"))
    if file.by_position and profile != "trf16":
        notes.append(message("trf.left-out", tag="XXC", n=1, profile=profile))
    open_games = sum(file.open_games().values())
    if profile == "bbp" and open_games:
        notes.append(message("trf.left-out-open", n=open_games))
    return notes


def _not_carried(file: TrfFile, profile: Profile) -> Iterator[TrfRecord]:
    for record in file.records:
        if isinstance(record, TrfProhibited) and profile == "trf16":
            if not record.holds_in(file.next_round):
                yield record
        elif isinstance(record, TrfOldTeam) and profile == "trf26":
            if not file.is_team_event:  # a list of teams makes it one for other programs
                yield record
        elif isinstance(record, TrfByes | TrfAcceleration | TrfVirtual):
            if file.is_team_event and profile != "trf26":
                yield record
        elif not isinstance(record, _CARRIED[profile]):
            yield record


def in_the_rounds(file: TrfFile) -> TrfFile:
    """Return the file with the byes that were asked for (240) in the rounds of the players.

    Their points are in the points fields, as those of other byes to come are. In a team event the
    byes are those of teams, and stay.
    """
    if not file.byes_asked or file.is_team_event:
        return file
    cells = {
        (player, byes.round): TrfCell(None, "-", byes.kind)
        for byes in file.byes_asked
        for player in byes.ids
    }
    rest = tuple(record for record in file.records if not isinstance(record, TrfByes))
    return replace(file, players=_with_cells(file, cells), records=rest)


def _absent_in_rounds(file: TrfFile) -> TrfFile:
    absent = {(player, file.next_round): TrfCell(None, "-", "Z") for player in file.absent_next}
    return replace(file, players=_with_cells(file, absent), absent_next=())


def _with_cells(file: TrfFile, added: dict[tuple[int, int], TrfCell]) -> tuple[TrfPlayer, ...]:
    """Return the players with cells, by (player, round), put into rounds that are blank."""
    worth = file.points or TrfPoints()
    rounds = sorted(added, key=lambda at: at[1])
    players = {player.number: player for player in file.players}
    for number, round_number in rounds:
        player = players.get(number)
        cell = added[number, round_number]
        if player is None or player.cell(round_number) is not None:
            continue
        cells = [*player.cells, *[None] * (round_number - len(player.cells))]
        cells[round_number - 1] = cell
        players[number] = _with(player, cells, worth, worth)
    return tuple(players.values())


def _with(
    player: TrfPlayer, cells: Sequence[TrfCell | None], worth: TrfPoints, before: TrfPoints
) -> TrfPlayer:
    """Return a player with other rounds, and with what these are worth more in the points field."""
    last = max((number for number, cell in enumerate(cells, 1) if cell is not None), default=0)
    halves = player.points_halves
    if halves is not None:
        halves += sum(map(worth.of, cells[:last])) - sum(map(before.of, player.cells))
    return replace(player, cells=tuple(cells[:last]), points_halves=halves)


def _byes_apart(file: TrfFile, first: int) -> TrfFile:
    """Return the file with the byes of a round and those after it as lines 240, without points."""
    worth = file.points or TrfPoints()
    byes: dict[tuple[int, str], list[int]] = {}
    players = []
    for player in file.players:
        cells = list(player.cells)
        for number in range(first, len(cells) + 1):
            cell = cells[number - 1]
            if cell is not None and cell.code in "HFZ" and cell.opponent is None:
                byes.setdefault((number, cell.code), []).append(player.number)
                cells[number - 1] = None
        players.append(_with(player, cells, worth, worth))
    if not file.is_team_event:
        for record in file.byes_asked:
            byes.setdefault((record.round, record.kind), []).extend(record.ids)
        for number in file.absent_next:
            there = any(number in ids for (at, _), ids in byes.items() if at == first)
            if not there and file.player(number).cell(first) is None:
                byes.setdefault((first, "Z"), []).append(number)
    apart = [TrfByes(kind, at, tuple(sorted(set(ids)))) for (at, kind), ids in sorted(byes.items())]
    rest = [r for r in file.records if file.is_team_event or not isinstance(r, TrfByes)]
    return replace(file, players=tuple(players), records=(*rest, *apart), absent_next=())


def _records(file: TrfFile, profile: Profile) -> list[TrfRecord]:
    """Return the records of a profile in their usual order."""
    left = {id(record) for record in _not_carried(file, profile)}
    records: list[TrfRecord] = []
    for record in file.records:
        if id(record) in left:
            continue
        if isinstance(record, TrfProhibited):
            in_any = profile == "trf16"
            last = file.rounds_planned or _ALWAYS
            if in_any:
                record = replace(record, first=1, last=None)
            elif record.last is None:
                record = replace(record, last=max(last, record.first))
        if isinstance(record, TrfVirtual if profile != "trf16" else TrfVirtual | TrfAcceleration):
            continue
        records.append(record)
    if profile == "trf16" and not file.is_team_event:
        records += [TrfVirtual(id_, halves) for id_, halves in file.virtual_halves().items()]
    elif any(isinstance(record, TrfVirtual) for record in file.records):
        records = [record for record in records if not isinstance(record, TrfAcceleration)]
        records += _as_250(file)
    return sorted(records, key=lambda one: _ORDER.index(one.tag) if one.tag in _ORDER else -1)


def _as_250(file: TrfFile) -> Iterator[TrfAcceleration]:
    """Yield a line for each run of rounds and of neighbouring players with the same points."""
    players: dict[tuple[int, int, int], list[int]] = {}
    for id_, rounds in file.virtual_halves().items():
        for halves, run in groupby(enumerate(rounds, 1), key=lambda at: at[1]):
            numbers = [number for number, _ in run]
            if halves:
                players.setdefault((numbers[0], numbers[-1], halves), []).append(id_)
    for (first, last, halves), ids in sorted(players.items()):
        for _, neighbours in groupby(enumerate(ids), key=lambda at: at[1] - at[0]):
            run_of_ids = [id_ for _, id_ in neighbours]
            yield TrfAcceleration(
                match_halves=None,
                halves=halves,
                first=first,
                last=last,
                first_id=run_of_ids[0],
                last_id=run_of_ids[-1],
            )


def _adjourned_as_draws(file: TrfFile) -> TrfFile:
    """Return the file with = for games that are adjourned, and points that go with it."""
    before = file.points or TrfPoints()
    worth = replace(before, x=None)
    players = []
    for player in file.players:
        cells = [
            replace(cell, code="=") if cell and cell.code == ADJOURNED else cell
            for cell in player.cells
        ]
        players.append(_with(player, cells, worth, before))
    points = replace(file.points, x=None) if file.points else None
    return replace(file, players=tuple(players), points=points)


def _said_by_bbp(points: TrfPoints | None) -> TrfPoints | None:
    """Return the points as bbpPairings can have them: White's and Black's are the same."""
    if points is None:
        return None
    again = TrfPoints()
    for token in OF_BBP.values():
        name = {"W": "ww", "D": "wd", "L": "wl"}.get(token, token.lower())
        again = again.with_token(token, getattr(points, name))
    return again


def _with_points_of_bbp(file: TrfFile) -> TrfFile:
    """Return the file with points that bbpPairings can have, in every points field."""
    before = file.points or TrfPoints()
    points = _said_by_bbp(file.points)
    worth = points or TrfPoints()
    stated = [
        replace(player, points_halves=sum(map(before.of, player.cells)))
        if player.points_halves is None
        else player
        for player in file.players
    ]
    players = tuple(_with(player, player.cells, worth, before) for player in stated)
    # Record 162 has one symbol for an absence and a loss by default.
    ways = OF_BBP if worth.zpb != worth.fl else ["162"]
    places = dict.fromkeys(("142", "152", *ways), 0)
    return replace(file, points=points, players=players, places=tuple(places.items()))


def _without_lines(file: TrfFile) -> TrfFile:
    """Return the file as if it had not been read: nothing has a line of its own."""
    return replace(
        file,
        players=tuple(replace(player, line=0) for player in file.players),
        header=tuple(replace(header, line=0) for header in file.header),
        records=tuple(replace(record, line=0, text="") for record in file.records),
        other=tuple(replace(kept, line=0) for kept in file.other),
    )


def _up_to(header: Sequence[TrfHeader], last: str) -> tuple[TrfHeader, ...]:
    return tuple(line for line in header if line.tag <= last)


def _as_comment(kept: TrfKept) -> TrfKept:
    """Return a comment as TRF26 writes it, with three signs; any other line as it is."""
    if not kept.text.startswith("#") or kept.text.startswith("###"):
        return kept
    return TrfKept(f"### {kept.text.lstrip('# ')}".rstrip())


_YEAR_FIRST = re.compile(r"([0-9]{4})[-./]([0-9]{1,2})[-./]([0-9]{1,2})")
_YEAR_LAST = re.compile(r"([0-9]{1,2})[-./]([0-9]{1,2})[-./]([0-9]{4})")


def _dated(header: TrfHeader) -> TrfHeader:
    """Return a first or last day as TRF26 writes it, YYYY/MM/DD; any other line as it is."""
    text = header.text.strip(" \t")
    if header.tag not in ("042", "052"):
        return header
    if match := _YEAR_FIRST.fullmatch(text):
        year, month, day = match.groups()
    elif match := _YEAR_LAST.fullmatch(text):
        day, month, year = match.groups()
        if int(month) > 12:
            day, month = month, day
    else:
        return header
    return TrfHeader(header.tag, f"{year}/{month:0>2}/{day:0>2}")
