"""Two rulebooks on random seasons: the counts against manual counts and a slow computation."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from desk.making.random_trf import CannotGenerate, Rates, generate
from desk.making.simulation import (
    Comparison,
    Moment,
    MomentTally,
    PairedAgain,
    Simulation,
    compare,
    simulate,
    standings,
)
from desk.making.simulation_view import percent, rounded, simulation_view
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.systems.trf import check_file
from projections.games.crosstable_of_trf import of_file
from projections.standings.standing import final_standing
from tests.helpers.console import Console
from tests.helpers.crosstables import R1996, R2014, rules
from tests.helpers.words import in_words, words

QUIET = Rates(defaults=0, double_defaults=0, byes=0, absences=0, withdrawals=0, late=0)
SOME = Rates(absences=60, late=60)


@pytest.fixture(scope="module")
def season() -> Simulation:
    """Return twelve tournaments of 21 players under the text of 1996, against 2014 and itself."""
    return simulate(
        [R1996, R2014, R1996], players=21, rounds=5, tournaments=12, seed="s", rates=SOME
    )


def test_a_rulebook_never_differs_from_itself(season: Simulation) -> None:
    itself = season.comparisons[1]
    assert itself.second == itself.first
    for tally in (itself.rounds, itself.tournaments, itself.end):
        assert tally.standing_differs == tally.pairing_differs == tally.rank_change_max == 0
        assert not tally.decided_first
    assert itself.rounds.pairings == 60
    assert itself.end.rank_change_mean() is None


def test_rounds_and_the_end_add_up(season: Simulation) -> None:
    one = season.comparisons[0]
    assert one.rounds.standings == 12 * 5
    assert one.end.standings == one.tournaments.standings == 12
    assert one.end.players == 12 * 21
    for name in ("standing_differs", "pairing_differs", "boards", "players_moved"):
        assert getattr(one.rounds, name) == sum(getattr(t, name) for t in one.by_round)
    assert one.end.standing_differs == one.by_round[-1].standing_differs
    assert one.tournaments.pairing_differs <= 12


def test_what_is_counted_is_what_the_standings_and_the_check_say_the_long_way() -> None:
    file = generate(30, 6, rules=R1996, seed="s:1", rates=SOME)
    moments = compare(file, R2014, standings(file, R1996))
    checked = dict(check_file(replace(file, points=None), R2014, None))
    for number, moment in enumerate(moments, 1):
        one, two = (final_standing(of_file(file, r, number), r).lines for r in (R1996, R2014))
        ranks = {line.player: line.rank for line in two}
        moved = [abs(line.rank - ranks[line.player]) for line in one]
        assert moment.moves == tuple(change for change in moved if change)
        assert moment.standing == any(moved)
        assert moment.winner == (one[0].player != two[0].player)
        assert moment.prizes == ([x.player for x in one[:3]] != [x.player for x in two[:3]])
        assert moment.paired is not None
        assert moment.paired.differs == (checked[number] != ())
        assert bool(moment.decided_first) == bool(moment.decided_second) == any(moved)


def test_without_unplayed_rounds_the_two_texts_give_the_same_standings() -> None:
    one = simulate(
        [R1996, R2014], players=20, rounds=5, tournaments=6, seed="q", rates=QUIET
    ).comparisons[0]
    assert one.rounds.standing_differs == one.rounds.pairing_differs == 0


def test_another_first_round_shows_in_the_boards_of_round_one() -> None:
    other = rules("knsb-wp-2014", pairing__first_round="D2")
    first_round = (
        simulate([R2014, other], players=10, rounds=2, tournaments=3, seed="d", rates=QUIET)
        .comparisons[0]
        .by_round[0]
    )
    assert (first_round.pairings, first_round.pairing_differs) == (3, 3)
    assert first_round.order_differs == 0, "lot numbers"
    # 1-10, 2-9, 3-8, 4-7, 5-6 against 1-2, 3-4, 5-6, 7-8, 9-10.
    assert (first_round.boards, first_round.boards_differ) == (15, 12)


def test_both_editions_of_fide_pair_from_one_order_whatever_the_tie_breaks() -> None:
    editions = [rules("fide-dutch-2026"), rules("fide-dutch-2017")]
    away = Rates(absences=150, defaults=100)
    one = simulate(editions, players=8, rounds=4, tournaments=20, seed="f", rates=away).comparisons[
        0
    ]
    assert one.rounds.standing_differs > 0
    assert one.rounds.order_differs == 0


def test_a_bye_of_half_a_point_moves_players_by_points() -> None:
    half = rules("knsb-wp-2014", bye__points="0.5")
    one = simulate(
        [R2014, half], players=11, rounds=5, tournaments=8, seed="b", rates=QUIET
    ).comparisons[0]
    assert one.rounds.standing_differs > 0
    assert one.rounds.decided_second["points"] > 0


def test_a_rulebook_of_tie_breaks_only_is_compared_by_its_rankings() -> None:
    simulation = simulate(
        [R2014, rules("fide-2024")], players=12, rounds=4, tournaments=4, seed="t", rates=SOME
    )
    one = simulation.comparisons[0]
    assert (one.rounds.pairings, one.rounds.standings) == (0, 16)
    assert one.rounds.standing_differs > 0
    assert words(simulation_view(simulation).notes[-1]).startswith("no engine pairs fide-2024")


def test_a_tournament_of_a_season_can_be_made_again_as_a_file(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.must_run(
        "generate",
        "--rules",
        "knsb-wp-1996",
        "--players",
        "30",
        "--rounds",
        "6",
        "--seed",
        "s:1",
        "-o",
        "first.trf",
    )
    read = parse((tmp_path / "first.trf").read_bytes())
    assert isinstance(read, TrfFile)
    again = compare(read, R2014, standings(read, R1996))
    one = simulate([R1996, R2014], players=30, rounds=6, tournaments=1, seed="s").comparisons[0]
    assert one.rounds.players_moved == sum(len(moment.moves) for moment in again)


def test_a_tournament_that_ends_early_counts_for_the_rounds_it_has() -> None:
    simulation = simulate([R1996, R2014], players=4, rounds=5, tournaments=3, seed="e", rates=QUIET)
    one = simulation.comparisons[0]
    assert simulation.ended_early == 3
    assert [tally.pairings for tally in one.by_round] == [3, 3, 3, 0, 0]
    assert one.end.standings == 3
    assert "3 tournaments ended early" in words(simulation_view(simulation).notes[-1])


def test_the_table_is_read_in_dutch(season: Simulation) -> None:
    view = in_words(simulation_view(season), "nl")
    assert view.title == (
        "12 toernooien van 21 spelers en 5 ronden, ingedeeld volgens knsb-wp-1996; "
        "tegenover knsb-wp-2014, knsb-wp-1996"
    )
    assert [column.heading for column in view.columns][:3] == ["tegen", "ronde", "volgorde"]
    assert [row["where"] for row in view.cells][4:8] == [5, "ronden", "ooit", "eind"]


def test_a_tournament_without_a_round_counts_nowhere() -> None:
    comparison = Comparison("a", "b", (MomentTally(),))
    comparison.add([])
    assert comparison.tournaments == MomentTally()


def test_moments_add_up_by_hand() -> None:
    comparison = Comparison("a", "b", (MomentTally(), MomentTally()))
    first = Moment(
        True, False, True, PairedAgain(False, False, boards=5), 10, (1, 1), Counter(wp=1)
    )
    second = Moment(
        True,
        True,
        True,
        PairedAgain(True, True, boards=5, boards_differ=3),
        10,
        (4, 2, 2),
        Counter(sb=2),
    )
    comparison.add([first, second])
    rounds, end, once = comparison.rounds, comparison.end, comparison.tournaments
    assert (rounds.players, rounds.players_moved, rounds.rank_change_sum) == (20, 5, 10)
    assert (rounds.rank_change_max, rounds.rank_change_mean()) == (4, Fraction(2))
    assert end.rank_change_mean() == Fraction(8, 3)
    assert (end.pairings, end.winner_differs) == (0, 1)
    assert (rounds.boards, rounds.boards_differ, rounds.pairing_differs) == (10, 3, 1)
    assert (once.winner_differs, once.pairing_differs, once.boards, once.players) == (1, 1, 0, 0)
    assert rounds.decided_first == Counter(wp=1, sb=2)


def test_one_rulebook_alone_cannot_be_compared() -> None:
    with pytest.raises(CannotGenerate):
        simulate([R2014], players=10, rounds=3, tournaments=1, seed="1")


@pytest.mark.parametrize(
    ("hits", "total", "text"),
    [(1, 8, "12.5 %"), (1, 3, "33.3 %"), (2, 3, "66.7 %"), (0, 5, "0.0 %"), (1, 2000, "0.1 %")],
)
def test_a_share_is_rounded_half_up(hits: int, total: int, text: str) -> None:
    share = percent(hits, total)
    assert share is not None
    assert words(share) == text
    assert percent(0, 0) is None
    assert rounded(Fraction(17, 5), 2) == "3.40"


LINE = (
    "simuleren",
    "--rules",
    "knsb-wp-1996",
    "--rules",
    "knsb-wp-2014",
    "--players",
    "15",
    "--rounds",
    "3",
    "--tournaments",
    "4",
    "--seed",
    "c",
)


def test_table_json_and_csv_say_the_same_every_time(tmp_path: Path) -> None:
    console = Console(tmp_path)
    table = console.must_run(*LINE)
    assert table == console.must_run(*LINE)
    assert "4 tournaments of 15 players and 3 rounds, paired under knsb-wp-1996" in table
    record = json.loads(console.must_run(*LINE, "--json"))
    assert [row["part"] for row in record["rows"]] == [
        *["round"] * 3,
        "rounds",
        "tournaments",
        "end",
    ]
    lines = list(csv.DictReader(io.StringIO(console.must_run(*LINE, "--csv"))))
    for line, row in zip(lines, record["rows"], strict=True):
        assert line["boards_differ"] == (
            "" if row["boards_differ"] is None else str(row["boards_differ"])
        )
    of_pairings = ("order_differs", "pairing_differs", "impossible", "bye_differs")
    for row in record["rows"]:
        counted = row["part"] != "end"
        assert [row[name] is not None for name in of_pairings] == [counted] * 4
    assert record["rates_per_mille"]["late"] == 20


def test_a_key_of_one_rulebook_is_changed_as_its_id_reads(tmp_path: Path) -> None:
    line = (
        "simulate",
        "--rules",
        "knsb-wp-2014",
        "--rules",
        "knsb-wp-2014+bye.points=0.5",
        "--set",
        "bye.half_point_allowed=true",
        "--players",
        "9",
        "--rounds",
        "3",
        "--tournaments",
        "2",
        "--json",
    )
    record = json.loads(Console(tmp_path).must_run(*line))
    assert record["first"] == "knsb-wp-2014+bye.half_point_allowed=true"
    assert record["rows"][0]["second"].endswith("bye.points=0.5")


def test_simulate_asks_for_two_rulebooks(tmp_path: Path) -> None:
    result = Console(tmp_path).run(
        "simulate", "--rules", "knsb-wp-2014", "--players", "9", "--rounds", "3"
    )
    assert result.exit_code == 2
    assert "two rulebooks or more" in result.output
