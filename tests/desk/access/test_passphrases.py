"""Passphrases: any words of some length, however they are typed, and never kept themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desk.access import passphrases
from desk.access.passphrases import FEWEST, MOST, fits, hashed, unfit

OWN = passphrases._HASHER


@pytest.fixture(autouse=True, scope="module")
def dear() -> Iterator[None]:
    """Keep the passphrases of this file as the program does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passphrases, "_HASHER", OWN)
        yield


def test_a_guess_takes_32_mb_and_three_rounds() -> None:
    assert hashed("vier woorden zonder verband").startswith("$argon2id$v=19$m=32768,t=3,p=1$")


@pytest.mark.parametrize("length", [0, FEWEST - 1, MOST + 1, 100_000])
def test_a_passphrase_is_neither_short_nor_endless(length: int) -> None:
    assert unfit("x" * length) is not None


@pytest.mark.parametrize("length", [FEWEST, MOST])
def test_a_passphrase_of_each_end_is_good(length: int) -> None:
    assert unfit("x" * length) is None


def test_blanks_around_it_do_not_make_it_longer() -> None:
    assert unfit("  x" + " " * FEWEST) is not None


def test_a_passphrase_fits_itself_and_no_other() -> None:
    kept = hashed("vier woorden zonder verband")
    assert fits("vier woorden zonder verband", kept)
    assert fits(" vier woorden zonder verband\n", kept)
    assert not fits("vier woorden zonder verban", kept)
    assert not fits("Vier woorden zonder verband", kept)


def test_accents_are_the_same_from_every_keyboard() -> None:
    assert fits("cafe\u0301 op de hoek", hashed("caf\u00e9 op de hoek"))


def test_one_passphrase_is_kept_in_another_way_each_time() -> None:
    assert hashed("vier woorden zonder verband") != hashed("vier woorden zonder verband")


@pytest.mark.parametrize("kept", [None, "", "nonsense", "$argon2id$v=19$m=1,t=1,p=1$eA$eA"])
@pytest.mark.parametrize("phrase", ["", "vier woorden", "x" * (MOST + 1), "\ud800 alone"])
def test_nothing_fits_where_no_passphrase_was_kept(kept: str | None, phrase: str) -> None:
    assert not fits(phrase, kept)
