"""The rules that the rounds of a ledger are paired again by, as a mirror keeps them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ledger.rulebooks.rulebook import Rulebook, from_canonical
from ledger.store.snapshot import Snapshot
from projections.sql.connections import looked_at
from projections.sql.duck import duckdb

Knowledge: TypeAlias = Literal["then", "now"]
"""From which facts: those known at the basis of each publication, or all that are known now."""

IN_FORCE = "in force"
"""The name of the rules that held for each round; no rulebook is called so."""


class PairingVersion(NamedTuple):
    """The rules to pair all rounds by, None: those in force; and from which knowledge."""

    rules: Rulebook | None
    known: tuple[Knowledge, ...]

    @property
    def name(self) -> str:
        """Return the id of its rulebook, or IN_FORCE."""
        return IN_FORCE if self.rules is None else self.rules.id

    def made_with(self, engines: str) -> str:
        """Return a hash that changes when the rows of a tournament could."""
        rulebook = "" if self.rules is None else self.rules.hash
        return hashlib.sha256(repr((rulebook, self.known, engines)).encode()).hexdigest()


def together(versions: Iterable[PairingVersion]) -> list[PairingVersion]:
    """Return versions by name: the last rulebook of a name, from every knowledge that was asked."""
    knowledge: dict[str, set[Knowledge]] = {}
    rules: dict[str, Rulebook | None] = {}
    for version in versions:
        knowledge.setdefault(version.name, set()).update(version.known)
        rules[version.name] = version.rules
    order: tuple[Knowledge, ...] = ("then", "now")
    return [
        PairingVersion(rules[name], tuple(one for one in order if one in knowledge[name]))
        for name in sorted(knowledge)
    ]


def versions_in(database: duckdb.DuckDBPyConnection) -> list[PairingVersion]:
    """Return the versions that a mirror has."""
    question = "SELECT known, keys FROM pairing_versions ORDER BY rules"
    return [
        PairingVersion(None if keys is None else from_canonical(keys), tuple(knowledge))
        for knowledge, keys in database.execute(question).fetchall()
    ]


def versions_of(path: Path, now: Snapshot) -> list[PairingVersion]:
    """Return the versions in an older mirror of the ledger; its tables may be those of then."""
    if path.is_file():
        with suppress(duckdb.Error), looked_at(path) as database:
            ends = database.execute("SELECT sequence, leaf FROM mirror").fetchall()
            if ends and all(now.end(sequence) == (sequence, leaf) for sequence, leaf in ends):
                return versions_in(database)
    return []


def write_versions(database: duckdb.DuckDBPyConnection, versions: Sequence[PairingVersion]) -> None:
    """Replace the versions of a mirror, in a transaction of the caller."""
    database.execute("DELETE FROM pairing_versions")
    for version in versions:
        rules = version.rules
        row = [version.name, list(version.known), rules and rules.hash, rules and rules.canonical()]
        database.execute("INSERT INTO pairing_versions VALUES (?, ?, ?, ?)", row)
