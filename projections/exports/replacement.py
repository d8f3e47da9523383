"""Files and folders that are replaced as a whole: written beside, then renamed into place.

A Parquet, DuckDB or SVG file replaces one of its kind, an export an earlier export, which its
export.json identifies.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ledger.kept_names import check_output_name
from ledger.locks import alone
from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal
from ledger.system_errors import cannot_be_written
from ledger.text_files import json_of
from ledger.whole_files import check_kind

MANIFEST = "export.json"
MADE_BY = "toernooi export --parquet"


class NotReplaced(Exception):
    """A file or folder cannot be written, or its place is taken; `refusal` gives the reason."""

    def __init__(self, code: str, what: Sentence, next_: Sentence) -> None:
        super().__init__(code)
        self.refusal = Refusal(code, what, next_, exit=Exit.USAGE)


def write_manifest(folder: Path, content: Mapping[str, object]) -> None:
    """Write the list of an export's content."""
    text = json.dumps({"made_by": MADE_BY, **content}, indent=2, ensure_ascii=False)
    (folder / MANIFEST).write_bytes(f"{text}\n".encode())


def manifest_of(folder: Path) -> dict[str, object] | None:
    """Return the manifest of an export, None for a folder that is not an export."""
    try:
        manifest = json_of((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return manifest if isinstance(manifest, dict) and manifest.get("made_by") == MADE_BY else None


@contextmanager
def replacing_folder(folder: Path) -> Iterator[Path]:
    """Give an empty folder to write in, which replaces `folder` if the block succeeds.

    Raise NotReplaced when `folder` exists and is not an export, when it contains other files than
    those of the export, when another program is writing it, and when it cannot be written;
    StoreError for a name that no output may have.
    """
    check_output_name(folder)
    folder = Path(os.path.realpath(folder))  # the folder itself, not a link to it
    _check_ours(folder)
    fresh, old = (folder.with_name(f".{folder.name}.{what}-export") for what in ("next", "old"))
    try:
        with _alone(folder):
            try:
                fresh.mkdir(exist_ok=True)
                _empty(fresh)
                _put_back(old, folder)  # left by a killed run
                shutil.rmtree(old, ignore_errors=True)
                yield fresh
                _check_ours(folder)
                if folder.exists():
                    folder.rename(old)
                fresh.rename(folder)
                if old.exists():
                    shutil.rmtree(old)
            finally:
                _put_back(old, folder)
                shutil.rmtree(fresh, ignore_errors=True)
    except OSError as error:
        what = cannot_be_written(folder, error)
        raise NotReplaced("export-unwritable", what, message("system.elsewhere")) from error


def _put_back(old: Path, folder: Path) -> None:
    """Give an earlier export its name again, where the new one did not get it."""
    if old.exists() and not folder.exists():
        old.rename(folder)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock the folder, by a file beside it: an open folder has no lock on Windows, nor a new name."""
    try:
        with alone(folder.with_name(f".{folder.name}.lock-export")):
            yield
    except BlockingIOError as error:
        what = message("exports.busy", folder=str(folder))
        raise NotReplaced("export-busy", what, message("store.wait-until-done")) from error


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


def _check_ours(folder: Path) -> None:
    """Refuse a folder with content that no export wrote."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    manifest = manifest_of(folder)
    if manifest is None:
        what = message("exports.no-export", folder=str(folder))
        raise NotReplaced("not-an-export", what, message("exports.no-export-step"))
    owned = _files_of_each(manifest)
    counts: Counter[str] = Counter()
    for place, below, files in os.walk(folder):
        at = Path(place).relative_to(folder).parts
        foreign = [name for name in files if at == () and name != MANIFEST]
        foreign += [name for name in files if at and not name.endswith(".parquet")]
        foreign += [name for name in below if at == () and name not in owned]
        if foreign:
            raise _foreign(message("exports.foreign", path=str(Path(place, foreign[0]))))
        counts.update({at[0]: len(files)} if at else {})
    for table, files_written in owned.items():
        if counts[table] > files_written:
            raise _foreign(message("exports.too-many", folder=str(folder / table)))


def _files_of_each(manifest: Mapping[str, object]) -> dict[str, int]:
    """Return the number of files of each table by the manifest, without malformed numbers."""
    tables = manifest.get("tables")
    if not isinstance(tables, dict):
        return {}
    files = {t: of.get("files") if isinstance(of, dict) else 0 for t, of in tables.items()}
    return {table: count if isinstance(count, int) else 0 for table, count in files.items()}


def _foreign(what: Sentence) -> NotReplaced:
    return NotReplaced("not-an-export", what, message("exports.foreign-step"))


@contextmanager
def replacing_file(path: Path, kind: str = "Parquet") -> Iterator[Path]:
    """Give a file to write an answer in, which replaces `path` if the block succeeds.

    `kind` is "Parquet", "DuckDB" or "SVG". Raise NotReplaced when another kind of file has that
    name, for example a ledger, or when it cannot be written; StoreError for a name that no output
    may have.
    """
    check_output_name(path, is_duckdb=kind == "DuckDB")
    check_kind(path)
    if path.is_dir():
        what = message("exports.folder", path=str(path))
        raise NotReplaced("answer-unwritable", what, message("store.name-of-file"))
    try:
        if path.exists() and not _is(kind, path):
            what = message("exports.other-kind", path=str(path), kind=kind)
            raise NotReplaced("answer-unwritable", what, message("exports.other-file"))
        with tempfile.TemporaryDirectory(prefix=".toernooi-", dir=path.absolute().parent) as beside:
            fresh = Path(beside) / f"answer.{kind.lower()}"
            yield fresh
            fresh.replace(path)
    except OSError as error:
        what = cannot_be_written(path, error)
        raise NotReplaced("answer-unwritable", what, message("system.elsewhere")) from error


_MARKS = {"Parquet": (0, b"PAR1"), "DuckDB": (8, b"DUCK"), "SVG": (0, b"<svg")}
"""The offset and the value of the mark that identifies a kind of file."""


def _is(kind: str, path: Path) -> bool:
    at, mark = _MARKS[kind]
    with path.open("rb") as file:
        return file.read(at + len(mark))[at:] == mark
