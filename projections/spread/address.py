"""Where the workers of a cluster are, as it is typed."""

from __future__ import annotations

import re
from typing import NamedTuple

from ledger.messages import message
from ledger.refusals import Exit, Refusal
from projections.spread.port import SpreadError

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
