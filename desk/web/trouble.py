"""What a page says when the ledger cannot be used: what happened, and no path or address.

Pages of a hall are public. What is wrong in full is for the computer with the desk, where `verify`
says it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from ledger.messages import Sentence, do, message
from ledger.place import LedgerPlace
from ledger.refusals import Exit, Refusal

AGAIN_S: Final = 15
"""After so many seconds a page that could not be made asks again by itself."""

TROUBLES: Final = {
    "ledger-missing": "gone",
    "ledger-gone": "gone",
    "ledger-moved": "gone",
    "folder-missing": "gone",
    "ledger-damaged": "damaged",
    "not-a-ledger": "damaged",
    "ledger-is-a-folder": "damaged",
    "ledger-from-before-hashes": "damaged",
    "newer-ledger": "newer",
    "ledger-replaced": "replaced",
    "facts-lost": "lost",
    "ledger-locked": "locked",
    "ledger-has-two-names": "read-only",
    "ledger-read-only": "read-only",
    "ledger-cannot-be-opened": "closed",
    "disk-full": "full",
    "disk-error": "disk",
    "desk-file-damaged": "own-file",
    "newer-desk-file": "own-file",
    "answer-lost": "unsure",
    "connection-lost": "server",
    "no-database": "server",
    "wrong-address": "server",
    "not-utf8": "server",
    "psycopg-missing": "server",
}
"""The words for each refusal of a ledger that cannot be used, by its code."""


def trouble(code: str) -> str | None:
    """Return the words for a refusal, None where it is not about the ledger as a whole."""
    return "server" if code.startswith("server-") else TROUBLES.get(code)


def for_a_page(place: LedgerPlace, refusal: Refusal) -> Refusal:
    """Return a refusal as a page may say it, with the name of the file alone."""
    about = trouble(refusal.code)
    if about is None:
        return refusal
    ledger: Sentence = place.name if isinstance(place, Path) else message("web-trouble.on-server")
    what = message(f"web-trouble.{about}", ledger=ledger)
    step = message("web-trouble.step", command=do("verify"))
    return replace(refusal, what=what, next=step, quoted=(), exit=Exit.DAMAGED)
