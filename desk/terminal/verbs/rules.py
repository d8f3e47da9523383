"""The verbs about rule versions: rulebooks, prizes, replay, random seasons."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import Any, NoReturn

import click

from desk.terminal.answers import FILE, NEW_FILE, Whole
from desk.terminal.app import Data, Session, Verbs, ledger_place, reads, writes
from desk.terminal.misuse import Misuse, bad_value
from desk.terminal.options import HTML, argument, load_rules, read_options
from desk.terminal.output import leave, progress_of, say, show
from desk.terminal.words import blank, view_in_words

here = Verbs()


# --- rulebooks ------------------------------------------------------------------------------------

rules_verbs = here.section("rules", "regels")


@rules_verbs.verb("list", "lijst")
@read_options
def rules_list(as_json: bool, as_csv: bool) -> None:
    """List the rulebooks that come with the program."""
    from ledger.rulebooks.files import shipped
    from projections.views.rules import list_view

    show(list_view([load_rules(name) for name in shipped()]), as_json, as_csv)


@rules_verbs.verb("show", "tonen")
@click.argument("rulebook")
@click.option("--clause", metavar="A1d")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE")
@read_options
def rules_show(
    rulebook: str, clause: str | None, changes: Sequence[str], as_json: bool, as_csv: bool
) -> None:
    """Show the keys of RULEBOOK (an id, or a TOML file), or one of its clauses."""
    from projections.views.rules import show_view

    show(show_view(load_rules(rulebook, changes), clause), as_json, as_csv)


@rules_verbs.verb("diff", "verschil")
@click.argument("first")
@click.argument("second")
@read_options
def rules_diff(first: str, second: str, as_json: bool, as_csv: bool) -> None:
    """Show the keys and clauses in which two rulebooks differ."""
    from projections.views.rules import diff_view

    show(diff_view(load_rules(first), load_rules(second)), as_json, as_csv)


@rules_verbs.verb("coverage", "dekking")
@click.argument("rulebook")
@read_options
def rules_coverage(rulebook: str, as_json: bool, as_csv: bool) -> None:
    """Show what is built of every clause, and where; exit 1 while anything remains to be built."""
    from projections.views.rules import by_place, coverage_view

    view, complete = coverage_view(load_rules(rulebook))
    show(view if as_json or as_csv else by_place(view), as_json, as_csv)
    sys.exit(0 if complete else 1)


@rules_verbs.verb("check", "controleren")
@click.argument("file", type=FILE)
def rules_check(file: str) -> None:
    """Read a rulebook FILE of yours; every error is listed with its line."""
    from ledger.messages import message

    rules = load_rules(file)
    say(message("terminal.rulebook-read", file=file, id=rules.id, hash=rules.hash[:12]))


writes(rules_verbs, "change", "wijzigen")  # fmt: skip

# --- prizes and replay ----------------------------------------------------------------------------

prizes_verbs = here.section("prizes", "prijzen")


def _cents(amount: str) -> int:
    from ledger.messages import message
    from ledger.text_files import quoted
    from ledger.values import whole_number

    whole, _, part = amount.replace(",", ".").partition(".")
    euros = whole_number(whole)
    cents = whole_number(part.ljust(2, "0")) if len(part) <= 2 else None
    if euros is None or cents is None:
        raise bad_value(blank("AMOUNT"), message("usage.no-amount", text=quoted(amount)))
    return euros * 100 + cents


def _in_cents(fields: Data) -> Data:
    """Replace the amounts by cents."""
    return fields | {"cents": [_cents(amount) for amount in fields.pop("amounts")]}


writes(prizes_verbs, "declare", "vaststellen",
       argument("amounts", nargs=-1, required=True), without=("cents",),
       prepare=_in_cents)  # fmt: skip
reads(prizes_verbs, "show", "tonen", "prizes", HTML)


@here.verb("replay", "herspelen")
@click.argument("names", metavar="[TOURNAMENT]...", nargs=-1)
@click.option("--rules", "versions", multiple=True, required=True)  # fmt: skip
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE")
@click.option("--all", "everything", is_flag=True)
@click.option("--pairings", is_flag=True)
@click.option("--round", "only", metavar="N")
@click.option("--duckdb", type=NEW_FILE)
@click.option("--jobs", type=Whole(1, 64), metavar="N")  # fmt: skip
@read_options
@click.pass_obj
def replay(
    session: Session, names: Sequence[str], versions: Sequence[str], changes: Sequence[str],
    everything: bool, pairings: bool, only: str | None, duckdb: str | None, jobs: int | None,
    as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Show the same facts under another rule version: who moves, by how much, by which clause."""
    from desk.reports.replays import ReplayHead, replay_view
    from ledger.errors import each_apart
    from ledger.messages import message
    from pairing.systems.registry import without_engine

    rulebooks = [load_rules(name, changes) for name in versions]
    if only is not None and only != "final" and not only.isdecimal():
        raise Misuse(message("terminal.round-or-final", text=only))
    if jobs is not None:
        if not everything or names or pairings or only:
            raise Misuse(message("terminal.jobs-with-all"))
        _replay_all(session, rulebooks, duckdb, jobs, as_json, as_csv)
    if pairings:
        unpaired = [refusal for rules in rulebooks if (refusal := without_engine(rules))]
        if unpaired:
            leave(tuple(unpaired))
    if everything:
        named, unnamed = session.desk().listed()
        ids = [(id_, id_) for id_, _ in named]
        books, refused = each_apart(ids, lambda name: session.book(tournament=name))
        refused += unnamed
    else:
        books, refused = [session.book(tournament=name) for name in names], []
        books = books or [session.book()]
    view = replay_view(books, rulebooks, pairings, only, refused)
    assert isinstance(view.head, ReplayHead)
    left_out = {row.id for row in view.head.refused}
    if duckdb:
        from projections.exports.replay import write_replay

        kept = [book for book in books if book.id not in left_out]
        write_replay(Path(duckdb), kept, rulebooks, view_in_words(view, codes=True))
        say(message("terminal.written", file=duckdb), err=True)
    show(view, as_json, as_csv)
    sys.exit(4 if left_out else 0)


def _replay_all(
    session: Session, rulebooks: Sequence[Any], duckdb: str | None, jobs: int, as_json: bool,
    as_csv: bool,
) -> NoReturn:  # fmt: skip
    """Replay the whole ledger into a mirror, and exit; 4 when a tournament is unreadable."""
    from desk.render.english import english
    from desk.reports.mirror import cannot_replay_all, replayed_view
    from desk.terminal.verbs.mirror import how_far_told
    from pairing.review.decisions import decisions_of
    from projections.mirror.refresh import refresh

    refused = cannot_replay_all(rulebooks)
    if refused:
        leave(tuple(refused))
    with how_far_told():
        outcome = refresh(
            ledger_place(session.ledger), perf_counter_ns, versions=rulebooks, jobs=jobs,
            file=Path(duckdb) if duckdb else None, progress=progress_of, says=english,
            decide=decisions_of,
        )  # fmt: skip
    show(replayed_view(outcome, rulebooks, outcome.seasons), as_json, as_csv)
    sys.exit(4 if outcome.refused else 0)
