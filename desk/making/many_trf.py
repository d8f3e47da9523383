"""Many random tournaments as files: the seed SEED:7 gives the seventh, whoever makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import NamedTuple

from desk.making.random_trf import Model, Rates, generate, judge
from ledger.rulebooks.rulebook import Rulebook
from ledger.rulebooks.tie_breaks import TieBreak
from ledger.trf.meaning import with_codes
from ledger.trf.model import TrfFile
from ledger.trf.profiles import Profile, default_profile
from ledger.trf.writer import write
from projections.spread.port import Workforce, of_size

A_PART = 4
"""Tournaments that a process makes at once."""


class TrfRecipe(NamedTuple):
    """What tournaments are made of; see `random_trf.generate`. `profile` None: as usual."""

    players: int
    rounds: int
    seed: str
    rules: Rulebook
    rates: Rates
    ratings: tuple[int, int]
    model: Model | None
    profile: Profile | None
    tie_breaks: Sequence[TieBreak] = ()


def as_bytes(file: TrfFile, rules: Rulebook, profile: Profile | None) -> bytes:
    """Return a tournament as a file of a profile, None: the usual one of the rulebook."""
    way = profile or default_profile(rules)
    return write(with_codes(file, rules) if way == "trf26" else file, way)


def made_many(
    recipe: TrfRecipe, tournaments: int, workforce: Workforce, progress: Callable[[int], None]
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the content of each file: 0001.trf is the first.

    `progress` is told how many are done. Raise CannotGenerate as `random_trf.generate` does.
    """
    judge(recipe.players, recipe.rounds, recipe.rules, recipe.ratings)
    digits = max(4, len(str(tournaments)))
    parts = of_size(range(1, tournaments + 1), A_PART)
    with closing(workforce.each(partial(maker, recipe), parts)) as making:
        for number, data in enumerate((one for part in making for one in part), 1):
            yield f"{number:0{digits}}.trf", data
            progress(number)


@contextmanager
def maker(recipe: TrfRecipe) -> Iterator[Callable[[Sequence[int]], list[bytes]]]:
    """Give the function that makes tournaments by number."""
    players, rounds, seed, rules, rates, ratings, model, profile, keys = recipe

    def make(number: int) -> bytes:
        file = generate(
            players,
            rounds=rounds,
            rules=rules,
            seed=f"{seed}:{number}",
            rates=rates,
            ratings=ratings,
            model=model,
            tie_breaks=keys,
        )
        return as_bytes(file, rules, profile)

    yield lambda numbers: [make(number) for number in numbers]
