"""Errors in a command line are reported in the language of the reader, with the verb's usage."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from cli import toernooi
from desk.terminal.faults import SAME_AS
from desk.terminal.groups import FINAL, verbs_below
from tests.helpers.terminal import Terminal, with_round_1


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    return with_round_1(tmp_path_factory.mktemp("misuse"))


WRONG: dict[tuple[str, ...], tuple[str, str]] = {
    ("stnad",): (
        "No such verb 'stnad'. Did you mean standings (stand)?",
        "De opdracht 'stnad' bestaat niet. Bedoelde u stand (standings)?",
    ),
    ("kleuren",): (
        "Did you mean correct colours (corrigeren kleuren)?",
        "Bedoelde u corrigeren kleuren (correct colours)?",
    ),
    ("correct", "resutl", "1", "1", "1-0"): ("correct result (", "corrigeren uitslag ("),
    ("verbeteren",): (
        "Did you mean correct (corrigeren)?",
        "Bedoelde u corrigeren (correct)?",
    ),
    ("kaart",): ("Did you mean player (speler)?", "Bedoelde u speler (player)?"),
    ("blat",): ("Did you mean sheet (blad)?", "Bedoelde u blad (sheet)?"),
    ("partijen",): (
        "No such verb 'partijen'; toernooi help partijen shows what has to do with it.",
        "De opdracht 'partijen' bestaat niet; toernooi hulp partijen toont wat ermee te maken",
    ),
    ("agenda",): ("toernooi help lists all", "toernooi hulp noemt ze alle"),
    ("forgt",): ("Did you mean forget (vergeten)?", "Bedoelde u vergeten (forget)?"),
    ("xyzzy",): (
        "No such verb 'xyzzy'; toernooi help lists all.",
        "De opdracht 'xyzzy' bestaat niet; toernooi hulp noemt ze alle.",
    ),
    ("pairings", "-x"): ("No such option '-x'.", "De optie '-x' bestaat niet."),
    ("pairings", "--by-nam"): (
        "No such option '--by-nam'. Did you mean --by-name?",
        "De optie '--by-nam' bestaat niet. Bedoelde u --op-naam?",
    ),
    ("forfeit", "1", "1", "--winnaar", "wit"): (
        "No such option '--winnaar'. Name who was not there, with the cause: --white or --black",
        "De optie '--winnaar' bestaat niet. Noem wie er niet was, met de oorzaak: --wit of --zwart",
    ),
    ("ruling", "1", "--winner", "white"): (
        "The result says who won: toernooi result ROUND BOARD RESULT",
        "Wie er won, zegt de uitslag: toernooi uitslag RONDE BORD UITSLAG",
    ),
    ("--actor", "x" * 101, "status"): (
        "it is 101 letters long, and 100 is the most",
        "het is 101 letters lang; hoogstens 100 mag",
    ),
    ("publish", "--toelichting", "x"): ("Did you mean --reason?", "Bedoelde u --reden?"),
    ("standings", "--ronde", "2"): ("Did you mean --after?", "Bedoelde u --na?"),
    ("enter", "X", "--titl", "FM"): (
        "No such option '--titl'. Did you mean --title?",
        "De optie '--titl' bestaat niet. Bedoelde u --titel?",
    ),
    ("init", "X", "--rules", "fide-dutch"): (
        "use one of fide-dutch-2017, fide-dutch-2026, or the path",
        "gebruik een van fide-dutch-2017, fide-dutch-2026, of het pad",
    ),
    ("init",): ("Missing argument NAME.", "NAAM ontbreekt."),
    ("ruling", "1"): (
        "Missing argument VERDICT. Choose from upheld, partly upheld, rejected, withdrawn.",
        "OORDEEL ontbreekt. Kies uit toegewezen, deels toegewezen, afgewezen, ingetrokken.",
    ),
    ("blame", "standings"): ("Missing option '--player'.", "De optie '--speler' ontbreekt."),
    ("simulate", "--rules", "x", "--players", "8"): (
        "Missing option '--rounds'.",
        "De optie '--ronden' ontbreekt.",
    ),
    ("correct", "--"): ("Missing verb; toernooi help", "De opdracht ontbreekt; toernooi hulp"),
    ("lots", "--by", "name"): (
        "Invalid value for '--by': \"name\" is not one of draw, rating, entry, file",
        "Ongeldige waarde voor '--volgens': \"name\" is niet een van loting, rating, volgorde, bestand",
    ),
    ("why", "x", "1"): (
        'Invalid value for ROUND: "x" is not a whole number',
        'Ongeldige waarde voor RONDE: "x" is geen geheel getal',
    ),
    ("log", "--last", "0"): ("0 is less than 1", "0 is minder dan 1"),
    ("simulate", "--rules", "x", "--players", "2", "--rounds", "100"): (
        "100 is more than 99",
        "100 is meer dan 99",
    ),
    ("status", "3", "4"): (
        "Got unexpected extra arguments: 3 4",
        "Er zijn woorden te veel: 3 4",
    ),
    ("status", "3"): ("Got an unexpected extra argument: 3", "Er is een woord te veel: 3"),
    ("log", "--last"): ("Option '--last' requires a value.", "'--laatste' moet een waarde hebben."),
    ("log", "--json=1"): (
        "Option '--json' does not take a value.",
        "De optie '--json' heeft geen waarde.",
    ),
    ("generate", "--ratings", "1"): ("requires 2 values.", "moet 2 waarden hebben."),
    ("apply", "none.ndjson"): (
        "File 'none.ndjson' does not exist.",
        "Het bestand 'none.ndjson' bestaat niet.",
    ),
    ("apply", "/"): ("File '/' is a folder.", "Het bestand '/' is een map."),
    ("import-folder", "none"): (
        "Folder 'none' does not exist.",
        "De map 'none' bestaat niet.",
    ),
    ("schedule", "1", "tomorrow"): ("is not a date; write 2026-11-28", "is geen datum; schrijf 28"),
    ("schedule", "1", "28-11-2026", "25:00"): (
        '"25:00" is not a time of day: write 20:00',
        '"25:00" is geen tijd: schrijf 20.00',
    ),
    ("correct", "result", "1", "1", "2-0"): (
        '"2-0" is not a result; use 1-0, 0-1',
        '"2-0" is geen uitslag; schrijf 1-0, 0-1',
    ),
    ("absent", "Anna", "2", "--duty", "--no-notice"): ("exclude each other", "sluiten elkaar uit"),
    ("result", "1", "-3", "1-0"): ("-3 is less than 0", "-3 is minder dan 0"),
    ("overview", "stnd"): (
        'value for OVERVIEW: "stnd" is not an overview; use 1 standing',
        "is geen overzicht; kies uit 1 stand",
    ),
    ("prizes", "declare", "x"): (
        'Invalid value for AMOUNT: "x" is not an amount',
        'Ongeldige waarde voor BEDRAG: "x" is geen bedrag',
    ),
}


@pytest.mark.parametrize("typed", WRONG, ids=" ".join)
def test_what_is_typed_wrong_is_told_in_the_language_of_the_reader(
    typed: tuple[str, ...], terminal: Terminal
) -> None:
    english, dutch = WRONG[typed]
    assert english in terminal.refused(*typed, code=2)
    said = terminal.refused("--lang", "nl", *typed, code=2)
    assert dutch in said
    assert not [word for word in ("Usage", "Error", "Invalid", "Missing", "Try") if word in said]


@pytest.mark.parametrize("typed", ["verbeteren", "verzetten", "forge", "vergetn", "forward"])
def test_a_verb_that_cannot_be_taken_back_is_named_for_nearly_its_own_name_alone(
    typed: str, terminal: Terminal
) -> None:
    named = "forget" in terminal.refused(typed, code=2)
    assert named == (typed in ("forge", "vergetn"))


def test_words_for_other_verbs_are_of_verbs_that_there_are_and_have_one_meaning() -> None:
    with click.Context(toernooi):
        verbs = {verb.english: verb.dutch for verb in verbs_below(toernooi)}
    assert verbs.keys() >= FINAL | SAME_AS.keys()
    said = [word for words in SAME_AS.values() for word in words]
    assert len(said) == len(set(said))
    assert not set(said) & {*verbs, *verbs.values()}


@pytest.mark.parametrize(
    ("typed", "verb"),
    [
        ("invoeren", "inschrijven (enter)"),
        ("register", "inschrijven (enter)"),
        ("ranking", "stand (standings)"),
        ("print", "blad (sheet)"),
        ("afwezig", "afmelden (absent)"),
        ("wijzig", "corrigeren (correct)"),
        ("rapport controleren", "rapport nakijken (report check)"),
        ("prijzen toon", "prijzen tonen (prizes show)"),
    ],
)
def test_what_people_say_for_a_verb_leads_to_it(typed: str, verb: str, terminal: Terminal) -> None:
    assert verb in terminal.refused("--lang", "nl", *typed.split(), code=2)


def test_before_what_is_wrong_stands_how_the_verb_is_used(terminal: Terminal) -> None:
    assert terminal.refused("bord", "ruilen", "1", "--lang", "nl", code=2).splitlines() == [
        "Gebruik: toernooi bord ruilen [OPTIES] RONDE EERSTE TWEEDE",
        "Zie 'toernooi bord ruilen --hulp' voor uitleg.",
        "",
        "Fout: EERSTE ontbreekt.",
    ]


def test_a_section_without_a_verb_shows_its_help(terminal: Terminal) -> None:
    said = terminal.refused("correct", "--lang", "nl", code=2)
    assert said.startswith("Gebruik: toernooi corrigeren [OPTIES] OPDRACHT ...")
    assert "kleuren (colours)" in said


def test_an_interruption_is_told_in_the_language_of_the_reader(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("desk.desk.Desk.read", stop)
    assert "stopped; what was acknowledged" in terminal.refused("status", code=130)
    assert "gestopt; wat is bevestigd" in terminal.refused("stand", "--lang=nl", code=130)


def test_a_fault_of_ours_is_an_internal_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    terminal = with_round_1(tmp_path)
    monkeypatch.setattr("desk.desk.Desk.read", fail)
    with pytest.raises(AssertionError, match="internal error"):
        terminal.try_("status")
    ran = terminal.try_("status", "--lang", "nl")
    assert ran.code == 70
    assert "interne fout (ZeroDivisionError: by zero)" in ran.err
    assert "  vervolg: geef de opdracht opnieuw" in ran.err


def test_an_argument_typed_as_an_option_is_shown_without_dashes(terminal: Terminal) -> None:
    typed = ("absent", "Anna", "--round", 2)
    assert "toernooi absent PLAYER ROUND" in terminal.refused(*typed, code=2)
    in_dutch = terminal.refused("--lang", "nl", "afmelden", "Anna", "--ronde", 2, code=2)
    assert "RONDE wordt zonder streepjes getypt: toernooi afmelden SPELER RONDE" in in_dutch


def test_a_lone_word_is_meant_as_a_result_unless_it_is_a_number(terminal: Terminal) -> None:
    assert '"1-1" is not a result' in terminal.refused("result", 1, "1-1", code=2)
    assert "2 has no result" in terminal.refused("result", 1, 2, code=2)
