"""The choice of the processes that do the work: some here, or the workers of a Dask cluster."""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from ledger.messages import message
from ledger.refusals import Exit, Refusal
from projections.spread.port import SpreadError, Workforce
from projections.spread.processes import Processes

MOST_LOCAL = 64


class ClusterAddress(NamedTuple):
    """Where workers are: `local` of them started here (0: none), or those of a scheduler.

    `scheduler` is its address, or the JSON file it writes; "" for local ones.
    """

    local: int
    scheduler: str


_SCHEDULER = re.compile(r"([a-z]+://)?(\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}|\S.*\.json")


def address_of(text: str) -> ClusterAddress:
    """Parse local:N, HOST:PORT, tcp://HOST:PORT or FILE.json; raise SpreadError for others."""
    match = re.fullmatch(r"local:(\d{1,3})", text)
    if match and 1 <= int(match[1]) <= MOST_LOCAL:
        return ClusterAddress(int(match[1]), "")
    if match is None and not text.startswith("local:") and _SCHEDULER.fullmatch(text):
        return ClusterAddress(0, text)
    what = message("spread.no-address", text=text)
    step = message("spread.addresses", most=MOST_LOCAL)
    raise SpreadError(Refusal("no-cluster-address", what, step, exit=Exit.USAGE))


@contextmanager
def hired(jobs: int | None, cluster: str | None) -> Iterator[Workforce]:
    """Give the workers of a cluster, else `jobs` processes here (None: one).

    Raise SpreadError when the cluster cannot be used: no Dask, no scheduler, no workers, or workers
    with another version of the program.
    """
    if cluster is None:
        yield Processes(jobs or 1)
        return
    address = address_of(cluster)
    from projections.spread.cluster import employed

    with employed(address, fingerprint()) as workforce:
        yield workforce


@cache
def fingerprint() -> str:
    """Return what must be the same in every process: program, Python, and DuckDB.

    The program is known by its files, so that one changed line is another version.
    """
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    floors = [root / name for name in ("ledger", "projections", "pairing", "desk")]
    for path in sorted(path for floor in floors for path in floor.rglob("*")):
        if path.suffix in (".py", ".toml"):
            digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
            digest.update(path.read_bytes())
    major, minor, _ = platform.python_version_tuple()
    return f"{digest.hexdigest()[:12]}, Python {major}.{minor}, DuckDB {version('duckdb')}"
