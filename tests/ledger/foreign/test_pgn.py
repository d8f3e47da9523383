"""The games of a PGN file are read by their tags, whatever stands in the moves."""

from __future__ import annotations

import pytest

from ledger.foreign.pgn import PgnGame, games_of, looks_like_pgn
from ledger.refusals import MOST

GAME = """[Event "Cup"]
[Site "Utrecht"]
[Date "2026.11.27"]
[Round "3.12"]
[White "Vries, A. de"]
[Black "O\\"Neill, C."]
[Result "1-0"]
[WhiteFideId "1000001"]
[BlackFideId "0"]

1. e4 {[%clk 1:30:00]
[not a tag] } e5 ; [White "Nobody"]
2. Nf3 1-0

"""
READ = PgnGame(1, "Vries, A. de", 'O"Neill, C.', "1000001", "", 3, 12, "1-0")


def read(text: str) -> list[PgnGame]:
    games = games_of(text)
    assert isinstance(games, list), games
    return games


def refused(text: str) -> list[tuple[str, int | None]]:
    refusals = games_of(text)
    assert isinstance(refusals, tuple), refusals
    return [(one.code, one.line) for one in refusals]


def test_tags_are_read_and_what_looks_like_one_in_a_comment_is_not() -> None:
    assert read(GAME) == [READ]
    assert read(GAME * 2) == [READ, READ._replace(line=15)]


def test_a_byte_order_mark_and_the_ends_of_lines_of_windows_do_not_matter() -> None:
    assert read("\ufeff" + GAME.replace("\n", "\r\n")) == [READ]


@pytest.mark.parametrize(
    ("tag", "place"),
    [
        ("3.12", (3, 12)),
        ("3", (3, None)),
        ("3.12.1", (3, 12)),
        ("?", (None, None)),
        ("-", (None, None)),
    ],
)
def test_a_round_may_have_its_board(tag: str, place: tuple[int | None, int | None]) -> None:
    [game] = read(GAME.replace("3.12", tag))
    assert (game.round, game.board) == place


def test_what_is_wrong_is_told_with_the_line_of_the_game() -> None:
    bad = GAME.replace("1-0", "2-0") + GAME.replace('[Black "O\\"Neill, C."]\n', "")
    assert refused(bad) == [("pgn-not-read", 1), ("pgn-not-read", 15)]
    assert refused(GAME.replace('"Utrecht"]', "Utrecht]")) == [("pgn-not-read", 2)]
    assert refused("1. e4 e5") == [("pgn-not-read", 1)]
    assert len(refused(GAME.replace("1-0", "2-0") * 90)) == MOST


def test_a_file_cut_off_in_a_tag_or_before_the_result_is_refused() -> None:
    assert refused(GAME[: GAME.index('"]\n[Black')])[0] == ("pgn-not-read", 5)
    assert refused(GAME[: GAME.index("[Result")]) == [("pgn-not-read", 1)]


def test_a_text_that_begins_with_a_tag_is_known_and_results_are_not() -> None:
    assert looks_like_pgn("\r\n" + GAME)
    assert not looks_like_pgn("1 1-0\n2 0-1\n")
