"""The order of candidates, articles 3 and 4, as digits lighter than the criteria."""

from __future__ import annotations

from collections.abc import Iterator


class MovedOrder:
    """The order of the pairs of moved-down players: their set, then their opponents in turn.

    Sets of equal size come by their smallest differing number (4.4): 2 to the power of minus the
    number, summed up, is greater for the earlier set, so it counts against the pair. Then the
    opponents of the set in the order of its numbers (4.2): a digit for each.
    """

    def __init__(self, moved: int, residents: int) -> None:
        """Take how many there are of both."""
        self.moved = moved
        self.spans = [1 << moved, *[residents + 1] * moved]

    def digits(self, a: int, b: int) -> Iterator[tuple[int, int]]:
        """Yield (digit, value) of a pair; `a` and `b` count from 1 within their own kind."""
        yield 0, -(1 << (self.moved - a))
        yield a, b


class RemainderOrder:
    """The order of `pairs` pairs of `size` players, numbered from 1, of equal score.

    A pair with the larger number in S1 was met before with the smaller one there, so a pairing is
    met first where S1' holds the smaller number of each pair. Its exchange is `out`, those of 1 to
    p who are not in S1', against `into`, those of S1' above p. The order of exchanges (4.3): how
    many are exchanged, which is |into|; the sum of into less that of out, which is the sum of S1'
    less a constant; the largest differing number among out, the larger first: the sum of 2**a over
    out is then greater, and over the rest of 1 to p smaller; the smallest differing number among
    into, the smaller first: the sum of 2**(size - a) over into is then greater. Then the
    transposition (4.2): the opponents of S1' in the order of its numbers, a digit for each.
    """

    def __init__(self, size: int, pairs: int) -> None:
        """Take how many players there are, and how many pairs are made of them."""
        self.size = size
        self.pairs = pairs
        self.spans = [
            size + 1,
            size * (size + 1) // 2 + 1,
            2 << pairs,
            1 << (size - pairs),
            *[size + 1] * size,
        ]

    def digits(self, a: int, b: int) -> Iterator[tuple[int, int]]:
        """Yield (digit, value) of a pair of two numbers, a < b."""
        yield 1, a
        if a > self.pairs:
            yield 0, 1
            yield 3, -(1 << (self.size - a))
        else:
            yield 2, 1 << a
        yield 3 + a, b
