"""What `why`, `why-not`, `why-bye`, `why-colour` and `check` print in JSON, for `json_schemas`."""

from __future__ import annotations

from typing import Any, get_args

from pairing.explain.claims import KINDS
from pairing.rating.judge import RatingKey

Schema = dict[str, Any]


def _is(kind: str | list[str], text: str, **more: Any) -> Schema:
    return {"type": kind, "description": text, **more}


def _object(text: str, keys: dict[str, Schema]) -> Schema:
    return _is("object", text, properties=keys, required=list(keys), additionalProperties=False)


def _list(text: str, of: Schema) -> Schema:
    return _is("array", text, items=of)


_PLAYERS = _is("integer", "Number of a player.")
_VALUE = ["number", "null"]
_TEXT_OR_NULL = ["string", "null"]

CLAIM = _object(
    "A claim: one thing that is said.",
    {
        "round": _is("integer", "Number of the round, from 1."),
        "kind": _is(
            "string", "; ".join(f"{kind}: {text}" for kind, text in KINDS.items()) + ".",
            enum=list(KINDS),
        ),
        "clause": _is(_TEXT_OR_NULL, "Rulebook and clause; null: none is needed."),
        "key": _is(
            _TEXT_OR_NULL, "k1 to k8, the keys of a score group in their order, or c2; on rating "
            "c13 to d1, in their order (rules/rating.md); null: none.",
            enum=["k1", "c2", "k2", "k3", "k4", "k5", "k6", "k7", "k8", *get_args(RatingKey), None],
        ),
        "group": _is(_VALUE, "Score of the group that is spoken of."),
        "by": _is(_VALUE, "How much worse the key is than by the rules (negative: better)."),
        "unit": _is(_TEXT_OR_NULL, "What by, found and instead count: players, points, places, "
                    "pairs, brackets (1: the group below cannot be paired), denied, or strong "
                    "(denied with both preferences strong or absolute)."),
        "found": _is(_VALUE, "The key by the rules, where it first differs."),
        "instead": _is(_VALUE, "The key otherwise."),
        "players": _list("Whom it is about; a board has white first.", _PLAYERS),
        "others": _list("Whom else: partners, those who came in, the other choice.", _PLAYERS),
        "decisions": _list("Decisions of ours on a silent text that it rests on.",
                           {"type": "string"}),
        "detail": _is("object", "Plain values that only this kind of claim has."),
        "text": _is("string", "The claim as a sentence."),
    },
)  # fmt: skip

_LEDGER = {
    "tournament": _is(_TEXT_OR_NULL, "Name of the tournament."),
    "id": _is("string", "Id of the tournament, for --tournament."),
    "position": _is("integer", "The last fact of the ledger."),
}
_FILE = {"tournament": _LEDGER["tournament"]}
_QUESTION = {
    "round": _is("integer", "Number of the round, from 1."),
    "question": _is("string", "What was asked: why, why-not, why-bye or why-colour."),
    "rules": _is("string", "Rulebook that the round is explained by."),
    "source": _is("string", "published, draft or file."),
    "basis": _is(["integer", "null"], "Fact up to which it was computed; null for a file."),
}
_CHECK = {
    "rules": _is("string", "Rulebook."),
    "rounds_compared": _is("integer", "Rounds that were paired again."),
    "rounds_same": _is("integer", "Rounds in which nothing differs."),
    "verdicts": _list(
        "A verdict each round.",
        _object(
            "A verdict.",
            {
                "round": _is("integer", "Number of the round, from 1."),
                "verdict": _is(
                    "string", "same; colours: only colours differ; different: legal, but not what "
                    "the rules give; illegal; impossible: no pairing keeps the norms; unread.",
                    enum=["same", "colours", "different", "illegal", "impossible", "unread"],
                ),
                "what": _is("string", "The same in words."),
            },
        ),
    ),
}  # fmt: skip
_ROWS = {
    "rows": _list("The claims, in order.", CLAIM),
    "notes": _list("Sentences a person should read.", {"type": "string"}),
}

_BOARD = _object(
    "A board or bye that only one of the two pairings has.",
    {
        "round": _is("integer", "Number of the round, from 1."),
        "white": _is(["integer", "null"], "Number of white; null: the round cannot be paired."),
        "black": _is(["integer", "null"], "Number of black; 0 is the bye."),
        "found_in": _is(_TEXT_OR_NULL, "Where it is so: played, or engine."),
        "what": _is("string", "board, bye, colours exchanged, or why there is no pairing."),
        "clause": _is(_TEXT_OR_NULL, "Rulebook and norm that it breaks; null: none."),
    },
)
_BOARDS = {
    "claims": _list("What is said of the differences, in order.", CLAIM),
    "rows": _list("The boards that differ.", _BOARD),
    "notes": _ROWS["notes"],
}

SCHEMAS: dict[str, Schema] = {
    "why": _object("Why a board or a bye is as it is.", _LEDGER | _QUESTION | _ROWS),
    "why-not": _object("What gets worse when two players meet.", _LEDGER | _QUESTION | _ROWS),
    "why-bye": _object("Who has the bye, and why.", _LEDGER | _QUESTION | _ROWS),
    "why-colour": _object("Who has white, and why.", _LEDGER | _QUESTION | _ROWS),
    "check": _object("Published rounds paired again.", _LEDGER | _CHECK | _BOARDS),
    "trf-check": _object("The rounds of a file paired again.", _FILE | _CHECK | _BOARDS),
    "trf-why": _object("A round of a file explained.", _FILE | _QUESTION | _ROWS),
}
