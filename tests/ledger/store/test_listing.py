"""A damaged tournament of a ledger never stops another with a complete name or id."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.errors import DamagedLedger
from ledger.place import LedgerPlace
from ledger.store.store import Store
from tests.helpers.ledgers import damage
from tests.helpers.tampered import at_terminal, copy_of, sample
from tests.helpers.terminal import Terminal

SUMMER = "(SELECT originator_id FROM stored_events ORDER BY sequence DESC LIMIT 1)"
OPENING = f"WHERE originator_id = {SUMMER} AND originator_version = 1"
DAMAGES = {
    "its name is no text": f"UPDATE stored_events SET state = replace(state, '\"Summer\"', '7') {OPENING}",
    "its opening is no JSON": f"UPDATE stored_events SET state = 'x' {OPENING}",
    "its opening is another fact": f"UPDATE stored_events SET topic = 'round-closed' {OPENING}",
    "its opening is elsewhere": f"UPDATE stored_events SET originator_version = 99 {OPENING}",
    "its tree is gone": f"DELETE FROM trees WHERE tournament = {SUMMER}",
    "its tree is longer": f"UPDATE trees SET size = size + 1 WHERE tournament = {SUMMER}",
    "its tree is no number": f"UPDATE trees SET size = 'x' WHERE tournament = {SUMMER}",
}
OF_FILES = "its tree is no number"
"""A column on a server has one type."""
READING = (
    "status",
    "standings --json",
    "log",
    "pairings 1",
    "players",
    "head",
    "export",
    "audit 1",
    "why 2 1",
    "check 2",
    "diff --as-of 8 --as-of 10",
    "prove 2",
    "bundle make",
    "integrity",
    "sql from·players --json",
    "show 10",
    "replay --rules knsb-wp-1996 --json",
    "player 1",
)


def read(terminal: Terminal, name: str) -> dict[str, str]:
    """Return the answer to every question about a tournament."""
    words = {line: [w.replace("·", " ") for w in line.split()] for line in READING}
    return {line: terminal.run("-t", name, *words[line]) for line in READING}


@pytest.fixture
def ledger(sample_place: LedgerPlace) -> LedgerPlace:
    return sample_place


def hurt(ledger: LedgerPlace, what: str) -> None:
    """Do one of the damages, where it can be done."""
    if what == OF_FILES and not isinstance(ledger, Path):
        pytest.skip("not here: a column has one type")
    damage(ledger, DAMAGES[what])


def ids(ledger: LedgerPlace) -> dict[str, str]:
    with Store(ledger) as store:
        return {name: id_ for id_, name in store.tournaments()}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the answers to all questions about a tournament of which nothing is damaged."""
    return read(at_terminal(copy_of(sample(), tmp_path_factory.mktemp("sound"))), "Winter")


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_tournament_does_not_stop_another_that_is_named(
    ledger: LedgerPlace, sound: dict[str, str], what: str
) -> None:
    terminal, named = at_terminal(ledger), ids(ledger)
    hurt(ledger, what)
    for name in ("Winter", named["Winter"]):
        assert read(terminal, name) == sound
    assert "#15 round 2: " in terminal.run("-t", "Winter", "result", 2, 1, "1-0")
    assert terminal.try_("verify").code == 4


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_tournament_is_named_wherever_it_may_be_meant(
    ledger: LedgerPlace, what: str
) -> None:
    terminal, named = at_terminal(ledger), ids(ledger)
    hurt(ledger, what)
    for words in ([], ["-t", "Summer"], ["-t", named["Summer"]], ["-t", "Win"], ["-t", "x"]):
        refusal = terminal.refused(*words, "status", code=4)
        assert named["Summer"] in refusal
        assert "--tournament NAME with its whole name or id chooses another" in refusal
    with Store(ledger) as store, pytest.raises(DamagedLedger):
        store.tournaments()


@pytest.mark.parametrize("what", DAMAGES)
def test_the_tournaments_are_listed_without_one_that_is_damaged(
    ledger: LedgerPlace, what: str
) -> None:
    terminal, named = at_terminal(ledger), ids(ledger)
    hurt(ledger, what)
    run = terminal.try_("tournaments", "--json")
    assert run.code == 4
    assert [row["name"] for row in run.json["rows"]] == ["Winter"]
    (refused,) = run.json["refused"]
    assert (refused["id"], refused["code"]) == (named["Summer"], "ledger-damaged")
    run = terminal.try_("tournaments")
    assert run.code == 4
    assert "Winter" in run.out
    assert "Summer" not in run.out
    assert f"tournament {named['Summer']}" in run.err
    assert "next: " in run.err
    replayed = terminal.try_("replay", "--all", "--rules", "knsb-wp-1996", "--json")
    assert replayed.code == 4
    assert [row["id"] for row in replayed.json["refused"]] == [named["Summer"]]


def test_a_tournament_that_is_gone_stops_all_since_facts_of_any_may_be_gone(
    ledger: LedgerPlace,
) -> None:
    damage(ledger, f"DELETE FROM stored_events WHERE originator_id = {SUMMER}")
    for words in (["-t", "Winter", "status"], ["tournaments"], ["-t", "Summer", "log"]):
        assert "the hashes of the file end at fact" in at_terminal(ledger).refused(*words, code=4)


def test_a_tournament_cut_short_with_its_tree_is_not_shown(ledger: LedgerPlace) -> None:
    last = "(SELECT MAX(sequence) FROM stored_events WHERE originator_id <> " + SUMMER + ")"
    damage(
        ledger,
        f"DELETE FROM leaves WHERE sequence = {last}",
        f"DELETE FROM stored_events WHERE sequence = {last}",
        f"UPDATE trees SET size = size - 1 WHERE tournament <> {SUMMER}",
    )
    at_terminal(ledger).refused("-t", "Winter", "status", code=4)
