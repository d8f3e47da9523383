"""What verification, heads and proofs look like for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.hash_tree import Head
from ledger.integrity.evidence import Finding
from ledger.integrity.proofs import ConsistencyProof, InclusionProof, Proof
from ledger.integrity.verify import Verified
from ledger.refusals import Exit
from ledger.wording import count_of
from projections.views.view import Column, Row, View

_COLUMNS = (
    Column("name", "tournament"),
    Column("fact", "fact", "right"),
    Column("code", "finding"),
    Column("what", "what"),
)


def exit_of(findings: Sequence[Finding]) -> Exit:
    """Return how a program that found these is left: 0 clean, 1 nothing damaged, 4 damaged."""
    if any(finding.damage for finding in findings):
        return Exit.DAMAGED
    return Exit.FINDINGS if findings else Exit.DONE


def verify_view(
    what: str, results: Sequence[Verified], findings: Sequence[Finding], notes: Sequence[str] = ()
) -> View:
    """Return the outcome of a verification; findings are all of them, in the order to read them."""
    names = {one.tournament: one.name or one.tournament for one in results}
    words = {Exit.DONE: "in order", Exit.FINDINGS: "not damaged", Exit.DAMAGED: "DAMAGED"}
    state = exit_of(findings)
    head = {
        "clean": state is Exit.DONE,
        "damaged": state is Exit.DAMAGED,
        "tournaments": [
            {"tournament": one.name, "id": one.tournament, "facts": one.head.size,
             "heads": one.heads, "head": one.head.record()}
            for one in results
        ],
    }  # fmt: skip
    told = [
        f"{names[one.tournament]}: {count_of(one.head.size, 'fact')},"
        f" {count_of(one.heads, 'recorded head')}, head now {one.head.short}"
        for one in results
    ]
    told += [f"{names[one.tournament]}: {note}" for one in results for note in one.notes]
    if state is Exit.DAMAGED:
        told.append("leave the file as it is, and go on with a copy of it made before")
    rows = tuple(_row(finding, names) for finding in findings)
    return View(
        f"{what}: {words[state]}", _COLUMNS, rows, head, (*told, *notes), empty="no findings"
    )


def _row(finding: Finding, names: Mapping[str, str]) -> Row:
    return {
        "name": names.get(finding.tournament, finding.tournament),
        "fact": None if finding.position is None else f"#{finding.position}",
        "position": finding.position,
        "code": finding.code,
        "what": finding.what,
        "damage": finding.damage,
    }


def heads_view(rows: Sequence[tuple[str, Head]], title: str, top: Mapping[str, object]) -> View:
    """Return heads of a tournament, each with what it is the head of."""
    columns = (Column("what", "of"), Column("short", "head"), Column("root", "root"))
    made = tuple({"what": what, **head.record()} for what, head in rows)
    return View(title, columns, made, top)


def proof_view(proof: Proof, findings: Sequence[Finding], trusted: bool) -> View:
    """Return what a proof shows, and whether it holds."""
    says: str
    if isinstance(proof, InclusionProof):
        heads = [proof.head]
        says = f'fact #{proof.position} "{proof.topic}" of tournament {proof.tournament}'
        says += f" is among the {count_of(proof.head.size, 'fact')} of head {proof.head.head.short}"
        fact: str | None = proof.state
    else:
        heads = [proof.earlier, proof.later]
        says = f"head {proof.later.head.short} of tournament {proof.tournament}"
        says += f" continues head {proof.earlier.head.short}"
        fact = None
    holds = not findings
    notes = [f"{'proven' if holds else 'NOT PROVEN'}: {says}"]
    if fact is not None and holds:
        notes.append(f"the fact: {fact}")
    if holds and not trusted:
        notes.append("compare the head with one you trust: --head, as printed on a sheet")
    head = {
        "holds": holds,
        "trusted": trusted and holds,
        "proof": "consistency" if isinstance(proof, ConsistencyProof) else "inclusion",
        "id": proof.tournament,
        "heads": [one.head.record() for one in heads],
        "fact": fact,
    }
    rows = tuple(_row(finding, {}) for finding in findings)
    return View("", _COLUMNS, rows, head, tuple(notes), empty="no findings")
