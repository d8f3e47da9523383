"""The best waiting room key by key, where the search by cost takes too long.

Below k3 the keys k4, k5, k6 and k7 are decided one after the other. Each asks: is there a room,
equally good in the keys before, whose key is at most this value? For k7 each player from the top is
tested in turn: can they wait? No question distinguishes rooms that differ in k7 alone.

A proof of k4 or k5 is a bound by prices (see `Prices`). For every candidate room it is at most the
allowed value. So the excess of the bound over that value, times a factor of 0 or more, may be added
to the costs, and no such room becomes dearer (a Lagrangian relaxation). When the cheapest matching
costs more than allowed, there is no such room. The factors rise for proofs that the current room
breaks and fall for those that it keeps. Where that does not decide, the question is asked twice:
with a player who must wait, and without that player.
"""

from collections.abc import Generator, Iterator
from typing import NamedTuple

from pairing.graphs.cheapest_matching import CheapestMatching
from pairing.graphs.matching import bits, mask_of
from pairing.wp.groups.look_ahead import LookAhead, Prices
from pairing.wp.groups.search import RelaxationSearch, Steps

# How often the factors are changed before the question is split in two.
MOST_CHANGES = 12
# Factors are whole multiples of this part of a denial of two strong preferences, as a power of 2.
FINENESS = 4


class LevelCaps(NamedTuple):
    """The upper limits of k4 and k5, and the cost of the matching without k7 (its level)."""

    again: int
    single: int
    level: int


class Judged(NamedTuple):
    """A room by its keys from k4 on: those of the next group, then those in the matching."""

    again: int
    single: int
    cost: int
    waiting: int


class BoundByPrices(NamedTuple):
    """A bound by prices, of k5 or of k4."""

    of_single: bool
    prices: Prices

    def excess(self, waiting: int, caps: LevelCaps) -> int:
        """Return a lower bound of the excess of a room's key over the limit."""
        return self.prices.bound(waiting) - self.allowed(caps)

    def allowed(self, caps: LevelCaps) -> int:
        """The upper limit of the key."""
        return caps.single if self.of_single else caps.again


class RoomSubset(NamedTuple):
    """The rooms with all of `within` and none of `without`, and a matching to start from.

    `matching` has the `prices` by place; it belongs to this part or to a larger one.
    """

    within: int
    without: int
    factors: dict[BoundByPrices, int]
    prices: list[int]
    matching: CheapestMatching


class KeyByKey:
    """Finds the best of the rooms that a search ranks by all keys but k4 and k5."""

    def __init__(self, search: RelaxationSearch, ahead: LookAhead) -> None:
        assert search.first is not None
        assert search.number is not None
        self.search = search
        self.ahead = ahead
        self.inside = search.inside
        self.size = self.inside.size
        self.number = search.number
        self.whole = RoomSubset(0, 0, {}, [0] * self.size, search.first)
        outer = search.units.outer >> self.size
        # The upper limit of a level with the best k1 to k3.
        self.most = self._level(search.first.cost()) // outer * outer + outer - 1
        room = self._judge(self.whole)
        assert room is not None
        self.best: Judged = room

    def _level(self, cost: int) -> int:
        """Return a cost without k7, which was subtracted."""
        return -(-cost >> self.size)

    def steps(self) -> Steps:
        """Yield None repeatedly, then the best room.

        Rule: knsb-wp-2014 C4.2, C4.3, C4.4, C4.5; knsb-wp-1996 C4.2, C4.3, C4.4, C4.5.
        """
        never = self.number + self.ahead.end
        while self.best.again and (
            yield from self._ask(LevelCaps(self.best.again - 1, never, self.most))
        ):
            pass
        # The parity of k5 is that of the number of players it is counted from.
        while self.best.single > self.ahead.least_single(self.number) and (
            yield from self._ask(LevelCaps(self.best.again, self.best.single - 2, self.most))
        ):
            pass
        # Factors that outweigh k6 are useless for it.
        self.whole = self.whole._replace(factors=dict.fromkeys(self.whole.factors, 0))
        while (yield from self._ask(self._as_good(1))):
            pass
        yield from self._highest()
        yield tuple(bits(self.best.waiting))

    def _as_good(self, better: int) -> LevelCaps:
        return LevelCaps(self.best.again, self.best.single, self._level(self.best.cost) - better)

    def _highest(self) -> Generator[None, None, None]:
        """Decide k7: from the top each player waits if they can, given the decisions above them.

        If a player cannot, players below them who are alike in all but their place cannot either.
        """
        within = without = 0
        for at in range(self.size):
            if without >> at & 1:
                continue
            one = 1 << at
            if self.best.waiting & one or (
                yield from self._ask(self._as_good(0), within | one, without)
            ):
                within |= one
            else:
                without |= self.inside.alike[at] & -one
            if within.bit_count() == self.number:
                return

    def _ask(
        self, caps: LevelCaps, within: int = 0, without: int = 0
    ) -> Generator[None, None, bool]:
        """Yield whether a part holds a room within the limits; `best` is then such a room."""
        parts = [self.whole._replace(within=within, without=without)]
        while parts:
            halves = yield from self._try(parts.pop(), caps)
            if halves is None:
                return True
            parts += halves
        return False

    def _try(
        self, part: RoomSubset, caps: LevelCaps
    ) -> Generator[None, None, list[RoomSubset] | None]:
        """Return None when a room was found; else the parts that may hold one (maybe none)."""
        rooms: list[int] = []
        best = part
        highest = -1
        for _ in range(MOST_CHANGES):
            solved = self._solve(part)
            yield
            if solved is None:
                return []
            part = solved
            if not part.within | part.without:
                self.whole = part
            bound = part.matching.cost() + sum(
                factor * (proof.prices.start - proof.allowed(caps))
                for proof, factor in part.factors.items()
            )
            if self._level(bound) > caps.level:
                return []
            if bound > highest:
                best = part
                highest = bound
            judged = self._judge(part)
            if judged is not None:
                self.best = min(self.best, judged)
                if judged[:2] <= caps[:2] and self._level(judged.cost) <= caps.level:
                    return None
            rooms.append(self._waiting(part))
            factors = self._changed(part, rooms[-1], caps, bound)
            if factors is None:
                break
            part = part._replace(factors=factors)
        return self._halves(best, rooms, caps)

    def _waiting(self, part: RoomSubset) -> int:
        mate = part.matching.mate
        return mask_of(at for at in range(self.size) if mate[at] >= self.size)

    def _judge(self, part: RoomSubset) -> Judged | None:
        """Return the room of a matching; None when it is too large or not best in k2 and k3."""
        waiting = self._waiting(part)
        cost = part.matching.cost() - sum(part.prices[at] for at in bits(waiting))
        if waiting.bit_count() > self.number or self._level(cost) > self.most:
            return None
        ahead = self.ahead
        single = ahead.single(waiting).number
        return Judged(ahead.floats_again(waiting).number, single, cost, waiting)

    def _solve(self, part: RoomSubset) -> RoomSubset | None:
        """Return the part with the cheapest matching by its factors; None when it has no room."""
        size = self.size
        prices = [0] * size
        for proof, factor in part.factors.items():
            if factor:
                for at in bits(proof.prices.plus):
                    prices[at] += factor
                for at in bits(proof.prices.minus):
                    prices[at] -= factor
        costs = self.search.closed(self.search.costs, part.within, part.without)
        copied: set[int] = set()
        y = part.matching.duals()
        for at, price in enumerate(prices):
            y[at] += min(0, 2 * (price - part.prices[at]))
            beyond = [b for b in costs[at] if b >= size] if price else []
            for one, two in [(at, b) for b in beyond] + [(b, at) for b in beyond]:
                if one not in copied:
                    costs[one] = dict(costs[one])
                    copied.add(one)
                costs[one][two] += price
        solved = CheapestMatching(costs, y, part.matching.mate)
        if solved.run() is None:
            return None
        return part._replace(prices=prices, matching=solved)

    def _proofs(self, waiting: int, caps: LevelCaps) -> list[BoundByPrices]:
        """Return proofs that a room exceeds the limits."""
        ahead = self.ahead
        again = ahead.floats_again(waiting)
        single = ahead.single(waiting)
        bounds: Iterator[Prices] = iter(())
        if again.number > caps.again:
            makers = ahead.prices_of_again, ahead.exact_prices
            bounds = (make(waiting, again.proof) for make in makers)
        elif single.number > caps.single:
            makers = ahead.prices_of_single, ahead.exact_prices
            bounds = (make(waiting, single.proof) for make in makers)
        of_single = again.number <= caps.again
        proofs = (BoundByPrices(of_single, prices) for prices in bounds)
        return [proof for proof in proofs if proof.excess(waiting, caps) > 0][:1]

    def _changed(
        self, part: RoomSubset, waiting: int, caps: LevelCaps, bound: int
    ) -> dict[BoundByPrices, int] | None:
        """Return the factors after a step towards a bound above the limit; None if none can rise.

        The step length is Polyak's: the deficit, divided by the square of the excesses. A new proof
        is added only when the room breaks none of the existing ones.
        """
        factors = dict(part.factors)
        if not any(proof.excess(waiting, caps) > 0 for proof in factors):
            for proof in self._proofs(waiting, caps):
                factors[proof] = 0
        excess = {proof: proof.excess(waiting, caps) for proof in factors}
        moving = {p: e for p, e in excess.items() if e > 0 or (e < 0 and factors[p])}
        if not moving:
            return None
        grain = 1 << max(0, self.size - FINENESS)
        missing = (caps.level << self.size) + grain - bound
        length = missing // sum(e * e for e in moving.values()) // grain * grain
        for proof, more in moving.items():
            factors[proof] = max(0, factors[proof] + max(grain, length) * more)
        return factors

    def _halves(self, part: RoomSubset, rooms: list[int], caps: LevelCaps) -> list[RoomSubset]:
        """Split the part in two, by a player in whom the rooms found differ if there is one.

        When the last room has too large a k4 or k5, the player is one of those who prove it.
        """
        last = rooms[-1]
        everyone = self.inside.everyone
        free = everyone & ~part.within & ~part.without
        if last.bit_count() == self.number:
            again = self.ahead.floats_again(last)
            single = self.ahead.single(last)
            if again.number > caps.again:
                free &= again.omit | again.include
            elif again.number == caps.again and single.number > caps.single:
                free &= single.omit | single.include
        if not free:
            return []
        count = len(rooms)
        at = min(bits(free), key=lambda a: abs(2 * sum(r >> a & 1 for r in rooms) - count))
        within = part.within | 1 << at
        all_wait = within.bit_count() == self.number
        return [
            part._replace(within=within, without=everyone & ~within if all_wait else part.without),
            part._replace(without=part.without | 1 << at),
        ]
