"""What the floaters of a bracket do to those below it: C4, and C8 of the next bracket.

What C8 asks of the next bracket is C7 in 2017. Where the floaters have the same scores, its lists
of differences compare as those of the scores of who stays over.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.fide_dutch.costs import DutchCosts
from pairing.fide_dutch.field import DutchField
from pairing.fide_dutch.scene import DutchBracket
from pairing.graphs.matching import (
    EXPOSED,
    bits,
    cover,
    deficiency,
    find_partner,
    mask_of,
    maximum_matching,
    neighbours,
)


class DutchNext:
    """The next scoregroup as the floaters of a bracket come to it.

    Floaters do not meet each other: two who may would have been a pair of the bracket. `wanted` is
    how many at least must stay over for those below. The players of the mask `heavy` cost more than
    all others where they stay over.
    """

    wanted = 0

    def __init__(self, field: DutchField, bracket: DutchBracket, heavy: int = 0) -> None:
        """Take the bracket whose floaters they are."""
        self.field = field
        self.bracket = bracket
        self.heavy = heavy
        self.following = mask_of(bracket.following)
        self.stay: dict[int, int] = {}

    def _over(self, floaters: int) -> int:
        """Return who stays over in the next bracket at best: few, and of these the lowest scores.

        Rule: fide-dutch-2026 C8; fide-dutch-2017 C7.
        """
        if floaters not in self.stay:
            self.stay[floaters] = self._left_out(self._rows(floaters), floaters)
        return self.stay[floaters]

    def _left_out(self, rows: Sequence[int], first: int) -> int:
        """Return who of the next scoregroup and the first ones is left out, at the least cost."""
        group = first | self.following
        return left_out(rows, first, group, self.heavy & group)

    def _rows(self, floaters: int) -> list[int]:
        """Return the graph of the next scoregroup with these, who do not meet each other."""
        rows = [0] * (self.field.size + 1)
        group = floaters | self.following
        for at in bits(self.following):
            rows[at] = self.field.legal[at] & group
        for at in bits(floaters):
            rows[at] = self.field.legal[at] & self.following
        return rows

    def cost(self, floaters: int, criteria: DutchCosts) -> int:
        """Return what C8 costs at least after these floaters."""
        return self._sum(self._over(floaters), criteria)

    def at_best(self, floaters: int, bracket: Sequence[int], criteria: DutchCosts) -> bool:
        """Tell whether C8 costs as little as it can, whoever floats.

        Where nobody does, it is the same for all candidates. Of an odd number one stays over, and
        as many as those below miss, or the next scoregroup by itself beyond the floaters, at best
        of the lowest score. More do where a bound says so:

        - the bracket and the next scoregroup have no better matching together; then at best those
          stay over whom it leaves out;
        - whoever floats, there are no more pairs with the next scoregroup, and in it, than with the
          whole bracket, nor more floaters with a partner there than could have one. Then at best
          the lowest of the floaters stay over.

        `bracket` is the graph of its own pairs.

        Where somebody heavy stays over, only the first of these can say that this is the best.

        Rule: fide-dutch-2026 C8; fide-dutch-2017 C7.
        """
        if not self.following or not floaters:
            return True
        over = self._over(floaters)
        odd = (floaters | self.following).bit_count() % 2
        light = not over & self.heavy
        lowest_stay = light and not over & floaters
        fewest = max(odd, self.wanted)
        if lowest_stay and over.bit_count() <= fewest:
            return True
        missing = deficiency(self.field.legal, self.following)[0]
        fewest = max(fewest, missing - floaters.bit_count())
        if lowest_stay and over.bit_count() <= fewest:
            return True
        players = mask_of(self.bracket.players)
        rows = self._rows(players)
        everybody = players | self.following
        count = (floaters | self.following).bit_count()
        few = count - everybody.bit_count() + left_out(rows, 0, everybody).bit_count()
        few = max(fewest, few)
        across = [row & players if self.following >> at & 1 else row for at, row in enumerate(rows)]
        alone = left_out(across, players, everybody) & players
        staying = floaters.bit_count() - players.bit_count() + alone.bit_count()
        staying = max(0, staying, few - self.following.bit_count())
        lowest = mask_of([*bits(floaters)][floaters.bit_count() - staying :])
        one = self.following & -self.following
        bound = self._sum(lowest, criteria) + self._sum(one, criteria) * max(0, few - staying)
        cost = self._sum(over, criteria)
        if light and cost == bound:
            return True
        for at in self.bracket.players:
            rows[at] |= bracket[at]
        return cost == self._sum(self._left_out(rows, players), criteria)

    def _sum(self, over: int, criteria: DutchCosts) -> int:
        return sum(criteria.over[i] for i in bits(over))

    def after(self, players: int, criteria: DutchCosts) -> dict[int, int]:
        """Return for each of these players what C8 costs at least if they are the only floater.

        A player more lets a group be matched better where they are joined to somebody whom one of
        its greatest matchings leaves out, and else worse: by one. Who stays over in the next
        bracket is of its own scoregroup where the floater has an opponent there at all. Not all of
        that may be heavy, and none is counted so: with them it costs at least as much.

        Rule: fide-dutch-2026 C8; fide-dutch-2017 C7.
        """
        legal = self.field.legal
        result = {}
        single, left_out = deficiency(self._rows(0), self.following)
        light = self.following & ~self.heavy
        own = criteria.over[(light & -light).bit_length() - 1]
        for i in bits(players):
            count = max(self.wanted, single + (-1 if legal[i] & left_out else 1))
            result[i] = own * count
            if not legal[i] & self.following:
                result[i] += criteria.over[i] - own
        return result


class DutchBelow(DutchNext):
    """The next scoregroup and all below that, as the floaters of a bracket come to them."""

    def __init__(self, field: DutchField, bracket: DutchBracket) -> None:
        """Take the bracket whose floaters they are."""
        super().__init__(field, bracket)
        self.lower = mask_of(bracket.lower)
        level = field.scores[bracket.residents[0]]
        self.pab_here = field.pab_score is not None and field.pab_score >= level
        # How many of the lower ones miss a partner, and whom they can leave out.
        self.wanted, self.left_out = deficiency(field.legal, self.lower | self._seat())

    def missing(self) -> int:
        """Return how many of those below find no partner among themselves, nor the bye.

        Rule: fide-dutch-2026 C4.
        """
        return deficiency(self.field.legal, self._everybody())[0]

    def _everybody(self) -> int:
        return self.following | self.lower | self._seat()

    def _seat(self) -> int:
        return 1 << self.field.seat if self.field.odd and not self.pab_here else 0

    def completes(self, floaters: int) -> bool:
        """Tell whether all can be completed after these floaters, with the least for C8.

        Where the bye is in this bracket, its one floater has it.

        Rule: fide-dutch-2026 C4, C8.
        """
        if not self.following:
            return True
        if self.pab_here or not floaters:
            return self.field.completes(self._everybody())
        return self.field.completes(self._over(floaters) | self.lower | self._seat())

    def _over(self, floaters: int) -> int:
        """Return who stays over in the next bracket at best.

        If those below it miss more partners than that, as many of the scoregroup stay over for
        them as they miss, where all others can then be matched.

        Rule: fide-dutch-2026 C8.
        """
        if floaters not in self.stay:
            over = super()._over(floaters)
            if self.wanted > over.bit_count():
                over = self._over_for_lower(floaters) or over
            self.stay[floaters] = over
        return self.stay[floaters]

    def _over_for_lower(self, floaters: int) -> int:
        """Return as many as those below the next scoregroup miss, the floaters as far as needed.

        Each of them finds one who is left out by some greatest matching of those below. 0: there
        are none so that all others are matched.

        Rule: fide-dutch-2026 C4, C8.
        """
        near = neighbours(self.field.legal, self.left_out)
        seats = ((1 << self.wanted) - 1) << (self.field.size + 1)
        alive = floaters | self.following | seats
        for may in (self.following & near, alive & near):
            rows = [*self._rows(floaters), *[may] * self.wanted]
            for at in bits(may):
                rows[at] |= seats
            mate = maximum_matching(rows, alive=alive)
            if all(mate[at] != EXPOSED for at in bits(alive)):
                for at in bits(may & floaters):
                    if find_partner(rows, mate, at, self.following, alive):
                        rows[at] &= ~seats
                        for seat in bits(seats):
                            rows[seat] &= ~(1 << at)
                return mask_of(mate[at] for at in bits(seats))
        return 0

    def at_best(self, floaters: int, bracket: Sequence[int], criteria: DutchCosts) -> bool:
        """Tell whether C8 costs as little as it can, whoever floats.

        Where the one floater has the bye, it is the same for all candidates.

        Rule: fide-dutch-2026 C8.
        """
        return self.pab_here or super().at_best(floaters, bracket, criteria)

    def after_each(self, players: int, criteria: DutchCosts) -> dict[int, int]:
        """Return for each player who may be the only floater what C8 costs at least after that.

        Rule: fide-dutch-2026 C4, C8.
        """
        missing, outer = deficiency(self.field.legal, self._everybody())
        if missing != 1:
            return {}
        return self.after(players & neighbours(self.field.legal, outer), criteria)


def left_out(rows: Sequence[int], first: int, group: int, sooner: int = 0) -> int:
    """Return whom a greatest matching of a group leaves out, the highest of `first` not.

    The sets that a matching can cover are those of a matroid, so `first` is covered from the
    highest on, after those who must be `sooner`: each by an augmenting path, or in the place of one
    that comes later. Those who are covered stay covered when more augmenting paths are added.
    """
    order = [*bits(sooner), *bits(first & ~sooner)]
    mate = maximum_matching(rows, alive=group)
    if any(mate[at] == EXPOSED for at in order):
        mate = [EXPOSED] * len(rows)
        later = group
        for at in order:
            later &= ~(1 << at)
            if mate[at] == EXPOSED:
                cover(rows, mate, at, later, group)
        mate = maximum_matching(rows, mate, group)
    return mask_of(at for at in bits(group) if mate[at] == EXPOSED)
