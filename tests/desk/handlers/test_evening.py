"""A whole evening from one file, and a round paired by hand: all of it, or every error at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desk.commands.decision import Decision
from desk.handlers.by_hand import read_boards
from ledger.facts.tournament import PairingMadeByHand
from tests.helpers.hall import Hall
from tests.helpers.season import Season
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

HEAD = "kind;player;colour;opponent;result;cause;team;board;elsewhere;date\n"


def evening(hall: Hall, number: int, text: str, **fields: Any) -> Any:
    """Carry an evening out; return its decision or its refusals as (line, code)."""
    decided = hall.decide("evening", round=number, file="e.csv", content=text.encode(), **fields)
    if isinstance(decided, Decision):
        hall.take(decided)
        return decided
    return [(refusal.line, refusal.code) for refusal in decided]


FIRST = HEAD + (
    "game;1;W;2;1-0;;;;;\n"
    "game;Player C;B;4;=;;;;;\n"
    "no opponent;5;;;;;;;;\n"
    "absent;6;;;;;;;;\n"
    "absent without notice;7;;;;;;;;\n"
    "club duty;8;;;;;;;;\n"
    "external;6;W;;1/2;;1;2;;\n"
    "external;1;B;;1R;;1;1;captain;2026-09-05\n"
)


def test_an_evening_pairs_a_round_by_hand_and_takes_everything_else_in() -> None:
    season = Season(8)
    assert isinstance(evening(season, 1, FIRST), Decision)
    assert season.boards(1) == [(1, 2), (4, 3)]
    assert [game.outcome for game in season.state.rounds[0].games] == ["1-0", "1/2-1/2"]
    assert season.state.rounds[0].source == "arbiter"
    kinds = {player: [what for _, what, _ in season.gains(player)] for player in range(1, 9)}
    assert kinds == {
        1: ["win", "external"],
        2: ["loss"],
        3: ["draw"],
        4: ["draw"],
        5: ["no opponent"],
        6: ["external"],
        7: ["absent"],
        8: ["club duty"],
    }


def test_an_evening_that_comes_twice_is_recorded_already() -> None:
    season = Season(12)
    rows = FIRST + "game;9;;10;adjourned;;;;;\ngame;11;;12;1-0R;no word;;;;\n"
    assert isinstance(evening(season, 1, rows), Decision)
    refusal = season.refused("evening", round=1, file="e.csv", content=rows.encode())
    assert refusal.code == "nothing-to-record"
    assert words(refusal.what) == "all of it is recorded already"
    assert words(refusal.what, "nl") == "alles erin is al vastgelegd"
    other = rows.replace("1-0;", "0-1;").replace("1-0R", "0-1R").replace("1R;;1", "0R;;1")
    assert evening(season, 1, other) == [
        (2, "result-already-recorded"),
        (9, "external-already-recorded"),
        (11, "result-already-recorded"),
    ]
    more = rows.replace("adjourned", "1-0") + "external;2;W;;1;;1;3;captain;2026-09-06\n"
    decision = evening(season, 1, more)
    assert isinstance(decision, Decision), decision
    assert [fact.TOPIC for fact in decision.facts] == ["result-recorded", "external-game-recorded"]


def test_a_catch_up_game_and_a_presence_that_come_twice_are_passed_over() -> None:
    season = Season(4, catch_up=True, presence="announced")
    coming = HEAD + "present;1;;;;;;;;\npresent;2;;;;;;;;\n"
    assert isinstance(evening(season, 1, coming), Decision)
    assert evening(season, 1, coming) == [(None, "nothing-to-record")]
    season.do("publish")
    later = HEAD + "catch-up;3;;4;1-0;;;;;2026-09-20\n"
    assert isinstance(evening(season, 1, later), Decision)
    assert evening(season, 1, later) == [(None, "nothing-to-record")]
    assert evening(season, 1, later.replace("1-0", "0-1")) == 2 * [(2, "has-a-game")]


def test_an_evening_gives_the_results_of_a_round_that_is_published() -> None:
    season = Season(8)
    season.do("absent", player=8, round=1)
    season.do("absent", player=7, round=1)
    season.do("publish")
    (one, two), (three, four), (five, six) = season.boards(1)
    text = HEAD + (
        f"game;{one};;{two};0-1;;;;;\n"
        f";{six};z;;0-0R;te laat/zonder bericht;;;;\n"
        ";;;;afgebroken;;;2;;\n"
        "afwezig;8;;;;;;;;\n"
    )
    decided = evening(season, 1, text)
    assert len(decided.facts) == 3, "the absence was recorded before"
    games = season.state.rounds[0].games
    assert [(g.outcome, g.adjourned) for g in games] == [
        ("0-1", False),
        (None, True),
        ("0-0R", False),
    ]
    assert (games[2].white_cause, games[2].black_cause) == ("late", "no word")
    assert {five, six} == {games[2].white, games[2].black}
    assert three != four


def test_everything_wrong_in_an_evening_is_told_with_its_line_and_nothing_is_recorded() -> None:
    season = Season(8)
    before = repr(season.state)
    text = HEAD + (
        "game;1;;2;1-0;;;;;\n"
        "game;1;;3;1-0;;;;;\n"
        "game;4;;77;1-0;;;;;\n"
        "absent;9;;;;;;;;\n"
        "external;6;W;;1;;1;9;;\n"
        "external;7;W;;3;;1;1;;\n"
        "period;1;;;;;;;;\n"
        "game;;;;1-0;;;;;\n"
        "external;5;;;1;;1;1;;\n"
    )
    assert evening(season, 1, text) == [
        (4, "unknown-player"),
        (5, "unknown-player"),
        (6, "no-value"),
        (7, "evening-bad-result"),
        (8, "evening-kind"),
        (9, "evening-no-player"),
        (10, "bad-command"),
    ]
    text = text.replace("game;4;;77;1-0;;;;;\n", "")
    assert (3, "paired-twice") in evening(season, 1, text)
    assert repr(season.state) == before


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("game;1;;2;1-0R;;;;;", "cause-missing"),
        ("game;2;;1;1-0;;;;;", "colours-differ"),
        ("game;1;;3;1-0;;;;;", "other-opponent"),
        ("game;;;;1-0;;;9;;", "unknown-board"),
        ("game;1;;;;;;;;", "evening-no-result"),
        ("no opponent;1;;;;;;;;", "other-bye"),
        ("no opponent;77;;;;;;;;", "unknown-player"),
        ("absent;1;;;;;;;;", "round-already-published"),
        ("catch-up;1;;2;1-0;;;;;", "no-catch-up"),
        ("present;1;;;;;;;;", "round-already-published"),
    ],
)
def test_a_row_that_does_not_fit_the_published_round_is_refused(row: str, code: str) -> None:
    season = Season(4)
    boards = "game;1;;2;=;;;;;\ngame;3;;4;=;;;;;\n"
    assert isinstance(evening(season, 1, HEAD + boards), Decision)
    season.do("pairing-by-hand", round=2, boards=[[1, 2], [3, 4]])
    assert evening(season, 2, HEAD + row + "\n")[0] == (2, code)


def test_an_evening_of_another_round_or_with_nothing_new_is_refused() -> None:
    season = Season(4)
    text = HEAD.replace("kind", "round;kind") + "2;game;1;;2;1-0;;;;;\n"
    assert evening(season, 1, text) == [(2, "evening-other-round")]
    season.do("absent", player=1, round=1)
    assert evening(season, 1, HEAD + "absent;1;;;;;;;;\n") == [(None, "nothing-to-record")]
    assert season.refused("evening", round=1, file="gone.csv").code == "file-not-read"


def test_a_file_without_rows_or_with_one_board_twice_is_told_so() -> None:
    season = Season(4)
    assert evening(season, 1, HEAD) == [(None, "evening-no-rows")]
    text = HEAD + (
        "game;1;;2;1-0;;;1;;\ngame;3;;4;1-0;;;1;;\nabsent;4;;;;;;;;\nabsent;Player D;;;;;;;;\n"
    )
    assert [e for e in evening(season, 1, text) if e[1] == "evening-twice"] == [
        (3, "evening-twice"),
        (5, "evening-twice"),
    ]
    season.do("publish")
    assert evening(season, 1, HEAD + 2 * "game;;;;1-0;;;01;;\n") == [(3, "evening-twice")]


def test_no_fact_is_cited_that_only_the_file_itself_would_record(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Interne", "--rules", "mwkeizer")
    for name in ("Aalders", "Beekman"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    by_name = tmp_path / "by_name.csv"
    by_name.write_text("player,board,result\n,1,1-0\nAalders,,0-1\n", "utf-8")
    said = terminal.refused("evening", 1, by_name)
    assert "line 3: round 1: 1 Aalders - 2 Beekman is 1-0 already, by line 2" in said
    assert "nothing is recorded: change line 2, or this" in said
    assert "#" not in said
    line = '{"command": "evening", "round": 1, "file": "by_name.csv"}\n'
    (tmp_path / "apply.ndjson").write_text("\n" + line, "utf-8")
    said = terminal.refused("apply", tmp_path / "apply.ndjson")
    assert "line 2: line 3 of its file: round 1" in said
    said = terminal.refused("result", 1, 1, "1-0", 1, "0-1")
    assert "is 1-0 already, by what was typed before it" in said
    assert "#" not in said


def test_an_evening_works_in_a_swiss_with_a_reason_and_has_no_teams_there() -> None:
    hall = Hall(4, 3)
    games = "player,opponent,result\n1,2,1-0\n3,4,=\n"
    assert evening(hall, 1, games) == [(2, "reason-required")]
    assert isinstance(evening(hall, 1, games, reason="the computer was down"), Decision)
    text = "kind,player,team,board,colour,result\nexternal,1,1,1,W,1\n"
    assert evening(hall, 2, text) == [(2, "no-season")]


# --- by hand --------------------------------------------------------------------------------------


@pytest.mark.clause("knsb-wp-2014 B1a")
@pytest.mark.clause("knsb-wp-2014 B2")
def test_a_round_paired_by_hand_tells_which_norms_it_breaks() -> None:
    hall = Hall(5, 5)
    assert hall.refused("pairing-by-hand", round=1, boards=[[1, 2]]).code == "reason-required"
    why = {"reason": "no power"}
    notes = hall.notes("pairing-by-hand", round=1, boards=[[1, 2], [3, 4]], bye=5, **why)
    assert notes == ()
    for board in (1, 2):
        hall.do("result", round=1, board=board, result="1-0")
    notes = hall.notes("pairing-by-hand", round=2, boards=[[1, 2], [3, 5]], **why)
    assert notes == (
        "1 Player A - 2 Player B breaks B1a (knsb-wp-2014 B1a)",
        "expected, but on no board: 4 Player D",
    )
    for board in (1, 2):
        hall.do("result", round=2, board=board, result="1-0")
    notes = hall.notes("pairing-by-hand", round=3, boards=[[1, 4], [3, 2]], bye=5, **why)
    assert notes == (
        "1 Player A - 4 Player D breaks B2 (knsb-wp-2014 B2)",
        "3 Player C - 2 Player B breaks B2 (knsb-wp-2014 B2)",
        "5 Player E may not have the bye, after rounds without play (B1b)",
    )


def test_a_round_by_hand_is_held_against_no_norms_where_the_rulebook_pairs_nothing() -> None:
    hall = Hall(5, 5, rules="fide-2024")
    boards = {"boards": [[1, 2], [3, 4]], "bye": 5, "reason": "paired elsewhere"}
    for number in (1, 2):
        assert hall.notes("pairing-by-hand", round=number, **boards) == ()
        hall.play(publish=False)


def test_a_round_of_a_season_paired_by_hand_needs_no_reason_and_tells_its_conditions() -> None:
    season = Season(4)
    season.play("1-0", "1-0")
    white, black = season.boards(1)[0]
    notes = season.notes("pairing-by-hand", round=2, boards=[[white, black]])
    assert any("met 1 round ago" in note for note in notes)
    fact = season.facts[-1]
    assert isinstance(fact, PairingMadeByHand)
    assert fact.source == "arbiter"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"round": 1, "boards": [[1, 2]]}, "pairing-already-published"),
        ({"round": 3, "boards": [[1, 2]]}, "not-the-next-round"),
        ({"round": 2, "boards": [[1, 2]]}, "games-open"),
        ({"round": 31, "boards": [[1, 2]]}, "not-the-next-round"),
    ],
)
def test_only_the_next_round_can_be_paired_by_hand(fields: dict[str, Any], code: str) -> None:
    season = Season(5)
    season.do("publish")
    assert season.refused("pairing-by-hand", **fields).code == code


def test_who_pairs_a_round_out_of_turn_is_refused_in_the_same_words_by_hand_or_not() -> None:
    hall = Hall(4, 5)
    hall.do("publish")
    for number, code in ((1, "pairing-already-published"), (3, "not-the-next-round")):
        published = hall.refused("publish", round=number)
        by_hand = hall.refused("pairing-by-hand", round=number, boards=[[1, 2]], reason="r")
        assert published == by_hand
        assert published.code == code


@pytest.mark.parametrize(
    ("boards", "bye", "code"),
    [
        ([[1, 1]], None, "same-player"),
        ([[1, 2], [2, 3]], None, "paired-twice"),
        ([[1, 2]], 2, "paired-twice"),
        ([[1, 77]], None, "unknown-player"),
        ([[1, 4]], None, "is-absent"),
        ([[1, 5]], None, "not-a-member"),
    ],
)
def test_boards_made_by_hand_hold_each_player_once_and_only_who_is_there(
    boards: list[list[int]], bye: int | None, code: str
) -> None:
    season = Season(5)
    season.do("absent", player=4, round=1)
    season.do("leave", player=5)
    extra = {} if bye is None else {"bye": bye}
    assert season.refused("pairing-by-hand", round=1, boards=boards, **extra).code == code


def test_a_round_made_by_hand_is_paired_after_and_checked_like_any_other(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Club", "--rounds", 3)
    for name in ("Aalders", "Beek-Smit", "Citroen", "Dijkstra", "Elzinga"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    boards = tmp_path / "boards.txt"
    boards.write_text("# board 1 is on the stage\n1-2\nDijkstra - Citroen\nvrij 5\n", "utf-8")
    output = terminal.run("handindeling", 1, boards, "--reason", "no power")
    assert "2 boards from the arbiter" in output
    terminal.run("result", 1, 1, "1-0", 2, "1-0")
    assert [row["source"] for row in terminal.json("rounds")["rows"][:1]] == ["arbiter"]
    assert terminal.try_("check", 1).code in (0, 1)
    assert terminal.try_("why", 1, 1).code == 0
    terminal.run("publish")
    boards.write_text("1 - \nbye 3\nbye 4\n", "utf-8")
    said = terminal.refused("pairing-by-hand", 3, boards, code=2)
    assert "line 1" in said
    assert "line 3" in said


def test_boards_are_read_however_they_are_separated() -> None:
    read = read_boards("1-2\n3 4\n5;6\nBeek-Smit; Vries, A. de\nPrins - Mulder # late\nBYE 7\n\n")
    assert not isinstance(read, tuple)
    assert read.boards == (
        ("1", "2"),
        ("3", "4"),
        ("5", "6"),
        ("Beek-Smit", "Vries, A. de"),
        ("Prins", "Mulder"),
    )
    assert read.bye == "7"
    refused = read_boards("# nothing\n")
    assert isinstance(refused, tuple)
    assert refused[0].code == "no-boards"


def test_a_line_of_a_hundred_thousand_signs_is_a_refusal_of_its_line_at_once() -> None:
    """The work grows with the length: with its square this test would take minutes."""
    blanks = " " * 100_000
    for line in (f"a{blanks}b", f"1{blanks}x", f"bye{blanks}x\ty{blanks}z", f"{'a' * 100_000} - b"):
        refused = read_boards(f"1-2\n{line}\n")
        assert isinstance(refused, tuple)
        assert [refusal.line for refusal in refused] == [2]
    refused = read_boards(f"{'a' * 101}; b\n")
    assert isinstance(refused, tuple)
    assert words(refused[0].what) == "it is 101 letters long, and 100 is the most"
    assert not isinstance(read_boards("e\u0301" * 100 + "; b\n"), tuple)


def test_a_tab_parts_two_players_and_stands_in_no_name() -> None:
    read = read_boards("De Boer\tPrins\nbye 7\n")
    assert not isinstance(read, tuple)
    assert read.boards == (("De Boer", "Prins"),)
    refused = read_boards("1-2\nDe Boer\tPrins\tBakker\n")
    assert isinstance(refused, tuple)
    assert [(one.code, one.line) for one in refused] == [("bad-board", 2)]
    assert "U+0009" in words(refused[0].what)


def test_an_evening_is_typed_from_a_file_and_in_a_command_file(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Interne", "--rules", "mwkeizer")
    for name in ("Aalders", "Beekman", "Citroen"):
        terminal.run("enter", name)
    terminal.run("lots", "--by", "entry")
    (tmp_path / "e1.csv").write_bytes("speler;tegenstander;uitslag\r\n1;2;½-½\r\n".encode("cp1252"))
    terminal.run("avond", 1, tmp_path / "e1.csv")
    (tmp_path / "e2.csv").write_bytes("﻿player,opponent,result\n3,1,1-0\n".encode())
    apply_file = tmp_path / "apply.ndjson"
    apply_file.write_text('{"command": "evening", "round": 2, "file": "e2.csv"}\n', "utf-8")
    terminal.run("apply", apply_file)
    rows = terminal.json("pairings", 2)["rows"]
    assert [(row["white"], row["black"], row["result"]) for row in rows] == [(3, 1, "1-0")]


@pytest.mark.clause("knsb-wp-2014 D")
def test_boards_by_hand_wait_for_numbers() -> None:
    hall = Hall(rounds=3)
    for name in "ABCD":
        hall.do("enter", name=f"Player {name}")
    boards = {"round": 1, "boards": [[1, 2], [3, 4]], "reason": "power cut"}
    refusal = hall.refused("pairing-by-hand", **boards)
    assert (refusal.code, refusal.clause) == ("numbers-missing", "knsb-wp-2014 D")
    hall.do("lots", by="entry")
    hall.do("pairing-by-hand", **boards)
    assert hall.boards(1) == [(1, 2), (3, 4)]
