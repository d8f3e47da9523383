"""The tables of other rule versions, and of the mirror itself."""

from __future__ import annotations

from projections.mirror.schema.relation import TOURNAMENT, Col, Relation, position

REPLAYS = (
    Relation("versions", "The rule versions that tournaments were replayed under.", (
        Col("rules", "VARCHAR", "Rule version.", True),
        Col("rulebook_hash", "VARCHAR", "SHA-256 over its keys."),
        Col("keys", "JSON", "The complete rulebook, canonical."),
    )),
    Relation("replays", "Which tournament was replayed under which version.", (
        TOURNAMENT, Col("rules", "VARCHAR", "Rule version.", True, "versions"),
        Col("rulebook_hash", "VARCHAR", "SHA-256 over its keys."),
        position("position", "Position up to which it was replayed."),
    )),
    Relation("damaged",
          "Tournaments of the ledger that cannot be read, and are in no other table.", (
        Col("tournament", "VARCHAR", "Id of the tournament.", True),
        Col("code", "VARCHAR", "Kind of damage."),
        Col("what", "VARCHAR", "What is wrong."),
    )),
    Relation("mirror", "One row: how far this file is.", (
        Col("version", "INTEGER", "Version of these tables."),
        Col("sequence", "BIGINT", "Last sequence of the ledger that is in it."),
        Col("leaf", "VARCHAR", "Hash of that fact, which tells the ledger from another."),
        Col("complete", "BOOLEAN", "Whether everything up to there is in it."),
        Col("made", "VARCHAR", "from zero, or continued."),
    )),
)  # fmt: skip
