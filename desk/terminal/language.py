"""The language of the reader of a command line."""

from __future__ import annotations

import os

import click

from ledger.values import Language

LANGUAGE = "language"
"""Where a command line keeps the language of its reader."""


def language() -> Language:
    """Return the language of the reader: --lang, TOERNOOI_LANG, or that of the locale."""
    ctx = click.get_current_context(silent=True)
    chosen: Language | None = ctx.meta.get(LANGUAGE) if ctx is not None else None
    return chosen or usual_language()


def usual_language() -> Language:
    """Return the language where the command line does not name it."""
    names = (os.environ.get(name, "") for name in ("TOERNOOI_LANG", *_LOCALE))
    return "nl" if next((name for name in names if name), "").casefold()[:2] == "nl" else "en"


_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
