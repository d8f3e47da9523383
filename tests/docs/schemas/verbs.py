"""What `--json` prints, verb by verb: the source of docs/json. `make docs` writes the files.

A key means the same in every verb, so it is described once; where it does not, the verb says so.
"""

from __future__ import annotations

from tests.docs.schemas import disputes as dispute_schemas
from tests.docs.schemas import explanations as explain_schemas
from tests.docs.schemas import integrity as integrity_schemas
from tests.docs.schemas import many as many_schemas
from tests.docs.schemas import mirror as mirror_schemas
from tests.docs.schemas import overviews as keizer_schemas
from tests.docs.schemas import season as season_schemas
from tests.docs.schemas.words import (
    BOARD_ROW,
    CELL,
    HEAD,
    KEYS,
    LINE,
    NAME_ROW,
    NUMBER,
    REFUSAL,
    STATES,
    TEXT,
    TOTAL,
    Schema,
    a_list,
    an_object,
    keys,
    row,
    value,
    view,
)

_CLAUSE = {
    "clause": value("string", "Name of the clause in its source."),
    "status": value("string", "implemented, arbiter, not applicable or not built."),
    "text": value("string", "The clause in our words."),
    "same_as": value(["string", "null"], "Rulebook and clause it is the same as."),
    "note": value(["string", "null"], "What the program makes of it, where that needs saying."),
}

DRAFT_HEAD = keys(
    (*HEAD, "round", "basis", "rules", "bye", "not_paired"),
    last_round=value("boolean", "Whether it was paired as the last round."),
)
DRAFT_ROW = keys(
    "board white white_name black black_name",
    colour_rule=value("string", "Clause that gave the colours (E1-E4, B2); in a season a word."),
)
ROUND_HEAD = keys(
    (*HEAD, "round", "bye", "source", "basis", "not_paired"),
    published_at=value("integer", "Position of the fact that published it."),
    closed=value("boolean", "Whether the round is closed."),
    head={
        "oneOf": [integrity_schemas.HEAD_RECORD, {"type": "null"}],
        "description": "Head recorded at its publication or last change; null: none.",
    },
)

_READ: dict[str, Schema] = {
    "tournaments": view(
        "The tournaments of a ledger file.", {},
        {"id": KEYS["id"], "name": value("string", "Name of the tournament.")},
        "A tournament each.",
    ),
    "status": view(
        "Where a tournament stands.",
        keys(
            (*HEAD, "rules"),
            players=value("integer", "Number of players."),
            rounds_planned=value(["integer", "null"], "Rounds planned, null: not said."),
            rounds_published=value("integer", "Rounds published."),
            open_boards=a_list('Games without a result: "3.2" is board 2 of round 3.', TEXT),
            adjourned_boards=a_list("Adjourned games, written likewise.", TEXT),
            away_next_round=a_list("Players who are not in the next round.", NUMBER),
            finished=value("boolean", "Whether the tournament is finished."),
            last_position=value("integer", "Position of the last fact."),
            next=value("string", "The next sensible command."),
            **keizer_schemas.STATUS,
        ),
        {"what": value("string", "The line's subject."), "value": {"description": "Its value."}},
        "The same, a line each, as the table shows it.",
    ),
    "players": view(
        "The players, by number.", keys(HEAD),
        row(
            "id name rating rating_source title",
            entry=value("integer", "Order of entry, which never changes."),
            state=value("string", "What is announced for him, in words."),
        ),
        "A player each.",
    ),
    "pair": keizer_schemas.in_season(
        view(
            "A draft of the next round; nothing is recorded.",
            DRAFT_HEAD | {
                "control_totals": a_list("Control totals before pairing.", TOTAL),
            },
            keys("white_points black_points", **DRAFT_ROW), "A board each, in board order.",
        ),
        view(
            "A draft of the next evening; nothing is recorded.",
            DRAFT_HEAD | keizer_schemas.VALUES | keizer_schemas.RELAXED,
            DRAFT_ROW | keizer_schemas.SIDES, "A board each, in board order.",
        ),
    ),
    "pairings": keizer_schemas.in_season(
        view(
            "A published round.", ROUND_HEAD, {"oneOf": [BOARD_ROW, NAME_ROW]},
            "A board each; with --by-name a player each.",
        ),
        view(
            "A published round.", ROUND_HEAD | keizer_schemas.VALUES | keizer_schemas.RELAXED,
            {"oneOf": [
                an_object("A board.", BOARD_ROW["properties"] | keizer_schemas.SIDES), NAME_ROW,
            ]},
            "A board each; with --by-name a player each.",
        ),
    ),
    "standings": keizer_schemas.in_season(view(
        "A standing, best first.", keys((*HEAD, "rules", "rounds", "final", "provisional")),
        row((*LINE, "name", "decided_by", "lots_needed")), "A player each.",
    ), keizer_schemas.STANDING),
    "overview": keizer_schemas.OVERVIEW,
    "crosstable": keizer_schemas.in_season(view(
        "Every game of every player, best first.", keys((*HEAD, "rules", "rounds")),
        an_object(
            "A player; r1, r2 ... are his rounds as the table writes them.",
            row((*LINE, "name"), rounds=a_list("His rounds.", an_object("A round.", keys(CELL)))),
            patternProperties={"^r[0-9]+$": value("string", "A round as the table has it: 12w1.")},
        ),
        "A player each.",
    ), keizer_schemas.CROSSTABLE),
    "player": keizer_schemas.in_season(view(
        "A player's pairing card (indelingskaart).",
        keys(
            "tournament id position name rating rating_source title points ws wp sb",
            number=NUMBER,
            record=value("object", "What is known of the person beside the facts: club, birth ..."),
        ),
        keys(
            (*CELL, "round", "opponent_name", "colour_difference", "preference"),
            opponent_text=value("string", "His number, in brackets when he does not count."),
            colour_text=value("string", "Colour in words, in brackets when it does not count."),
            result_text=value("string", "Result in words."),
            total=value("number", "His points after the round."),
            opponent_ws=value(["number", "null"], "Resistance score of his opponent, or null."),
        ),
        "A round each.",
    ), keizer_schemas.PLAYER),
    "rounds": view(
        "The rounds, published and planned.", keys(HEAD),
        keys(
            "round bye source basis",
            date=value(["string", "null"], "Date, YYYY-MM-DD."),
            boards=value(["integer", "null"], "Number of boards."),
            open=value(["integer", "null"], "Boards without a result."),
            state=value("string", "How far it is.", enum=STATES),
        ),
        "A round each.",
    ),
    "log": view(
        "The facts, oldest first.", keys(HEAD),
        keys(
            "fact what reason",
            position=value("integer", "Position of the fact: #140 is 140."),
            at=value("string", "When it was recorded, local time."),
            recorded_at=value("string", "When it was recorded, UTC, ISO 8601."),
            actor=value("string", "Key of who acted."),
            event_id=value("string", "Id of the fact, unique everywhere."),
        ),
        "A fact each.",
    ),
    "sql": mirror_schemas.SQL,
    "rules-list": view(
        "The rulebooks that come with the program.", {},
        {
            "id": KEYS["rules"], "system": value("string", "Pairing system."),
            "title": value("string", "Title."), "clauses": value("integer", "Number of clauses."),
            "not_built": value("integer", "Clauses that are still to be built."),
            "hash": value("string", "SHA-256 over the keys."),
        },
        "A rulebook each.",
    ),
    "rules-show": view(
        "A rulebook, or one clause of it.",
        {
            "rulebook": KEYS["rules"], "title": value("string", "Title."),
            "source": value("string", "Where the rules were published."),
            "hash": value("string", "SHA-256 over the keys."),
            "clauses": a_list("All clauses; may be left out (--clause).",
                             an_object("A clause.", _CLAUSE)),
        },
        {"oneOf": [
            an_object("A key.", {"key": value("string", "Dotted name, as --set takes it."),
                               "value": value("string", "Value.")}),
            an_object("A clause (--clause).", _CLAUSE),
        ]},
        "A key each; with --clause a clause each.",
    ),
    "rules-diff": view(
        "In what two rulebooks differ.",
        {"first": KEYS["rules"], "second": KEYS["rules"]},
        {
            "kind": value("string", "What differs.", enum=["key", "clause"]),
            "name": value("string", "Name of the key or the clause."),
            "first": value(["string", "null"], "What the first says, null: it has none."),
            "second": value(["string", "null"], "What the second says, null: it has none."),
        },
        "A difference each.",
    ),
    "rules-coverage": view(
        "What is built of every clause.",
        {
            "rulebook": KEYS["rules"],
            "counts": value("object", "Status to number of clauses.",
                          additionalProperties={"type": "integer"}),
            "complete": value("boolean", "Whether nothing is left to be built."),
        },
        _CLAUSE | {
            "code": a_list("Where the program cites it, as file:line.", TEXT),
            "tests": a_list("Where tests cite it; empty where none are installed.", TEXT),
        },
        "A clause each.",
    ),
    "examples": view(
        "The tournaments that come with the program.", {},
        {"name": value("string", "Name, for examples NAME.")}, "A tournament each.",
    ),
    "prizes-show": keizer_schemas.in_season(view(
        "Who gets which prize.",
        keys(
            (*HEAD,),
            method=value("string", "How prizes are divided: shared, by_rank or half_shared."),
            declared_cents=a_list("Prizes of rank 1, 2, 3 ..., in cents.", {"type": "integer"}),
        ),
        keys(
            ("rank", "name", "points"),
            number=NUMBER,
            equal_with=value("integer", "How many are equal on points, himself too."),
            cents=value("integer", "What he gets, in cents."),
            prize=value("string", "The same, as an amount."),
        ),
        "A player each.",
    ), keizer_schemas.PRIZES),
    **many_schemas.READ,
    "blame": season_schemas.BLAME,
    "simulate": view(
        "How often, and how much, rulebooks differ in random tournaments.",
        {
            "first": value("string", "Rulebook that paired the tournaments."),
            "players": value("integer", "Players of each tournament."),
            "rounds": value("integer", "Rounds planned of each."),
            "tournaments": value("integer", "Tournaments played."),
            "seed": value("string", "Seed; tournament 7 is that of generate --seed SEED:7."),
            "rates_per_mille": value("object", "Rate to per mille.",
                                   additionalProperties={"type": "integer"}),
            "ratings": a_list("Lowest and highest rating.", {"type": "integer"}),
            "ended_early": value("integer", "Tournaments in which a round could not be paired."),
        },
        {
            "second": value("string", "Rulebook compared with the first."),
            "part": value("string", "Which rounds are counted: one (round), all (rounds), each "
                        "tournament once for any of its rounds, or the last of each (end).",
                        enum=["round", "rounds", "tournaments", "end"]),
            "round": value(["integer", "null"], "The round, null where part is another."),
            "standings": value("integer", "Rankings compared."),
            "standing_differs": value("integer", "Rankings in which a place differs."),
            "winner_differs": value("integer", "Rankings with another first."),
            "prizes_differ": value("integer", "Rankings with another player on places 1 to 3."),
            "decided_first": value("object", "Neighbours in rankings of the first who stand the "
                                 "other way round in the second, by the key that parts them.",
                                 additionalProperties={"type": "integer"}),
            "decided_second": value("object", "The same, of the second against the first.",
                                  additionalProperties={"type": "integer"}),
            "rank_change_mean": value(["string", "null"], "Mean places moved, of those who moved: "
                                    "an exact fraction, 17/5."),
        } | {
            name: value(["integer", "null"], f"{text} Null: not counted here.")
            for name, text in {
                "pairings": "Rounds paired again by the second.",
                "order_differs": "Of these, with another classification before it.",
                "pairing_differs": "Of these, with a board, a colour or the bye different.",
                "impossible": "Of these, without legal pairing under the second.",
                "bye_differs": "Of these, with the bye for another.",
                "boards": "Boards compared.",
                "boards_differ": "Of these, games of others.",
                "colours_differ": "Of these, the same games with colours exchanged.",
                "players": "Players in the rankings.",
                "players_moved": "Of these, on another place.",
                "rank_change_sum": "Places moved by all of them.",
                "rank_change_max": "Places moved by one, at most.",
            }.items()
        },
        "A part each, for each rulebook after the first.",
    ),
    "trf-standings": a_list("The classification (A4) of a file, best first.",
                           an_object("A player.", row(LINE))),
    **explain_schemas.SCHEMAS,
    **dispute_schemas.SCHEMAS,
    **integrity_schemas.SCHEMAS,
    **mirror_schemas.SCHEMAS,
}  # fmt: skip

_ALWAYS: dict[str, Schema] = {
    "written": an_object(
        "What a verb that writes recorded.",
        {
            "id": KEYS["id"],
            "facts": a_list(
                "The facts, in order.",
                an_object("A fact.", keys("fact what", position=value("integer", "Its position."))),
            ),
            "notes": KEYS["notes"],
        },
    ),
    "refusal": an_object(
        "What any verb prints instead when it refuses; the exit code is 2, 3 or 4.",
        {"refused": a_list("Everything that is in the way, at once.", REFUSAL)},
    ),
}

SCHEMAS: dict[str, Schema] = {
    name: {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": name, **schema}
    for name, schema in (_READ | _ALWAYS).items()
}
"""Name of a verb (a group's with a dash) -> the JSON schema of what its `--json` prints."""
