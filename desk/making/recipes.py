"""What a random tournament is made of: from the keys of a file, or drawn where nobody says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from desk.making.chances import PER_MILLE, Chances
from ledger.messages import message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.tie_breaks import TieBreak, tie_break
from ledger.text_files import quoted
from ledger.trf.codes import tie_breaks
from ledger.values import whole_number

SizesAndRates: TypeAlias = dict[str, int]
"""Sizes and rates by name: players, rounds, lowest, highest, and those of `random_trf.Rates`."""


@dataclass(frozen=True, slots=True)
class ConfiguredRecipe:
    """What a file asks for: sizes and rates, and keys of the rulebook as `--set` has them."""

    sizes: SizesAndRates
    keys: dict[str, str]


def _one_in(number: int) -> int:
    """Return one in so many, per mille."""
    return -(-PER_MILLE // number) if number else 0


_NUMBERS: Final[Mapping[str, tuple[str, int, int, Callable[[int], int]]]] = {
    "PlayersNumber": ("players", 2, 9_999, int),
    "RoundsNumber": ("rounds", 1, 99, int),
    "HighestRating": ("highest", 1, 9_999, int),
    "LowestRating": ("lowest", 1, 9_999, int),
    "DrawPercentage": ("draws", 0, 100, lambda percent: 10 * percent),
    "ForfeitRate": ("defaults", 0, 999_999, _one_in),
    "RetiredRate": ("withdrawals", 0, 999_999, _one_in),
    "HalfPointByeRate": ("byes", 0, 999_999, _one_in),
}
"""Key of bbpPairings and JaVaFo -> name, least, most, and our value; a rate is one in so many."""

_POINTS: Final[Mapping[str, tuple[str, ...]]] = {
    "PointsForWin": ("scores.win", "scores.default_win", "scores.full_bye"),
    "PointsForDraw": ("scores.draw", "scores.half_bye"),
    "PointsForLoss": ("scores.loss",),
    "PointsForZPB": ("scores.absent",),
    "PointsForForfeitLoss": ("scores.default_loss",),
    "PointsForPAB": ("bye.points",),
}
"""Key of theirs -> the keys of a rulebook that it sets."""


def recipe_of(text: str) -> ConfiguredRecipe | Refusals:
    """Read lines Key=Value as the generators of JaVaFo and bbpPairings do, or say what is wrong.

    Blank lines and those that begin with # are left out.
    """
    sizes = SizesAndRates()
    keys = dict[str, str]()
    refusals: list[Refusal] = []
    for line, raw in enumerate(text.splitlines(), 1):
        key, _, value = (part.strip() for part in raw.partition("="))
        if not key or key.startswith("#"):
            continue
        number = whole_number(value)
        points = _halves(value)
        if key in _NUMBERS and number is not None:
            name, least, most, of = _NUMBERS[key]
            if least <= number <= most:
                sizes[name] = of(number)
                continue
        elif key in _POINTS and points is not None:
            value = f"{points // 2}{'.5' if points % 2 else ''}"
            keys |= dict.fromkeys(_POINTS[key], value)
            continue
        has_key = key in _NUMBERS or key in _POINTS
        what = message("recipes.value" if has_key else "recipes.key", text=quoted(raw.strip()))
        step = message("recipes.keys", keys=", ".join([*_NUMBERS, *_POINTS]))
        refusals.append(Refusal("recipe-unreadable", what, step, exit=Exit.USAGE, line=line))
    return tuple(refusals) or ConfiguredRecipe(sizes, keys)


def _halves(text: str) -> int | None:
    """Return half points from 1, 1.0 or 0.5; None for anything else."""
    whole, _, part = text.partition(".")
    if whole_number(whole) is None or part not in ("", "0", "5", "00", "50"):
        return None
    return 2 * int(whole) + (part[:1] == "5")


_MOST_PLAYERS = 100
_MOST_ROUNDS = 11
_RATES: Final[Mapping[str, int]] = {
    "defaults": 50,
    "double_defaults": 300,
    "byes": 60,
    "absences": 60,
    "withdrawals": 15,
    "returns": 300,
    "late": 60,
    "full_byes": 10,
    "short_games": 20,
    "double_losses": 10,
}
"""The highest per mille that a rate is drawn to."""

LISTS: Final[tuple[tuple[TieBreak, ...], ...]] = tuple(
    tuple(map(tie_break, codes.split(",")))
    for codes in (
        "BH/C1,BH,SB",
        "DE,WIN,BPG",
        "SB,PS,WON",
        "BH,BH/M1,KS",
        "PS/C1,SB/C1,BWG",
        "ARO,TPR,BH",
    )
)
"""The lists of tie-breaks that one is drawn from."""


def drawn(seed: str, said: Mapping[str, int]) -> SizesAndRates:
    """Return all sizes and rates: those that were said, and the others drawn by the seed."""
    chances = Chances(f"{seed} recipe")
    players = said.get("players") or 10 + chances.below(_MOST_PLAYERS - 9, "players")
    most = min(_MOST_ROUNDS, max(1, players // 2))
    lowest = min(1000 + 100 * chances.below(11, "lowest"), said.get("highest", 9_999))
    rates = {name: chances.below(most + 1, name) for name, most in _RATES.items()}
    sizes = {
        "players": players,
        "rounds": min(5, most) + chances.below(max(1, most - 4), "rounds"),
        "lowest": lowest,
        "highest": max(said.get("lowest", lowest), lowest) + 100 * chances.below(9, "range"),
    }
    return {**sizes, **rates, **said}


def drawn_acceleration(seed: str) -> str:
    """Return the acceleration by the seed: a quarter of tournaments has the Baku method."""
    return "none" if Chances(f"{seed} recipe").below(4, "acceleration") else "baku"


def drawn_list(seed: str) -> tuple[TieBreak, ...]:
    """Return one of `LISTS` by the seed."""
    return LISTS[Chances(f"{seed} recipe").below(len(LISTS), "tie-breaks")]


def list_of(text: str) -> list[TieBreak] | Refusal:
    """Return the tie-breaks of a list as a file has it (202), or which of them is not here."""
    codes = tie_breaks(text)
    names = [code.name for code in codes if code.name is not None]
    if names and len(names) == len(codes):
        return names
    unknown = ", ".join(code.text for code in codes if code.name is None) or quoted(text)
    what = message("recipes.list", text=unknown)
    step = message("recipes.list-step")
    return Refusal("tie-break-unknown", what, step, exit=Exit.USAGE)
