"""The use cases of copies: a backup of a ledger in use, and restoring a backup. Both verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path
from typing import Annotated

from desk.access import last_head
from desk.answers.integrity_view import damage_in_words
from desk.desk import Desk
from ledger.errors import DamagedLedger, StoreError
from ledger.hash_tree import Head, HeadRecord
from ledger.integrity.verify import Verified, verify
from ledger.integrity.whole_file import evidence_of, untold
from ledger.messages import Message, Sentence, do, message
from ledger.place import LedgerPlace
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.state.details import zone_of
from ledger.store.backup import copied
from ledger.store.places import known_head, take_in
from ledger.store.store import Store
from ledger.store.tables.last_head import LastHead
from ledger.store.tables.port import Progress
from projections.views.columns import NAME, columns_of
from projections.views.view import View


class CopiedTournament(Record):
    """A tournament in a verified copy."""

    name: Annotated[str, "Its name.", NAME]
    id: Annotated[str, "Its id."]
    facts: Annotated[int, "Number of facts."]
    head: Spread[HeadRecord]


class CopyHead(Record):
    """A verified copy of a ledger."""

    file: Annotated[str, "The copy, as it was named."]
    copied_from: Annotated[str, "The file it is a copy of."]


_COLUMNS = columns_of(
    CopiedTournament,
    "name",
    "facts",
    "short",
    headings={"name": message("columns.tournament"), "short": message("columns.head")},
)


def backup(desk: Desk, target: Path, progress: Progress = untold) -> View | Refusal:
    """Copy a ledger, in use or not, into one new file, and verify the copy.

    If the target is a folder the file is named by the ledger and the time, in the zone of the
    tournament where the ledger has only one. A copy that cannot be verified is not kept; an
    existing file is not overwritten (StoreError).
    """
    if target.is_dir():
        now = desk.runtime.now().astimezone(_zone(desk.place))
        target = target / f"{desk.place.stem}-{now:%Y%m%d-%H%M%S}.backup"
    return _verified_copy(desk.place, target, progress)


def _zone(ledger: LedgerPlace) -> tzinfo | None:
    """Return the time zone of the one tournament of a file, None: that of this machine."""
    with suppress(StoreError), Store(ledger) as store:
        named, refused = store.listed()
        if len(named) == 1 and not refused:
            people = store.people(named[0][0])
            return zone_of({key: person.record for key, person in people.items()})
    return None


def restore(desk: Desk, source: Path, progress: Progress = untold) -> View | Refusal:
    """Restore a backup in the place of a ledger, which must be gone, and verify the result.

    On a server, a ledger without facts is no obstacle; the backup comes there in one transaction.
    The backup stays as it is. A backup that cannot be verified is not restored; an existing ledger
    is not overwritten (StoreError). What is remembered of the ledger that stood there is replaced;
    a note says how many facts it had more.
    """
    known = [known_head(desk.place), last_head.known_by_desk(desk.place, desk.runtime)]
    view = _put_back(desk, source, progress)
    if isinstance(view, Refusal):
        return view
    with Store(desk.place) as store:
        head = store.last_head()
    last_head.accept(desk.place, desk.runtime, head)
    return replace(view, notes=(*view.notes, *_older(head, known)))


def _older(head: LastHead | None, known: Sequence[LastHead | None]) -> tuple[Sentence, ...]:
    """Return the note that the ledger of which `known` was remembered had more facts."""
    if head is None:
        return ()
    sizes = [one.size for one in known if one is not None and one.first == head.first]
    most = max(sizes, default=0)
    return (message("integrity.restored-older", n=most - head.size, size=most),) * (
        most > head.size
    )


def _put_back(desk: Desk, source: Path, progress: Progress) -> View | Refusal:
    if isinstance(desk.place, Path):
        return _verified_copy(source, desk.place, progress)
    with Store(source) as store:
        try:
            verified, head = _all_in_order(store, source, progress)
            with store.reading() as cursor:
                if not take_in(desk.place, cursor, head, progress):
                    return _has_facts(source, desk.place)
        except DamagedLedger as wrong:
            return wrong.refusal
    return _view(verified, source, desk.place)


def _has_facts(source: Path, place: LedgerPlace) -> Refusal:
    step = message("server.restore-or-copy", copy=do("copy", source=str(source), target=str(place)))
    what = message("server.has-facts", place=str(place))
    return Refusal("ledger-not-empty", what, step, exit=Exit.USAGE)


def _verified_copy(source: LedgerPlace, target: Path, progress: Progress) -> View | Refusal:
    with Store(source) as store:
        try:
            with (
                copied(store, target, progress) as part,
                _told_of(source, part),
                Store(part) as copy,
            ):
                verified, _ = _all_in_order(copy, source, progress)
        except DamagedLedger as wrong:
            return wrong.refusal
    return _view(verified, source, target)


@contextmanager
def _told_of(source: LedgerPlace, part: Path) -> Iterator[None]:
    """Tell damage found in a copy that is being made of its source: the copy has no name yet."""
    try:
        yield
    except DamagedLedger as wrong:
        if not isinstance(what := wrong.refusal.what, Message):
            raise
        named = {key: str(source) if it == str(part) else it for key, it in what.values}
        raise DamagedLedger(replace(wrong.refusal, what=message(what.key, **named))) from wrong


def _view(verified: Sequence[Verified], source: LedgerPlace, target: LedgerPlace) -> View:
    rows = [CopiedTournament(r.name, r.tournament, r.head.size, r.head.record()) for r in verified]
    title = message("integrity.copied", target=str(target), source=str(source))
    return View(title, _COLUMNS, rows, CopyHead(str(target), str(source)))


def _all_in_order(
    store: Store, source: LedgerPlace, progress: Progress
) -> tuple[list[Verified], Head]:
    """Verify every tournament of a ledger; return the head over all facts too.

    Raise DamagedLedger, with the name of `source`, when there is damage.
    """
    with evidence_of(store, progress=progress) as evidence:
        results = [verify(one) for one in evidence.kept()]
    findings = [*evidence.findings, *(one for result in results for one in result.findings)]
    if (damage := damage_in_words(findings)) is not None:
        what = message("integrity.path-damaged", path=str(source), damage=damage)
        step = message("integrity.nothing-copied", command=do("verify", ledger=str(source)))
        raise DamagedLedger(Refusal("ledger-damaged", what, step, exit=Exit.DAMAGED))
    assert evidence.head is not None, "the whole ledger was read"
    return results, evidence.head
