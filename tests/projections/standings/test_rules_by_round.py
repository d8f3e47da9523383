"""What happened in a round is worth what the rulebook of that round says, also after a change."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from desk.answers.tournament_file import not_in_file, tournament_file
from ledger.rulebooks.in_force import OF_THE_ROUND
from ledger.rulebooks.tie_breaks import WINS
from ledger.trf.model import TrfFile
from projections.formats.tournament_moves import standings_rows
from projections.games.crosstable import CellKind, of_tournament
from projections.standings.scores import scores
from projections.standings.tiebreaks import Scored, tie_break_values
from tests.helpers.club import asked
from tests.helpers.crosstables import rules
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

AGREED = "the players agreed"


def change(hall: Hall, rulebook: str | None = None, **keys: str) -> None:
    changes = {key.replace("__", "."): value for key, value in keys.items()}
    answers = {"confirm": str(hall.state.next_round)} if rulebook else {}
    hall.do("rules-change", rulebook=rulebook, set=changes, reason=AGREED, **answers)


def points(hall: Hall, after: int | None = None) -> dict[int, int]:
    number = len(hall.state.rounds) if after is None else after
    own = hall.book.rules_of(number)
    by_player = scores(of_tournament(hall.state, own, number), own)
    return {player: score.points_halves for player, score in by_player.items()}


def bye_of(hall: Hall, number: int) -> int:
    bye = hall.state.rounds[number - 1].bye
    assert bye is not None
    return bye


def with_a_cheaper_bye() -> Hall:
    """Return five players: a bye of a point in round 1, one of half a point in round 2."""
    hall = Hall(5, 3)
    hall.play()
    change(hall, bye__points="0.5")
    hall.play()
    return hall


def test_a_bye_is_worth_what_the_rules_of_its_round_say() -> None:
    hall = with_a_cheaper_bye()
    first, second = bye_of(hall, 1), bye_of(hall, 2)
    table = of_tournament(hall.state, hall.book.rules)
    halves = {p: [c.halves for c in table.cells[p] if c.kind is CellKind.BYE] for p in table.cells}
    assert (halves[first], halves[second]) == ([2], [1])
    after_one, after_two = points(hall, 1), points(hall, 2)
    assert all(after_two[player] >= after_one[player] for player in after_one)


def test_a_change_after_the_round_takes_nothing_back() -> None:
    hall = Hall(5, 3)
    hall.play()
    before = points(hall)
    change(hall, bye__points="0.5")
    own = hall.book.rules
    table = of_tournament(hall.state, own)
    assert {p: s.points_halves for p, s in scores(table, own).items()} == before


def played(hall: Hall, outcome: str) -> None:
    """Play a round in which both games end alike."""
    if outcome != "default":
        hall.play(outcome, outcome)
        return
    hall.do("publish")
    for board in (1, 2):
        fields = {"round": len(hall.state.rounds), "board": board}
        hall.do("forfeit", **fields, black="excused")


@pytest.mark.parametrize(
    ("key", "value", "outcome"),
    [
        ("scores.default_win", "0.5", "default"),
        ("scores.default_loss", "0.5", "default"),
        ("scores.loss", "0.5", "1-0"),
        ("scores.win", "3", "1-0"),
        ("scores.draw", "0", "1/2-1/2"),
    ],
)
def test_every_outcome_is_worth_what_it_was_in_its_round(
    key: str, value: str, outcome: str
) -> None:
    hall, ordinary = Hall(4, 3), Hall(4, 3)
    played(hall, outcome)
    before = points(hall)
    change(hall, **{key.replace(".", "__"): value})
    table = of_tournament(hall.state, hall.book.rules)
    assert {player: table.points_halves(player) for player in before} == before
    played(hall, outcome)
    table = of_tournament(hall.state, hall.book.rules)
    played(ordinary, outcome)
    played(ordinary, outcome)
    assert sum(map(table.points_halves, before)) != sum(points(ordinary).values())


def test_absences_and_byes_on_request_are_worth_what_they_were_in_their_round() -> None:
    hall = Hall(6, 4, set={"bye.half_point_allowed": "true"})
    hall.do("bye", player=6, round=1)
    hall.do("absent", player=5, round=1)
    hall.play()
    before = points(hall)
    change(hall, scores__half_bye="0", scores__absent="0.5")
    table = of_tournament(hall.state, hall.book.rules)
    assert {player: table.points_halves(player) for player in before} == before


def test_an_adjourned_game_counts_as_in_its_round() -> None:
    hall = Hall(4, 3)
    hall.do("publish")
    hall.do("adjourn", round=1, board=1)
    hall.play("-", publish=False)
    change(hall, arbiter__adjourned_counts_as_draw="false")
    table = of_tournament(hall.state, hall.book.rules)
    assert [c.halves for (c,) in table.cells.values() if c.kind is CellKind.ADJOURNED] == [1, 1]


def test_tie_breaks_are_those_of_the_moment_over_the_points_of_each_round() -> None:
    hall = Hall(4, 3)
    hall.play()
    change(hall, scores__win="3", unplayed__own="dummy", ranking__final='["wins", "lots"]')
    hall.play()
    table = of_tournament(hall.state, hall.book.rules)
    wins = tie_break_values(Scored.of(table, hall.book.rules), [WINS()])[WINS()]
    won = {
        player: sum(
            cell.kind is CellKind.PLAYED and cell.halves > 0 for cell in table.cells[player]
        )
        for player in table.cells
    }
    assert dict(wins) == won
    assert sorted(map(table.points_halves, table.cells)) == sorted(
        2 * (cells[0].halves > 0) + 6 * (cells[1].halves > 0) for cells in table.cells.values()
    )


def test_the_greatest_possible_score_has_the_wins_of_each_round() -> None:
    hall = Hall(4, 3)
    hall.play()
    change(hall, scores__win="3")
    hall.play()
    table = of_tournament(hall.state, hall.book.rules)
    assert Scored.of(table, hall.book.rules).koya_limit_halves == Fraction(2 + 6, 2)


def test_other_rules_hold_for_all_rounds() -> None:
    hall = with_a_cheaper_bye()
    for other in (rules("knsb-wp-1996"), rules("knsb-wp-2014", scores__win="3")):
        assert of_tournament(hall.state, other).own_rules == ()
    number = hall.state.label(bye_of(hall, 1))
    rows = [*standings_rows(hall.book, hall.book.rules)]
    [first] = [row for row in rows if (row.round, row.number) == (1, number)]
    assert any(cause.what == "points" and cause.now == 0.5 for cause in first.causes)


def test_a_file_has_the_points_of_each_round_and_says_so() -> None:
    hall = with_a_cheaper_bye()
    file = tournament_file(hall.book)
    assert isinstance(file, TrfFile)
    in_file = {player.number: player.points_halves for player in file.players}
    assert in_file == {hall.state.label(p): halves for p, halves in points(hall).items()}
    [note] = [words(one) for one in not_in_file(hall.book) if "the rules changed" in words(one)]
    assert "knsb-wp-2014+bye.points=0.5" in note
    unchanged = Hall(5, 3)
    unchanged.play()
    assert not any("the rules changed" in words(one) for one in not_in_file(unchanged.book))


@pytest.mark.clause("mwkeizer 3d")
def test_an_absence_in_a_season_has_the_share_of_its_round() -> None:
    season = Season(5)
    season.do("absent", player=5, round=1)
    season.play()
    before = season.total(5)
    change(season, keizer__absent="0", keizer__win="1/2")
    table = of_tournament(season.state, season.book.rules)
    assert len(table.own_rules) == 1
    assert season.total(5) == before
    season.do("absent", player=5, round=2)
    season.play()
    assert [(number, bool(worth)) for number, _, worth in season.gains(5)] == [
        (1, True),
        (2, False),
    ]


@pytest.mark.clause("mwkeizer 3d")
def test_absences_are_counted_as_the_rules_of_their_round_say() -> None:
    season = Season(5, absent_cap=1)
    for number in (1, 2, 3):
        season.do("absent", player=5, round=number)
        if number == 2:
            season.do("period", round=2)
        season.play()
        if number == 2:
            change(season, keizer__cap_per="period", keizer__absent_cap="2")
    assert [what for _, what, _ in season.gains(5)] == ["absent", "absent beyond the cap", "absent"]


def test_the_mirror_has_the_points_of_each_round(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Cup", "--rounds", 2)
    for name in ("Aap, A.", "Beer, B.", "Coala, C."):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    for number in (1, 2):
        terminal.run("publish")
        terminal.run("result", number, 1, "1/2-1/2")
        if number == 1:
            terminal.run("rules", "change", "--set", "bye.points=0.5", "--reason", AGREED)
    terminal.run("mirror", "update")
    question = "SELECT points FROM standings WHERE round = {} AND NOT final AND in_force"
    book_points = {1: [0.5, 0.5, 1.0], 2: [1.0, 1.0, 1.5]}
    for number, expected in book_points.items():
        rows = sorted(float(p) for (p,) in asked(terminal, question.format(number)))
        assert rows == expected


def test_points_and_shares_are_all_that_holds_by_round() -> None:
    sections = {key.partition(".")[0] for key in OF_THE_ROUND}
    assert sections == {"scores", "bye", "arbiter", "keizer"}
