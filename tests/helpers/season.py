"""A season for tests, in memory: evenings played, absences announced, its standings and gains."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

from projections.games.crosstable import of_tournament
from projections.standings.keizer import KeizerStanding, items, standings_of
from tests.helpers.hall import Hall


class Season(Hall):
    """A season with this number of members, valued from `top`, paired by hand where needed."""

    def __init__(self, members: int = 4, rounds: int = 30, **keys: Any) -> None:
        keys = {"top": 70, "external": {"1": [70, 68, 66]}, **keys}
        self.changes = {f"keizer.{key}": _toml(value) for key, value in keys.items()}
        super().__init__(members, rounds, rules="mwkeizer", set=self.changes)

    def standing(self, after: int | None = None) -> KeizerStanding:
        table = of_tournament(self.state, self.book.rules)
        return standings_of(table, self.book.rules_of)[-1 if after is None else after]

    def total(self, player: int, after: int | None = None) -> Fraction:
        return next(line.total for line in self.standing(after).lines if line.player == player)

    def gains(self, player: int) -> list[tuple[int, str, Any]]:
        """Return what each round of a member is, and its current value."""
        table = of_tournament(self.state, self.book.rules)
        values = self.standing().values
        return [
            (item.round, item.what.value, item.points(values))
            for item in items(table, self.book.rules)[player]
        ]


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f'"{k}" = {v}' for k, v in value.items()) + "}"
    return json.dumps(value)


def random_evenings(seed: int, members: int = 7, rounds: int = 6, **keys: Any) -> Season:
    rng = random.Random(seed)
    season = Season(members, **{"rematch_gap": rng.randint(1, 5), **keys})
    if rng.random() < 0.4:
        season.do("period", round=4)
    for number in range(1, rounds + 1):
        for player in range(1, members + 1):
            if (
                rng.random() < 0.2
                and sum(e.present_in(number) for e in season.state.players.values()) > 3
            ):
                season.do("absent", player=player, round=number)
        season.play(*(rng.choice(["1-0", "0-1", "1/2-1/2"]) for _ in range(members)))
    return season
