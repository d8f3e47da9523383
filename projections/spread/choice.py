"""The choice of the processes that do the work: some here, or the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ledger.later import Later
from projections.spread.address import address_of
from projections.spread.port import Workforce
from projections.spread.processes import Processes

if TYPE_CHECKING:
    from projections.spread import cluster as clusters
    from projections.spread import fingerprint as fingerprints
else:  # with asyncio and the metadata of packages: most runs have no cluster
    clusters = Later("projections.spread.cluster")
    fingerprints = Later("projections.spread.fingerprint")


@contextmanager
def hired(jobs: int | None, cluster: str | None) -> Iterator[Workforce]:
    """Give the workers of a cluster, else `jobs` processes here (None: one).

    Raise SpreadError when the cluster cannot be used: no Dask, no scheduler, no workers, or workers
    with another version of the program.
    """
    if cluster is None:
        yield Processes(jobs or 1)
        return
    with clusters.employed(address_of(cluster), fingerprints.fingerprint()) as workforce:
        yield workforce
