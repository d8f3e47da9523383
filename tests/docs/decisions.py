"""The part of the docs about the keys of a pairing: their meanings, for readers of the rows."""

from __future__ import annotations

from pairing.explain.decisions import DecisionKey
from pairing.review.decisions import decision_keys
from tests.helpers.words import words

TITLES = {
    "wp": "Swiss on resistance points",
    "rating": "Swiss on rating",
    "fide-dutch": "FIDE (Dutch) System",
    "fide-dutch-2017": "FIDE (Dutch) System of 2017",
    "fide-burstein": "FIDE Burstein System",
    "fide-dubov": "FIDE Dubov System",
    "keizer": "Keizer season",
}

INTRO = (
    "The table `pairing_decisions` ([sql.md](sql.md)) has what decided each round that an engine",
    "paired. The round is decided again from its basis, and each key of each group is a row.",
    "`toernooi sql` makes it before a question that names it; for other programs `toernooi mirror",
    "build --decisions` does, and `toernooi lake build --decisions` for a lake.",
    "Groups count from 1 in the order in which they were treated; 0 is what is of the whole round:",
    "who has the bye, and by which clauses colours were given. `value` is the key as a number; it",
    "is null where the key is a list: then `parts` has the numbers that are compared, in order,",
    "and `text` how people write them. `wanted` is what the value would be if nothing gave way, so",
    "`value <> wanted` finds the groups in which something did; null where that cannot be said.",
    "Half points are whole numbers: 3 is 1½. Places count from 1.",
    "",
    "Keys with a dot are those of the rulebook: readings of a silent text. Their rows stand where",
    "readings part. `value` counts the boards of the group that the other reading would not make,",
    "or would give other colours; `text` is how the rulebook has it. 0 is a reading that has no",
    "other way here, where a bracket comes to it.",
)


def decisions_page(generated: str) -> str:
    """Return the page about the keys, a table for each system."""
    lines = ["# What decided a pairing", "", generated, *INTRO]
    for system, keys in decision_keys().items():
        lines += ["", f"## Keys: {TITLES[system]}", "", "| key | clause | counts | | wanted |"]
        lines += ["|---|---|---|---|---|", *map(_line, keys)]
    return "\n".join(lines) + "\n"


def _line(key: DecisionKey) -> str:
    meaning, wanted = _sentence(words(key.meaning)), key.wanted or ""
    return f"| `{key.name}` | {key.clause} | {key.unit} | {meaning} | {wanted} |"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
