"""Proofs as files: a fact is in the ledger, or a later ledger continues an earlier one.

They are checked without the ledger, against a head that is trusted for another reason: printed on a
sheet, kept by somebody else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ledger import hash_tree
from ledger.errors import StoreError
from ledger.facts.codec import decode
from ledger.hash_tree import (
    Head,
    KnownHead,
    consistency_path,
    continues,
    head_of,
    inclusion_paths,
)
from ledger.integrity.evidence import Finding
from ledger.messages import message, run_on
from ledger.refusals import Exit, Refusal
from ledger.store.tables.recorder import StoredFact
from ledger.text_files import shortened
from ledger.wrong_values import what_is_wrong

Hash: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Place: TypeAlias = Annotated[int, Field(ge=1, le=2**53)]


class StrictModel(BaseModel):
    """Base of every file for others: only the described fields, only of the described types."""

    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid", strict=True)


class WrittenHead(StrictModel):
    """A head in a file."""

    size: Place
    root: Hash

    @property
    def head(self) -> Head:
        """Return the head as a value."""
        return Head(self.size, bytes.fromhex(self.root))


def written_head(head: Head) -> WrittenHead:
    """Return a head in its file form."""
    return WrittenHead(size=head.size, root=head.root.hex())


class InclusionProof(StrictModel):
    """The proof that a fact is in the ledger; `state` are its stored bytes, as text."""

    format: Literal["toernooiboek-inclusion-proof"]
    version: Literal[1]
    tournament: str
    position: Place
    topic: str
    state: str
    head: WrittenHead
    path: tuple[Hash, ...]


class ConsistencyProof(StrictModel):
    """The proof that the facts under one head are the first of those under another."""

    format: Literal["toernooiboek-consistency-proof"]
    version: Literal[1]
    tournament: str
    earlier: WrittenHead
    later: WrittenHead
    path: tuple[Hash, ...]


Proof: TypeAlias = InclusionProof | ConsistencyProof
_ADAPTER: TypeAdapter[Proof] = TypeAdapter(Annotated[Proof, Field(discriminator="format")])


def prove_fact(rows: tuple[StoredFact, ...], position: int) -> InclusionProof:
    """Make the proof that the fact at `position` is in the tree over all rows."""
    return prove_facts(rows, (position,))[position]


def prove_facts(
    rows: tuple[StoredFact, ...], positions: Iterable[int]
) -> dict[int, InclusionProof]:
    """Make the proofs that the facts at `positions` are in the tree over all rows, by position."""
    leaves = [row.own_hash for row in rows]
    head = written_head(head_of(leaves))
    path_to = inclusion_paths(leaves)
    return {
        position: InclusionProof(
            format="toernooiboek-inclusion-proof",
            version=1,
            tournament=row.tournament,
            position=position,
            topic=row.topic,
            state=row.state.decode(),
            head=head,
            path=tuple(step.hex() for step in path_to(position)),
        )
        for position in positions
        for row in (rows[position - 1],)
    }


def prove_growth(rows: tuple[StoredFact, ...], earlier: int, later: int) -> ConsistencyProof:
    """Make the proof that the first `later` facts continue the first `earlier` ones."""
    leaves = [row.own_hash for row in rows[:later]]
    return ConsistencyProof(
        format="toernooiboek-consistency-proof",
        version=1,
        tournament=rows[0].tournament,
        earlier=written_head(head_of(leaves, earlier)),
        later=written_head(head_of(leaves)),
        path=tuple(step.hex() for step in consistency_path(leaves, earlier)),
    )


def read_proof(data: bytes) -> Proof | Refusal:
    """Read a file with a proof."""
    try:
        return _ADAPTER.validate_json(data)
    except ValidationError as error:
        return unreadable("proof", error)


def unreadable(what: Literal["proof", "bundle", "signed-head"], error: ValidationError) -> Refusal:
    """Return the refusal of a malformed file."""
    fault = error.errors(include_url=False)[0]
    place = shortened(".".join(str(part) for part in fault["loc"][-3:]), 80)
    why = run_on(*([place] if place else []), what_is_wrong(fault), between=": ")
    problem = message(f"integrity.no-{what}", error=why)
    step = message("integrity.ask-again")
    return Refusal(f"{what}-unreadable", problem, step, exit=Exit.DAMAGED)


def check_proof(proof: Proof, reference: KnownHead | None) -> list[Finding]:
    """Check a proof by itself and against `reference`, a trusted head (None: only by itself)."""
    if isinstance(proof, InclusionProof):
        findings = _check_inclusion(proof)
        heads = [proof.head]
    else:
        findings = _check_growth(proof)
        heads = [proof.earlier, proof.later]
    if reference is None:
        return findings
    if reference.tournament not in ("", proof.tournament):
        what = message("integrity.trusted-of-other", tournament=reference.tournament)
        findings.append(Finding("other-tournament", what, proof.tournament))
    same = [head for head in heads if head.size == reference.size]
    if not same:
        sizes = tuple(head.size for head in heads)
        what = message("integrity.other-size", sizes=sizes, size=reference.size)
        findings.append(Finding("head-differs", what, proof.tournament))
    elif not reference.agrees_with(same[0].head.root):
        what = message("integrity.not-trusted", n=reference.size)
        findings.append(Finding("head-differs", what, proof.tournament))
    return findings


def _check_inclusion(proof: InclusionProof) -> list[Finding]:
    state = proof.state.encode("utf-8", "surrogatepass")
    try:
        decode(proof.tournament, proof.position, proof.topic, state)
    except StoreError as error:
        return [Finding("unreadable", error.refusal.what, proof.tournament, proof.position)]
    leaf = hash_tree.leaf_hash(proof.position, proof.topic, state)
    path = [bytes.fromhex(step) for step in proof.path]
    root = hash_tree.root_of_inclusion(leaf, proof.position, proof.head.size, path)
    if root == proof.head.head.root:
        return []
    what = message("integrity.does-not-lead")
    return [Finding("proof-fails", what, proof.tournament, proof.position)]


def _check_growth(proof: ConsistencyProof) -> list[Finding]:
    path = [bytes.fromhex(step) for step in proof.path]
    if continues(proof.earlier.head, proof.later.head, path):
        return []
    what = message("integrity.does-not-continue")
    return [Finding("proof-fails", what, proof.tournament)]
