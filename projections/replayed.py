"""A tournament under one rule version as lines of a table: every round's standing, and the final.

The lines are text (CSV), so that they can be made in one process and loaded in another.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from ledger.book import Book
from ledger.rulebook import Rulebook, TieBreak
from ledger.state import Tournament
from projections.counted import rounds_done
from projections.games import of_tournament
from projections.standings import Standing, final_standing, standing
from projections.tiebreaks import NOT_VALUES
from projections.views import exact_number, number

TIE_BREAKS: tuple[TieBreak, ...] = tuple(
    name
    for name in get_args(TieBreak)
    if name == "direct_encounter" or (name not in NOT_VALUES and name not in ("wp", "sb"))
)
"""The tie-breaks with a column of their own; WP and SB are in every standing."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What one tournament is under one version, as known at a position.

    rules and rulebook_hash are the version's, played_by the rulebook in force at the end. lines is
    the CSV of the table standings, in order of round and rank.
    """

    id: str
    tournament: str
    rules: str
    rulebook_hash: str
    position: int
    played_by: str
    rounds: int
    players: int
    lines: str

    def key(self) -> tuple[object, ...]:
        """Return the row of the table replays."""
        return (
            self.id, self.tournament, self.rules, self.rulebook_hash, self.position,
            self.played_by, self.rounds, self.players,
        )  # fmt: skip


def replayed(state: Tournament, rules: Rulebook) -> Replayed:
    """Return a tournament's standings under a version, after each round that is done.

    The final ranking is there when all planned rounds are done.
    """
    book = Book(state)
    done = rounds_done(book)
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    for made in _standings(state, rules, done):
        out.writerows(_rows(state.id, rules.id, made))
    return Replayed(
        state.id, state.name, rules.id, rules.hash, state.position, book.rules.id, done,
        len(state.players), text.getvalue(),
    )  # fmt: skip


def _standings(state: Tournament, rules: Rulebook, done: int) -> Iterator[Standing]:
    whole = of_tournament(state, rules, done)
    for after in range(1, done + 1):
        yield standing(whole.after(after), rules)
    if done and done == (state.rounds_planned or done):
        yield final_standing(whole, rules, state.final_lots)


def _rows(tournament: str, rules: str, made: Standing) -> Iterator[tuple[object, ...]]:
    # One rulebook declares few of the tie-breaks, and the same for every player.
    declared = [name for name, _ in made.lines[0].tie_breaks] if made.lines else []
    places = [declared.index(name) if name in declared else None for name in TIE_BREAKS]
    for line in made.lines:
        score, values = line.score, line.tie_breaks
        yield (
            tournament, rules, made.rounds, made.final, line.rank, line.number,
            number(score.points_halves), number(score.ws_halves), number(score.wp_halves),
            number(score.sb_quarters, 4), line.decided_by,
            *[None if at is None else exact_number(values[at][1]) for at in places],
        )  # fmt: skip
