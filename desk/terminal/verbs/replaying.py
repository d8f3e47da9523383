"""The verb that replays facts under other rules."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, NoReturn

import click

from desk.answers.bulk.mirror import (
    cannot_pair_all,
    cannot_replay_all,
    paired_view,
    pairing_stage,
    replayed_view,
    stages_of_mirror,
)
from desk.answers.replays import ReplayHead, replay_view
from desk.render.english import english
from desk.terminal.answers import NEW_FILE, OneOf
from desk.terminal.mirror import how_far_told
from desk.terminal.misuse import Misuse
from desk.terminal.options import read_options
from desk.terminal.output import leave, progress_of, say
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_rules
from desk.terminal.session import Session, ledger_place
from desk.terminal.tables import show, view_in_words
from desk.terminal.workers import worker_options, workers_for
from ledger.kept_names import check_output_name
from ledger.messages import Blank, do, message
from ledger.whole_files import check_kind
from pairing.systems.registry import without_engine
from projections.exports.replay import write_replay
from projections.mirror.progress import Refreshed
from projections.mirror.refresh import refresh

if TYPE_CHECKING:
    from ledger.messages import Sentence
    from ledger.rulebooks.rulebook import Rulebook
    from projections.counterfactuals.stage import PairingStage

here = Registry()


@here.verb("replay")
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
    *,
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
) -> None:
    """Show the same facts under another rule version: who moves, by how much, by which clause."""
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
        _pair_all(
            session,
            rulebooks=rulebooks,
            knowledge=knowledge,
            duckdb=duckdb,
            jobs=jobs,
            cluster=cluster,
        )
    if everything:
        _replay_all(
            session,
            rulebooks=rulebooks,
            duckdb=duckdb,
            jobs=jobs,
            cluster=cluster,
        )
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
        kept = [book for book in books if book.id not in left_out]
        write_replay(Path(duckdb), kept, rulebooks, view_in_words(view, codes=True))
        say(message("terminal.written", file=duckdb), err=True)
    show(view)
    sys.exit(4 if left_out else 0)


def _of_some(names: Sequence[str], versions: Sequence[str], only: str | None) -> Sentence:
    """Return the replay of tournaments by name, or of a round, that --all does not go with."""
    return do(
        "replay",
        names=tuple(names) or Blank("NAME"),
        rules=versions[0] if len(versions) == 1 else Blank("..."),
        **({} if only is None else {"round": only}),
    )


def _pair_all(
    session: Session,
    *,
    rulebooks: Sequence[Rulebook],
    knowledge: str | None,
    duckdb: str | None,
    jobs: int | None,
    cluster: str | None,
) -> NoReturn:
    """Pair every round of the ledger again into a mirror, and exit; 4 for an unreadable one."""
    refused = cannot_pair_all(rulebooks)
    if refused:
        leave(tuple(refused))
    stage = pairing_stage(rulebooks or [None], knowledge)
    outcome = _refreshed(session, duckdb, jobs=jobs, cluster=cluster, versions=(), pairings=stage)
    show(paired_view(outcome, stage))
    sys.exit(4 if outcome.refused or stage.refused else 0)


def _replay_all(
    session: Session,
    *,
    rulebooks: Sequence[Rulebook],
    duckdb: str | None,
    jobs: int | None,
    cluster: str | None,
) -> NoReturn:
    """Replay the whole ledger into a mirror, and exit; 4 when a tournament is unreadable."""
    refused = cannot_replay_all(rulebooks)
    if refused:
        leave(tuple(refused))
    outcome = _refreshed(
        session,
        duckdb,
        jobs=jobs,
        cluster=cluster,
        versions=rulebooks,
        pairings=pairing_stage(),
    )
    show(replayed_view(outcome, rulebooks, outcome.seasons))
    sys.exit(4 if outcome.refused else 0)


def _refreshed(
    session: Session,
    duckdb: str | None,
    *,
    jobs: int | None,
    cluster: str | None,
    versions: Sequence[Rulebook],
    pairings: PairingStage,
) -> Refreshed:
    """Bring a mirror up to date with these versions and pairings, and tell how far it is."""
    ledger = ledger_place(session.ledger)
    with how_far_told(), workers_for(ledger, jobs, cluster) as workforce:
        return refresh(
            ledger,
            perf_counter_ns,
            file=Path(duckdb) if duckdb else None,
            versions=versions,
            workforce=workforce,
            progress=progress_of,
            says=english,
            stages=stages_of_mirror(pairings),
        )
