"""Positions of vectors/wp_pairing.json, and others, as rounds for questions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ledger.rulebooks.rulebook import Rulebook
from pairing.explain.question import Question
from pairing.norms.model import Contestant, NoPairing
from pairing.systems.registry import contestants, pair_round, system_of
from projections.games.crosstable import Cell, CellKind, Crosstable
from tests.helpers.crosstables import R1996, R2014
from tests.helpers.places import VECTOR_FOLDER

VECTORS: Any = json.loads((VECTOR_FOLDER / "wp_pairing.json").read_text())
NAMES = [
    "",
    "Adams",
    "Bos",
    "Claes",
    "Dekker",
    "Evers",
    "Fokker",
    "Groen",
    "Haas",
    "Ivens",
    "Jansen",
    "Kuiper",
    "Laan",
]
_HALVES = {"1-0": (2, 0), "0-1": (0, 2), "=": (1, 1), "+-": (2, 0), "-+": (0, 2), "--": (0, 0)}


def vector(name: str) -> Any:
    """Return the vector whose id begins so."""
    return next(v for v in VECTORS["pairing"] if v["id"].startswith(name))


def table_of(rounds: Sequence[Any], players: int) -> Crosstable:
    """Return the crosstable of rounds in the form of the vectors."""
    cells: dict[int, list[Cell]] = {player: [] for player in range(1, players + 1)}
    for number, played in enumerate(rounds, 1):
        for kind, games in (("games", played["games"]), ("forfeits", played["forfeits"])):
            for white, black, result in games:
                won = _HALVES[result]
                for me, other, colour, halves in (
                    (white, black, "W", won[0]),
                    (black, white, "B", won[1]),
                ):
                    default = CellKind.DEFAULT_WIN if halves else CellKind.DEFAULT_LOSS
                    what = CellKind.PLAYED if kind == "games" else default
                    cells[me].append(Cell(what, halves, other, colour))  # type: ignore[arg-type]
        for player, _, points in played["byes"]:
            cells[player].append(Cell(CellKind.BYE, int(points * 2)))
        for row in cells.values():
            if len(row) < number:
                row.append(Cell(CellKind.ABSENT, 0))
    numbers = {player: player for player in cells}
    return Crosstable(len(rounds), numbers, {p: tuple(row) for p, row in cells.items()})


def asked_of(
    name: str,
    boards: Sequence[tuple[int, int]] | None = None,
    bye: int | None = None,
    rules: Rulebook | None = None,
) -> Question:
    """Return a vector's round, with these boards as published (None: those of the rules)."""
    case = vector(name)
    rulebook = rules or (R2014 if case["rules"] == "2014" else R1996)
    table = table_of(case["history"], len(case["players"]))
    present = set(table.cells) - set(case["absent"])
    last = case["round_to_pair"] == case["total_rounds"]
    pairing = pair_round(table, rulebook, present, last)
    if boards is None:
        assert not isinstance(pairing, NoPairing)
        boards, bye = [(b.white, b.black) for b in pairing.boards], pairing.bye
    return Question(
        case["round_to_pair"],
        rulebook,
        tuple(contestants(table, rulebook, present, last)),
        tuple(boards),
        bye,
        pairing,
        table,
        "published",
        7,
        lambda player: player,
        lambda player: f"{player} {NAMES[player]}",
        last_round=last,
        by_lot=system_of(rulebook).by_lot(table, rulebook),
    )


def colour_case(case: dict[str, object]) -> Question:
    """Return a case of the vectors' colours as board 1 of a round, the higher player with white."""
    field = tuple(
        Contestant(
            *(key, 4, str(case[who]), frozenset(), True),
            topscorer=bool(case[f"{who}_topscorer_last_round"]),
        )
        for key, who in ((1, "higher"), (2, "lower"))
    )
    return replace(asked_of("WP-05"), contestants=field, boards=((1, 2),), bye=None)
