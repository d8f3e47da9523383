"""A file whose columns have names of its own: the mapping that is typed, or kept by name."""

from __future__ import annotations

from collections.abc import Sequence

from desk.lists.mappings import keep_mapping, kept_mappings, unknown_fields, with_columns
from desk.lists.shelf import Shelf
from desk.terminal.options import changed_keys
from desk.terminal.output import leave, note
from ledger.csv_files.people import COLUMNS
from ledger.messages import message
from ledger.refusals import Exit, Refusal


def renamed(data: bytes, name: str | None, typed: Sequence[str]) -> bytes:
    """Return a file with the names of fields above its columns, by a mapping.

    A mapping that is typed with a name is kept under it, for the next time.
    """
    if name is None and not typed:
        return data
    shelf = Shelf()
    columns = changed_keys(typed) if typed else kept_mappings(shelf).get(name or "")
    if columns is None:
        kept = ", ".join(sorted(kept_mappings(shelf))) or "-"
        what = message("lists.no-mapping", name=name or "", names=kept)
        leave(Refusal("mapping-unknown", what, message("lists.map-columns"), exit=Exit.USAGE))
    if wrong := unknown_fields(columns):
        what = message("lists.no-such-field", fields=", ".join(wrong))
        step = message("lists.fields", fields=", ".join(COLUMNS))
        leave(Refusal("mapping-unknown", what, step, exit=Exit.USAGE))
    out, missing = with_columns(data, columns)
    if missing:
        what = message("lists.no-such-column", columns=", ".join(missing))
        leave(Refusal("mapping-unknown", what, message("lists.map-columns"), exit=Exit.USAGE))
    if name is not None and typed:
        keep_mapping(shelf, name, columns)
        note(message("lists.mapping-kept", name=name))
    return out
