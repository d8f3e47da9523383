"""The use cases of tamper evidence: verify a file; heads, proofs and bundles of a tournament."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from desk.access import last_head
from desk.answers.integrity_view import damage_in_words, heads_view, verify_view
from desk.desk import Desk, choose
from ledger.errors import KEEP_AND_RESTORE, after_loss
from ledger.facts.stamps import Recorded
from ledger.hash_tree import Head, KnownHead, head_of
from ledger.integrity import bundle as bundles
from ledger.integrity.bundle import Bundle, kept_of, read_bundle, verify_bundle
from ledger.integrity.evidence import Finding, Kept, reading_of
from ledger.integrity.proofs import Proof, prove_fact, prove_growth
from ledger.integrity.verify import Verified, check_against, check_head, verify
from ledger.integrity.whole_file import Evidence, evidence_of, untold
from ledger.messages import Blank, Sentence, also, do, message
from ledger.place import LedgerPlace, ServerAddress
from ledger.refusals import Exit, Refusal
from ledger.state.tournament import replay
from ledger.store.file.open_files import is_open
from ledger.store.store import Store
from ledger.store.tables.last_head import Loss
from ledger.store.tables.layout import shown
from ledger.store.tables.people import PersonRecord
from ledger.store.tables.port import Progress
from ledger.store.tables.recorder import StoredFact
from projections.games.rounds import TournamentAt
from projections.views.view import View


@dataclass(frozen=True, slots=True)
class Verification:
    """A verification: its output for people and programs, and the exit code."""

    view: View
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A tournament of a ledger whose facts are verified."""

    tournament: str
    name: str
    rows: tuple[StoredFact, ...]
    rounds: tuple[tuple[int, int], ...]
    """Each round with the position at which it was published or last changed."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """A file brought up to date: the facts recorded for it, and the heads to keep elsewhere.

    `heads` are those of the tournaments, by name; `head` is that of the file. `tables`: those on a
    server were of an earlier version.
    """

    facts: tuple[Recorded, ...]
    heads: tuple[tuple[str, Head], ...]
    head: Head
    tables: bool = False


def verify_ledger(
    desk: Desk,
    tournament: str | None,
    *,
    head: KnownHead | None,
    other: LedgerPlace | None,
    of_file: KnownHead | None = None,
    progress: Progress = untold,
    accept_loss: bool = False,
) -> Verification | Refusal:
    """Verify a ledger file, or one tournament of it; then the rest of the file is not read.

    `head` is one of a tournament from elsewhere, `other` another copy: a ledger or a bundle.
    `of_file` is one of the whole file, which is read for it. What is gone of that which the program
    remembers outside the file is a finding; with `accept_loss` it is a note, and from then on the
    ledger is taken as it is. Raise KeyboardInterrupt when Ctrl-C stops it.
    """
    now = desk.runtime.now()
    with Store(desk.place, despite_loss=True) as store, ExitStack() as opened:
        loss = _loss(desk, store)
        chosen = None if tournament is None else choose(store, tournament)
        if isinstance(chosen, Refusal):
            return chosen
        copy = None if other is None else opened.enter_context(_copy(other))
        if isinstance(copy, Refusal):
            return copy
        evidence = opened.enter_context(evidence_of(store, of_file, progress, only=chosen))
        meant = _meant(evidence, head, desk.place)
        if isinstance(meant, Refusal):
            return meant
        results: list[Verified] = []
        of_head: list[Finding] = []
        for kept in evidence.kept():
            results.append(verify(kept, now))
            if head is not None and kept.tournament == meant:
                of_head += check_head(kept, head)
            if copy is not None:
                copy.compare(kept)
        compared = [] if copy is None else copy.found(whole=chosen is None)
        opened.close()
        if loss is not None and accept_loss:
            store.accept_loss()
            last_head.accept(desk.place, desk.runtime, store.last_head())
    findings = [*evidence.findings, *(f for one in results for f in one.findings), *of_head]
    step = KEEP_AND_RESTORE
    if loss is not None and not accept_loss:
        findings.insert(0, Finding(loss.code, loss.what))
        step = after_loss(str(desk.place))
    notes: list[Sentence] = [] if head is None else [*_agreed_head(findings, head)]
    if copy is not None:
        wrong = message("integrity.copy-damaged", copy=copy.name)
        notes += [wrong] if copy.damaged else []
        agrees = message("integrity.copy-agrees", copy=copy.name)
        notes += _agreed(compared, agrees) if copy.shares else []
    if of_file is not None:
        note = message("integrity.file-head-agrees", n=of_file.size)
        notes += _agreed(evidence.findings, note)
    if _older_tables(store):
        notes.append(message("integrity.older-tables", command=do("upgrade")))
    if evidence.head is None:
        notes.append(message("integrity.not-around", command=do("verify")))
    if loss is not None and accept_loss:
        notes.append(message("integrity.loss-accepted", what=loss.what))
    whole = evidence.head if chosen is None else None
    findings += compared
    view = verify_view(
        desk.place.name, results=results, findings=findings, notes=notes, whole=whole, step=step
    )
    return Verification(view, tuple(findings))


def _loss(desk: Desk, store: Store) -> Loss | None:
    """Return what a ledger lacks of the heads that it and its desk remember."""
    return store.loss or store.loss_since(last_head.known_by_desk(desk.place, desk.runtime))


def _agreed(findings: Sequence[Finding], note: Sentence) -> list[Sentence]:
    return [] if any(finding.damage for finding in findings) else [note]


def _agreed_head(findings: Sequence[Finding], head: KnownHead) -> list[Sentence]:
    return _agreed(findings, message("integrity.head-agrees", size=head.size))


def _meant(evidence: Evidence, head: KnownHead | None, place: LedgerPlace) -> str | Refusal:
    """Return the tournament of a head, "" without a head."""
    ids = [shown(id_) for id_ in evidence.tournaments]
    meant = [id_ for id_ in ids if head is not None and head.tournament in ("", id_)]
    if head is None or len(meant) == 1:
        return "".join(meant)
    if meant:
        what = message("integrity.which-head", n=len(meant), path=str(place))
        step = message("integrity.choose", option=also(tournament=Blank("NAME")))
    else:
        what = message("integrity.no-such-head", path=str(place))
        step = message("integrity.right-ledger")
    return Refusal("which-tournament", what, step, exit=Exit.USAGE)


@dataclass(slots=True)
class _Copy:
    """Another copy, compared tournament by tournament.

    `left` are its tournaments not compared yet, by name in words, as `read` takes them.
    """

    name: str
    left: dict[str, bytes]
    read: Callable[[bytes], Kept]
    findings: list[Finding] = field(default_factory=list)
    shares: bool = False
    damaged: bool = False

    def compare(self, kept: Kept) -> None:
        """Compare a tournament, if the copy has it."""
        id_ = self.left.pop(kept.tournament, None)
        if id_ is not None:
            self.shares = True
            theirs = self.read(id_)
            self._judge(theirs)
            self.findings += check_against(kept, theirs)

    def found(self, whole: bool) -> list[Finding]:
        """Return the findings; `whole`: everything here was compared, and none may be missing."""
        for id_ in self.left.values() if whole else ():
            self._judge(self.read(id_))
        if not self.shares:
            what = message("integrity.none-of-these", copy=self.name)
            return [Finding("other-tournament", what, damage=False)]
        what = message("integrity.not-here", copy=self.name)
        missing = sorted(self.left) if whole else []
        return [*self.findings, *(Finding("tournament-missing", what, one) for one in missing)]

    def _judge(self, kept: Kept) -> None:
        self.damaged = self.damaged or any(finding.damage for finding in verify(kept).findings)


@contextmanager
def _copy(place: LedgerPlace) -> Iterator[_Copy | Refusal]:
    if isinstance(place, Path) and _is_bundle(place):
        bundle = read_bundle(place.read_bytes())
        if isinstance(bundle, Refusal):
            yield bundle
            return
        yield _Copy(place.name, {bundle.tournament: b""}, lambda _: kept_of(bundle))
        return
    with Store(place) as store, reading_of(store) as reading:
        yield _Copy(place.name, {shown(id_): id_ for id_ in reading.tournaments()}, reading.kept)


def _is_bundle(path: Path) -> bool:
    begin = b""
    with suppress(OSError):
        begin = path.open("rb").read(16) if path.is_file() and not is_open(path) else b""
    return begin.lstrip().startswith(b"{")


def bring_up_to_date(desk: Desk, program: str, progress: Progress = untold) -> Upgraded | Refusal:
    """Bring a file of an earlier version to this one; refuse when verification finds damage.

    `program` is the version that does it. Raise KeyboardInterrupt when Ctrl-C stops it.
    """
    with Store(desk.place) as store:
        with evidence_of(store, progress=progress) as evidence:
            results = [verify(one) for one in evidence.kept()]
        findings = [*evidence.findings, *(f for one in results for f in one.findings)]
        if (damage := damage_in_words(findings)) is not None:
            what = message("integrity.path-damaged", path=str(desk.place), damage=damage)
            return Refusal("ledger-damaged", what, do("verify"), exit=Exit.DAMAGED)
        older = _older_tables(store)
        added = store.bring_up_to_date(desk.runtime, program, progress)
        names = {result.tournament: result.name for result in results}
        with evidence_of(store, progress=progress) as evidence:
            heads = tuple((names[one.tournament], one.head) for one in evidence.kept())
            head = evidence.head
    assert head is not None
    return Upgraded(added, heads, head, older)


def _older_tables(store: Store) -> bool:
    """Tell whether a server has tables with the guards of an earlier version."""
    return isinstance(store.place, ServerAddress) and store.outdated


def chosen(desk: Desk, tournament: str | None) -> Chosen | Refusal:
    """Return a tournament of a ledger; raise DamagedLedger when it is not as recorded."""
    with Store(desk.place) as store:
        id_ = choose(store, tournament)
        if isinstance(id_, Refusal):
            return id_
        recorded = store.facts(id_)  # refuses damaged facts
        rows = store.stored(id_)[: len(recorded)]
    state = replay(fact for fact, _ in recorded)
    rounds = [(r.number, r.changed_at) for r in state.rounds]
    return Chosen(id_, state.name, rows, tuple(rounds))


def heads(one: Chosen, number: int | None) -> list[tuple[Sentence, Head]] | Refusal:
    """Return the heads at each round's publication and now, or that of one round."""
    leaves = [row.own_hash for row in one.rows]
    published: list[tuple[Sentence, Head]] = [
        (message("integrity.published", round=n, position=at), head_of(leaves, at))
        for n, at in one.rounds
        if number in (None, n)
    ]
    if number is None:
        return [*published, (message("integrity.all-facts", n=len(leaves)), head_of(leaves))]
    if published:
        return published
    what = message("book.not-published", round=number)
    return Refusal("round-not-published", what, do("rounds"), exit=Exit.USAGE)


def heads_as_view(one: Chosen, published: Sequence[tuple[Sentence, Head]]) -> View:
    """Return heads for people and programs."""
    top = TournamentAt(one.name, one.tournament, len(one.rows))
    return heads_view(published, message("integrity.heads-of", tournament=one.name), top)


def prove(one: Chosen, event: int | None, start: KnownHead | None) -> Proof | Refusal:
    """Make the proof that a fact is in the ledger, or that the ledger continues a head."""
    last = len(one.rows)
    if start is None:
        assert event is not None
        if not 1 <= event <= last:
            unknown = message("integrity.no-fact", position=event, last=last)
            return Refusal("unknown-position", unknown, do("log"), exit=Exit.USAGE)
        return prove_fact(one.rows, event)
    wrong = check_head(Kept(one.tournament, one.rows, None, (), None), start)
    if start.size < 1 or wrong:
        what = wrong[0].what if wrong else message("integrity.head-of-nothing")
        step = message("integrity.tells-more", command=do("verify", head=Blank("HEAD")))
        return Refusal("head-not-continued", what, step, exit=Exit.DAMAGED)
    return prove_growth(one.rows, start.size, last)


def bundle_of(desk: Desk, tournament: str | None, names: bool) -> Bundle | Refusal:
    """Make the bundle of a tournament; refuse when verification finds it damaged."""
    with Store(desk.place) as store:
        id_ = choose(store, tournament)
        if isinstance(id_, Refusal):
            return id_
        with evidence_of(store, only=id_) as evidence:
            (kept,) = evidence.kept()
    verified = verify(kept)
    damage = damage_in_words((*evidence.findings, *verified.findings))
    if damage is not None:
        return Refusal("ledger-damaged", damage, do("verify"), exit=Exit.DAMAGED)
    if names and (kept.people is None or kept.nameless):
        what = message("integrity.without-names")
        step = message("integrity.where-names-are")
        return Refusal("no-names", what, step, exit=Exit.USAGE)
    records = tuple(
        PersonRecord(key, tuple(json.loads(record).items()), salt)
        for key, (record, salt) in sorted((kept.people or {}).items())
    )
    return bundles.make_bundle(kept.rows, records if names else None, verified.name)


def verify_bundle_file(path: Path, head: KnownHead | None) -> Verification | Refusal:
    """Verify a bundle without a ledger."""
    bundle = read_bundle(path.read_bytes())
    if isinstance(bundle, Refusal):
        return bundle
    verified = verify_bundle(bundle)
    findings = [*verified.findings, *(check_head(kept_of(bundle), head) if head else ())]
    notes = _agreed_head(findings, head) if head else []
    return Verification(
        verify_view(path.name, [verified], findings=findings, notes=notes), tuple(findings)
    )


def open_bundle(desk: Desk, path: Path) -> Verified | Refusal:
    """Add the tournament of a bundle to a ledger, creating the ledger if it is missing."""
    bundle = read_bundle(path.read_bytes())
    if isinstance(bundle, Refusal):
        return bundle
    verified = verify_bundle(bundle)
    if (damage := damage_in_words(verified.findings)) is not None:
        what = message("integrity.path-damaged", path=path.name, damage=damage)
        step = do("bundle-verify", file=path.name)
        return Refusal("bundle-damaged", what, step, exit=Exit.DAMAGED)
    with Store(desk.place, create=True) as store:
        if store.head(verified.tournament):
            what = message("integrity.holds-already", path=str(desk.place))
            compare = do("verify", against=path.name)
            step = message("integrity.compare-or-name", command=compare, option=also(ledger=True))
            return Refusal("tournament-exists", what, step, exit=Exit.USAGE)
        rows = bundles.rows_of(bundle)
        people = bundles.people_of(bundle)
        store.restore(verified.tournament, rows, people, names=bundle.people is not None)
    return verified
