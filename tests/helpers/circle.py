"""Fields after rounds of the circle method: meetings of a round robin, colours far apart."""

from __future__ import annotations

import random

from ledger.trf.model import TrfCell, TrfFile, TrfPlayer


def circle_file(size: int, rounds: int, seed: int | None = None) -> TrfFile:
    """Return a file of an even field after its first rounds; white always wins, or by a seed.

    One round more is planned, the last. Colours alternate for the higher place of the circle.
    """
    chance = None if seed is None else random.Random(seed)
    ring = list(range(1, size + 1))
    cells: dict[int, list[TrfCell]] = {number: [] for number in ring}
    for number in range(rounds):
        for at in range(size // 2):
            pair = ring[at], ring[size - 1 - at]
            white, black = pair if (at + number) % 2 == 0 else pair[::-1]
            result = "10" if chance is None else chance.choice(("10", "==", "01"))
            cells[white].append(TrfCell(black, "w", result[0]))
            cells[black].append(TrfCell(white, "b", result[1]))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    points = {"1": 2, "=": 1, "0": 0}
    players = tuple(
        TrfPlayer(
            number,
            f"Player {number}",
            rating=2800 - number,
            points_halves=sum(points[cell.code] for cell in row),
            cells=tuple(row),
        )
        for number, row in cells.items()
    )
    return TrfFile(players, rounds_planned=rounds + 1)
