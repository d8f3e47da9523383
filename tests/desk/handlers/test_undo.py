"""The refusal of undo: one per kind of command, with its rounds."""

from __future__ import annotations

from pathlib import Path

from desk.handlers.disputes import CAN_BE_UNDONE, STAYS
from ledger.facts.disputes import CommandUndone
from ledger.facts.tournament import FACTS
from tests.helpers.terminal import Terminal

OPENING = '{"command": "init", "name": "Cup", "rules": "mwkeizer"}\n'
PLAYERS = "".join(f'{{"command": "enter", "name": "Player {n}"}}\n' for n in "ABCD")
ROUND = '{"command": "publish"}\n' + "".join(
    f'{{"command": "result", "round": %d, "board": {board}, "result": "1-0"}}\n' for board in (1, 2)
)


def test_a_season_of_one_command_file_is_refused_in_a_few_lines(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    rounds = "".join(ROUND % (number, number) for number in range(1, 11))
    (tmp_path / "cup.ndjson").write_text(
        OPENING + PLAYERS + '{"command": "lots", "by": "entry"}\n' + rounds, "utf-8"
    )
    terminal.run("apply", tmp_path / "cup.ndjson")
    said = terminal.refused("undo")
    assert said.count("cannot be taken back") == 2
    assert "the published pairing of rounds 1 to 10 cannot be taken back" in said
    assert "(10 in all)" in said
    ran = terminal.try_("undo", "--json")
    assert len(ran.json["refused"][1]["events"]) == 10


def test_every_fact_that_stays_has_words_for_it() -> None:
    stay = {f.TOPIC for f in FACTS if not issubclass(f, (CAN_BE_UNDONE, CommandUndone))}
    assert set(STAYS) == stay
