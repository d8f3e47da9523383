"""The tables of a tournament and its people: rules, players, ratings, facts."""

from __future__ import annotations

from projections.mirror.schema.macros import MOMENTS
from projections.mirror.schema.relation import (
    KNOWN_FROM,
    KNOWN_TO,
    OF_A_PLAYER,
    POSITION,
    RATING,
    RECORDED,
    TAKEN_BACK,
    TOURNAMENT,
    WHO,
    Col,
    Relation,
    position,
)

TOURNAMENTS = (
    Relation(
        "tournaments",
        "A tournament each.",
        (
            Col("tournament", "VARCHAR", "Id of the tournament.", True),
            Col("name", "VARCHAR", "Name."),
            Col("system", "VARCHAR", "Pairing system of the rulebook in force."),
            Col("rulebook", "VARCHAR", "Id of the rulebook in force."),
            Col("city", "VARCHAR", "City where it is played, null when it was not said."),
            Col("federation", "VARCHAR", "Federation, three letters; null likewise."),
            Col("type", "VARCHAR", "Type of tournament; null likewise."),
            Col("tempo", "VARCHAR", "Time allowed for moves or game; null likewise."),
            Col("venue", "VARCHAR", "Where in the city it is played; null likewise."),
            Col("time_zone", "VARCHAR", "Time zone, Europe/Amsterdam; null likewise."),
            Col("begins", "DATE", "First day, as recorded or of the rounds; null likewise."),
            Col("ends", "DATE", "Last day, likewise."),
            Col("season", "VARCHAR", "1 July to 30 June with its first day in it: 2026-2027."),
            Col("opened_at", "TIMESTAMP", "When it was opened, UTC."),
            Col("last_recorded_at", "TIMESTAMP", "When its last fact was recorded, UTC."),
            position("position", "Position of its last fact."),
            Col("players", "INTEGER", "Number of players."),
            Col("rounds_planned", "INTEGER", "Rounds planned, null when it was not said."),
            Col("rounds_published", "INTEGER", "Rounds published."),
            Col("rounds_done", "INTEGER", "Rounds, from the first, without an open game."),
            Col("closed", "BOOLEAN", "Whether it has ended."),
            Col(
                "agreement",
                "VARCHAR",
                "What two agreeing claims make: result, or tap (a proposal).",
            ),
        ),
    ),
    Relation(
        "rulebooks",
        "Which rules held, from which round on.",
        (
            TOURNAMENT,
            Col("from_round", "INTEGER", "First round it holds for."),
            Col("place", "INTEGER", "1 for the rules it was opened with, 2 for the next.", True),
            Col("rulebook", "VARCHAR", "Id of the rulebook."),
            Col("system", "VARCHAR", "Pairing system."),
            Col("hash", "VARCHAR", "SHA-256 over the keys, as it was recorded."),
            Col("keys", "JSON", "The complete rulebook, canonical."),
        ),
    ),
    Relation(
        "players",
        "Everybody who ever entered, with the rating of today (of then: ratings) and title.",
        (
            TOURNAMENT,
            WHO,
            Col("number", "INTEGER", "Number as people know it (lot number), null: none yet."),
            *RATING,
            Col("title", "VARCHAR", "Title."),
            Col("from_round", "INTEGER", "First round they can be paired in."),
            position("forgotten", "Position at which their record was deleted, null: it is kept."),
            position(
                "taken_back_by",
                "Position of the fact that took the entry back, or by which they were removed, so"
                " that they are only in what was known before; null: none did.",
            ),
        ),
    ),
    Relation(
        "names",
        "What is known of a person; a forgotten player has no row.",
        (
            TOURNAMENT,
            OF_A_PLAYER,
            Col("name", "VARCHAR", "Name."),
            Col("club", "VARCHAR", "Club, null where unknown."),
            Col("fide_id", "VARCHAR", "FIDE number, null where unknown."),
        ),
    ),
    Relation(
        "ratings",
        "Every rating a player ever had. A game of a round was played with the one"
        " whose rounds it is in: that known when the round was published.",
        (
            TOURNAMENT,
            OF_A_PLAYER,
            KNOWN_FROM,
            KNOWN_TO,
            Col("from_round", "INTEGER", "First round published with it."),
            Col(
                "to_round",
                "INTEGER",
                "Last such round, null: it holds; less than from_round: none.",
            ),
            *RATING,
            RECORDED,
        ),
    ),
    Relation(
        "rating_lists",
        "What the rating lists say of the players, as it was recorded.",
        (
            TOURNAMENT,
            POSITION,
            OF_A_PLAYER,
            RECORDED,
            Col("kind", "VARCHAR", "fide, national, or other: a list of the organiser's own."),
            Col("list", "VARCHAR", "Name of the list."),
            Col("valid_from", "DATE", "First day on which it holds, null: from ever."),
            Col("rating", "INTEGER", "Rating, null: the list has none."),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "events",
        "Every fact, in the order of the file.",
        (
            Col("sequence", "BIGINT", "Place in the file."),
            TOURNAMENT,
            Col("position", "BIGINT", "Position of the fact.", True),
            RECORDED,
            Col("actor", "VARCHAR", "Key of who acted."),
            Col("fact", "VARCHAR", "Kind of fact."),
            Col("reason", "VARCHAR", "Reason that was given."),
            Col("command", "VARCHAR", "Shared by the facts of one command."),
            Col("state", "JSON", "The fact as it is stored."),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "moments",
        "A view: since when a tournament was known up to a position.",
        (
            TOURNAMENT,
            Col("position", "BIGINT", "Position of the last fact of the moment.", True, "events"),
            RECORDED,
            Col("until", "TIMESTAMP", "When the next one was, UTC; null: it is the last."),
        ),
        MOMENTS,
    ),
    Relation(
        "prohibitions",
        "Players who may not meet each other (FIDE), as it was recorded.",
        (
            TOURNAMENT,
            POSITION,
            RECORDED,
            Col("players", "INTEGER[]", "The players: none of them meets another."),
            Col("from_round", "INTEGER", "First round it holds in."),
            Col("to_round", "INTEGER", "Last round it holds in, null: until the end."),
            Col(
                "lifted_from",
                "INTEGER",
                "First round in which they may meet after all; null: none.",
            ),
            position("lifted_by", "Position of the fact that says so, null: none."),
            Col("reason", "VARCHAR", "Reason that was given."),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "virtual_points",
        "Virtual points that a system of FIDE adds when a round is paired,"
        " as now known: explicit ones, or those of the accelerated group. No row: none.",
        (
            TOURNAMENT,
            Col("round", "INTEGER", "Round, also one to come.", True),
            OF_A_PLAYER,
            Col("points", "DECIMAL(9, 1)", "Points.", unit="0.5"),
        ),
    ),
)
