"""Repeatable chances, and the result of a game by rating difference: whole numbers only."""

from __future__ import annotations

import hashlib

from ledger.values import Outcome
from projections.standings.opponents_ratings import expected_percentage

PER_MILLE = 1_000


class Chances:
    """Random numbers that depend only on a seed and on their purpose.

    Each is taken from SHA-256 over "seed, what, numbers": the same on every platform and Python
    version for good, which `random` promises for its floats only. The order of the calls does not
    matter either: another rate or rulebook leaves all other chances unchanged.
    """

    def __init__(self, seed: str) -> None:
        self._start = hashlib.sha256(seed.encode("utf-8", "backslashreplace") + b"\0")

    def below(self, bound: int, what: str, *numbers: int) -> int:
        """Return a number from 0 to `bound` - 1; `what` and `numbers` name its purpose."""
        hasher = self._start.copy()
        hasher.update(":".join((what, *map(str, numbers))).encode())
        return int.from_bytes(hasher.digest(), "big") % bound

    def hit(self, per_mille: int, what: str, *numbers: int) -> bool:
        """Return whether something with this rate per mille happens here."""
        return per_mille > 0 and self.below(PER_MILLE, what, *numbers) < per_mille


def game_outcome(difference: int, draws: int, number: int) -> Outcome:
    """Return the result of a game that a number from 0 to 1,999 decides.

    `difference` is White's rating minus Black's; the colours themselves are worth nothing. Over all
    numbers White scores exactly the expected percentage. `draws` per mille are drawn as far as that
    percentage allows: a player who expects 90 percent cannot draw more than 200 games of 1,000.
    """
    expected = 20 * expected_percentage(difference)
    drawn = 2 * min(draws, expected, 2 * PER_MILLE - expected)
    won = expected - drawn // 2
    if number < won:
        return "1-0"
    return "1/2-1/2" if number < won + drawn else "0-1"
