"""The names of the tie-breaks that a final ranking can have."""

from __future__ import annotations

from typing import Literal, TypeAlias

TieBreak: TypeAlias = Literal[
    "mutual_result", "direct_encounter", "direct_encounter_with_defaults",
    "wp", "buchholz_cut1", "buchholz_cut2", "buchholz_median1", "buchholz_median2",
    "wp_with_defaults", "buchholz_cut1_with_defaults", "buchholz_cut2_with_defaults",
    "buchholz_median1_with_defaults", "buchholz_median2_with_defaults",
    "fore_buchholz", "fore_buchholz_cut1", "fore_buchholz_cut2", "fore_buchholz_median1",
    "fore_buchholz_median2", "fore_buchholz_with_defaults", "fore_buchholz_cut1_with_defaults",
    "fore_buchholz_cut2_with_defaults", "fore_buchholz_median1_with_defaults",
    "fore_buchholz_median2_with_defaults", "average_buchholz", "average_fore_buchholz",
    "sb", "sb_cut1", "sb_cut2", "sb_with_defaults", "sb_cut1_with_defaults",
    "sb_cut2_with_defaults",
    "progressive", "progressive_cut1", "progressive_cut2", "wins_over_the_board", "wins",
    "games_with_black", "black_wins", "elected_to_play", "standard_points",
    "koya", "koya_plus1", "koya_plus2", "koya_plus3", "koya_plus4",
    "koya_minus1", "koya_minus2", "koya_minus3", "koya_minus4",
    "average_rating", "average_rating_cut1", "average_rating_cut2", "average_rating_median1",
    "average_rating_median2", "performance", "perfect_performance", "average_performance",
    "average_perfect_performance", "rating", "rating_lowest_first", "pairing_number",
    "pairing_number_highest_first", "number", "lots",
]  # fmt: skip
"""`projections.standings.tiebreaks` explains each."""

LOWEST_FIRST: frozenset[TieBreak] = frozenset({"rating_lowest_first", "pairing_number"})
"""The tie-breaks of which less is better."""
