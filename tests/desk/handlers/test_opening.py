"""Other rules during a tournament: which keys stay, and what a refusal advises."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.facts.tournament import PlayerRegistered
from ledger.messages import commands_of
from ledger.rulebooks.fide_keys import FideKeys
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord
from tests.helpers.hall import Hall
from tests.helpers.terminal import Terminal, runtime
from tests.helpers.trf_lines import TWO_ROUNDS, text


@pytest.fixture
def hall() -> Hall:
    return Hall(4, 3, rules="fide-dutch-2026")


def test_without_a_rulebook_the_keys_set_before_stay(hall: Hall) -> None:
    first = {"bye.half_point_allowed": "true", "ranking.final": '["wp", "sb", "lots"]'}
    hall.do("rules-change", set=first, reason="as announced")
    hall.do("rules-change", set={"fide.half_point_in_last_round": "true"}, reason="agreed")
    rules = hall.book.rules
    assert rules.bye.half_point_allowed
    assert rules.of(FideKeys).half_point_in_last_round
    assert rules.ranking.final == ("wp", "sb", "lots")
    assert rules.family == "fide-dutch-2026"
    hall.do("rules-change", set={"bye.half_point_allowed": "false"}, reason="a slip")
    changed = hall.book.rules
    assert not changed.bye.half_point_allowed
    assert changed.id == (
        'fide-dutch-2026+bye.half_point_allowed=false,ranking.final=["wp", "sb", "lots"],'
        "fide.half_point_in_last_round=true"
    )


def test_a_change_that_names_no_rulebook_and_no_key_is_refused(hall: Hall) -> None:
    assert hall.refused("rules-change", reason="?").code == "rules-missing"
    wrong = hall.refused("rules-change", set={"bye.halves": "1"}, reason="?")
    assert wrong.code == "rulebook-invalid"


def test_what_a_refusal_advises_keeps_the_other_keys(hall: Hall) -> None:
    for number in (1, 3):
        step = hall.refused("bye", player=1, round=number).next
        [change] = [one for one in commands_of(step) if one.verb == "rules-change"]
        key, _, value = str(dict(change.fields)["set"]).partition("=")
        hall.do("rules-change", set={key: value}, reason="the regulations say so")
    hall.do("bye", player=1, round=1)
    hall.do("bye", player=2, round=3)


def test_a_file_whose_tournament_has_a_name_without_end_is_imported_and_shown_at_once(
    tmp_path: Path,
) -> None:
    """The name of a real file has 101 letters: a line of a file is not refused for its length."""
    terminal, file = Terminal(tmp_path / "x.ledger"), tmp_path / "x.trf"
    file.write_bytes(text(f"012 {'é' * 100_000}", *TWO_ROUNDS[1:]))
    terminal.run("import", file)
    for verb in ("standings", "log", "players"):
        assert terminal.run(verb).count("é") >= 100_000


def test_a_name_that_an_older_program_took_stays_readable_whatever_its_length(
    tmp_path: Path,
) -> None:
    terminal, file = Terminal(tmp_path / "x.ledger"), tmp_path / "x.trf"
    file.write_bytes(text(*TWO_ROUNDS))
    terminal.run("import", file)
    with Store(tmp_path / "x.ledger") as store:
        ((id_, _),) = store.tournaments()
        person = PersonRecord("p9", (("name", "é" * 100_000), ("club", "a\u200b")), "salt")
        fact = PlayerRegistered(player=9, person="p9", person_hash=person.hash, from_round=3)
        store.append(id_, store.head(id_), [fact], [person], runtime=runtime())
    for verb in ("players", "log", "standings"):
        assert "é" * 10 in terminal.run(verb)
    assert terminal.json("players")["rows"][-1]["name"] == "é" * 100_000
