"""Writes the pages of sheets that a test holds the program against: each kind, size and language.

`python -m tests.docs.sheet_pages` makes `tests/vectors/sheets/` anew. The tournaments are made by
the program's own generator; of a sheet of several pages the first and the last are kept, as text:
a line a row, with a stroke between the cells.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

from desk.answers.audit import audit, sheet_of
from desk.answers.decision import decision
from desk.answers.sheets import KINDS, sheet
from desk.desk import Desk
from desk.making.random_trf import generate
from desk.render.catalogue import Words
from desk.render.sheets import PrintedSheet, Stationery, sheet_page
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.trf.writer import write
from ledger.values import Language
from tests.helpers.crosstables import R2014
from tests.helpers.places import ROOT
from tests.helpers.terminal import Terminal

SHEETS = ROOT / "tests" / "vectors" / "sheets"

SIZES = {8: 3, 40: 3, 200: 3, 1000: 1}
"""The players of each tournament, and its rounds; more rounds of 1,000 take a minute to pair."""

LANGUAGES: tuple[Language, ...] = get_args(Language)


def tournament(players: int, folder: Path) -> Book:
    """Return a tournament of the generator, with a place, prizes and a protest.

    That of eight players is over; the others have a round to come.
    """
    rounds = SIZES[players]
    file = folder / "made.trf"
    made = generate(players, rounds, rules=R2014, seed=f"sheets {players}")
    file.write_bytes(write(made))
    terminal = Terminal(folder / "sheets.ledger")
    terminal.run("import", file, "--rules", R2014.id, "--confirm", "yes")
    terminal.run("details", "--city", "Breda", "--venue", "De Toren", "--club", "SV De Toren")
    terminal.run("details", "--tempo", "90 min + 30 s", "--begins", "2026-11-27")
    terminal.run("prizes", "declare", "300", "200", "100")
    if players > 8:
        terminal.run("plan", rounds + 1)
    terminal.run("protest", rounds, 1, "the clock")
    desk = Desk(terminal.ledger, terminal.world)
    book = desk.read(terminal.json("status")["id"])
    assert isinstance(book, Book)
    return book


def pages_of(book: Book, language: Language) -> str:
    """Return the first and the last page of each kind of sheet as text."""
    words = Words(language, lambda do, _: do.verb)
    texts = []
    for kind in (*KINDS, "decision", "audit"):
        made = _made(book, kind)
        if isinstance(made, PrintedSheet):
            leafs = _leafs(sheet_page(made, words, Stationery("p {}")))
            kept = leafs if len(leafs) < 3 else [leafs[0], leafs[-1]]
            texts.append("\n\n".join([f"== {kind}: {len(leafs)}", *kept]))
    return "\n\n".join(texts) + "\n"


def _made(book: Book, kind: str) -> PrintedSheet | Refusal:
    if kind == "decision":
        return decision(book, 1)
    if kind == "audit":
        report = audit(book, len(book.state.rounds), "1", None)
        return report[0] if isinstance(report, tuple) else sheet_of(book, report)
    return sheet(book, kind)


def _leafs(page: str) -> list[str]:
    """Return the text of each leaf of a page."""
    _, *leafs = re.split(r'<section class="leaf', page)
    return [_text(leaf.partition(">")[2]) for leaf in leafs]


def _text(leaf: str) -> str:
    leaf = re.sub(r"(?s)<svg.*?</svg>", "", leaf)
    leaf = re.sub(r"</t[dh]>\s*(?=<t[dh])", " | ", leaf)
    leaf = re.sub(r"</(?:tr|p|h\d|div|li|caption|header|footer|dt|dd)>", "\n", leaf)
    text = html.unescape(re.sub(r"<[^>]+>", " ", leaf))
    text = _HEAD.sub("...", text)
    lines = (re.sub(r"[ \t]+", " ", line).strip(" |") for line in text.splitlines())
    return "\n".join(line for line in lines if line)


_HEAD = re.compile(r"\b\d+:[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b")
"""A check code, which says nothing of a page and changes with every byte of a fact."""


def file_of(players: int, language: Language) -> Path:
    """Return the file that has the pages of a size in a language."""
    return SHEETS / f"{players}.{language}.txt"


def main() -> None:
    """Write all pages anew."""
    SHEETS.mkdir(exist_ok=True)
    for players in SIZES:
        with TemporaryDirectory() as folder:
            book = tournament(players, Path(folder))
        for language in LANGUAGES:
            file_of(players, language).write_text(pages_of(book, language), "utf-8")


if __name__ == "__main__":
    main()
