"""What an evening makes beside facts: sheets, and a second copy of the ledger.

What fails is told, remembered, and tried again at the next step; the evening goes on.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from desk.answers.backup import backup
from desk.answers.evening_settings import Delivery, EveningSettings, keep_settings
from desk.answers.sheets import sheet
from desk.terminal.evening.evening import Evening
from desk.terminal.output import say
from desk.terminal.sheets import sheet_text
from desk.terminal.words import words
from ledger.errors import StoreError
from ledger.messages import Sentence, message
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.system_errors import said_by_system
from ledger.whole_files import make_folder, replace_whole

BROWSERS: Final = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "microsoft-edge",
    "msedge",
    "chrome",
)
"""Browsers that print a page to a file, by the names of their commands."""

_PRINTING_S: Final = 60
"""How long a browser or a printer may take."""


class NotDelivered(Exception):
    """Why something could not be made, in words."""

    def __init__(self, why: Sentence) -> None:
        super().__init__(str(why))
        self.why = why


def wanted_at(settings: EveningSettings, sheets: Sequence[str], number: int) -> list[Delivery]:
    """Return what a step makes: some sheets of a round, and the copy."""
    wanted = [Delivery(kind="sheet", sheet=kind, round=number) for kind in sheets]
    if settings.copies is not None:
        wanted.append(Delivery(kind="copy"))
    return wanted


def deliver(evening: Evening, sheets: Sequence[str], number: int) -> None:
    """Make what the step of a round makes, and what could not be made before."""
    evening.tell_website()
    settings = evening.settings
    wanted = list(dict.fromkeys((*settings.waiting, *wanted_at(settings, sheets, number))))
    if evening.rehearses:
        say(message("tonight.would-make", what=tuple(map(called, wanted))))
        return
    book = evening.book()
    done: dict[Sentence, list[Sentence]] = {}
    failed: list[Delivery] = []
    for one in wanted:
        try:
            _make(evening, book, one)
        except NotDelivered as error:
            failed.append(one)
            say(message("tonight.not-made", what=called(one), why=error.why), err=True)
        else:
            done.setdefault(_where(settings, one), []).append(called(one))
    for where, what in done.items():
        say(message("tonight.made", where=where, what=tuple(what)))
    if tuple(failed) != settings.waiting:
        evening.settings = settings.model_copy(update={"waiting": tuple(failed)})
        with suppress(OSError):  # asked for again next time
            keep_settings(evening.home, book.id, evening.settings)


def called(delivery: Delivery) -> Sentence:
    """Return what is made, in words."""
    if delivery.kind == "sheet":
        return message(f"sheets.{delivery.sheet}", round=delivery.round)
    return message(f"tonight.{delivery.kind}")


def _where(settings: EveningSettings, one: Delivery) -> Sentence:
    """Return where something is made: the copy in a folder of its own."""
    if one.kind != "sheet":
        return message("tonight.in-folder", folder=settings.copies or "")
    if settings.target == "browser":
        return message("tonight.in-browser")
    if settings.target == "printer":
        return message("tonight.on-printer", printer=settings.where or message("tonight.usual"))
    return message("tonight.in-folder", folder=settings.where)


def _make(evening: Evening, book: Book, one: Delivery) -> None:
    try:
        if one.kind == "sheet":
            _sheet(evening, book, one)
        else:
            assert evening.settings.copies is not None, "a copy is wanted"
            _copy(evening, Path(evening.settings.copies))
    except StoreError as error:
        raise NotDelivered(error.refusal.what) from error
    except OSError as error:
        raise NotDelivered(said_by_system(error)) from error
    except (subprocess.SubprocessError, webbrowser.Error) as error:
        raise NotDelivered(message("tonight.printing-failed")) from error


def _sheet(evening: Evening, book: Book, one: Delivery) -> None:
    printed = sheet(book, one.sheet, one.round)
    if isinstance(printed, Refusal):
        raise NotDelivered(printed.what)
    text = sheet_text(printed).encode()
    file = re.sub(r"[^\w-]+", "-", words(called(one)).casefold()) + ".html"
    settings = evening.settings
    if settings.target == "printer":
        _print(text, settings.where)
        return
    folder = Path(settings.where) if settings.target == "folder" else _for_the_browser()
    make_folder(folder)
    replace_whole(folder / file, text)
    if settings.target == "browser" and not webbrowser.open((folder / file).absolute().as_uri()):
        raise NotDelivered(message("tonight.no-browser"))


_TEMPORARY = "toernooiboek-sheet-"
"""How a folder is called in which a sheet waits for the browser."""

_KEPT_S = 24 * 3600
"""Seconds that a browser has to read or print a sheet, before the next one clears it away."""


def _for_the_browser() -> Path:
    """Return a new folder for a sheet that a browser opens; those of another day are removed."""
    new = Path(tempfile.mkdtemp(prefix=_TEMPORARY))
    latest = new.stat().st_mtime - _KEPT_S
    for old in new.parent.glob(f"{_TEMPORARY}*"):
        with suppress(OSError):
            if old.stat().st_mtime < latest:
                shutil.rmtree(old, ignore_errors=True)
    return new


def _print(page: bytes, printer: str) -> None:
    """Send a page to a printer of this machine, by way of a browser that makes a PDF of it."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise NotDelivered(message("tonight.no-pdf"))
    sender = shutil.which("lp")
    if sender is None:
        raise NotDelivered(message("tonight.no-lp"))
    with tempfile.TemporaryDirectory() as folder:
        html, pdf = Path(folder) / "sheet.html", Path(folder) / "sheet.pdf"
        html.write_bytes(page)
        # A browser that runs for the administrator has no sandbox of its own.
        alone = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        made = [browser, "--headless", *alone, "--no-pdf-header-footer", f"--print-to-pdf={pdf}"]
        _run([*made, html.as_uri()])
        if not pdf.is_file():
            raise NotDelivered(message("tonight.printing-failed"))
        _run([sender, *(["-d", printer] if printer else []), str(pdf)])


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, timeout=_PRINTING_S, capture_output=True)


def _copy(evening: Evening, folder: Path) -> None:
    make_folder(folder)
    desk = evening.session.desk()
    made = backup(desk, folder)
    if isinstance(made, Refusal):
        raise NotDelivered(made.what)
