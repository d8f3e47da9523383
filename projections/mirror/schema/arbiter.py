"""The tables of what people did besides playing: corrections, disputes, claims, prizes."""

from __future__ import annotations

from projections.mirror.schema.relation import (
    KNOWN_FROM,
    KNOWN_TO,
    OF_A_PLAYER,
    OF_A_ROUND,
    POSITION,
    RECORDED,
    TAKEN_BACK,
    TOURNAMENT,
    Col,
    Relation,
    player,
    position,
)

PROTEST = Col("number", "INTEGER", "Number of the protest.")

ARBITER = (
    Relation(
        "corrections",
        "Every correction, and what it did to the standings.",
        (
            TOURNAMENT,
            POSITION,
            Col("kind", "VARCHAR", "What was corrected."),
            Col("round", "INTEGER", "Round it is of, null for none.", False, "rounds"),
            player("Player with white, or the one player it is of.", "white"),
            player("Player with black.", "black"),
            position("corrects", "Position of the fact it corrects, null for none."),
            Col("before", "VARCHAR", "Result before, null where it is of no result."),
            Col("now", "VARCHAR", "Result it gave."),
            Col("rounds_touched", "INTEGER[]", "Rounds whose standing its command changed."),
            Col("ranks_touched", "INTEGER", "Places in them that another player took."),
            RECORDED,
            Col(
                "corrected_at",
                "TIMESTAMP",
                "When what it corrects was recorded, UTC; of a command"
                " that is taken back its first fact; null for none.",
            ),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "integrity",
        "Every departure from the engine or the rules, as `integrity` lists it.",
        (
            TOURNAMENT,
            POSITION,
            Col("kind", "VARCHAR", "Kind of departure."),
            Col("what", "VARCHAR", "What happened; players by number."),
            Col("actor", "VARCHAR", "Key of who acted."),
            Col("reason", "VARCHAR", "Reason that was given."),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "protests",
        "Every protest.",
        (
            TOURNAMENT,
            POSITION,
            RECORDED,
            PROTEST,
            OF_A_ROUND,
            player("Player who lodged it."),
            Col("text", "VARCHAR", "What is contested."),
            Col("facts", "BIGINT[]", "Positions of the facts it is about."),
            Col("deadline", "TIMESTAMP", "Last moment for it, UTC; null where none was set."),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "rulings",
        "Every ruling on a protest; on appeal there are several.",
        (
            TOURNAMENT,
            POSITION,
            RECORDED,
            PROTEST,
            Col("verdict", "VARCHAR", "Verdict."),
            Col("text", "VARCHAR", "What was ruled."),
            Col("facts", "BIGINT[]", "Positions of what was done because of it."),
            Col(
                "behalf", "VARCHAR", "On whose behalf: committee or arbiter; null: nobody said so."
            ),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "claims",
        "Every result that a player claimed; the arbiter's are in games.",
        (
            TOURNAMENT,
            POSITION,
            RECORDED,
            OF_A_ROUND,
            player("Player who claimed it."),
            player("Opponent.", "opponent"),
            Col("colour", "VARCHAR", "W or B: the colour of the player then."),
            Col("result", "VARCHAR", "Claimed result, white first: 1-0, 0-1, 1/2-1/2."),
            Col("source", "VARCHAR", "QR code it came by: player, or board (unconfirmed)."),
            Col("device", "VARCHAR", "Random key of the device."),
            position(
                "ended_by",
                "Position of the player's next claim of that round, or of its"
                " withdrawal; null: neither.",
            ),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "check_ins",
        "Every time a player was confirmed as here for a round.",
        (
            TOURNAMENT,
            POSITION,
            RECORDED,
            Col("round", "INTEGER", "Round; it may never have been published."),
            player("Player."),
            Col("comes_later", "BOOLEAN", "Whether they will not be there at the beginning."),
            position(
                "ended_by",
                "Position of the player's next check-in for that round, or of its"
                " withdrawal, or of the absence or removal that ended it;"
                " null: neither.",
            ),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "prizes",
        "The prizes as they were declared, in every version known.",
        (
            TOURNAMENT,
            Col("place", "INTEGER", "Rank that the prize is for.", True),
            KNOWN_FROM,
            KNOWN_TO,
            Col("cents", "BIGINT", "Amount, in cents."),
            Col("category", "VARCHAR", "Name of the category, empty: a main prize.", True),
            Col("goods", "VARCHAR", "Goods, empty for none."),
        ),
    ),
    Relation(
        "prize_shares",
        "The money that each player gets, as it is now: by the final ranking after the"
        " rounds done, as the rules of the prizes say, or the rulebook (F12.1).",
        (
            TOURNAMENT,
            OF_A_PLAYER,
            Col(
                "rank",
                "INTEGER",
                "Place in the final ranking; in FIDE mode equal players share it.",
            ),
            Col("equal_with", "INTEGER", "How many are equal on points, this player too."),
            Col("cents", "BIGINT", "What the player gets, in cents."),
        ),
    ),
    Relation(
        "prize_awards",
        "Each prize and who has it: as awarded, before that as the standing is now.",
        (
            TOURNAMENT,
            Col("category", "VARCHAR", "Name of the category, empty: a main prize.", True),
            Col("place", "INTEGER", "Place among the prizes of the category.", True),
            OF_A_PLAYER,
            Col("cents", "BIGINT", "Money, in cents."),
            Col("goods", "VARCHAR", "Goods, empty for none."),
            position("awarded", "Position at which they were awarded, null: not yet."),
            position("changed", "Position at which the arbiter changed it, null for none."),
            Col("handed_out", "VARCHAR", "cash, bank, not_collected; null: not yet."),
        ),
    ),
)
