"""A made-up year: its competitions, repeatable to the byte, made as a whole or not at all."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest
from click.testing import Result

from desk.making import year as making
from desk.making.random_trf import CannotGenerate
from desk.making.year import (
    LEAST_SIZE,
    PlannedCompetition,
    competitions,
    deeds_of,
    make_year,
    record,
    year_view,
)
from desk.render.english import english
from ledger.store.store import Store
from projections.mirror.tables import STORED
from tests.helpers.console import Console
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.loaded import pool_context
from tests.helpers.words import in_words
from tests.helpers.year import shared_year


def _there(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def first_of_each_kind(size: int, seed: str = "") -> list[PlannedCompetition]:
    """Return the first competition of each kind: seven, which are enough where no table is read."""
    kinds: dict[tuple[str, str], PlannedCompetition] = {}
    for one in competitions(size, seed):
        kinds.setdefault((one.how, one.rules), one)
    return [*kinds.values()]


@pytest.fixture(scope="module")
def verb(tmp_path_factory: pytest.TempPathFactory) -> tuple[Console, Result]:
    """Return what the verb made by two processes, and what it said."""
    console = Console(tmp_path_factory.mktemp("year"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "competitions", first_of_each_kind)
        patch.setattr(making, "get_context", pool_context)
        return console, console.run("generate-year", "--size", str(LEAST_SIZE), "--jobs", "2")


@pytest.fixture
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ledger of a whole year, which other tests read too."""
    return shared_year(tmp_path_factory, LEAST_SIZE).ledger


def test_a_year_is_in_proportion_to_its_size_and_each_competition_has_its_own_name() -> None:
    for size in (LEAST_SIZE, 30, 300):
        planned = competitions(size)
        assert Counter(one.how for one in planned) == {
            "file": 2 * size + size // 2,
            "evenings": 2 * (size // 5) + size // 15,
            "season": size // 15,
        }
        assert len({one.name for one in planned}) == len(planned)
    assert not {one.name for one in competitions(30, "b")} & {one.name for one in competitions(30)}


def test_the_same_size_and_seed_give_the_same_bytes_by_any_number_of_processes(
    verb: tuple[Console, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two small years are made, one of which other tests share."""
    monkeypatch.setattr(making, "competitions", first_of_each_kind)
    by_one, by_two = tmp_path / "year.ledger", verb[0].folder / "year.ledger"
    make_year(by_one, LEAST_SIZE, says=english, jobs=1)
    assert by_one.read_bytes() == by_two.read_bytes()


def test_a_small_year_is_drawn_without_processes_where_nobody_says_how_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(making, "ProcessPoolExecutor")
    monkeypatch.setattr(making, "competitions", lambda *asked: competitions(*asked)[:1])
    made = make_year(tmp_path / "year.ledger", LEAST_SIZE, says=english)
    assert made.tournaments == 1


def test_another_seed_gives_other_bytes_competitions_and_ids(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two competitions of a year are enough to tell."""
    monkeypatch.setattr(
        making, "competitions", lambda *size_and_seed: competitions(*size_and_seed)[:2]
    )
    years, named, ids = list[bytes](), list[set[str]](), list[set[str]]()
    for name, *seed in (("one",), ("again",), ("other", "other")):
        path = tmp_path / f"{name}.ledger"
        make_year(path, LEAST_SIZE, *seed, says=english, jobs=1)
        years.append(path.read_bytes())
        with Store(path) as store:
            named.append({called for _, called in store.tournaments()})
            ids.append({fact.stamp.event_id for _, fact in facts_in_file_order(store)})
    assert years[0] == years[1] != years[2]
    assert not named[0] & named[2]
    assert not ids[0] & ids[2]


NOT_IN_A_YEAR = {
    "damaged": "a tournament that cannot be read, and every one of a new year can",
    "rating_forecast": "a forecast is made where an edition is declared, and a year declares none",
}
"""The tables of the mirror that a year leaves empty, each with the reason."""


def test_every_table_of_the_mirror_of_a_year_has_rows_but_those_with_a_reason(ledger: Path) -> None:
    """A whole year is made, which other tests share."""
    with duckdb.connect(str(ledger.with_suffix(".duckdb")), read_only=True) as database:
        empty = {
            table.name
            for table in STORED
            if not database.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchall()
        }
    assert empty == set(NOT_IN_A_YEAR)


def test_its_facts_are_in_order_of_time_and_end_within_a_year(ledger: Path) -> None:
    with Store(ledger) as store:
        times = [fact.stamp.recorded_at for _, fact in facts_in_file_order(store)]
    assert times == sorted(times)
    assert timedelta(weeks=30) < times[-1] - times[0] < timedelta(weeks=52)


def test_every_deed_is_recorded_on_its_day_in_whatever_order_they_are_given(
    tmp_path: Path,
) -> None:
    *_, tournament, season = competitions(LEAST_SIZE)
    deeds = [*deeds_of(season), *deeds_of(tournament)]
    ledger = tmp_path / "year.ledger"
    assert len([*record(ledger, reversed(deeds))]) == len(deeds)
    with Store(ledger) as store:
        days = {fact.stamp.recorded_at.date() for _, fact in facts_in_file_order(store)}
    assert days == {deed.at.date() for deed in deeds}


def test_an_evening_is_recorded_on_its_day_between_those_of_other_tournaments() -> None:
    *_, tournament, season = competitions(LEAST_SIZE)
    evenings = deeds_of(tournament)
    assert len(evenings) > making.ROUNDS
    assert {b.at - a.at for a, b in pairwise(evenings)} == {making.A_STEP}
    first, *_ = deeds_of(season)
    assert f'"date": "{season.first}"'.encode() in first.content


def test_the_verb_makes_a_ledger_that_is_sound_and_answers(verb: tuple[Console, Result]) -> None:
    console, ran = verb
    assert ran.exit_code == 0, ran.output
    assert "toernooi --ledger year.ledger sql 'from games_now'" in ran.stdout
    assert ran.stderr.startswith("7 competitions are drawn ...\n")
    made = {
        name for name in _there(console.folder) if not name.endswith(".lock")
    }  # of a later look
    assert made == {"year.duckdb", "year.ledger"}
    console.must_run("verify")
    console.must_run("--ledger", "year.ledger", "sql", "from games_now")
    ran = console.run("--lang", "nl", "jaar-maken")
    assert (ran.exit_code, "bestaat al" in ran.output) == (2, True)


def test_a_ledger_or_mirror_that_is_there_is_never_replaced(tmp_path: Path) -> None:
    for name in ("year.ledger", "year.duckdb"):
        path = tmp_path / name
        path.write_text("mine", "utf-8")
        with pytest.raises(CannotGenerate, match="there-already"):
            make_year(tmp_path / "year.ledger", LEAST_SIZE, says=english)
        assert path.read_text("utf-8") == "mine"
        path.unlink()


@pytest.mark.parametrize("part", ["deeds_of", "record", "refresh"])
def test_a_year_that_is_stopped_leaves_nothing(
    tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A year is made up to the point where it is stopped: all of it is begun, or three competitions."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(making, part, stop)
    if part != "deeds_of":
        monkeypatch.setattr(making, "competitions", lambda *asked: first_of_each_kind(*asked)[:3])
    console = Console(tmp_path)
    ran = console.run("generate-year", "--size", "15", "--jobs", "1")
    assert (ran.exit_code, ran.stdout) == (130, "")
    drawn = 45 if part == "deeds_of" else 3
    assert ran.stderr.startswith(f"{drawn} competitions are drawn ...\n")
    assert ran.stderr.endswith("stopped: nothing is made\n")
    assert _there(tmp_path) == []


def test_what_was_made_is_read_in_dutch() -> None:
    year = making.GeneratedYear("jaar.ledger", "jaar.duckdb", 89, 12_313)
    view = in_words(year_view(year, "toernooi sql"), "nl")
    assert [column.heading for column in view.columns] == [
        "grootboek",
        "spiegel",
        "toernooien",
        "feiten",
    ]
    assert view.notes == ("bevraag het: toernooi sql 'from games_now'",)
