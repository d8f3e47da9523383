"""What the verbs of the mirror print with --json."""

from __future__ import annotations

from tests.docs.schemas.words import REFUSAL, Schema, a_list, an_object, value, view

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
    "export": view(
        "What was written with --parquet.",
        {
            "folder": value("string", "The folder, as typed."),
            "sequence": value("integer", "Last fact of the ledger that is in it, by sequence."),
            "leaf": value("string", "Hash of that fact."),
            "names": value("boolean", "Whether it tells who is who."),
            "replaced": value("boolean", "Whether it took the place of an earlier export."),
        },
        {
            "table": value("string", "Name of the table or view, and of its folder."),
            "rows": value("integer", "Rows."),
            "files": value("integer", "Files."),
            "bytes": value("integer", "Bytes of its files."),
        },
        "A table each.",
    ),
}  # fmt: skip

_ANSWER = view(
    "The answer to a question.",
    {
        "columns": a_list(
            "The columns, in order.",
            an_object("A column.", {
                "name": value("string", "Name, which no other column has."),
                "type": value("string", "Type in DuckDB's words."),
            }),
        ),
    },
    value("object", "A row: column to value. Dates, times and bytes are text, numbers that JSON"
                    " cannot hold exactly too; lists and structs are JSON."),
    "A row each.",
)  # fmt: skip
_PLACE = {
    "statement": value("integer", "Which statement of the file it answers, from 1."),
    "line": value("integer", "Line of the file where that begins."),
}
SQL: Schema = {
    "description": "The answer to a QUESTION, or the answers to a file.",
    "oneOf": [
        _ANSWER,
        a_list(
            "With --file or from standard input: the answers, in order.",
            an_object("An answer.", _PLACE | _ANSWER["properties"]),
        ),
    ],
}
