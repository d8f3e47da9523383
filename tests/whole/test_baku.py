"""A tournament of 161 with Baku acceleration from the command line, in Dutch and in English."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from desk.desk import Desk
from ledger.state.book import Book
from ledger.values import Language
from pairing.explain.question import Question
from pairing.norms.model import Pairing
from pairing.review.questions import of_book
from tests.helpers.other_language import LANGUAGES, Evening
from tests.helpers.terminal import Terminal

WHY = "Caissa"
"""A reason that is no word of either language."""


def opened(folder: Path, language: Language) -> Evening:
    """Return an evening on a tournament of 161, called Qxaaa to Qxgba, numbered by rating."""
    evening = Evening(Terminal(folder / "t.ledger"), language)
    evening.say(
        "init",
        "Toren",
        "--rules",
        "fide-dutch-2026",
        "--set",
        "fide.acceleration=baku",
        "--set",
        "bye.half_point_allowed=true",
    )
    names = ["Qx" + a + b + c for a in "abcdefg" for b in "abcde" for c in "abcde"][:161]
    rows = [f"{name},{2700 - 5 * at}" for at, name in enumerate(names)]
    file = folder / "players.csv"
    file.write_text("\n".join(["name,rating", *rows]), "utf-8")
    evening.say("enter", "--file", file)
    evening.say("lots", "--first-colour", evening.value("first-colour", "white"))
    evening.say("publish", code=3)
    evening.say("plan", 9)
    return evening


def play(evening: Evening, number: int) -> dict[int, tuple[float, float]]:
    """Publish a round, in which the higher number often loses; return who met with what."""
    evening.say("publish")
    rows = evening.terminal.json("pairings", number)["rows"]
    chance = Random(number)
    typed = [
        chance.choice("1110=") if r["white"] < r["black"] else chance.choice("0001=") for r in rows
    ]
    evening.say("result", number, *typed)
    return {row["board"]: (row["white"], row["black"]) for row in rows}


@pytest.mark.parametrize("language", LANGUAGES)
def test_virtual_points_by_player_and_mistakes_are_said_in_one_language(
    language: Language, tmp_path: Path
) -> None:
    evening = Evening(Terminal(tmp_path / "t.ledger"), language)
    evening.say(
        "init",
        "Toren",
        "--rules",
        "fide-dutch-2026",
        "--rounds",
        5,
        "--set",
        "fide.acceleration=by_player",
        "--without-fide-mode",
    )
    for name in "abcdef":
        evening.say("enter", f"Qx{name}", "--rating", 2000)
    evening.say("lots", "--seed", 7)
    for line, code in (
        ("acceleration", 0),
        ("prohibited", 0),
        ("accelerate 1-3 --points 1 --rounds 1-2", 0),
        ("accelerate 2 Qxd --points ½ --rounds 2", 0),
        ("acceleration", 0),
        ("pair", 0),
        ("prohibit 1 4", 0),
        ("prohibit 2 Qxe --rounds 2-3 --reason Caissa", 0),
        ("undo", 0),
        ("prohibited", 0),
        ("publish", 0),
        ("results 1", 1),
        ("prohibit 1 4 --cancel", 0),
        ("prohibited", 0),
        ("prohibit 1", 1),
        ("prohibit 1 1", 1),
        ("prohibit 1 9", 1),
        ("prohibit 1 4 --cancel", 3),
        ("prohibit 1 2 --rounds 1", 3),
        ("prohibit 1 2 --rounds 5-3", 1),
        ("prohibit", 1),
        ("prohibit 1 2 --rounds x", 1),
        ("prohibit 1 2 --rounds 2-9", 3),
        ("accelerate 1-3 --points 1", 0),
        ("accelerate 1-3 --points 1", 3),
        ("accelerate 1-3 --points 1,25", 1),
        ("accelerate 1-3 --points 500", 1),
        ("accelerate 1-3", 1),
        ("accelerate 5-9 --points 1", 1),
        ("bye 1 2 --points 1", 3),
        ("bye 1 2 --points 2", 3),
        ("bye 1 2 --points 0", 0),
        ("lots", 3),
        ("lots --by entry", 3),
        ("log", 0),
        ("players", 0),
        ("acceleration --as-of published:1", 0),
    ):
        evening.say(*line.split(), code=None if code == 1 else code)
    for fact in evening.terminal.json("log")["rows"]:
        evening.say("show", fact["position"])
    assert evening.foreign() == []


@pytest.mark.clause("fide-dutch-2026 ACC1.2")
@pytest.mark.clause("fide-dutch-2026 ACC1.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_accelerated_half_of_161_is_82_and_odd_after_a_late_entry(
    language: Language, tmp_path: Path
) -> None:
    """A tournament of 161 players is opened, and read after each change."""
    evening = opened(tmp_path, language)
    terminal = evening.terminal

    def accelerated() -> dict[int, list[float]]:
        rows = terminal.json("acceleration")["rows"]
        return {row["number"]: row["points"] for row in rows}

    assert accelerated() == {number: [1, 1, 1, 0.5, 0.5, 0, 0, 0, 0] for number in range(1, 83)}
    evening.say("prohibit", 1, 42, 2, "--rounds", "1-2", "--reason", WHY)
    evening.say("bye", 7, 2, "--points", "1")
    evening.say("bye", 8, 2)
    evening.say("bye", 9, 2, "--points", "0")
    first = play(evening, 1)
    assert all((white <= 82) == (black <= 82) for white, black in first.values())
    assert (1, 42) not in {tuple(sorted(board)) for board in first.values()}
    head = terminal.json("acceleration")
    assert (head["size"], head["last_player"], head["fixed"]) == (82, 82, True)

    evening.say("enter", "Qqabove", "--rating", 2502)
    evening.say("enter", "Qqbelow", "--rating", 2001)
    head = terminal.json("acceleration")
    assert (head["size"], head["last_player"], len(accelerated())) == (82, 83, 83)
    evening.say("undo")
    evening.say("enter", "Qqbelow", "--rating", 2001)
    for number in range(2, 4):
        play(evening, number)
    evening.say("lots", code=3)
    evening.say("correct", "rating", 83, 2100, "--reason", WHY)
    evening.say("lots", "--confirm", evening.value("confirm", "yes"))
    play(evening, 4)
    evening.say("enter", "Qqlast", "--rating", 2800)
    assert terminal.json("players")["rows"][-1]["name"] == "Qqlast"
    evening.say("lots", code=3)
    evening.say("rules", "change", "fide-dutch-2026", "--reason", WHY, code=3)
    evening.say("accelerate", "1-4", "--points", "1", code=3)
    for number in range(5, 10):
        play(evening, number)
    for line in ("acceleration", "prohibited", "log", "standings", "players", "status"):
        evening.say(*line.split(), code=None)
    for fact in terminal.json("log")["rows"]:
        if fact["fact"] in ("pairs-prohibited", "acceleration-group-fixed", "bye-requested"):
            evening.say("show", fact["position"])
    evening.say("acceleration", "--as-of", "published:1")
    evening.say("finish", "--confirm", 9)
    assert evening.foreign() == []
    book = Desk(terminal.ledger, terminal.world, tmp_path).read(None, None)
    assert isinstance(book, Book)
    for number in range(1, 10):
        question = of_book(book, number)
        assert isinstance(question, Question)
        assert isinstance(question.pairing, Pairing)
        again = {(board.white, board.black) for board in question.pairing.boards}
        assert again == set(question.boards), f"round {number} from its basis"
