"""A new foreign format is its module, its line in the registry, its name and its words."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.toy import ToyProgram

MODULE = '''"""Lines of a toy program: `toy`, then ROUND WHITE BLACK RESULT."""

from ledger.csv_files.people import PersonRow
from ledger.foreign.model import Finding, Foreign, ForeignGame, ForeignRound, Program
from ledger.messages import message


def _read(files):
    rows = [line.split() for line in files.content.decode().splitlines()[1:]]
    names = sorted({row[at] for row in rows for at in (1, 2)})
    number = {name: at for at, name in enumerate(names, 1)}
    players = tuple(PersonRow(name=name, number=at) for name, at in number.items())
    rounds = tuple(
        ForeignRound(
            int(which),
            tuple(
                ForeignGame(number[white], number[black], result)
                for round_, white, black, result, *_ in rows
                if round_ == which
            ),
            {},
        )
        for which in sorted({row[0] for row in rows})
    )
    clocks = [row for row in rows if len(row) > 4]
    findings = tuple(
        Finding("no-place", message("foreign.clock", text=row[4]), int(row[0])) for row in clocks
    )
    return Foreign("toy", players, rounds, findings)


PROGRAM = Program(lambda content: content.startswith(b"toy\\n"), _read)
'''
FILE = "toy\n1 Anna Bram 1-0\n1 Cor Dirk 1/2-1/2 0:59\n2 Bram Cor 0-1\n2 Dirk Anna 0-1\n"


def test_a_new_program_is_a_module_its_line_its_name_and_its_words(tmp_path: Path) -> None:
    """Copied and run for real: some three seconds."""
    toy = ToyProgram(tmp_path / "copy")
    toy.add("ledger/foreign/toy.py", MODULE)
    registry = "ledger/foreign/registry.py"
    toy.before(registry, "swiss_manager, swiss_master\n", "toy, ")
    toy.before(registry, "swiss_manager.PROGRAM", "toy.PROGRAM, ")
    toy.before("ledger/facts/records.py", '"swiss-manager", "keizer', '"toy", ')
    for language, words in (("en", "a clock {text}"), ("nl", "een klok {text}")):
        toy.before(
            f"desk/render/words/{language}/foreign.toml", "\ncolumns = ", f'\nclock = "{words}"'
        )
    assert len(set(toy.touched)) == 5
    (tmp_path / "games.toy").write_text(FILE, "utf-8")
    lines = ("cli.py", "--ledger", str(tmp_path / "toy.ledger"))
    printed = toy.run(*lines, "import", str(tmp_path / "games.toy"), "--rounds", "3")
    assert "imported from a toy file" in printed
    notes = toy.run(*lines, "standings")
    assert notes.index("Anna") < notes.index("Cor") < notes.index("Dirk") < notes.index("Bram")
