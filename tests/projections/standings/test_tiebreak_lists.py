"""Rankings by any declared list: direct encounter, lots, number, and the columns of a standing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.render.catalogue import room
from desk.render.table import as_table
from desk.render.text import as_csv
from ledger.refusals import Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.systems.registry import load_rulebook, without_engine
from pairing.systems.trf import TrfRound, pair_file
from projections.games.crosstable import Crosstable
from projections.games.crosstable_of_trf import of_file
from projections.standings.control_totals import control_totals
from projections.standings.direct_encounter import places
from projections.standings.standing import StandingLine, final_standing, standing
from projections.views.standings import standings_view
from tests.helpers.crosstables import R2014, rules, table
from tests.helpers.places import VECTOR_FOLDER
from tests.helpers.shared_data import SHARED, needs_shared
from tests.helpers.words import in_words, words
from tests.oracles.tiebreaks import alone_at_the_top

F2012, F2022 = rules("fide-2012"), rules("fide-2022")
F2024, F2026 = rules("fide-2024"), rules("fide-2026")
FOLDER = VECTOR_FOLDER
HELD: Any = json.loads((FOLDER / "held_exercises.json").read_text("utf-8"))


def by(*names: str, base: str = "fide-2024") -> Rulebook:
    return rules(base, ranking__final=json.dumps(names))


def crosstable(of: Any) -> Crosstable:
    return table({int(number): row for number, row in of["crosstable"].items()})


def shared_ranks(lines: Sequence[StandingLine]) -> dict[int, int]:
    """Return everybody's rank where players separated only by lots share one."""
    ranks: dict[int, int] = {}
    rank = 1
    for line in lines:
        if line.decided_by is not None:
            rank = line.rank
        ranks[line.player] = rank
    return ranks


# --- direct encounter -----------------------------------------------------------------------------


@pytest.mark.clause("fide-2022 direct encounter")
@pytest.mark.clause("fide-2024 6.1, 6.2, 6.3")
@pytest.mark.clause("fide-2026 6.1, 6.2, 6.3")
@pytest.mark.parametrize("base", ["fide-2022", "fide-2024", "fide-2026"])
def test_the_nine_rounds_of_exercise_25_are_ranked_as_published(base: str) -> None:
    rulebook = by("direct_encounter", "lots", base=base)
    ranks = shared_ranks(final_standing(crosstable(HELD["swiss_9"]), rulebook).lines)
    assert [ranks[p] for p in range(1, 17)] == HELD["swiss_9"]["rank_after_direct_encounter"]


@pytest.mark.clause("fide-2024 6.1")
def test_exercises_23_and_24_leave_their_players_equal() -> None:
    lines = final_standing(crosstable(HELD["swiss_5"]), by("direct_encounter", "lots")).lines
    ranks = shared_ranks(lines)
    assert [ranks[p] for p in (1, 3, 4, 16)] == [2, 2, 2, 2]
    assert [ranks[p] for p in (5, 8, 11)] == [7, 7, 7]


@pytest.mark.clause("fide-2024 6.1, 15.2")
def test_the_round_robin_of_exercise_26_is_ranked_as_published_with_its_default() -> None:
    rulebook = by("direct_encounter", "lots").model_copy(update={"system": "round-robin"})
    ranks = shared_ranks(final_standing(crosstable(HELD["round_robin"]), rulebook).lines)
    order = [ranks[p] for p in range(1, 7)]
    assert order == HELD["round_robin"]["rank_after_direct_encounter"]


@pytest.mark.clause("fide-2024 6.1")
@pytest.mark.clause("fide-2026 6.1")
def test_of_two_who_met_twice_the_average_counts() -> None:
    # 1 beat 2 and then drew: ¾ against ¼, and both beat 3. With added points, 2's two games with 3
    # would have put 2 first.
    games = table(
        {1: ["+2", "=2", "+3", "--"], 2: ["-1", "=1", "+3", "+3"], 3: ["--", "--", "-2", "-2"]}
    )
    assert places(games, [1, 2, 3], 2) == {1: 1, 2: 2, 3: 3}


@pytest.mark.clause("fide-2024 6.2")
@pytest.mark.clause("fide-2026 6.2")
@pytest.mark.clause("fide-2012 direct encounter")
def test_who_are_still_equal_are_compared_anew_or_under_2012_not() -> None:
    # All met. 1 beat 2 and 3, lost to 4; 2 beat 3 and 4; 3 beat 4; so 1 and 2 have 2, 3 and 4 one.
    games = table(
        {1: ["+2", "+3", "-4"], 2: ["-1", "+4", "+3"], 3: ["+4", "-1", "-2"], 4: ["-3", "-2", "+1"]}
    )
    assert places(games, [1, 2, 3, 4], 2) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert places(games, [1, 2, 3, 4], 2, again="once") == {1: 1, 2: 1, 3: 3, 4: 3}
    assert F2012.ranking.direct_encounter == "once"


@pytest.mark.clause("fide-2024 6.3")
@pytest.mark.clause("fide-2026 6.3")
def test_who_is_beyond_reach_of_the_missing_games_is_first_and_the_others_go_on() -> None:
    # 1 beat 2 and 3, who did not meet; each of these could get one point more, 1 has two.
    games = table(
        {1: ["+2", "+3", "--"], 2: ["-1", "--", "+4"], 3: ["--", "-1", "--"], 4: ["--", "--", "-2"]}
    )
    assert places(games, [1, 2, 3], 2) == {1: 1, 2: 2, 3: 2}
    # A draw with 2 leaves 1 with 1½, and 2 with ½ and a remaining game: level is possible.
    level = table({1: ["=2", "+3"], 2: ["=1", "--"], 3: ["--", "-1"]})
    assert places(level, [1, 2, 3], 2) == {1: 1, 2: 1, 3: 1}


def test_a_default_is_no_encounter_in_a_swiss() -> None:
    games = table({1: ["+F2"], 2: ["-F1"]})
    assert places(games, [1, 2], 2) == {1: 1, 2: 1}
    assert places(games, [1, 2], 2, defaults_count=True) == {1: 1, 2: 2}


@given(st.data())
def test_the_first_is_first_whatever_the_missing_games_bring(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 4))
    pairs = [(a, b) for a in range(1, count + 1) for b in range(a + 1, count + 1)]
    rows: dict[int, list[str]] = {p: [] for p in range(1, count + 1)}
    won: dict[tuple[int, int], int] = {}
    for a, b in pairs:
        result = data.draw(st.sampled_from(["+-", "-+", "==", None]))
        for player in rows:
            text = "--"
            if result and player in (a, b):
                text = f"{result[player == b]}{b if player == a else a}"
            rows[player].append(text)
        if result:
            won[a, b] = {"+": 2, "=": 1, "-": 0}[result[0]]
            won[b, a] = 2 - won[a, b]
    order = places(table(rows), list(rows), 2)
    tops = [p for p in rows if order[p] == 1]
    first = alone_at_the_top(list(rows), won)
    if first is not None:
        assert tops == [first]
    elif len(won) < 2 * len(pairs):
        assert set(order.values()) == {1}, "some did not meet and nobody is beyond reach"
    for place, group in groupby(sorted(order.values())):
        members = list(group)
        assert sum(p < place for p in order.values()) == place - 1
        assert len(members) == sum(p == place for p in order.values())


# --- the list -------------------------------------------------------------------------------------

CHAIN = {1: ["+2", "-3", "=4"], 2: ["-1", "+4", "=3"], 3: ["-4", "+1", "=2"], 4: ["+3", "-2", "=1"]}
"""All have 1½ and a win; the progressive scores are 3½, 2½, 2½, 3½; the black games 0, 1, 2, 3."""


@pytest.mark.clause("fide-2022 4.2")
@pytest.mark.clause("fide-2024 4.2")
@pytest.mark.clause("fide-2026 4.2, 7.8")
@pytest.mark.parametrize("base", ["fide-2022", "fide-2024", "fide-2026"])
def test_each_tie_goes_to_the_next_key_and_lots_or_the_number_decide_the_rest(base: str) -> None:
    games = table(CHAIN)

    def ranked(*names: str, lots: Sequence[int] = ()) -> list[tuple[int, str | None, bool]]:
        lines = final_standing(games, by(*names, base=base), lots).lines
        return [(line.player, line.decided_by, line.lots_needed) for line in lines]

    progressive, black = "progressive", "games_with_black"
    assert ranked("wins", progressive, black, "lots") == [
        (4, None, False),
        (1, black, False),
        (3, progressive, False),
        (2, black, False),
    ]
    assert ranked(progressive, "lots") == [
        (1, None, True),
        (4, None, True),
        (2, progressive, True),
        (3, None, True),
    ]
    assert ranked(progressive, "lots", lots=(3, 4, 1, 2)) == [
        (4, None, False),
        (1, "lots", False),
        (3, progressive, False),
        (2, "lots", False),
    ]
    assert ranked("wins", "number") == [
        (1, None, False),
        (2, "number", False),
        (3, "number", False),
        (4, "number", False),
    ]


def test_a_player_without_a_value_stands_below_those_who_have_one() -> None:
    games = table({1: ["--"], 2: ["--"], 3: ["=4"], 4: ["=3"]})
    rated = Crosstable(games.rounds, games.numbers, games.cells, {3: 1500, 4: 1600})
    lines = final_standing(rated, by("wins", "average_rating", "number")).lines
    assert [n.player for n in lines] == [3, 4, 1, 2]
    assert lines[2].tie_breaks == (("wins", 0), ("average_rating", None))


def test_between_rounds_a_rulebook_for_tie_breaks_ranks_by_its_list_and_then_by_number() -> None:
    lines = standing(table(CHAIN), by("progressive", "lots")).lines
    assert [(line.player, line.decided_by) for line in lines] == [
        (1, None),
        (4, "number"),
        (2, "progressive"),
        (3, "number"),
    ]
    assert [line.player for line in standing(table(CHAIN), R2014).lines] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("final", "expected"),
    [
        ('["wp", "sb"]', "must end"),
        ("[]", "must end"),
        ('["wp", "sb", "wp", "lots"]', "wp twice"),
        ('["lots", "wp", "number"]', "nothing can follow"),
        ('["wp", "mutual_result", "lots"]', "stands first"),
        ('["buchholz", "lots"]', '"buchholz" is not one of'),
    ],
)
def test_a_list_that_is_unknown_doubled_or_undecided_is_refused(final: str, expected: str) -> None:
    problems = load_rulebook("fide-2024", {"ranking.final": final})
    assert isinstance(problems, tuple)
    assert expected in words(problems[0].what)


# --- the columns of a standing
# ---------------------------------------------------------------------


def test_tie_breaks_beside_wp_and_sb_have_columns_and_a_key_of_their_own() -> None:
    rulebook = by("buchholz_cut1", "wp", "koya", "direct_encounter", "lots")
    view = standings_view(final_standing(table(CHAIN), rulebook), rulebook, name_of=str, title="")
    assert [words(c.title) for c in view.columns][4:9] == ["WP-1", "WP", "Koya", "DE", "SB"]
    first = view.cells[0]["tie_breaks"]
    assert first == {"buchholz_cut1": 3, "wp": 4.5, "koya": 1.5, "direct_encounter": 1}
    assert "tie_breaks.koya" in as_csv(view).splitlines()[0]
    assert "1½" in as_table(in_words(view))


def test_under_rules_of_fide_tie_breaks_have_its_abbreviations_in_the_order_they_decide() -> None:
    rulebook = rules("fide-dutch-2026")
    view = standings_view(final_standing(table(CHAIN), rulebook), rulebook, name_of=str, title="")
    assert [words(c.title) for c in view.columns][4:7] == ["BH-C1", "BH", "SB"]
    assert "BH: Buchholz" in as_table(in_words(view))
    assert "WP" not in as_table(in_words(view))
    for language in ("en", "nl"):
        names = {key.partition(".") for key in room("cells", language)}
        keys, of_fide = (
            {key for head, _, key in names if head == own} for own in ("key", "fide-key")
        )
        assert keys == of_fide


def test_a_rulebook_with_wp_and_sb_only_shows_what_it_always_showed() -> None:
    view = standings_view(final_standing(table(CHAIN), R2014), R2014, name_of=str, title="")
    assert "tie_breaks" not in view.cells[0]
    assert [words(c.title) for c in view.columns][3:7] == ["points", "WP", "SB", "colours"]


def test_a_rulebook_for_tie_breaks_has_no_control_totals_and_pairs_nothing() -> None:
    games = table(CHAIN)
    assert control_totals(games, {}, F2024) == ()
    assert without_engine(R2014) is None
    refusal = without_engine(F2024)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "rulebook-does-not-pair"
    nobody = TrfFile(players=())
    assert pair_file(nobody, F2024, TrfRound(1, (), False, ())) == (refusal,)


# --- the World Blitz of 2021 ----------------------------------------------------------------------


@needs_shared
@pytest.mark.clause("swiss-manager-2009 own, opponents, cut, ARO")
def test_the_world_blitz_of_2021_has_all_its_published_tie_breaks_and_ranks() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "real"
    file = parse((folder / "world-blitz-2021.trf").read_bytes())
    assert isinstance(file, TrfFile)
    published = json.loads((folder / "world-blitz-2021.published-tiebreaks.json").read_text())
    names = ("buchholz_cut1", "wp", "average_rating_cut1")
    rulebook = by(*names, "direct_encounter", "lots", base="swiss-manager-2009")
    lines = final_standing(of_file(file, rulebook, 21), rulebook).lines
    actual = {n.player: (n.rank, n.score.points_halves / 2, n.tie_breaks[:3]) for n in lines}
    assert len(published["players"]) == 179
    for row in published["players"]:
        expected = tuple(zip(names, row["published"][:3], strict=True))
        assert actual[row["start_rank"]] == (row["final_rank"], row["points"], expected)
    assert not any(line.lots_needed for line in lines)
