"""What the verbs of the mirror print with --json."""

from __future__ import annotations

from schema_words import REFUSAL, Schema, a_list, value, view

_PATH = value("string", "Path of the DuckDB file.")
_REFRESHED = {
    "path": _PATH,
    "made": value("string", "from zero, continued, or current: there was nothing to do.",
                  enum=["from zero", "continued", "current"]),
    "sequence": value("integer", "Last fact of the file that is in it, by sequence."),
    "tournaments": value("integer", "Tournaments whose rows were made."),
    "events": value("integer", "Facts of these tournaments."),
    "rows": value("integer", "Rows that were written, facts included."),
    "load_ms": value("integer", "Milliseconds to write them."),
    "publish_ms": value("integer", "Milliseconds to copy the old file and to rename the new."),
}  # fmt: skip

DAMAGED = a_list(
    "Tournaments that cannot be read, and are left out.",
    {
        **REFUSAL,
        "properties": {"id": value("string", "Id of the tournament."), **REFUSAL["properties"]},
        "required": ["id", *REFUSAL["required"]],
    },
)

SCHEMAS: dict[str, Schema] = {
    "mirror-build": view("What was made.", {"refused": DAMAGED}, _REFRESHED, "One row."),
    "mirror-update": view("What was made.", {"refused": DAMAGED}, _REFRESHED, "One row."),
    "mirror-path": view(
        "Where the mirror is.", {},
        {
            "path": _PATH,
            "state": value("string", "Whether it has all that is recorded.",
                           enum=["missing", "stale", "current"]),
            "sequence": value(["integer", "null"], "Last fact in it by sequence, null: none."),
            "ledger_sequence": value("integer", "Last fact of the ledger by sequence."),
        },
        "One row.",
    ),
}  # fmt: skip
