"""A whole lake: every part of its plan that is not there yet, then the manifest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ledger.errors import damaged
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from projections.lake.files import (
    DonePart,
    LakeManifest,
    done_part,
    read_plan,
    sweep,
    write_manifest,
    write_plan,
    writing,
)
from projections.lake.part import LakeWords, part_maker
from projections.lake.plan import (
    LakePart,
    LakePlan,
    LakeRules,
    LeftOutLedger,
    ledgers_in,
    planned,
)
from projections.spread.port import Workforce


@dataclass(frozen=True, slots=True)
class BuiltLake:
    """The result of a build: parts made now and before, and what the lake has.

    `refused` are the damaged tournaments, `left_out` the damaged ledgers, which are not in it.
    """

    folder: Path
    ledgers: int
    made: int
    before: int
    tournaments: int
    facts: int
    rows: int
    bytes: int
    refused: tuple[tuple[str, Refusal], ...]
    left_out: tuple[LeftOutLedger, ...]


Told = Callable[[int, int], None]


def plan_lake(
    places: Sequence[LedgerPlace],
    folder: Path,
    rules: LakeRules,
    workforce: Workforce,
    progress: Told,
    *,
    leave_out_damaged: bool = False,
) -> LakePlan:
    """Plan a lake of the ledgers at some places, and write the plan into its folder.

    `leave_out_damaged`: without the damaged ones of these ledgers.
    """
    with writing(folder):
        return _plan(
            places,
            folder=folder,
            rules=rules,
            workforce=workforce,
            progress=progress,
            leave_out_damaged=leave_out_damaged,
        )


def _plan(
    places: Sequence[LedgerPlace],
    folder: Path,
    *,
    rules: LakeRules,
    workforce: Workforce,
    progress: Told,
    leave_out_damaged: bool,
) -> LakePlan:
    ledgers = ledgers_in(places)
    workforce.reach(_paths(ledgers, folder))
    plan = planned(ledgers, rules, workforce, progress, leave_out_damaged=leave_out_damaged)
    write_plan(folder, plan)
    return plan


def _paths(ledgers: Sequence[LedgerPlace], folder: Path) -> list[Path]:
    """Return the files and folders that every worker must see."""
    return [*(place for place in ledgers if isinstance(place, Path)), folder]


def build_lake(
    places: Sequence[LedgerPlace],
    folder: Path,
    *,
    rules: LakeRules,
    words: LakeWords,
    workforce: Workforce,
    program: str,
    progress: Told,
    leave_out_damaged: bool = False,
) -> BuiltLake:
    """Make a lake of the ledgers at some places; without places, by the plan in the folder.

    `leave_out_damaged`: without the damaged ones of these ledgers.

    Parts that are there are not made again. `progress` is told how many facts are done, of all.
    `program` is the version to write into the manifest, which is written last; until then the lake
    is what it was. Raise LakeError, SpreadError, StoreError, and KeyboardInterrupt.
    """
    with writing(folder):
        if places:
            plan = _plan(
                places,
                folder=folder,
                rules=rules,
                workforce=workforce,
                progress=lambda done, total: None,
                leave_out_damaged=leave_out_damaged,
            )
        else:
            plan = read_plan(folder, rules.engines)
            workforce.reach(_paths([each.place for each in plan.ledgers], folder))
        done = {part.name: done_part(folder, part.name) for part in plan.parts}
        todo = [part for part in plan.parts if done[part.name] is None]
        done |= _made(
            plan, folder=folder, todo=todo, words=words, workforce=workforce, progress=progress
        )
        parts = tuple((p.ledgers, there) for p in plan.parts if (there := done[p.name]) is not None)
        manifest = LakeManifest(plan.versions, plan.pairings, plan.ledgers, parts, plan.decisions)
        write_manifest(folder, manifest, program)
        sweep(folder, manifest)
    return _built(folder, plan, manifest, len(todo))


def make_parts(
    folder: Path, numbers: Sequence[int], words: LakeWords, progress: Told
) -> list[tuple[LakePart, DonePart, bool]]:
    """Make parts of the plan in a folder, by number; return each, and whether it was there."""
    plan = read_plan(folder, words.engines.names(), numbers)
    there = {part.name for part in plan.parts if done_part(folder, part.name) is not None}
    results = []
    with _maker(plan, folder, words)() as make:
        for at, part in enumerate(plan.parts):
            progress(at, len(plan.parts))
            results.append((part, make(part), part.name in there))
    progress(len(plan.parts), len(plan.parts))
    return results


def _maker(plan: LakePlan, folder: Path, words: LakeWords) -> partial:  # type: ignore[type-arg]
    """Return the work of making a part, which can be sent to another process."""
    return partial(part_maker, folder.absolute(), replace(plan, parts=()), words)


def _made(
    plan: LakePlan,
    *,
    folder: Path,
    todo: Sequence[LakePart],
    words: LakeWords,
    workforce: Workforce,
    progress: Told,
) -> dict[str, DonePart | None]:
    """Make the parts that are not done; return them by name."""
    done: dict[str, DonePart | None] = {}
    facts = 0
    total = sum(part.facts for part in todo)
    with closing(workforce.each(_maker(plan, folder, words), todo)) as making:
        for part, part_done in zip(todo, making, strict=True):
            done[part.name] = part_done
            facts += part.facts
            progress(facts, total)
    return done


def _built(folder: Path, plan: LakePlan, manifest: LakeManifest, count: int) -> BuiltLake:
    parts = [part for _, part in manifest.parts]
    refused = tuple(
        (tournament, replace(damaged(what).refusal, code=code))
        for part in parts
        for tournament, code, what in part.damaged
    )
    return BuiltLake(
        folder=folder,
        ledgers=len(plan.ledgers),
        made=count,
        before=len(parts) - count,
        tournaments=sum(len(part.tournaments) for part in plan.parts) - len(refused),
        facts=sum(part.facts for part in plan.parts),
        rows=sum(sum(part.rows.values()) for part in parts),
        bytes=sum(sum(part.bytes.values()) for part in parts),
        refused=refused,
        left_out=plan.left_out,
    )
