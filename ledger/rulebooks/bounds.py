"""Bounds on the numbers of a rulebook, beyond which no tournament is played.

A rulebook is checked against them when a tournament opens under it or changes to it. A rulebook
kept in an old ledger is read unchecked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.messages import message
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.section import OutOfBounds, Section
from ledger.values import halves_text

MOST_POINTS_HALVES = 20


def out_of_bounds(rules: Rulebook, kinds: Sequence[type[Section]]) -> Iterator[OutOfBounds]:
    """Yield every number of a rulebook that is out of bounds: nothing is worth more than a win.

    `kinds` are the sections of its system.
    """
    scores = rules.scores
    win = halves_text(scores.win)
    if scores.win > MOST_POINTS_HALVES:
        what = message("rulebooks.most-points", most=MOST_POINTS_HALVES // 2)
        yield OutOfBounds("scores.win", what)
    if scores.win <= scores.loss:
        yield OutOfBounds("scores.win", message("rulebooks.win-over-loss"))
        yield OutOfBounds("scores.loss", message("rulebooks.loss-under-win", win=win))
    if not scores.loss <= scores.draw <= scores.win:
        yield OutOfBounds("scores.draw", message("rulebooks.draw-between", win=win))
    if scores.default_loss > scores.default_win:
        yield OutOfBounds("scores.default_loss", message("rulebooks.default-loss"))
    for key, halves in (
        ("scores.default_win", scores.default_win),
        ("scores.default_loss", scores.default_loss),
        ("scores.full_bye", scores.full_bye),
        ("scores.half_bye", scores.half_bye),
        ("scores.absent", scores.absent),
        ("scores.adjourned", scores.adjourned),
        ("bye.points", rules.bye.points),
    ):
        if halves > scores.win:
            yield OutOfBounds(key, message("rulebooks.no-more-than-win", win=win))
    for kind in kinds:
        yield from rules.of(kind).out_of_bounds(scores)
