"""Small fields of the Swiss on Weerstandspunten, and all their complete pairings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pairing.explain.question import Question
from pairing.norms.model import Contestant, Pairing
from pairing.wp.engine import pair
from pairing.wp.explain.judge import Judge
from pairing.wp.groups.below import Rest
from pairing.wp.groups.field import WpField
from pairing.wp.groups.inside import Inside
from pairing.wp.groups.look_ahead import LookAhead
from pairing.wp.groups.relaxations import ManyWaiting
from pairing.wp.groups.waiting_room import C2
from projections.games.colours import breaks_b2
from projections.games.crosstable import Crosstable
from tests.helpers.adversarial_positions import small
from tests.helpers.crosstables import R2014, rules
from tests.helpers.random_positions import rounds_of

C2_VALUES: tuple[C2, ...] = ("below_c4_1", "below_c4_1", "below_c4_1", "above_c4_1")


def position(rng: random.Random) -> list[Contestant]:
    """Return a position that no tournament reaches: dense meetings, odd histories."""
    size = rng.randint(1, 8)
    levels = rng.randint(1, 5)
    met: list[set[int]] = [set() for _ in range(size)]
    density = rng.choice((0, 10, 30, 50, 70))
    for i in range(size):
        for j in range(i):
            if rng.randrange(100) < density:
                met[i].add(j)
                met[j].add(i)
    whites = rng.choice((50, 50, 80, 95))
    length = rng.randint(0, 4)
    keeps_b2 = rng.choice((False, True))
    points = sorted((rng.randrange(levels) for _ in range(size)), reverse=True)
    top = rng.choice((99, 99, 2))
    contestants = []
    for i in range(size):
        colours = ""
        for _ in range(length):
            colour = "W" if rng.randrange(100) < whites else "B"
            if keeps_b2 and breaks_b2(colours, "W" if colour == "W" else "B"):
                colour = "B" if colour == "W" else "W"
            colours += "-" if rng.randrange(10) == 0 else colour
        contestants.append(
            Contestant(
                *(i, points[i], colours, frozenset(met[i])),
                may_have_bye=rng.randrange(3) > 0,
                topscorer=points[i] >= top,
            )
        )
    return contestants


Pairs = list[tuple[int, int]]


def complete_pairings(judge: Judge) -> Iterator[tuple[Pairs, int | None]]:
    """Yield every legal pairing of a small field, by keys."""

    def rest(left: list[int], byes: int) -> Iterator[tuple[Pairs, int | None]]:
        if not left:
            yield [], None
            return
        first, others = left[0], left[1:]
        if byes and judge.field.bye_allowed[judge.place[first]]:
            for pairs, _ in rest(others, 0):
                yield pairs, first
        for other in others:
            if judge.fault_of(first, other) is None:
                for pairs, bye in rest([key for key in others if key != other], byes):
                    yield [(first, other), *pairs], bye

    return rest(list(judge.field.keys), judge.field.size % 2)


def field_of_a_tournament(seed: int, size: int, rounds: int) -> list[Contestant]:
    """Return the field of the last pairable round of a small random tournament."""
    rng = random.Random(seed)
    played = list(rounds_of(rng, size, rounds, rng.choice(("1996", "2014")), pair))
    return next(field for field, paired in reversed(played) if isinstance(paired, Pairing))


def small_field(rng: random.Random) -> list[Contestant]:
    """Return a position beyond tournaments, or the field of a small one."""
    if rng.randrange(2):
        return position(rng)
    return field_of_a_tournament(rng.randrange(2**32), rng.randint(4, 8), rng.randint(2, 6))


ABOVE = rules("knsb-wp-2014", pairing__c2="above_c4_1")


def asked_about(field: Sequence[Contestant], c2: C2 = "below_c4_1") -> Question:
    """Return a round of these players, published as the engine pairs it."""
    pairing = pair(field, c2=c2)
    boards: tuple[tuple[int, int], ...] = ()
    bye = None
    if isinstance(pairing, Pairing):
        boards, bye = tuple((b.white, b.black) for b in pairing.boards), pairing.bye
    table = Crosstable(1, {c.key: c.key for c in field}, {c.key: () for c in field})
    book = ABOVE if c2 == "above_c4_1" else R2014
    return Question(
        *(2, book, tuple(field), boards, bye, pairing, table, "published", 9),
        lambda player: player,
        lambda player: f"player {player}",
    )


def rooms_to_search(seed: int, count: int) -> Iterator[ManyWaiting]:
    """Yield the searches for the waiting room of the first of three groups, of random fields."""
    rng = random.Random(seed)
    while count:
        field = WpField(small(rng, rng.randint(8, 16)))
        if len(field.groups) > 2:
            (_, end), following = field.groups[:2]
            ahead = LookAhead(Rest(field, range(end), end), *following)
            inside = Inside(field, range(end))
            yield ManyWaiting(inside, ahead, False, inside.least_waiting())
            count -= 1
