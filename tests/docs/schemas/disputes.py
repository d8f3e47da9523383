"""What `--json` prints of disputes; part of `json_schemas`."""

from __future__ import annotations

from typing import get_args

from ledger.values import RulingVerdict
from tests.docs.schemas.words import HEAD, NUMBER, Schema, a_list, an_object, keys, value, view

_FACTS = {"type": "integer"}
_RELATED = an_object(
    "A fact that belongs to it.",
    {
        "position": value("integer", "Its position."),
        "why": value("string", "corrects, corrected by, taken back by, of the same command ..."),
        "what": value("string", "It, as a sentence."),
    },
)
_VERDICT = {"enum": [*get_args(RulingVerdict), None]}
_RULING = an_object(
    "A ruling.",
    {
        "verdict": value("string", "How it was decided.", enum=list(get_args(RulingVerdict))),
        "text": value("string", "Why."),
        "facts": a_list("What was done because of it, by position.", _FACTS),
        "position": value("integer", "Its position."),
        "recorded_at": value("string", "When it was recorded (UTC)."),
    },
)


def _section(text: str, **more: Schema) -> Schema:
    lines = a_list("The same for people.", {"type": "string"})
    return an_object(text, {"lines": lines, **more})


_ROWS = {"type": "object"}
_CLAIMS = a_list("Claims, as `why --json` has them.", _ROWS)

AUDIT: Schema = an_object(
    "A report on a published pairing.",
    keys(
        (*HEAD, "rules"),
        round=value("integer", "The round."),
        same=value("boolean", "Whether the engine finds the published pairing again."),
        published=_section(
            "When, by whom, from what it was published.",
            position=value("integer", "Position of the fact."),
            recorded_at=value("string", "When (UTC)."),
            actor=value("string", "Key of who acted."),
            basis=value(["integer", "null"], "Position it was computed from."),
            rules=value("string", "Rulebook of then."),
            rules_hash=value("string", "Its hash as recorded."),
            engine=value(["string", "null"], "Engine, null: by hand."),
            engine_version=value(["string", "null"], "Version of the engine, null: by hand."),
            head=value(["string", "null"], "Short head recorded at it, null: none was."),
        ),
        known=_section(
            "The standing before the round, as known then.",
            rows=a_list("A player each, as `standings --json` has them.", _ROWS),
        ),
        recomputed=_section(
            "The round paired again from the basis.",
            verdict=value("string", "same, colours, different, illegal, impossible or unread."),
            claims=_CLAIMS,
        ),
        explained=_section("The board asked about; may be left out.", claims=_CLAIMS),
        since=_section(
            "What was recorded since and bears on it.",
            facts=a_list(
                "A fact each.",
                an_object(
                    "A fact.",
                    {
                        "position": value("integer", "Its position."),
                        "fact": value("string", "Kind of fact."),
                        "what": value("string", "It, as a sentence."),
                        "reason": value(["string", "null"], "Reason that was given."),
                    },
                ),
            ),
        ),
        allowed=_section(
            "What F6 and F7 allow.",
            begun_at=value(
                ["integer", "null"],
                "Position of the result, default, adjournment or start from "
                "which on the pairing stands, null: none.",
            ),
            breaks=a_list(
                "Boards that break a norm.",
                an_object(
                    "A board.",
                    {
                        "board": value("integer", "Its number."),
                        "clause": value("string", "The norm."),
                    },
                ),
            ),
            corrections=a_list("Corrections newer than the pairing, by position.", _FACTS),
            may_amend=value("boolean", "Whether the arbiter may pair the round again."),
        ),
        today=_section(
            "What would be paired with what is known now.",
            same=value("boolean", "Whether that is what stands."),
            rows=a_list("Boards that differ; may be left out.", _ROWS),
        ),
        protests=_section(
            "Protests about the round.",
            rows=a_list("A protest each, as `protests --json` has them.", _ROWS),
        ),
    ),
)

SCHEMAS: dict[str, Schema] = {
    "audit": AUDIT,
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
