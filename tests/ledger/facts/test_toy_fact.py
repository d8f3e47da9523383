"""A new fact is its class, its effect on the state, its sentence and its words: nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.toy import ToyProgram

CLASS = '''class RoomNamed(Fact):
    """The room was named in which the tournament is played."""

    TOPIC: ClassVar[str] = "room-named"
    name: str


'''
EFFECT = """            case events.RoomNamed():
                self.room = fact.name
"""
SENTENCE = """        case events.RoomNamed():
            return message("log.room-named", name=fact.name)
"""
COMMAND = '''class NameRoom(Command):
    """Name the room in which the tournament is played.

    {"command": "room", "name": "Blue hall"}
    """

    spec = Spec(handler="room:name_room", group="tournament")

    command: Literal["room"] = "room"
    name: base.Name


'''
JUDGE = '''"""The use case of a room."""

from desk.commands.decision import Decision
from ledger.facts.tournament import RoomNamed


def name_room(book, command):
    """Record the name of the room."""
    return Decision((RoomNamed(name=command.name),))
'''
WORDS = """
[room]
button = "{0}"
form = "{0}"
help = "{0}"
name = "{1}"
"""
OF_A_COMMAND = {
    "desk/commands/tournament.py",
    "desk/handlers/room.py",
    "desk/terminal/guide.py",
    "desk/commands/words/en/command.toml",
    "desk/commands/words/nl/command.toml",
}
EFFECT_BEFORE = "            case events.HashesBegun():\n"
SENTENCE_BEFORE = "        case events.HashesBegun():\n"


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one fact more, and a command that records it.

    Copied and run for real: some three seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.before("ledger/facts/tournament.py", "class HashesBegun(Fact):", CLASS)
    toy.before("ledger/facts/tournament.py", "    | RecordFact\n", "    | RoomNamed\n")
    toy.before("ledger/state/tournament.py", EFFECT_BEFORE, EFFECT)
    toy.before("ledger/state/tournament.py", "    removed: dict[", '    room: str = ""\n')
    toy.before("projections/log/sentences.py", SENTENCE_BEFORE, SENTENCE)
    for language, sentence in (("en", "the room is {name}"), ("nl", "de zaal is {name}")):
        words = f'room-named = "{sentence}"\n'
        toy.before(f"desk/render/words/{language}/log.toml", "hashes-begun = ", words)
    return toy


@pytest.fixture(scope="module")
def recorded(toy: ToyProgram, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a ledger with the new fact, recorded by a new command."""
    toy.before("desk/commands/tournament.py", "class LeaveFideMode(Command):", COMMAND)
    toy.add("desk/handlers/room.py", JUDGE)
    toy.before("desk/terminal/guide.py", '        "plan": FIELDS,\n', '        "room": FIELDS,\n')
    toy.add("desk/commands/words/en/command.toml", WORDS.format("Name the room.", "room"))
    toy.add("desk/commands/words/nl/command.toml", WORDS.format("Noem de zaal.", "zaal"))
    ledger = tmp_path_factory.mktemp("ledger") / "toy.ledger"
    toy.run("cli.py", "--ledger", str(ledger), "init", "Cup")
    toy.run("cli.py", "--ledger", str(ledger), "room", "Blue hall")
    return ledger


def test_a_new_fact_is_five_files_beside_those_of_its_command(toy: ToyProgram) -> None:
    assert set(toy.touched) - OF_A_COMMAND == {
        "ledger/facts/tournament.py",
        "ledger/state/tournament.py",
        "projections/log/sentences.py",
        "desk/render/words/en/log.toml",
        "desk/render/words/nl/log.toml",
    }


def test_a_new_fact_is_told_in_both_languages(toy: ToyProgram, recorded: Path) -> None:
    for language, sentence in (("en", "the room is Blue hall"), ("nl", "de zaal is Blue hall")):
        log = toy.run("cli.py", "--ledger", str(recorded), "--lang", language, "log")
        assert sentence in log


def test_a_new_fact_is_in_the_state_the_hashes_and_sql(toy: ToyProgram, recorded: Path) -> None:
    script = (
        "from pathlib import Path; from desk.desk import Desk; "
        f"print(Desk(Path({str(recorded)!r})).read().state.room)"
    )
    assert toy.run("-c", script).strip() == "Blue hall"
    toy.run("cli.py", "--ledger", str(recorded), "verify")
    question = "select fact from events where fact = 'room-named'"
    assert "room-named" in toy.run("cli.py", "--ledger", str(recorded), "sql", question)
