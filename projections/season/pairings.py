"""The places, values and totals by which a round of a season is paired, beside its boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ledger.facts.tournament import PairingPublished
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.wording import count_of
from projections.games.crosstable import of_tournament
from projections.season.words import amount
from projections.standings.keizer import KeizerStanding, keys_of, ranking
from projections.views.view import Column, Row, View

DRAFT_COLUMNS = (
    Column("board", "board", "right"),
    Column("white_rank", "#", "right"),
    Column("white", "no", "right"),
    Column("white_name", "white"),
    Column("white_value", "value", "right"),
    Column("white_total_shown", "total", "right"),
    Column("black_rank", "#", "right"),
    Column("black", "no", "right"),
    Column("black_name", "black"),
    Column("black_value", "value", "right"),
    Column("black_total_shown", "total", "right"),
)
ROUND_COLUMNS = (*DRAFT_COLUMNS, Column("result", "result", "center"))


def sides(standing: KeizerStanding, rules: Rulebook, white: int, black: int) -> Row:
    """Return what both players of a board are worth: place, value and total.

    rank is None for one who was no member then.
    """
    lines = {line.player: line for line in standing.lines}
    row: Row = {}
    for side, player in (("white", white), ("black", black)):
        line = lines.get(player)
        row |= {
            f"{side}_rank": line.rank if line else None,
            f"{side}_value": line.value if line else None,
            f"{side}_total": str(line.total) if line else None,
            f"{side}_total_shown": amount(line.total, keys_of(rules).decimals) if line else "",
        }
    return row


def passes_note(standing: KeizerStanding) -> str:
    """Say how often values were computed, and whether that came to an end."""
    if not standing.cycle:
        return f"values computed {count_of(standing.passes, 'time')}, until nothing changed"
    return (
        f"NOT CONVERGED: after {standing.passes} times {standing.cycle} rankings follow each other "
        "for ever; the one nearest to the previous standing was taken"
    )


def with_values(book: Book, number: int, view: View) -> View:
    """Return a published round with the values it was paired by, and what gave way.

    The values are those known at its basis.
    """
    state = book.state
    round_ = state.rounds[number - 1]
    then = book.at(round_.basis).state
    rules = book.rules_of(number)
    table = of_tournament(then, rules, number - 1)
    standing = ranking(table, rules)
    players = [(game.white, game.black) for game in round_.games]
    rows: Sequence[Row] = view.rows
    columns = view.columns
    if rows and "white" in rows[0]:
        columns = ROUND_COLUMNS
        rows = [
            row | sides(standing, rules, *pair) for row, pair in zip(rows, players, strict=True)
        ]
    gave_way = _gave_way(book, round_.position)
    top: Mapping[str, object] = {
        **view.head,
        "passes": standing.passes,
        "cycle": standing.cycle,
        "relaxed": [{"board": board, "why": why} for board, why in gave_way],
    }
    notes = [note.replace("bye: ", "no opponent: ", 1) for note in view.notes]
    notes += [f"board {board}: {why}; nothing else was possible" for board, why in gave_way]
    caught_up = [str(board) for board, game in enumerate(round_.games, 1) if game.catch_up]
    notes += [f"caught up later: board {', '.join(caught_up)}"] if caught_up else []
    notes.append(passes_note(standing))
    return replace(view, columns=columns, rows=tuple(rows), head=top, notes=tuple(notes))


def _gave_way(book: Book, position: int) -> list[tuple[int, str]]:
    """Return the boards of a published pairing that break a condition, and which."""
    fact = book.facts[position - 1]
    if not isinstance(fact, PairingPublished):
        return []
    return list(zip(fact.relaxed, fact.relaxed_why, strict=True))
