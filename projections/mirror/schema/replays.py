"""The tables of other rule versions, and of the mirror itself."""

from __future__ import annotations

from projections.mirror.schema.macros import PAIRINGS_DIFFER
from projections.mirror.schema.relation import (
    OF_A_REPLAY,
    POSITION,
    TAKEN_BACK,
    TOURNAMENT,
    Col,
    Relation,
    player,
    position,
)

REPLAYS = (
    Relation(
        "versions",
        "The rule versions that tournaments were replayed under.",
        (
            Col("rules", "VARCHAR", "Rule version.", True),
            Col("rulebook_hash", "VARCHAR", "SHA-256 over its keys."),
            Col("keys", "JSON", "The complete rulebook, canonical."),
        ),
    ),
    Relation(
        "replays",
        "Which tournament was replayed under which version.",
        (
            TOURNAMENT,
            Col("rules", "VARCHAR", "Rule version.", True, "versions"),
            Col("rulebook_hash", "VARCHAR", "SHA-256 over its keys."),
            position("position", "Position up to which it was replayed."),
        ),
    ),
    Relation(
        "pairing_versions",
        "The rules that all rounds were paired again by.",
        (
            Col(
                "rules",
                "VARCHAR",
                "Rule version, or 'in force': those that held for each round.",
                True,
            ),
            Col("known", "VARCHAR[]", "then, now: what was known at the basis of each, and now."),
            Col("rulebook_hash", "VARCHAR", "SHA-256 over its keys; null: in force."),
            Col("keys", "JSON", "The complete rulebook, canonical; null: in force."),
        ),
    ),
    Relation(
        "pairing_replays",
        "Which tournament was paired again by which rules.",
        (
            TOURNAMENT,
            Col("rules", "VARCHAR", "Rule version, or 'in force'.", True, "pairing_versions"),
            Col(
                "made_with", "VARCHAR", "SHA-256 over rulebook, knowledge, and versions of engines."
            ),
            position("position", "Position up to which facts were taken in."),
        ),
    ),
    Relation(
        "replayed_rounds",
        "Every published round paired again: by the rules in force or by"
        " others, from what was known then or is known now. Now is a what-if: a correction"
        " changes only pairings still to be made (F7).",
        (
            *OF_A_REPLAY,
            position(
                "published",
                "Position of the pairing it is compared with: then, the last by an"
                " engine; now is compared with the boards as they stand.",
            ),
            position("basis", "Position of the last fact it was paired from."),
            Col(
                "verdict",
                "VARCHAR",
                "same, colours (only these differ), different, no pairing, or no engine.",
            ),
            Col(
                "boards",
                "INTEGER",
                "Published boards, the bye included, that it does not have; null"
                " without a pairing.",
            ),
            Col("engine", "VARCHAR", "Engine and version that paired it now; null: none."),
            Col("clause", "VARCHAR", "Clause by which there is no pairing, null otherwise."),
            Col("why", "VARCHAR", "Why there is none, null otherwise."),
            Col(
                "input",
                "VARCHAR",
                "SHA-256 over all it was paired from: equal inputs, equal pairings;"
                " null: no engine.",
            ),
        ),
    ),
    Relation(
        "replayed_pairings",
        "The boards of these rounds beside the published ones; one row more for a bye.",
        (
            *OF_A_REPLAY,
            Col("found_in", "VARCHAR", "both, published (only), or rules (only).", True),
            player("Player with white, or with the bye.", "white", True),
            player("Player with black, null for a bye.", "black"),
            Col("board", "INTEGER", "Board as published, 0 for the bye; null: it was not."),
            Col("by_rules", "INTEGER", "Board in the round paired again, likewise."),
            Col(
                "colours_only", "BOOLEAN", "Whether the other has the same game with other colours."
            ),
        ),
    ),
    Relation(
        "replayed_changes",
        "The facts after the basis of a round that changed what it is"
        " paired from, and what each did to its pairing by what was known.",
        (
            *OF_A_REPLAY[:-1],
            POSITION,
            Col(
                "boards",
                "INTEGER",
                "Boards, the bye included, of the pairing by what was known just"
                " before it that are not in the one with it; null where one is impossible.",
            ),
            TAKEN_BACK,
        ),
    ),
    Relation(
        "pairings_differ",
        "A view: the boards of replayed_pairings that only one of the two"
        " has, with everybody's number.",
        (
            *OF_A_REPLAY,
            Col("found_in", "VARCHAR", "published, or rules.", True),
            Col("white", "INTEGER", "Number of the player with white, or with the bye.", True),
            Col("black", "INTEGER", "Number of the player with black, null for a bye."),
            Col("board", "INTEGER", "Board there, 0 for the bye."),
            Col(
                "colours_only", "BOOLEAN", "Whether the other has the same game with other colours."
            ),
        ),
        PAIRINGS_DIFFER,
    ),
    Relation(
        "damaged",
        "Tournaments of the ledger that cannot be read, and are in no other table.",
        (
            Col("tournament", "VARCHAR", "Id of the tournament.", True),
            Col("code", "VARCHAR", "Kind of damage."),
            Col("what", "VARCHAR", "What is wrong."),
        ),
    ),
    Relation(
        "mirror",
        "One row: how far this file is.",
        (
            Col("version", "BIGINT", "Version of these tables, views and macros."),
            Col("sequence", "BIGINT", "Last sequence of the ledger that is in it."),
            Col("leaf", "VARCHAR", "Hash of that fact, which tells the ledger from another."),
            Col("complete", "BOOLEAN", "Whether everything up to there is in it."),
            Col("made", "VARCHAR", "from zero, or continued."),
        ),
    ),
)
