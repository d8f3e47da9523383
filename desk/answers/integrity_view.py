"""The output of verification, heads and proofs for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal

from ledger.errors import KEEP_AND_RESTORE
from ledger.hash_tree import Head, HeadRecord
from ledger.integrity.evidence import Finding
from ledger.integrity.proofs import ConsistencyProof, InclusionProof, Proof
from ledger.integrity.verify import Verified
from ledger.messages import Sentence, also, message
from ledger.records import Record, Spread
from ledger.refusals import Exit
from projections.games.rounds import TournamentAt
from projections.views.columns import AMOUNT, NAME, Column, columns_of
from projections.views.view import View


class FindingRow(Record):
    """A finding."""

    name: Annotated[str, "Name of the tournament, its id, or empty for the file itself.", NAME]
    fact: Annotated[str | None, "The fact concerned, as people write it: #12.", AMOUNT]
    position: Annotated[int | None, "The same as a number, null: none or several."]
    code: Annotated[str, "Kind of finding, a stable name: changed, gap, fork, tail-missing."]
    what: Annotated[Sentence, "The finding in words."]
    damage: Annotated[bool, "false: nothing is wrong, but something cannot be told."]


_COLUMNS = columns_of(
    FindingRow,
    "name",
    "fact",
    "code",
    "what",
    headings={"name": message("columns.tournament"), "code": message("columns.finding")},
)


class VerifiedTournament(Record):
    """A verified tournament."""

    tournament: Annotated[str, "Its name, empty where it cannot be read."]
    id: Annotated[str, "Its id."]
    facts: Annotated[int, "Number of facts."]
    heads: Annotated[int, "Number of heads recorded."]
    head: Annotated[HeadRecord, "The head over all of its facts, as they are now."]


class VerifiedHead(Record):
    """Whether everything is as it was recorded."""

    clean: Annotated[bool, "Whether nothing was found (exit code 0)."]
    damaged: Annotated[bool, "Whether there is damage (exit code 4)."]
    tournaments: Annotated[list[VerifiedTournament], "The tournaments that were verified."]
    file: Annotated[HeadRecord | None, "The head over the whole file; null: one tournament."]


class HeadRow(Record):
    """A head of a tournament."""

    what: Annotated[Sentence, "What it is the head of."]
    head: Spread[HeadRecord]


class ProofHead(Record):
    """Whether a proof holds."""

    holds: Annotated[bool, "Whether it holds."]
    trusted: Annotated[bool, "Whether it leads to a head that was given with --head."]
    proof: Annotated[Literal["inclusion", "consistency"], "Kind of proof."]
    id: Annotated[str, "Id of the tournament."]
    heads: Annotated[list[HeadRecord], "The heads it is about."]
    fact: Annotated[str | None, "The stored bytes of the fact, null: no fact."]


def exit_of(findings: Sequence[Finding]) -> Exit:
    """Return the exit code for these findings: 0 clean, 1 nothing damaged, 4 damaged."""
    if any(finding.damage for finding in findings):
        return Exit.DAMAGED
    return Exit.FINDINGS if findings else Exit.DONE


def damage_in_words(findings: Iterable[Finding]) -> Sentence | None:
    """Return how many findings are damage, and the first of them; None: none is."""
    damage = [finding for finding in findings if finding.damage]
    if not damage:
        return None
    return message("integrity.damage", n=len(damage), first=damage[0].what)


def verify_view(
    what: str,
    results: Sequence[Verified],
    *,
    findings: Sequence[Finding],
    notes: Sequence[Sentence] = (),
    whole: Head | None = None,
    step: Sentence = KEEP_AND_RESTORE,
) -> View:
    """Return the outcome of a verification; `findings` are all of them, in reading order.

    `whole` is the head of the file, None when only a part of the file was verified. `step` is what
    to do about damage.
    """
    names = {one.tournament: one.name or one.tournament for one in results}
    state = exit_of(findings)
    titles = {
        Exit.DONE: message("integrity.in-order", what=what),
        Exit.FINDINGS: message("integrity.not-damaged", what=what),
        Exit.DAMAGED: message("integrity.damaged", what=what),
    }
    verified = [
        VerifiedTournament(r.name, r.tournament, r.head.size, r.heads, r.head.record())
        for r in results
    ]
    of_file = whole.record() if whole else None
    head = VerifiedHead(state is Exit.DONE, state is Exit.DAMAGED, verified, of_file)
    lines: list[Sentence] = [
        message(
            "integrity.verified",
            name=names[one.tournament],
            facts=message("integrity.facts", n=one.head.size),
            heads=message("integrity.heads", n=one.heads),
            head=one.head.short,
        )
        for one in results
    ]
    lines += [
        message("integrity.note", name=names[one.tournament], note=note)
        for one in results
        for note in one.notes
    ]
    if whole is not None:
        lines.append(message("integrity.the-file", n=whole.size, head=whole.short))
    if state is Exit.DAMAGED:
        lines.append(step)
    rows = [_row(finding, names) for finding in findings]
    nothing = message("integrity.no-findings")
    return View(titles[state], _COLUMNS, rows, head, (*lines, *notes), empty=nothing)


def _row(finding: Finding, names: Mapping[str, str]) -> FindingRow:
    return FindingRow(
        name=names.get(finding.tournament, finding.tournament),
        fact=None if finding.position is None else f"#{finding.position}",
        position=finding.position,
        code=finding.code,
        what=finding.what,
        damage=finding.damage,
    )


def heads_view(heads: Sequence[tuple[Sentence, Head]], title: Sentence, top: TournamentAt) -> View:
    """Return heads of a tournament, each with its meaning."""
    of = message("columns.of")
    head = message("columns.head")
    columns = (Column("what", heading=of), Column("short", heading=head), Column("root"))
    return View(title, columns, [HeadRow(what, one.record()) for what, one in heads], top)


def proof_view(proof: Proof, findings: Sequence[Finding], trusted: bool) -> View:
    """Return the content of a proof, and whether it holds."""
    fact = proof.state if isinstance(proof, InclusionProof) else None
    if isinstance(proof, InclusionProof):
        heads = [proof.head]
        says = message(
            "integrity.among",
            n=proof.head.size,
            position=proof.position,
            topic=proof.topic,
            tournament=proof.tournament,
            head=proof.head.head.short,
        )
    else:
        heads = [proof.earlier, proof.later]
        says = message(
            "integrity.continues",
            later=proof.later.head.short,
            tournament=proof.tournament,
            earlier=proof.earlier.head.short,
        )
    holds = not findings
    proven = "integrity.proven"
    not_proven = "integrity.not-proven"
    notes = [message(proven if holds else not_proven, what=says)]
    if fact is not None and holds:
        notes.append(message("integrity.the-fact", fact=fact))
    if holds and not trusted:
        notes.append(message("integrity.compare", option=also(head=True)))
    head = ProofHead(
        holds=holds,
        trusted=trusted and holds,
        proof="consistency" if isinstance(proof, ConsistencyProof) else "inclusion",
        id=proof.tournament,
        heads=[one.head.record() for one in heads],
        fact=fact,
    )
    rows = [_row(finding, {}) for finding in findings]
    return View("", _COLUMNS, rows, head, tuple(notes), empty=message("integrity.no-findings"))
