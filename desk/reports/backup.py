"""The use cases of copies: a backup of a ledger in use, and restoring a backup. Both verified."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from desk.desk import Desk
from desk.reports.integrity_view import damage_in_words
from ledger.errors import DamagedLedger
from ledger.hash_tree import HeadRecord
from ledger.integrity.verify import Verified, verify
from ledger.integrity.whole_file import Progress, evidence_of, untold
from ledger.messages import do, message
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.store.backup import copied
from ledger.store.store import Store
from projections.views.view import Column, View


class CopiedTournament(Record):
    """A tournament in a verified copy."""

    name: Annotated[str, "Its name."]
    id: Annotated[str, "Its id."]
    facts: Annotated[int, "Number of facts."]
    head: Spread[HeadRecord]


class CopyHead(Record):
    """A verified copy of a ledger."""

    file: Annotated[str, "The copy, as it was named."]
    copied_from: Annotated[str, "The file it is a copy of."]


_COLUMNS = (
    Column("name", message("columns.tournament")), Column("facts", align="right"),
    Column("short", message("columns.head")),
)  # fmt: skip


def backup(desk: Desk, target: Path, progress: Progress = untold) -> View | Refusal:
    """Copy a ledger, in use or not, into one new file, and verify the copy.

    If the target is a folder the file is named by the ledger and the time. A copy that cannot be
    verified is not kept; an existing file is not overwritten (StoreError).
    """
    if target.is_dir():
        now = desk.runtime.now().astimezone()
        target = target / f"{desk.path.stem}-{now:%Y%m%d-%H%M%S}.backup"
    return _verified_copy(desk.path, target, progress)


def restore(desk: Desk, source: Path, progress: Progress = untold) -> View | Refusal:
    """Restore a backup in the place of a ledger, which must be gone, and verify the result.

    The backup stays as it is. A backup that cannot be verified is not restored; an existing ledger
    is not overwritten (StoreError).
    """
    return _verified_copy(source, desk.path, progress)


def _verified_copy(source: Path, target: Path, progress: Progress) -> View | Refusal:
    with Store(source) as store:
        try:
            with copied(store, target, progress) as part:
                verified = _all_in_order(part, source, progress)
        except DamagedLedger as wrong:
            return wrong.refusal
    rows = [CopiedTournament(r.name, r.tournament, r.head.size, r.head.record()) for r in verified]
    title = message("integrity.copied", target=str(target), source=str(source))
    return View(title, _COLUMNS, rows, CopyHead(str(target), str(source)))


def _all_in_order(copy: Path, source: Path, progress: Progress) -> list[Verified]:
    """Verify every tournament of a copy; raise DamagedLedger when there is damage."""
    with Store(copy) as store, evidence_of(store, progress=progress) as evidence:
        results = [verify(one) for one in evidence.kept()]
    findings = [*evidence.findings, *(one for result in results for one in result.findings)]
    if (damage := damage_in_words(findings)) is not None:
        what = message("integrity.path-damaged", path=str(source), damage=damage)
        step = message("integrity.nothing-copied", command=do("verify", ledger=str(source)))
        raise DamagedLedger(Refusal("ledger-damaged", what, step, exit=Exit.DAMAGED))
    return results
