"""Generated tournaments as command files: everything happens in them, and apply plays them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desk.making.club_season import Recipe, SeasonRates, made_season
from desk.making.command_file import CommandFile
from desk.making.random_trf import CannotGenerate
from desk.making.tournament import ArbitersRates, made_tournament
from desk.terminal.random_options import RATES
from desk.terminal.verbs.generating import EVENING_RATES, SEASON_RATES
from tests.helpers.console import Console
from tests.helpers.crosstables import R1996, rules
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

LIVELY = ArbitersRates(
    defaults=60, byes=40, absences=60, withdrawals=30, returns=300, late=150, corrections=120
)
IN_THE_HALL = {"check_ins": 500, "claims": 500, "protests": 40}
HALVES = rules("knsb-wp-1996", bye__half_point_allowed="true")
ASKED = ("--players", "10", "--rounds", "5", "--seed", "7")


def _lines(file: CommandFile) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.lines]


def _applied(tmp_path: Path, file: CommandFile) -> Terminal:
    terminal = Terminal(tmp_path / "made.ledger")
    for at, data in enumerate(file.evenings()):
        (tmp_path / f"{at}.ndjson").write_bytes(data)
        terminal.run("apply", tmp_path / f"{at}.ndjson")
    return terminal


def test_the_same_seed_gives_the_same_file_and_another_seed_another() -> None:
    competition = made_tournament(10, 5, rules=R1996, seed="1", rates=LIVELY)
    assert competition == made_tournament(10, 5, rules=R1996, seed="1", rates=LIVELY)
    assert competition.lines != made_tournament(10, 5, rules=R1996, seed="2", rates=LIVELY).lines


def test_everything_that_an_arbiter_announces_happens() -> None:
    competition = made_tournament(
        20,
        7,
        rules=HALVES,
        seed="4",
        rates=LIVELY,
        named="knsb-wp-1996",
        changes={"bye.half_point_allowed": "true"},
    )
    counts = Counter(line["command"] for line in _lines(competition))
    wanted = {
        "enter",
        "withdraw",
        "return",
        "bye",
        "absent",
        "publish",
        "result",
        "forfeit",
        "correct-result",
        "correct-colours",
        "prizes-declare",
        "finish",
    }
    assert wanted <= set(counts), wanted - set(counts)
    assert counts["publish"] == 7
    assert any(line.get("from_round", 1) > 1 for line in _lines(competition))


def test_what_players_do_in_the_hall_changes_no_game_and_no_correction() -> None:
    busy = replace(LIVELY, **IN_THE_HALL)
    in_the_hall = {"check-in", "claim", "protest", "ruling"}
    for plain, lines in (
        (
            made_tournament(20, 7, rules=R1996, seed="4", rates=LIVELY),
            _lines(made_tournament(20, 7, rules=R1996, seed="4", rates=busy)),
        ),
        (
            made_season(Recipe(16, 8, "4", rates=SeasonRates(corrections=80))),
            _lines(
                made_season(Recipe(16, 8, "4", rates=SeasonRates(corrections=80, **IN_THE_HALL)))
            ),
        ),
    ):
        assert {line["command"] for line in lines} >= in_the_hall
        others = [line for line in lines if line["command"] not in in_the_hall]
        assert others == _lines(plain)


def test_every_protest_is_ruled_on_and_one_is_upheld_where_the_result_was_corrected(
    tmp_path: Path,
) -> None:
    busy = replace(LIVELY, **IN_THE_HALL)
    terminal = _applied(tmp_path, made_tournament(20, 7, rules=R1996, seed="4", rates=busy))
    terminal.run("mirror", "build")

    def rows(question: str) -> list[dict[str, Any]]:
        answer: list[dict[str, Any]] = terminal.json("sql", "--mirror", question)["rows"]
        return answer

    assert rows("from protests where number not in (select number from rulings)") == []
    verdicts = Counter(row["verdict"] for row in rows("from rulings"))
    assert verdicts["upheld"] > 0
    assert verdicts["rejected"] > 0
    unexplained = """
        from rulings where (verdict = 'upheld') <> exists(
            from corrections c where c.kind = 'result' and c.position = rulings.facts[1])
    """
    assert rows(unexplained) == []
    (appeals,) = rows("select count(*) - count(distinct number) as n from rulings")
    assert appeals["n"] > 0
    (right,) = rows("""
        select avg((claims.result = games.result)::int) as share from claims
        join games using (round) where games.white in (claims.player, claims.opponent)
        and games.known_to is null and claims.ended_by is null
    """)
    assert 0.9 < right["share"] < 1


def test_under_the_rules_of_fide_lists_change_ratings_and_some_may_not_meet(tmp_path: Path) -> None:
    rates = ArbitersRates(listed=900, prohibitions=300)
    terminal = _applied(
        tmp_path, made_tournament(20, 6, rules=rules("fide-dutch-2026"), seed="2", rates=rates)
    )
    terminal.run("mirror", "build")
    (row,) = terminal.json(
        "sql",
        "--mirror",
        """
        select (select count(*) from rating_lists) as listed,
               (select count(*) from ratings where known_to is not null) as changed,
               (select count(*) from prohibitions where to_round = 3) as halfway,
               (select count(*) from prohibitions where lifted_from = 4) as lifted,
               (select count(*) from games g join prohibitions p using (tournament)
                where list_contains(p.players, white) and list_contains(p.players, black)
                and round < coalesce(p.lifted_from, p.to_round + 1, 99)) as met
    """,
    )["rows"]
    assert 10 < row["listed"] < 20
    assert min(row["changed"], row["halfway"], row["lifted"]) > 0
    assert row["met"] == 0
    plain = made_tournament(20, 6, rules=R1996, seed="2", rates=ArbitersRates())
    assert made_tournament(20, 6, rules=R1996, seed="2", rates=rates).lines == plain.lines


@pytest.mark.parametrize(
    ("book", "players"),
    [
        (R1996, 8),
        (rules("knsb-rating-2014"), 8),
        (rules("fide-dutch-2026"), 8),
        (rules("berger"), 6),
    ],
)
def test_apply_plays_it_evening_by_evening_and_the_mirror_knows_each_state(
    tmp_path: Path, book: Any, players: int
) -> None:
    competition = made_tournament(
        players, 5, rules=book, seed="3", rates=ArbitersRates(corrections=150)
    )
    slips = [line for line in _lines(competition) if line["command"] == "correct-result"]
    assert len(competition.evenings()) > 5 + len(slips)
    terminal = _applied(tmp_path, competition)
    terminal.run("mirror", "build")
    question = "from corrections where kind = 'result' and len(rounds_touched) > 0"
    assert len(terminal.json("sql", "--mirror", question)["rows"]) == len(slips)
    (row,) = terminal.json("sql", "--mirror", "from tournaments")["rows"]
    assert (row["closed"], row["rounds_done"]) == (True, 5)


def test_the_evenings_of_a_season_together_are_the_season() -> None:
    season = made_season(Recipe(12, 6, "1", rates=SeasonRates(corrections=80)))
    assert b"".join(season.evenings()).decode().splitlines() == list(season.lines)
    assert season.whole().decode().splitlines() == [*(f"# {t}" for t in season.head), *season.lines]
    assert len(season.evenings()) > 7


def test_nobody_enters_a_round_robin_that_has_begun() -> None:
    competition = made_tournament(
        6, 5, rules=rules("berger"), seed="1", rates=ArbitersRates(late=1000)
    )
    assert [line for line in _lines(competition) if line.get("from_round")] == []
    assert not competition.ended


def test_a_round_that_cannot_be_paired_ends_it_and_is_told(tmp_path: Path) -> None:
    competition = made_tournament(4, 9, rules=R1996, seed="1")
    (said,) = competition.ended
    assert words(said).startswith("ended after round 3: round 4: ")
    assert words(said, "nl").startswith("geëindigd na ronde 3: ")
    assert "\n# ended after round 3: " in competition.whole().decode()
    terminal = _applied(tmp_path, competition)
    assert terminal.json("status")["rounds_planned"] == 3


def test_a_tournament_that_cannot_begin_has_no_end_either() -> None:
    competition = made_tournament(2, 3, rules=R1996, seed="1", rates=ArbitersRates(absences=1000))
    assert competition.ended
    assert {"publish", "finish", "plan"} & {
        line["command"] for line in _lines(competition)
    } == set()


def test_sizes_and_rulebooks_that_give_no_tournament_are_refused() -> None:
    none = ((1, 5, R1996), (8, 0, R1996), (8, 5, rules("vega-2016")), (8, 5, rules("berger")))
    for players, rounds, book in none:
        with pytest.raises(CannotGenerate):
            made_tournament(players, rounds, rules=book, seed="1")
    with pytest.raises(CannotGenerate) as refused:
        made_tournament(8, 5, rules=R1996, seed="1", ratings=(1200, 4001))
    assert "ratings go from 1 to 4000" in words(refused.value.why)
    for rounds in (4, 6):
        with pytest.raises(CannotGenerate) as refused:
            made_tournament(6, rounds, rules=rules("berger"), seed="1")
        assert "the table of 6 players has 5 rounds" in words(refused.value.why)
    with pytest.raises(CannotGenerate) as refused:
        made_tournament(8, 5, rules=R1996, seed=" ")
    assert "seed" in words(refused.value.why)


def test_generate_writes_a_folder_of_evenings_for_a_tournament_and_a_season(tmp_path: Path) -> None:
    console = Console(tmp_path)
    changed = ("--set", "bye.half_point_allowed=true", "--corrections", "90", "--byes", "60")
    output = console.must_run(
        "generate", *ASKED, "--rules", "knsb-wp-1996", *changed, "--evenings", "cup"
    )
    files = sorted((tmp_path / "cup").iterdir())
    assert output == f"written: {len(files)} files in cup\n"
    competition = made_tournament(
        10,
        5,
        rules=HALVES,
        seed="7",
        rates=ArbitersRates(corrections=90, byes=60),
        named="knsb-wp-1996",
        changes={"bye.half_point_allowed": "true"},
    )
    assert [path.read_bytes() for path in files] == competition.evenings()
    assert 'tournament "Generated tournament 7" opened' in console.must_run("apply", str(files[0]))
    console.must_run("generate", *ASKED, "--rules", "mwkeizer", "--evenings", "season")
    files = sorted((tmp_path / "season").iterdir())
    assert [path.read_bytes() for path in files] == made_season(Recipe(10, 5, "7")).evenings()


def test_generate_never_writes_evenings_among_other_files(tmp_path: Path) -> None:
    console = Console(tmp_path)
    (tmp_path / "cup").mkdir()
    (tmp_path / "cup" / "letter.txt").write_text("x", "utf-8")
    for more, said in (
        (("--evenings", "cup"), "cup is not empty"),
        (("--evenings", "new", "-o", "x.trf"), "--evenings names a folder"),
        (("--corrections", "3"), "only a season, or --evenings, has --corrections"),
        (("--evenings", "new", "--duty", "3"), "only a club season has --duty"),
        (("--claims", "3"), "only a season, or --evenings, has --claims"),
        (("--listed", "3"), "only a tournament with --evenings has --listed"),
        (("--listed", "3", "--rules", "mwkeizer"), "only a tournament has --listed"),
    ):
        ran = console.run("generate", *ASKED, *more)
        assert ran.exit_code == 2
        assert said in ran.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cup"]


def test_the_usual_rates_are_those_of_the_command_line() -> None:
    options = RATES | SEASON_RATES | EVENING_RATES
    typed = {name.replace("-", "_"): rate for name, rate in options.items()}
    assert all(typed[name] == rate for name, rate in ArbitersRates().items())
