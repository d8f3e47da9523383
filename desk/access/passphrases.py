"""Passphrases: what may be one, and how it is kept, so that the file does not tell it."""

from __future__ import annotations

from functools import cache
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ledger.characters import normal_form
from ledger.messages import message
from ledger.refusals import Refusal

FEWEST, MOST = 10, 200
"""Characters of a passphrase."""

_HASHER = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
"""Argon2id with 32 MB, some 50 ms on a laptop: dear for who guesses, cheap for who logs in."""

_ONE_AT_A_TIME = Lock()
"""Many log-ins at once must not take many times 32 MB."""


def unfit(phrase: str) -> Refusal | None:
    """Return the refusal of a passphrase that is too short, or longer than anybody types."""
    if FEWEST <= len(_plain(phrase)) <= MOST:
        return None
    what = message("access.passphrase-length", fewest=FEWEST, most=MOST)
    return Refusal("passphrase-length", what, message("access.some-words"))


def hashed(phrase: str) -> str:
    """Return a passphrase as it is kept, with a salt of its own."""
    with _ONE_AT_A_TIME:
        return _HASHER.hash(_plain(phrase))


def fits(phrase: str, kept: str | None) -> bool:
    """Return whether this is the passphrase that was kept.

    None is the passphrase of nobody: no phrase fits it, and to find that out takes as long.
    """
    if len(phrase) > MOST:
        return False
    with _ONE_AT_A_TIME:
        try:
            return _HASHER.verify(kept or _nobodys(), _plain(phrase)) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobodys() -> str:
    return _HASHER.hash("")


def _plain(phrase: str) -> str:
    """Return a passphrase however a keyboard composes its accents, without blanks around it."""
    return normal_form("NFKC", phrase.encode("utf-8", "replace").decode()).strip()
