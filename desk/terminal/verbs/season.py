"""The verbs of a club season: presence, games for the club's teams, periods, members."""

from __future__ import annotations

from desk.terminal.file_names import not_a_list
from desk.terminal.misuse import Misuse
from desk.terminal.options import option
from desk.terminal.registry import Registry
from desk.terminal.writing import Data, writes
from ledger.messages import message

here = Registry()
correct = here.of_section("correct")


def _of_a_person(fields: Data) -> Data:
    """Return the fields, unless the name of the member is that of a file."""
    not_a_list(fields["name"])
    return fields


writes(here, "join", prepare=_of_a_person)


def _elsewhere(fields: Data) -> Data:
    """Replace the option by its opposite, the field."""
    elsewhere = fields.pop("elsewhere")
    if fields["announced_to"] and not elsewhere:
        raise Misuse(message("terminal.announced-elsewhere"))
    return fields | {"club_evening": not elsewhere}


writes(
    here,
    "external",
    option("--elsewhere", is_flag=True),
    arguments=("player", "round"),
    without=("club_evening",),
    prepare=_elsewhere,
)
writes(correct, "external", without=("club_evening",))
