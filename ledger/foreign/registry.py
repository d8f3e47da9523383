"""The programs whose files can be imported, beside TRF."""

from __future__ import annotations

from ledger.foreign import keizer_for_clubs, swiss_manager, swiss_master
from ledger.foreign.model import Program

PROGRAMS: tuple[Program, ...] = (
    keizer_for_clubs.PROGRAM,
    swiss_manager.PROGRAM,
    swiss_master.PROGRAM,
)
"""Each knows its own files by their content, never by their name."""


def program_of(content: bytes) -> Program | None:
    """Return the program that a file is of; None for a file of none of them."""
    return next((one for one in PROGRAMS if one.recognises(content)), None)
