"""Messages become words of a language: values, plurals, lists, dates, commands, blanks."""

from __future__ import annotations

import datetime as dt
import re
from fractions import Fraction
from pathlib import Path

import pytest

from desk.render.catalogue import Words, files, own_texts, room, text_of
from ledger.messages import (
    Blank,
    Message,
    Nameless,
    Parts,
    Value,
    message,
    rounds_in_words,
    run_on,
    spans,
)
from ledger.rulebooks.files import as_shipped
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Language
from pairing.systems.registry import load_rulebook
from projections.views.rules import show_view
from projections.views.view import View
from tests.helpers.terminal import Terminal
from tests.helpers.words import words


@pytest.mark.parametrize(
    ("value", "english", "dutch"),
    [
        ("Jansen, Piet", "Jansen, Piet", "Jansen, Piet"),
        (7, "7", "7"),
        (3.5, "3½", "3½"),
        (Fraction(1, 3), "1/3", "1/3"),
        (True, "yes", "ja"),
        (dt.date(2026, 11, 28), "28-11-2026", "28-11-2026"),
        (dt.datetime(2026, 11, 28, 19, 30), "28-11-2026 19:30", "28-11-2026 19:30"),
        ((), "", ""),
        (("a",), "a", "a"),
        (("a", 2, "c"), "a, 2 and c", "a, 2 en c"),
        (Blank("PLAYER"), "PLAYER", "SPELER"),
        (Nameless("7 player 7"), "7 player 7", "7 speler 7"),
        (run_on("a", rounds_in_words([2]), between=": "), "a: round 2", "a: ronde 2"),
        (rounds_in_words([3, 3]), "round 3", "ronde 3"),
        (rounds_in_words([2, 1]), "rounds 1 and 2", "ronden 1 en 2"),
        (rounds_in_words([4, 1, 2, 3, 7]), "rounds 1 to 4 and 7", "ronden 1 t/m 4 en 7"),
        (spans([5, 6]), "5 and 6", "5 en 6"),
    ],
)
def test_a_value_is_written_as_its_reader_writes_it(value: Value, english: str, dutch: str) -> None:
    said = {"en": english, "nl": dutch}
    languages: tuple[Language, ...] = ("en", "nl")
    assert {one: Words(one, lambda do, _: do.verb)(value) for one in languages} == said


def test_a_message_without_words_is_a_fault_and_no_text_is_made_of_one_by_mistake() -> None:
    with pytest.raises(KeyError):
        words(message("common.nothing-like-it"))
    with pytest.raises(TypeError, match="make it a value of a message"):
        f"{Message('common.and')}"
    with pytest.raises(TypeError):
        f"{Parts(())}"


def test_a_room_has_its_tables_by_names_with_full_stops() -> None:
    assert room("common", "nl")["rounds"] == {"one": "ronde {rounds}", "other": "ronden {rounds}"}
    assert text_of("common.and", "en") == "{before} and {last}"


ALONE = re.compile(
    r"(?<![\d.½-])1 (boards|rounds|players|facts|games|heads|findings|files|lines|places|members|"
    r"points|clauses|times|tournaments|periods|notes|borden|ronden|spelers|feiten|partijen|"
    r"plaatsen|leden|regels|bestanden|toernooien)\b"
)
VERBS = [
    "pair",
    "publish",
    "status",
    "result 1 9 1-0",
    "result 1 1 1-0",
    "log",
    "check",
    "pair",
    "standings --after 3",
    "plan 1",
    "schedule 2 2026-11-11",
    "head",
    "verify",
    "rounds",
    "replay --rules knsb-wp-1996",
    "audit 1",
    "finish",
    "integrity",
    "bundle make -o one.json",
    "export",
    "blame standings --player 1",
    "rules coverage",
]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_tournament_of_one_round_and_one_board_speaks_of_them_in_the_singular(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    terminal = Terminal(tmp_path / "one.ledger")
    for typed in ("init One --rounds 1", "enter A", "enter B", "lots", *VERBS):
        ran = terminal.try_("--lang", language, *typed.split())
        assert not ALONE.search(ran.out + ran.err), (typed, ran)


def test_better_english_of_a_clause_is_read_of_a_ledger_that_keeps_the_former_text() -> None:
    kept = load_rulebook("knsb-wp-2014")
    assert isinstance(kept, Rulebook)
    better = own_texts(files("en")["clauses"])
    texts = {key for key in better if ".text." in key}
    assert "knsb-wp-2014.text.F1" in texts
    for key in texts:
        rulebook, _, clause = key.partition(".text.")
        assert better[key] != as_shipped(rulebook).clauses[clause].text, "written once"
    shown = show_view(kept, "F1")
    assert isinstance(shown, View)
    said = words(shown.cells[0]["text"])  # type: ignore[arg-type]
    assert said == better["knsb-wp-2014.text.F1"]
    assert kept.clauses["F1"].text != said, "what a ledger keeps stays as it is"
