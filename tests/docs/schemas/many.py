"""What `--json` prints of verbs that work on many tournaments: replay, import-folder."""

from __future__ import annotations

from tests.docs.schemas import season as season_schemas
from tests.docs.schemas.mirror import DAMAGED
from tests.docs.schemas.words import (
    NOT_PLAYED,
    NUMBER,
    OR_NOBODY,
    REFUSAL,
    TEXT,
    Schema,
    a_list,
    an_object,
    keys,
    value,
    view,
)

_REPLAY = view(
    "Some tournaments under other rule versions.",
    {
        "question": value("string", "What was compared.", enum=["standings", "pairings"]),
        "rules": a_list("The versions.", TEXT),
        "tournaments": a_list("Names of the tournaments.", TEXT),
        "prizes": a_list(
            "Prizes that differ.",
            an_object(
                "A prize.",
                keys(
                    ("tournament", "id", "rules", "name"),
                    number=NUMBER,
                    before=value("integer", "Cents as played."),
                    now=value("integer", "Cents under the version."),
                ),
            ),
        ),
    },
    {
        "oneOf": [
            an_object(
                "A player whose rank or values differ.",
                keys(
                    ("tournament", "id", "rules", "name", "decided_by"),
                    round=value(["integer", "string"], "The round, or final."),
                    number=NUMBER,
                    rank_before=value("integer", "Rank as played."),
                    rank_now=value("integer", "Rank under the version."),
                    moved=value("integer", "Places gained; below 0: lost."),
                    passed=a_list("Players he is above now, and was not.", {"type": "integer"}),
                    passed_by=a_list("Players above him now, who were not.", {"type": "integer"}),
                    clause=value(["string", "null"], "Clause of the key in decided_by."),
                    why=value("string", "The same for people."),
                    causes=a_list(
                        "Rounds that count otherwise for him.",
                        an_object(
                            "A round.",
                            {
                                "what": value(
                                    "string", "What it counts in.", enum=["points", "wp", "sb"]
                                ),
                                "round": value("integer", "Number of the round."),
                                "kind": value("string", f"What the round was: {NOT_PLAYED}"),
                                "before": value("number", "Worth as played."),
                                "now": value("number", "Worth under the version."),
                                "clause": value(["string", "null"], "Clause that gives the worth."),
                            },
                        ),
                    ),
                    **{
                        f"{what}_{when}": value("number", f"{text} {side}.")
                        for what, text in (("points", "Points"), ("wp", "WP"), ("sb", "SB"))
                        for when, side in (("before", "as played"), ("now", "under the version"))
                    },
                ),
            ),
            season_schemas.REPLAY_ROW,
            an_object(
                "A board that differs (--pairings).",
                keys(
                    ("tournament", "id", "rules", "round"),
                    white=value(OR_NOBODY, "Number of white; null: no pairing."),
                    black=value(OR_NOBODY, "Number of black; 0 is the bye."),
                    found_in=value("string", "played, or the version."),
                    what=value(
                        "string", "board, bye, colours exchanged, or why there is no pairing."
                    ),
                ),
            ),
        ]
    },
    "A difference each.",
)
_REPLAYED = view(
    "With --jobs: how many tournaments of the ledger were replayed into the mirror.",
    {
        "left_out": value("integer", "Seasons, which are left out."),
        "refused": DAMAGED,
        "path": value("string", "Path of the mirror."),
    },
    {
        "rules": value("string", "The version."),
        "replayed": value("integer", "Tournaments replayed now."),
        "done_before": value("integer", "Tournaments the mirror held as they are now."),
    },
    "A version each.",
)

READ: dict[str, Schema] = {
    "import-folder": view(
        "A folder of tournament files, taken into a ledger.",
        {
            "folder": value("string", "The folder, as typed."),
            "rules": value("string", "Rulebook the tournaments were opened under."),
            "imported": value("integer", "Files a tournament was opened from."),
            "already_in": value("integer", "Files the ledger has, under this rulebook."),
            "refused": value("integer", "Files nothing was recorded of."),
        },
        {
            "file": value("string", "Path of the file, from the folder on."),
            "outcome": value(
                "string", "What became of it.", enum=["imported", "already in", "refused"]
            ),
            "id": value(["string", "null"], "Id of its tournament; null: refused."),
            "tournament": value(["string", "null"], "Name of the tournament, if imported now."),
            "facts": value("integer", "Facts recorded now."),
            "errors": value("integer", "How many things are wrong in it."),
            "what": value("string", "The first of them, or the name, for people."),
            "refused": a_list("What is wrong in it, the first fifty.", REFUSAL),
        },
        "A file each, by path.",
    ),
    "replay": {"description": _REPLAY["description"], "oneOf": [_REPLAY, _REPLAYED]},
}
