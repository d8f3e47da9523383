"""Random tournaments: the same every time, readable, and paired as `trf check` pairs them."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.making.chances import Chances, game_outcome
from desk.making.random_trf import CannotGenerate, Rates, generate
from desk.terminal.random_options import RATES
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.meaning import rulebook_of
from ledger.trf.model import TrfCell, TrfFile
from ledger.trf.reader import parse
from ledger.trf.writer import write
from pairing.norms.model import Pairing
from pairing.systems.trf import TrfRound, check_file, pair_file, round_to_pair
from projections.standings.opponents_ratings import expected_percentage
from tests.helpers.console import Console
from tests.helpers.crosstables import R1996, R2014, rules
from tests.helpers.family import examples
from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

WITH_BYES = {
    name: rules(name, bye__half_point_allowed="true") for name in ("knsb-wp-1996", "knsb-wp-2014")
}
ALL_ON = Rates(
    draws=300,
    defaults=100,
    double_defaults=300,
    byes=80,
    absences=80,
    withdrawals=60,
    returns=300,
    late=200,
)


def read_again(file: TrfFile) -> TrfFile:
    """Return the file as it is read from its bytes."""
    read = parse(write(file))
    assert isinstance(read, TrfFile), read
    return read


def codes(file: TrfFile) -> Counter[str]:
    return Counter(cell.code for player in file.players for cell in player.cells if cell)


def ended(file: TrfFile) -> list[str]:
    return [words(note.what) for note in file.notes]


def why_not_paired(file: TrfFile, book: Rulebook) -> str:
    """Return why the next round of a file has no pairing; "" without a round or players."""
    round_ = round_to_pair(file, None, None)
    if not isinstance(round_, TrfRound):
        return ""
    refusals = pair_file(file, book, round_)
    assert not isinstance(refusals, Pairing)
    return words(refusals[0].what)


# --- the same every time --------------------------------------------------------------------------


def test_the_bytes_of_a_seed_are_the_same_on_every_machine_for_good() -> None:
    content = write(generate(30, 7, rules=WITH_BYES["knsb-wp-2014"], seed="fixed", rates=ALL_ON))
    players = b"".join(line for line in content.splitlines(True) if line.startswith(b"001"))
    # A change of this value breaks everybody's seeds: it needs a line in the changelog.
    assert hashlib.sha256(players).hexdigest() == (
        "eeaf75714eb38d005ab3f7c2579f477cede9cb0efc415c46813e2b741348d111"
    )


def test_another_hash_seed_of_python_gives_the_same_bytes() -> None:
    script = (
        "import sys\n"
        "from pairing.systems.registry import load_rulebook\n"
        "from ledger.trf.writer import write\n"
        "from desk.making.random_trf import generate\n"
        "sys.stdout.buffer.write(write(generate(25, 6, rules=load_rulebook('knsb-wp-1996'), seed='x')))\n"
    )
    files = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert files == {write(generate(25, 6, rules=R1996, seed="x"))}


def test_two_seeds_give_two_tournaments() -> None:
    assert generate(10, 3, rules=R2014, seed="1") != generate(10, 3, rules=R2014, seed="2")


def test_another_rate_of_draws_leaves_absences_and_ratings_as_they_were() -> None:
    one, two = (
        generate(40, 1, rules=R2014, seed="1", rates=Rates(draws=draws)) for draws in (0, 900)
    )
    assert [p.rating for p in one.players] == [p.rating for p in two.players]
    off = [[p.number for p in file.players if codes_of(p.cells) & {"Z"}] for file in (one, two)]
    assert off[0] == off[1]


def codes_of(cells: tuple[TrfCell | None, ...]) -> set[str]:
    return {cell.code for cell in cells if cell}


# --- what other verbs make of it ------------------------------------------------------------------


@examples(60)
@given(
    players=st.integers(2, 41),
    rounds=st.integers(1, 9),
    seed=st.text(max_size=12),
    book=st.sampled_from([*WITH_BYES.values(), R1996, R2014]),
    rates=st.sampled_from([ALL_ON, Rates(), Rates(0, 0, 0, 0, 0, 0, 0, 0)]),
)
def test_check_finds_no_difference_in_a_file_with_everything_that_happens(
    players: int, rounds: int, seed: str, book: Rulebook, rates: Rates
) -> None:
    file = generate(players, rounds, rules=book, seed=seed, rates=rates)
    again = read_again(file)
    assert again == file
    checked = check_file(again, book, None)
    assert [differences for _, differences in checked] == [()] * file.rounds_recorded
    assert (file.rounds_recorded == rounds) == (ended(file) == [])
    assert why_not_paired(again, book) in "".join(ended(file))


@pytest.mark.parametrize(("players", "rounds"), [(7, 7), (8, 7)])
def test_in_a_round_robin_who_is_away_loses_by_default_and_nobody_enters_late(
    tmp_path: Path, players: int, rounds: int
) -> None:
    file = generate(
        players,
        rounds,
        rules=rules("berger"),
        seed="all",
        rates=dataclasses.replace(ALL_ON, byes=0),
    )
    games = players // 2 * 2
    for number in range(1, rounds + 1):
        cells = [cell for player in file.players if (cell := player.cell(number)) is not None]
        assert sum(cell.opponent is not None for cell in cells) == games
    assert codes(file)["-"] > codes(file)["+"] > 0
    (tmp_path / "x.trf").write_bytes(write(file))
    terminal = Terminal(tmp_path / "x.ledger")
    terminal.run("import", tmp_path / "x.trf", "--rules", "berger")
    assert terminal.json("status")["rounds_published"] == rounds


@pytest.mark.parametrize("rounds", [4, 6])
def test_a_number_of_rounds_that_is_not_that_of_the_table_is_refused(rounds: int) -> None:
    with pytest.raises(CannotGenerate) as refused:
        generate(6, rounds, rules=rules("berger"), seed="1")
    assert "the table of 6 players has 5 rounds" in words(refused.value.why)
    assert "de tabel voor 6 spelers heeft 5 ronden" in words(refused.value.why, "nl")


@pytest.mark.parametrize("players", [60, 61])
@pytest.mark.parametrize("book", WITH_BYES.values(), ids=WITH_BYES)
def test_with_all_rates_on_everything_happens(players: int, book: Rulebook) -> None:
    file = generate(players, 9, rules=book, seed="all", rates=ALL_ON)
    assert file.rounds_recorded == 9
    tally = codes(file)
    assert set(tally) == set("10=+-ZHU")
    assert tally["-"] > tally["+"] > 0, "some defaults are double"
    assert file.rounds_planned == 9
    assert sorted(p.rank or 0 for p in file.players) == list(range(1, players + 1))


def test_points_other_than_the_ordinary_ones_are_written_into_the_file() -> None:
    book = rules("knsb-wp-2014", bye__points="0.5")
    file = generate(9, 3, rules=book, seed="1")
    assert file.points is not None
    assert all(differences == () for _, differences in check_file(read_again(file), book, None))


# --- rates ----------------------------------------------------------------------------------------


def test_no_half_point_bye_is_given_where_the_rulebook_has_none() -> None:
    assert codes(generate(50, 5, rules=R2014, seed="1", rates=Rates(byes=500)))["H"] == 0
    assert (
        codes(generate(50, 5, rules=WITH_BYES["knsb-wp-2014"], seed="1", rates=Rates(byes=500)))[
            "H"
        ]
        > 50
    )


def test_late_entries_have_the_last_numbers_in_order_of_entry() -> None:
    file = generate(60, 8, rules=R2014, seed="1", rates=Rates(absences=0, withdrawals=0, late=300))
    firsts = [
        next(number for number, cell in enumerate(player.cells, 1) if cell and cell.code != "Z")
        for player in file.players
    ]
    assert firsts == sorted(firsts)
    assert firsts[0] == 1
    assert 2 <= firsts[-1] <= 1 + 8 // 2


def test_who_withdrew_can_come_back() -> None:
    gone = generate(
        80, 9, rules=R2014, seed="1", rates=Rates(absences=0, late=0, withdrawals=80, returns=0)
    )
    back = generate(
        80, 9, rules=R2014, seed="1", rates=Rates(absences=0, late=0, withdrawals=80, returns=1000)
    )

    def returned(file: TrfFile) -> int:
        rows = ["".join(cell.code for cell in p.cells if cell) for p in file.players]
        return sum("Z" in row.rstrip("Z") for row in rows)

    assert returned(gone) == 0 < codes(gone)["Z"]
    assert returned(back) > 10


def test_everybody_withdrawing_ends_the_tournament_after_round_one() -> None:
    file = generate(10, 5, rules=R2014, seed="1", rates=Rates(absences=0, late=0, withdrawals=1000))
    assert file.rounds_recorded == 1
    assert ended(file) == ["ended after round 1: round 2: fewer than two players are there"]
    assert file.other[-1].text == "# ended after round 1: too-few-players"


def test_a_round_without_legal_pairing_ends_the_tournament_and_the_file_says_why() -> None:
    quiet = Rates(defaults=0, absences=0, withdrawals=0, late=0)
    file = generate(4, 5, rules=R2014, seed="1", rates=quiet)
    assert file.rounds_recorded == 3
    assert file.rounds_planned == 5, "no round played was the last one"
    assert ended(file)[0].startswith("ended after round 3: round 4: ")
    assert why_not_paired(read_again(file), R2014) in ended(file)[0]
    assert all(differences == () for _, differences in check_file(read_again(file), R2014, None))


@pytest.mark.parametrize(
    "wrong", [{"players": 1}, {"players": 10_000}, {"rounds": 0}, {"ratings": (2000, 1000)}]
)
def test_sizes_that_no_file_can_have_are_refused(wrong: dict[str, object]) -> None:
    arguments: dict[str, object] = {"players": 10, "rounds": 3, "rules": R2014, "seed": "1"}
    with pytest.raises(CannotGenerate):
        generate(**arguments | wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1, 1001, 0.5, True])
def test_a_rate_is_a_whole_number_of_per_mille(value: object) -> None:
    with pytest.raises(CannotGenerate):
        Rates(draws=value)  # type: ignore[arg-type]


# --- chances and results --------------------------------------------------------------------------


@given(difference=st.integers(-1500, 1500), draws=st.integers(0, 1000))
@examples(50)
def test_over_all_numbers_white_scores_exactly_the_expectation(difference: int, draws: int) -> None:
    outcomes = Counter(game_outcome(difference, draws, number) for number in range(2000))
    percent = expected_percentage(difference)
    assert 2 * outcomes["1-0"] + outcomes["1/2-1/2"] == 40 * percent
    assert outcomes["1/2-1/2"] == 2 * min(draws, 20 * percent, 20 * (100 - percent))


def test_a_chance_depends_on_what_it_is_for_and_on_nothing_else() -> None:
    one, two = Chances("seed"), Chances("seed")
    two.below(10, "something else", 3)
    assert [one.below(1000, "draw", n) for n in range(9)] == [
        two.below(1000, "draw", n) for n in range(9)
    ]
    assert one.below(10**9, "draw", 12) != one.below(10**9, "draw", 1, 2)
    assert not one.hit(0, "never")
    assert one.hit(1000, "always")


# --- the command line -----------------------------------------------------------------------------


def test_the_rates_of_the_command_line_are_those_of_the_program() -> None:
    assert {name.replace("-", "_"): usual for name, usual in RATES.items()} == dataclasses.asdict(
        Rates()
    )


def test_a_generated_file_goes_through_pair_check_and_standings(tmp_path: Path) -> None:
    console = Console(tmp_path)
    output = console.run("maken", "--players", "12", "--rounds", "5", "--seed", "7", "-o", "x.trf")
    assert output.output == "written: x.trf\n"
    assert (tmp_path / "x.trf").read_bytes() == write(generate(12, 5, rules=R2014, seed="7"))
    assert "rounds paired the same by knsb-wp-2014: 5 of 5" in console.must_run(
        "trf", "check", "x.trf"
    )
    assert "Player 0001" in console.must_run("trf", "standings", "x.trf")
    assert console.must_run("trf", "pair", "x.trf", "--round", "5").splitlines()[0] == "6"


def test_generate_prints_the_file_and_says_when_it_ended_early(tmp_path: Path) -> None:
    quiet = [f"--{name}=0" for name in ("absences", "withdrawals", "late", "defaults")]
    result = Console(tmp_path).run("generate", "--players", "4", "--rounds", "9", *quiet)
    assert result.exit_code == 0
    assert "note: ended after round 3: round 4: " in result.stderr
    assert isinstance(parse(result.stdout.encode()), TrfFile)


def test_a_rulebook_that_no_engine_pairs_is_refused(tmp_path: Path) -> None:
    line = ("generate", "--rules", "fide-2024", "--players", "4", "--rounds", "2")
    result = Console(tmp_path).run(*line)
    assert result.exit_code == 3
    assert "refused (rulebook-does-not-pair)" in result.output
    with pytest.raises(CannotGenerate) as refused:
        generate(4, 2, rules=rules("fide-2024"), seed="1")
    assert "pairs no rounds" in words(refused.value.why)


def test_generate_refuses_a_lowest_rating_above_the_highest(tmp_path: Path) -> None:
    line = ("generate", "--players", "4", "--rounds", "2", "--ratings", "2000", "1000")
    result = Console(tmp_path).run(*line)
    assert result.exit_code == 2
    assert "the lowest first" in result.output


# --- under FIDE's rules ---------------------------------------------------------------------------

FIDE = rules("fide-dutch-2026")


def test_under_fides_rules_everybody_has_the_number_of_the_rating_and_byes_of_all_kinds() -> None:
    rates = dataclasses.replace(ALL_ON, full_byes=60, short_games=100, withdrawals=20)
    file = generate(40, 7, rules=FIDE, seed="all", rates=rates)
    ratings = [player.rating or 0 for player in file.players]
    assert ratings == sorted(ratings, reverse=True)
    assert set("10=+-HFZUW") <= set(codes(file))
    late = [p.number for p in file.players if p.cells[0] == TrfCell(None, "-", "Z")]
    assert late
    assert late != list(range(41 - len(late), 41))
    comments = [kept.text for kept in file.other]
    assert "# results by the model fide" in comments
    assert any("full byes 60, short games 100" in text for text in comments)
    assert [differences for _, differences in check_file(read_again(file), FIDE, None)] == [()] * 7


def test_results_under_fides_rules_follow_its_model_unless_another_is_named() -> None:
    by_model = codes(
        generate(60, 9, rules=FIDE, seed="b", rates=Rates(defaults=0), ratings=(1800, 2300))
    )
    by_score = codes(
        generate(
            60,
            9,
            rules=FIDE,
            seed="b",
            rates=Rates(defaults=0),
            ratings=(1800, 2300),
            model="expected",
        )
    )
    assert by_model != by_score
    drawn, games = by_model["="], sum(by_model[code] for code in "10=")
    assert 0.15 < drawn / games < 0.4


def test_a_fide_tournament_is_generated_under_both_names_of_the_verb(tmp_path: Path) -> None:
    console = Console(tmp_path)
    sizes = ("--players", "9", "--rounds", "4", "--seed", "1")
    options = ("--rules", "fide-dutch-2026", *sizes, "--byes", "100")
    console.must_run("generate", *options, "-o", "a.trf")
    console.must_run("trf", "generate", *options, "-o", "b.trf")
    console.must_run("trf", "maken", *options, "--model", "verwacht", "-o", "c.trf")
    files = [(tmp_path / name).read_bytes() for name in ("a.trf", "b.trf", "c.trf")]
    assert files[0] == files[1] != files[2]


@pytest.mark.parametrize(
    "options", [("--evenings", "x", "--model", "fide"), ("--evenings", "x", "--full-byes", "5")]
)
def test_what_only_a_file_has_is_refused_for_evenings(
    options: tuple[str, ...], tmp_path: Path
) -> None:
    answer = Console(tmp_path).run("generate", "--players", "8", "--rounds", "3", *options)
    assert (answer.exit_code, "only a tournament file has" in answer.output) == (2, True)


PAIRING = ("fide-dutch-2026", "fide-burstein-2026", "fide-dubov-2026")


@pytest.mark.parametrize("name", PAIRING)
def test_a_file_of_a_system_of_fide_names_its_rulebook_by_itself(tmp_path: Path, name: str) -> None:
    assert set(PAIRING) == {
        one for one in shipped() if rules(one).has_fide_mode and one.endswith("-2026")
    }
    options = ("--players", "8", "--rounds", "4", "--rules", name, "-o", "a.trf")
    Console(tmp_path).must_run("generate", *options)
    read = parse((tmp_path / "a.trf").read_bytes())
    assert isinstance(read, TrfFile)
    assert rulebook_of(read) == (name, {})
