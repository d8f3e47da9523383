"""The words the JSON schemas are made of: kinds, rows, and keys that mean the same everywhere."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def value(kind: str | list[str], text: str, **more: Any) -> Schema:
    return {"type": kind, "description": text, **more}


def a_list(text: str, of: Schema) -> Schema:
    return value("array", text, items=of)


def an_object(text: str, keys: dict[str, Schema], **more: Any) -> Schema:
    required = [name for name, schema in keys.items() if "may be left out" not in str(schema)]
    closed = {"properties": keys, "required": required, "additionalProperties": False}
    return value("object", text, **closed | more)


NUMBER = value("integer", "Number of the player: lot number, pairing number.")
TEXT = {"type": "string"}
OR_NOBODY = ["integer", "null"]
NOT_PLAYED = (
    "played, adjourned, open, default win, default loss, bye, full-point bye, half-point bye, "
    "absent, withdrawn, not entered or not paired."
)

KEYS: dict[str, Schema] = {
    # --- who and what -----------------------------------------------------------------------------
    "tournament": value(["string", "null"], "Name of the tournament."),
    "id": value("string", "Id of the tournament, for --tournament."),
    "position": value("integer", "The last fact that was taken into account (#140 is 140)."),
    "rules": value("string", "Rulebook."),
    "notes": a_list("Sentences a person should read.", {"type": "string"}),
    "name": value("string", "Name of the player."),
    "rating": value(["integer", "null"], "Rating, null for none."),
    "rating_source": value(
        ["string", "null"], "given, estimated (by the arbiter) or corrected; null without rating."
    ),
    "title": value("string", 'GM, IM, WGM, FM, WIM, CM, WFM, WCM or "".'),
    # --- a standing -------------------------------------------------------------------------------
    "rank": value("integer", "Place, from 1."),
    "points": value("number", "Points: 3.5 is three and a half."),
    "ws": value("number", "Resistance score: what this score counts for in WP and SB of others."),
    "wp": value("number", "Resistance points (Buchholz)."),
    "sb": value("number", "Sonneborn-Berger, in quarters: 8.75."),
    "colours": value("string", "A letter a round: W, B, - not played.", pattern="^[WB-]*$"),
    "colour_difference": value(
        "string", "Whites minus blacks; +0, -0 by the last colour (A5).", pattern="^[+-]?[0-9]+$"
    ),
    "preference": value(
        "string", "Colour for the next round: W or B with 3 absolute, 2 strong, 1 light; -0 none."
    ),
    "decided_by": value(["string", "null"], "Key that parts this line from the one above."),
    "lots_needed": value("boolean", "Equal in everything; lots are still to be drawn (F12)."),
    "rounds": value("integer", "Rounds counted."),
    "final": value("boolean", "Whether this is the final ranking (F12)."),
    "provisional": value("boolean", "Whether a game is open, or adjourned and counted as a draw."),
    # --- a player's round -------------------------------------------------------------------------
    "kind": value("string", f"What the round was: {NOT_PLAYED}"),
    "opponent": value(OR_NOBODY, "Number of the opponent, null without a game."),
    "opponent_name": value("string", "Name of the opponent."),
    "colour": value(["string", "null"], "W, B, or null without a game.", enum=["W", "B", None]),
    "played": value("boolean", "Whether it was played over the board."),
    # --- a round ----------------------------------------------------------------------------------
    "round": value("integer", "Number of the round, from 1."),
    "board": value("integer", "Number of the board, from 1."),
    "white": value("integer", "Number of the player with white."),
    "white_name": value("string", "Name of the player with white."),
    "white_points": value("number", "His points before the round."),
    "black": value("integer", "Number of the player with black."),
    "black_name": value("string", "Name of the player with black."),
    "black_points": value("number", "His points before the round."),
    "result": value(
        ["string", "null"], "1-0, 0-1, 1/2-1/2, 0-0; with R by default; adjourned; null: open."
    ),
    "bye": value(OR_NOBODY, "Number of the player with the bye, null for none."),
    "source": value(["string", "null"], "Who paired it: an engine, arbiter, import; or null."),
    "basis": value(["integer", "null"], "Fact up to which it was computed; null: not yet."),
    "not_paired": a_list("Numbers of the players who are in but were not paired.", NUMBER),
    "reason": value(["string", "null"], "Reason that was given."),
    "fact": value("string", "Kind of fact, a stable name such as result-corrected."),
    "what": value("string", "The same as one sentence."),
}  # fmt: skip

HEAD = ("tournament", "id", "position")
LINE = ("rank", "id", "points", "ws", "wp", "sb", "colours", "colour_difference", "preference")
STATES = ["planned", "published", "played", "closed"]
CELL = ("kind", "opponent", "colour", "points", "played")


def keys(names: str | tuple[str, ...], **special: Schema) -> dict[str, Schema]:
    listed = names.split() if isinstance(names, str) else names
    return {name: KEYS[name] for name in listed} | special


def row(names: str | tuple[str, ...], **special: Schema) -> dict[str, Schema]:
    """Return the keys of a row about a player: there, id is his number."""
    return keys(names, **({"id": NUMBER} if "id" in names else {}), **special)


def view(text: str, head: dict[str, Schema], row: dict[str, Schema] | Schema, rows: str) -> Schema:
    one = row if "oneOf" in row or "type" in row else an_object("A row.", row)
    return an_object(text, head | {"rows": a_list(rows, one), "notes": KEYS["notes"]})


TOTAL = an_object(
    "A control total (F8).",
    {
        "name": value("string", "points, WS or WP."),
        "formula": value("string", "The formula of the rules."),
        "expected": value("number", "What the formula gives."),
        "found": value("number", "What the standing adds up to."),
        "agrees": value("boolean", "Whether these are the same."),
    },
)
BOARD_ROW = an_object(
    "A board.",
    keys(
        "board white white_name black black_name result",
        corrected=value("boolean", "Whether the result was corrected."),
        added_by_hand=value("boolean", "Whether the board was added by hand, for latecomers."),
    ),
)
NAME_ROW = an_object(
    "A player with a game (--by-name).",
    row(
        "name id board",
        colour=value("string", "Colour.", enum=["white", "black"]),
        opponent=NUMBER,
        opponent_name=KEYS["opponent_name"],
    ),
)
STEP = an_object(
    "A command, or another verb.",
    {
        "command": value(
            ["string", "null"], "Its name (correct-result); null: the one that was given, again."
        ),
        "fields": value("object", "What it is given; true: an option without a value."),
        "ask": a_list("Fields that the person fills in.", {"type": "string"}),
    },
)

REFUSAL = an_object(
    "One thing that is in the way.",
    {
        "code": value("string", "Stable name, such as pairing-already-published."),
        "what": value("string", "What is wrong, and where."),
        "clause": value(["string", "null"], "Rule it rests on."),
        "events": a_list("Facts in the way, by position.", {"type": "integer"}),
        "next": value("string", "The command or step that helps."),
        "step": a_list("The commands that it names, in order.", STEP),
        "line": value(["integer", "null"], "Line in the file that was read."),
    },
)
