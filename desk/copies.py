"""The use case of `copy`: tournaments carried from one ledger to another, each all or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Annotated, get_args

from desk.desk import choose
from desk.outcomes import Written
from desk.remains import after_forgetting
from ledger.errors import Conflict, DamagedLedger, StoreError
from ledger.facts.records import PersonForgotten
from ledger.hash_tree import HeadRecord
from ledger.integrity.copy import Carried, CopyOutcome, carry
from ledger.integrity.evidence import Kept, reading_of
from ledger.integrity.whole_file import untold
from ledger.messages import Sentence, message, run_on
from ledger.place import LedgerPlace
from ledger.records import Record, Spread
from ledger.refusals import Exit, Refusal, RefusalRecord
from ledger.runtime import Runtime
from ledger.state.book import book_of
from ledger.store.store import Store
from ledger.store.tables.port import Progress
from projections.views.columns import NAME, Kind, columns_of
from projections.views.view import View


class CopiesHead(Record):
    """Tournaments carried from one ledger to another."""

    source: Annotated[str, "The ledger they were copied from."]
    target: Annotated[str, "The ledger they were copied to."]
    copied: Annotated[int, "Tournaments that were not there yet."]
    updated: Annotated[int, "Tournaments that had the first facts, and were brought up to date."]
    already_there: Annotated[int, "Tournaments that were there as they are."]
    refused: Annotated[int, "Tournaments of which nothing was recorded."]
    not_tried: Annotated[int, "Tournaments left, as the target could not be used any more."]


class CopiedRow(Record):
    """A tournament."""

    name: Annotated[str, "Its name, its id where the name cannot be read.", NAME]
    id: Annotated[str, "Its id."]
    outcome: Annotated[CopyOutcome, "What became of it.", Kind(words="copy-outcome")]
    facts: Annotated[int, "Facts recorded now."]
    head: Spread[HeadRecord]
    refused: Annotated[RefusalRecord | None, "Why nothing was recorded."] = None
    notes: Annotated[Sequence[Sentence], "What a person should know of it."] = ()


_COLUMNS = columns_of(
    CopiedRow,
    "name",
    "outcome",
    "facts",
    "short",
    headings={"name": message("columns.tournament"), "short": message("columns.head")},
)


class Copies:
    """A copy of tournaments from one ledger to another.

    `refusals` are those of the tournaments that were refused; `view` shows the whole.
    """

    def __init__(self, source: LedgerPlace, target: LedgerPlace, runtime: Runtime) -> None:
        self.source = source
        self.target = target
        self.runtime = runtime
        self.rows: list[CopiedRow] = []
        self.refusals: list[Refusal] = []
        self.left = 0

    @property
    def exit(self) -> Exit:
        """Return the exit code: that of the gravest refusal."""
        return max((one.exit for one in self.refusals), default=Exit.DONE)

    def view(self) -> View:
        """Return the outcome for people and programs."""
        counts = Counter(row.outcome for row in self.rows)
        numbers = [counts[outcome] for outcome in get_args(CopyOutcome)]
        head = CopiesHead(
            source=str(self.source),
            target=str(self.target),
            copied=numbers[0],
            updated=numbers[1],
            already_there=numbers[2],
            refused=numbers[3],
            not_tried=self.left,
        )
        title = message("copy.title", source=head.source, target=head.target)
        notes = [run_on(f"{row.name}: ", note) for row in self.rows for note in row.notes]
        if self.left:
            notes.append(message("copy.not-tried", n=self.left))
        return View(title, _COLUMNS, self.rows, head, tuple(notes))

    def carry(self, name: str, kept: Kept, target: Callable[[], Store]) -> None:
        """Copy a tournament; see `ledger.integrity.copy`."""
        done = carry(kept, target, (str(self.source), str(self.target)))
        new = kept.rows[len(kept.rows) - done.facts :]
        forgets = done.outcome == "brought up to date" and any(
            row.topic == PersonForgotten.TOPIC for row in new
        )
        notes = self._after_forgetting(kept.tournament, done, target()) if forgets else ()
        self.take(name, kept, done, notes)

    def _after_forgetting(
        self, tournament: str, done: Carried, target: Store
    ) -> tuple[Sentence, ...]:
        """Clear what the target still has of persons forgotten by the facts recorded now."""
        facts = target.facts(tournament)
        book = book_of(facts, {}, self.runtime.new_seed)
        recorded = Written(tournament, facts[len(facts) - done.facts :], book)
        return after_forgetting(target, self.runtime, recorded, done.forgotten)

    def take(self, name: str, kept: Kept, done: Carried, notes: Sequence[Sentence] = ()) -> None:
        """Take note of what became of a tournament."""
        refusal = done.refusal
        if refusal is not None:
            self.refusals.append(refusal)
        self.rows.append(
            CopiedRow(
                name=name,
                id=kept.tournament,
                outcome=done.outcome,
                facts=done.facts,
                head=kept.head.record(),
                refused=None if refusal is None else refusal.record(),
                notes=[*done.notes, *notes],
            )
        )


def copy(
    source: LedgerPlace,
    target: LedgerPlace,
    wanted: Sequence[str],
    runtime: Runtime,
    progress: Progress = untold,
) -> Copies | Refusal:
    """Copy tournaments of a ledger into another, which is made if it is missing.

    `wanted` chooses by id or name, none: all. Each is recorded whole or not at all, so that a copy
    that was stopped goes on when it is started again. `progress` is called with the number of facts
    done and the total. Raise StoreError where the source cannot be read.
    """
    copies = Copies(source, target, runtime)
    with Store(source) as store:
        chosen = _chosen(store, wanted)
        if isinstance(chosen, Refusal):
            return chosen
        sizes = {id_: store.head(id_) for id_, _ in chosen}
        done = 0
        total = sum(sizes.values())
        progress(0, total)
        with ExitStack() as opened, reading_of(store) as reading:
            other = cache(lambda: opened.enter_context(Store(target, create=True)))
            for id_, name in chosen:
                kept = reading.kept(id_.encode())
                try:
                    copies.carry(name, kept, other)
                except StoreError as error:
                    copies.take(name, kept, Carried("refused", refusal=error.refusal))
                    if not isinstance(error, Conflict | DamagedLedger):
                        copies.left = len(chosen) - len(copies.rows)
                        break
                done += sizes[id_]
                progress(done, total)
    return copies


def _chosen(store: Store, wanted: Sequence[str]) -> list[tuple[str, str]] | Refusal:
    """Return id and name of the tournaments to be copied, damaged ones with their id as name."""
    named, damaged = store.listed()
    everything = dict(named) | {id_: id_ for id_, _ in damaged}
    if not wanted:
        return list(everything.items())
    chosen: dict[str, str] = {}
    for text in wanted:
        id_ = text if text in everything else choose(store, text)
        if isinstance(id_, Refusal):
            return id_
        chosen[id_] = everything[id_]
    return list(chosen.items())
