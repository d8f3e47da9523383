"""What pairings give up: one position by hand, and random files counted again from their cells."""

from __future__ import annotations

from desk.making.random_trf import Rates, generate
from desk.making.simulation import given_up
from ledger.trf.model import TrfFile
from pairing.review.concessions import Concessions, concessions
from projections.games.crosstable import Cell, CellKind, Crosstable
from tests.helpers.crosstables import rules
from tests.helpers.family import SEEDS, drawn

PLAYED = CellKind.PLAYED


def test_a_position_by_hand_gives_up_what_can_be_seen_in_it() -> None:
    cells = {
        1: (Cell(PLAYED, 2, 3, "W"), Cell(PLAYED, 2, 2, "W")),
        2: (Cell(CellKind.BYE, 2), Cell(PLAYED, 0, 1, "B")),
        3: (Cell(PLAYED, 0, 1, "B"), Cell(PLAYED, 2, 4, "W")),
        4: (Cell(CellKind.ABSENT, 0), Cell(PLAYED, 0, 3, "B")),
    }
    table = Crosstable(2, {player: player for player in cells}, cells)
    # 1 has two points and white twice; 3 met 1, and played 4 on equal scores.
    assert concessions(table, [(1, 3)]) == Concessions(
        boards=1, unequal=1, gap_halves=2, same_colour=1, third_alike=1, unbalanced=1, met=1
    )
    # 4 has met nobody but 3, who had as many points then; 2 has one point from a bye.
    assert concessions(table, [(4, 2)]) == Concessions(
        boards=1, unequal=1, gap_halves=2, same_colour=1, unbalanced=1
    )
    both = concessions(table, [(1, 3), (4, 2)])
    assert both == concessions(table, [(1, 3)]).plus(concessions(table, [(4, 2)]))


def test_who_floats_the_same_way_twice_is_counted_and_not_who_turns() -> None:
    cells = {
        1: (Cell(CellKind.BYE, 2), Cell(PLAYED, 1, 2, "W")),
        2: (Cell(CellKind.ABSENT, 0), Cell(PLAYED, 1, 1, "B")),
        3: (Cell(CellKind.ABSENT, 0), Cell(CellKind.BYE, 2)),
        4: (Cell(CellKind.BYE, 2), Cell(CellKind.BYE, 2)),
    }
    table = Crosstable(2, {player: player for player in cells}, cells)
    assert concessions(table, [(3, 1)]).floats_again == 1, "down to a lower score, both times"
    assert concessions(table, [(1, 4)]).floats_again == 0, "down, and now up"
    assert concessions(table, [(4, 2)]).floats_again == 1, "up, both times"


@drawn(20, seed=SEEDS, players=range(4, 17))
def test_the_rounds_of_a_file_give_up_what_its_cells_show(seed: int, players: int) -> None:
    away = Rates(absences=100, defaults=80, byes=50)
    file = generate(players, 4, rules=rules("knsb-wp-2014"), seed=str(seed), rates=away)
    assert given_up(file, rules("knsb-wp-2014")) == counted(file)


def counted(file: TrfFile) -> Concessions:
    """Count it from the cells of the file alone, game by game."""
    points = {"1": 2, "W": 2, "+": 2, "U": 2, "F": 2, "=": 1, "D": 1, "H": 1}
    total = Concessions()
    lines = {
        p.number: [p.cell(n) for n in range(1, file.rounds_recorded + 1)] for p in file.players
    }

    def score(player: int, after: int) -> int:
        return sum(points.get(c.code, 0) for c in lines[player][:after] if c is not None)

    def lead(player: int, at: int) -> int:
        """Return how far a player was ahead in a game over the board, 0 where they had none."""
        cell = lines[player][at] if at >= 0 else None
        if cell is None or cell.opponent is None or cell.code in ("+", "-"):
            return 0
        return score(player, at) - score(cell.opponent, at)

    for player, cells in lines.items():
        colours = ""
        for at, cell in enumerate(cells):
            if cell is None or cell.opponent is None:
                continue
            gap = score(player, at) - score(cell.opponent, at)
            colour = cell.colour
            if colour == "-":
                colour = "w" if player < cell.opponent else "b"
            then = colours + colour
            met = any(
                c is not None and c.opponent == cell.opponent and c.code not in ("+", "-")
                for c in cells[:at]
            )
            white = colour == "w"
            total = total.plus(
                Concessions(
                    boards=white,
                    unequal=white and gap != 0,
                    gap_halves=abs(gap) * white,
                    floats_again=lead(player, at - 1) * gap > 0,
                    same_colour=colours[-1:] == colour,
                    third_alike=then[-3:] == 3 * colour,
                    unbalanced=abs(then.count("w") - then.count("b")) > 1,
                    met=met and white,
                )
            )
            if cell.code not in ("+", "-"):
                colours = then
    return total
