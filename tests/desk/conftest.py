"""Passphrases of the desk's tests are cheap to keep and to try."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from desk.access import passphrases


@pytest.fixture(autouse=True, scope="session")
def cheap_passphrases() -> Iterator[None]:
    """Take little work for a passphrase; its own tests take the program's, some 50 ms each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passphrases, "_HASHER", PasswordHasher(1, memory_cost=8, parallelism=1))
        yield
