"""The work of the verbs of the mirror, and the answers of those that replay a whole ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from desk.answers.bulk.refreshed import MirrorPath
from desk.render.english import english
from ledger.later import Later
from ledger.messages import Blank, Sentence, do, message
from ledger.place import LedgerPlace
from ledger.records import Record
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.store.snapshot import snapshot
from ledger.store.store import Store
from projections.counterfactuals.stage import PairingStage, verdicts
from projections.counterfactuals.versions import Knowledge, PairingVersion
from projections.mirror.decision_stage import DecisionStage
from projections.mirror.files import mirror_path
from projections.mirror.progress import (
    Refreshed,
    has_decisions,
    how_far,
    open_if_current,
)
from projections.mirror.refresh import refresh
from projections.mirror.stage import Stage
from projections.mirror.tables import statements, without_decisions
from projections.sql.connections import looked_at, opened
from projections.views.columns import Kind, columns_of
from projections.views.damage import DamagedRows, damaged_rows
from projections.views.view import View

if TYPE_CHECKING:
    from pairing.review import again
    from pairing.review import decisions as review
    from pairing.systems import registry
    from projections.sql.questions import Connection
else:  # all that pairs: most mirrors need none of it
    again = Later("pairing.review.again")
    review = Later("pairing.review.decisions")
    registry = Later("pairing.systems.registry")


class ReplayedHead(Record):
    """With --all: how many tournaments of the ledger were replayed into the mirror."""

    path: MirrorPath
    left_out: Annotated[int, "Seasons, which are left out."]
    refused: DamagedRows


class ReplayedRow(Record):
    """A version."""

    rules: Annotated[str, "The version."]
    replayed: Annotated[int, "Tournaments replayed now."]
    done_before: Annotated[int, "Tournaments the mirror held as they are now."]


_REPLAYED = columns_of(
    ReplayedRow, "rules", "replayed", "done_before", headings={"rules": message("columns.under")}
)


class PairedRow(Record):
    """A version that all rounds were paired again by (--pairings)."""

    rules: Annotated[
        str,
        "The version, or 'in force': the rules that held for each round.",
        Kind(words="pairing-version"),
    ]
    known: Annotated[Literal["then", "now"], "What they were paired from.", Kind(words="knowledge")]
    replayed: Annotated[int, "Tournaments paired now."]
    done_before: Annotated[int, "Tournaments the mirror held as they are now."]
    rounds: Annotated[int, "Rounds."]
    same: Annotated[int, "Rounds paired as they were published."]
    colours: Annotated[int, "Rounds in which only colours differ."]
    different: Annotated[int, "Rounds in which boards differ."]
    no_pairing: Annotated[int, "Rounds that cannot be paired, or whose rules have no engine."]


_PAIRED = columns_of(
    PairedRow,
    "rules",
    "known",
    "replayed",
    "done_before",
    "rounds",
    "same",
    "colours",
    "different",
    "no_pairing",
    headings={"rules": message("columns.under")},
)


def replayed_view(done: Refreshed, wanted: Sequence[Rulebook], left_out: int) -> View:
    """Return how many tournaments were replayed under each version, now and before.

    `left_out` are the seasons, which no other version can count.
    """
    rows = [ReplayedRow(rules.id, *done.replayed[rules.id]) for rules in wanted]
    refused, notes = damaged_rows(done.refused)
    if left_out:
        notes = (message("mirror.left-out", n=left_out), *notes)
    return View("", _REPLAYED, rows, ReplayedHead(str(done.path), left_out, refused), notes)


def cannot_replay_all(versions: Sequence[Rulebook]) -> list[Refusal]:
    """Return the refusals of a replay of a whole ledger under these versions."""
    refused = [
        Refusal(
            "season-not-in-bulk",
            message("mirror.season", rules=rules.id),
            do("replay", names=Blank("NAME"), rules=rules.id),
            exit=Exit.USAGE,
        )
        for rules in versions
        if rules.ranks_by_value
    ]
    return refused + _twice(versions)


def _twice(versions: Sequence[Rulebook]) -> list[Refusal]:
    times = Counter(rules.id for rules in versions)
    own_id = message("mirror.own-id")
    return [
        Refusal("same-name-twice", message("mirror.same-name", rules=id_), own_id, exit=Exit.USAGE)
        for id_, number in times.items()
        if number > 1
    ]


def cannot_pair_all(versions: Sequence[Rulebook]) -> list[Refusal]:
    """Return the refusals of pairing all rounds of a ledger again under these versions."""
    refused = [refusal for rules in versions if (refusal := registry.without_engine(rules))]
    return refused + _twice(versions)


def pairing_stage(
    versions: Sequence[Rulebook | None] = (), knowledge: str | None = None
) -> PairingStage:
    """Return the stage of a refresh that pairs rounds again: as the mirror has it, and by these.

    A version None: the rules in force. `knowledge` is then, now, or None for both.
    """
    return PairingStage(lambda: again.ENGINES, english, pairing_versions(versions, knowledge))


def stages_of_mirror(
    pairings: PairingStage | None = None,
    *,
    decisions: bool | None = None,
    anew: bool = False,
    tell: Callable[[Sentence], None] = lambda work: None,
) -> list[Stage]:
    """Return the stages of a refresh: decisions, then rounds paired again.

    `decisions` None: where the mirror has them; `anew`: every round is then decided again. `tell`
    is called before rounds are decided, with their number.
    """
    deciding = DecisionStage(
        lambda: review.DECIDING,
        english,
        wanted=decisions,
        anew=anew,
        tell=lambda rounds: tell(message("mirror.decided-first", n=rounds)),
    )
    return [deciding, pairings or pairing_stage()]


def pairing_versions(
    versions: Sequence[Rulebook | None], knowledge: str | None
) -> list[PairingVersion]:
    """Return the rules to pair all rounds again by; see `pairing_stage`."""
    both: tuple[Knowledge, ...] = ("then", "now")
    moments = tuple(one for one in both if knowledge in (one, None))
    return [PairingVersion(rules, moments) for rules in versions]


def paired_view(done: Refreshed, stage: PairingStage) -> View:
    """Return, for each version, the tournaments paired again, and the rounds by their verdicts."""
    rows = []
    with looked_at(done.path) as database:
        for name, knowledge, *counts in verdicts(database):
            rows.append(PairedRow(name, knowledge, *stage.counts[name], *counts))
    refused, notes = damaged_rows([*done.refused, *stage.refused])
    head = ReplayedHead(str(done.path), 0, refused)
    return View("", _PAIRED, rows, head, notes, empty=message("mirror.no-rounds"))


def open_latest(
    ledger: LedgerPlace,
    tell: Callable[[Sentence], None] = lambda work: None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    jobs: int | None = None,
    *,
    decisions: bool = False,
) -> Connection:
    """Open the mirror of a ledger for questions; make it or bring it up to date first.

    `tell` is called before that work, with its size; `jobs` and `progress` are those of `refresh`.
    `decisions`: with the decisions of all rounds. A file that is no mirror is not replaced. Raise
    MirrorError, StoreError, and KeyboardInterrupt as `refresh` does.
    """
    database = open_if_current(ledger)
    if database is None:
        tell(_work(ledger))
    elif not decisions or has_decisions(database):
        return database
    else:
        database.close()
    stages = stages_of_mirror(decisions=decisions or None, tell=tell)
    refresh(ledger, says=english, stages=stages, jobs=jobs, progress=progress)
    # Not `open_current`: others may record so fast that no mirror has everything.
    return opened(mirror_path(ledger), read_only=True)


def _work(ledger: LedgerPlace) -> Sentence:
    """Return what has to be done before a question to the mirror is answered."""
    path = mirror_path(ledger)
    with Store(ledger) as store, snapshot(store) as now:
        end = now.end()
        there = how_far(path)
        continued = there is not None and now.end(there.end.sequence) == there.end
        if there is None or not continued or now.records_changed(there.end.sequence):
            return message("mirror.made-first", n=end.sequence, path=path.name)
    return message("mirror.updated-first", n=end.sequence - there.end.sequence, path=path.name)


def open_tables(ledger: LedgerPlace) -> Connection:
    """Open the mirror of a ledger as it is, or tables without rows: for their descriptions."""
    path = mirror_path(ledger)
    if how_far(path) is not None:
        return opened(path, read_only=True)
    database = opened()
    for statement in statements(without_decisions()):
        database.execute(statement)
    return database
