"""Commands in the words of the command line; every command in a sentence can be typed."""

from __future__ import annotations

import ast
import shlex
from collections.abc import Iterator

import pytest

from ledger.messages import Blank, Do, Sentence, also, commands_of, do, run_on
from tests.helpers.parsed import calls
from tests.helpers.words import words

SENTENCES: dict[str, Sentence] = {
    "toernooi lots": do("lots"),
    "toernooi absent PLAYER 3": do("absent", round=3, player=Blank("PLAYER")),
    "toernooi absent 7 3 --cancel": do("absent", player=7, round=3, cancel=True),
    "toernooi publish --basis 12": do("publish", basis=12),
    "toernooi export -o FILE.trf": do("export", output=Blank("FILE.trf")),
    "toernooi correct result 1 2 RESULT": do(
        "correct-result", round=1, board=2, result=Blank("RESULT")
    ),
    "toernooi pairing-by-hand": do("pairing-by-hand"),
    "toernooi result 1 2 1-0": do("result", round=1, board=2, result="1-0"),
    "toernooi prizes declare 500 300": do("prizes-declare", amounts=(500, 300)),
    "toernooi --ledger FILE init NAME": do("init", ledger=Blank("FILE"), name=Blank("NAME")),
    "toernooi publish --help": run_on(do("publish"), " --help"),
    'toernooi forfeit 1 2 --black "no word"': do("forfeit", round=1, board=2, black="no word"),
    "toernooi sql '\\d'": do("sql", question="\\d"),
    "toernooi player 'a \"b\" c'": do("player", player='a "b" c'),
    "to go on: --confirm yes": run_on("to go on: ", also(confirm="yes")),
    "without --first-colour": run_on("without ", also(first_colour=True)),
    "RESULT: nothing, --from-round: nothing": run_on(
        also(result=True), ": nothing, ", also(from_round=True), ": nothing"
    ),
    "toernooi pair, then toernooi publish": run_on(do("pair"), ", then ", do("publish")),
    "give the {command} again": "give the {command} again",
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_command_is_written_as_it_is_typed(sentence: str) -> None:
    assert words(SENTENCES[sentence]) == sentence


def test_a_shell_reads_the_words_as_they_are_meant() -> None:
    for text in ("no word", "O'Hara", 'say "so"', "$5", "a`b", "half!", "\\d", "½", "a&b"):
        assert shlex.split(words(do("player", player=text))) == ["toernooi", "player", text]


def test_in_dutch_a_verb_has_its_dutch_name() -> None:
    (command,) = commands_of(do("board-swap", round=2))
    assert words(command, "nl") == "toernooi bord ruilen 2 EERSTE TWEEDE"


def test_in_dutch_a_value_is_typed_in_dutch() -> None:
    late = do("forfeit", round=1, board=2, black="no word", white="late")
    assert words(late, "nl") == (
        'toernooi reglementair 1 2 --zwart "zonder bericht" --wit "te laat"'
    )
    ruling = do("ruling", number=1, verdict="partly upheld", text=Blank("TEXT"))
    assert words(ruling, "nl") == 'toernooi uitspraak 1 "deels toegewezen" TEKST'
    assert words(do("result", round=1, board=2, result=Blank("RESULT")), "nl") == (
        "toernooi uitslag 1 2 UITSLAG"
    )


def _named() -> Iterator[tuple[str, Do]]:
    """Yield every command that the program names, its fields blank, with its place."""
    for path, node in calls():
        match node:
            case ast.Call(func=ast.Name(id="do"), args=[ast.Constant(value=str(verb))]):
                fields = tuple((str(each.arg), Blank("X")) for each in node.keywords)
                yield f"{path.name}:{node.lineno}", Do(verb, fields)


def test_every_command_that_the_program_names_is_a_verb_with_these_fields() -> None:
    named = list(_named())
    assert len(named) > 100
    for place, command in named:
        typed = shlex.split(words(command))
        assert typed.count("X") == len(command.fields), place
