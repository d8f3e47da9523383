"""Lines of a tournament report file for tests, and the errors of reading them."""

from __future__ import annotations

from ledger.trf.model import MAX_START_RANK, TrfCell, TrfFile, TrfPlayer
from ledger.trf.reader import parse

BYE = "0000 - U"


def row(number: object, *cells: str, points: str = "", name: str = "", tag: str = "001") -> str:
    """Return a player line with each field in its columns; a cell is eight characters."""
    fixed = f"{tag} {number!s:>4}      {name or f'Player {number}':33}" + " " * 33 + f"{points:>4}"
    return fixed.ljust(91) + "  ".join(cells)


def text(*lines: str) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def read(*lines: str) -> TrfFile:
    file = parse(text(*lines))
    assert isinstance(file, TrfFile), file
    return file


def refused(*lines: str) -> list[tuple[str, int, int]]:
    """Return (code, line, column) of each error."""
    errors = parse(text(*lines))
    assert isinstance(errors, tuple), "the file was read"
    assert all(error.what and error.hint for error in errors)
    return [(error.code, error.line, error.column) for error in errors]


TWO_ROUNDS = (
    "012 Town championship",
    "XXR 3",
    row(1, "   2 w 1", "   3 b =", points="1.5"),
    row(2, "   1 b 0", BYE, points="1.0"),
    row(3, "0000 - H", "   1 w =", points="1.0"),
)


REFUSED = {
    "incompatible_color.trf": [("incompatible-colours", 2)],
    "incompatible_result.trf": [("incompatible-results", 2)],
    "incorrect_points.trf": [("incorrect-points", 2)],
    "invalid_code.trf": [("unknown-tag", 7)],
    "missing_result.trf": [("missing-result", 2)],
    "missing_starting_number.trf": [("missing-start-rank", 7)],
    "too_many_results.trf": [("too-many-results", 2), ("too-many-results", 7)],
}


def largest_file(rounds: int = 9) -> TrfFile:
    """Return rounds of as many players as there may be, the upper half winning from the lower."""
    half, last = MAX_START_RANK // 2, MAX_START_RANK
    cells: dict[int, list[TrfCell]] = {number: [] for number in range(1, last + 1)}
    for number in range(rounds):
        for upper in range(1, half + 1):
            lower = half + 1 + (upper + number * 37) % half
            cells[upper].append(TrfCell(lower, "w", "1"))
            cells[lower].append(TrfCell(upper, "b", "0"))
        cells[last].append(TrfCell(None, "-", "U"))
    players = (
        TrfPlayer(
            number,
            f"Player {number}",
            points_halves=0 if half < number < last else 2 * rounds,
            cells=tuple(cells[number]),
        )
        for number in range(1, last + 1)
    )
    return TrfFile(tuple(players), rounds_planned=rounds)
