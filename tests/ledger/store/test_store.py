"""A ledger, in a file and on a server: facts come back as added, and all or nothing is added."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import SchemaValidator

from ledger.errors import Conflict, DamagedLedger
from ledger.facts import codec
from ledger.facts.codec import decode, encode
from ledger.facts.stamps import Recorded, Stamp
from ledger.facts.tournament import (
    BY_TOPIC,
    FACTS,
    AnyFact,
    Fact,
    RoundClosed,
    RoundsPlanned,
    RoundStarted,
)
from ledger.facts.upcasts import STEPS, upcast
from ledger.place import place_from
from ledger.runtime import Runtime
from ledger.store.store import Store
from ledger.store.tables.people import PersonRecord
from tests.helpers.facts import any_fact, values_of
from tests.helpers.family import examples
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.ledgers import NOON, OPENING, at, damage, person
from tests.helpers.words import refusing


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    with Store(place_from(place), create=True, patience_s=0.2) as store:
        yield store


# Round trip


@examples(60)
@given(st.lists(any_fact(), min_size=1, max_size=6))
def test_what_is_appended_is_read_back(facts: list[AnyFact]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.ledger"
        with Store(path, create=True) as store:
            appended = store.append("t", 0, facts, runtime=at())
            assert store.facts("t") == appended
        with Store(path) as store:
            assert store.facts("t") == appended
            assert [fact for _, fact in facts_in_file_order(store)] == list(appended)
    assert [fact for fact, _ in appended] == facts


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.TOPIC)
def test_every_kind_of_fact_is_the_same_bytes_each_time(kind: type[AnyFact]) -> None:
    strategy = st.builds(
        kind,
        **{
            name: values_of(f.annotation)
            for name, f in kind.model_fields.items()
            if name not in Fact.model_fields
        },
    )

    @examples(5)
    @given(strategy)
    def check(fact: AnyFact) -> None:
        recorded = Recorded(fact, Stamp("t", 3, "e", NOON, "arbiter", "c", None))
        state = encode(recorded)
        assert decode("t", 3, kind.TOPIC, state) == recorded
        assert encode(decode("t", 3, kind.TOPIC, state)) == state
        assert json.loads(state)["v"] == kind.VERSION

    check()


# Stamps


def test_a_fact_is_stamped_with_place_time_actor_and_cause(store: Store) -> None:
    recorded = store.append(
        "t", 0, [OPENING, RoundsPlanned(rounds=7), RoundStarted(round=1)], runtime=at()
    )
    stamps = [stamp for _, stamp in recorded]
    assert [stamp.position for stamp in stamps] == [1, 2, 3]
    assert {stamp.tournament for stamp in stamps} == {"t"}
    assert {stamp.actor for stamp in stamps} == {"arbiter"}
    assert len({stamp.event_id for stamp in stamps}) == 3
    assert len({stamp.correlation_id for stamp in stamps}) == 1
    causes = [stamp.causation_id for stamp in stamps]
    assert causes == [None, stamps[0].event_id, stamps[1].event_id]
    (closed,) = store.append("t", 3, [RoundClosed(round=1)], runtime=at(), correlation_id="mine")
    assert (closed.stamp.correlation_id, closed.stamp.causation_id) == ("mine", None)


def test_time_never_goes_back_though_the_clock_does(store: Store) -> None:
    runtime = at(NOON, NOON - timedelta(hours=1), NOON + timedelta(seconds=1))
    facts: list[AnyFact] = [OPENING, RoundsPlanned(rounds=7), RoundStarted(round=1)]
    for position, fact in enumerate(facts):
        store.append("t", position, [fact], runtime=runtime)
    times = [stamp.recorded_at for _, stamp in store.facts("t")]
    assert times == [NOON, NOON, NOON + timedelta(seconds=1)]


def test_another_tournament_has_its_own_time(store: Store) -> None:
    runtime = at(NOON, NOON - timedelta(hours=1))
    store.append("t", 0, [OPENING], runtime=runtime)
    (opened,) = store.append("u", 0, [OPENING], runtime=runtime)
    assert opened.stamp.recorded_at == NOON - timedelta(hours=1)


def test_time_is_kept_in_utc(store: Store) -> None:
    local = datetime.fromisoformat("2026-11-20T13:02:00+01:00")
    ((_, stamp),) = store.append("t", 0, [OPENING], runtime=at(local))
    assert stamp.recorded_at == NOON
    assert stamp.recorded_at.utcoffset() == timedelta(0)


# Reading


def test_tournaments_are_listed_in_order_of_opening(store: Store) -> None:
    for tournament, name in (("z", "First"), ("a", "Second"), ("m", "Third")):
        opening = OPENING.model_copy(update={"name": name})
        store.append(tournament, 0, [opening, RoundsPlanned(rounds=7)], runtime=at())
    assert store.tournaments() == (("z", "First"), ("a", "Second"), ("m", "Third"))


def test_an_empty_ledger_has_no_tournaments_and_no_facts(store: Store) -> None:
    assert store.tournaments() == ()
    assert store.facts("t") == ()
    assert store.head("t") == 0
    assert facts_in_file_order(store) == []
    assert store.people("t") == {}


def test_facts_can_be_read_from_and_up_to_a_position(store: Store) -> None:
    store.append("t", 0, [OPENING, *(RoundStarted(round=r) for r in range(1, 10))], runtime=at())
    assert [stamp.position for _, stamp in store.facts("t", after=3, upto=6)] == [4, 5, 6]
    assert [stamp.position for _, stamp in store.facts("t", upto=2)] == [1, 2]
    assert store.facts("t", after=10) == ()
    assert store.head("t") == 10


def test_a_mirror_reads_all_tournaments_in_file_order_page_by_page(store: Store) -> None:
    many = [RoundStarted(round=r) for r in range(1, 1100)]
    store.append("t", 0, [OPENING, *many], runtime=at())
    store.append("u", 0, [OPENING, *many], runtime=at())
    store.append("t", 1100, [RoundClosed(round=1)], runtime=at())
    seen = facts_in_file_order(store)
    assert [sequence for sequence, _ in seen] == list(range(1, 2202))
    assert seen[-1][1].stamp.position == 1101


# Never changed


def test_a_decision_on_facts_that_are_no_longer_all_is_a_conflict(store: Store) -> None:
    store.append("t", 0, [OPENING, RoundsPlanned(rounds=7)], runtime=at())
    with refusing(Conflict, "stands at #2"):
        store.append("t", 1, [RoundsPlanned(rounds=9)], runtime=at())
    assert store.head("t") == 2


def test_a_conflict_between_the_look_and_the_write_is_noticed(store: Store) -> None:
    store.append("t", 0, [OPENING], runtime=at())

    def now_while_another_writes() -> datetime:
        with Store(store.place) as other:
            other.append("t", 1, [RoundsPlanned(rounds=9)], runtime=at())
        return NOON

    runtime = Runtime(now=now_while_another_writes)
    with pytest.raises(Conflict):
        store.append("t", 1, [RoundsPlanned(rounds=7)], [person("1")], runtime=runtime)
    assert [fact.TOPIC for fact, _ in store.facts("t")] == ["tournament-opened", "rounds-planned"]
    assert store.people("t") == {}


# People


def test_when_people_cannot_be_saved_no_fact_is(store: Store) -> None:
    broken = PersonRecord("2", (), salt=None)  # type: ignore[arg-type]
    with refusing(DamagedLedger, "something is in the way of the next fact"):
        store.append("t", 0, [OPENING], [person("1"), broken], runtime=at())
    assert store.facts("t") == ()
    assert store.people("t") == {}


@pytest.mark.parametrize(("names", "left_out"), [(True, ()), (False, ("t",))])
def test_a_tournament_brought_here_without_names_is_remembered(
    store: Store, tmp_path: Path, names: bool, left_out: tuple[str, ...]
) -> None:
    store.append("t", 0, [OPENING], runtime=at())
    with Store(tmp_path / "other.ledger", create=True) as other:
        other.restore("t", store.stored("t"), [], names=names)
        assert other.stored("t") == store.stored("t")
        assert other.without_names() == left_out


# Damage among many facts


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"rounds":7', '"rounds":"7"'),
        ('"rounds":7', '"rounds":0'),
        ('"rounds":7', '"round":7'),
        ('"rounds":7', '"rounds":7,"x":7'),
        ('"rounds":7}', '"rounds":7'),
        ('"tournament":"t"', '"tournament":"u"'),
        (':00Z"', ':00"'),
        ('"v":1', '"v":0'),
        ('{"v":1', '["v",1'),
    ],
)
def test_a_malformed_row_among_many_is_refused_as_it_is_alone(
    store: Store, old: str, new: str
) -> None:
    store.append("t", 0, [OPENING, *[RoundsPlanned(rounds=7)] * 449], runtime=at())
    change = f"state = replace(state, '{old}', '{new}')"
    damage(store.place, f"UPDATE stored_events SET {change} WHERE sequence IN (330, 331, 440)")
    with pytest.raises(DamagedLedger) as alone:
        decode(*store.stored("t")[329][1:5])
    for read in (lambda: store.facts("t"), lambda: facts_in_file_order(store)):
        with pytest.raises(DamagedLedger) as caught:
            read()
        assert caught.value.refusal == alone.value.refusal
    assert len(store.facts("t", upto=329)) == 329


# Old and newer versions


def test_a_fault_of_the_program_is_not_called_damage(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(kind: type[AnyFact]) -> SchemaValidator:
        raise TypeError("a package has another version")

    store.append("t", 0, [OPENING], runtime=at())
    monkeypatch.setattr(codec, "_row_reader", faulty)
    with pytest.raises(TypeError):
        store.facts("t")


def test_every_version_of_every_fact_leads_to_todays() -> None:
    wanted = {(topic, v) for topic, kind in BY_TOPIC.items() for v in range(1, kind.VERSION)}
    assert set(STEPS) == wanted


def test_an_upcast_leaves_what_it_was_given_alone() -> None:
    old = {"elo": 0, "player": 1}
    new = {"player": 1, "rating": None, "from_round": 1, "rating_source": "given"}
    assert upcast("player-registered", 1, old) == new
    assert old == {"elo": 0, "player": 1}
