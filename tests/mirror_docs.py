"""The part of docs/sql.md about the mirror file."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from transcripts import Console

from projections.mirror_tables import MACROS, TABLES

IN_FILE = {
    "What did a correction do?": "select position, before, now, rounds_touched, ranks_touched"
    " from corrections",
    "How was the standing after round 5 before it?": "select rank, number, points, wp, sb from"
    " standings_as_of(67) join players using (tournament, player) where round = 5"
    " order by rank limit 3",
    "Which lines differ?": "select round, player, rank_before, rank_now, points_before,"
    " points_now from standings_diff(67, 68) where points_before <> points_now order by player",
    "Where does the WP of the leader come from?": "select t.in_round, t.opponent, t.value from"
    " tie_breaks t join standings s using (tournament, round, known_from, player) where s.rank = 1"
    " and s.round = 5 and s.known_to is null and tie_break = 'wp' order by in_round",
}
"""Questions to the mirror file of the shipped tournament, after one correction."""


def mirror_part() -> list[str]:
    """Return the lines about the mirror file: its tables, and questions with their answers."""
    with TemporaryDirectory() as folder:
        console = Console(Path(folder))
        console.must_run("import", str(console.shipped_file))
        console.must_run("correct", "result", "5", "3", "1-0", "--reason", "score sheet misread")
        console.must_run("mirror", "build")
        answers = {text: console.must_run("sql", "--mirror", q) for text, q in IN_FILE.items()}
    lines = [
        "# The mirror file", "",
        "`toernooi mirror build` copies a whole ledger, all its tournaments, into `NAME.duckdb`",
        "beside it; `mirror update` continues it, `mirror path` says where it is and how far.",
        "`toernooi sql --mirror` asks it, and refuses when it is not up to date; any DuckDB tool",
        "can open it too. It can be deleted at any time. It is written aside and renamed, so who",
        "reads the old one is not held up. Names are in a table of their own; `forget` deletes the",
        "file, and a corrected record makes the next update start from zero.", "",
        "Here a player is the order of entry, which never changes; `players` has the number.",
        "`known_from` and `known_to` are positions: a row was known from the one until before the",
        "other, null: it still is. Games change with each fact, standings at the end of each",
        "command; a standing is kept of every round without an open game. Positions are those of",
        "one tournament: with several, add `where tournament = ...`.", "",
        "![The tables](mirror.svg)",
    ]  # fmt: skip
    for table in TABLES:
        lines += ["", f"## File: {table.name}", "", table.text, ""]
        lines += ["| column | type | |", "|---|---|---|"]
        lines += [
            f"| {f'**{c.name}**' if c.key else c.name} | {c.type} | {c.text} |"
            for c in table.columns
        ]
    lines += ["", "## Macros", "", "| | |", "|---|---|"]
    lines += [f"| `{called}` | {text} |" for called, (text, _) in MACROS.items()]
    lines += ["", "## Questions to the file", "", "The shipped tournament, after a correction."]
    for text, question in IN_FILE.items():
        lines += ["", text, "", "```console", f'$ toernooi sql --mirror "{question}"']
        lines += [answers[text].rstrip(), "```"]
    return lines
