"""A tournament in one file: facts, rulebooks, heads and proofs; names only on request.

A bundle can be checked without its ledger, and opened elsewhere as a ledger of the same bytes.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Literal

from pydantic import ValidationError

from ledger.characters import visible_in_json
from ledger.errors import StoreError
from ledger.facts.codec import decode
from ledger.facts.tournament import RulesChanged, TournamentOpened
from ledger.hash_tree import Head, consistency_path, continues, range_of
from ledger.integrity.evidence import Finding, Kept
from ledger.integrity.proofs import Hash, Place, StrictModel, WrittenHead, unreadable, written_head
from ledger.integrity.verify import Verified, verify
from ledger.messages import Sentence, message
from ledger.refusals import Refusal
from ledger.store.tables.kept_hashes import PUBLICATIONS
from ledger.store.tables.people import PersonRecord, canonical_record
from ledger.store.tables.recorder import StoredFact


class BundledFact(StrictModel):
    """A fact: its topic, and its stored bytes as text. Its position is its place in the list."""

    topic: str
    state: str


class BundledRules(StrictModel):
    """A rulebook that a fact put in force, for readers of the file without a program."""

    position: Place
    rulebook: str
    hash: str
    text: str


class BundledPerson(StrictModel):
    """A record of a person, from beside the ledger."""

    key: str
    record: dict[str, str]
    salt: str


class Bundle(StrictModel):
    """The whole file.

    `paths[i]` proves that `heads[i + 1]` continues `heads[i]`; the last head covers all facts.
    `people` is None where names were left out.
    """

    format: Literal["toernooiboek-bundle"]
    version: Literal[1]
    tournament: str
    name: str
    heads: tuple[WrittenHead, ...]
    paths: tuple[tuple[Hash, ...], ...]
    rulebooks: tuple[BundledRules, ...]
    facts: tuple[BundledFact, ...]
    people: tuple[BundledPerson, ...] | None


def make_bundle(
    rows: tuple[StoredFact, ...], people: tuple[PersonRecord, ...] | None, name: str
) -> Bundle:
    """Make the bundle of a tournament whose facts have been verified."""
    leaves = [row.own_hash for row in rows]
    published = [row.position for row in rows if row.topic in PUBLICATIONS]
    sizes = sorted({*published, len(rows)})
    compact = range_of(())
    heads: list[Head] = []
    for size, leaf in enumerate(leaves, 1):
        compact.add(leaf)
        if size in sizes:
            heads.append(Head(size, compact.root))
    return Bundle(
        format="toernooiboek-bundle",
        version=1,
        tournament=rows[0].tournament,
        name=name,
        heads=tuple(map(written_head, heads)),
        paths=tuple(
            tuple(step.hex() for step in consistency_path(leaves[: new.size], old.size))
            for old, new in pairwise(heads)
        ),
        rulebooks=_rulebooks(rows),
        facts=tuple(BundledFact(topic=r.topic, state=r.state.decode()) for r in rows),
        people=None
        if people is None
        else tuple(BundledPerson(key=p.key, record=dict(p.fields), salt=p.salt) for p in people),
    )


def _rulebooks(rows: tuple[StoredFact, ...]) -> tuple[BundledRules, ...]:
    recorded = [decode(r.tournament, r.position, r.topic, r.state) for r in rows]
    return tuple(
        BundledRules(
            position=stamp.position,
            rulebook=fact.rulebook,
            hash=fact.rulebook_hash,
            text=fact.rulebook_text,
        )
        for fact, stamp in recorded
        if isinstance(fact, TournamentOpened | RulesChanged)
    )


def read_bundle(data: bytes) -> Bundle | Refusal:
    """Read a bundle file."""
    try:
        return Bundle.model_validate_json(data)
    except ValidationError as error:
        return unreadable("bundle", error)


def rows_of(bundle: Bundle) -> tuple[StoredFact, ...]:
    """Return the facts as rows; they have no hashes of their own, only the heads over all facts."""
    return tuple(
        StoredFact(place, bundle.tournament, place, fact.topic, _bytes(fact.state))
        for place, fact in enumerate(bundle.facts, 1)
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def people_of(bundle: Bundle) -> tuple[PersonRecord, ...]:
    """Return the people's records, none where names were left out."""
    return tuple(
        PersonRecord(one.key, tuple(one.record.items()), one.salt) for one in bundle.people or ()
    )


def kept_of(bundle: Bundle) -> Kept:
    """Return the content of a bundle in the form in which a ledger file is verified."""
    rows = tuple(row._replace(leaf=row.own_hash) for row in rows_of(bundle))
    heads = tuple(head.head for head in bundle.heads)
    if rows and rows[-1].topic not in PUBLICATIONS:
        heads = tuple(head for head in heads if head.size != len(rows))
    people = None
    if bundle.people is not None:
        people = {p.key: (canonical_record(p.record), p.salt) for p in bundle.people}
    return Kept(bundle.tournament, rows, range_of(row.own_hash for row in rows), heads, people)


def verify_bundle(bundle: Bundle) -> Verified:
    """Check a bundle as a ledger, and its heads, proofs and rulebooks."""
    kept = kept_of(bundle)
    outcome = verify(kept)
    findings = [*outcome.findings]

    def find(code: str, what: Sentence) -> None:
        findings.append(Finding(code, what, bundle.tournament))

    heads = [head.head for head in bundle.heads]
    if not heads or heads[-1] != kept.head:
        find("head-differs", message("integrity.not-last-head"))
    if len({head.size for head in heads}) != len(heads):
        find("head-differs", message("integrity.two-heads"))
    if len(bundle.paths) != max(len(heads) - 1, 0):
        find("proof-fails", message("integrity.proofs-between"))
    for (old, new), path in zip(pairwise(heads), bundle.paths, strict=False):
        if not continues(old, new, [bytes.fromhex(step) for step in path]):
            what = message("integrity.proves-nothing", first=old.size, last=new.size)
            find("proof-fails", what)
    if bundle.name != outcome.name:
        find("name-differs", message("integrity.other-name"))
    if len({person.key for person in bundle.people or ()}) != len(bundle.people or ()):
        find("person-added", message("integrity.two-records"))
    try:
        if bundle.rulebooks != _rulebooks(rows_of(bundle)):
            find("rulebook-differs", message("integrity.other-rulebooks"))
    except StoreError:
        pass  # the unreadable fact is a finding already
    return Verified(
        tournament=outcome.tournament,
        name=outcome.name,
        head=outcome.head,
        heads=len(heads),
        findings=tuple(findings),
        notes=outcome.notes,
    )


def written_bundle(bundle: Bundle) -> bytes:
    """Write a bundle as text with one line a fact, so that it can be read and compared."""
    whole = bundle.model_dump(mode="json")
    lines = []
    for key, value in whole.items():
        if isinstance(value, list) and value:
            inner = ",\n".join(json.dumps(one, ensure_ascii=False) for one in value)
            lines.append(f"{json.dumps(key)}: [\n{inner}\n]")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    return visible_in_json(text).encode()
