"""Check that a tournament is as it was recorded, by recomputing everything from the stored bytes.

A head or a copy from elsewhere reveals what the file alone cannot: a tail that was cut off, an
older copy put back, a history rewritten with all its hashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from ledger.errors import StoreError
from ledger.facts import tournament as events
from ledger.facts.codec import decode
from ledger.facts.disputes import CommandUndone
from ledger.facts.stamps import Recorded, Stamp, still_to_come
from ledger.facts.tournament import AnyFact
from ledger.hash_tree import Head, KnownHead, head_of, range_of
from ledger.integrity.evidence import Finding, Kept
from ledger.messages import Sentence, message
from ledger.state.book import rulebook_of
from ledger.state.details import DETAILS_RECORD, zone_of
from ledger.state.tournament import Tournament, following, replay
from ledger.store.file.old_files import too_new
from ledger.store.tables.kept_hashes import PUBLICATIONS
from ledger.store.tables.layout import SCHEMA
from ledger.store.tables.people import canonical_record, expected_records, hash_record
from ledger.text_files import json_of


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome for one tournament: its head as computed now, and all findings.

    `name` is "" where the opening is unreadable. `notes` name the limits of every check.
    """

    tournament: str
    name: str
    head: Head
    heads: int
    findings: tuple[Finding, ...]
    notes: tuple[Sentence, ...] = ()


@dataclass(slots=True)
class _Checking:
    """One tournament under verification."""

    kept: Kept
    findings: list[Finding] = field(default_factory=list)

    def find(
        self, code: str, what: Sentence, position: int | None = None, damage: bool = True
    ) -> None:
        self.findings.append(Finding(code, what, self.kept.tournament, position, damage))


def verify(kept: Kept, now: datetime | None = None) -> Verified:
    """Check one tournament by itself: places, hashes, heads, people, replay.

    `now` is the current time; with it, later stamps are reported.
    """
    checking = _Checking(kept)
    facts = _facts(checking)
    whole = len(facts) == len(kept.rows) and not checking.findings
    opening = facts[0].fact if facts else None
    if whole and not isinstance(opening, events.TournamentOpened):
        checking.find("gap", message("integrity.no-opening"), 1)
    if kept.hashed:
        _hashes(checking)
        _heads(checking)
    else:
        checking.find("no-hashes", message("integrity.no-hashes"), damage=False)
    _lowered(checking, facts)
    if whole:
        _stamps(checking, facts)
        _ahead(checking, facts, now)
        _people(checking, facts)
        _replays(checking, [fact for fact, _ in facts])
    return Verified(
        tournament=kept.tournament,
        name=opening.name if isinstance(opening, events.TournamentOpened) else "",
        head=kept.head,
        heads=len(kept.heads),
        findings=tuple(checking.findings),
        notes=tuple(_notes(kept, facts)),
    )


def _notes(kept: Kept, facts: Sequence[Recorded]) -> Iterator[Sentence]:
    begun = [(s.position, f.facts) for f, s in facts if isinstance(f, events.HashesBegun)]
    covered = max([kept.unhashed, *(number for _, number in begun)])
    if covered:
        said = message("integrity.says-so", position=begun[-1][0]) if begun else ""
        yield message("integrity.before-hashes", n=covered, said=said)
    if kept.people is None or kept.nameless:
        yield message("integrity.left-out")


def _facts(checking: _Checking) -> list[Recorded]:
    """Return the readable facts; each obstacle to reading all of them becomes a finding."""
    facts: list[Recorded] = []
    expected = 1
    for row in checking.kept.rows:
        if row.position != expected:
            _find_gap(checking, expected, row.position)
        expected = row.position + 1
        try:
            facts.append(decode(row.tournament, row.position, row.topic, row.state))
        except StoreError as error:
            checking.find("unreadable", error.refusal.what, row.position)
    return facts


def _lowered(checking: _Checking, facts: Sequence[Recorded]) -> None:
    """Look for a fact that was recorded in a file of a newer version than this file states."""
    states = {row.position: row.state for row in checking.kept.rows}
    for recorded in facts if checking.kept.schema < SCHEMA else ():
        position = recorded.stamp.position
        if (what := too_new(checking.kept.schema, recorded, states[position])) is not None:
            checking.find("lowered", what, position)
            return


def _find_gap(checking: _Checking, expected: int, position: int) -> None:
    if position < expected:
        checking.find("gap", message("integrity.twice", position=position), position)
        return
    gone = message("integrity.gone", first=expected)
    if position > expected + 1:
        gone = message("integrity.gone-several", first=expected, last=position - 1)
    checking.find("gap", gone, expected)


def _hashes(checking: _Checking) -> None:
    """Compare each fact with the hash beside it, and these hashes with the tree."""
    kept = checking.kept
    compact = kept.own_tree
    tree = kept.tree
    for row, leaf in zip(kept.rows, kept.leaves, strict=True):
        if row.leaf is None:
            checking.find("inserted", message("integrity.inserted"), row.position)
        elif row.leaf != leaf:
            what = message("integrity.changed")
            if tree == compact:
                what = message("integrity.hash-changed")
            checking.find("changed", what, row.position)
    last = kept.rows[-1].position if kept.rows else 0
    if tree is None:
        checking.find("tree-differs", message("integrity.tree-gone"))
    elif tree.size > last:
        _find_gap(checking, last + 1, tree.size + 1)
    elif tree.size < last:
        what = message("integrity.tree-ends", tree=tree.size, last=last)
        checking.find("tree-differs", what)
    elif tree.size == compact.size and tree not in (compact, range_of(_recorded(kept))):
        checking.find("tree-differs", message("integrity.tree-differs"))


def _recorded(kept: Kept) -> tuple[bytes, ...]:
    """Return the hashes beside the facts: of the facts as recorded, even if one was changed."""
    return tuple(row.leaf or leaf for row, leaf in zip(kept.rows, kept.leaves, strict=True))


def _heads(checking: _Checking) -> None:
    """Compare each recorded head with the facts, and check that each publication has one.

    A changed fact is reported by its own hash, so heads are compared with the hashes beside the
    facts; after a missing fact that is impossible.
    """
    kept = checking.kept
    recorded = {head.size: head for head in kept.heads}
    leaves = kept.leaves if kept.tree == kept.own_tree else _recorded(kept)
    compact = range_of(())
    for row, leaf in zip(kept.rows, leaves, strict=True):
        if row.position != compact.size + 1:
            return
        compact.add(leaf)
        head = recorded.pop(compact.size, None)
        if head is not None and head.root != compact.root:
            checking.find("head-differs", message("integrity.other-head"), compact.size)
        if head is None and row.topic in PUBLICATIONS:
            checking.find("head-missing", message("integrity.head-missing"), compact.size)
        if head is not None and row.topic not in PUBLICATIONS:
            checking.find("head-differs", message("integrity.no-publication"), compact.size)
    if kept.tree is None or kept.tree.size <= compact.size:
        for size in recorded:
            checking.find("head-differs", message("integrity.head-nowhere", size=size))


def _stamps(checking: _Checking, facts: Sequence[Recorded]) -> None:
    """Check the stamps: times never go back, and each fact has an id of its own."""
    ids: set[str] = set()
    before: Stamp | None = None
    for _, stamp in facts:
        if before is not None and stamp.recorded_at < before.recorded_at:
            checking.find("time", message("integrity.time-back"), stamp.position)
        if stamp.event_id in ids:
            checking.find("id", message("integrity.same-id"), stamp.position)
        ids.add(stamp.event_id)
        before = stamp


def _ahead(checking: _Checking, facts: Sequence[Recorded], now: datetime | None) -> None:
    """Report the first fact with a time in the future."""
    if now is None:
        return
    zone = _zone(checking.kept)
    ahead = still_to_come([stamp for _, stamp in facts], now, zone)
    if ahead is not None:
        checking.find("time-ahead", ahead[1], ahead[0], damage=False)


def _zone(kept: Kept) -> tzinfo | None:
    """Return the time zone of a tournament, as far as its record can be read."""
    text, _ = (kept.people or {}).get(DETAILS_RECORD, ("{}", ""))
    with suppress(TypeError, ValueError):
        record = json_of(text)
        return zone_of({DETAILS_RECORD: record}) if isinstance(record, dict) else None
    return None


def _people(checking: _Checking, facts: Sequence[Recorded]) -> None:
    """Compare each record beside the ledger with the hash in the last fact about it."""
    people = checking.kept.people
    if people is None:
        return
    expected = expected_records(facts)
    for key, (wanted, position) in expected.items():
        person = people.get(key)
        if wanted is None and person is not None:
            checking.find(
                "person-not-forgotten", message("integrity.record-there", key=key), position
            )
        elif wanted is not None and person is None and not checking.kept.nameless:
            checking.find("person-missing", message("integrity.record-gone", key=key), position)
        elif wanted is not None and person is not None and not _is_record(*person, wanted):
            checking.find("person-changed", message("integrity.record-changed", key=key), position)
    for key in sorted(set(people) - set(expected)):
        checking.find("person-added", message("integrity.record-added", key=key))


def _is_record(text: object, salt: object, wanted: str) -> bool:
    """Tell whether a stored record is exactly the one with this hash."""
    try:
        record = json_of(text)
        if not isinstance(record, dict):
            return False
        written = canonical_record(record) == text and isinstance(salt, str)
        return written and hash_record(str(salt), record) == wanted
    except (TypeError, ValueError):
        return False


def _replays(checking: _Checking, facts: Sequence[AnyFact]) -> None:
    """Fold fact by fact, and from zero at some places, and compare the states.

    These places are the end, and each undo that became public. Between two such places both would
    apply the same facts to the same state.
    """
    state = Tournament()
    differs = False  # only an undo is folded in another way
    for position, fact in enumerate(facts, 1):
        try:
            if isinstance(fact, events.TournamentOpened | events.RulesChanged):
                rulebook_of(fact.rulebook_text)
            before = facts[: position - 1] if isinstance(fact, CommandUndone) else ()
            state = following(state, before, fact)
        except Exception as error:  # a misplaced fact may raise anything
            what = message("integrity.does-not-follow", error=type(error).__name__)
            checking.find("replay", what, position)
            return
        differs = differs or isinstance(fact, CommandUndone)
        public = differs and fact.TOPIC in PUBLICATIONS
        if public or position == len(facts):
            differs = False
            if replay(facts[:position]) != state:
                checking.find("replay", message("integrity.another-state"), position)


def check_head(kept: Kept, reference: KnownHead) -> list[Finding]:
    """Compare a tournament with a head known from elsewhere: a missing tail, or rewritten facts."""
    if reference.tournament and reference.tournament != kept.tournament:
        what = message("integrity.head-of-other", tournament=reference.tournament)
        return [Finding("other-tournament", what, kept.tournament)]
    if reference.size > len(kept.rows):
        what = message("integrity.head-covers", size=reference.size, last=len(kept.rows))
        return [Finding("tail-missing", what, kept.tournament)]
    if reference.agrees_with(head_of(kept.leaves, reference.size).root):
        return []
    what = message("integrity.not-of-head", size=reference.size)
    return [Finding("head-differs", what, kept.tournament)]


def check_against(kept: Kept, other: Kept) -> list[Finding]:
    """Compare a tournament with another copy of it, fact by fact."""
    ours = kept.leaves
    theirs = other.leaves
    for position, (one, two) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != two:
            what = message("integrity.fork")
            return [Finding("fork", what, kept.tournament, position)]
    if len(theirs) > len(ours):
        what = message("integrity.copy-goes-on", theirs=len(theirs), ours=len(ours))
        return [Finding("tail-missing", what, kept.tournament)]
    return []
