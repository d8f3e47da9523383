"""The mirror file of a ledger: it agrees with the ledger at every moment."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.facts.stamps import Recorded
from ledger.state.book import rulebook_of
from ledger.state.tournament import replay
from ledger.store.store import Store
from projections.games.crosstable import of_tournament
from projections.mirror import refresh as mirror_refresh
from projections.mirror.files import mirror_path, next_path
from projections.mirror.schema.macros import MACROS
from projections.mirror.tables import TABLES
from projections.sql.connections import looked_at
from projections.standings.keizer import standings_of
from projections.standings.standing import standing
from tests.helpers.club import asked, book, made_club, step
from tests.helpers.file_order import facts_in_file_order
from tests.helpers.hall import Hall
from tests.helpers.loaded import ran
from tests.helpers.mirrors import mirror, mirror_of, refresh
from tests.helpers.terminal import Terminal, made_once
from tests.oracles.keizer_seasons import random_season

STEPS: tuple[tuple[object, ...], ...] = (
    ("publish",),
    ("result", 1, 1, "1-0", 2, "0-1"),
    ("adjourn", 1, 3),
    ("correct", "result", 1, 1, "0-1", "--reason", "misread"),
    ("result", 1, 3, "="),
    ("publish",),
    ("enter", "Gans, G.", "--rating", 1500),
    ("result", 2, 1, "1-0", 2, "1-0", 3, "="),
    ("correct", "colours", 1, 2, "--reason", "seats exchanged"),
    ("undo", "--confirm", "yes"),
    ("correct", "rating", 4, 1999, "--reason", "list was old"),
    ("correct", "person", 4, "--club", "Het Paard", "--reason", "moved"),
    ("absent", 4, 3),
    ("details", "--city", "Breda", "--begins", "2026-09-01", "--tempo", "G/60"),
    ("publish",),
    ("forfeit", 3, 1, "--black", "late"),
    ("protest", 2, 1, "touched piece not moved"),
    ("correct", "result", 2, 1, "0-1", "--reason", "misread"),
    ("-t", "Second", "plan", 4),
    ("forget", 3, "--reason", "asked for it"),
    ("result", 3, 2, "1-0", 3, "0-1"),
)


def content(path: Path) -> dict[str, list[str]]:
    """Return every row of every table, in an order of its own."""
    with looked_at(path) as database:
        return {
            table.name: sorted(map(str, database.execute(f"FROM {table.name}").fetchall()))
            for table in TABLES
            if table.name != "mirror"
        }


def from_zero(ledger: Path, folder: Path) -> dict[str, list[str]]:
    """Return the content of a new mirror of a copy of the ledger."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for path in ledger.parent.glob(f"{ledger.name}*"):
        shutil.copy(path, folder)
    assert refresh(folder / ledger.name).origin == "from zero"
    return content(mirror_path(folder / ledger.name))


@pytest.mark.parametrize("seed", [1, 2])
def test_updates_after_any_number_of_steps_give_what_a_build_from_zero_gives(
    club: Terminal, tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mirror is made from zero after about every other command."""
    monkeypatch.setattr(mirror_refresh, "_FEW", 1 - seed % 2)  # both ways to delete old rows
    rng, origins = random.Random(seed), set()
    for typed in STEPS:
        step(club, typed)
        if rng.random() < 0.4 or typed is STEPS[-1]:
            origins.add(refresh(club.ledger).origin)
            assert content(mirror_path(club.ledger)) == from_zero(club.ledger, tmp_path / "zero")
            assert refresh(club.ledger).origin == "current"
    assert origins == {"from zero", "continued"}


def _played(folder: Path) -> Terminal:
    club = made_once(made_club, folder)
    for typed in STEPS:
        step(club, typed)
    refresh(club.ledger)
    return club


@pytest.fixture
def played(tmp_path: Path) -> Terminal:
    """Return a terminal on the club after all steps, with its mirror."""
    return made_once(_played, tmp_path)


def test_the_games_as_of_every_position_are_those_of_a_replay(played: Terminal) -> None:
    club = played
    facts = book(club).facts
    id_ = book(club).id
    with mirror_of(club.ledger) as database:
        for position in range(1, len(facts) + 1):
            state = replay(facts[:position])
            expected = [
                (r.number, board, g.white, g.black, g.outcome, g.adjourned and g.outcome is None)
                for r in state.rounds
                for board, g in enumerate(r.games, 1)
            ]
            rows = database.execute(
                "SELECT round, board, white, black, result, adjourned"
                f" FROM games_as_of({position}) WHERE tournament = '{id_}' ORDER BY round, board"
            ).fetchall()
            assert rows == expected, position


def test_macros_that_people_read_have_numbers_beside_the_order_of_entry() -> None:
    hall = Hall(0, 2)
    for name in ("Aa", "Bb", "Cc", "Dd"):
        hall.do("enter", name=name)
    hall.do("lots", by="file", order=(4, 3, 2, 1))
    hall.play("1-0", "1/2-1/2")
    now = len(hall.facts)
    with mirror(hall.book.recorded, {}) as database:
        numbers = dict(database.execute("SELECT player, number FROM players").fetchall())
        assert numbers == {1: 4, 2: 3, 3: 2, 4: 1}
        for question in (
            f"standings_as_of({now})",
            "standings_as_of_time(TIMESTAMP '2100-01-01')",
            f"standings_changed(1, {now})",
        ):
            rows = database.execute(f"SELECT player, number FROM {question}").fetchall()
            assert rows
            assert all(numbers[player] == number for player, number in rows)
        for question in (f"games_as_of({now})", "games_as_of_time(TIMESTAMP '2100-01-01')"):
            of_games = "SELECT white, white_number, black, black_number FROM "
            for white, w, black, b in database.execute(of_games + question).fetchall():
                assert (numbers[white], numbers[black]) == (w, b)


def test_a_published_round_has_its_date_and_time_of_day(club: Terminal) -> None:
    step(club, ("schedule", 1, "2026-11-27", "20:00"))
    for typed in STEPS[:2]:
        step(club, typed)
    refresh(club.ledger)
    question = "SELECT round, date::VARCHAR, time FROM rounds ORDER BY tournament, round"
    assert (1, "2026-11-27", "20:00") in asked(club, question)
    step(club, ("schedule", 1, "2026-11-28"))
    refresh(club.ledger)
    assert (1, "2026-11-28", None) in asked(club, question)


def ends_of_commands(recorded: list[Recorded]) -> Iterator[int]:
    for one, after in zip(recorded, [*recorded[1:], None], strict=True):
        if after is None or after.stamp.correlation_id != one.stamp.correlation_id:
            yield one.stamp.position


def test_the_standings_as_of_the_end_of_every_command_are_those_of_a_replay(
    played: Terminal,
) -> None:
    club = played
    now = book(club)
    with mirror_of(club.ledger) as database:
        for position in ends_of_commands(now.recorded):
            state, expected = now.at(position).state, []
            for round_ in state.rounds:
                if round_.open_games:
                    break
                rules = rulebook_of(state.rulebook_text_of(round_.number))
                for line in standing(of_tournament(state, rules, round_.number), rules).lines:
                    s = line.score
                    expected.append(
                        (
                            round_.number,
                            line.rank,
                            line.player,
                            s.points_halves,
                            s.wp_halves,
                            s.sb_quarters,
                            line.decided_by,
                        )
                    )
            rows = database.execute(
                "SELECT round, rank, player, (points * 2)::INTEGER, (wp * 2)::INTEGER,"
                f" (sb * 4)::INTEGER, decided_by FROM standings_as_of({position})"
                f" WHERE tournament = '{now.id}' AND NOT final ORDER BY round, rank",
            ).fetchall()
            assert rows == expected, position


@pytest.mark.parametrize("seed", [5, 11])
def test_the_values_of_a_season_are_those_of_every_round(seed: int) -> None:
    season = random_season(seed)
    state = season.book.state
    with mirror(season.book.recorded, {}) as database:
        rows = database.execute("FROM keizer_values WHERE known_to IS NULL").fetchall()
    table = of_tournament(state, season.book.rules)
    expected = {
        (after.rounds, line.player, line.value, str(line.total), after.passes, after.cycle)
        for after in standings_of(table, season.book.rules_of)[1:]
        for line in after.lines
        if not any(r.open_games for r in state.rounds[: after.rounds])
    }
    assert expected
    assert {(row[1], *row[4:]) for row in rows} == expected


def test_the_parts_of_wp_and_sb_add_up_to_the_whole_of_the_standing(played: Terminal) -> None:
    club = played
    wrong = asked(
        club,
        "SELECT tournament, rules, in_force, round, final, known_from, player, tie_break,"
        " sum(value) FILTER (in_round > 0) AS parts, sum(value) FILTER (in_round = 0) AS whole"
        " FROM tie_breaks WHERE tie_break IN ('wp', 'sb') GROUP BY ALL"
        " HAVING coalesce(parts, 0) <> whole",
    )
    assert wrong == []
    unequal = asked(
        club,
        "SELECT * FROM standings s JOIN tie_breaks t"
        " USING (tournament, rules, in_force, round, final, known_from, player)"
        " WHERE in_round = 0 AND (tie_break = 'wp' AND value <> wp OR tie_break = 'sb'"
        " AND value <> sb)",
    )
    assert unequal == []
    assert asked(club, "SELECT count(*) FROM tie_breaks WHERE in_round > 0")[0][0] > 500


def test_a_correction_tells_the_rounds_and_places_it_touched(played: Terminal) -> None:
    club = played
    rows = asked(
        club,
        "SELECT kind, round, before, now, rounds_touched, position"
        " FROM corrections ORDER BY tournament, position",
    )
    kinds = [row[0] for row in rows]
    assert sorted(kinds) == ["colours", "rating", "record", "result", "result", "taken back"]
    late = next(row for row in rows if row[0] == "result" and row[1] == 2)
    assert late[2:5] == ("1-0", "0-1", [2])
    changed = f"standings_changed({late[5] - 1}, {late[5]})"
    question = f"FROM {changed} WHERE round = 2 AND NOT final AND rank_before <> rank_now"
    moved = asked(club, f"SELECT count(*) {question}")[0][0]
    places = asked(club, f"SELECT ranks_touched FROM corrections WHERE position = {late[5]}")
    assert places == [(moved,)]
    assert moved > 0


def test_every_table_is_keyed_as_it_says_and_every_column_has_a_comment(played: Terminal) -> None:
    club = played
    with mirror_of(club.ledger) as database:
        for table in TABLES:
            key = ", ".join(column.name for column in table.columns if column.key)
            if key:
                twice = f"SELECT {key} FROM {table.name} GROUP BY {key} HAVING count(*) > 1"
                assert database.execute(twice).fetchall() == [], table.name
    comments = asked(
        club,
        "SELECT table_name, column_name, comment FROM duckdb_columns()"
        " WHERE schema_name = 'main' AND NOT internal",
    )
    assert {(t, c) for t, c, text in comments if not text} == set()
    assert len(comments) == sum(len(table.columns) for table in TABLES)
    functions = str(asked(club, "SELECT function_name FROM duckdb_functions()"))
    for called in MACROS:
        assert called.partition("(")[0] in functions


def test_a_forgotten_name_is_in_no_byte_beside_the_ledger(club: Terminal) -> None:
    step(club, ("publish",))
    refresh(club.ledger)
    assert ("Beer, B.",) in asked(club, "SELECT name FROM names")
    output = club.run("-t", "Cup", "forget", "Beer")
    assert "the mirror club.duckdb is deleted" in output
    assert not mirror_path(club.ledger).exists()
    refresh(club.ledger)
    assert ("Beer, B.",) not in asked(club, "SELECT name FROM names")
    beside = b"".join(path.read_bytes() for path in club.ledger.parent.glob("club.*"))
    assert b"Beer" not in beside


def test_an_older_version_of_a_corrected_name_is_in_no_byte_of_the_mirror(
    mirrored: Terminal,
) -> None:
    club = mirrored
    club.run("-t", "Cup", "correct", "person", "Beer", "--name", "Bever, B.")
    assert refresh(club.ledger).origin == "from zero"
    assert b"Beer" not in mirror_path(club.ledger).read_bytes()


def test_a_stale_or_missing_mirror_never_answers(club: Terminal) -> None:
    question = ("sql", "--mirror", "select count(*) as n from events")
    facts = len(asked_facts(club))
    ran = club.try_(*question, "--json")
    assert ran.json["rows"] == [{"n": facts}]
    assert ran.err == f"the mirror club.duckdb is made first: {facts} facts\n"
    assert club.try_(*question).err == ""
    step(club, ("publish",))
    assert club.json("mirror", "path")["rows"][0]["state"] == "stale"
    ran = club.try_(*question, "--json")
    assert ran.json["rows"] == [{"n": facts + 1}]
    assert ran.err == "the mirror club.duckdb is brought up to date first: 1 new fact\n"
    assert club.json("mirror", "path")["rows"][0]["state"] == "current"
    assert "a mirror or a lake" in club.refused(*question, "--as-of", "3", code=2)


def asked_facts(club: Terminal) -> list[object]:
    with Store(club.ledger) as store:
        return [*facts_in_file_order(store)]


def test_without_the_option_a_question_is_of_one_tournament_as_before(club: Terminal) -> None:
    club.run("mirror", "build")
    answer = club.json("-t", "Cup", "sql", "select distinct tournament from players")["rows"]
    assert len(answer) == 1
    assert {"name": "Beer, B."} in club.json("-t", "Cup", "sql", "select name from names")["rows"]
    events = club.json("-t", "Cup", "sql", "select recorded_at from events limit 1")["rows"]
    assert str(events[0]["recorded_at"]).startswith("2026-09-04 19:0")


def test_a_mirror_of_another_ledger_or_of_nothing_is_made_from_zero(
    club: Terminal, tmp_path: Path
) -> None:
    other = Terminal(tmp_path / "other.ledger")
    other.run("init", "Other")
    refresh(other.ledger)
    shutil.copy(mirror_path(other.ledger), mirror_path(club.ledger))
    assert "is made first" in club.try_("sql", "--mirror", "select 1").err
    assert ("Cup",) in asked(club, "SELECT name FROM tournaments")
    mirror_path(club.ledger).write_bytes(b"no database at all")
    assert "mirror-unreadable" in club.refused("sql", "--mirror", "select 1", code=2)
    assert refresh(club.ledger).origin == "from zero"


def test_who_reads_the_old_mirror_reads_on_while_the_new_one_takes_its_place(
    club: Terminal,
) -> None:
    refresh(club.ledger)
    script = (
        "import sys, duckdb\n"
        "d = duckdb.connect(sys.argv[1], read_only=True)\n"
        "print(d.execute('select count(*) from events').fetchone()[0], flush=True)\n"
        "sys.stdin.readline()\n"
        "print(d.execute('select count(*) from events').fetchone()[0], flush=True)\n"
    )
    reader = subprocess.Popen(
        [sys.executable, "-c", script, str(mirror_path(club.ledger))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert reader.stdout is not None
    before = int(reader.stdout.readline())
    step(club, ("publish",))
    assert refresh(club.ledger).origin == "continued"
    rest, _ = reader.communicate("\n")
    assert int(rest) == before
    assert asked(club, "SELECT count(*) FROM events")[0][0] == before + 1


KILLED = """
import os, signal, sys
from pathlib import Path
from projections.mirror import refresh as mirror_refresh
from tests.helpers.mirrors import refresh
mirror_refresh.A_PART = mirror_refresh.A_TRANSACTION = 1
place, after = sys.argv[2], int(sys.argv[3])
real = getattr(mirror_refresh, place)
def die(*given):
    global after
    after -= 1
    if not after:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*given)
setattr(mirror_refresh, place, die)
refresh(Path(sys.argv[1]), from_zero=sys.argv[4] == "zero")
"""


@pytest.mark.parametrize("zero", [True, False], ids=["a build", "an update"])
@pytest.mark.parametrize(("place", "after"), [("load", 1), ("load", 3), ("to_disk", 1)])
def test_a_killed_writer_leaves_the_old_mirror_whole_and_is_gone_on_with(
    mirrored: Terminal, tmp_path: Path, place: str, after: int, zero: bool
) -> None:
    club = mirrored
    path = mirror_path(club.ledger)
    before = path.read_bytes()
    for row in club.json("tournaments")["rows"]:
        club.run("-t", row["id"], "plan", 9)
    assert ran(KILLED, club.ledger, place, after, "zero" if zero else "on").returncode < 0
    assert path.read_bytes() == before
    assert next_path(path).exists()
    done = refresh(club.ledger, from_zero=zero)
    assert done.origin == ("from zero" if zero else "continued")
    assert done.tournaments == (
        3 if after == 1 and place == "load" else 1 if place == "load" else 0
    )
    assert not next_path(path).exists()
    assert content(path) == from_zero(club.ledger, tmp_path / "zero")


def test_a_build_does_not_go_on_with_a_stopped_update(mirrored: Terminal) -> None:
    club = mirrored
    step(club, ("publish",))
    assert ran(KILLED, club.ledger, "to_disk", 1, "on").returncode < 0
    assert refresh(club.ledger, from_zero=True).tournaments == 3
