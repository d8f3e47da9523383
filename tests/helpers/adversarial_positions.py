"""Adversarial positions of any size, with large waiting rooms and keys that are hard to combine."""

import random
from collections.abc import Callable, Sequence

from ledger.values import Colour
from pairing.norms.model import Contestant
from projections.games.colours import breaks_b2, other

Build = Callable[[random.Random, int], list[Contestant]]
Pairs = set[tuple[int, int]]


def history(rng: random.Random, length: int, whites: int) -> str:
    """Return colours that keep B2; a free colour is white with a chance of `whites` percent."""
    colours = ""
    for _ in range(length):
        colour: Colour = "W" if rng.randrange(100) < whites else "B"
        colours += other(colour) if breaks_b2(colours, colour) else colour
    return colours


def field(
    rng: random.Random,
    points: Sequence[int],
    still_to_meet: Pairs,
    colours: Sequence[str],
    top: int | None = None,
) -> list[Contestant]:
    """Return players in A4 order of whom only these pairs have not met.

    From place `top` on they are topscorers.
    """
    size = len(points)
    met = [set(range(size)) - {i} for i in range(size)]
    for a, b in still_to_meet:
        met[a].discard(b)
        met[b].discard(a)
    return [
        Contestant(
            *(i, points[i], colours[i], frozenset(met[i])),
            may_have_bye=rng.randrange(100) < 90,
            topscorer=top is not None and points[i] >= top,
        )
        for i in range(size)
    ]


def scores(rng: random.Random, size: int, levels: int) -> list[int]:
    """Return scores as after `levels` rounds, high to low."""
    return sorted((rng.getrandbits(levels).bit_count() for _ in range(size)), reverse=True)


def nearly_all_met(opponents: int, levels: int, reach: int | None = None) -> Build:
    """Return a family where everybody has about `opponents` left to meet, within `reach` places.

    Without `reach` they are anywhere.
    """

    def build(rng: random.Random, size: int) -> list[Contestant]:
        order = list(range(size))
        rng.shuffle(order)
        pairs = set(zip(order[::2], order[1::2], strict=False))
        for _ in range(size * (opponents - 1) // 2):
            a, b = rng.randrange(size), rng.randrange(size)
            if reach is not None:
                b = a + rng.randint(-reach, reach)
            if a != b and 0 <= b < size:
                pairs.add((a, b))
        colours = [history(rng, 6, 50) for _ in range(size)]
        return field(rng, scores(rng, size, levels), pairs, colours)

    return build


def all_wait(groups: int, percent: int) -> Build:
    """Return a family whose score groups have met themselves; `percent` of other pairs are left."""

    def build(rng: random.Random, size: int) -> list[Contestant]:
        points = sorted((rng.randrange(groups) for _ in range(size)), reverse=True)
        pairs = {
            (a, b)
            for a in range(size)
            for b in range(a)
            if points[a] != points[b] and rng.randrange(100) < percent
        }
        return field(rng, points, pairs, [history(rng, 6, 50) for _ in range(size)])

    return build


def one_colour(percent: int, length: int, met: int, last_round: bool = False) -> Build:
    """Return a family where `percent` want the same colour; each has met about `met` others."""

    def build(rng: random.Random, size: int) -> list[Contestant]:
        points = scores(rng, size, 7)
        pairs = {(a, b) for a in range(size) for b in range(a)}
        for _ in range(size * met // 2):
            a, b = sorted(rng.sample(range(size), 2), reverse=True)
            pairs.discard((a, b))
        whites = (size * percent + 50) // 100
        colours = ["W" * length] * whites + ["B" * length] * (size - whites)
        rng.shuffle(colours)
        return field(rng, points, pairs, colours, 5 if last_round else None)

    return build


FAMILIES: dict[str, Build] = {
    "6 opponents left, 3 levels": nearly_all_met(6, 3),
    "8 opponents left, 8 levels": nearly_all_met(8, 8),
    "8 opponents left, 20 levels": nearly_all_met(8, 20),
    "12 opponents left, 3 levels": nearly_all_met(12, 3),
    "20 opponents left, 8 levels": nearly_all_met(20, 8),
    "40 opponents left, 20 levels": nearly_all_met(40, 20),
    "12 neighbours left": nearly_all_met(12, 10, reach=30),
    "groups that all wait": all_wait(8, 100),
    "groups that all wait, 10 % left": all_wait(8, 10),
    "30 groups that all wait": all_wait(30, 50),
    "one colour for half": one_colour(50, 2, 10),
    "one colour for nearly all": one_colour(95, 1, 10),
    "last round with topscorers": one_colour(50, 2, 10, last_round=True),
}


def small(rng: random.Random, size: int) -> list[Contestant]:
    """Return a family with random parameters that make it hard for about ten players."""
    levels = rng.randint(1, 4)
    return rng.choice(
        (
            nearly_all_met(rng.randint(2, 5), levels),
            nearly_all_met(rng.randint(2, 5), levels, reach=rng.randint(2, 5)),
            all_wait(levels + 1, rng.choice((30, 50, 100))),
            one_colour(rng.choice((50, 80, 100)), rng.randint(1, 2), rng.randint(0, 6)),
            one_colour(rng.choice((50, 80)), 2, rng.randint(0, 6), last_round=True),
        )
    )(rng, size)
