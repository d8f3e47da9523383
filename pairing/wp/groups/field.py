"""The field of one round for the engine, by position in the classification (0 is best)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, overload

from pairing.graphs.matching import bits, mask_of
from pairing.norms.colours import preference_of
from pairing.norms.legality import may_play
from pairing.norms.model import Contestant
from pairing.wp.groups.bounds import class_of

FREE: Final = 0
MUST_WHITE: Final = 1
MUST_BLACK: Final = 2
NEITHER: Final = 3

KEPT_AT_MOST: Final = 4000


def _sums_below(flags: Iterable[bool]) -> list[int]:
    """Return, per place, how many flags hold from there down; one entry more than the flags."""
    return [*accumulate((int(f) for f in reversed(list(flags))), initial=0)][::-1]


class WpField:
    """All contestants, with their classes, the players they met, and counts from each place down.

    `groups` are the score groups as (first, end) positions; `met` holds positions, symmetric;
    `must` is the colour that B2 leaves a player. `..._below[p]` is about p and everybody after.
    """

    def __init__(self, contestants: Sequence[Contestant]) -> None:
        self.contestants = contestants
        self.size = len(contestants)
        self.keys = [c.key for c in contestants]
        self.points = [c.points_halves for c in contestants]
        self.bye_allowed = [c.may_have_bye for c in contestants]
        self._classify()
        self._find_meetings()
        self.groups = self._score_groups()
        self.must_white_below = _sums_below(m == MUST_WHITE for m in self.must)
        self.must_black_below = _sums_below(m == MUST_BLACK for m in self.must)
        self.byes_below = _sums_below(self.bye_allowed)
        met = [len(m) for m in reversed(self.met)]
        self.most_met_below = [*accumulate(met, max, initial=0)][::-1]

    def _classify(self) -> None:
        """Return the class and B2 freedom of each; equal histories are judged once."""
        self.classes: list[int] = []
        self.must: list[int] = []
        classes: dict[tuple[str, bool], tuple[int, int]] = {}
        for c in self.contestants:
            judged = classes.get((c.colours, c.topscorer))
            if judged is None:
                must = (not may_play(c, "B")) * MUST_WHITE + (not may_play(c, "W")) * MUST_BLACK
                judged = class_of(preference_of(c)), must
                classes[c.colours, c.topscorer] = judged
            self.classes.append(judged[0])
            self.must.append(judged[1])
        self.has_barred = NEITHER in self.must

    def _find_meetings(self) -> None:
        """Return who has met whom; where most have met, computed from the few who have not."""
        position = {key: i for i, key in enumerate(self.keys)}
        self._unmet: list[set[int]] | None = None
        if 2 * sum(len(c.met) for c in self.contestants) > self.size * self.size:
            keys = frozenset(self.keys)
            everyone = frozenset(range(self.size))
            others = [
                {position[key] for key in keys.difference(c.met, (c.key,))}
                for c in self.contestants
            ]
            for i, unmet in enumerate(others):
                unmet -= {j for j in unmet if i not in others[j]}
            self._unmet = others
            self.met = [set(everyone.difference(u, (i,))) for i, u in enumerate(others)]
            return
        self.met = [{position[key] for key in c.met if key in position} for c in self.contestants]
        for i, met in enumerate(self.met):
            met.discard(i)
            for j in met:
                if i not in self.met[j]:
                    self.met[j].add(i)

    def may_meet(self, p: int) -> set[int] | None:
        """Return who has not met `p`, where these are few; else None."""
        return None if self._unmet is None else self._unmet[p]

    @cached_property
    def graph(self) -> list[int]:
        """Return one mask of legal opponents per player, by position; after the players the bye."""
        allowed = mask_of(p for p, may in enumerate(self.bye_allowed) if may)
        rows = list(LegalRows(self, range(self.size)))
        return [row | self.bye_allowed[p] << self.size for p, row in enumerate(rows)] + [allowed]

    def _score_groups(self) -> list[tuple[int, int]]:
        starts = [i for i in range(self.size) if i == 0 or self.points[i] != self.points[i - 1]]
        return list(zip(starts, [*starts[1:], self.size], strict=False))

    def is_legal(self, i: int, j: int) -> bool:
        """Return whether B1a and B2 allow the pair."""
        one = self.must[i]
        two = self.must[j]
        return not (one & two) and one != NEITHER and two != NEITHER and j not in self.met[i]

    def adjacency(self, players: Sequence[int]) -> list[int]:
        """Return one mask of legal opponents per player, both by place in `players`."""
        return list(LegalRows(self, players))


class LegalRows(Sequence[int]):
    """One mask of legal opponents per player, by place in `players`, made on demand.

    All masks of a group of n take n^2 bits, 1.2 GiB for 100,000. So only those of a group of at
    most KEPT_AT_MOST are kept.
    """

    def __init__(self, field: WpField, players: Sequence[int]) -> None:
        self.field = field
        self.players = players
        self.place = {p: at for at, p in enumerate(players)}
        self.everyone = (1 << len(players)) - 1
        self.barred = self._barred()
        self._kept: dict[int, int] = {}
        self._drawn: list[int] | None = field.__dict__.get("graph")
        if self._drawn is not None:
            self._find_run()

    def _find_run(self) -> None:
        """Return the length of the field's final run of neighbours, and the mask of the others.

        The others are the few who came in from above.
        """
        run = len(self.players) and 1
        while run < len(self.players) and self.players[-run - 1] == self.players[-run] - 1:
            run += 1
        self._run = run
        self._apart = mask_of(self.players[: len(self.players) - run])

    def _barred(self) -> list[int]:
        """Return, per kind of freedom under B2, the players it excludes.

        Nobody may meet a player who is excluded from both colours.
        """
        places: list[list[int]] = [[] for _ in (FREE, MUST_WHITE, MUST_BLACK, NEITHER)]
        for at, p in enumerate(self.players):
            places[self.field.must[p]].append(at)
        _, white, black, neither = map(mask_of, places)
        return [neither, white | neither, black | neither, self.everyone]

    def __len__(self) -> int:
        return len(self.players)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> list[int]: ...
    def __getitem__(self, at: int | slice) -> int | list[int]:
        """Return the mask of one player."""
        if isinstance(at, slice):
            return [self[one] for one in range(len(self))[at]]
        row = self._kept.get(at)
        if row is None:
            row = self._row(at)
            if len(self.players) <= KEPT_AT_MOST:
                self._kept[at] = row
        return row

    def __iter__(self) -> Iterator[int]:
        return map(self._row, range(len(self.players)))

    def _row(self, at: int) -> int:
        p = self.players[at]
        if self._drawn is not None:
            return self._row_drawn(self._drawn[p])
        barred = self.barred[self.field.must[p]] | 1 << at
        few = self.field.may_meet(p)
        place = self.place
        row = 0
        for q in self.field.met[p] if few is None else few:
            there = place.get(q)
            if there is not None:
                row |= 1 << there
        return (self.everyone & ~row if few is None else row) & ~barred

    def _row_drawn(self, whole: int) -> int:
        """Return a row taken from that of the whole field: its end is a run of neighbours there."""
        row = (whole >> self.players[-1] + 1 - self._run & (1 << self._run) - 1) << len(
            self.players
        ) - self._run
        for q in bits(whole & self._apart):
            row |= 1 << self.place[q]
        return row

    def isolated(self, most_met: int) -> list[int]:
        """Return the places without any opponent, if nobody met more than `most_met` of them."""
        size = len(self.players)
        kinds = [size - barred.bit_count() - 1 > most_met for barred in self.barred]
        return [
            at
            for at, p in enumerate(self.players)
            if not kinds[self.field.must[p]] and not self[at]
        ]
