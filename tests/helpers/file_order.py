"""The facts of all tournaments of a ledger in the order of its file, as a mirror reads them."""

from __future__ import annotations

from ledger.facts.stamps import Recorded
from ledger.store.snapshot import snapshot
from ledger.store.store import Store


def facts_in_file_order(store: Store) -> list[tuple[int, Recorded]]:
    """Return every fact of a ledger with its sequence."""
    with snapshot(store) as whole:
        facts = [
            (one.sequence, Recorded(one.fact, one.stamp))
            for tournament, _ in whole.tournaments()
            for one in whole.read(tournament)
        ]
    return sorted(facts, key=lambda one: one[0])
