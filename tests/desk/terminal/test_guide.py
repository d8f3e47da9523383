"""Orientation: help in groups, and the open ledger when nothing is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from cli import toernooi
from desk.terminal import verbs
from desk.terminal.groups import ALONE, FIELDS, Contents
from desk.terminal.guide import GROUPS
from desk.terminal.registry import Registry
from tests.helpers.console import Console
from tests.helpers.terminal import Terminal


def test_every_verb_is_listed_in_one_group() -> None:
    listed = [name for names in GROUPS.values() for name in names]
    assert sorted(listed) == sorted(toernooi.commands)


def test_help_lists_the_verbs_in_groups_with_both_names(tmp_path: Path) -> None:
    console = Console(tmp_path)
    english, dutch = console.must_run("help"), console.must_run("hulp", "--lang", "nl")
    assert [line for line in english.splitlines() if line[:1].isupper() and line.endswith(":")] == [
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
    for whole in (console.must_run("--help"), console.must_run("-h")):
        assert english.strip() in whole


def test_help_shows_how_a_verb_is_used_by_either_name(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert console.must_run("help", "stand") == console.must_run("standings", "--help")
    assert console.must_run("hulp", "corrigeren", "uitslag", "--lang", "nl") == console.must_run(
        "correct", "result", "--help", "--lang", "nl"
    )
    assert "Verbs:" in console.must_run("help", "board")
    terminal = Terminal(tmp_path / "x.ledger")
    assert "Did you mean standings" in terminal.refused("help", "standigns", code=2)
    assert "No such verb 'more'" in terminal.refused("help", "status", "more", code=2)


def test_alone_the_program_says_what_is_open_and_what_comes_next(tmp_path: Path) -> None:
    console = Console(tmp_path)
    assert console.must_run().splitlines() == [
        "There is no ledger here yet (toernooi.ledger).",
        "begin: toernooi demo",
        "begin: toernooi init NAME",
        "begin: toernooi import FILE",
        "toernooi status says more, toernooi help lists all verbs.",
    ]
    assert "begin: toernooi nieuw NAAM" in console.must_run("--lang", "nl")
    assert list(tmp_path.iterdir()) == []
    console.must_run("init", "Cup", "--rounds", "3")
    assert console.must_run().splitlines() == [
        "toernooi.ledger: Cup",
        "next: toernooi enter NAME",
        "toernooi status says more, toernooi help lists all verbs.",
    ]
    console.must_run("init", "Blitz")
    assert "holds 2 tournaments: Cup and Blitz" in console.must_run()
    assert "choose one with --tournament NAME" in console.must_run()
    assert "toernooi.ledger: Blitz" in console.must_run("-t", "Blitz")
    for at in range(6):
        console.must_run("init", f"Cup {at + 1}")
    assert "Cup, Blitz, Cup 1, Cup 2, Cup 3, Cup 4 and 2 more" in console.must_run()


def test_alone_the_next_step_is_that_of_the_status(tmp_path: Path) -> None:
    console = Console(tmp_path)
    console.must_run("import", str(console.shipped_file))
    status = console.must_run("status")
    [step] = [line for line in console.must_run().splitlines() if line.startswith("next: ")]
    assert step.removeprefix("next: ") in status


def _listed(contents: Contents, before: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yield each verb of a list, with its section, after the module that is said to have it."""
    for name, module in contents.items():
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
