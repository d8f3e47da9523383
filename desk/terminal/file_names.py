"""A name that was typed where a file was meant: a list of players, a tournament, a ledger."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from desk.terminal.output import leave
from ledger.csv_files.person import is_name_of_list
from ledger.kept_names import is_name_of_ledger
from ledger.messages import Blank, do, message
from ledger.refusals import Exit, Refusal
from ledger.text_files import quoted

if TYPE_CHECKING:
    from ledger.messages import Sentence


def not_a_list(name: str | None) -> None:
    """Exit where the name of a player is that of a file, with the command that reads it."""
    if name is not None and _is_file(name):
        _leave(name, do("enter", file=name))


def not_a_tournament(name: str) -> None:
    """Exit where the name of a new tournament is that of a file, with the command for it."""
    if is_name_of_ledger(name):
        _leave(name, do("init", ledger=name, name=Blank("NAME")))
    if _is_file(name):
        _leave(name, do("import", file=name))


def _is_file(name: str) -> bool:
    """Tell whether a name ends as the file of a list does, or is that of a file that is there."""
    return is_name_of_list(name) or os.path.isfile(name.strip())


def _leave(name: str, step: Sentence) -> None:
    what = message("terminal.is-a-file", name=quoted(name))
    leave(Refusal("name-of-a-file", what, step, exit=Exit.USAGE))
