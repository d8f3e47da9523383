"""docs/sql.md: the tables for SQL, and questions with their answers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from projections.mirror.schema.macros import MACROS
from projections.mirror.schema.relation import Relation
from projections.mirror.tables import TABLES
from projections.sql.connections import STORAGE
from tests.docs.asking import asking_part, parquet_part
from tests.helpers.console import Console

QUESTIONS = {
    "How did white do?": "select result, count(*) as games from games_now group by result"
    " order by games desc, result",
    "Who does best with black?": "select name, count(*) as games, sum(case result"
    " when '0-1' then 1 when '1/2-1/2' then 0.5 else 0 end) as points from games join names"
    " on player = black where known_to is null and result not like '%R'"
    " group by name order by points desc, games, name limit 3",
    "Who led after each round?": "select round, name, points, wp from standings_now"
    " where rank = 1 order by round",
}
"""Of the shipped tournament."""

IN_FILE = {
    "What did a correction do?": "select position, before, now, rounds_touched, ranks_touched"
    " from corrections",
    "How was the standing after round 5 before it?": "select rank, number, points, wp, sb from"
    " standings_as_of(74) where round = 5 and not final"
    " order by rank limit 3",
    "Which lines differ?": "select round, number, rank_before, rank_now, points_before,"
    " points_now from standings_changed(74, 75) where points_before <> points_now and not final"
    " order by number",
    "Where does the WP of the leader come from?": "select t.in_round, t.opponent, t.value from"
    " tie_breaks t join standings s using (tournament, rules, round, final, known_from, player)"
    " where s.rank = 1 and s.round = 5 and not s.final and s.known_to is null"
    " and tie_break = 'wp' order by in_round",
}
"""Questions to the mirror file of the shipped tournament, after one correction."""


NOTEBOOK = (
    "```python",
    "import duckdb",
    "",
    'mirror = duckdb.connect("club.duckdb", read_only=True)',
    'games = mirror.sql("FROM games_now").df()  # pandas',
    'points = mirror.sql("SELECT round, number, points FROM standings_now").pl()  # polars',
    "```",
)
"""How a mirror is opened without this program; `tests/projections/mirror` runs it."""


def sql_page(generated: str) -> str:
    """Return the page: how to ask, questions with their answers, and every table."""
    answers, in_file = _answers()
    lines = [
        "# Questions in SQL",
        "",
        generated,
        *asking_part(),
        "",
        "## The data",
        "",
        "A tournament and the mirror file have the same tables. A player is identified by the",
        "order of entry, which never changes, and is not the number that people know: `players` has",
        "that, and the views that end in `_now` and the macros show it, as `number`, `white_number`",
        "and `black_number`. To `standings` and the other tables it is joined:",
        "`standings join players using (tournament, player)`.",
        "",
        "`known_from` and `known_to` are positions: a row was known from the one until just before",
        "the other, null: it still is. Games change with each fact, standings at the end of each",
        "command (an applied file is one); a standing is kept of every round without an",
        "open game. Positions are those of one tournament: with several, add",
        "`where tournament = ...`, or ask as of a time; `moments` has the time of each position",
        "of each tournament. Times are UTC. Undone facts stay, with `taken_back_by`, the position",
        "of the undo. `players` has the current rating, `ratings` every rating with its rounds,",
        "and `games_now` the rating at the time of the game.",
        "",
        "The bold columns in the tables below are the key of a row: no two rows have the",
        "same, and a column that points to another table has a row there (a round whose",
        "publication was taken back has none). DuckDB holds the keys of the small tables, which",
        "costs 3 per cent of the time to load; those of the large ones would take 2.5 times as",
        "long, and tests hold them. It can hold no reference: an update deletes a row that",
        "others point to and writes it again in one transaction, which DuckDB refuses.",
        "",
        "Eleven worked questions, with pictures: [analytics.md](analytics.md).",
        "",
        "![The tables](mirror.svg)",
        "",
        "## Three questions",
        "",
        "Asked of the tournament that comes with the program.",
        *_answered("toernooi sql", QUESTIONS, answers),
        "",
        "## The mirror file",
        "",
        "`toernooi mirror build` copies a whole ledger, all its tournaments, into `NAME.duckdb`",
        "beside it; `mirror update` continues it, `mirror path` shows where it is and how far.",
        "`toernooi sql` asks it, and brings it up to date first; any DuckDB tool can open it too.",
        "It can be deleted at any time. A new file is built next to the old one",
        "and renamed, so open readers are undisturbed, and an interrupted run resumes; Ctrl-C",
        "reports the progress. Names are in a table of their own; `forget` deletes the file, and a",
        "corrected record makes the next update start from zero. A damaged tournament is left out,",
        "reported, and listed in the table `damaged`.",
        "",
        "A build reads and checks every fact, so its cost grows with their number. A year of a",
        "federation of 100,000 facts takes some 5 seconds of a processor, seasons alone 25, as",
        "every evening gives all members other values. Decisions (`--decisions`) make it one and a",
        "half times as long, and three times where all tournaments were paired here evening by",
        "evening. What is done is kept every 100,000 facts, or every ten seconds.",
        "",
        "A notebook opens it with DuckDB alone, and has its answers as frames:",
        "",
        *NOTEBOOK,
        "",
        f"Every DuckDB file that the program writes has storage version {STORAGE}: DuckDB",
        f"{STORAGE[1:-2]} and all later ones open it.",
        "",
        "`toernooi replay --all --rules VERSION` replays every tournament under another",
        "rule version into it ([year.md](year.md)), `replay --all --pairings` pairs every round",
        "again, by what was known then and is known now; later updates and builds keep these.",
        "A macro with an unknown version is an error, which names the known ones.",
        "",
        "What decided each round ([decisions.md](decisions.md)) takes longer to make than all other",
        "tables together, so a mirror has `pairing_decisions` only where it was asked for:",
        "`toernooi sql` makes it before a question that names it, and says so; `mirror build",
        "--decisions` and `mirror update --decisions` make it for a notebook. Without it a question",
        "to it is an error that names the command, in any program. Later updates keep it up, and",
        "decide again only rounds that are new to them; a build without `--decisions` drops it.",
        "",
        "Asked of the shipped tournament, after a correction.",
        *_answered("toernooi sql --mirror", IN_FILE, in_file),
        "",
        "## Macros",
        "",
        "| | |",
        "|---|---|",
        *(f"| `{called}` | {text} |" for called, (text, _) in MACROS.items()),
        "",
        *parquet_part(),
        "",
        "## Tables",
    ]
    for table in TABLES:
        lines += _described(table)
    return "\n".join(lines) + "\n"


def _answers() -> tuple[dict[str, str], dict[str, str]]:
    """Return the answers about the shipped tournament, and those after a correction."""
    with TemporaryDirectory() as folder:
        console = Console(Path(folder))
        console.must_run("import", str(console.shipped_file))
        answers = {text: console.must_run("sql", question) for text, question in QUESTIONS.items()}
        console.must_run("correct", "result", "5", "3", "1-0", "--reason", "score sheet misread")
        console.must_run("mirror", "build")
        return answers, {
            text: console.must_run("sql", "--mirror", q) for text, q in IN_FILE.items()
        }


def _answered(verb: str, questions: Mapping[str, str], answers: Mapping[str, str]) -> list[str]:
    lines = []
    for text, question in questions.items():
        lines += ["", text, "", "```console", f'$ {verb} "{question}"']
        lines += [answers[text].rstrip(), "```"]
    return lines


def _described(table: Relation) -> list[str]:
    rows = [
        f"| {f'**{c.name}**' if c.key else c.name} | {c.type} | {c.text} |" for c in table.columns
    ]
    return [
        "",
        f"### {table.name}",
        "",
        table.text,
        "",
        "| column | type | |",
        "|---|---|---|",
        *rows,
    ]
