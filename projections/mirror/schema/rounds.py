"""The tables of what was played: rounds, games, pairings, colours, standings, decisions."""

from __future__ import annotations

from projections.mirror.schema.macros import GAMES_NOW, STANDINGS_NOW, TIE_BREAKS
from projections.mirror.schema.relation import (
    KNOWN_FROM,
    KNOWN_TO,
    OF_A_PLAYER,
    OF_A_ROUND,
    OF_A_STANDING,
    POSITION,
    ROUND,
    ROUNDS_COUNTED,
    TAKEN_BACK,
    TOURNAMENT,
    Col,
    Relation,
    player,
    position,
)

BOARD = Col("board", "INTEGER", "Board.", True)
RESULT = Col(
    "result", "VARCHAR", "1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2; R: by default; null: open."
)
ADJOURNED = Col("adjourned", "BOOLEAN", "Whether it is broken off.")
RANK = Col(
    "rank",
    "INTEGER",
    "Place; null for a member who left a season. In FIDE mode equal players share it at the end.",
)
PREFERENCE = Col("preference", "VARCHAR", "Colour for the next round: W3 ... B3, -0 none.")
TIE_BREAK_VALUE = Col(
    "value", "DECIMAL(14, 4)", "Value; for a direct encounter the place; may be null."
)

ROUNDS = (
    Relation(
        "rounds",
        "Every published round, as it is now.",
        (
            TOURNAMENT,
            Col("round", "INTEGER", "Round.", True),
            Col("date", "DATE", "Date, null when none was set."),
            Col("time", "VARCHAR", "When it begins, HH:MM; null when no time was set."),
            Col(
                "check_in_until",
                "VARCHAR",
                "When its check-in closes, HH:MM; null: no time was set.",
            ),
            Col("source", "VARCHAR", "Engine, import or arbiter."),
            position("basis", "Position its pairing was computed from."),
            position("published", "Position of its publication."),
            player("Player without an opponent, null for none.", "bye"),
            Col("boards", "INTEGER", "Number of boards."),
            Col("open", "INTEGER", "Boards with neither result nor adjournment."),
            Col("amended", "INTEGER", "How often its boards were changed."),
            Col("closed", "BOOLEAN", "Whether the arbiter closed it."),
        ),
    ),
    Relation(
        "games",
        "Every board and result that was ever known; known_to null: in force.",
        (
            TOURNAMENT,
            ROUND,
            BOARD,
            KNOWN_FROM,
            KNOWN_TO,
            player("Player with white.", "white"),
            player("Player with black.", "black"),
            RESULT,
            ADJOURNED,
            Col("rated", "BOOLEAN", "Whether it is sent for rating."),
            Col("catch_up", "BOOLEAN", "Whether it was played later than its round."),
        ),
    ),
    Relation(
        "pairings",
        "Every board as it was made public; one row more for a bye.",
        (
            TOURNAMENT,
            POSITION,
            ROUND,
            Col("board", "INTEGER", "Board; 0 for the bye.", True),
            player("Player with white, or with the bye.", "white"),
            player("Player with black, null for a bye.", "black"),
            Col("fact", "VARCHAR", "pairing-published, -made-by-hand, -amended or board-added."),
            position("basis", "Position it was computed from; by hand: the one before."),
            Col(
                "engine", "VARCHAR", "Engine and version; import or arbiter; null: changed by hand."
            ),
            Col("clause", "VARCHAR", "What an amendment rests on, null otherwise."),
            Col("relaxed", "VARCHAR", "Condition that gave way on this board, null: none."),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "pairing_decisions",
        "What decided each round that an engine paired: each key of each"
        " group (docs/decisions.md). The verb sql makes it before a question that names it, and"
        " mirror build --decisions at once; until then a question to it is an error.",
        (
            TOURNAMENT,
            POSITION,
            OF_A_ROUND,
            position("basis", "Position it was computed from."),
            Col("same", "BOOLEAN", "Whether the engine finds the published boards again."),
            Col(
                "in_group", "INTEGER", "From 1 in order of treatment; 0: of the whole round.", True
            ),
            Col("label", "VARCHAR", "The group in words: a score, lots, ranking 7-12, bye.", True),
            Col("players", "INTEGER[]", "Its players, who came into it included."),
            Col("floaters", "INTEGER[]", "Those who came into it from above."),
            Col("boards", "INTEGER", "Boards it made."),
            Col("key", "VARCHAR", "Name of the key.", True),
            Col("clause", "VARCHAR", "Clause of the rulebook, null where it has none."),
            Col("value", "BIGINT", "The key as a number, null where it is a list."),
            Col("wanted", "BIGINT", "What it would be if nothing gave way; null: not to be said."),
            Col("parts", "BIGINT[]", "The numbers of a key that is a list."),
            Col("text", "VARCHAR", "What the number does not say."),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "decided_tournaments",
        "Which tournament has its rows in pairing_decisions; none where they are not made.",
        (
            TOURNAMENT,
            Col("made_with", "VARCHAR", "SHA-256 over the versions of engines."),
            position("position", "Position up to which facts were taken in."),
        ),
    ),
    Relation(
        "colours",
        "Every player's round, as it is now.",
        (
            TOURNAMENT,
            ROUND,
            OF_A_PLAYER,
            Col("kind", "VARCHAR", "What the round was for the player: played, bye, absent ..."),
            Col("colour", "VARCHAR", "W or B in a game over the board, null otherwise."),
            Col("history", "VARCHAR", "A letter a round up to this one: W, B, - not played."),
            Col("difference", "INTEGER", "Whites minus blacks up to this round."),
            PREFERENCE,
        ),
    ),
    Relation(
        "floats",
        "Floats in a Swiss: against another score, or points without play. Those of"
        " FIDE (1.4) under a system of FIDE, by scores with virtual points; otherwise those of"
        " the Swiss on rating (A4, A5). No row: no float.",
        (
            TOURNAMENT,
            ROUND,
            OF_A_PLAYER,
            Col("float", "VARCHAR", "D down, U up."),
        ),
    ),
    Relation(
        "standings",
        "The standing after each round done, under each rule version, and the"
        " final ranking: every state of it that was known.",
        (
            *OF_A_STANDING,
            OF_A_PLAYER,
            RANK,
            Col(
                "points",
                "DECIMAL(14, 4)",
                "Points; in a season rounded to four decimals.",
                unit="0.0001",
            ),
            Col(
                "ws",
                "DECIMAL(9, 1)",
                "Resistance score; null in a season, as WP and SB.",
                unit="0.5",
            ),
            Col("wp", "DECIMAL(9, 1)", "Resistance points.", unit="0.5"),
            Col("sb", "DECIMAL(9, 2)", "Sonneborn-Berger.", unit="0.25"),
            Col(
                "decided_by",
                "VARCHAR",
                "Key that puts a player below the one above, null: nothing.",
            ),
            Col("provisional", "BOOLEAN", "Whether an adjourned game counts in it."),
            Col("opponents", "INTEGER[]", "Opponent of each round, null without one."),
            Col("wp_halves", "INTEGER[]", "Half points that each round gives to WP."),
            Col("sb_quarters", "INTEGER[]", "Quarter points that each round gives to SB."),
        ),
    ),
    Relation(
        "other_tie_breaks",
        "Tie-breaks of a rulebook besides WP and SB.",
        (
            *OF_A_STANDING,
            OF_A_PLAYER,
            Col("tie_break", "VARCHAR", "Name of the tie-break.", True),
            TIE_BREAK_VALUE,
        ),
    ),
    Relation(
        "tie_breaks",
        "A view: the values of a standing, and what each round gives to WP and SB.",
        (
            *OF_A_STANDING,
            OF_A_PLAYER,
            Col("number", "INTEGER", "Their number, null: none yet."),
            Col("tie_break", "VARCHAR", "wp, sb, or a tie-break that the rulebook declares.", True),
            Col("in_round", "INTEGER", "Round that gives this part; 0: the whole value.", True),
            player("Opponent of that round, null without one.", "opponent"),
            Col("opponent_number", "INTEGER", "The number of the opponent."),
            TIE_BREAK_VALUE,
        ),
        TIE_BREAKS,
    ),
    Relation(
        "keizer_values",
        "What each member of a season was worth, in every version known.",
        (
            TOURNAMENT,
            ROUNDS_COUNTED,
            KNOWN_FROM,
            KNOWN_TO,
            player("Member.", key=True),
            Col("value", "INTEGER", "Own value (Wa)."),
            Col("total", "VARCHAR", "Total, exact: a whole number or a fraction."),
            Col("passes", "INTEGER", "How often the totals were computed until nothing changed."),
            Col("cycle", "INTEGER", "0, or the length of the cycle when they never settled."),
        ),
    ),
    Relation(
        "keizer_points",
        "What gives a member of a season points: the own value and each"
        " round, after the last round done as now known. They add up to the total.",
        (
            TOURNAMENT,
            Col("round", "INTEGER", "Round; 0: the own value.", True),
            player("Member.", key=True),
            Col(
                "kind",
                "VARCHAR",
                "own value, win, draw, loss, default win, external, absent, ...",
                True,
            ),
            player("Opponent, null without one.", "opponent"),
            Col("share", "VARCHAR", "Part of the value that the member gets: 1, 1/2, 2/3, 0 ..."),
            Col(
                "value",
                "INTEGER",
                "The value that it is a part of: the opponent's, the own or a fixed one.",
            ),
            Col(
                "points",
                "DECIMAL(14, 4)",
                "Share times value, rounded to four decimals.",
                unit="0.0001",
            ),
        ),
    ),
    Relation(
        "external_games",
        "Games of members for teams of the club, as now known.",
        (
            TOURNAMENT,
            Col("round", "INTEGER", "Round it counts in; it may not have been played yet.", True),
            player("Member.", key=True),
            position("position", "Position of the fact that recorded it last."),
            Col("date", "DATE", "Day of the game, null where nobody said so."),
            Col("team", "VARCHAR", "Team."),
            Col("board", "INTEGER", "Board in the team."),
            Col("colour", "VARCHAR", "W or B: the colour of the member; null: not known."),
            Col("result", "VARCHAR", "Result of the member: 1, 1/2, 0, 1R or 0R."),
            Col("club_evening", "BOOLEAN", "Whether it was played on the evening of the club."),
            Col(
                "announced_to",
                "VARCHAR",
                "Who was told of a game on another evening; null: nobody.",
            ),
        ),
    ),
    Relation(
        "games_now",
        "A view: the games in force, with everybody's number.",
        (
            TOURNAMENT,
            ROUND,
            BOARD,
            Col("white", "INTEGER", "Number of the player with white."),
            Col("black", "INTEGER", "Number of the player with black."),
            RESULT,
            ADJOURNED,
            Col(
                "white_rating", "INTEGER", "Rating of then of the player with white, null for none."
            ),
            Col(
                "black_rating", "INTEGER", "Rating of then of the player with black, null for none."
            ),
        ),
        GAMES_NOW,
    ),
    Relation(
        "standings_now",
        "A view: the standing after each round as known now, under the rules in force.",
        (
            TOURNAMENT,
            ROUNDS_COUNTED,
            RANK,
            Col("number", "INTEGER", "Number of the player.", True),
            Col("name", "VARCHAR", "Name; null when it is forgotten."),
            Col("points", "DECIMAL(14, 4)", "Points."),
            Col("ws", "DECIMAL(9, 1)", "Resistance score."),
            Col("wp", "DECIMAL(9, 1)", "Resistance points."),
            Col("sb", "DECIMAL(9, 2)", "Sonneborn-Berger."),
            Col("colours", "VARCHAR", "A letter a round: W, B, - not played."),
            PREFERENCE,
        ),
        STANDINGS_NOW,
    ),
)
