"""A tournament file of Lichess, as its writer makes it, is read; what it has otherwise is told."""

from __future__ import annotations

from ledger.trf.model import OPEN, TrfFile
from ledger.trf.reader import parse
from tests.helpers.trf_lines import text
from tests.helpers.words import words

HEAD = (
    "012 Friday Swiss",
    "022 https://lichess.org/swiss/AbCdEfGh",
    "032 Lichess",
    "042 Nov 27, 2026",
    "062 5",
    "092 Individual: Swiss-System",
    "XXR 5",
    "XXC black1",
)
LATE, AWAY = ("", "", "H"), ("", "", "-")


def line(number: int, name: str, points: str, *cells: tuple[str, str, str]) -> str:
    """Return a player as the writer of lila puts them: each text ends in its column."""
    places = [(3, "001"), (8, str(number)), (15 + len(name), name), (52, "1500"), (84, points)]
    for at, cell in enumerate(cells):
        places += [(end + 10 * at, one) for end, one in zip((95, 97, 99), cell, strict=True)]
    whole = ""
    for end, one in places:
        whole = whole.ljust(end - len(one)) + one
    return whole


def played(head: tuple[str, ...] = HEAD, bye: str = "F") -> TrfFile | tuple[object, ...]:
    lines = (
        line(2, "bram", "2.0", ("3", "w", "1"), ("1", "b", "1")),
        line(1, "anna", "1.0", ("4", "b", "1"), ("2", "w", "0")),
        line(3, "cor", "0.0", ("2", "b", "0"), ("5", "b", "Z")),
        line(4, "dirk", "1.0", ("1", "w", "0"), ("", "", bye)),
        line(5, "els", "0.5", LATE, ("3", "w", "Z"), ("0000", "", "-")),
    )
    return parse(text(*head, *lines))


def test_players_stand_in_any_order_and_a_game_that_goes_on_is_open() -> None:
    file = played()
    assert isinstance(file, TrfFile), file
    assert [player.name for player in file.players] == ["anna", "bram", "cor", "dirk", "els"]
    assert [file.player(number).cells[1].code for number in (3, 5)] == [OPEN, OPEN]  # type: ignore[union-attr]
    assert file.player(5).cells[0].code == "H"  # type: ignore[union-attr]


def test_an_f_of_an_older_file_is_the_bye_of_the_pairing() -> None:
    for bye in ("F", "U"):
        file = played(bye=bye)
        assert isinstance(file, TrfFile), file
        assert file.player(4).cells[1].code == "U"  # type: ignore[union-attr]


def test_everything_that_was_read_otherwise_is_told_with_its_lines() -> None:
    file = played()
    assert isinstance(file, TrfFile)
    notes = [words(note.sentence()) for note in file.notes]
    for note in (
        "line 12: In a file of Lichess F is read as the bye of the pairing.",
        "line 11: In a file of Lichess Z with an opponent is read as a game without a result "
        "(line 13 as well).",
    ):
        assert note in notes, notes


def test_in_a_file_of_another_program_the_same_stays_what_it_is() -> None:
    errors = played(head=("012 Cup", "022 Utrecht"))
    assert not isinstance(errors, TrfFile)
    file = parse(text("012 Cup", line(1, "anna", "1.0", ("", "", "F"))))
    assert isinstance(file, TrfFile)
    assert file.player(1).cells[0].code == "F"  # type: ignore[union-attr]
