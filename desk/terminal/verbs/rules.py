"""The verbs about rule versions: rulebooks, prizes, replay, random seasons."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, NoReturn

import click

from desk.terminal.answers import FILE, FILE_OR_STDIN, NEW_FILE, NUMBER, OneOf
from desk.terminal.app import Data, Session, Verbs, ledger_place, reads, writes
from desk.terminal.misuse import Misuse, bad_value
from desk.terminal.options import HTML, argument, load_rules, load_variant, read_options
from desk.terminal.output import bytes_of, leave, note, progress_of, say, show
from desk.terminal.words import blank, view_in_words
from desk.terminal.workers import worker_options, workers_for

if TYPE_CHECKING:
    from ledger.messages import Sentence

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


writes(rules_verbs, "change", arguments=("rulebook",))


@here.verb("warnings", "waarschuwingen")
@read_options
def warnings(as_json: bool, as_csv: bool) -> None:
    """Show what asks for an answer, and at which level."""
    from desk.commands.warnings_view import warnings_view

    show(warnings_view(), as_json, as_csv)


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


writes(
    prizes_verbs,
    "declare",
    argument("amounts", nargs=-1, required=True),
    without=("cents",),
    prepare=_in_cents,
)
reads(prizes_verbs, "show", "tonen", "prizes", HTML)


@here.verb("replay", "herspelen")
@click.argument("names", metavar="[TOURNAMENT]...", nargs=-1)
@click.option("--rules", "versions", multiple=True)
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE")
@click.option("--all", "everything", is_flag=True)
@click.option("--pairings", is_flag=True)
@click.option("--known", "knowledge", type=OneOf("known", ("then", "now")))
@click.option("--round", "only", metavar="N")
@click.option("--duckdb", type=NEW_FILE)
@worker_options
@read_options
@click.pass_obj
def replay(
    session: Session,
    names: Sequence[str],
    versions: Sequence[str],
    changes: Sequence[str],
    everything: bool,
    pairings: bool,
    knowledge: str | None,
    only: str | None,
    duckdb: str | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show the same facts under another rule version: who moves, by how much, by which clause."""
    from desk.reports.replays import ReplayHead, replay_view
    from ledger.kept_names import check_output_name
    from ledger.messages import message
    from ledger.whole_files import check_kind
    from pairing.systems.registry import without_engine

    if duckdb:  # before the work begins
        check_output_name(Path(duckdb), is_duckdb=True)
        check_kind(Path(duckdb))
    if not versions and not (everything and pairings):
        context = click.get_current_context()
        rules = next(one for one in context.command.params if one.name == "versions")
        raise click.MissingParameter(ctx=context, param=rules)
    rulebooks = [load_rules(name, changes) for name in versions]
    if only is not None and only != "final" and not only.isdecimal():
        raise Misuse(message("terminal.round-or-final", text=only))
    if everything and (names or only is not None):
        raise Misuse(message("terminal.all-or-some", command=_of_some(names, versions, only)))
    if knowledge is not None and not (everything and pairings):
        raise Misuse(message("terminal.pairings-with-all"))
    if everything and pairings:
        _pair_all(session, rulebooks, knowledge, duckdb, jobs, cluster, as_json, as_csv)
    if everything:
        _replay_all(session, rulebooks, duckdb, jobs, cluster, as_json, as_csv)
    if jobs is not None or cluster is not None:
        raise Misuse(message("terminal.jobs-with-all"))
    if pairings:
        unpaired = [refusal for rules in rulebooks if (refusal := without_engine(rules))]
        if unpaired:
            leave(tuple(unpaired))
    books = [session.book(tournament=name) for name in names] or [session.book()]
    view = replay_view(books, rulebooks, pairings, only)
    assert isinstance(view.head, ReplayHead)
    left_out = {row.id for row in view.head.refused}
    if duckdb:
        from projections.exports.replay import write_replay

        kept = [book for book in books if book.id not in left_out]
        write_replay(Path(duckdb), kept, rulebooks, view_in_words(view, codes=True))
        say(message("terminal.written", file=duckdb), err=True)
    show(view, as_json, as_csv)
    sys.exit(4 if left_out else 0)


def _of_some(names: Sequence[str], versions: Sequence[str], only: str | None) -> Sentence:
    """Return the replay of tournaments by name, or of a round, that --all does not go with."""
    from ledger.messages import Blank, do

    return do(
        "replay",
        names=tuple(names) or Blank("NAME"),
        rules=versions[0] if len(versions) == 1 else Blank("..."),
        **({} if only is None else {"round": only}),
    )


@here.verb("compare", "vergelijken")
@click.argument("file", type=FILE_OR_STDIN, required=False)
@click.option("--rules", "versions", multiple=True, required=True, metavar="RULEBOOK[+KEY=VALUE]")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE")
@click.option("--round", "number", type=NUMBER, metavar="N")
@click.option("--rounds", type=NUMBER, metavar="N")
@read_options
@click.pass_obj
def compare(
    session: Session,
    file: str | None,
    versions: Sequence[str],
    changes: Sequence[str],
    number: int | None,
    rounds: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Pair the next round by several rulebooks, side by side, with what each gives up.

    FILE is a tournament file (TRF); without it: the tournament that is chosen, where the rulebook
    in force comes first.
    """
    from desk.reports.compare import compare_book, compare_file
    from ledger.messages import message
    from ledger.trf.meaning import notes_for
    from ledger.trf.reader import parse
    from pairing.systems.registry import without_engine

    if file is None and (number is not None or rounds is not None):
        raise Misuse(message("terminal.round-with-file"))
    rulebooks = [load_variant(text, changes) for text in versions]
    book = session.book() if file is None else None
    if book is not None:
        rulebooks = [book.rules, *(one for one in rulebooks if one.hash != book.rules.hash)]
    if len(rulebooks) < 2:
        raise Misuse(message("making.two-rulebooks"))
    if refused := [refusal for rules in rulebooks if (refusal := without_engine(rules))]:
        leave(tuple(refused))
    form: Any = "json" if as_json else "csv" if as_csv else "table"
    if book is not None:
        show(compare_book(book, rulebooks, form), as_json, as_csv)
        return
    content = parse(bytes_of(str(file)))
    if isinstance(content, tuple):
        leave(tuple(error.refusal() for error in content))
    note(*(one.sentence() for one in notes_for(content, rulebooks[0])))
    show(compare_file(content, rulebooks, number, rounds, form), as_json, as_csv)


def _pair_all(
    session: Session,
    rulebooks: Sequence[Any],
    knowledge: str | None,
    duckdb: str | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    as_csv: bool,
) -> NoReturn:
    """Pair every round of the ledger again into a mirror, and exit; 4 for an unreadable one."""
    from desk.render.english import english
    from desk.reports.bulk.mirror import cannot_pair_all, paired_view, pairing_stage
    from desk.terminal.mirror import how_far_told
    from pairing.review.decisions import decisions_of
    from projections.mirror.refresh import refresh

    refused = cannot_pair_all(rulebooks)
    if refused:
        leave(tuple(refused))
    stage = pairing_stage(rulebooks or [None], knowledge)
    ledger = ledger_place(session.ledger)
    with how_far_told(), workers_for(ledger, jobs, cluster) as workforce:
        outcome = refresh(
            ledger,
            file=Path(duckdb) if duckdb else None,
            workforce=workforce,
            progress=progress_of,
            says=english,
            decide=decisions_of,
            stage=stage,
        )
    view = paired_view(outcome, stage)
    show(view, as_json, as_csv)
    sys.exit(4 if outcome.refused or stage.refused else 0)


def _replay_all(
    session: Session,
    rulebooks: Sequence[Any],
    duckdb: str | None,
    jobs: int | None,
    cluster: str | None,
    as_json: bool,
    as_csv: bool,
) -> NoReturn:
    """Replay the whole ledger into a mirror, and exit; 4 when a tournament is unreadable."""
    from desk.render.english import english
    from desk.reports.bulk.mirror import cannot_replay_all, pairing_stage, replayed_view
    from desk.terminal.mirror import how_far_told
    from pairing.review.decisions import decisions_of
    from projections.mirror.refresh import refresh

    refused = cannot_replay_all(rulebooks)
    if refused:
        leave(tuple(refused))
    ledger = ledger_place(session.ledger)
    with how_far_told(), workers_for(ledger, jobs, cluster) as workforce:
        outcome = refresh(
            ledger,
            perf_counter_ns,
            file=Path(duckdb) if duckdb else None,
            versions=rulebooks,
            workforce=workforce,
            progress=progress_of,
            says=english,
            decide=decisions_of,
            stage=pairing_stage(),
        )
    show(replayed_view(outcome, rulebooks, outcome.seasons), as_json, as_csv)
    sys.exit(4 if outcome.refused else 0)
