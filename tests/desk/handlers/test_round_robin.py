"""A round robin at the desk: its rounds are known, and absent players lose by default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desk.answers.competition import player as player_report
from desk.answers.competition import prizes as prizes_report
from desk.answers.competition import standings
from desk.answers.draft import draft_view
from desk.answers.status import status
from desk.answers.tournament_file import tournament_file
from ledger.trf.model import TrfFile
from pairing.systems.draft import Draft, draft
from projections.formats.blame import blame
from projections.games.crosstable import CellKind, of_tournament
from projections.standings.standing import final_standing, standing
from projections.views.view import View
from tests.helpers.club import asked
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


def played(hall: Hall, rounds: int, *results: str) -> Hall:
    for _ in range(rounds):
        hall.play(*results)
    return hall


def next_of(hall: Hall) -> str:
    view = status(hall.book)
    return words(view.head.as_dict()["next"])  # type: ignore[arg-type]


# --- its rounds -----------------------------------------------------------------------------------


@pytest.mark.clause("berger table", "berger odd", "berger double")
@pytest.mark.parametrize(
    ("players", "cycles", "rounds"), [(4, 1, 3), (5, 1, 5), (4, 2, 6), (5, 2, 10)]
)
def test_the_rounds_are_known_with_the_numbers(players: int, cycles: int, rounds: int) -> None:
    hall = Hall(players, rules="berger", set={"round_robin.cycles": cycles})
    assert hall.state.rounds_planned == rounds
    while len(hall.state.rounds) < rounds:
        assert "plan" not in next_of(hall)
        hall.play()
    assert next_of(hall) == "toernooi finish"
    refused = hall.refused("publish")
    assert (refused.code, words(refused.next)) == ("no-round-left", "toernooi finish")
    hall.do("finish")


@pytest.mark.clause("berger table")
def test_a_number_of_rounds_planned_by_hand_that_does_not_fit_is_refused_with_the_right_one() -> (
    None
):
    hall = Hall(rounds=14, rules="berger")
    for name in "ABCDEF":
        hall.do("enter", name=f"Player {name}")
    refused = hall.refused("lots")
    assert (refused.code, refused.clause) == ("rounds-do-not-fit", "berger table")
    assert "toernooi plan 5" in words(refused.next)
    assert next_of(hall) == "toernooi plan 5"
    hall.do("plan", rounds=5)
    assert next_of(hall) == "toernooi lots"
    hall.do("lots")
    assert hall.refused("plan", rounds=14).code == "rounds-do-not-fit"
    hall.play()
    assert hall.refused("plan", rounds=4).code == "rounds-do-not-fit"


def test_planning_the_number_of_rounds_that_a_round_robin_has_changes_nothing() -> None:
    hall = Hall(4, rules="berger")
    assert hall.refused("plan", rounds=3).code == "nothing-to-change"
    assert hall.refused("plan", rounds=4).code == "rounds-do-not-fit"


def test_who_enters_before_round_one_and_another_number_of_cycles_change_the_rounds() -> None:
    hall = Hall(4, rules="berger")
    hall.do("enter", name="Late")
    assert hall.state.rounds_planned == 5
    hall.do("rules-change", rulebook="berger", set={"round_robin.cycles": 2}, reason="agreed")
    assert hall.state.rounds_planned == 10


def test_status_and_publish_name_the_same_next_step_when_all_rounds_are_published() -> None:
    for hall in (Hall(4, rules="berger"), Hall(4, 1)):
        hall.do("publish")
        while len(hall.state.rounds) < (hall.state.rounds_planned or 0):
            hall.do("publish")
        for _ in range(20):
            step = next_of(hall)
            refused = hall.refused("publish")
            assert refused.code == "no-round-left"
            assert words(refused.next).startswith(step)
            if step == "toernooi finish":
                break
            assert step.startswith("toernooi results")
            round_ = next(each for each in hall.state.rounds if each.open_games)
            hall.do("result", round=round_.number, board=round_.open_games[0][0], result="1-0")
        else:
            raise AssertionError("never finished")


# --- absent players -------------------------------------------------------------------------------


@pytest.mark.clause("berger withdrawal")
def test_who_is_absent_or_left_loses_by_default_when_the_round_is_published() -> None:
    hall = Hall(6, rules="berger")
    hall.do("absent", player=2, round=1)
    hall.do("withdraw", player=5)
    proposal = draft(hall.book)
    assert isinstance(proposal, Draft)
    notes = " ".join(map(words, draft_view(hall.book, proposal).notes))
    assert "2 Player B is not there, and loses by default" in notes
    hall.do("publish")
    outcomes = {(g.white, g.black): g.outcome for g in hall.state.rounds[0].games}
    assert outcomes == {(1, 6): None, (2, 5): "0-0R", (3, 4): None}
    hall.play(publish=False)
    hall.do("absent", player=1, round=2)
    hall.do("absent", player=1, round=2, cancel=True)
    hall.do("publish")
    outcomes = {(g.white, g.black): g.outcome for g in hall.state.rounds[1].games}
    assert outcomes == {(6, 4): None, (5, 3): "0-1R", (1, 2): None}
    assert next_of(hall) == "toernooi results"


@pytest.mark.clause("berger withdrawal")
def test_who_leaves_when_all_rounds_are_published_loses_their_open_games_there() -> None:
    hall = Hall(4, rules="berger")
    for _ in range(3):
        hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("withdraw", player=4, reason="illness")
    games = [game for r in hall.state.rounds for game in r.games if 4 in (game.white, game.black)]
    outcomes = [(g.white, g.black, g.outcome, g.white_cause, g.black_cause) for g in games]
    assert outcomes == [
        (1, 4, "1-0", None, None),
        (4, 3, "0-1R", "excused", None),
        (2, 4, "1-0R", None, "excused"),
    ]
    assert hall.refused("withdraw", player=4).code == "already-withdrawn"
    hall.do("undo")
    assert [game.outcome for _, game in hall.state.rounds[2].open_games] == [None, None]


@pytest.mark.clause("berger withdrawal")
def test_boards_by_hand_give_defaults_too() -> None:
    hall = Hall(4, rules="berger")
    hall.do("withdraw", player=4)
    hall.do("pairing-by-hand", round=1, boards=[(1, 2), (3, 4)], reason="the hall closes")
    assert [game.outcome for game in hall.state.rounds[0].games] == [None, "1-0R"]


def test_who_returns_plays_the_games_that_are_left() -> None:
    hall = Hall(4, rules="berger")
    hall.do("withdraw", player=4)
    hall.play()
    hall.do("return", player=4)
    hall.do("publish")
    assert len(hall.state.rounds[1].open_games) == 2


# --- games of withdrawn players -------------------------------------------------------------------


def left_after(rounds: int, **init: Any) -> Hall:
    """Return a round robin of six in which player 6 wins, and leaves after some rounds."""
    hall = Hall(6, rules="berger", **init)
    for number in range(1, 6):
        if number == rounds + 1:
            hall.do("withdraw", player=6)
        hall.do("publish")
        for board, game in enumerate(hall.state.rounds[-1].games, 1):
            if game.open:
                lower_wins = "1-0" if game.white < game.black else "0-1"
                sixth = {game.white: "1-0", game.black: "0-1"}.get(6)
                hall.do("result", round=number, board=board, result=sixth or lower_wins)
    return hall


@pytest.mark.clause("berger withdrawal")
def test_less_than_half_of_their_games_count_for_nobody_and_stay_in_the_table() -> None:
    hall = left_after(2)
    rules = hall.book.rules
    table = of_tournament(hall.state, rules)
    assert [cell.halves for cell in table.cells[6]] == [2, 2, 0, 0, 0]
    final = final_standing(table, rules)
    assert [line.player for line in final.lines] == [1, 2, 3, 4, 5, 6]
    assert [line.score.points_halves for line in final.lines] == [8, 6, 4, 2, 0, 0]
    assert final.lines[-1].decided_by == "withdrawn"
    view = standings(hall.book, final=True)
    assert isinstance(view, View)
    assert "6 Player F left before half of their games" in " ".join(map(words, view.notes))
    # While the player was in, their games counted: the standing after round 1 is as it was.
    first = standing(of_tournament(hall.state, rules, 1), rules)
    assert first.struck == frozenset()
    sb = {line.player: line.score.sb_quarters for line in final.lines}
    assert sb[1] == 2 * (6 + 4 + 2 + 0)


@pytest.mark.clause("berger withdrawal")
@pytest.mark.parametrize(
    ("rounds", "init"), [(3, {}), (2, {"set": {"round_robin.withdrawn": "defaults"}})]
)
def test_half_of_their_games_or_more_count_and_under_the_key_all_of_them(
    rounds: int, init: dict[str, Any]
) -> None:
    hall = left_after(rounds, **init)
    table = of_tournament(hall.state, hall.book.rules)
    assert table.struck == frozenset()
    points = {
        line.player: line.score.points_halves
        for line in final_standing(table, hall.book.rules).lines
    }
    assert points[6] == 2 * rounds
    kinds = {cell.kind for cell in table.cells[6]}
    assert kinds == {CellKind.PLAYED, CellKind.DEFAULT_LOSS}


def test_card_blame_prizes_and_file_agree_with_the_standing_of_who_left_early() -> None:
    hall = left_after(2)
    hall.do("prizes-declare", cents=[60, 50, 40, 30, 20, 10])
    hall.do("finish")
    prizes = prizes_report(hall.book)
    assert isinstance(prizes, View)
    assert [row["number"] for row in prizes.cells] == [1, 2, 3, 4, 5]
    final = standings(hall.book, final=True)
    assert isinstance(final, View)
    points = {row["id"]: row["points"] for row in final.cells}
    for player in range(1, 7):
        card = player_report(hall.book, str(player))
        blamed = blame(hall.book, "standings", str(player))
        assert isinstance(card, View)
        assert isinstance(blamed, View)
        assert card.cells[-1]["total"] == card.head.as_dict()["points"] == points[player]
        assert sum(row["points"] for row in blamed.cells) == points[player]  # type: ignore[misc]
    file = tournament_file(hall.book)
    assert isinstance(file, TrfFile)
    assert file.players[5].points_halves == 4
    assert [player.rank for player in file.players] == [1, 2, 3, 4, 5, 6]


def test_the_mirror_agrees_with_the_standing_of_who_left_early(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "robin.ledger")
    terminal.run("init", "Robin", "--rules", "berger")
    for name in "ABCDEF":
        terminal.run("enter", f"Player {name}")
    terminal.run("lots", "--by", "entry")
    for number in range(1, 6):
        terminal.run("publish")
        for board in (1, 2, 3):
            terminal.try_("result", number, board, "1-0")
        if number == 2:
            terminal.run("withdraw", 6)
    terminal.run("mirror", "build")
    question = (
        "SELECT player, points FROM standings WHERE round = 5 AND NOT final"
        " AND known_to IS NULL ORDER BY rank"
    )
    rows = [(player, int(points * 2)) for player, points in asked(terminal, question)]
    shown = terminal.json("standings")["rows"]
    assert rows == [(row["id"], int(row["points"] * 2)) for row in shown]
    assert rows[-1] == (6, 0)


def test_no_bye_is_granted_in_a_table_where_the_game_would_be_lost_in_silence() -> None:
    hall = Hall(8, 7, rules="berger", set={"bye.half_point_allowed": True})
    hall.play()
    refusal = hall.refused("bye", player=3, round=2)
    assert refusal.code == "half-point-bye-not-allowed"
    for language, said in (("en", "loses that game"), ("nl", "verliest die partij")):
        assert said in words(refusal.what, language)  # type: ignore[arg-type]
    assert "absent 3 2" in words(refusal.next)
