"""Crosstables from short texts, a slow second computation of the scores, and random tables.

A cell is written as in vectors/tiebreak.json: +9 =13 -4 games, +F9 -F9 by default, +BYE the bye of
the pairing, =BYE a half-point bye, -- absent; here also 0:9 a 0-0 over the board and a9 adjourned.
A colour may follow: +9w, =13b; without one the lower number has white.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from ledger.rulebooks.rulebook import Rulebook
from pairing.systems.registry import load_rulebook
from projections.games.crosstable import Cell, CellKind, Crosstable

Rows = Mapping[int, Sequence[str]]

_HALVES = {"+": 2, "=": 1, "-": 0, "0:": 0, "a": 1}


def rules(name: str = "knsb-wp-2014", **changes: str) -> Rulebook:
    """Load a rulebook; a double underscore in a keyword stands for the dot of a key."""
    loaded = load_rulebook(name, {key.replace("__", "."): value for key, value in changes.items()})
    assert isinstance(loaded, Rulebook)
    return loaded


R1996, R2014 = rules("knsb-wp-1996"), rules("knsb-wp-2014")
BOTH = [R1996, R2014]


def table(rows: Rows) -> Crosstable:
    """Read a whole crosstable; all rows have the same number of rounds."""
    cells = {p: tuple(_cell(p, text) for text in row) for p, row in rows.items()}
    return Crosstable(max(map(len, cells.values())), {p: p for p in cells}, cells)


def _cell(player: int, text: str) -> Cell:
    whole = {
        "+BYE": Cell(CellKind.BYE, 2),
        "=BYE": Cell(CellKind.HALF_BYE, 1),
        "--": Cell(CellKind.ABSENT, 0),
    }
    if text in whole:
        return whole[text]
    sign, other, colour, default = parts(text)
    white = colour == "w" if colour else player < other
    if default:
        kind = CellKind.DEFAULT_WIN if sign == "+" else CellKind.DEFAULT_LOSS
    else:
        kind = CellKind.ADJOURNED if sign == "a" else CellKind.PLAYED
    return Cell(kind, _HALVES[sign], other, "W" if white else "B", sign == "0:")


def parts(text: str) -> tuple[str, int, str, bool]:
    """Return sign, opponent, colour ("" when not given) and whether it was by default."""
    sign = "0:" if text.startswith("0:") else text[0]
    rest = text[len(sign) :]
    colour = rest[-1] if rest[-1] in "wb" else ""
    number = rest.removeprefix("F").rstrip("wb")
    return sign, int(number), colour, rest.startswith("F")


def slow_scores(rows: Rows, year: int) -> dict[int, tuple[Fraction, Fraction, Fraction, Fraction]]:
    """Compute points, WS, WP and SB of everybody by the letter of rules/wp.md A, in fractions."""
    half, one = Fraction(1, 2), Fraction(1)
    n = max(map(len, rows.values()))

    def unplayed(text: str) -> bool:
        if text in ("+BYE", "=BYE", "--"):
            return True
        return parts(text)[3] or (year == 1996 and text.startswith("0:"))

    def points(text: str) -> Fraction:
        return {"+": one, "=": half, "a": half}.get(text[0], Fraction(0))

    def ws(player: int) -> Fraction:
        return sum((half if unplayed(t) else points(t) for t in rows[player]), Fraction(0))

    result = {}
    for player, row in rows.items():
        wp = sb = Fraction(0)
        for r, text in enumerate(row, 1):
            f = points(text)
            if not unplayed(text):
                other = ws(parts(text)[1])
                wp, sb = wp + other, sb + f * other
            elif year == 1996:
                wp, sb = wp + ws(player), sb + half * ws(player)
            else:
                virtual = sum(map(points, row[: r - 1]), Fraction(0)) + (1 - f) + half * (n - r)
                wp, sb = wp + virtual, sb + f * virtual
        result[player] = (sum(map(points, row), Fraction(0)), ws(player), wp, sb)
    return result


def random_rows(
    rng: Random, *, odd_things: bool = True, even_field: bool = False
) -> dict[int, list[str]]:
    """Return a crosstable of 2 to 9 players and 1 to 6 rounds; `odd_things`: all that is not play."""
    count = rng.randint(1, 4) * 2 if even_field else rng.randint(2, 9)
    rows: dict[int, list[str]] = {player: [] for player in range(1, count + 1)}
    games = ["1-0", "0-1", "=", "0:", "a", "1/2-0"]
    if odd_things:
        games += ["1-0R", "0-1R", "0-0R"]
    for _ in range(rng.randint(1, 6)):
        order = rng.sample(list(rows), count)
        alone = rng.randint(0, count) if odd_things else 0
        alone += (count - alone) % 2
        for player in order[:alone]:
            rows[player].append(rng.choice(["+BYE", "=BYE", "--"]))
        rest = order[alone:]
        for white, black in zip(rest[::2], rest[1::2], strict=True):
            first, second = _signs(rng.choice(games))
            rows[white].append(f"{first}{black}w")
            rows[black].append(f"{second}{white}b")
    return rows


def _signs(result: str) -> tuple[str, str]:
    return {
        "1-0": ("+", "-"),
        "0-1": ("-", "+"),
        "=": ("=", "="),
        "1/2-0": ("=", "-"),
        "0:": ("0:", "0:"),
        "a": ("a", "a"),
        "1-0R": ("+F", "-F"),
        "0-1R": ("-F", "+F"),
        "0-0R": ("-F", "-F"),
    }[result]
