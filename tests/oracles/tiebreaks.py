"""A second, literal computation of Buchholz, Sonneborn-Berger and their cuts, in fractions.

It reads the texts of a crosstable (see `tests.helpers.crosstables`), and uses only names of the
program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from tests.helpers.crosstables import Rows, parts

HALF, ONE, NIL = Fraction(1, 2), Fraction(1), Fraction(0)


@dataclass
class Element:
    """What a round gives: the opponent's score, the points, and whether the player chose it."""

    score: Fraction
    result: Fraction
    voluntary: bool

    @property
    def product(self) -> Fraction:
        return self.score * self.result


def points(text: str) -> Fraction:
    return {"+": ONE, "=": HALF, "a": HALF}.get(text[0], NIL)


def is_bye(text: str) -> bool:
    return text in ("+BYE", "=BYE", "--")


def is_default(text: str) -> bool:
    return not is_bye(text) and parts(text)[3]


def is_requested(text: str) -> bool:
    return text in ("=BYE", "--")


def is_voluntary(text: str) -> bool:
    return is_requested(text) or (is_default(text) and text.startswith("-"))


def total(row: Sequence[str]) -> Fraction:
    return sum(map(points, row), NIL)


def adjusted(row: Sequence[str], edition: str) -> Fraction:
    """Return what opponents count: by halves, or by the kinds of C.07 16.2 and 16.3."""
    if edition in ("2009", "swiss-manager"):
        return sum((HALF if is_bye(t) or is_default(t) else points(t) for t in row), NIL)
    worth = NIL
    for index, text in enumerate(row):
        at_the_end = is_requested(text) and all(is_voluntary(t) for t in row[index + 1 :])
        worth += HALF if at_the_end else points(text)
    return worth


def elements(rows: Rows, player: int, edition: str) -> list[Element]:
    """Return the rounds of a player under an edition: 2009, swiss-manager, 2022, 2024 or 2026."""
    row, result_elements = rows[player], []
    n = len(row)
    for index, text in enumerate(row):
        result = points(text)
        if not is_bye(text) and not is_default(text):
            score = adjusted(rows[parts(text)[1]], edition)
        elif edition in ("2009", "swiss-manager"):
            score = total(row[:index]) + (1 - result) + HALF * (n - index - 1)
            result = HALF if edition == "swiss-manager" else result
        elif edition != "2026":
            score = total(row)
        elif is_default(text):
            score = min(total(row), adjusted(rows[parts(text)[1]], edition))
        else:
            score = min(total(row), HALF * n)
        result_elements.append(Element(score, result, is_voluntary(text)))
    return result_elements


def buchholz(all_of: list[Element], edition: str, low: int = 0, high: int = 0) -> Fraction:
    left = list(all_of)
    for _ in range(low):
        voluntary = [e for e in left if e.voluntary and edition.startswith("20")]
        voluntary = voluntary if edition != "2009" else []
        pool = voluntary or left
        if pool:
            left.remove(sorted(pool, key=lambda e: e.score)[0])
    for _ in range(high):
        if left:
            left.remove(sorted(left, key=lambda e: e.score)[-1])
    return sum((e.score for e in left), NIL)


def sonneborn_berger(all_of: list[Element], edition: str, low: int = 0) -> Fraction:
    left = list(all_of)
    for _ in range(min(low, len(left))):
        bottom = min(e.score for e in left)
        least = min((e for e in left if e.score == bottom), key=lambda e: e.product)
        voluntary = [e for e in left if e.voluntary]
        if edition in ("2022", "2024", "2026") and voluntary:
            # Of those that gave as little, the one that is the least significant value itself.
            own = min(voluntary, key=lambda e: (e.product, e.score))
            if edition == "2022" or own.product >= least.product:
                least = own
        left.remove(least)
    return sum((e.product for e in left), NIL)


def alone_at_the_top(tied: Sequence[int], won: dict[tuple[int, int], int]) -> int | None:
    """Return who is alone at the top whatever the missing games bring, by trying all results.

    `won` has the half points of the first against the second, for players who met.
    """
    missing = [(a, b) for a in tied for b in tied if a < b and (a, b) not in won]
    always: set[int] | None = None
    for results in product((0, 1, 2), repeat=len(missing)):
        score = {p: sum(won.get((p, o), 0) for o in tied) for p in tied}
        for (a, b), halves in zip(missing, results, strict=True):
            score[a] += halves
            score[b] += 2 - halves
        best = [p for p in tied if score[p] == max(score.values())]
        first = {best[0]} if len(best) == 1 else set()
        always = first if always is None else always & first
    return next(iter(always)) if always else None
