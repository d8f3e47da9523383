"""What `--json` prints of heads, proofs, bundles and verification; part of `json_schemas`."""

from __future__ import annotations

from tests.docs.schemas.words import HEAD, Schema, a_list, an_object, keys, value, view

_HASH = {"pattern": "^[0-9a-f]{64}$"}

_HEAD = {
    "size": value("integer", "Number of facts it covers."),
    "root": value("string", "Root of the hash tree over them, in hexadecimal.", **_HASH),
    "short": value("string", "As it is printed and typed: 12:ABCD-EFGH-IJKL-MNOP."),
}
HEAD_RECORD: Schema = an_object("A head of the ledger.", _HEAD)

_FINDING = {
    "name": value("string", "Name of the tournament, its id, or empty for the file itself."),
    "fact": value(["string", "null"], "The fact concerned, as people write it: #12."),
    "position": value(["integer", "null"], "The same as a number, null: none or several."),
    "code": value("string", "Kind of finding, a stable name: changed, gap, fork, tail-missing."),
    "what": value("string", "What was found, in words."),
    "damage": value("boolean", "false: nothing is wrong, but something cannot be told."),
}
_VERIFIED = view(
    "Whether everything is as it was recorded.",
    {
        "clean": value("boolean", "Whether nothing was found (exit code 0)."),
        "damaged": value("boolean", "Whether there is damage (exit code 4)."),
        "tournaments": a_list(
            "The tournaments that were verified.",
            an_object(
                "A tournament.",
                {
                    "tournament": value("string", "Its name, empty where it cannot be read."),
                    "id": value("string", "Its id."),
                    "facts": value("integer", "Number of facts."),
                    "heads": value("integer", "Number of heads recorded."),
                    "head": an_object("The head over all of its facts, as they are now.", _HEAD),
                },
            ),
        ),
    },
    _FINDING,
    "A finding each.",
)

SCHEMAS: dict[str, Schema] = {
    "verify": _VERIFIED,
    "bundle-verify": _VERIFIED,
    "head": view(
        "Heads of a tournament.", keys(HEAD),
        {"what": value("string", "What it is the head of."), **_HEAD},
        "A head each: those of the rounds as published, and that of all facts.",
    ),
    "verify-proof": view(
        "Whether a proof holds.",
        {
            "holds": value("boolean", "Whether it holds."),
            "trusted": value("boolean", "Whether it leads to a head that was given with --head."),
            "proof": value("string", "Kind of proof.", enum=["inclusion", "consistency"]),
            "id": value("string", "Id of the tournament."),
            "heads": a_list("The heads it is about.", HEAD_RECORD),
            "fact": value(["string", "null"], "The stored bytes of the fact, null: no fact."),
        },
        _FINDING, "A finding each.",
    ),
}  # fmt: skip
