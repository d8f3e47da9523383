"""What `--json` prints in a club season: the overviews, and verbs that say more there."""

from __future__ import annotations

from tests.docs.schemas.words import (
    HEAD,
    KEYS,
    NUMBER,
    OR_NOBODY,
    TEXT,
    Schema,
    a_list,
    an_object,
    keys,
    value,
    view,
)

OR_NONE = ["string", "null"]
VALUES = {
    "passes": value("integer", "How often totals were computed until nothing changed."),
    "cycle": value("integer", "0, or how many rankings alternate: the values are not at rest."),
}
OVERVIEW_HEAD = keys((*HEAD, "rules", "rounds", "provisional")) | VALUES | {
    "overview": value("string", "Which overview, or which verb."),
    "period": value(OR_NOBODY, "The period it is limited to, null: the whole season."),
}  # fmt: skip
MEMBER = {
    "rank": value(OR_NOBODY, "Place, null for one who left."),
    "id": NUMBER,
    "name": KEYS["name"],
    "name_shown": value("string", "The name as it is shown, marked when he left."),
    "left": value("boolean", "Whether he left the season."),
}
EXACT = value("string", "Exact amount: 137, or 205/2.", pattern="^-?[0-9]+(/[0-9]+)?$")
SHOWN = value("string", "The same rounded for display, with a comma.")
TOTAL = {"points": EXACT, "points_shown": SHOWN,
         "value": value("integer", "Own value (Wa).")}  # fmt: skip
ROUND_OF_MEMBER = {
    "round": value(OR_NOBODY, "Number of the round, null: none."),
    "opponent": value(OR_NOBODY, "Number of the opponent, null: no game between members."),
    "opponent_name": value(OR_NONE, "His name."),
    "team": value(OR_NONE, "Team he played for, null: none."),
    "team_board": value(OR_NOBODY, "His board in it."),
    "colour": value(OR_NONE, "W, B, or null without a game."),
    "share": value(OR_NONE, "Part of the value that he gets: 1, 1/2, 1/3, 2/3, 0."),
    "worth": value(OR_NOBODY, "The value it is a part of: another's, the board's or his own."),
}
KIND = value(
    "string",
    "win, draw, loss, default win, default loss, adjourned, open, absent, absent beyond the cap, "
    "no opponent, club duty or external; own value and total in a build-up; game in results.",
)
SCORE = {
    "external": value("integer", "Counted games for teams (EMt)."),
    "external_score": value("string", "His score in them (Esc), exact: 3/2."),
    "external_score_shown": value("string", "The same as it is shown."),
}
STANDING_ROW = an_object("A member.", MEMBER | TOTAL | SCORE | {
    "played": value("integer", "Games that count (Gsp): won, drawn, lost and external."),
    "won": value("integer", "Games won against members (Gw), by default too."),
    "drawn": value("integer", "Games drawn (Rm)."),
    "lost": value("integer", "Games lost (Vl), by default too."),
    "colour_balance": value("integer", "Whites minus blacks (Kl)."),
    "absent": value("integer", "Absences within the maximum (Afb)."),
    "beyond_cap": value("integer", "Absences beyond it (Nul)."),
    "no_opponent": value("integer", "Rounds without opponent (GT)."),
    "club_duty": value("integer", "Rounds of club duty."),
})  # fmt: skip
RESULT_ROW = an_object("A game, or a member without one.", {
    **ROUND_OF_MEMBER,
    "round": KEYS["round"],
    "kind": KIND,
    "board": value(OR_NOBODY, "Board of a game between members."),
    "id": NUMBER,
    "name": value("string", "White, or the member."),
    "result": value(OR_NONE, "White's result 1-0 ...; for a team his own: 1, 1/2, 0, 1R, 0R."),
    "catch_up": value("boolean", "Whether it was played later than its round."),
    "first": value("string", "First name of the line."),
    "second": value("string", "Black, team and board, or why he did not play."),
    "colour_shown": value("string", "Colour in Dutch."),
    "result_shown": value("string", "The result as it is shown; for a team his score first."),
    "remark": value("string", "What is special, in Dutch."),
})  # fmt: skip
for _name in ("share", "worth"):
    del RESULT_ROW["properties"][_name]
    RESULT_ROW["required"].remove(_name)
BUILD_UP_ROW = an_object("A line of a member's total.", MEMBER | ROUND_OF_MEMBER | {
    "kind": KIND, "points": EXACT, "points_shown": SHOWN,
    "colour_shown": value("string", "Colour in Dutch."),
    "against": value("string", "Opponent, team and board, or what it was instead."),
    "share_shown": value("string", "Share as it is shown, R when by default."),
})  # fmt: skip
MATRIX_ROW = an_object("A member.", MEMBER | TOTAL | {
    "place": value("string", "Place; v1, v2 ... for those who left."),
    "against": value("object", "Number of an opponent to the cell: 1w ½z.",
                     additionalProperties=TEXT),
    "meetings": a_list("Every meeting.", an_object("A game.", {
        "opponent": NUMBER, "round": KEYS["round"], "kind": KIND,
        "colour": KEYS["colour"], "share": value("string", "Part of the value that he gets."),
    })),
})  # fmt: skip
EXTERNAL_ROW = an_object("A game for a team.", MEMBER | {
    "date": value(OR_NONE, "Day of the game, or of its round; YYYY-MM-DD."),
    "round": KEYS["round"], "team": value("string", "Team."),
    "team_board": value("integer", "Board."), "colour": KEYS["colour"],
    "colour_shown": value("string", "Colour in Dutch."),
    "result": value("string", "His own result: 1, 1/2, 0, 1R, 0R."),
    "result_shown": value("string", "The same, his score first: 1-0."),
    "score": value("string", "His score, exact."),
    "worth": value(OR_NOBODY, "Value of the board."),
    "counts": value("boolean", "Whether it counts for the season."),
    "points": value(OR_NONE, "What it is worth, exact; null: it does not count."),
    "points_shown": SHOWN, "remark": value("string", "What is special, in Dutch."),
})  # fmt: skip
BEST_ROW = an_object("A member.", MEMBER | SCORE | {
    "place": value("integer", "Place; equals share it."),
    "percentage": value("string", "Percentage, exact."),
    "percentage_shown": SHOWN,
})  # fmt: skip
OVERVIEW = view(
    "An overview of a season.",
    OVERVIEW_HEAD | {
        "first_round": value("integer", "Results: first round; may be left out."),
        "last_round": value("integer", "Results: last round; may be left out."),
    },
    {"oneOf": [STANDING_ROW, RESULT_ROW, BUILD_UP_ROW, MATRIX_ROW, EXTERNAL_ROW, BEST_ROW]},
    "Standings and best external: a member each. Results: a game or absence each. Build-up: a line "
    "of a member's total each. Matrix: a member each. External: a game each.",
)  # fmt: skip
STANDING = view("The standing of a season.", OVERVIEW_HEAD, STANDING_ROW, "A member each.")
PLAYER = view(
    "How a member's total is built up.",
    OVERVIEW_HEAD | keys("name rating title", number=NUMBER, record=value(
        "object", "What is known of the person beside the facts: club, birth ...")),
    BUILD_UP_ROW, "His own value, his rounds, his total.",
)  # fmt: skip
CROSSTABLE = view(
    "Every round of every member of a season.", OVERVIEW_HEAD,
    an_object(
        "A member; r1, r2 ... are his rounds as the table writes them.",
        MEMBER | TOTAL | {"rounds": a_list("His rounds.", an_object(
            "A round.", ROUND_OF_MEMBER | {"kind": KIND, "points": EXACT}))},
        patternProperties={"^r[0-9]+$": value("string", "A round as the table has it: 12w1.")},
    ),
    "A member each.",
)  # fmt: skip
PRIZES = view(
    "Who gets which prize of a season.",
    OVERVIEW_HEAD | {
        "method": value("string", "How prizes are divided: shared, by_rank or half_shared."),
        "declared_cents": a_list("Prizes of place 1, 2 ..., in cents.", {"type": "integer"}),
    },
    keys(
        "rank name", number=NUMBER, points=EXACT, points_shown=SHOWN,
        equal_with=value("integer", "How many are equal on points, himself too."),
        cents=value("integer", "What he gets, in cents."),
        prize=value("string", "The same, as an amount."),
    ),
    "A member each.",
)  # fmt: skip
RELAXED = {"relaxed": a_list("Boards that break a condition, as nothing else was possible.",
                             an_object("A board.", {
                                 "board": KEYS["board"],
                                 "why": value("string", "The condition that gave way."),
                             }))}  # fmt: skip
SIDES = {
    f"{side}_{key}": schema
    for side in ("white", "black")
    for key, schema in (
        ("rank", value(OR_NOBODY, "Place before the round, null: no member then.")),
        ("value", value(OR_NOBODY, "Value before the round.")),
        ("total", value(OR_NONE, "Total before the round, exact.")),
        ("total_shown", value("string", "The same as it is shown.")),
    )
}

STATUS = {
    "period": value("integer", "In a season: period of the next round; may be left out."),
    "leader": value(OR_NONE, "In a season: first of the standing; may be left out."),
    **{
        name: schema | {"description": f"In a season: {schema['description']} It may be left out."}
        for name, schema in VALUES.items()
    },
}


def in_season(other: Schema, season: Schema) -> Schema:
    """Return a schema that is `season` for a Keizer season and `other` for a tournament."""
    text = f"{other['description']} In a club season it has keys of its own."
    return {"description": text, "if": {"required": ["passes"]}, "then": season, "else": other}
