"""The folder of the site: only what changed is written, what is gone is taken away.

Every file that the program made is named with its hash and size in a list: that of its tournament
(`data/T/files.json`), or of its part of the indexes. `data/index.json` names the lists and what is in
none. It is written last, so that who copies the folder, or reads it, has every file that it names. Only
files that are named and are as the program wrote them are ever taken away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final

from desk.answers.permalinks import AT
from desk.site.addresses import NOT_TOURNAMENTS, PERSON
from desk.site.lines import in_lines
from ledger.kept_names import check_output_name
from ledger.messages import message
from ledger.records import LeftOut, Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.text_files import json_of
from ledger.whole_files import make_folder, write_whole

INDEX: Final = "data/index.json"
LIST: Final = "files.json"
MADE_BY: Final = "toernooiboek-website"

TOP: Final = frozenset(("index.html", AT, "data", "static", "en", "nl", "heads.txt"))
"""What stands at the top of the folder."""


class FileOfSite(Record):
    """A file of the site."""

    path: Annotated[str, "Its path from the folder of the site."]
    bytes: Annotated[int, "Its size."]
    sha256: Annotated[str, "SHA-256 of its content, in hexadecimal."]


class TournamentOfSite(Record):
    """A tournament of a site."""

    id: Annotated[str, "Id of the tournament."]
    name: Annotated[str, "Its name."]
    slug: Annotated[str, "Its name in addresses."]
    last: Annotated[int, "The last fact that was taken into account."]
    head: Annotated[str | None, "The check code over its facts, null: no hashes are kept."]


class SiteIndexHead(Record):
    """What the index of a site has beside its files."""

    made_by: Annotated[str, "What made the site."]
    program: Annotated[str, "Version of the program that made all of it last."]
    address: Annotated[
        str, "Where the site stands on the web, as it was said; empty: nobody said it."
    ]
    why: Annotated[bool, "Whether boards and places are explained."]
    several: Annotated[
        bool, "Whether it is of several tournaments, where people are found by name."
    ]
    tournaments: Annotated[list[TournamentOfSite], "The tournaments, in order of opening."]


class SiteIndex(Record):
    """The index of a site, which is written last: its tournaments, and the lists of their files."""

    head: Spread[SiteIndexHead]
    files: Annotated[
        list[FileOfSite], "The lists of files, and the files that are in none, by path."
    ]


class SiteListHead(Record):
    """What a list of files of a site has beside them."""

    schema: Annotated[str, "Name and version of the shape: site-files/1."]


class SiteList(Record):
    """The files of a tournament, or of a part of the indexes of a site."""

    head: Spread[SiteListHead]
    files: Annotated[list[FileOfSite], "All of them but the list itself, by path."]


class SiteSent(Record):
    """What was sent, or would be."""

    target: Annotated[str, "Where to, as typed."]
    sent: Annotated[list[str], "Files that were sent, by path."]
    removed: Annotated[list[str], "Files that were taken away there, by path."]
    tried: Annotated[bool, "Whether it was only tried: nothing was sent."]


class SiteWritten(Record):
    """What a run did to the folder."""

    folder: Annotated[str, "The folder, as typed."]
    files: Annotated[int, "Files that the site has now."]
    bytes: Annotated[int, "Their size together."]
    written: Annotated[list[str], "Files that were written, by path."]
    removed: Annotated[list[str], "Files that were taken away, by path."]
    sent: Annotated[LeftOut[SiteSent | None], "What was sent, where that was asked."] = None


def made_before(folder: Path) -> dict[str, Any] | Refusal:
    """Return the index of the site in a folder, {} for a new one; or why it may not be written."""
    check_output_name(folder)
    if not folder.exists():
        return {}
    with suppress(OSError, ValueError):
        found = json_of((folder / INDEX).read_text("utf-8"))
        if isinstance(found, dict) and found.get("made_by") == MADE_BY:
            return found
    names = (path.name for path in folder.iterdir() if not path.name.startswith("."))
    foreign = sorted(names, key=lambda name: (name not in TOP, name))
    if foreign:
        what = message("site.foreign", path=str(folder / foreign[0]))
        return Refusal("not-a-website", what, message("site.other-folder"), exit=Exit.USAGE)
    return {}


def files_of(folder: Path, index: Mapping[str, Any]) -> dict[str, str]:
    """Return the hash of each file that an index of a folder and its lists name, by path."""
    rows = _rows_of(index)
    below = (each for row in rows if _is_list(row.path) for each in _rows_in(folder / row.path))
    return {row.path: row.sha256 for row in (*rows, *below)}


def list_of(path: str) -> str:
    """Return the list that names a file, or the index for what is in none.

    That is the list of its tournament or part of the indexes; people stand by the first letter of
    their addresses, so that no list is long. What paper leads to is of a tournament by its id.
    """
    top, *below = path.split("/")
    if len(below) < 2 or top not in _DIVIDED or _is_list(path):
        return INDEX
    letter = f"{below[1][0]}/" if below[0] == PERSON else ""
    of_paper = f"{AT}/" if top == AT else ""
    return f"data/{of_paper}{below[0]}/{letter}{LIST}"


def _is_list(path: str) -> bool:
    return path.startswith("data/") and path.endswith(f"/{LIST}")


_DIVIDED: Final = frozenset((AT, "data", "en", "nl"))
"""Folders whose files are named by lists."""


def _rows_in(path: Path) -> list[FileOfSite]:
    """Return the files that a list names, [] for one that cannot be read."""
    with suppress(OSError, ValueError):
        found = json_of(path.read_text("utf-8"))
        return _rows_of(found) if isinstance(found, dict) else []
    return []


def _rows_of(said: Mapping[str, Any]) -> list[FileOfSite]:
    """Return the files that an index or a list names; malformed ones are left out."""
    rows = said.get("files")
    found = list[FileOfSite]()
    for row in rows if isinstance(rows, list) else ():
        path = row.get("path") if isinstance(row, dict) else None
        digest = row.get("sha256") if isinstance(row, dict) else None
        size = row.get("bytes") if isinstance(row, dict) else None
        if isinstance(path, str) and isinstance(digest, str) and _inside(path):
            found.append(FileOfSite(path, size if isinstance(size, int) else 0, digest))
    return found


def tournaments_of(index: Mapping[str, Any]) -> dict[str, TournamentOfSite]:
    """Return the tournaments that an index names, by id; malformed ones are left out."""
    rows = index.get("tournaments")
    found = dict[str, TournamentOfSite]()
    for row in rows if isinstance(rows, list) else ():
        with suppress(TypeError, KeyError, ValueError):
            one = TournamentOfSite(
                id=str(row["id"]),
                name=str(row["name"]),
                slug=str(row["slug"]),
                last=int(row["last"]),
                head=None if row["head"] is None else str(row["head"]),
            )
            found[one.id] = one
    return found


def _inside(path: str) -> bool:
    """Tell whether a path of an index stays within the folder."""
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] in TOP and ".." not in parts and "\\" not in path


def made_alike(before: Mapping[str, Any], head: SiteIndexHead) -> bool:
    """Tell whether the site in a folder was made by the same program, in the same way."""
    had = [before.get(key) for key in ("made_by", "program", "address", "why", "several")]
    return had == [head.made_by, head.program, head.address, head.why, head.several]


def write_site(
    folder: Path,
    before: Mapping[str, Any],
    files: Iterable[tuple[str, bytes]],
    head: SiteIndexHead,
    keep: Callable[[str], bool] = lambda path: False,
) -> SiteWritten:
    """Write the files of a site, then its index, and take away what it no longer has.

    `before` is the index that stood there. The tournaments of `head` are known when all files are. `keep` tells
    by the name of an earlier list whether nothing is known of its files now, so that they stay. Raises OSError.
    """
    make_folder(folder)
    writing = _Writing(folder)
    for row in _rows_of(before):
        writing.had.setdefault(list_of(row.path), []).append(row)
    for path, content in files:
        writing.add(path, content)
    return writing.end(head, keep)


@dataclass
class _Writing:
    """The files of a site that are being written.

    `had` are the files that the index before named, by the list that names such a file today; `rows` are
    the files of now, by list, until their list is written. `lists` are those that were. `number` and `size`
    are of all files so far.
    """

    folder: Path
    had: dict[str, list[FileOfSite]] = field(default_factory=dict)
    rows: dict[str, dict[str, FileOfSite]] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    number: int = 0
    size: int = 0
    _last: str = INDEX
    _folders: set[Path] = field(default_factory=set)

    def add(self, path: str, content: bytes) -> None:
        """Write a file; the list of a tournament is written when the next one begins."""
        name = list_of(path)
        if name != self._last:
            if self._last != INDEX and self._last.split("/")[1] not in NOT_TOURNAMENTS:
                self._close(self._last)
            self._last = name
        rows = self.rows.setdefault(name, {})
        assert path not in rows, f"{path} is made twice"
        assert name not in self.lists, f"{path} is made too late for its list"
        rows[path] = self._write(path, content)

    def end(self, head: SiteIndexHead, keep: Callable[[str], bool]) -> SiteWritten:
        """Write the lists that are left, then the index."""
        for name in [name for name in self.rows if name != INDEX]:
            self._close(name)
        earlier = {row.path for row in self.had.get(INDEX, ()) if _is_list(row.path)}
        for name in sorted(({*self.had, *earlier}) - self.lists - {INDEX}):
            if keep(name):
                self.rows[name] = {row.path: row for row in self._before(name)}
                self._close(name)
            else:
                self._remove(self._before(name), frozenset())
        rows = self.rows.setdefault(INDEX, {})
        self._remove(self._before(INDEX), rows)
        content = in_lines(head, self._counted(rows.values()), "files")
        self._write(INDEX, content)
        return SiteWritten(
            folder=str(self.folder),
            files=self.number + 1,
            bytes=self.size + len(content),
            written=sorted(self.written),
            removed=sorted(self.removed),
        )

    def _before(self, name: str) -> list[FileOfSite]:
        """Return the files that a list, or the index for it, named before."""
        rows = self.had.get(name, [])
        return rows if name == INDEX else [*rows, *_rows_in(self.folder / name)]

    def _close(self, name: str) -> None:
        """Take away what a list no longer has, and write it."""
        rows = self.rows.pop(name)
        self._remove(self._before(name), rows)
        content = in_lines(SiteListHead("site-files/1"), self._counted(rows.values()), "files")
        self.lists.add(name)
        self.rows.setdefault(INDEX, {})[name] = self._write(name, content)

    def _counted(self, rows: Iterable[FileOfSite]) -> Sequence[FileOfSite]:
        """Return files by path, having counted them."""
        in_order = sorted(rows, key=lambda row: row.path)
        self.number += len(in_order)
        self.size += sum(row.bytes for row in in_order)
        return in_order

    def _write(self, path: str, content: bytes) -> FileOfSite:
        target = self.folder / path
        if not _has(target, content):
            if target.parent not in self._folders:
                target.parent.mkdir(parents=True, exist_ok=True)
                self._folders.add(target.parent)
            write_whole(target, content)
            self.written.append(path)
        return FileOfSite(path, len(content), hashlib.sha256(content).hexdigest())

    def _remove(self, before: Iterable[FileOfSite], now: Container[str]) -> None:
        """Take away the files that are no longer of the site; one that somebody else changed stays."""
        for row in before:
            target = self.folder / row.path
            if row.path in now or target.is_symlink() or not target.is_file():
                continue
            if hashlib.sha256(target.read_bytes()).hexdigest() != row.sha256:
                continue
            target.unlink()
            self.removed.append(row.path)
            for above in target.relative_to(self.folder).parents:
                if above == Path() or any((self.folder / above).iterdir()):
                    break
                (self.folder / above).rmdir()
                self._folders.discard(self.folder / above)


def _has(path: Path, content: bytes) -> bool:
    """Tell whether a file has this content already."""
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False
