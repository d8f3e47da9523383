"""Bounds on the numbers of a rulebook, beyond which no tournament is played.

A rulebook is checked against them when a tournament opens under it or changes to it. A rulebook
kept in an old ledger is read unchecked.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ledger.messages import Sentence, message
from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import halves_text

MOST_POINTS_HALVES = 20
MOST_SHARE = 10
MOST_ABSENCES = 999
MOST_VALUE = 100_000
MOST_BOARDS = 99


class OutOfBounds(NamedTuple):
    """A key, and what is wrong with its value."""

    key: str
    what: Sentence


def out_of_bounds(rules: Rulebook) -> Iterator[OutOfBounds]:
    """Yield every number of a rulebook that is out of bounds: nothing is worth more than a win."""
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
    if rules.fide is not None and 2 * scores.draw > scores.win + scores.loss:
        yield OutOfBounds("scores.draw", message("rulebooks.two-draws"))
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
    if rules.plays_season:
        yield from _of_season(rules.season_keys)


_SHARES = (
    "win",
    "draw",
    "loss",
    "default_win",
    "default_loss",
    "absent",
    "beyond_cap",
    "no_opponent",
    "club_duty",
)


def _of_season(keys: KeizerKeys) -> Iterator[OutOfBounds]:
    for name in _SHARES:
        share: Fraction = getattr(keys, name)
        if share > MOST_SHARE:
            yield OutOfBounds(f"keizer.{name}", message("rulebooks.most-share", most=MOST_SHARE))
    if keys.absent_cap > MOST_ABSENCES:
        yield OutOfBounds("keizer.absent_cap", message("rulebooks.most", most=MOST_ABSENCES))
    for team, values in keys.external.items():
        if len(values) > MOST_BOARDS or max(values) > MOST_VALUE:
            what = message("rulebooks.most-boards", boards=MOST_BOARDS, value=str(MOST_VALUE))
            yield OutOfBounds(f"keizer.external.{team}", what)
