"""The registry: the parts of each line; a new system needs its own folder and one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing, Pairing
from pairing.review.decisions import decisions_of
from pairing.systems.registry import (
    SYSTEMS,
    contestants,
    engines,
    load_rulebook,
    pair_round,
    paired_again,
    system_named,
    system_of,
    without_engine,
)
from projections.games.crosstable import Crosstable, of_tournament
from projections.games.crosstable_of_trf import of_file
from tests.helpers.console import Console
from tests.helpers.crosstables import rules
from tests.helpers.hall import Hall
from tests.helpers.places import ROOT
from tests.helpers.words import words

FIRST_FREE = ROOT / "tests" / "helpers" / "first_free" / "first-free.toml"


@pytest.fixture
def first_free(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the registry the one line of the new system."""
    monkeypatch.setitem(SYSTEMS, "first-free", "tests.helpers.first_free.system")


@pytest.fixture
def console(first_free: None, tmp_path: Path) -> Console:
    """Return a console beside the rulebook, with a tournament of five after one round."""
    (tmp_path / "first-free.toml").write_bytes(FIRST_FREE.read_bytes())
    console = Console(tmp_path)
    console.must_run("init", "Cup", "--rules", "first-free.toml")
    for name in ("Adams", "Bos", "Claes", "Dekker", "Evers"):
        console.must_run("enter", name)
    console.must_run("lots", "--by", "entry")
    console.must_run("publish")
    console.must_run("result", "1", "1", "1-0")
    console.must_run("result", "1", "2", "0-1")
    return console


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_line_leads_to_the_system_of_that_name(name: str) -> None:
    assert system_named(name).name == name


@pytest.mark.clause("knsb-wp-2014 D1, D2")
@pytest.mark.clause("knsb-rating-2014 F4")
@pytest.mark.parametrize(
    ("rulebook", "first", "later"),
    [
        (rules("knsb-wp-2014"), "D1", None),
        (rules("knsb-wp-2014", pairing__first_round="D2"), "D2", None),
        (rules("knsb-rating-2014"), "F4", None),
        (rules("berger"), "table", "table"),
        (rules("mwkeizer"), None, None),
    ],
)
def test_a_first_round_is_by_lot_in_the_swiss_systems_alone_and_a_table_gives_all_rounds(
    rulebook: Rulebook, first: str | None, later: str | None
) -> None:
    by_lot = system_of(rulebook).by_lot
    assert [by_lot(Crosstable(n, {}, {}), rulebook) for n in (0, 1, 5)] == [first, later, later]


def test_the_registry_loads_no_system_that_no_rulebook_names() -> None:
    script = (
        "import sys\n"
        "from pairing.systems.registry import load_rulebook, system_of\n"
        "system_of(load_rulebook('mwkeizer'))\n"
        "print(*sorted(m for m in sys.modules if m.startswith('pairing.') and '.system' in m))\n"
        "print('pairing.keizer.engine' in sys.modules)\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert answer.splitlines() == [
        "pairing.keizer.system pairing.system pairing.systems pairing.systems.registry",
        "False",
    ]


# --- a new system ---------------------------------------------------------------------------------


def test_a_new_system_pairs_and_publishes_round_after_round(console: Console) -> None:
    draft = json.loads(console.must_run("pair", "--json"))
    assert [(row["white"], row["black"]) for row in draft["rows"]] == [(3, 1), (4, 2)]
    assert "planned" not in console.must_run("pair")
    console.must_run("publish")
    published = json.loads(console.must_run("pairings", "2", "--json"))
    assert [(row["white"], row["black"]) for row in published["rows"]][:2] == [(3, 1), (4, 2)]
    console.must_run("result", "2", "1", "1-0")
    console.must_run("result", "2", "2", "1-0")
    standing = json.loads(console.must_run("standings", "--json"))
    assert [row["name"] for row in standing["rows"]][:2] == ["Dekker", "Evers"]
    console.must_run("publish")


def test_a_new_system_explains_its_opponents_byes_and_colours(console: Console) -> None:
    console.must_run("publish")
    why = console.must_run("why", "2", "1")
    assert "Not 2 Bos: they have met (order)." in why
    assert "3 Claes is the first free opponent of 1 Adams (order)." in why
    assert "somebody else, who comes first" in console.must_run("why-not", "2", "1", "4")
    assert "1 Adams and 3 Claes do meet" in console.must_run("why-not", "2", "1", "3")
    assert "5 Evers is the last in order, and free (order)." in console.must_run("why-bye", "2")
    assert "3 Claes has white, for so it is" in console.must_run("why-colour", "2", "1")


def test_a_new_system_checks_audits_and_replays(console: Console) -> None:
    console.must_run("publish")
    assert "rounds paired the same by first-free: 2 of 2" in console.must_run("check")
    audit = console.must_run("audit", "2")
    assert "first-free 3" in audit
    assert "as the rules give it" in audit
    same = console.must_run("replay", "--rules", "first-free.toml", "--pairings")
    assert "every round is paired the same" in same
    other = console.must_run("replay", "--rules", "knsb-wp-2014", "--pairings")
    assert "boards differ" in other


def test_a_board_made_by_hand_is_held_against_a_new_system(console: Console) -> None:
    (console.folder / "hand.txt").write_text("1 - 4\n3 - 2\nbye 5\n", "utf-8")
    console.must_run("pairing-by-hand", "2", "hand.txt", "--reason", "they asked")
    check = console.run("check", "2")
    assert check.exit_code == 1
    assert "Somebody does not meet the first free opponent (order)." in check.output
    assert "not by the rules: 1 Adams - 4 Dekker" in check.output


def test_a_new_system_pairs_a_file(console: Console) -> None:
    console.must_run("export", "-o", "cup.trf")
    pairing = console.must_run("trf", "pair", "cup.trf", "--rules", "first-free.toml")
    assert pairing.splitlines()[-4:] == ["3", "3 1", "4 2", "5 0"]
    check = console.must_run("trf", "check", "cup.trf", "--rules", "first-free.toml")
    assert "1 of 1" in check
    console.must_run("import", "cup.trf", "--name", "Again", "--rules", "first-free.toml")


def test_what_decided_a_round_of_a_new_system_is_told_in_its_own_keys(first_free: None) -> None:
    hall = Hall(4, 2, rules=str(FIRST_FREE))
    hall.do("publish")
    for board in (1, 2):
        hall.do("result", round=1, board=board, result="1-0")
    hall.do("publish")
    rows = [row for row in decisions_of(hall.facts) if row.round == 2]
    assert [(row.key, row.clause, row.value, row.same) for row in rows] == [
        ("met", "first-free order", 1, True),
        ("met", "first-free order", 0, True),
    ]


def test_a_round_that_a_new_system_cannot_pair_is_refused_by_its_clause(first_free: None) -> None:
    hall = Hall(2, 2, rules=str(FIRST_FREE))
    hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    refusal = hall.refused("publish")
    assert (refusal.code, refusal.clause) == ("no-legal-pairing", "first-free order")


# --- an unknown system ----------------------------------------------------------------------------


def test_a_system_that_there_is_not_is_refused_where_its_rulebook_says_so(tmp_path: Path) -> None:
    console = Console(tmp_path)
    (tmp_path / "first-free.toml").write_bytes(FIRST_FREE.read_bytes())
    for command in (["init", "Cup", "--rules"], ["rules", "show"]):
        answer = console.run(*command, "first-free.toml")
        assert answer.exit_code == 2
        assert (
            '(rulebook-invalid)  first-free.toml, line 4: system: "first-free" is not one of '
            f"{', '.join(SYSTEMS)}, none"
        ) in answer.output


@pytest.mark.parametrize("system", ["Rating", "", "a system", "x" * 41])
def test_the_name_of_a_system_is_a_word_in_small_letters(system: str, tmp_path: Path) -> None:
    text = FIRST_FREE.read_text("utf-8").replace('system = "first-free"', f'system = "{system}"')
    (tmp_path / "odd.toml").write_text(text, "utf-8")
    refusals = load_rulebook(str(tmp_path / "odd.toml"))
    assert isinstance(refusals, tuple)
    assert [refusal.code for refusal in refusals] == ["rulebook-invalid"]
    assert "line 4: system: a system is named in small letters" in words(refusals[0].what)


def test_a_tournament_by_a_system_that_is_gone_is_read_and_not_paired(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        patched.setitem(SYSTEMS, "first-free", "tests.helpers.first_free.system")
        hall = Hall(4, 2, rules=str(FIRST_FREE))
        hall.do("publish")
    hall.do("result", round=1, board=1, result="1-0")
    hall.do("result", round=1, board=2, result="1-0")
    refusal = hall.refused("publish")
    assert refusal.code == "rulebook-does-not-pair"
    assert 'by the system "first-free", which is not here' in words(refusal.what)
    assert [row.text for row in decisions_of(hall.facts)] == ["rulebook-does-not-pair"]


def test_a_rulebook_for_tie_breaks_has_the_system_that_pairs_nothing() -> None:
    rulebook = rules("fide-2024")
    refusal = without_engine(rulebook)
    assert refusal is not None
    assert "tie-breaks only" in words(refusal.what)
    assert words(refusal.what, "nl") == (
        f"{rulebook.id} heeft alleen regels voor de eindklassering en deelt geen ronden in"
    )
    file = parse((ROOT / "desk" / "making" / "examples" / "club-open.trf").read_bytes())
    assert isinstance(file, TrfFile)
    table = of_file(file, rulebook, 1)
    assert isinstance(pair_round(table, rulebook, set(table.cells), False), NoPairing)
    assert isinstance(pair_round(table, rules("knsb-wp-2014"), set(table.cells), False), Pairing)
    assert not system_of(rulebook).takes_everybody
    assert isinstance(rulebook, Rulebook)


@pytest.mark.parametrize("name", ["knsb-wp-2014", "knsb-rating-2014", "fide-dutch-2026"])
def test_a_round_that_is_asked_about_is_paired_once_as_it_was(name: str) -> None:
    hall = Hall(9, 5, rules=name)
    hall.play()
    hall.play()
    table = of_tournament(hall.state, hall.book.rules)
    for present in (set(table.cells), set(table.cells) - {3}):
        to_pair = ToPair(table, hall.book.rules, present, False)
        paired = paired_again(to_pair)
        assert paired.pairing == pair_round(*to_pair)
        assert list(paired.contestants) == list(contestants(*to_pair))
        assert paired_again(ToPair(table, hall.book.rules, sorted(present), False)) is paired
        assert paired_again(to_pair._replace(last_round=True)) is not paired


def test_the_engines_are_named_with_their_versions() -> None:
    assert "wp " in engines()
    assert engines() == engines()
