"""The files of a lake: the plan, a record for each part that is done, the manifest, strays.

lake.json                 the manifest: what is in the lake; written last
plan.ndjson               the plan: a line about the whole, then a line for each part
parts/NAME.json           a part that is done, with the rows of each table
TABLE/NAME.parquet        its rows
.writing-*                files of a part that is being made
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ledger.errors import StoreError
from ledger.kept_names import check_output_name
from ledger.locks import lock
from ledger.messages import Blank, Sentence, do, message
from ledger.place import place_from
from ledger.system_errors import said_by_system
from ledger.text_files import json_of
from ledger.whole_files import HALF, write_whole
from projections.lake.errors import LakeError, lake_error
from projections.lake.plan import (
    FORMAT,
    KnownTournament,
    LakeLedger,
    LakePairings,
    LakePart,
    LakePlan,
    LakeVersion,
    LedgerShare,
    LeftOutLedger,
)
from projections.mirror.tables import STORED, VERSION

MANIFEST = "lake.json"
PLAN = "plan.ndjson"
DONE = "parts"
WRITING = ".writing-"
LOCK = ".lock"

OF_LEDGER = "of_ledger"
"""A column that only the files of `tournaments` have: the number of the ledger in the part, from 1.

The part's name does not follow the places of its ledgers, so the files have a number.
"""


@dataclass(frozen=True, slots=True)
class DonePart:
    """A part that is done: by table its rows and the bytes of its file; damaged tournaments.

    A damaged tournament has its id, the kind of damage, and what is wrong.
    """

    name: str
    rows: dict[str, int]
    bytes: dict[str, int]
    damaged: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class LakeManifest:
    """What is in a lake: parts, each with the numbers of its ledgers, under rule versions.

    `decisions` says whether it has those of all rounds.
    """

    versions: tuple[LakeVersion, ...]
    pairings: tuple[LakePairings, ...]
    ledgers: tuple[LakeLedger, ...]
    parts: tuple[tuple[tuple[int, ...], DonePart], ...]
    decisions: bool = False


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Hold a folder for building a lake in it; make it, for its owner alone, if it is not there.

    Raise LakeError when it holds something else, or another program is building there.
    """
    check_output_name(folder)
    try:
        if not folder.exists():
            folder.mkdir(mode=0o700, parents=True)
        names = {path.name for path in folder.iterdir()}
        if names - {LOCK} and PLAN not in names:
            what = message("lake.not-empty", folder=str(folder))
            raise lake_error("no-lake", what, message("lake.other-folder"))
        with (folder / LOCK).open("w") as file:
            try:
                lock(file.fileno())
            except BlockingIOError:
                what = message("lake.busy", folder=str(folder))
                raise lake_error("lake-busy", what, message("store.wait-until-done")) from None
            yield
    except OSError as error:
        raise unwritable(folder, error) from error


def unwritable(folder: Path, error: Exception) -> LakeError:
    """Make the error for a folder that cannot be written."""
    what = message("lake.unwritable", folder=str(folder), error=said_by_system(error))
    return lake_error("lake-unwritable", what, message("lake.check-disk"))


def file_of_part(folder: Path, table: str, name: str) -> Path:
    """Return the file with the rows of a table in a part."""
    return folder / table / f"{name}.parquet"


# --- the plan -------------------------------------------------------------------------------------


def write_plan(folder: Path, plan: LakePlan) -> None:
    """Write a plan in one piece."""
    head = {
        "format": FORMAT,
        "tables": VERSION,
        "parts": len(plan.parts),
        "engines": plan.engines,
        "decisions": plan.decisions,
        "versions": plan.versions,
        "pairings": plan.pairings,
        "ledgers": [[str(place), *end] for place, *end in plan.ledgers],
        "left_out": [[str(place), *why] for place, *why in plan.left_out],
    }
    lines = [head, *([p.number, p.name, p.shares] for p in plan.parts)]
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    write_whole(folder / PLAN, text.encode(), private=True)


def read_plan(folder: Path, engines: str, numbers: Iterable[int] | None = None) -> LakePlan:
    """Return the plan of a folder, with the parts of these numbers only (None: all).

    Raise LakeError when there is none, when another version made it or it had other engines, and
    for a number without part.
    """
    path = folder / PLAN
    wanted = None if numbers is None else sorted(set(numbers))
    try:
        with path.open(encoding="utf-8") as file:
            head: Any = json_of(next(file))
            if (head["format"], head["tables"], head.get("engines")) != (FORMAT, VERSION, engines):
                what = message("lake.plan-of-another-version", path=str(path))
                raise lake_error("other-plan", what, message("lake.plan-again"))
            count = head["parts"]
            if wanted and not 1 <= wanted[0] <= wanted[-1] <= count:
                wrong = wanted[0] if wanted[0] < 1 else wanted[-1]
                what = message("lake.no-part", number=wrong, last=count)
                raise lake_error("no-such-part", what, message("lake.part-numbers"))
            lines = enumerate(islice(file, count), 1)
            parts = [_part(line) for at, line in lines if wanted is None or at in wanted]
    except FileNotFoundError as error:
        what = message("lake.no-plan", folder=str(folder))
        step = do("lake-plan", places=Blank("FROM"), to=Blank("FOLDER"))
        raise lake_error("no-plan", what, step) from error
    except (OSError, ValueError, LookupError, TypeError, StopIteration, StoreError) as error:
        what = message("lake.plan-unreadable", path=str(path))
        raise lake_error("plan-unreadable", what, message("lake.plan-again")) from error
    ledgers = tuple(LakeLedger(place_from(each[0]), *each[1:]) for each in head["ledgers"])
    left_out = tuple(
        LeftOutLedger(place_from(each[0]), *each[1:]) for each in head.get("left_out", ())
    )
    return LakePlan(
        *_rules(head),
        engines=engines,
        ledgers=ledgers,
        parts=tuple(parts),
        left_out=left_out,
        decisions=bool(head["decisions"]),
    )


def _rules(content: Any) -> tuple[tuple[LakeVersion, ...], tuple[LakePairings, ...]]:
    """Return the rules in a plan or a manifest."""
    versions = tuple(LakeVersion(*each) for each in content["versions"])
    pairings = ((name, tuple(knowledge), *rest) for name, knowledge, *rest in content["pairings"])
    return versions, tuple(LakePairings(*each) for each in pairings)


def _part(line: str) -> LakePart:
    content: Any = json_of(line)
    number, name, shares = content
    return LakePart(number, name, tuple(_share(*each) for each in shares))


def _share(ledger: int, tournaments: Any) -> LedgerShare:
    return LedgerShare(ledger, tuple(KnownTournament(*each) for each in tournaments))


# --- parts that are done --------------------------------------------------------------------------


def write_done(folder: Path, part: DonePart) -> None:
    """Write the record of a part, after all of its files."""
    (folder / DONE).mkdir(exist_ok=True)
    write_whole(folder / DONE / f"{part.name}.json", _as_text(_content(part)), private=True)


def done_part(folder: Path, name: str) -> DonePart | None:
    """Return a part that is done, with all its files there; None for any other."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        part = _done(json_of((folder / DONE / f"{name}.json").read_text("utf-8")))
        if all(
            file_of_part(folder, table, name).stat().st_size == size
            for table, size in part.bytes.items()
        ):
            return part
    return None


def _content(part: DonePart) -> dict[str, object]:
    return {"name": part.name, "rows": part.rows, "bytes": part.bytes, "damaged": part.damaged}


def _done(content: Any) -> DonePart:
    damaged = tuple((str(t), str(code), str(what)) for t, code, what in content["damaged"])
    return DonePart(content["name"], dict(content["rows"]), dict(content["bytes"]), damaged)


def _as_text(content: object) -> bytes:
    return (json.dumps(content, ensure_ascii=False) + "\n").encode()


# --- the manifest ---------------------------------------------------------------------------------


def write_manifest(folder: Path, manifest: LakeManifest, program: str) -> None:
    """Write what is in the lake, in one piece; `program` is its version."""
    content = {
        "made_by": f"toernooiboek {program}",
        "format": FORMAT,
        "tables": VERSION,
        "versions": manifest.versions,
        "pairings": manifest.pairings,
        "decisions": manifest.decisions,
        "ledgers": [[str(place), *end] for place, *end in manifest.ledgers],
        "parts": [{"ledgers": at, **_content(part)} for at, part in manifest.parts],
    }
    write_whole(folder / MANIFEST, _as_text(content), private=True)


def read_manifest(folder: Path) -> LakeManifest:
    """Return what is in a lake; raise LakeError when it is not finished, or another version's."""
    try:
        content: Any = json_of((folder / MANIFEST).read_text("utf-8"))
        if (content["format"], content["tables"]) != (FORMAT, VERSION):
            what = message("lake.of-another-version", folder=str(folder))
            raise lake_error("other-lake", what, _from_ledgers(folder))
        ledgers = tuple(LakeLedger(place_from(each[0]), *each[1:]) for each in content["ledgers"])
        parts = tuple((tuple(each["ledgers"]), _done(each)) for each in content["parts"])
        return LakeManifest(*_rules(content), ledgers, parts, bool(content["decisions"]))
    except FileNotFoundError as error:
        if (folder / PLAN).is_file():
            what = message("lake.not-finished", folder=str(folder))
            step = _by_plan(folder)
        else:
            what = message("lake.no-lake", folder=str(folder))
            step = _from_ledgers(Blank("FOLDER"))
        raise lake_error("no-lake", what, step) from error
    except (OSError, ValueError, LookupError, TypeError, StoreError) as error:
        raise lake_damaged(folder) from error


def lake_damaged(folder: Path) -> LakeError:
    """Make the error for a lake with files that are gone or damaged: a build makes those again."""
    step = _by_plan(folder) if (folder / PLAN).is_file() else _from_ledgers(folder)
    return lake_error("lake-unreadable", message("lake.unreadable", folder=str(folder)), step)


def _by_plan(folder: Path) -> Sentence:
    return do("lake-build", to=str(folder))


def _from_ledgers(folder: Path | Blank) -> Sentence:
    to = folder if isinstance(folder, Blank) else str(folder)
    return do("lake-build", places=Blank("FROM"), to=to)


def sweep(folder: Path, manifest: LakeManifest) -> None:
    """Delete what is not in the lake: files of earlier builds and of killed workers."""
    rows = {part.name: part.rows for _, part in manifest.parts}
    for table in STORED:
        for path in (folder / table.name).glob("*.parquet"):
            if table.name not in rows.get(path.stem, {}):
                path.unlink(missing_ok=True)
    for path in (*(folder / DONE).iterdir(), *folder.glob(f"{HALF}*")):
        if path.stem not in rows:
            path.unlink(missing_ok=True)
    for path in folder.glob(f"{WRITING}*"):
        shutil.rmtree(path, ignore_errors=True)
