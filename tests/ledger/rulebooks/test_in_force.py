"""Which keys of a rulebook hold for a round for good, and which for what is made at the moment."""

from __future__ import annotations

from itertools import chain

from ledger.rulebooks.in_force import FIXED, OF_THE_ROUND, keys_of, rules_of_rounds, worth
from ledger.rulebooks.rulebook import READ_BELOW
from pairing.systems.registry import SYSTEMS, system_named
from tests.helpers.crosstables import R2014, rules
from tests.helpers.places import ROOT

OF_THE_MOMENT = frozenset(
    [
        "system",
        "plays",
        "tiebreaks",
        "bye.barred_after",
        "bye.halves_add_up",
        "bye.half_point_allowed",
        "unplayed.own",
        "unplayed.own_sb",
        "unplayed.for_opponents",
        "unplayed.opponents_serve_sb",
        "unplayed.zero_zero",
        "unplayed.cut",
        "unplayed.round_robin",
        "colours.topscorer_exempt",
        "pairing.c2",
        "pairing.first_round",
        "pairing.first_round_odd",
        "rating.first_colour",
        "rating.e5",
        "rating.e3",
        "rating.nobody_prefers",
        "rating.half",
        "rating.default_loss_float",
        "rating.bye_float",
        "rating.down_md",
        "rating.b2_pair",
        "rating.topscorer",
        "rating.c1_last",
        "rating.c12_half",
        "round_robin.cycles",
        "round_robin.swap_last_two",
        "round_robin.withdrawn",
        "keizer.top",
        "keizer.step",
        "keizer.own_value",
        "keizer.valuation",
        "keizer.period_values",
        "keizer.leaver",
        "keizer.presence",
        "keizer.catch_up",
        "keizer.rematch_gap",
        "keizer.colour_bound",
        "keizer.third_running",
        "keizer.return_game",
        "keizer.kl",
        "keizer.decimals",
        "fide.trf_code",
        "fide.first_colour",
        "fide.acceleration",
        "fide.late_number",
        "fide.half_point_in_last_round",
        "fide.unplayed_float",
        "fide.pab_float",
        "fide.pab_barred",
        "fide.tpn_parity",
        "fide.accel_boards",
        "burstein.burstein_zpb",
        "burstein.burstein_boards",
        "burstein.burstein_parity",
        "dubov.forfeit",
        "ranking.final",
        "ranking.direct_encounter",
        "ranking.unrated_opponents",
        "ranking.rating_cut",
        "prizes.method",
        "arbiter.f7_may_amend",
        "arbiter.amend_until",
        "arbiter.no_word_withdraws",
        "arbiter.control_totals",
    ]
)
"""Keys of a standing, a pairing or a judgement: those of the rulebook in force when it is made.

A new key that says what a round is worth belongs in `OF_THE_ROUND`; any other stands here, and
docs/versions.md names its section.
"""


def test_every_key_says_whether_it_holds_by_round_or_by_the_moment() -> None:
    sections = {kind.name: kind for name in SYSTEMS for kind in system_named(name).keys}
    of_systems = (keys_of(kind, f"{name}.") for name, kind in sections.items())
    keys = [*keys_of(), *chain.from_iterable(of_systems)]
    assert sorted(keys) == sorted([*OF_THE_ROUND, *FIXED, *OF_THE_MOMENT])


def test_the_keys_of_a_section_above_the_ledger_hold_by_the_moment() -> None:
    below = {kind.name for kind in READ_BELOW}
    sections = {kind.name for name in SYSTEMS for kind in system_named(name).keys}
    by_round = {key.partition(".")[0] for key in (*OF_THE_ROUND, *FIXED)}
    assert by_round & (sections - below) == set()
    assert {"burstein", "dubov"} <= sections - below


def test_the_documentation_names_every_key_by_round_and_every_section_by_the_moment() -> None:
    page = (ROOT / "docs" / "versions.md").read_text("utf-8")
    _, _, part = page.partition("## When the rules change")
    part, _, _ = part.partition("\n## ")
    by_round, fixed, by_moment = (
        next(line for line in part.splitlines() if line.startswith(f"| {name} "))
        for name in ("by its round", "fixed", "by the moment")
    )
    assert [key for key in OF_THE_ROUND if f"`{key}`" not in by_round] == []
    assert [key for key in FIXED if f"`{key}`" not in fixed] == []
    sections = {key.partition(".")[0] for key in OF_THE_MOMENT}
    assert [section for section in sections if f"`{section}" not in by_moment] == []


def test_rulebooks_that_differ_only_by_the_moment_are_worth_the_same() -> None:
    other = rules("knsb-wp-2014", unplayed__own="dummy", ranking__final='["wins", "lots"]')
    assert worth(other) == worth(R2014)
    assert rules_of_rounds([R2014, other], R2014) == ()


def test_rounds_keep_their_rulebooks_when_one_is_worth_something_else() -> None:
    half = rules("knsb-wp-2014", bye__points="0.5")
    assert rules_of_rounds([R2014, half], half) == (R2014, half)
    assert rules_of_rounds([R2014, half], R2014) == (R2014, half)
    assert rules_of_rounds([half], half) == ()
