"""The rule versions in a mirror: every build keeps them, and questions name them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from projections.mirror import refresh as mirror_refresh
from projections.mirror.files import mirror_path, next_path
from projections.mirror.in_memory import load
from projections.mirror.schema.macros import MACROS
from tests.helpers.club import asked, made_club, step
from tests.helpers.crosstables import rules
from tests.helpers.mirrors import refresh
from tests.helpers.terminal import Terminal, made_once

WON = "SELECT count(*) FROM standings_diff('knsb-wp-1996', 'knsb-wp-2014')"
VERSIONS = ("knsb-wp-1996", "knsb-wp-2014")


def _replayed(folder: Path) -> Terminal:
    club = made_once(made_club, folder)
    words = ["--all", "--jobs", 1, *(w for v in VERSIONS for w in ("--rules", v))]
    club.run("replay", *words)
    club.run("replay", "--pairings", *words)
    return club


@pytest.fixture
def replayed(tmp_path: Path) -> Terminal:
    """Return a terminal on the club, all of it replayed under two versions."""
    return made_once(_replayed, tmp_path)


@pytest.fixture(scope="module")
def replayed_and_gone_on(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """Return such a terminal after one more round, only to be asked."""
    club = made_once(_replayed, tmp_path_factory.mktemp("replayed"))
    step(club, ("publish",))
    club.run("mirror", "update")
    return club


def versions(club: Terminal) -> list[str]:
    return [rules for (rules,) in asked(club, "SELECT rules FROM versions ORDER BY rules")]


def test_a_build_from_zero_keeps_the_versions_and_their_answers(replayed: Terminal) -> None:
    club = replayed
    before = asked(club, WON)
    assert before != [(0,)]
    club.run("mirror", "build")
    assert (versions(club), asked(club, WON)) == ([*VERSIONS], before)


def test_a_mirror_of_an_older_program_hands_its_versions_on(replayed: Terminal) -> None:
    club = replayed
    before = asked(club, WON)
    for verb in ("update", "build"):
        with duckdb.connect(str(mirror_path(club.ledger))) as database:
            database.execute("UPDATE mirror SET version = 1; DROP TABLE prizes")
        club.run("mirror", verb)
        assert (versions(club), asked(club, WON)) == ([*VERSIONS], before)


@pytest.mark.parametrize("again", ["build", "update"])
def test_a_replay_that_was_stopped_keeps_its_version_through_a_build(
    club: Terminal, monkeypatch: pytest.MonkeyPatch, again: str
) -> None:
    refresh(club.ledger)

    def stopped(*arguments: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(mirror_refresh, "load", stopped)
    for versions_ in ([rules("knsb-wp-1996")], []):
        with pytest.raises(KeyboardInterrupt):
            refresh(club.ledger, versions=versions_, from_zero=not versions_)
    assert next_path(mirror_path(club.ledger)).exists()
    monkeypatch.setattr(mirror_refresh, "load", load)
    club.run("mirror", again)
    assert versions(club) == ["knsb-wp-1996"]


def test_the_mirror_of_another_ledger_hands_nothing_on(replayed: Terminal) -> None:
    club = replayed
    other = Terminal(club.ledger.with_name("other.ledger"))
    other.run("init", "Other")
    mirror_path(club.ledger).rename(mirror_path(other.ledger))
    other.run("mirror", "build")
    assert versions(other) == []


def of_no_pairing(called: str, of: tuple[str, ...]) -> bool:
    """Tell whether a copy of one tournament cannot know an answer: nothing is paired for it."""
    return called.startswith("pairings_") and of[0] == "-t"


def calls(called: str, values: Sequence[str]) -> str:
    """Return the call of a macro with these values, one for each of its parameters."""
    return f"{called.partition('(')[0]}({', '.join(values)})"


OF_VERSIONS = [
    (called, at)
    for called in MACROS
    for at, parameter in enumerate(re.findall(r"\w+", called)[1:])
    if parameter.startswith("version")
]


@pytest.mark.parametrize(("called", "at"), OF_VERSIONS)
@pytest.mark.parametrize("of", [("--mirror",), ("-t", "Second"), ("-t", "Cup")])
def test_a_version_that_is_not_there_is_an_error_that_names_those_that_are(
    replayed_and_gone_on: Terminal, called: str, at: int, of: tuple[str, ...]
) -> None:
    club = replayed_and_gone_on
    own = "knsb-wp-2014"
    for wrong in ("'knsb-wp-1966'", "''", "'%'"):
        values = _values(called, own)
        values[at] = wrong
        for question in (
            f"FROM {calls(called, values)}",
            f"SELECT 1 FROM {calls(called, values)}",
            f"SELECT count(*) FROM {calls(called, values)}",
            f"SELECT round FROM {calls(called, values)} WHERE round > 1",
            f"FROM {calls(called, values)} WHERE tournament = 'nothing'",
            f"FROM tournaments JOIN {calls(called, values)} USING (tournament)",
            f"FROM names n LEFT JOIN {calls(called, values)} d"
            " ON d.tournament = n.tournament AND d.round = 1",
            f"FROM tournaments WHERE tournament IN (SELECT tournament FROM"
            f" {calls(called, values)} WHERE round = 2)",
            f"SELECT EXISTS (FROM {calls(called, values)})",
        )[: 2 if of[0] == "-t" and wrong != "''" else None]:
            before, after = (of, ()) if of[0] == "-t" else ((), of)
            refusal = club.refused(*before, "sql", question, *after, code=2)
            assert "unknown-version" in refusal
            assert (own in refusal) != of_no_pairing(called, of)
            assert "toernooi replay --all" in refusal
    values = _values(called, own)
    before, after = (of, ()) if of[0] == "-t" else ((), of)
    if not of_no_pairing(called, of):
        club.run(*before, "sql", f"FROM {calls(called, values)}", *after)


def _values(called: str, own: str) -> list[str]:
    """Return a value for each parameter of a macro."""
    names = re.findall(r"\w+", called)[1:]
    return [f"'{own}'" if name.startswith("version") else "'then'" for name in names]


def test_versions_that_no_tournament_has_both_of_are_not_compared(tmp_path: Path) -> None:
    desk = Terminal(tmp_path / "two.ledger")
    for version in ("knsb-wp-1996", "knsb-wp-2014"):
        desk.run("init", version, "--rules", version, "--rounds", 3)
    ask = ("sql", "SELECT count(*) FROM standings_diff('knsb-wp-1996', 'knsb-wp-2014')")
    refusal = desk.refused(*ask, code=2)
    assert "no tournament has standings under both: knsb-wp-1996 - knsb-wp-2014" in refusal
    assert "toernooi replay --all --rules VERSION" in refusal
    where = ("sql", ask[1] + " WHERE final AND rank_before <> rank_now")
    assert "no tournament has standings under both" in desk.refused(*where, code=2)
    desk.run("sql", "FROM standings_diff('knsb-wp-1996', 'knsb-wp-1996')")
    desk.run("replay", "--all", "--rules", "knsb-wp-2014", "--jobs", 1)
    assert desk.json(*ask)["rows"] == [{"count_star()": 0}]


def test_the_sweep_finds_the_macros_of_versions() -> None:
    assert OF_VERSIONS == [
        ("standings_diff(version_a, version_b)", 0),
        ("standings_diff(version_a, version_b)", 1),
        ("pairings_diff(version, knowledge)", 0),
    ]
