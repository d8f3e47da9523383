"""A condition of a season that gave way, in the words of facts and in those of people."""

from __future__ import annotations

import re
from typing import Final

from ledger.messages import Sentence, message, run_on

COLOURS: Final = "colours beyond the bound"
_MET: Final = re.compile(r"met (\d+) rounds? ago")


def met_ago(rounds: int) -> str:
    """Return the code in facts for two players who met `rounds` rounds ago."""
    return f"met {rounds} {'round' if rounds == 1 else 'rounds'} ago"


def gave_way(why: str) -> Sentence:
    """Return a code of a fact in words for people; an unknown code as it stands."""
    return run_on(*map(_one, why.split(", ")), between=", ")


def _one(why: str) -> Sentence:
    met = _MET.fullmatch(why)
    if met is not None:
        return message("common.met-ago", n=int(met[1]))
    return message("common.colours-beyond") if why == COLOURS else why
