"""What loading and searching a list of 1.9 million invented people costs: seconds and megabytes.

    python -m tests.bench.bench_lists [PERSONS]

Text is to take less than 60 seconds of CPU, XML less than 180, each less than 300 MB of memory, and
a search less than 50 ms.
"""

from __future__ import annotations

import datetime as dt
import resource
import sys
import tempfile
import zipfile
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time

from desk.lists.search import search
from desk.lists.shelf import Shelf
from tests.helpers.rating_lists import (
    FIDE_COMBINED,
    crowd,
    fide_combined_line,
    fide_xml_player,
)

QUESTIONS = (
    "jansen",
    "kees ba",
    "be",
    "b",
    "ba ka ma",
    "van der b",
    "muller jan",
    "1000003",
    "9500002",
    "nobody here",
)


def _write(folder: Path, size: int) -> list[Path]:
    """Write the lists as FIDE does, each in a zip."""
    text = folder / "players_list.zip"
    xml = folder / "players_list_xml.zip"
    lines = (fide_combined_line(one) + "\n" for one in crowd(size))
    _pack(text, "players_list_foa.txt", chain([FIDE_COMBINED + "\n"], lines))
    players = (fide_xml_player(one) + "\n" for one in crowd(size))
    begin = '<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n'
    _pack(xml, "players_list_foa.xml", chain([begin], players, ["</playerslist>\n"]))
    return [text, xml]


def _pack(path: Path, member: str, pieces: chain[str]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, file.open(member, "w") as text:
        for piece in pieces:
            text.write(piece.encode())


def _load(path: Path, shelf: Path) -> str:
    began = process_time(), perf_counter()
    issue, _, _ = Shelf(shelf).load(path, dt.datetime(2026, 11, 27))
    cpu, wall = process_time() - began[0], perf_counter() - began[1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    kept = sum(file.stat().st_size for file in shelf.iterdir()) >> 20
    return (
        f"{path.name}: {issue.persons} persons, {cpu:.1f} s CPU, {wall:.1f} s, {memory:.0f} MB of"
        f" memory, kept in {kept} MB"
    )


def _search(shelf: Path) -> None:
    for question in QUESTIONS:
        times = []
        for _ in range(5):
            began = perf_counter()
            found = search(Shelf(shelf), question, federation="NED")
            times.append(perf_counter() - began)
        print(f"{question!r}: {len(found)} found, {sorted(times)[2] * 1000:.1f} ms")


def main() -> None:
    """Write the lists, load each in a process of its own, and search."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1_900_000
    with tempfile.TemporaryDirectory() as name:
        shelf = Path(name) / "lists"
        for path in _write(Path(name), size):
            with get_context("spawn").Pool(1) as pool:
                print(pool.apply(_load, (path, shelf)), flush=True)
        _search(shelf)


if __name__ == "__main__":
    main()
