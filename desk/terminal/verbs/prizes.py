"""The verb that declares the prizes."""

from __future__ import annotations

from desk.terminal.misuse import bad_value
from desk.terminal.options import argument
from desk.terminal.registry import Registry
from desk.terminal.words import blank
from desk.terminal.writing import Data, writes
from ledger.messages import message
from ledger.text_files import quoted
from ledger.values import whole_number

here = Registry()
prizes_verbs = here.of_section("prizes")


def _cents(amount: str) -> int:
    whole, _, part = amount.replace(",", ".").partition(".")
    euros = whole_number(whole)
    cents = whole_number(part.ljust(2, "0")) if len(part) <= 2 else None
    if euros is None or cents is None:
        raise bad_value(blank("AMOUNT"), message("usage.no-amount", text=quoted(amount)))
    return euros * 100 + cents


def _in_cents(fields: Data) -> Data:
    """Replace the amounts by cents."""
    return fields | {"cents": [_cents(amount) for amount in fields.pop("amounts")]}


writes(
    prizes_verbs,
    "declare",
    argument("amounts", nargs=-1, required=True),
    without=("cents",),
    prepare=_in_cents,
)
