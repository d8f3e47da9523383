"""The books in memory: always those of the file, never changed under a reader."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.commands.commands import SPECS
from desk.commands.decision import Numbered
from desk.commands.spec import Spec
from desk.desk import Desk
from desk.live.live import Live
from desk.outcomes import Warned, Written
from desk.writing import carry_out
from ledger.errors import StoreError
from ledger.refusals import Exit
from ledger.runtime import Runtime
from ledger.state.book import Book
from ledger.state.tournament import replay
from ledger.store.store import Store
from ledger.values import Format
from projections.games.crosstable import of_tournament
from tests.helpers.competitions import Competition, rulebooks
from tests.helpers.family import examples
from tests.helpers.hall import command
from tests.helpers.ledgers import at, damage, impatient
from tests.helpers.terminal import Terminal
from tests.helpers.words import whole


def one(verb: str, **fields: Any) -> list[Numbered]:
    return [(None, command(verb, **fields))]


def look_of(book: Book) -> tuple[object, ...]:
    """Return everything of a book that a page can show."""
    people = sorted((key, dict(record)) for key, record in book.people.items())
    heads = sorted(book.heads.items())
    return repr(book.state), tuple(book.recorded), list(book.pending), people, heads


def same_as_file(live: Live, tournament: str) -> None:
    in_file = Desk(live.place, live.runtime).read(tournament)
    assert isinstance(in_file, Book)
    book = live.book(tournament)
    assert look_of(book) == look_of(in_file)
    for number in range(len(book.state.rounds) + 1):
        tables = [of_tournament(one.state, one.rules, number) for one in (book, in_file)]
        assert tables[0] == tables[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "club.ledger"


@pytest.fixture
def live(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    monkeypatch.setattr("desk.live.live.PLACE_MS", 0)
    live = Live(path, at())
    yield live
    live.close()


@pytest.fixture
def cup(live: Live) -> str:
    """Open a tournament with six players; return its id."""
    opened = live.write(None, one("init", name="Cup", rounds=5), "chief-1")
    assert isinstance(opened, Written)
    for name in "ABCDEF":
        assert isinstance(
            live.write(opened.tournament, one("enter", name=f"Player {name}"), "chief-1"), Written
        )
    return opened.tournament


def published(live: Live, cup: str) -> None:
    for verb in ("lots", "publish"):
        assert isinstance(live.write(cup, one(verb), "chief-1"), Written)


class TwoDesks:
    """A desk that writes now through the books in memory, then past them, as two programs do."""

    def __init__(self, live: Live, desk: Desk, chance: Random) -> None:
        self.live, self.desk, self.chance = live, desk, chance
        self.looks: list[tuple[Book, object]] = []

    def write(self, commands: Sequence[Numbered]) -> Any:
        if self.chance.random() < 0.4:
            return carry_out(self.desk, commands)
        named, _ = self.live.listed()
        if not named:
            return self.live.write(None, commands, "arbiter")
        before = self.live.book(named[0][0])
        self.looks.append((before, look_of(before)))
        return self.live.write(named[0][0], commands, "arbiter")


@examples(12)
@given(rules=st.sampled_from(sorted(rulebooks())), seed=st.integers(0, 10**6))
def test_after_any_commands_of_two_programs_the_book_is_that_of_the_file_and_old_ones_stand(
    tmp_path_factory: pytest.TempPathFactory, rules: str, seed: int
) -> None:
    path = tmp_path_factory.mktemp("two") / "club.ledger"

    class Watched(Competition):
        two: TwoDesks | None = None

        def write(self, commands: Sequence[Numbered]) -> Any:
            if self.two is None:
                self.live = Live(path, self.terminal.world)
                self.two = TwoDesks(self.live, self.desk, Random(seed))
            return self.two.write(commands)

    competition = Watched(path, rules, seed, players=7)
    live = competition.live
    for _ in range(25):
        competition.carry_on()
        same_as_file(live, live.listed()[0][0][0])
    assert competition.two is not None
    for book, look in competition.two.looks:
        assert look_of(book) == look
        assert repr(replay(book.facts)) == repr(book.state)
    live.close()


def _file(live: Live) -> Path:
    """Return the file of a server's ledger."""
    assert isinstance(live.place, Path)
    return live.place


def test_a_refused_or_warned_command_leaves_the_book_untouched(live: Live, cup: str) -> None:
    published(live, cup)
    before = live.book(cup)
    look = look_of(before)
    both = [*one("result", round=1, board=1, result="1-0"), *one("close", round=4)]
    refused = live.write(cup, both, "chief-1")
    assert isinstance(refused, tuple)
    warned = live.write(cup, [*one("enter", name="Late"), *one("lots")], "chief-1")
    assert isinstance(warned, Warned | tuple)
    assert live.book(cup) is before
    assert look_of(before) == look
    same_as_file(live, cup)


def test_a_fact_has_its_actor_and_a_command_sent_twice_is_recorded_once(
    live: Live, cup: str
) -> None:
    first = live.write(cup, one("enter", name="Late"), "helper-2", "form 7")
    again = live.write(cup, one("enter", name="Late"), "helper-2", "form 7")
    assert isinstance(first, Written)
    assert isinstance(again, Written)
    assert again.facts == first.facts
    assert whole(again.notes) == "this was recorded before"
    assert [(s.actor, s.correlation_id) for _, s in first.facts] == [("helper-2", "form 7")]
    assert live.position(cup) == first.facts[-1].stamp.position


def test_the_outcome_is_that_of_the_desk_with_its_notes(
    live: Live, cup: str, tmp_path: Path
) -> None:
    published(live, cup)
    other = tmp_path / "copy.ledger"
    live.close()
    other.write_bytes(_file(live).read_bytes())
    for verb, fields in (
        ("result", {"round": 1, "board": 1, "result": "1-0"}),
        ("forget", {"player": 2}),
    ):
        mine = live.write(cup, one(verb, **fields), "arbiter")
        theirs = carry_out(Desk(other, at()), one(verb, **fields), cup)
        assert isinstance(mine, Written)
        assert isinstance(theirs, Written)
        assert [fact for fact, _ in mine.facts] == [fact for fact, _ in theirs.facts]
        assert whole(mine.notes) == whole(theirs.notes)


def test_a_forgotten_person_is_in_no_book_that_is_kept(live: Live, cup: str) -> None:
    live.public_book(cup)
    assert isinstance(live.write(cup, one("forget", player="Player C"), "chief-1"), Written)
    assert "Player C" not in repr((live.book(cup).people, live.public_book(cup).people))
    live.close()
    assert b"Player C" not in _file(live).read_bytes()


def test_many_writers_at_once_lose_nothing_and_record_nothing_twice(live: Live, cup: str) -> None:
    live.runtime, other = Runtime(), Live(live.place, Runtime())

    def enter(number: int) -> str:
        desk = live if number % 3 else other
        done = desk.write(cup, one("enter", name=f"Late {number}"), "helper-1", f"form {number}")
        assert isinstance(done, Written)
        return done.facts[0].stamp.correlation_id

    with ThreadPoolExecutor(8) as threads:
        forms = list(threads.map(enter, range(40)))
    with Store(live.place) as store:
        stamps = [stamp for _, stamp in store.facts(cup)]
    assert sorted(s.correlation_id for s in stamps[-40:]) == sorted(forms)
    same_as_file(live, cup)
    same_as_file(other, cup)
    other.close()
    assert Terminal(_file(live), Runtime()).try_("verify").code == 0


def test_a_long_judgment_holds_up_neither_readers_nor_other_writers(
    live: Live, cup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(live, cup)
    began, go_on, judged = threading.Event(), threading.Event(), []
    judge = Spec.judge

    def slow(spec: Spec, of: Format | None = None) -> Any:
        if spec is SPECS["plan"]:
            judged.append("plan")
            began.set()
            if len(judged) == 1:
                assert go_on.wait(30)
        return judge(spec, of)

    monkeypatch.setattr(Spec, "judge", slow)
    with ThreadPoolExecutor(1) as threads:
        plan = threads.submit(live.write, cup, one("plan", rounds=7), "chief-1")
        assert began.wait(30)
        for board in (1, 2, 3):
            result = live.write(cup, one("result", round=1, board=board, result="1-0"), "player-1")
            assert isinstance(result, Written)
            assert live.book(cup).state.position == result.facts[-1].stamp.position
        go_on.set()
        assert isinstance(plan.result(30), Written)
    assert judged == ["plan", "plan"]
    assert live.book(cup).state.rounds_planned == 7
    same_as_file(live, cup)


def test_a_tournament_that_is_not_in_the_file_is_refused_and_not_kept(live: Live, cup: str) -> None:
    for id_ in ("nothing", "Cup", cup[:2]):
        with pytest.raises(StoreError) as error:
            live.book(id_)
        assert error.value.refusal.code == "which-tournament"
        refused = live.write(id_, one("plan", rounds=3), "chief-1")
        assert isinstance(refused, tuple)


def test_an_error_of_the_file_comes_out_as_its_named_refusal(live: Live, cup: str) -> None:
    live.close()
    with impatient(), closing(sqlite3.connect(_file(live), isolation_level=None)) as other:
        live.book(cup)
        other.execute("BEGIN IMMEDIATE")
        refused = live.write(cup, one("plan", rounds=3), "chief-1")
        assert isinstance(refused, tuple)
        assert [refusal.code for refusal in refused] == ["ledger-locked"]
        assert live.book(cup).state.rounds_planned == 5
    same_as_file(live, cup)
    _file(live).unlink()
    with pytest.raises(StoreError) as error:
        live.book(cup)
    assert error.value.refusal.code == "ledger-missing"
    assert live.listed() == ((), ())


CHANGES = {
    "a fact": "UPDATE stored_events SET state = replace(state, 'chief-1', 'chief-2')"
    " WHERE originator_version = 3",
    "a fact with its hash": "UPDATE leaves SET hash = zeroblob(32) WHERE sequence = 3",
    "a tree": "UPDATE trees SET peaks = zeroblob(length(peaks))",
    "a person": "UPDATE people SET record = replace(record, 'A', 'Z')",
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_another_program_changed_under_a_running_desk_is_found_by_the_next_write(
    live: Live, cup: str, change: str
) -> None:
    assert isinstance(live.write(cup, one("plan", rounds=7), "chief-1"), Written)
    before = live.position(cup)
    damage(_file(live), CHANGES[change])
    for _ in range(2):
        refused = live.write(cup, one("plan", rounds=6), "chief-1")
        assert isinstance(refused, tuple)
        assert [refusal.exit for refusal in refused] == [Exit.DAMAGED]
    with Store(_file(live)) as store:
        assert store.head(cup) == before


def test_hashes_are_compared_again_after_others_wrote_and_not_after_ones_own_facts(
    live: Live, cup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    check = Store.check_hashes

    def counted(store: Store, tournament: str) -> None:
        checked.append(tournament)
        check(store, tournament)

    monkeypatch.setattr(Store, "check_hashes", counted)
    live.close()
    live.book(cup)
    for rounds in (6, 7, 8):
        assert isinstance(live.write(cup, one("plan", rounds=rounds), "chief-1"), Written)
    assert checked == []
    assert isinstance(carry_out(Desk(_file(live), at()), one("plan", rounds=9), cup), Written)
    for rounds in (6, 7, 8):
        assert isinstance(live.write(cup, one("plan", rounds=rounds), "chief-1"), Written)
    assert checked == [cup]


def test_a_file_that_took_the_place_of_this_one_is_read_from_the_start(
    live: Live, cup: str, tmp_path: Path
) -> None:
    backup = tmp_path / "backup"
    live.close()
    backup.write_bytes(_file(live).read_bytes())
    published(live, cup)
    live.close()
    assert live.position(cup) > 8
    for name in ("-wal", "-shm"):
        _file(live).with_name(_file(live).name + name).unlink(missing_ok=True)
    backup.replace(_file(live))
    with pytest.raises(StoreError) as refused:
        live.position(cup)
    assert refused.value.refusal.code == "facts-lost", "it is an older one"
    with Store(_file(live), despite_loss=True) as store:
        store.accept_loss()
    same_as_file(live, cup)
    assert live.position(cup) == 8


def test_the_file_alone_has_what_was_recorded_once_nobody_writes_any_more(
    live: Live, cup: str, tmp_path: Path
) -> None:
    published(live, cup)
    live.look()
    live.look()
    copy = tmp_path / "copy.ledger"
    copy.write_bytes(_file(live).read_bytes())
    with Store(copy) as store:
        assert store.head(cup) == live.position(cup)
