"""docs/tie-breaks.md: every tie-break, as FIDE writes it and by its name."""

from __future__ import annotations

from desk.render.catalogue import room
from ledger.rulebooks.tie_breaks import BASES, CLAUSES, OTHER, Base


def tie_breaks_page(generated: str) -> str:
    """Return the page: how they are written, every base, every name."""
    lines = [
        "# Tie-breaks",
        "",
        generated,
        "A rulebook names them in `ranking.final`, in the order in which they decide, as FIDE and",
        "tournament files write them or by name:",
        "",
        "```toml",
        "[ranking]",
        'final = ["BH/C1", "DE", "SB", "lots"]  # or: "buchholz_cut1", "direct_encounter", "sb", "lots"',
        "```",
        "",
        '`toernooi init` takes the same list: `--set \'ranking.final=["BH/C1", "DE", "SB", "lots"]\'`.',
        "The last one is `lots` or `SNO`, the number, so that it decides. JSON, SQL, CSV and ledgers",
        "have the names. Behind a base stand the modifiers that it takes, at most one of each column",
        f"and in this order; another one is refused. Clauses are those of {CLAUSES}.",
        "",
        "| code | what | first | then | clause |",
        "|---|---|---|---|---|",
        *map(_row, BASES),
        "",
        f"`mutual_result` and `lots` have no code of FIDE: files have them with `{OTHER}` before the",
        "name. C1 and C2 leave out the lowest value or two, M1 and M2 the highest as well; L+1 moves",
        "the limit of Koya half a point up, L-1 half a point down; F is as before the last round, all",
        "games of which count as drawn; P counts a player's games by default as games against the",
        "opponent of the pairing; R turns the order. They are all that FIDE's list of mandatory",
        "tie-breaks (MTB26) has for individual tournaments, as others quote it.",
        "",
        "## Names",
        "",
        "| code | name |",
        "|---|---|",
        *(f"| {one.code} | `{one}` |" for base in BASES for one in base.forms if _coded(base)),
    ]
    return "\n".join(lines) + "\n"


def _coded(base: Base) -> bool:
    return not base.code.startswith(OTHER)


def _row(base: Base) -> str:
    means = room("web-standing", "en")[f"long.{base()}"]
    groups = [" ".join(one.code for one in group) for group in base.takes]
    first, then = [*groups, "", ""][:2]
    code = base.code if _coded(base) else f"`{base.name}`"
    return f"| {code} | {means} | {first} | {then} | {base.clauses()} |"
