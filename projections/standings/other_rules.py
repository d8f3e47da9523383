"""The same facts under another rule version: each move, its size, and the clause behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import LAST, MUTUAL_RESULT
from projections.games.crosstable import Crosstable
from projections.standings.scores import Contribution, TreatedTable
from projections.standings.standing import (
    OF_SCORE,
    Standing,
    StandingLine,
    final_standing,
    standing,
    with_shared_places,
)


class RoundCause(NamedTuple):
    """One round that counts differently for a player.

    `what` is "points", "wp" or "sb"; `before` and `now` are its worth in points. `clause` is the
    clause of the other version that gives the new worth, None where the rulebook names none.
    """

    what: Literal["points", "wp", "sb"]
    round: int
    kind: str
    before: Fraction
    now: Fraction
    clause: str | None


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose rank or values differ between two versions after a round.

    `passed_by` are the players who are now above this player and were not before, `passed` those
    who are now below and were not. `decided_by` is the key that separates the player from the
    nearest of them under the new version, None when no players changed places; `clause` is the
    clause of that key.
    """

    round: int
    player: int
    rank_before: int
    rank_now: int
    line_before: StandingLine
    line_now: StandingLine
    passed: tuple[int, ...]
    passed_by: tuple[int, ...]
    decided_by: str | None
    clause: str | None
    causes: tuple[RoundCause, ...]

    @property
    def moved(self) -> int:
        """Return the places gained (positive) or lost."""
        return self.rank_before - self.rank_now


class UnderRules(NamedTuple):
    """A crosstable and the rules it is read under."""

    table: Crosstable
    rules: Rulebook


def compare(
    before: UnderRules,
    now: UnderRules,
    number: int,
    *,
    final: bool = False,
    lots: Sequence[int] = (),
    shared: bool = False,
) -> tuple[Move, ...]:
    """Return everybody whose rank, points or tie-breaks differ after a round, best first now.

    Both tables hold the same games. `final` compares the final rankings, else the standings between
    rounds; in rankings with `shared` places players whom nothing separates have one. An empty answer
    means that the two versions agree.
    """
    old, new = (_standing(seen, final, lots, shared) for seen in (before, now))
    treated = (TreatedTable.of(*before), TreatedTable.of(*now))
    return tuple(moves(old, new, treated, number))


def moves(
    old: Standing,
    new: Standing,
    treated: tuple[TreatedTable, TreatedTable],
    number: int,
    *,
    of_rank: bool = False,
) -> Iterator[Move]:
    """Yield everybody whose rank or values differ between two standings, best first in `new`.

    `treated` are the tables behind them. `of_rank`: only those whose rank differs.
    """
    old_lines = {line.player: line for line in old.lines}
    places = {line.player: line.rank for line in old.lines}
    ranks = {line.player: line.rank for line in new.lines}
    rules = treated[1].rules
    for line in new.lines:
        was = old_lines[line.player]
        same = was.rank == line.rank and (of_rank or _values(was) == _values(line))
        if not same:
            passed = tuple(p for p, r in places.items() if r <= was.rank and ranks[p] > line.rank)
            passed_by = tuple(
                p for p, r in places.items() if r >= was.rank and ranks[p] < line.rank
            )
            decided = _deciding_key(new, line, [ranks[p] for p in (*passed_by, *passed)])
            yield Move(
                round=number,
                player=line.player,
                rank_before=was.rank,
                rank_now=line.rank,
                line_before=was,
                line_now=line,
                passed=passed,
                passed_by=passed_by,
                decided_by=decided,
                clause=clause_of_key(rules, decided, new.final) if decided else None,
                causes=causes(*treated, line.player),
            )


def _standing(seen: UnderRules, final: bool, lots: Sequence[int], shared: bool) -> Standing:
    if not final:
        return standing(*seen)
    ranking = final_standing(*seen, lots)
    return with_shared_places(ranking) if shared else ranking


def _values(line: StandingLine) -> tuple[object, ...]:
    return (line.score, line.tie_breaks)


def _deciding_key(new: Standing, line: StandingLine, others: Sequence[int]) -> str | None:
    """Return the key that separates a player from the nearest one who changed places with them.

    `others` are the ranks of those who did. Every line names the key that puts it below the line
    above; between lines further apart it is the most important of the keys in between.
    """
    if not others:
        return None
    nearest = min(others, key=lambda rank: (abs(rank - line.rank), rank))
    low, high = sorted((nearest, line.rank))
    between = [new.lines[rank - 1].decided_by for rank in range(low + 1, high + 1)]
    importance = {key: place for place, key in enumerate(_order_of_keys(new))}
    keys = [key for key in between if key]
    return min(keys, key=lambda key: importance.get(key, 99), default=None)


def _order_of_keys(standing_: Standing) -> list[str]:
    names = [name for line in standing_.lines[:1] for name, _ in line.tie_breaks]
    return ["points", MUTUAL_RESULT(), *names, *OF_SCORE, *LAST]


def clause_of_key(rules: Rulebook, key: str, final: bool) -> str | None:
    """Return the clause that makes a ranking key count, None where the rulebook names none."""
    place = f"ranking.{key}" if final else f"classification.{key}"
    return rules.cites.get(place) or rules.cites.get(f"ranking.{key}")


_TIE_BREAKS: tuple[tuple[Literal["wp", "sb"], str, int], ...] = (
    ("wp", "wp_halves", 2),
    ("sb", "sb_quarters", 4),
)


def causes(before: TreatedTable, now: TreatedTable, player: int) -> tuple[RoundCause, ...]:
    """Return every round whose points, WP or SB differ for a player between two versions."""
    differences = []
    cells = zip(before.table.cells[player], now.table.cells[player], strict=True)
    worth_before, worth = ({c.round: c for c in t.contributions(player)} for t in (before, now))
    for number, (was, cell) in enumerate(cells, 1):
        if was.halves != cell.halves:
            key = "bye.points" if cell.kind.value == "bye" else "scores"
            clause = now.rules.cites.get(key)
            old = Fraction(was.halves, 2)
            new = Fraction(cell.halves, 2)
            differences.append(
                RoundCause(
                    what="points",
                    round=number,
                    kind=cell.kind.value,
                    before=old,
                    now=new,
                    clause=clause,
                )
            )
        one, other = (by.get(number, Contribution(0, 0, False)) for by in (worth_before, worth))
        unplayed = not cell.played or cell.zero_zero
        clause = now.rules.cites.get("unplayed.own" if unplayed else "unplayed.for_opponents")
        for what, field, parts in _TIE_BREAKS:
            old, new = (Fraction(getattr(side, field), parts) for side in (one, other))
            if old != new:
                differences.append(
                    RoundCause(
                        what=what,
                        round=number,
                        kind=cell.kind.value,
                        before=old,
                        now=new,
                        clause=clause,
                    )
                )
    return tuple(differences)
