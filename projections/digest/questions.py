"""The figures of a digest, asked of a mirror or a lake.

Each question is a file *.sql of this folder. Some of them are those of docs/analytics.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

from ledger.messages import do, message
from ledger.records import Record
from ledger.refusals import Exit, Refusal
from projections.digest.rows import (
    CorrectionsRow,
    DefaultsRow,
    DigestByesRow,
    DigestColoursRow,
    DigestRecord,
    DigestTotals,
    FarApartRow,
    LateCorrectionsRow,
    UpsetsRow,
)
from projections.sql.answers import QueryAnswer, json_rows
from projections.sql.questions import Connection, ask, quoted, statements

FOLDER = Path(__file__).parent

R = TypeVar("R", bound=Record)

_OF_A_SEASON = {
    "tournaments": "season = {season}",
    "corrections": "tournament IN (SELECT tournament FROM tournaments)",
    "events": "tournament IN (SELECT tournament FROM tournaments)",
}
"""The tables that the questions begin with, and which of their rows are of a season."""


def digest_of(database: Connection, season: str | None = None) -> DigestRecord | Refusal:
    """Return the figures of all tournaments of a mirror or lake, or of those of a season.

    `database` is shut, see `projections.sql.questions.shut`. A refusal: no tournament is of the
    season.
    """
    if season is not None:
        if (refusal := _unknown(database, season)) is not None:
            return refusal
        _restrict(database, season)
    (totals,) = _rows(database, "totals", DigestTotals)
    return DigestRecord(
        totals=totals,
        corrections=[*_rows(database, "corrections", CorrectionsRow)],
        late_corrections=[*_rows(database, "corrections-and-prizes", LateCorrectionsRow)],
        colours=[*_rows(database, "colour-imbalance", DigestColoursRow)],
        byes=[*_rows(database, "byes", DigestByesRow)],
        upsets=[*_rows(database, "upsets", UpsetsRow)],
        defaults=[*_rows(database, "forfeits-by-round", DefaultsRow)],
        far_apart=[*_rows(database, "far-apart", FarApartRow)],
    )


def question_named(name: str) -> str:
    """Return the text of a question, without the end of its last line."""
    return (FOLDER / f"{name}.sql").read_text("utf-8").rstrip("\n")


def _unknown(database: Connection, season: str) -> Refusal | None:
    """Return the refusal of a season without tournaments, with those that have some."""
    there = [str(row[0]) for row in _answer(database, _SEASONS)]
    if season in there:
        return None
    what = message("digest.no-season", season=season)
    if there:
        what = message("digest.other-seasons", season=season, seasons=tuple(there))
    next_ = do("digest", season=there[-1]) if there else do("tournaments")
    return Refusal("unknown-season", what, next_, exit=Exit.USAGE)


_SEASONS = "SELECT DISTINCT season FROM tournaments WHERE season IS NOT NULL ORDER BY season"


def _restrict(database: Connection, season: str) -> None:
    """Stand views of a season before the tables, for this connection alone."""
    ((whole,),) = _answer(database, "SELECT current_database()")
    for table, condition in _OF_A_SEASON.items():
        chosen = condition.format(season=quoted(season))
        _answer(database, f'CREATE TEMP VIEW {table} AS FROM "{whole}".{table} WHERE {chosen}')


def _rows(database: Connection, name: str, of: type[R]) -> Iterator[R]:
    """Yield the rows of a question as records, whose fields are its columns."""
    answer = _asked(database, question_named(name))
    assert answer is not None, name
    for row in json_rows(answer):
        yield of(**row)


def _answer(database: Connection, text: str) -> list[tuple[object, ...]]:
    answer = _asked(database, text)
    return [] if answer is None else [*answer.rows]


def _asked(database: Connection, text: str) -> QueryAnswer | None:
    (statement,) = statements(text)
    return ask(database, statement)
