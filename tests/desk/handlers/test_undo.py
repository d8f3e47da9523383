"""Undo: its refusals, one per kind of command; and the undo of one fact among those of others."""

from __future__ import annotations

from pathlib import Path

from desk.handlers.disputes import CAN_BE_UNDONE, STAYS
from ledger.facts.disputes import CommandUndone
from ledger.facts.tournament import FACTS
from ledger.state.tournament import replay
from ledger.store.imported_files import imports, taken_back
from ledger.store.store import Store
from tests.helpers.hall import Hall, hall_of
from tests.helpers.terminal import Terminal
from tests.helpers.words import words

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


def _decided(hall: Hall, board: int, result: str = "1-0") -> int:
    hall.do("result", round=1, board=board, result=result)
    return hall.state.position


def _in_round_one() -> Hall:
    hall = hall_of()
    hall.do("publish")
    return hall


def test_a_named_result_is_taken_back_though_others_recorded_other_boards_since() -> None:
    hall = _in_round_one()
    mine = _decided(hall, 2)
    _decided(hall, 1, "0-1")
    hall.do("forfeit", round=1, board=3, white="no word")
    hall.do("undo", fact=mine)
    assert [game.outcome for game in hall.state.rounds[0].games] == ["0-1", None, "0-1R"]
    assert repr(replay(hall.facts)) == repr(hall.state)
    _decided(hall, 2, "1/2-1/2")
    assert hall.state.rounds[0].games[1].outcome == "1/2-1/2"


def test_a_named_result_that_was_corrected_since_stays_and_the_correction_is_named() -> None:
    hall = _in_round_one()
    first = _decided(hall, 2)
    hall.do("correct-result", round=1, board=2, result="0-1")
    refusal = hall.refused("undo", fact=first)
    assert refusal.code == "not-the-last-command"
    assert refusal.events == (first, first + 1)
    assert f"#{first + 1} round 1" in words(refusal.what)


def test_a_named_fact_on_which_a_pairing_was_built_stays() -> None:
    hall = _in_round_one()
    _decided(hall, 1)
    _decided(hall, 2)
    last = _decided(hall, 3)
    hall.do("publish")
    assert hall.refused("undo", fact=last).code == "not-the-last-command"
    withdrawn = hall_of()
    withdrawn.do("withdraw", player=1)
    gone = withdrawn.state.position
    withdrawn.do("absent", player=2, round=1)
    assert withdrawn.refused("undo", fact=gone).code == "not-the-last-command"


def test_a_fact_that_is_taken_back_or_not_there_cannot_be_undone() -> None:
    hall = _in_round_one()
    mine = _decided(hall, 1)
    hall.do("undo", fact=mine)
    assert hall.refused("undo", fact=mine).code == "undone-already"
    assert hall.refused("undo", fact=mine + 50).code == "unknown-position"


def test_a_default_that_withdraws_is_undone_by_name_only_while_it_is_the_last(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")
    for name in "ABCD":
        terminal.run("enter", name * 3)
    terminal.run("lots", "--by", "entry")
    terminal.run("publish")
    terminal.run("forfeit", 1, 1, "--white", "no word")
    last = terminal.json("status")["last_position"]
    terminal.run("result", 1, 2, "1")
    assert f"recorded after #{last}" in terminal.refused("undo", "--fact", last)
    terminal.run("undo")
    assert "taken back" in terminal.run("undo", "--fact", last)


def _imported(folder: Path) -> Terminal:
    source = Terminal(folder / "made.ledger")
    source.run("init", "Open", "--rules", "fide-dutch-2026", "--rounds", 3)
    for name in "ABCD":
        source.run("enter", name, "--rating", 2000)
    source.run("lots")
    source.run("publish")
    source.run("result", 1, 1, "1-0", 2, "½-0")
    source.run("export", "-o", folder / "open.trf")
    terminal = Terminal(folder / "open.ledger")
    terminal.run("import", folder / "open.trf", "--confirm", "yes")
    return terminal


def test_an_import_is_taken_back_whole_and_the_right_file_takes_its_place(tmp_path: Path) -> None:
    terminal = _imported(tmp_path)
    assert "--confirm yes" in terminal.refused("undo")
    notes = terminal.run("undo", "--confirm", "yes")
    assert "import FILE" in notes
    status = terminal.json("status")
    assert (status["players"], status["rounds_published"]) == (0, 0)
    for verb in (("enter", "E"), ("publish",), ("undo",), ("undo", "--fact", 2)):
        assert "was taken back" in terminal.refused(*verb)
    terminal.run("import", tmp_path / "open.trf", "--confirm", "yes")
    states = [row["state"] for row in terminal.json("tournaments")["rows"]]
    assert states == ["import-undone", None]
    assert terminal.run("tournaments").count("import taken back") == 1
    assert terminal.json("status")["players"] == 4
    terminal.run("publish")
    assert "no findings" in terminal.run("verify")


def test_an_import_stays_while_something_recorded_after_it_is_in_force(tmp_path: Path) -> None:
    terminal = _imported(tmp_path)
    terminal.run("withdraw", 4)
    assert "recorded after #2" in terminal.refused("undo", "--fact", 2)
    terminal.run("undo")
    terminal.run("undo", "--confirm", "yes")
    assert terminal.json("status")["players"] == 0


def test_a_file_whose_import_was_taken_back_is_imported_again_from_a_folder(tmp_path: Path) -> None:
    terminal = _imported(tmp_path)
    terminal.run("withdraw", 1)
    terminal.run("undo")
    with Store(terminal.ledger) as store:
        assert len(imports(store)) == 1
    terminal.run("undo", "--confirm", "yes")
    with Store(terminal.ledger) as store:
        assert imports(store) == {}


def test_the_opening_is_taken_back_and_every_command_means_the_other_tournament_again(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "First")
    terminal.run("init", "Second", "--rounds", 5, "--city", "Utrecht")
    assert "which-tournament" in terminal.refused("enter", "Anna", code=2)
    terminal.run("-t", "Second", "enter", "Anna")
    terminal.run("-t", "Second", "undo")
    assert "init NAME" in terminal.run("-t", "Second", "undo")
    terminal.run("enter", "Bob")
    assert terminal.json("status")["tournament"] == "First"
    assert [row["state"] for row in terminal.json("tournaments")["rows"]] == [
        None,
        "opening-undone",
    ]
    for verb in (("enter", "E"), ("undo",), ("publish",)):
        refusal = terminal.refused("-t", "Second", *verb)
        assert "opening-taken-back" in refusal
        assert "init NAME" in refusal
    assert "init NAME" in terminal.run("-t", "Second", "status")
    assert "the opening of the tournament was taken back" in terminal.run("-t", "Second", "log")
    assert "no findings" in terminal.run("verify")
    terminal.run("mirror", "build")
    terminal.run("-t", "Second", "forget", "Anna")
    assert terminal.json("status")["tournament"] == "First"


def test_the_only_tournament_is_taken_back_and_another_is_opened(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "club.ledger")
    terminal.run("init", "Wrong")
    terminal.run("undo")
    assert "opening-taken-back" in terminal.refused("enter", "Anna")
    terminal.run("init", "Right")
    terminal.run("enter", "Anna")
    assert terminal.json("status")["tournament"] == "Right"


def test_the_undo_of_the_second_fact_is_that_of_an_import_only_where_it_is_one(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "cup.ledger")
    terminal.run("init", "Cup")
    terminal.run("enter", "Anna")
    terminal.run("undo")
    with Store(terminal.ledger) as store:
        assert taken_back(store) == {}
