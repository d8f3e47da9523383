"""Is a tournament as it was recorded? Everything is computed again from the stored bytes.

A head or a copy from elsewhere shows what the file cannot show of itself: a tail that was cut off,
an older copy put back, a history rewritten with all its hashes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ledger.errors import StoreError
from ledger.facts import tournament as events
from ledger.facts.codec import decode
from ledger.facts.disputes import CommandUndone
from ledger.facts.stamps import Recorded, Stamp, still_to_come
from ledger.facts.tournament import AnyFact
from ledger.hash_tree import Head, KnownHead, head_of, range_of
from ledger.integrity.evidence import Finding, Kept
from ledger.messages import Sentence
from ledger.state.book import rulebook_of
from ledger.state.tournament import Tournament, following, replay
from ledger.store.kept_hashes import PUBLICATIONS
from ledger.store.old_files import too_new
from ledger.store.people import canonical_record, expected_records, hash_record
from ledger.store.sqlite_file import SCHEMA
from ledger.text_files import json_of


@dataclass(frozen=True, slots=True)
class Verified:
    """The outcome for one tournament: its head as computed now, and all that was found.

    name is "" where the opening cannot be read. notes tell what no check can.
    """

    tournament: str
    name: str
    head: Head
    heads: int
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()


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
    """Check one tournament against itself: places, hashes, heads, people, replay.

    now is what the clock says; with it, stamps that are later are named.
    """
    checking = _Checking(kept)
    facts = _facts(checking)
    whole = len(facts) == len(kept.rows) and not checking.findings
    opening = facts[0].fact if facts else None
    if whole and not isinstance(opening, events.TournamentOpened):
        checking.find("gap", "#1 does not open the tournament", 1)
    if kept.hashed:
        _hashes(checking)
        _heads(checking)
    else:
        what = "no hashes are kept yet: written by an older version; upgrade begins with them"
        checking.find("no-hashes", what, damage=False)
    _lowered(checking, facts)
    if whole:
        _stamps(checking, facts)
        _ahead(checking, facts, now)
        _people(checking, facts)
        _replays(checking, [fact for fact, _ in facts])
    return Verified(
        kept.tournament,
        opening.name if isinstance(opening, events.TournamentOpened) else "",
        kept.head,
        len(kept.heads),
        tuple(checking.findings),
        tuple(_notes(kept, facts)),
    )


def _notes(kept: Kept, facts: Sequence[Recorded]) -> Iterator[str]:
    begun = [(s.position, f.facts) for f, s in facts if isinstance(f, events.HashesBegun)]
    covered = max([kept.unhashed, *(number for _, number in begun)])
    if covered:
        said = f" (#{begun[-1][0]} says so)" if begun else ""
        yield (
            f"{f'#1 to #{covered}' if covered > 1 else '#1'} were recorded before hashes were"
            f" kept{said}: only a head or a copy from elsewhere shows that they are as they were"
        )
    if kept.people is None or kept.nameless:
        yield "names were left out, so there are no records to check"


def _facts(checking: _Checking) -> list[Recorded]:
    """Return the facts that can be read; whatever keeps them from being all is found."""
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
    """Look for a fact that was recorded in a file of a newer version than this one says it is."""
    states = {row.position: row.state for row in checking.kept.rows}
    for recorded in facts if checking.kept.schema < SCHEMA else ():
        position = recorded.stamp.position
        if (what := too_new(checking.kept.schema, recorded, states[position])) is not None:
            checking.find("lowered", what, position)
            return


def _find_gap(checking: _Checking, expected: int, position: int) -> None:
    if position < expected:
        checking.find("gap", f"there are two facts #{position}, or one before #1", position)
        return
    missing = f"#{expected}" if position == expected + 1 else f"#{expected} to #{position - 1}"
    checking.find("gap", f"{missing} {'is' if position == expected + 1 else 'are'} gone", expected)


def _hashes(checking: _Checking) -> None:
    """Compare each fact with the hash beside it, and these hashes with the tree."""
    kept = checking.kept
    compact, tree = kept.own_tree, kept.tree
    for row, leaf in zip(kept.rows, kept.leaves, strict=True):
        if row.leaf is None:
            what = "has no hash beside it: not recorded by this program"
            checking.find("inserted", what, row.position)
        elif row.leaf != leaf:
            what = "is not as it was recorded"
            if tree == compact:
                what = "is as it was recorded, but the hash beside it is not"
            checking.find("changed", what, row.position)
    last = kept.rows[-1].position if kept.rows else 0
    if tree is None:
        checking.find("tree-differs", "its hash tree is gone or cannot be read")
    elif tree.size > last:
        _find_gap(checking, last + 1, tree.size + 1)
    elif tree.size < last:
        what = f"its hash tree ends at #{tree.size}, its facts at #{last}"
        checking.find("tree-differs", what)
    elif tree.size == compact.size and tree not in (compact, range_of(_recorded(kept))):
        checking.find("tree-differs", "its hash tree is not that of its facts")


def _recorded(kept: Kept) -> tuple[bytes, ...]:
    """Return the hashes beside the facts: what they were, also where they are changed now."""
    return tuple(row.leaf or leaf for row, leaf in zip(kept.rows, kept.leaves, strict=True))


def _heads(checking: _Checking) -> None:
    """Compare each recorded head with the facts, and see that each publication has one.

    A changed fact is named by its own hash, so heads are held against the hashes beside the facts;
    behind a fact that is gone they cannot be.
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
            checking.find("head-differs", "the head recorded here is another", compact.size)
        if head is None and row.topic in PUBLICATIONS:
            checking.find("head-missing", "is a publication without a recorded head", compact.size)
        if head is not None and row.topic not in PUBLICATIONS:
            checking.find("head-differs", "has a head, but is no publication", compact.size)
    if kept.tree is None or kept.tree.size <= compact.size:
        for size in recorded:
            checking.find("head-differs", f"a head is recorded at #{size}, where no fact is")


def _stamps(checking: _Checking, facts: Sequence[Recorded]) -> None:
    """Look at what the recording gave each fact: a time that does not go back, an own id."""
    ids: set[str] = set()
    before: Stamp | None = None
    for _, stamp in facts:
        if before is not None and stamp.recorded_at < before.recorded_at:
            checking.find("time", "is recorded before the fact in front of it", stamp.position)
        if stamp.event_id in ids:
            checking.find("id", "has the id of an earlier fact", stamp.position)
        ids.add(stamp.event_id)
        before = stamp


def _ahead(checking: _Checking, facts: Sequence[Recorded], now: datetime | None) -> None:
    """Name the first fact with a time that is still to come."""
    ahead = None if now is None else still_to_come([stamp for _, stamp in facts], now)
    if ahead is not None:
        checking.find("time-ahead", ahead[1], ahead[0], damage=False)


def _people(checking: _Checking, facts: Sequence[Recorded]) -> None:
    """Compare each record beside the ledger with the hash in the last fact about it."""
    people = checking.kept.people
    if people is None:
        return
    expected = expected_records(facts)
    for key, (wanted, position) in expected.items():
        person = people.get(key)
        if wanted is None and person is not None:
            checking.find("person-not-forgotten", f'the record "{key}" is still there', position)
        elif wanted is not None and person is None and not checking.kept.nameless:
            checking.find("person-missing", f'the record "{key}" is gone', position)
        elif wanted is not None and person is not None and not _is_record(*person, wanted):
            checking.find("person-changed", f'the record "{key}" was changed since', position)
    for key in sorted(set(people) - set(expected)):
        checking.find("person-added", f'the record "{key}" belongs to no fact')


def _is_record(text: object, salt: object, wanted: str) -> bool:
    """Tell whether a stored record is, to the letter, the one with this hash."""
    try:
        record = json_of(text)
        if not isinstance(record, dict):
            return False
        written = canonical_record(record) == text and isinstance(salt, str)
        return written and hash_record(str(salt), record) == wanted
    except (TypeError, ValueError):
        return False


def _replays(checking: _Checking, facts: Sequence[AnyFact]) -> None:
    """Fold fact by fact, and from zero at the end and where an undo became public: all must agree.

    Between two such places both would apply the same facts to the same state.
    """
    state = Tournament()
    differs = False  # only an undo is folded in another way
    for position, fact in enumerate(facts, 1):
        try:
            if isinstance(fact, events.TournamentOpened | events.RulesChanged):
                rulebook_of(fact.rulebook_text)
            before = facts[: position - 1] if isinstance(fact, CommandUndone) else ()
            state = following(state, before, fact)
        except Exception as error:  # whatever a fact that does not belong there may lead to
            what = f"does not follow from the facts before it ({type(error).__name__})"
            checking.find("replay", what, position)
            return
        differs = differs or isinstance(fact, CommandUndone)
        public = differs and fact.TOPIC in PUBLICATIONS
        if public or position == len(facts):
            differs = False
            if replay(facts[:position]) != state:
                checking.find("replay", "gives another state when replayed from #1", position)


def check_head(kept: Kept, reference: KnownHead) -> list[Finding]:
    """Compare a tournament with a head known from elsewhere: what was cut off or rewritten."""
    if reference.tournament and reference.tournament != kept.tournament:
        what = f"the head is of tournament {reference.tournament}"
        return [Finding("other-tournament", what, kept.tournament)]
    if reference.size > len(kept.rows):
        what = f"the head covers #1 to #{reference.size}, but the facts end at #{len(kept.rows)}"
        return [Finding("tail-missing", f"{what}: an older copy, or cut off", kept.tournament)]
    if reference.agrees_with(head_of(kept.leaves, reference.size).root):
        return []
    what = f"#1 to #{reference.size} are not the facts of that head"
    return [Finding("head-differs", what, kept.tournament)]


def check_against(kept: Kept, other: Kept) -> list[Finding]:
    """Compare a tournament with another copy of it, fact by fact."""
    ours, theirs = kept.leaves, other.leaves
    for position, (one, two) in enumerate(zip(ours, theirs, strict=False), 1):
        if one != two:
            what = "is another fact in the other copy: from here on the two differ"
            return [Finding("fork", what, kept.tournament, position)]
    if len(theirs) > len(ours):
        what = f"the other copy goes on to #{len(theirs)}; these facts end at #{len(ours)}"
        return [Finding("tail-missing", f"{what}: an older copy, or cut off", kept.tournament)]
    return []
