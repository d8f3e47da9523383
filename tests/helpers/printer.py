"""A printer for tests: Chromium makes a PDF of a page, whose texts are read back."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.chromium import browser_program


@dataclass(frozen=True)
class Paper:
    """A printed page: its size in points, its text without blanks, and its texts' positions."""

    width: int
    height: int
    text: str
    places: tuple[tuple[int, int], ...]


def printed(page: Path) -> list[Paper]:
    """Print a page in Chromium, and return the sheets of paper."""
    from pypdf import PdfReader

    file = page.with_suffix(".pdf")
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    subprocess.run(
        [
            browser_program(),
            "--headless",
            "--disable-gpu",
            *as_root,
            "--no-pdf-header-footer",
            f"--user-data-dir={page.parent / 'browser'}",
            f"--print-to-pdf={file}",
            page.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    papers = []
    for one in PdfReader(file).pages:
        places = list[tuple[int, int]]()

        def visit(
            text: str,
            by: list[float],
            at: list[float],
            font: object,
            size: float,
            places: list[tuple[int, int]] = places,
        ) -> None:
            if text.strip():
                x = at[4] * by[0] + at[5] * by[2] + by[4]
                y = at[4] * by[1] + at[5] * by[3] + by[5]
                places.append((round(x), round(y)))

        text = "".join(one.extract_text(visitor_text=visit).split())
        width, height = round(one.mediabox.width), round(one.mediabox.height)
        papers.append(Paper(width, height, text, tuple(places)))
    return papers
