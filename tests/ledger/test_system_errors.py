"""What the system says of a file is told in the language of the reader."""

from __future__ import annotations

import errno
import os

import pytest

from ledger.system_errors import USUAL, cannot_be_read, cannot_be_written, said_by_system
from tests.helpers.words import words


@pytest.mark.parametrize("code", sorted(USUAL))
def test_a_usual_error_is_told_in_dutch(code: int) -> None:
    error = OSError(code, os.strerror(code))
    assert said_by_system(error) != os.strerror(code)
    assert words(said_by_system(error), "nl") != words(said_by_system(error), "en")


def test_an_error_with_a_text_of_its_own_is_quoted_as_that_of_the_system() -> None:
    unusual = OSError(errno.EDOM, os.strerror(errno.EDOM))
    torn = OSError(errno.EIO, "the tape is torn")
    assert words(said_by_system(torn), "nl") == "het systeem zegt: the tape is torn"
    assert os.strerror(errno.EDOM) in words(said_by_system(unusual), "en")
    assert words(said_by_system(OSError("no number")), "en") == "the system says: no number"
    assert said_by_system(ValueError("no error of the system")) == "no error of the system"


def test_a_file_that_cannot_be_written_is_named_with_the_reason() -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    said = words(cannot_be_written("a.trf", full), "nl")
    assert said == "a.trf is niet te schrijven: de schijf is vol"


def test_a_file_that_cannot_be_read_is_named_with_the_reason() -> None:
    closed = OSError(errno.EACCES, os.strerror(errno.EACCES))
    assert words(cannot_be_read("a.trf", closed)) == "a.trf cannot be read: permission denied"
