"""KeizerForClubs (`.s3db`): an SQLite file with the members of a season and its pairings.

Source: the tables as the program makes them itself, at fc7859e of 2026-06-26. A file is opened in
memory, without its schema being trusted, and is never written.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from ledger.characters import cleaned
from ledger.csv_files.people import PersonRow
from ledger.csv_files.table import CellError
from ledger.foreign.model import (
    Away,
    Finding,
    Foreign,
    ForeignFiles,
    ForeignGame,
    ForeignRound,
    Program,
)
from ledger.messages import Blank, Sentence, do, message
from ledger.refusals import MOST, Exit, Refusal, Refusals, not_read_on
from ledger.text_files import quoted, shortened
from ledger.values import LONGEST_NAME, Outcome

_MAGIC = b"SQLite format 3\0"
_WITHOUT_A_GAME = 100
"""Boards from this one on are rows of members without a game."""

_RESULTS: Mapping[int, Outcome | Literal["adjourned"]] = {
    1: "1-0",
    2: "1/2-1/2",
    3: "0-1",
    8: "1-0R",
    9: "0-1R",
    10: "0-0R",
    11: "adjourned",
}
_AWAY: Mapping[int, Away] = {4: "bye", 5: "club duty", 6: "absent", 7: "absent without notice"}
_LATE = 12
"""The result of a row of a member who had not begun yet."""

_WITHDRAWN = 9
_DELETED = 10
_READY = (1, 2, _WITHDRAWN, _DELETED)
"""States of a member; every other one is about the evening to come."""

_COLUMNS = {
    "Player": ("id", "name", "rating", "state"),
    "Pairing": ("Rnd", "board", "PID_W", "PID_B", "Result"),
}
_MOST = {"Player": 9_999, "Pairing": 200_000}
"""Rows of a table: beyond these it is no file of a club."""


class _Pair(NamedTuple):
    row: int
    round: int
    board: int
    white: int
    black: int
    result: int | None


class _Wrong(Exception):
    """A file that cannot be read at all, with the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def _recognises(content: bytes) -> bool:
    return content.startswith(_MAGIC)


def _read(files: ForeignFiles) -> Foreign | Refusals:
    try:
        with closing(_opened(files.content)) as file:
            members = _rows(file, "Player")
            pairs = _rows(file, "Pairing")
            beside = [*_settings(file), *_columns_beside(file)]
    except _Wrong as wrong:
        return (wrong.refusal,)
    except (sqlite3.Error, UnicodeDecodeError):  # the latter for a schema that is no text
        return (_damaged(),)
    refusals: list[Refusal] = []
    people = [*_people(members, refusals)]
    read = [*_pairs(pairs, {one.number for one in people}, refusals)]
    refusals += _of_all(read)
    if refusals:
        return (*refusals[: MOST - 1], not_read_on(None)) if len(refusals) > MOST else (*refusals,)
    return _foreign(people, members, read, beside)


def _opened(content: bytes) -> sqlite3.Connection:
    """Open the bytes of a file; of a file with a log beside it only what is in the file is read."""
    file = sqlite3.connect(":memory:")
    file.deserialize(content[:18] + b"\1\1" + content[20:])
    file.execute("PRAGMA trusted_schema = OFF")
    file.execute("PRAGMA query_only = ON")
    said = file.execute("PRAGMA quick_check(1)").fetchone()
    if said != ("ok",):
        raise _Wrong(_damaged())
    tables = {
        name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    for table, columns in _COLUMNS.items():
        own = _columns_of(file, table)
        missing = [name for name in columns if name not in own]
        if table not in tables or missing:
            what = message("foreign.no-table", table=table, columns=", ".join(columns))
            step = message("foreign.no-table-step")
            raise _Wrong(Refusal("foreign-no-table", what, step, exit=Exit.USAGE))
    return file


def _damaged() -> Refusal:
    what, step = message("foreign.damaged"), message("foreign.damaged-step")
    return Refusal("foreign-damaged", what, step, exit=Exit.USAGE)


def _columns_of(file: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in file.execute(f"PRAGMA table_info({table})")]


def _rows(file: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    names = ", ".join(f'"{name}"' for name in _COLUMNS[table])
    rows = file.execute(f"SELECT {names} FROM {table} ORDER BY rowid").fetchmany(_MOST[table] + 1)
    if len(rows) > _MOST[table]:
        what = message("foreign.too-many-rows", table=table, n=_MOST[table])
        step = message("foreign.no-table-step")
        raise _Wrong(Refusal("foreign-no-table", what, step, exit=Exit.USAGE))
    return rows


def _settings(file: sqlite3.Connection) -> Iterator[Sentence]:
    """Yield what the settings have in them that is the rulebook's here."""
    if {"CfgKey", "CfgValue"} <= set(_columns_of(file, "ConfigTab")):
        rows = file.execute(
            "SELECT CfgKey, CfgValue FROM ConfigTab WHERE CfgValue IS NOT NULL"
            " AND (CfgKey LIKE 'BONUS.%' OR CfgKey LIKE 'OPTION.%') ORDER BY CfgKey"
        ).fetchmany(100)
        listed = ", ".join(f"{shortened(key)} = {_plain(value)}" for key, value in rows)
        if listed:
            yield message("foreign.settings", n=len(rows), settings=listed)


def _plain(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else shortened(value)


def _columns_beside(file: sqlite3.Connection) -> Iterator[Sentence]:
    """Yield the columns with something in them that no member of a season here has."""
    taken = {*_COLUMNS["Player"], *_COLUMNS["Pairing"]}
    for table in _COLUMNS:
        names = [name for name in _columns_of(file, table) if name not in taken]
        filled = [
            name
            for name in names
            if file.execute(
                "SELECT 1 FROM {} WHERE coalesce(\"{}\", 0) NOT IN (0, '') LIMIT 1".format(
                    table, name.replace('"', '""')
                )
            ).fetchone()
        ]
        if filled:
            listed = ", ".join(map(shortened, filled))
            yield message("foreign.table-columns", n=len(filled), table=table, names=listed)


def _of_row(table: str, row: int, key: str, value: object) -> Refusal:
    """Return the refusal of a row: `row` is its place in the table, from 1."""
    what = message(f"foreign.{key}", text=quoted(value))
    where = message("foreign.at-row", table=table, row=row, what=what)
    return _without_line(CellError(0, "", key, where, message("foreign.row-step")))


def _without_line(error: CellError) -> Refusal:
    return replace(error.refusal("foreign"), line=None)


def _people(rows: Sequence[tuple[Any, ...]], refusals: list[Refusal]) -> Iterator[PersonRow]:
    for row, (number, name, rating, _) in enumerate(rows, 1):
        text = cleaned(name).strip() if isinstance(name, str) else ""
        if not isinstance(number, int) or not 1 <= number <= 9999:
            refusals.append(_of_row("Player", row, "bad-member", number))
        elif not text or len(text) > LONGEST_NAME:
            refusals.append(_of_row("Player", row, "bad-name", name))
        elif not isinstance(rating, int) or not 0 <= rating <= 9999:
            refusals.append(_of_row("Player", row, "bad-rating", rating))
        else:
            yield PersonRow(name=text, number=number, rating=rating or None)


def _pairs(
    rows: Sequence[tuple[Any, ...]], members: set[int | None], refusals: list[Refusal]
) -> Iterator[_Pair]:
    for row, values in enumerate(rows, 1):
        number, board, white, black, result = values
        bad = next(
            (
                (key, value)
                for key, value, is_wrong in (
                    ("bad-round", number, not isinstance(number, int) or not 1 <= number <= 999),
                    ("bad-round", board, not isinstance(board, int) or board < 0),
                    ("unknown-member", white, white not in members),
                    ("unknown-member", black, black not in members and not _is_nobody(black)),
                    ("own-opponent", black, white == black),
                    ("bad-state", result, not _goes_with(result, _is_nobody(black))),
                )
                if is_wrong
            ),
            None,
        )
        if bad is not None:
            refusals.append(_of_row("Pairing", row, *bad))
        else:
            yield _Pair(row, number, board, white, black, result)


def _is_nobody(black: object) -> bool:
    return black is None or (isinstance(black, int) and black < 0)


def _goes_with(result: object, alone: bool) -> bool:
    """Tell whether a result is one of a row with two members, or of one alone."""
    if alone:
        return result in _AWAY or result == _LATE
    return result in (None, 0) or result in _RESULTS


def _of_all(pairs: Sequence[_Pair]) -> Iterator[Refusal]:
    """Yield the refusals of rows together: a member twice, and an evening without a game."""
    places: dict[tuple[int, int], int] = {}
    for pair in pairs:
        for member in (pair.white, pair.black):
            first = places.setdefault((pair.round, member), pair.row)
            if first != pair.row and not _is_nobody(member):
                yield _of_row("Pairing", pair.row, "member-twice", member)
    played = {pair.round for pair in pairs if not _is_nobody(pair.black)}
    for number in range(1, max((pair.round for pair in pairs), default=0) + 1):
        if number not in played:
            what = message("foreign.no-games", round=number)
            step = message("foreign.no-games-step")
            yield _without_line(CellError(0, "", "no-games", what, step))
            return


def _foreign(
    people: list[PersonRow],
    members: Sequence[tuple[Any, ...]],
    pairs: Sequence[_Pair],
    beside: Sequence[Sentence],
) -> Foreign:
    by_round: dict[int, list[_Pair]] = defaultdict(list)
    for pair in sorted(pairs, key=lambda pair: (pair.round, pair.board)):
        by_round[pair.round].append(pair)
    findings = [Finding("no-place", what) for what in beside]
    rounds = [_round(which, by_round[which], max(by_round), findings) for which in sorted(by_round)]
    in_rows = {member for pair in pairs for member in (pair.white, pair.black)}
    deleted = {n for n, _, _, state in members if state == _DELETED} - in_rows
    taken = [_begun(one, pairs, findings) for one in people if one.number not in deleted]
    if deleted:
        findings.append(Finding("put-right", message("foreign.deleted", n=len(deleted))))
    findings += _of_states(members)
    findings.append(Finding("no-place", message("foreign.no-dates", command=_SCHEDULE)))
    return Foreign(
        format="keizer-for-clubs",
        players=tuple(taken),
        rounds=tuple(rounds),
        findings=tuple(findings),
        has_evenings=True,
    )


_SCHEDULE = do("schedule", round=Blank("ROUND"), date=Blank("DATE"))


def _round(number: int, pairs: Sequence[_Pair], last: int, findings: list[Finding]) -> ForeignRound:
    games: list[ForeignGame] = []
    away: dict[int, Away] = {}
    put_off = without = 0
    for pair in pairs:
        if not _is_nobody(pair.black):
            result = _RESULTS.get(pair.result or 0)
            if result is None and number < last:
                result = "adjourned"
                put_off += 1
            games.append(ForeignGame(pair.white, pair.black, result))
        elif (kind := _AWAY.get(pair.result or 0)) is not None:
            if kind == "bye" and "bye" in away.values():
                kind = "not paired"
                without += 1
            away[pair.white] = kind
    for key, n in (("put-off", put_off), ("not-paired", without)):
        if n:
            findings.append(Finding("put-right", message(f"foreign.{key}", n=n), number))
    on_boards = [pair for pair in pairs if _is_nobody(pair.black) and pair.board < _WITHOUT_A_GAME]
    if on_boards:
        what = message("foreign.alone-on-board", n=len(on_boards))
        findings.append(Finding("put-right", what, number))
    return ForeignRound(number, tuple(games), away)


def _begun(one: PersonRow, pairs: Sequence[_Pair], findings: list[Finding]) -> PersonRow:
    """Return a member with the round they begin with, where rows before it say so.

    Such a row after they had begun has no place.
    """
    late = {pair.round for pair in pairs if pair.white == one.number and pair.result == _LATE}
    if not late:
        return one
    there = (p.round for p in pairs if one.number in (p.white, p.black) and p.round not in late)
    first = min(there, default=max(late) + 1)
    what = message("foreign.late", player=shortened(one.name), round=first)
    findings.append(Finding("put-right", what))
    if after := sorted(number for number in late if number > first):
        listed = ", ".join(map(str, after))
        what = message(
            "foreign.late-again", player=shortened(one.name), n=len(after), rounds=listed
        )
        findings.append(Finding("no-place", what))
    return replace(one, from_round=first)


def _of_states(members: Sequence[tuple[Any, ...]]) -> Iterator[Finding]:
    """Yield what the states of the members say that has no place: it is of no evening."""
    gone = [name for _, name, _, state in members if state == _WITHDRAWN]
    if gone:
        leave = do("leave", player=Blank("PLAYER"))
        names = ", ".join(map(shortened, gone))
        what = message("foreign.withdrawn", n=len(gone), players=names, command=leave)
        yield Finding("no-place", what)
    coming = sum(state not in (*_READY, None) for _, _, _, state in members)
    if coming:
        yield Finding("no-place", message("foreign.states", n=coming))


PROGRAM = Program(_recognises, _read)
