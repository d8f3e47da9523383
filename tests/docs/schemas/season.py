"""What `--json` prints of a club season; part of `json_schemas`."""

from __future__ import annotations

from tests.docs.schemas.words import (
    CELL,
    HEAD,
    NUMBER,
    Schema,
    a_list,
    an_object,
    keys,
    value,
    view,
)

EXACT = "as an exact fraction: 89/3"
_RANK = ["integer", "null"]

REPLAY_ROW: Schema = an_object(
    "A member whose rank, value or total differs, in a season.",
    keys(
        ("tournament", "id", "rules", "name"),
        round=value("integer", "The round."),
        number=NUMBER,
        rank_before=value(_RANK, "Rank as played, null for one who left."),
        rank_now=value(_RANK, "Rank under the version, null for one who left."),
        moved=value("integer", "Places gained; below 0: lost."),
        points_before=value("string", "Total as played, as it is shown."),
        points_now=value("string", "Total under the version, as it is shown."),
        exact_before=value("string", f"Total as played, {EXACT}."),
        exact_now=value("string", f"Total under the version, {EXACT}."),
        value_before=value("integer", "Own value as played."),
        value_now=value("integer", "Own value under the version."),
        cycle_before=value("integer", "Length of the cycle of the standing as played, 0: none."),
        cycle_now=value("integer", "Length of the cycle under the version, 0: none."),
        why=value("string", "The largest differences, for people."),
        causes=a_list(
            "What counts otherwise for him.",
            an_object(
                "A round, or the own value.",
                {
                    "round": value(_RANK, "Number of the round, null: his own value."),
                    "kind": value("string", "What the round was."),
                    "before": value("string", f"Worth as played, {EXACT}."),
                    "now": value("string", f"Worth under the version, {EXACT}."),
                },
            ),
        ),
    ),
)

_SEASON = "in a season; may be left out elsewhere"

BLAME: Schema = view(
    "Which facts make a player's standing.",
    keys(
        (*HEAD, "rules", "name"),
        player=NUMBER,
        after=value("integer", "Rounds counted."),
        points=value("number", "Points (in a season total; may be left out there)."),
        wp=value("number", "Resistance points (may be left out in a season)."),
        sb=value("number", "Sonneborn-Berger (may be left out in a season)."),
        since=value("integer", f"The earlier round it is compared with ({_SEASON})."),
        total=value("string", f"Total, {EXACT} ({_SEASON})."),
        rank=value(_RANK, f"Place, null for one who left ({_SEASON})."),
        rank_before=value(_RANK, f"Place after the earlier round ({_SEASON})."),
        passes=value("integer", f"How often totals were computed until they settled ({_SEASON})."),
        cycle=value("integer", f"Length of the cycle, 0 when they settled ({_SEASON})."),
    ),
    {
        "oneOf": [
            an_object(
                "A round.",
                keys(CELL)
                | {
                    "round": value("integer", "The round."),
                    "against": value("string", "Number and name of the opponent, or empty."),
                    "ws": value(["number", "null"], "The opponent's WS."),
                    "wp": value(["number", "null"], "What the round adds to WP."),
                    "sb": value(["number", "null"], "What the round adds to SB."),
                    "event": value("string", "The fact it rests on, and those it replaced."),
                },
            ),
            an_object(
                "The own value, or a source of points in a season.",
                {
                    "round": value(_RANK, "The round, null: the own value."),
                    "what": value("string", "What it was."),
                    "against": value("string", "Opponent and colour, or team and board."),
                    "share": value("string", "The share of the value: 1/3."),
                    "value": value("integer", "The value it is a share of."),
                    "value_before": value(_RANK, "That value after the earlier round."),
                    "points": value("string", "What it is worth, as it is shown."),
                    "exact": value("string", f"What it is worth, {EXACT}."),
                    "change": value("string", "What it added since, as it is shown."),
                    "exact_change": value("string", f"What it added since, {EXACT}."),
                    "event": value("string", "The fact it rests on, and those it replaced."),
                },
            ),
        ]
    },
    "A round or source each.",
)
