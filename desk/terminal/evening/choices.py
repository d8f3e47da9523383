"""How the club has its evenings, asked with what is usual filled in, and kept beside the ledger."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeVar

import click

from desk.answers.evening_settings import EveningSettings, keep_settings, settings_of
from desk.site.kept import WebsiteKept, keep_website, website_of
from desk.site.sending import target_of
from desk.terminal.answers import BadAnswer, OneOf
from desk.terminal.evening import asking
from desk.terminal.evening.evening import Evening
from desk.terminal.language import language
from desk.terminal.output import say
from desk.terminal.words import words
from ledger.messages import do, message, run_on
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.system_errors import said_by_system

T = TypeVar("T")

SHEETS: Final = OneOf(
    "sheet", ["by-name", "pairings", "results", "standing", "crosstable", "slips", "score-sheets"]
)
"""The sheets that a step of an evening may make."""

TARGET: Final = OneOf("sheet-target", ["folder", "browser", "printer"])


def settle(evening: Evening, book: Book, again: bool) -> None:
    """Take the choices of the club, which are asked where they are not known, or `again`."""
    place = evening.home
    known = settings_of(place, book.id)
    if known is not None and not again:
        evening.settings = known
        return
    try:
        evening.settings = _asked(evening, book, known or _usual(evening))
    except (KeyboardInterrupt, click.Abort):
        say("", message("tonight.left-settings", command=do("evening")), err=True)
        sys.exit(130)
    if evening.rehearses:
        return
    try:
        keep_settings(place, book.id, evening.settings)
    except OSError as error:
        say(message("tonight.not-kept", why=said_by_system(error)), err=True)


def _usual(evening: Evening) -> EveningSettings:
    """Return what is usual: a folder for sheets, beside the ledger or here."""
    place = evening.home
    folder = place.absolute().parent if isinstance(place, Path) else Path.cwd()
    return EveningSettings(where=str(folder / words(message("tonight.folder-of-sheets"))))


def _asked(evening: Evening, book: Book, known: EveningSettings) -> EveningSettings:
    say(message("tonight.settings"))
    before = _until_right(evening, "sheets-before", _shown(known.before), _sheets)
    after = _until_right(evening, "sheets-after", _shown(known.after), _sheets)
    shown = TARGET.shown(known.target)
    target, where = _until_right(
        evening,
        "where",
        f"{shown} {known.where}".strip() if known.target != "browser" else shown,
        lambda text: _target(text, known),
    )
    website = _website(evening)
    copies = _until_right(evening, "copies", known.copies or "", _folder)
    _keep_website(evening, website)
    return EveningSettings(
        before=before,
        after=after,
        target=target,
        where=where,
        copies=copies,
        waiting=known.waiting,
    )


def _website(evening: Evening) -> WebsiteKept | None:
    """Ask for the folder of the website, and where it is sent; None: there is none."""
    known = website_of(evening.home)
    folder = _until_right(evening, "website", known.folder if known else "", _folder)
    if folder is None:
        return None
    if known is None or known.folder != folder:
        known = WebsiteKept(folder=folder, language=language())
    target = _until_right(evening, "send", known.target, _target_of_website)
    return known.model_copy(update={"target": target})


def _target_of_website(text: str) -> str:
    target = target_of(text) if text else None
    if isinstance(target, Refusal):
        raise BadAnswer(run_on(target.what, target.next, between="; "))
    return text


def _keep_website(evening: Evening, website: WebsiteKept | None) -> None:
    """Keep the website of the ledger beside it, for the evening and for a served desk."""
    if evening.rehearses or website == website_of(evening.home):
        return
    try:
        keep_website(evening.home, website)
    except OSError as error:
        say(message("tonight.not-kept", why=said_by_system(error)), err=True)


def _until_right(evening: Evening, name: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask until the answer can be read. An empty line is what is usual, - is nothing."""
    question = message("tonight.setting", what=message(f"tonight.ask-{name}"), usual=usual or "-")
    while True:
        typed = asking.line(question) or usual
        try:
            return read("" if typed == "-" else typed)
        except BadAnswer as error:
            say(error.what, err=True)


def _shown(kinds: Sequence[str]) -> str:
    return " ".join(SHEETS.shown(kind) for kind in kinds)


def _sheets(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(SHEETS(word) for word in text.replace(",", " ").split()))


def _target(text: str, known: EveningSettings) -> tuple[str, str]:
    """Return where sheets go: a folder, the browser, or a printer by its name."""
    first, _, rest = text.partition(" ")
    kind = TARGET(first)
    if kind == "folder":
        return kind, str(Path(rest.strip() or known.where).expanduser().absolute())
    return kind, rest.strip() if kind == "printer" else ""


def _folder(text: str) -> str | None:
    return str(Path(text).expanduser().absolute()) if text else None
