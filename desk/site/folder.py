"""The folder of the site: only what changed is written, what is gone is taken away.

`data/index.json` names every file that the program made, with its hash and size. It is written last,
so that who copies the folder, or reads it, has every file that it names. Only files that it names and
that are as the program wrote them are ever taken away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final

from desk.site.lines import in_lines
from ledger.kept_names import check_output_name
from ledger.messages import message
from ledger.records import LeftOut, Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.text_files import json_of
from ledger.whole_files import make_folder, write_whole

INDEX: Final = "data/index.json"
MADE_BY: Final = "toernooiboek-website"

TOP: Final = frozenset(("index.html", "data", "static", "en", "nl", "heads.txt"))
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
    tournaments: Annotated[list[TournamentOfSite], "The tournaments, in order of opening."]


class SiteIndex(Record):
    """The index of a site, which is written last: every other file, and the tournaments."""

    head: Spread[SiteIndexHead]
    files: Annotated[list[FileOfSite], "Every file but the index, by path."]


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


def files_of(index: Mapping[str, Any]) -> dict[str, str]:
    """Return the hash of each file that an index names, by path; malformed ones are left out."""
    rows = index.get("files")
    named = dict[str, str]()
    for row in rows if isinstance(rows, list) else ():
        path = row.get("path") if isinstance(row, dict) else None
        digest = row.get("sha256") if isinstance(row, dict) else None
        if isinstance(path, str) and isinstance(digest, str) and _inside(path):
            named[path] = digest
    return named


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
    had = [before.get(key) for key in ("made_by", "program", "address", "why")]
    return had == [head.made_by, head.program, head.address, head.why]


def write_site(
    folder: Path,
    before: Mapping[str, Any],
    files: Iterable[tuple[str, bytes]],
    head: SiteIndexHead,
    keep: Callable[[str], bool] = lambda path: False,
) -> SiteWritten:
    """Write the files of a site, then its index, and take away what it no longer has.

    `before` is the index that stood there. The tournaments of `head` are known when all files are. `keep` tells
    of which earlier files nothing is known now, so that they stay. Raises OSError.
    """
    make_folder(folder)
    old = files_of(before)
    now = dict[str, FileOfSite]()
    written = list[str]()
    made = set[Path]()
    for path, content in files:
        assert path not in now, f"{path} is made twice"
        now[path] = FileOfSite(path, len(content), hashlib.sha256(content).hexdigest())
        target = folder / path
        if _has(target, content):
            continue
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        write_whole(target, content)
        written.append(path)
    kept = [path for path in old if path not in now and keep(path)]
    rows = [*now.values(), *_kept_rows(before, frozenset(kept))]
    removed = list(_removed(folder, old, {row.path for row in rows}))
    rows.sort(key=lambda row: row.path)
    content = in_lines(head, rows, "files")
    if not _has(folder / INDEX, content):
        (folder / INDEX).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / INDEX, content)
        written.append(INDEX)
    size = sum(row.bytes for row in rows) + len(content)
    return SiteWritten(str(folder), len(rows) + 1, size, sorted(written), sorted(removed))


def _kept_rows(before: Mapping[str, Any], kept: frozenset[str]) -> Iterator[FileOfSite]:
    for row in before.get("files", ()):
        if isinstance(row, dict) and row.get("path") in kept:
            yield FileOfSite(str(row["path"]), int(row.get("bytes", 0)), str(row["sha256"]))


def _has(path: Path, content: bytes) -> bool:
    """Tell whether a file has this content already."""
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False


def _removed(folder: Path, old: Mapping[str, str], now: set[str]) -> Iterator[str]:
    """Take away the files that are no longer of the site, and yield their paths.

    One that somebody else changed stays.
    """
    for path, digest in old.items():
        target = folder / path
        if path in now or target.is_symlink() or not target.is_file():
            continue
        if hashlib.sha256(target.read_bytes()).hexdigest() != digest:
            continue
        target.unlink()
        yield path
        for above in target.relative_to(folder).parents:
            if above == Path() or any((folder / above).iterdir()):
                break
            (folder / above).rmdir()
