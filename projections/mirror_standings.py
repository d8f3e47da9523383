"""Every version of every standing that was known, with what it was made of, for a mirror.

A standing is known from the end of the command that made it so: facts of one command become known
together. It is one of a round without an open game, under the rules in force after that round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from ledger.book import rulebook_of
from ledger.state import Tournament
from projections.games import of_tournament
from projections.keizer import KeizerStanding, shown, standings_of
from projections.scores import Treated
from projections.standings import Line, standing

Cells: TypeAlias = tuple[object, ...]

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Made:
    """A standing as its rows: each begins with the player; lines go on with his rank.

    What the rows of a mirror have besides is the same for all of them: round and moment.
    """

    lines: tuple[Cells, ...]
    tie_breaks: tuple[Cells, ...] = ()
    values: tuple[Cells, ...] = ()

    @property
    def ranks(self) -> dict[object, object]:
        """Everybody's place."""
        return {line[0]: line[1] for line in self.lines}


@dataclass(slots=True)
class Versions:
    """All versions so far: of each round the one in force, and those that were superseded."""

    in_force: dict[int, tuple[int, Made]] = field(default_factory=dict)
    past: list[tuple[int, int, int, Made]] = field(default_factory=list)

    def take(self, position: int, now: Mapping[int, Made], done: int) -> dict[int, int]:
        """Take in the standings that a command may have changed.

        done is how many rounds have no open game. Returns, for each round whose standing was known
        and is another now, how many places another player took.
        """
        touched: dict[int, int] = {}
        for round_ in [r for r in self.in_force if r > done or r in now]:
            since, before = self.in_force[round_]
            after = now.get(round_)
            if after == before:
                continue
            del self.in_force[round_]
            self.past.append((round_, since, position, before))
            ranks = after.ranks if after else {}
            moved = sum(ranks.get(player) != rank for player, rank in before.ranks.items())
            touched[round_] = moved
        for round_, made in now.items():
            self.in_force.setdefault(round_, (position, made))
        return touched

    def all(self) -> Iterator[tuple[int, int, int | None, Made]]:
        """Yield round, position known from, position superseded at, and the standing."""
        yield from self.past
        yield from ((r, since, None, made) for r, (since, made) in self.in_force.items())


def done_rounds(state: Tournament) -> int:
    """Return the number of rounds, from the first, in which no game is open."""
    for round_ in state.rounds:
        if any(game.open for game in round_.games):
            return round_.number - 1
    return len(state.rounds)


def standings_now(state: Tournament, first: int, done: int) -> dict[int, Made]:
    """Return the standings after the rounds first to done."""
    found = {}
    season: tuple[KeizerStanding, ...] = ()
    for after in range(max(first, 1), done + 1):
        if rulebook_of(state.rulebook_text_of(after)).keizer is None:
            found[after] = _swiss(state, after)
            continue
        season = season or standings_of(
            of_tournament(state, rulebook_of(state.rulebook_text), done),
            lambda number: rulebook_of(state.rulebook_text_of(number)),
        )
        found[after] = _keizer(state, season[after])
    return found


def _swiss(state: Tournament, after: int) -> Made:
    rules = rulebook_of(state.rulebook_text_of(after))
    table = of_tournament(state, rules, after)
    made, rules_hash = standing(table, rules), _rules_hash(state, after)
    treated = Treated.of(table, rules)
    lines: list[Cells] = []
    parts: list[Cells] = []
    for line in made.lines:
        score = line.score
        lines.append((
            line.player, line.rank, _points(score.points_halves, 2), _points(score.ws_halves, 2),
            _points(score.wp_halves, 2), _points(score.sb_quarters, 4), line.decided_by,
            made.provisional, rules_hash,
        ))  # fmt: skip
        parts += _totals(line)
        cells = table.cells[line.player]
        for part in treated.contributions(line.player):
            opponent = cells[part.round - 1].opponent
            for name, amount, unit in (("wp", part.wp_halves, 2), ("sb", part.sb_quarters, 4)):
                parts.append((line.player, name, part.round, opponent, _points(amount, unit)))
    return Made(tuple(lines), tuple(parts))


def _totals(line: Line) -> Iterator[Cells]:
    yield line.player, "wp", 0, None, _points(line.score.wp_halves, 2)
    yield line.player, "sb", 0, None, _points(line.score.sb_quarters, 4)
    for name, value in line.tie_breaks:
        if name not in ("wp", "sb"):
            text = None if value is None else shown(Fraction(value), _DECIMALS)
            yield line.player, name, 0, None, text


def _keizer(state: Tournament, made: KeizerStanding) -> Made:
    rules_hash = _rules_hash(state, made.rounds)
    adjourned = any(g.adjourned and g.outcome is None
                    for r in state.rounds[: made.rounds] for g in r.games)  # fmt: skip
    lines = tuple(
        (line.player, line.rank, shown(line.total, _DECIMALS), None, None, None, None, adjourned,
         rules_hash)
        for line in made.lines
    )  # fmt: skip
    values = tuple(
        (line.player, line.value, str(line.total), made.passes, made.cycle) for line in made.lines
    )
    return Made(lines, (), values)


def _rules_hash(state: Tournament, after: int) -> str:
    """Return the hash of the rulebook that a standing is made by, as it was recorded."""
    return [hash_ for start, _, hash_ in state.rules if start <= after][-1]


@cache
def _points(amount: int, parts: int) -> str:
    return shown(Fraction(amount, parts), _DECIMALS)
