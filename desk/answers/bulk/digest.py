"""A digest for people: its sections, each a table with sentences, and what is drawn of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TypeVar

from desk.render.chart import ChartKind
from desk.render.digest import DigestSection, Drawing
from ledger.messages import Sentence, decimals, message
from ledger.records import Record
from projections.digest.rows import (
    CorrectionsRow,
    DefaultsRow,
    DigestByesRow,
    DigestColoursRow,
    DigestRecord,
    FarApartRow,
    LateCorrectionsRow,
    UpsetsRow,
)
from projections.views.columns import columns_of
from projections.views.view import Row, View

R = TypeVar("R", bound=Record)


def title_of(digest: DigestRecord) -> Sentence:
    """Return the title: the seasons that it is about."""
    seasons = tuple(digest.totals.seasons)
    return message("digest.title", seasons=seasons) if seasons else message("digest.title-alone")


def lines_of(digest: DigestRecord) -> list[Sentence]:
    """Return the sentences at the head of a digest: what it is about, and who won."""
    totals = digest.totals
    lines = [
        message("digest.tournaments", n=totals.tournaments),
        message("digest.entries", n=totals.entries, rounds=totals.rounds, games=totals.games),
    ]
    if totals.begins and totals.ends:
        begins, ends = map(dt.date.fromisoformat, (totals.begins, totals.ends))
        lines.append(message("digest.days", begins=begins, ends=ends))
    if totals.white_won_pct is not None and totals.drawn_pct is not None:
        lost = 100 - totals.white_won_pct - totals.drawn_pct
        white, drawn, black = map(_number, (totals.white_won_pct, totals.drawn_pct, lost))
        lines.append(message("digest.white", white=white, drawn=drawn, black=black))
    return lines


def sections_of(digest: DigestRecord) -> list[DigestSection]:
    """Return the sections of a digest, in their order on the page."""
    return [
        _corrections(digest.corrections),
        _late(digest.late_corrections),
        _colours(digest.colours),
        _byes(digest.byes),
        _upsets(digest.upsets),
        _defaults(digest.defaults),
        _far_apart(digest.far_apart),
    ]


def _corrections(rows: Sequence[CorrectionsRow]) -> DigestSection:
    total = sum(row.corrections for row in rows)
    moved = sum(row.moved for row in rows)
    places = sum(row.places for row in rows)
    says = message("digest.corrected", n=total, moved=moved, places=places)
    keys = ("corrections", "moved")
    return _section("corrections", CorrectionsRow, rows, (says,), "bars", keys)


def _late(rows: Sequence[LateCorrectionsRow]) -> DigestSection:
    total = sum(row.corrections for row in rows)
    prizes = sum(row.prizes_changed for row in rows)
    winners = sum(row.winner_changed for row in rows)
    says = message("digest.late", n=total, prizes=prizes, winners=winners)
    keys = ("corrections", "prizes_changed", "winner_changed")
    return _section("late", LateCorrectionsRow, rows, (says,), "bars", keys)


def _colours(rows: Sequence[DigestColoursRow]) -> DigestSection:
    players = sum(row.players for row in rows)
    balanced = sum(row.players * row.balanced_pct for row in rows)
    says = message("digest.balanced", n=players, balanced=round(balanced / max(players, 1)))
    keys = ("by_two_pct", "by_more_pct", "thrice_pct")
    return _section(
        "colours", DigestColoursRow, rows, (says, message("digest.balanced-means")), "bars", keys
    )


def _byes(rows: Sequence[DigestByesRow]) -> DigestSection:
    byes = sum(row.byes for row in rows)
    rounds = sum(row.rounds for row in rows)
    says = [message("digest.byes", n=byes, rounds=rounds)]
    if asked := sum(row.asked for row in rows):
        says.append(message("digest.asked", n=asked))
    twice = sum(row.twice for row in rows)
    says.append(message("digest.twice", n=twice) if twice else message("digest.nobody-twice"))
    return _section("byes", DigestByesRow, rows, says, "bars", ("byes", "asked", "twice"))


def _upsets(rows: Sequence[UpsetsRow]) -> DigestSection:
    games = sum(row.games for row in rows)
    upsets = sum(row.upsets for row in rows)
    says = message("digest.upset", n=games, upsets=upsets, pct=_of_hundred(upsets, games))
    keys = ("upsets_pct", "drawn_pct")
    return _section("upsets", UpsetsRow, rows, (says,), "bars", keys, "of-hundred-games")


def _defaults(rows: Sequence[DefaultsRow]) -> DigestSection:
    games = sum(row.games for row in rows)
    by_default = sum(row.by_default for row in rows)
    pct = _of_hundred(by_default, games)
    says = message("digest.defaulted", n=games, defaults=by_default, pct=pct)
    keys = ("default_pct", "away_pct")
    return _section(
        "defaults", DefaultsRow, rows, (says, message("digest.no-seasons")), "lines", keys
    )


def _far_apart(rows: Sequence[FarApartRow]) -> DigestSection:
    boards = sum(row.boards for row in rows)
    far = sum(row.far for row in rows)
    says = message("digest.far", n=boards, far=far, pct=_of_hundred(far, boards))
    return _section("far-apart", FarApartRow, rows, (says,), "bars", ("mean_gap",), "rating-points")


def _section(
    name: str,
    of: type[R],
    rows: Sequence[R],
    says: Sequence[Sentence],
    kind: ChartKind,
    keys: tuple[str, ...],
    y_label: str = "",
) -> DigestSection:
    """Return a section: all fields of its rows are columns, `keys` are those that are drawn."""
    values = [row.as_dict() for row in rows]
    names = [*of.__dataclass_fields__]  # type: ignore[attr-defined]  # a record is a dataclass
    columns = columns_of(of, *names)
    written: list[Row] = [{key: _written(cell) for key, cell in row.items()} for row in values]
    none = message(f"digest.none.{name}")
    view = View(
        message(f"digest.heading.{name}"),
        columns,
        written,
        notes=tuple(says) if rows else (),
        empty=none,
    )
    numbers = View("", columns, [*values])
    label = message(f"digest.{y_label}") if y_label else ""
    return DigestSection(view, numbers, Drawing(message(f"digest.drawn.{name}"), kind, keys, label))


def _written(cell: object) -> object:
    return _number(cell) if isinstance(cell, float) else cell


def _number(value: float) -> Sentence:
    """Return a number in words, to two decimals, the second one only where it is not 0."""
    text = f"{value:.2f}"
    return decimals(text.removesuffix("0"))


def _of_hundred(part: int, whole: int) -> Sentence:
    return _number(round(100 * part / max(whole, 1), 1))
