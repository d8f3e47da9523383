"""The verbs of a lake: many ledgers as Parquet files, made part by part."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from desk.terminal.answers import FOLDER, NEW_FOLDER, NUMBER
from desk.terminal.app import VERSION, Verbs
from desk.terminal.misuse import Misuse
from desk.terminal.options import load_rules, read_options
from desk.terminal.output import leave, progress_of, say, show
from desk.terminal.workers import worker_options, workers

if TYPE_CHECKING:
    from projections.lake.build import LakeWords
    from projections.sql.questions import Connection

here = Verbs()

section = here.section("lake", "meer")

_places = click.argument("places", metavar="[FROM]...", nargs=-1)
_to = click.option("--to", "folder", metavar="FOLDER", type=NEW_FOLDER, required=True)
_rules = click.option("--rules", "versions", multiple=True, metavar="RULEBOOK")


@section.verb("build", "maken")
@_places
@_to
@_rules
@worker_options
@read_options
def build(
    places: Sequence[str], folder: str, versions: Sequence[str], jobs: int | None,
    cluster: str | None, as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Make a lake of all ledgers in FROM, or finish the one that is planned in the folder."""
    from desk.reports.lake import built_view
    from ledger.messages import message
    from projections.lake.build import build_lake

    if versions and not places:
        raise Misuse(message("terminal.rules-of-plan"))
    with _told(), workers(jobs, cluster) as workforce:
        built = build_lake(
            [Path(place) for place in places], Path(folder), _loaded(versions), _words(),
            workforce, VERSION, progress_of,
        )  # fmt: skip
    show(built_view(built), as_json, as_csv)
    if built.refused:
        sys.exit(4)


@section.verb("plan", "indelen")
@_places
@_to
@_rules
@worker_options
@read_options
def plan(
    places: Sequence[str], folder: str, versions: Sequence[str], jobs: int | None,
    cluster: str | None, as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Cut all ledgers in FROM into parts, for `lake part`; then `lake build --to FOLDER`."""
    from desk.reports.lake import plan_view
    from ledger.messages import message
    from projections.lake.build import plan_lake

    if not places:
        raise Misuse(message("terminal.plan-what"))
    with _told(), workers(jobs, cluster) as workforce:
        made = plan_lake(
            [Path(place) for place in places], Path(folder), _loaded(versions), workforce,
            progress_of,
        )  # fmt: skip
    show(plan_view(made, Path(folder)), as_json, as_csv)


@section.verb("part", "deel")
@click.argument("folder", type=FOLDER)
@click.argument("numbers", metavar="NUMBER...", nargs=-1, required=True, type=NUMBER)
@read_options
def part(folder: str, numbers: Sequence[int], as_json: bool, as_csv: bool) -> None:
    """Make parts of the plan in FOLDER, by number; one that is there is left as it is."""
    from desk.reports.lake import parts_view
    from projections.lake.build import make_parts

    with _told():
        done = make_parts(Path(folder), numbers, _words(), progress_of)
    show(parts_view(done), as_json, as_csv)


def _loaded(names: Sequence[str]) -> list[Any]:
    """Return rule versions, or exit with what keeps tournaments from being replayed under them."""
    from desk.reports.mirror import cannot_replay_all

    rulebooks = [load_rules(name) for name in names]
    refused = cannot_replay_all(rulebooks)
    if refused:
        leave(tuple(refused))
    return rulebooks


def _words() -> LakeWords:
    from desk.render.english import english
    from pairing.review.decisions import decisions_of
    from projections.lake.build import LakeWords

    return LakeWords(english, decisions_of)


@contextmanager
def _told() -> Iterator[None]:
    """Exit with what is in the way, and with 130 when it is stopped."""
    from ledger.messages import message
    from projections.lake.errors import LakeError
    from projections.sql.connections import interrupts_raised

    try:
        with interrupts_raised():
            yield
    except LakeError as error:
        leave(error.refusals)
    except KeyboardInterrupt:
        say(message("terminal.lake-stopped"), err=True)
        sys.exit(130)


def opened_lake(folder: Path) -> Connection:
    """Open a lake for questions, and tell how much is damaged."""
    from ledger.messages import message
    from projections.lake.dataset import damaged_tournaments, open_lake

    database, damaged = open_lake(folder), damaged_tournaments(folder)
    if damaged:
        say(message("terminal.damaged", n=damaged), err=True)
    return database
