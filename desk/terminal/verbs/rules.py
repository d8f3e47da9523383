"""The verbs about rule versions: rulebooks, prizes, replay, random seasons."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from desk.terminal.answers import FILE
from desk.terminal.options import read_options
from desk.terminal.output import asked_form, say
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_edition, load_rules
from desk.terminal.tables import show
from ledger.messages import message
from ledger.rulebooks.files import shipped
from projections.ratings.edition_files import is_edition
from projections.views.rules import (
    by_place,
    coverage_view,
    diff_view,
    edition_view,
    editions_diff,
    list_view,
    show_view,
)

here = Registry()


rules_verbs = here.of_section("rules")


@rules_verbs.verb("list")
@read_options
def rules_list() -> None:
    """List the rulebooks that come with the program."""
    show(list_view([load_rules(name) for name in shipped()]))


@rules_verbs.verb("show")
@click.argument("rulebook")
@click.option("--clause", metavar="A1d")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE")
@read_options
def rules_show(rulebook: str, clause: str | None, changes: Sequence[str]) -> None:
    """Show the keys of RULEBOOK (an id, or a TOML file), or one of its clauses; or an edition."""
    if is_edition(rulebook) and not changes:
        show(edition_view(load_edition(rulebook), clause))
        return
    show(show_view(load_rules(rulebook, changes), clause))


@rules_verbs.verb("diff")
@click.argument("first")
@click.argument("second")
@read_options
def rules_diff(first: str, second: str) -> None:
    """Show the keys and clauses in which two rulebooks, or two editions, differ."""
    if is_edition(first) or is_edition(second):
        show(editions_diff(load_edition(first), load_edition(second)))
        return
    show(diff_view(load_rules(first), load_rules(second)))


@rules_verbs.verb("coverage")
@click.argument("rulebook")
@read_options
def rules_coverage(rulebook: str) -> None:
    """Show what is built of every clause, and where; exit 1 while anything remains to be built."""
    view, complete = coverage_view(load_rules(rulebook))
    show(view if asked_form() != "table" else by_place(view))
    sys.exit(0 if complete else 1)


@rules_verbs.verb("check")
@click.argument("file", type=FILE)
def rules_check(file: str) -> None:
    """Read a rulebook FILE of yours; every error is listed with its line."""
    rules = load_rules(file)
    say(message("terminal.rulebook-read", file=file, id=rules.id, hash=rules.hash[:12]))
