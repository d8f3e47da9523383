"""SwissMaster (`.smw`): known by its first line, and not read, as its rounds are not described."""

from __future__ import annotations

import re

from ledger.foreign.model import Foreign, ForeignFiles, Program
from ledger.messages import message
from ledger.refusals import Exit, Refusal, Refusals

_FIRST_LINE = re.compile(rb"[ \t]*\d+[ \t]+\d+[ \t]+0[ \t]+0[ \t]+0[ \t]*(?:\r|\n|$)")
"""The number of players, that of rounds, and three zeros."""


def _recognises(content: bytes) -> bool:
    return _FIRST_LINE.match(content) is not None


def _read(files: ForeignFiles) -> Foreign | Refusals:
    """Return the refusal: what a cell of a round holds, nobody describes, so it is not guessed."""
    what = message("foreign.swiss-master")
    step = message("foreign.swiss-master-step")
    return (Refusal("foreign-not-described", what, step, exit=Exit.USAGE, line=1),)


PROGRAM = Program(_recognises, _read)
