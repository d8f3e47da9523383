"""Keys that rulebooks once had and that allowed one value only: the reading that is built.

They are prose about the program and no choice, so the rulebooks that come with it tell them in
[readings], which no code reads. Ledgers and a user's own rulebook files that have them are read as
ever: the one value is left out, and any other is a key with a wrong value. The hash of a rulebook
is over them too, so that the same rules have the hash that they always had.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PROSE: Final = "readings"
"""The section of a rulebook file that is prose."""

BUILT: Final[Mapping[str, Mapping[str, str | bool]]] = {
    "unplayed": {"double_default": "unplayed"},
    "colours": {
        "topscorer_norm": "per_player",
        "topscorer_preference": "next_rule",
        "no_game": "no_preference",
        "nobody_prefers": "higher_white",
    },
    "pairing": {"b3": "before_c4_2", "b4": "count_first", "late_entry": "next_free_number"},
    "rating": {
        "half_up": False,
        "lower_x1": True,
        "c1_fail": "moves_on",
        "c12_repeat": True,
        "c12_c1": "p0",
        "c13_m1": "clip",
        "merge_md": "both",
        "d3": "lexicographic",
        "outside_s1": "remainder",
    },
    "keizer": {
        "cycle": "closest_then_earliest",
        "joiner": "last",
        "relax": "gap_then_colours",
        "bye": "fewest_then_lowest",
        "first_colours": "odd_boards_white",
        "best_external": "percentage_then_fewer",
    },
    "fide": {
        "c5_first": "before_brackets",
        "c8": "pairs_then_scores",
        "c9_scope": "nobody_below",
        "c13_absolute": "not_strong",
        "c18_limbo": "above_paired",
        "limbo_c7": "lowest_reached",
        "pref_first": "first_that_fits",
        "rank_524": "score_then_number",
        "late_points": "unplayed",
        "accel_floats": "pairing_score",
    },
    "burstein": {
        "burstein_refs": "corrected",
        "burstein_fpb": "any_win_unplayed",
        "burstein_c7": "pairs_then_scores",
        "burstein_late": "unplayed",
    },
    "dubov": {
        "c9": "sum",
        "games": "over_the_board",
        "shift": "not_numbered",
        "reference_224": "3.2.4",
    },
}
"""The value of each, by section and key. No key is added: a new reading is prose from the start."""


def without_readings(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of a rulebook without the keys that say what is built anyhow."""
    return {name: _without(BUILT.get(name, {}), table) for name, table in whole.items()}


def _without(built: Mapping[str, str | bool], table: Any) -> Any:
    if not built or not isinstance(table, Mapping):
        return table
    return {key: value for key, value in table.items() if key not in built or value != built[key]}


def with_readings(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of a rulebook with the keys that its hash was always over."""
    return {
        name: {**table, **BUILT[name]} if name in BUILT else table for name, table in whole.items()
    }


def built_reading(*place: object) -> str | bool | None:
    """Return the one value of a key, by section and name; None for another key."""
    section, *names = map(str, place)
    return BUILT.get(section, {}).get(".".join(names))
