"""Facts that are named on a form by their positions."""

from __future__ import annotations

import re

from ledger.messages import message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.values import whole_number


def positions_named(text: str) -> tuple[tuple[int, ...], Refusals]:
    """Return the facts that a text names: #63, 91; or the refusal of another text."""
    names = [name.removeprefix("#") for name in re.split(r"[\s,;]+", text.strip()) if name]
    numbers = [number for name in names if (number := whole_number(name)) is not None]
    if len(numbers) == len(names):
        return tuple(numbers), ()
    what = message("web-disputes.no-facts", text=text[:80])
    step = message("web-disputes.name-facts")
    return (), (Refusal("bad-facts", what, step, exit=Exit.USAGE),)
