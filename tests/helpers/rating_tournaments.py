"""Random tournaments on rating, round by round: the engine beside the text's own procedure."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ledger.rulebooks.rating_keys import RatingKeys
from ledger.values import Colour
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.registry import pair_round
from projections.games.crosstable import Cell, CellKind, Crosstable
from tests.helpers.rating_rounds import RATING
from tests.oracles.rating_procedure import paired

OTHERWISE: dict[str, Any] = {
    "half": "before",
    "default_loss_float": "none",
    "bye_float": False,
    "down_md": False,
    "b2_pair": "both",
    "topscorer": "total",
    "c1_last": "literal",
    "c12_half": False,
    "e3": "rounds",
    "nobody_prefers": "parity",
}
"""Every reading that the engine has in two ways, with the unusual one."""

Boards = tuple[list[tuple[int, int]], int | None] | None
"""The boards (white, black) and the bye; None: no pairing."""


class RoundBoth(NamedTuple):
    """One round, paired by the engine and by the text's procedure."""

    table: Crosstable
    present: tuple[int, ...]
    last_round: bool
    readings: RatingKeys
    engine: Boards
    text: Boards


def rounds_of(seed: int) -> Iterator[RoundBoth]:
    """Yield the rounds from the second on of a tournament of 5 to 12 players.

    It has up to two rounds fewer than players, or ends before a round that cannot be paired. There
    are absences, half-point byes, defaults, withdrawals and late entries; in half of the
    tournaments some readings are the other way round.
    """
    play = _Play(random.Random(seed))
    for number in range(1, play.rounds + 1):
        both = play.pair(number)
        if both is not None:
            yield both
        if not play.play(number, both):
            return


def boards_of(pairing: Pairing | NoPairing) -> Boards:
    """Return the compared part of the engine's answer."""
    if isinstance(pairing, NoPairing):
        return None
    return [(board.white, board.black) for board in pairing.boards], pairing.bye


@dataclass
class _Play:
    """A tournament in progress. Rates are drawn for each, so that some have few incidents."""

    chance: random.Random
    cells: dict[int, list[Cell]] = field(init=False)
    left: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        draw = self.chance
        self.size = draw.randint(5, 12)
        self.rounds = draw.randint(3, self.size - 2)
        self.cells = {player: [] for player in range(1, self.size + 1)}
        self.often = draw.choice((0.0, 0.03, 0.1, 0.2))
        self.strength = draw.choice((0.0, 0.1, 0.3))
        self.draws = draw.choice((0.1, 0.3, 0.6))
        late = [p for p in self.cells if draw.random() < self.often / 2]
        self.enters = {player: draw.randint(2, max(2, self.rounds // 2)) for player in late}
        others = {key: other for key, other in OTHERWISE.items() if draw.random() < 0.4}
        self.readings = RatingKeys(**others) if draw.random() < 0.5 else RatingKeys()
        self.present: tuple[int, ...] = ()

    def pair(self, number: int) -> RoundBoth | None:
        """Choose the absent players, and pair the others in both ways; None in round 1."""
        away = {player: Cell(CellKind.ABSENT, 0) for player in self.left}
        for player in self.cells:
            if number < self.enters.get(player, 1):
                away[player] = Cell(CellKind.ABSENT, 0)
            elif player not in away and self.chance.random() < self.often:
                away[player] = self._away(player)
        self.present = tuple(player for player in self.cells if player not in away)
        for player, cell in away.items():
            self.cells[player].append(cell)
        if number == 1 or len(self.present) < 2:
            return None
        rows = {player: tuple(row[: number - 1]) for player, row in self.cells.items()}
        table = Crosstable(number - 1, {p: p for p in rows}, rows, first_colour="W")
        keys, last = self.readings, number == self.rounds
        rules = RATING.model_copy(update={"rating": keys})
        by_engine = pair_round(table, rules, set(self.present), last)
        text = paired(table, self.present, last, keys)
        return RoundBoth(table, self.present, last, keys, boards_of(by_engine), text)

    def _away(self, player: int) -> Cell:
        kind = self.chance.random()
        if kind < 0.2:
            self.left.add(player)
            return Cell(CellKind.WITHDRAWN, 0)
        return Cell(CellKind.HALF_BYE, 1) if kind < 0.6 else Cell(CellKind.ABSENT, 0)

    def play(self, number: int, both: RoundBoth | None) -> bool:
        """Play the engine's boards, or those of round 1; False when there are none."""
        boards = self._first_round() if both is None else both.engine
        if boards is None or len(self.present) < 2:
            return False
        pairs, bye = boards
        for white, black in pairs:
            results = self._results(white, black)
            colours: tuple[Colour, Colour] = ("W", "B")
            for player, other, colour, (kind, halves) in zip(
                (white, black), (black, white), colours, results, strict=True
            ):
                self.cells[player].append(Cell(kind, halves, other, colour))
        if bye is not None:
            self.cells[bye].append(Cell(CellKind.BYE, 2))
        return True

    def _first_round(self) -> Boards:
        half = len(self.present) // 2
        pairs = list(zip(self.present[:half], self.present[half : 2 * half], strict=True))
        bye = self.present[-1] if len(self.present) % 2 else None
        return [(a, b) if at % 2 == 0 else (b, a) for at, (a, b) in enumerate(pairs)], bye

    def _results(self, white: int, black: int) -> tuple[tuple[CellKind, int], tuple[CellKind, int]]:
        won, lost = (CellKind.DEFAULT_WIN, 2), (CellKind.DEFAULT_LOSS, 0)
        if self.chance.random() < self.often:
            return self.chance.choice(((won, lost), (lost, won), (lost, lost)))
        played = CellKind.PLAYED
        if self.chance.random() < self.draws:
            return (played, 1), (played, 1)
        white_wins = self.chance.random() < 0.5 + self.strength * (1 if white < black else -1)
        return ((played, 2), (played, 0)) if white_wins else ((played, 0), (played, 2))
