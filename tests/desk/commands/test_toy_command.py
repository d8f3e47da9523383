"""A new command is its class, its judge, its words and its place in help: nothing else is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.toy import ToyProgram

CLASS = '''class NobodyPlays(Command):
    """Announce that nobody plays in a coming round.

    {"command": "nobody-plays", "round": 3}
    """

    spec = Spec(handler="closed_hall:nobody_plays", group="players", roles=STAFF)

    command: Literal["nobody-plays"] = "nobody-plays"
    round: RoundNumber


'''
JUDGE = '''"""The use case of a hall that is closed."""

from desk.commands.decision import Decision
from ledger.facts.tournament import AbsenceAnnounced


def nobody_plays(book, command):
    """Announce that every player misses a coming round."""
    players = sorted(book.state.players)
    return Decision(tuple(AbsenceAnnounced(player=p, round=command.round) for p in players))
'''
WORDS = """
[nobody-plays]
button = "{button}"
form = "{help}"
help = "{help}"
name = "{name}"
"""
ENGLISH = {"name": "nobody-plays", "button": "Nobody plays", "help": "Nobody plays in ROUND."}
DUTCH = {"name": "niemand-speelt", "button": "Niemand speelt", "help": "In RONDE speelt niemand."}


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one command more.

    Copied and run for real: some three seconds.
    """
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.before("desk/commands/players.py", "class Return(Command):", CLASS)
    toy.add("desk/handlers/closed_hall.py", JUDGE)
    toy.before(
        "desk/terminal/guide.py", '        "return": FIELDS,\n', '        "nobody-plays": FIELDS,\n'
    )
    toy.add("desk/commands/words/en/command.toml", WORDS.format(**ENGLISH))
    toy.add("desk/commands/words/nl/command.toml", WORDS.format(**DUTCH))
    return toy


def test_a_new_command_is_five_files(toy: ToyProgram) -> None:
    assert len(toy.touched) == len(set(toy.touched)) == 5


def test_a_new_command_is_a_verb_with_two_names_and_stands_in_help(toy: ToyProgram) -> None:
    assert "nobody-plays (niemand-speelt)" in toy.run("cli.py", "--help")
    assert "RONDE" in toy.run("cli.py", "--lang", "nl", "niemand-speelt", "--help")


def test_a_new_command_records_what_its_judge_decides(toy: ToyProgram, tmp_path: Path) -> None:
    ledger = str(tmp_path / "toy.ledger")
    for words in (["init", "Cup", "--rounds", "3"], ["enter", "Ann"], ["enter", "Bo"], ["lots"]):
        toy.run("cli.py", "--ledger", ledger, *words)
    recorded = toy.run("cli.py", "--ledger", ledger, "nobody-plays", "1")
    assert len(recorded.splitlines()) == 2


def test_a_new_command_has_a_form_a_group_and_roles(toy: ToyProgram) -> None:
    script = (
        "from desk.access.roles import Role; from desk.commands.commands import SPECS;"
        "from desk.web.forms.form import fields_on; from desk.web.routes import may_do;"
        "print([f.name for f in fields_on('nobody-plays')], SPECS['nobody-plays'].group,"
        "may_do(Role.HELPER, 'nobody-plays'), may_do(Role.COMMITTEE, 'nobody-plays'))"
    )
    assert toy.run("-c", script).strip() == "['round', 'reason'] players True False"
