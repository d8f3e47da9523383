"""Random small tournaments for the tests of the engine: positions with every kind of event."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pairing.norms.model import Contestant, NoPairing, Pairing

Engine = Callable[[Sequence[Contestant]], Pairing | NoPairing]


@dataclass
class Player:
    key: int
    points: int = 0
    colours: str = ""
    met: set[int] = field(default_factory=set)
    unplayed: list[int] = field(default_factory=list)

    def contestant(self, rules: str, last: bool, rounds_done: int) -> Contestant:
        free = sum(self.unplayed)
        barred = free >= 2 if rules == "1996" else free >= 1
        return Contestant(
            self.key,
            self.points,
            self.colours,
            frozenset(self.met),
            not barred,
            last and self.points > rounds_done,
        )


def classified(
    players: Sequence[Player], rng: random.Random, rules: str, last: bool, rounds_done: int
) -> list[Contestant]:
    """Return the A4 order: by points, and within them at random."""
    lots = {p.key: rng.random() for p in players}
    ordered = sorted(players, key=lambda p: (-p.points, lots[p.key]))
    return [p.contestant(rules, last, rounds_done) for p in ordered]


def rounds_of(
    rng: random.Random, size: int, rounds: int, rules: str, engine: Engine, quiet: bool = False
) -> Iterator[tuple[list[Contestant], Pairing | NoPairing]]:
    """Play a tournament with random results; yield each round's field and the engine's answer.

    Unless `quiet`, there are absences, half-point byes and defaults as well.
    """
    everybody = {key: Player(key) for key in range(1, size + 1)}
    disorder = 0 if quiet else rng.choice((0, 5, 15))
    draws = rng.choice((0, 25, 60))
    for number in range(1, rounds + 1):
        present = []
        for p in everybody.values():
            if rng.randrange(100) >= disorder:
                present.append(p)
                continue
            half = rng.randrange(2)
            p.points += half
            p.unplayed.append(half)
            p.colours += "-"
        contestants = classified(present, rng, rules, number == rounds, number - 1)
        paired = engine(contestants)
        yield contestants, paired
        if isinstance(paired, NoPairing):
            return
        for board in paired.boards:
            white, black = everybody[board.white], everybody[board.black]
            if rng.randrange(100) < disorder:
                won = rng.choice(((2, 0), (0, 2), (0, 0)))
                for p, points in zip((white, black), won, strict=True):
                    p.points += points
                    p.unplayed.append(points)
                    p.colours += "-"
                continue
            result = 1 if rng.randrange(100) < draws else rng.choice((0, 2))
            white.points += result
            black.points += 2 - result
            white.colours += "W"
            black.colours += "B"
            white.met.add(black.key)
            black.met.add(white.key)
        if paired.bye is not None:
            p = everybody[paired.bye]
            free = 2 if rules == "1996" else rng.choice((1, 2))
            p.points += free
            p.unplayed.append(free)
            p.colours += "-"
