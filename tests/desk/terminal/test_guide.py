"""Orientation: help in groups, and the open ledger when nothing is asked."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from cli import toernooi
from desk.render.catalogue import room
from desk.terminal import verbs
from desk.terminal.groups import ALONE, FIELDS, Contents, verbs_below
from desk.terminal.guide import GROUPS
from desk.terminal.registry import Registry
from tests.helpers.console import Console
from tests.helpers.terminal import Terminal


def test_every_verb_is_listed_in_one_group() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(toernooi.commands)


def test_the_list_of_all_verbs_has_groups_and_both_names(tmp_path: Path) -> None:
    console = Console(tmp_path)
    english, dutch = console.must_run("--help"), console.must_run("--lang", "nl", "-h")
    assert [line for line in english.splitlines() if line[:1].isupper() and line.endswith(":")] == [
        "Options:",
        "Before the tournament:",
        "A round:",
        "Results and standings:",
        "When in doubt:",
        "A club season:",
        "Files and safety:",
        "Rules and analysis:",
    ]
    assert "  standings (stand)" in english
    assert "  stand (standings)" in dutch
    assert "Bij twijfel:" in dutch
    assert "toernooi help VERB shows how a verb is used" in english
    assert "toernooi hulp OPDRACHT toont hoe" in dutch


def test_help_leads_with_an_evening_and_names_every_verb(tmp_path: Path) -> None:
    console = Console(tmp_path)
    english, dutch = console.must_run("help"), console.must_run("hulp", "--lang", "nl")
    assert english.startswith("An evening, in this order:\n  absent (afmelden)")
    names = {word.strip(",") for word in english.replace("-\n  ", "-").split()}
    assert set(toernooi.commands) <= names
    assert len(english.splitlines()) < 60, "it fits a tall screen"
    assert "Een avond, in deze volgorde:" in dutch


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("remise", "results (uitslagen)"),
        ("draw", "results (uitslagen)"),
        ("vrij", "bye (halve-bye)"),
        ("handtekening", "head (controlecode)"),
        ("handteknig", "head (controlecode)"),
        ("rondevij", "bye (halve-bye)"),
        ("wit zwart", "why-colour (waarom-kleur)"),
        ("ik wil graag een stand afdrukken", "sheet (blad)"),
        ("hoe meld ik iemand af", "absent (afmelden)"),
    ],
)
def test_help_finds_verbs_by_what_people_say(tmp_path: Path, typed: str, first: str) -> None:
    found = Console(tmp_path).must_run("help", *typed.split())
    assert f"  {first} " in found


def test_help_of_a_verb_is_its_own_even_where_people_say_its_name_of_others(tmp_path: Path) -> None:
    assert Console(tmp_path).must_run("help", "bye").startswith("Usage: toernooi bye")


def test_help_finds_a_clause_in_every_rulebook_that_has_it(tmp_path: Path) -> None:
    console = Console(tmp_path)
    found = console.must_run("help", "b1B")
    assert all(f"{name} B1b" in found for name in ("knsb-wp-2014", "knsb-rating-2014"))
    [step] = re.findall(r"toernooi rules show \S+ --clause \S+", found.replace("\n", " "))
    assert "B1b" in console.must_run(*step.split()[1:])


def test_what_people_say_is_said_of_verbs_that_there_are() -> None:
    known = {verb.key for verb in verbs_below(toernooi)}
    for language in ("en", "nl"):
        assert set(room("topics", language)) <= known


def test_help_shows_how_a_verb_is_used_by_either_name(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert console.must_run("help", "stand") == console.must_run("standings", "--help")
    assert console.must_run("hulp", "corrigeren", "uitslag", "--lang", "nl") == console.must_run(
        "correct", "result", "--help", "--lang", "nl"
    )
    assert "Verbs:" in console.must_run("help", "board")
    terminal = Terminal(tmp_path / "x.ledger")
    assert 'About "standings"' in terminal.run("help", "standigns")
    assert "No such verb 'xyzzy'" in terminal.refused("help", "xyzzy", code=2)
    assert "No such verb 'more'" in terminal.refused("help", "status", "more", code=2)


def test_alone_the_program_says_what_is_open_and_what_comes_next(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert console.must_run().splitlines() == [
        "There is no ledger here yet (toernooi.ledger).",
        "begin: toernooi demo",
        "begin: toernooi init NAME",
        "begin: toernooi import FILE",
        "toernooi help lists all verbs.",
    ]
    assert "begin: toernooi nieuw NAAM" in console.must_run("--lang", "nl")
    assert list(tmp_path.iterdir()) == []
    console.must_run("init", "Cup", "--rounds", "3")
    status = console.must_run("status")
    assert console.must_run() == f"{status}\ntoernooi help lists all verbs.\n"
    assert status.splitlines()[-2:] == [
        "last fact              #2 3 rounds planned",
        "next                   toernooi enter NAME",
    ]
    console.must_run("init", "Blitz")
    assert "holds 2 tournaments: Cup and Blitz" in console.must_run()
    assert "choose one: toernooi -t NAME status" in console.must_run()
    assert console.must_run("-t", "Blitz").startswith("Blitz\n")
    for at in range(6):
        console.must_run("init", f"Cup {at + 1}")
    assert "Cup, Blitz, Cup 1, Cup 2, Cup 3, Cup 4 and 2 more" in console.must_run()


def _listed(contents: Contents, before: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield each verb of a list, with its section, after the module that is said to have it.

    Not what is typed by the name of a section alone where that is one of its verbs.
    """
    for name, module in contents.items():
        if name == ALONE and module in contents:
            continue
        if isinstance(module, str):
            yield module, " ".join(before if name == ALONE else (*before, name))
        else:
            yield from _listed(module, (*before, name))


def _registered(registry: Registry) -> Iterator[str]:
    yield from registry.verbs
    for name, section in registry.sections.items():
        yield from (f"{name} {verb}" for verb in section.verbs)


def test_every_module_has_exactly_the_verbs_that_the_list_says_of_it() -> None:
    listed = defaultdict[str, set[str]](set)
    for contents in GROUPS.values():
        for module, verb in _listed(contents):
            listed[module] |= {verb}
    del listed[FIELDS]
    modules = {module.name for module in iter_modules(verbs.__path__)} - {"program"}
    registered = {
        name: set(_registered(import_module(f"desk.terminal.verbs.{name}").here))
        for name in modules
    }
    assert registered == listed


def test_at_a_terminal_the_only_name_with_a_beginning_is_understood_and_shown(
    tmp_path: Path,
) -> None:
    terminal = Terminal(tmp_path / "x.ledger")
    terminal.run("init", "Cup", "--rounds", "3")
    ran = terminal.try_("tourn", at_keyboard=True)
    assert (ran.code, "Cup" in ran.out) == (0, True)
    assert ran.err == "tourn is: toernooi tournaments\n"
    in_dutch = terminal.try_("--lang", "nl", "ongedaan", "--fe", "1", at_keyboard=True)
    assert in_dutch.code == 2, "an option is not begun"
    assert "toernooi onderzoek" in terminal.try_("--lang", "nl", "onderz", at_keyboard=True).err


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("s", "a letter is too little"),
        ("rat", "three names begin so"),
        ("forg", "what cannot be taken back is typed in full"),
        ("onderz", "the other language"),
    ],
)
def test_a_beginning_that_could_mean_something_else_is_refused(
    tmp_path: Path, typed: str, why: str
) -> None:
    terminal = Terminal(tmp_path / "x.ledger")
    terminal.run("init", "Cup", "--rounds", "3")
    assert terminal.try_(typed, at_keyboard=True).code == 2, why


def test_a_beginning_of_several_names_lists_them(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "x.ledger")
    several = terminal.try_("--lang", "nl", "sta", at_keyboard=True)
    assert several.err.strip().endswith("stand, startrang, statistiek, status")


def test_in_a_script_a_beginning_is_refused(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "x.ledger")
    terminal.run("init", "Cup", "--rounds", "3")
    assert "Did you mean tournaments" in terminal.refused("tourn", code=2)
