"""The options for processes that do the work of a verb: some here, or those of a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from desk.terminal.answers import Whole
from desk.terminal.misuse import Misuse
from desk.terminal.options import together
from ledger.messages import message
from projections.spread.choice import hired
from projections.spread.processes import Processes

if TYPE_CHECKING:
    from ledger.place import LedgerPlace
    from projections.spread.port import Workforce

jobs_option = click.option("--jobs", type=Whole(1, 64), metavar="N")
cluster_option = click.option("--cluster", metavar="ADDRESS")
worker_options = together(jobs_option, cluster_option)


def check_one(jobs: int | None, cluster: str | None) -> None:
    """Refuse processes here and on a cluster at once."""
    if jobs is not None and cluster is not None:
        raise Misuse(message("terminal.jobs-or-cluster"))


@contextmanager
def workers_for(
    ledger: LedgerPlace, jobs: int | None, cluster: str | None
) -> Iterator[Workforce | None]:
    """Give the workers of a cluster that read a ledger, else `jobs` processes; None: no choice."""
    check_one(jobs, cluster)
    if cluster is None:
        yield None if jobs is None else Processes(jobs)
        return
    with workers(None, cluster) as workforce:
        workforce.reach([path for path in (ledger,) if isinstance(path, Path) and path.exists()])
        yield workforce


@contextmanager
def workers(jobs: int | None, cluster: str | None) -> Iterator[Workforce]:
    """Give the workers of a cluster, else `jobs` processes here (None: one)."""
    check_one(jobs, cluster)
    with hired(jobs, cluster) as workforce:
        yield workforce
