"""The verbs that announce the prizes, and change one."""

from __future__ import annotations

from desk.terminal.answers import FILE
from desk.terminal.files import text_of
from desk.terminal.misuse import bad_value
from desk.terminal.options import argument, option
from desk.terminal.registry import Registry
from desk.terminal.words import blank
from desk.terminal.writing import Data, writes
from ledger.messages import message
from ledger.text_files import quoted, split_lines
from ledger.values import cents_of

here = Registry()
prizes_verbs = here.of_section("prizes")


def _cents(amount: str) -> int:
    if (cents := cents_of(amount)) is None:
        raise bad_value(blank("AMOUNT"), message("usage.no-amount", text=quoted(amount)))
    return cents


def _lines(fields: Data) -> Data:
    """Replace the file by its lines."""
    lines = split_lines(text_of(fields.pop("file")).expandtabs())
    return fields | {"rules": [line.strip() for line in lines]}


def _changed(fields: Data) -> Data:
    """Replace the amount by cents, where there is one."""
    amount = fields.pop("amount")
    return fields if amount is None else fields | {"cents": _cents(amount)}


def _in_cents(fields: Data) -> Data:
    """Replace the amounts by cents."""
    return fields | {"cents": [_cents(amount) for amount in fields.pop("amounts")]}


writes(
    prizes_verbs,
    "announce",
    argument("file", type=FILE),
    without=("rules",),
    prepare=_lines,
)
writes(
    prizes_verbs,
    "declare",
    argument("amounts", nargs=-1, required=True),
    without=("cents",),
    prepare=_in_cents,
)
writes(
    prizes_verbs,
    "change",
    option("--amount"),
    arguments=("place", "player"),
    without=("cents",),
    prepare=_changed,
)
