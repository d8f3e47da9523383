"""A ledger of any size is verified with one tournament in memory, and can be stopped."""

from __future__ import annotations

import gc
import os
import signal
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Timer
from typing import Any, TypeVar
from unittest.mock import patch
from weakref import WeakSet

import pytest

from desk.answers import backup as backups
from desk.answers import integrity
from desk.desk import Desk
from desk.terminal.verbs import copies
from desk.terminal.verbs import integrity as verbs
from ledger.facts.tournament import RoundsPlanned, TournamentOpened
from ledger.integrity import whole_file
from ledger.integrity.evidence import Kept, reading_of
from ledger.integrity.verify import Verified, verify
from ledger.integrity.whole_file import evidence_of
from ledger.place import LedgerPlace, place_from
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.file import old_files
from ledger.store.store import Store
from pairing.systems.registry import load_rulebook
from tests.helpers.ledgers import damage, to_first_schema
from tests.helpers.tampered import at_terminal, copy_of, sample
from tests.helpers.terminal import Terminal, runtime
from tests.helpers.words import words

FACTS = 120

PlaceT = TypeVar("PlaceT", bound=LedgerPlace)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return copy_of(sample(), tmp_path)


def ledger_of(path: PlaceT, tournaments: int) -> PlaceT:
    """Make a ledger of tournaments, all with the same number of facts."""
    rules, world = load_rulebook("knsb-wp-2014"), runtime()
    assert isinstance(rules, Rulebook)
    with Store(path, create=True) as store:
        for at in range(tournaments):
            opening = TournamentOpened(
                name=f"Cup {at}",
                rulebook=rules.id,
                rulebook_text=rules.canonical(),
                rulebook_hash=rules.hash,
            )
            rounds = [RoundsPlanned(rounds=1 + at % 9) for at in range(FACTS - 1)]
            store.append(f"t{at}", 0, [opening, *rounds], runtime=world)
    return path


# Memory


@pytest.fixture
def most_at_once() -> Iterator[Callable[[], int]]:
    """Count the tournaments that are in memory each time one of them is verified."""
    there: WeakSet[Any] = WeakSet()
    most = [0]

    def counted(kept: Kept, *arguments: Any) -> Verified:
        there.add(kept)
        most[0] = max(most[0], len(there))
        return verify(kept, *arguments)

    with patch.object(integrity, "verify", counted), patch.object(backups, "verify", counted):
        yield lambda: most[0]


@pytest.fixture(autouse=True)
def _by_identity() -> Iterator[None]:
    """Let a set distinguish tournaments by identity, not by content."""
    with (
        patch.object(Kept, "__hash__", object.__hash__),
        patch.object(Kept, "__eq__", object.__eq__),
    ):
        yield


@pytest.mark.parametrize("verb", ["verify", "backup", "upgrade"])
def test_one_tournament_is_in_memory_at_a_time(
    place: str, tmp_path: Path, most_at_once: Callable[[], int], verb: str
) -> None:
    terminal = at_terminal(ledger_of(place_from(place), 6))
    terminal.run(verb, *([tmp_path / "copy"] if verb == "backup" else []))
    assert most_at_once() == 1


def test_beside_another_copy_it_is_one_of_each(
    place: str, tmp_path: Path, most_at_once: Callable[[], int]
) -> None:
    terminal = at_terminal(ledger_of(place_from(place), 6))
    terminal.run("backup", tmp_path / "copy.ledger")
    terminal.run("verify", "--against", tmp_path / "copy.ledger")
    assert most_at_once() == 2


def test_memory_does_not_grow_with_the_number_of_facts(tmp_path: Path) -> None:
    """Every allocation is traced."""
    most: list[int] = []
    for number in (40, 8, 40):  # the first one also fills caches
        path = ledger_of(tmp_path / f"{len(most)}.ledger", number)
        gc.collect()
        gc.freeze()  # else garbage stays the longer the more the tests before this one left
        tracemalloc.start()
        with Store(path) as store, evidence_of(store) as evidence:
            assert all(verify(kept).findings == () for kept in evidence.kept())
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert most[2] < 1.5 * most[1]


# Progress, and stopping


def test_progress_is_told_from_nothing_to_all_facts_read_twice(place: str) -> None:
    path, steps = ledger_of(place_from(place), 3), list[tuple[int, int]]()
    with patch.object(whole_file, "_TOLD_EVERY", 50):
        integrity.verify_ledger(
            Desk(path, runtime()),
            None,
            head=None,
            other=None,
            progress=lambda *at: steps.append(at),
        )
    total = 6 * FACTS
    done = [done for done, _ in steps]
    assert {of for _, of in steps} == {total}
    assert done == [0, *range(50, 351, 50), 480, 600, 720, 720]


def test_an_upgrade_tells_how_far_checking_writing_and_reading_back_are(tmp_path: Path) -> None:
    path, steps = ledger_of(tmp_path / "club.ledger", 3), list[tuple[int, int]]()
    to_first_schema(path)
    with patch.object(old_files, "_PAGE_FACTS", 100):
        integrity.bring_up_to_date(Desk(path, runtime()), "1", lambda *at: steps.append(at))
    read, begun = 3 * FACTS, 3
    checked = [done for done, of in steps if of == 2 * read]
    written = [done for done, of in steps if of == read]
    again = [done for done, of in steps if of == 2 * (read + begun)]
    assert (checked[0], checked[-1]) == (0, 2 * read)
    assert written == [100, 200, 300, 360]
    assert (again[0], again[-1]) == (0, 2 * (read + begun))
    assert len(steps) == len(checked) + len(written) + len(again)


def test_an_upgrade_that_is_stopped_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = ledger_of(tmp_path / "club.ledger", 1)
    to_first_schema(path)
    before = path.read_bytes()

    def stop(done: int, total: int) -> None:
        if (done, total) == (FACTS, FACTS):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        integrity.bring_up_to_date(Desk(path, runtime()), "1", stop)
    assert path.read_bytes() == before
    assert Terminal(path).run("upgrade").startswith("hashes begin at #121")


@pytest.mark.parametrize("words", [["verify"], ["backup", "COPY"], ["upgrade"]])
def test_ctrl_c_stops_it_with_130_and_leaves_nothing(path: Path, words: list[str]) -> None:
    before = sorted(os.listdir(path.parent))
    words = [str(path.parent / word) if word == "COPY" else word for word in words]
    of = copies if "backup" in words else verbs
    with patch.object(of, "progress_of", side_effect=KeyboardInterrupt):
        ran = Terminal(path).try_(*words)
    assert (ran.code, ran.out) == (130, "")
    assert "stopped" in ran.err
    assert sorted(os.listdir(path.parent)) == before


def test_ctrl_c_is_heard_while_sqlite_itself_is_busy(path: Path) -> None:
    heard = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            _asked_without_end(path)
    finally:
        signal.signal(signal.SIGINT, heard)


def _asked_without_end(path: Path) -> None:
    with Store(path) as store, reading_of(store) as reading:
        Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        reading.cursor.execute(
            "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)"
            " SELECT MAX(i) FROM n"
        ).fetchall()[0]


# Sequences


def file_findings(path: LedgerPlace) -> list[str]:
    """Return the findings of a file around its tournaments."""
    with Store(path) as store, evidence_of(store) as evidence:
        return [words(finding.what) for finding in evidence.findings]


def test_a_ledger_without_a_fact_is_in_order(place: str) -> None:
    with Store(place_from(place), create=True):
        assert file_findings(place_from(place)) == []


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("UPDATE sqlite_sequence SET seq = 'x'", "the last sequence given out is 0, not that"),
        ("UPDATE sqlite_sequence SET seq = 22", "the last sequence given out is 22, not that"),
        ("INSERT INTO leaves VALUES (23, x'00')", "the fact of sequence 22 is gone (2 in all)"),
        ("DELETE FROM leaves WHERE sequence = 21", None),
    ],
)
def test_sequences_are_those_given_out_and_those_of_the_hashes(
    path: Path, statement: str, expected: str | None
) -> None:
    damage(path, statement)
    sequences = [what for what in file_findings(path) if "sequence" in what]
    assert [what[: len(expected or "")] for what in sequences] == ([expected] if expected else [])


# One tournament


def test_one_tournament_is_verified_without_the_others(sample_place: LedgerPlace) -> None:
    desk = at_terminal(sample_place)
    damage(
        sample_place,
        "UPDATE stored_events SET state = replace(state, 'Evers', 'Ever')"
        ", topic = 'no-such-topic' WHERE sequence = 17",
    )
    assert desk.try_("verify").code == 4
    assert desk.try_("-t", "Summer", "verify").code == 4
    answer = desk.json("-t", "Winter", "verify")
    assert (answer["clean"], answer["file"], len(answer["tournaments"])) == (True, None, 1)
    assert "the file around it was not checked: toernooi verify does that" in answer["notes"]


def test_a_head_of_the_file_has_the_file_read_for_one_tournament_too(
    sample_place: LedgerPlace,
) -> None:
    desk = at_terminal(sample_place)
    whole = desk.json("verify")["file"]["short"]
    answer = desk.json("-t", "Winter", "verify", "--file-head", whole)
    assert (answer["clean"], len(answer["tournaments"])) == (True, 1)
    assert not [note for note in answer["notes"] if "not checked" in note]
    damage(sample_place, "UPDATE stored_events SET topic = 'no-such-topic' WHERE sequence = 17")
    ran = desk.try_("-t", "Winter", "verify", "--file-head", whole, "--json")
    assert (ran.code, [row["code"] for row in ran.json["rows"]]) == (4, ["head-differs"])


def test_a_row_of_one_tournament_that_is_no_fact_is_found(path: Path) -> None:
    damage(path, "UPDATE stored_events SET state = CAST(state AS BLOB) WHERE sequence = 14")
    ran = Terminal(path).try_("-t", "Winter", "verify", "--json")
    assert ran.code == 4
    assert tuple(row["code"] for row in ran.json["rows"]) == ("row-unreadable", "gap")
    refusal = Terminal(path).refused("-t", "Winter", "bundle", "make", code=4)
    assert "2 findings, the first: the fact of sequence 14 has values of the wrong kind" in refusal


def test_facts_that_the_index_does_not_lead_to_are_found(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_stored_events_1'"
        ).fetchone()
    whole = bytearray(path.read_bytes())
    page = slice((root - 1) * 4096, root * 4096)
    whole[page] = whole[page].replace(b"id27", b"id28", 1)
    path.write_bytes(whole)
    output = Terminal(path).try_("verify").out
    assert "SQLite finds: " in output
    assert "by its id 6 facts can be found, and 7 are in the file" in output
