"""The file of a rating list as it was downloaded: text, or the one text in a zip.

It is read once from end to end before anything is made of it - its hash, its encoding, whether a
zip is whole - and then line by line, so that a list of any size takes little memory.
"""

from __future__ import annotations

import codecs
import datetime as dt
import errno
import hashlib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from ledger.errors import StoreError, usage
from ledger.messages import message

LARGEST = 3_000_000_000
"""Bytes that a list may have when it is unpacked; FIDE's in XML has 800 million."""

_MOST_TIMES = 200
"""How many times larger than in the zip a list may be, when it is large; a list is 5 to 20 times."""

_SMALL = 20_000_000
_BLOCK = 1 << 20

Progress = Callable[[int, int], None]
"""Told of what was done, and of how much that is in all."""


class ListFile(NamedTuple):
    """A file that was read from end to end.

    `member` is the name of the text in a zip, None for a file that is none. `dated` is the time of
    that entry, or of the file. `size` and `sha256` are of the file as it was downloaded, `length`
    is that of the text. `encoding` is utf-8 or cp1252.
    """

    path: Path
    member: str | None
    dated: dt.datetime
    size: int
    sha256: str
    length: int
    encoding: str
    head: bytes

    @property
    def shown(self) -> str:
        """Return the name of the file, with that of the text in it."""
        return self.path.name if self.member is None else f"{self.path.name}: {self.member}"

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Give the text to read from its beginning."""
        with _text(self.path, self.member) as text:
            yield text


def read_through(path: Path, progress: Progress) -> ListFile:
    """Read a file from end to end. Raise StoreError for one that is no text or not whole."""
    size = path.stat().st_size
    digest = hashlib.sha256()
    with path.open("rb") as file:
        begins = file.read(4)
        file.seek(0)
        while block := file.read(_BLOCK):
            digest.update(block)
    dated = dt.datetime.fromtimestamp(path.stat().st_mtime).replace(microsecond=0)
    member = None
    if begins[:2] == b"PK":
        info = _the_text(path)
        member = info.filename
        dated = _of_entry(info) or dated
    length, encoding, head = _judged(path, member, progress)
    return ListFile(path, member, dated, size, digest.hexdigest(), length, encoding, head)


def _of_entry(info: zipfile.ZipInfo) -> dt.datetime | None:
    """Return the time of an entry in a zip, None where it is none, as of one without a date."""
    try:
        return dt.datetime(*info.date_time) if info.date_time[0] > 1980 else None
    except ValueError:
        return None


def _the_text(path: Path) -> zipfile.ZipInfo:
    """Return the list in a zip: its only text, or the larger one beside FIDE's online titles."""
    with _whole(path), zipfile.ZipFile(path) as file:
        entries = [one for one in file.infolist() if not one.is_dir()]
    texts = [one for one in entries if one.filename.lower().endswith((".txt", ".xml", ".csv"))]
    if len(texts) > 1:
        texts = [one for one in texts if "_foa" not in one.filename.lower()]
    lists = [one for one in texts if "spieler" in one.filename.lower()]
    texts = lists if len(texts) > 1 and len(lists) == 1 else texts
    if len(texts) != 1:
        names = ", ".join(sorted(one.filename for one in entries)[:6])
        what = message("lists.which-in-zip", file=path.name, n=len(texts), names=names or "-")
        raise usage("list-unknown", what, message("lists.which-in-zip-step"))
    info = texts[0]
    packed = max(info.compress_size, 1)
    bomb = info.file_size > _SMALL and info.file_size > packed * _MOST_TIMES
    if bomb or info.file_size > LARGEST:
        what = message(
            "lists.too-large", file=path.name, size=info.file_size >> 20, packed=packed >> 10
        )
        raise usage("list-too-large", what, message("lists.download-again"))
    return info


@contextmanager
def _text(path: Path, member: str | None) -> Iterator[IO[bytes]]:
    if member is None:
        with path.open("rb") as plain:
            yield plain
        return
    with _whole(path), zipfile.ZipFile(path) as file, file.open(member) as packed:
        yield packed


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    """Raise StoreError for a zip that cannot be unpacked: it is not whole, or none that is read."""
    try:
        yield
    except _NO_ZIP as error:
        raise _half(path) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # it names a place before its beginning
            raise _half(path) from error
        raise


_NO_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


def _half(path: Path) -> StoreError:
    what = message("lists.half-zip", file=path.name)
    return usage("list-damaged", what, message("lists.download-again"))


def _judged(path: Path, member: str | None, progress: Progress) -> tuple[int, str, bytes]:
    """Return the length of a text, its encoding, and its first bytes.

    UTF-8, or cp1252 for everything else that has no zero bytes, as text in UTF-16 has.
    """
    total = path.stat().st_size if member is None else _the_text(path).file_size
    utf8 = codecs.getincrementaldecoder("utf-8")()
    encoding = "utf-8"
    length = 0
    head = b""
    with _text(path, member) as text:
        while block := text.read(_BLOCK):
            head = head or block[:4096]
            if b"\0" in block:
                raise _not_text(path)
            length += len(block)
            if length > LARGEST:
                what = message("lists.too-large", file=path.name, size=length >> 20, packed=0)
                raise usage("list-too-large", what, message("lists.download-again"))
            if encoding == "utf-8" and not block.isascii():
                encoding = _fits(utf8, block)
            elif encoding == "utf-8" and utf8.getstate()[0]:
                encoding = "cp1252"
            progress(length // 2, total)
    if utf8.getstate()[0]:
        encoding = "cp1252"
    return length, encoding, head


def _fits(decoder: codecs.IncrementalDecoder, block: bytes) -> str:
    try:
        decoder.decode(block)
    except UnicodeDecodeError:
        decoder.reset()
        return "cp1252"
    return "utf-8"


def _not_text(path: Path) -> StoreError:
    what = message("lists.not-text", file=path.name)
    return usage("list-not-text", what, message("lists.download-again"))
