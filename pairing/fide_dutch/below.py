"""What the floaters of a bracket do to those below it: C4, and C8 of the next bracket."""

from __future__ import annotations

from pairing.fide_dutch.criteria import Criteria, DutchBracket
from pairing.fide_dutch.field import DutchField
from pairing.graphs.matching import (
    EXPOSED,
    augment,
    bits,
    deficiency,
    mask_of,
    maximum_matching,
    neighbours,
)


class Below:
    """The next scoregroup and all below that, as the floaters of a bracket come to them.

    Floaters do not meet each other: two who may would have been a pair of the bracket.
    """

    def __init__(self, field: DutchField, bracket: DutchBracket) -> None:
        """Take the bracket whose floaters they are."""
        self.field = field
        self.following, self.lower = mask_of(bracket.following), mask_of(bracket.lower)
        level = field.scores[bracket.residents[0]]
        self.pab_here = field.pab_score is not None and field.pab_score >= level

    def _over(self, floaters: int) -> int:
        """Return who stays over in the next bracket at best: few, and of these the lowest scores.

        Whoever is covered by a matching stays covered when another augmenting path is added, so
        they are covered in the order of their scores; in the next scoregroup it is all one.

        Text: C.04.3 C8.
        """
        group = floaters | self.following
        rows = self._rows(floaters)
        mate = maximum_matching(rows, alive=group)
        if any(mate[at] == EXPOSED for at in bits(floaters)):
            mate = [EXPOSED] * len(rows)
            for at in bits(floaters):
                if mate[at] == EXPOSED:
                    augment(rows, mate, at, group)
            mate = maximum_matching(rows, mate, group)
        return mask_of(at for at in bits(group) if mate[at] == EXPOSED)

    def _rows(self, floaters: int) -> list[int]:
        rows = [0] * (self.field.size + 1)
        group = floaters | self.following
        for at in bits(self.following):
            rows[at] = self.field.legal[at] & group
        for at in bits(floaters):
            rows[at] = self.field.legal[at] & self.following
        return rows

    def _cost(self, criteria: Criteria, over: int) -> int:
        return sum(criteria.over[i] for i in bits(over))

    def at_best(self, criteria: Criteria, floaters: int) -> int:
        """Return what C8 costs at least after so many floaters, whoever they are.

        Of an odd number one stays over, one of the lowest score there is.

        Text: C.04.3 C8.
        """
        if not self.following or self.pab_here:
            return 0
        own = criteria.over[(self.following & -self.following).bit_length() - 1]
        return own * ((self.following.bit_count() + floaters) % 2)

    def suits(self, floaters: int, bound: int, criteria: Criteria) -> bool:
        """Tell whether all can be completed after these floaters, with no more than this for C8.

        Where the bye is in this bracket, its one floater has it, and C8 is the same for them all.

        Text: C.04.3 C4, C8.
        """
        field = self.field
        if not self.following:
            return True
        if self.pab_here:
            return field.completes(self.following | self.lower)
        if not floaters:
            # They alone are no floaters at all, so that C8 is the same for all candidates.
            return field.completes(self._everybody_below())
        over = self._over(floaters)
        return self._cost(criteria, over) == bound and field.completes(
            over | self.lower | self._seat()
        )

    def _everybody_below(self) -> int:
        return self.following | self.lower | self._seat()

    def _seat(self) -> int:
        return 1 << self.field.seat if self.field.odd and not self.pab_here else 0

    def after_each(self, players: int, criteria: Criteria) -> dict[int, int]:
        """Return for each player who may be the only floater what C8 costs at least after that.

        A player more lets a group be matched better where they are joined to somebody whom one of
        its greatest matchings leaves out, and else worse: by one. Who stays over in the next
        bracket is of its own scoregroup where the floater has an opponent there at all.

        Text: C.04.3 C4, C8.
        """
        legal, result = self.field.legal, {}
        missing, outer = deficiency(legal, self._everybody_below())
        if missing != 1:
            return {}
        single, left_out = deficiency(self._rows(0), self.following)
        own = criteria.over[(self.following & -self.following).bit_length() - 1]
        for i in bits(players & neighbours(legal, outer)):
            if legal[i] & left_out:
                result[i] = own * (single - 1)
            elif legal[i] & self.following:
                result[i] = own * (single + 1)
            else:
                result[i] = own * single + criteria.over[i]
        return result
