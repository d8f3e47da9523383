"""What `--json` prints of disputes; part of `json_schemas`."""

from __future__ import annotations

from typing import get_args

from schema_words import HEAD, NUMBER, Schema, a_list, an_object, keys, value, view

from ledger.values import Verdict

_FACTS = {"type": "integer"}
_RELATED = an_object(
    "A fact that belongs to it.",
    {
        "position": value("integer", "Its position."),
        "why": value("string", "corrects, corrected by, taken back by, of the same command ..."),
        "what": value("string", "It, as a sentence."),
    },
)
_VERDICT = {"enum": [*get_args(Verdict), None]}
_RULING = an_object(
    "A ruling.",
    {
        "verdict": value("string", "How it was decided.", enum=list(get_args(Verdict))),
        "text": value("string", "Why."),
        "facts": a_list("What was done because of it, by position.", _FACTS),
        "position": value("integer", "Its position."),
        "recorded_at": value("string", "When it was recorded (UTC)."),
    },
)

SCHEMAS: dict[str, Schema] = {
    "protests": view(
        "The protests and their rulings.",
        keys(HEAD),
        {
            "number": value("integer", "Number of the protest."),
            "round": value("integer", "The round."),
            "player": NUMBER,
            "player_name": value("string", "Number and name of who lodged it."),
            "text": value("string", "What is contested."),
            "facts": a_list("Facts it is about, by position.", _FACTS),
            "position": value("integer", "Its position."),
            "lodged": value("string", "When it was lodged, local time."),
            "lodged_at": value("string", "When it was lodged (UTC)."),
            "deadline": value(["string", "null"], "Until when it could be lodged."),
            "in_time": value(["string", "null"], "yes, late, or null without deadline."),
            "verdict": value(["string", "null"], "The newest ruling, null: none yet.", **_VERDICT),
            "ruling": value(["string", "null"], "Why."),
            "rulings": a_list("All rulings, oldest first.", _RULING),
        },
        "A protest each.",
    ),
    "show": view(
        "One fact whole.",
        keys(
            HEAD,
            fact=value("string", "Kind of fact."),
            version=value("integer", "Version of its fields."),
            what=value("string", "It, as a sentence."),
            in_force=value("boolean", "Whether it was not taken back."),
            related=a_list("Facts that belong to it.", _RELATED),
        ),
        {
            "field": value("string", "Name of the field."),
            "value": {"description": "Its value."},
        },
        "A field each.",
    ),
    "diff": view(
        "What differs between two moments.",
        keys(
            HEAD,
            **{
                "from": value("integer", "Position of the first moment."),
                "to": value("integer", "Position of the second."),
                "after": value("integer", "Rounds that the standings count."),
            },
        ),
        {
            "part": value(
                "string", "What it is part of.", enum=["pairing", "result", "standing", "colours"]
            ),
            "round": value("integer", "The round, or the rounds counted."),
            "who": value("string", "Player, game or board."),
            "key": value("string", "board, bye, result, rank, points, wp, sb, value, colours ..."),
            "before": {"description": "Its value at the first moment, null: there was none."},
            "now": {"description": "Its value at the second moment, null: there is none."},
        },
        "A difference each.",
    ),
    "integrity": view(
        "Departures from the engine and the rules, and corrections.",
        keys(HEAD)
        | {
            "counts": value(
                "object", "How many of each kind.", additionalProperties={"type": "integer"}
            )
        },
        {
            "position": value("integer", "Position of the fact."),
            "at": value("string", "When, local time."),
            "recorded_at": value("string", "When (UTC)."),
            "actor": value("string", "Key of who acted."),
            "kind": value("string", "pairing by hand, result corrected, late entry ..."),
            "what": value("string", "What happened."),
            "reason": value(["string", "null"], "Reason that was given."),
        },
        "A fact each.",
    ),
}
