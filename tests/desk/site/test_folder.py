"""The folder of a website: what is written, and what stays."""

from __future__ import annotations

from pathlib import Path

from desk.site.folder import MADE_BY, SiteIndexHead, made_before, write_site
from desk.version import VERSION


def test_files_that_stay_are_counted_with_their_sizes(tmp_path: Path) -> None:
    head = SiteIndexHead(
        made_by=MADE_BY, program=VERSION, address="", why=True, several=True, tournaments=[]
    )
    files = [("data/cup/standing.json", b"{}"), ("data/cup/rounds.json", b"[1, 2]")]
    first = write_site(tmp_path, {}, files, head)
    index = made_before(tmp_path)
    assert isinstance(index, dict)
    again = write_site(tmp_path, index, [], head, keep=lambda name: name.startswith("data/cup/"))
    assert (again.files, again.bytes) == (first.files, first.bytes)
    assert (again.written, again.removed) == ([], [])
    gone = write_site(tmp_path, index, [], head)
    assert (gone.files, len(gone.removed)) == (1, 3)
