"""The parts of docs/sql.md about how to ask, and about the export to Parquet."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.console import Console

QUESTIONS = """\
-- The end of the tournament.
create temp table last as
  from standings_now where round = (select max(round) from standings_now);
select rank, points, wp, sb from last where rank <= 3 order by rank;
select count(*) as players, avg(points) as mean from last;
"""


def asking_part() -> list[str]:
    """Return the lines about questions, files of them, the prompt and the forms of an answer."""
    with TemporaryDirectory() as folder:
        console = Console(Path(folder))
        console.must_run("import", str(console.shipped_file))
        Path(folder, "questions.sql").write_text(QUESTIONS, "utf-8")
        answers = console.must_run("sql", "--file", "questions.sql").rstrip()
    return [
        '`toernooi sql "select ..."` answers from a DuckDB copy of the tournament that is made on',
        "the fly and discarded, so a question never changes the ledger. `--as-of MOMENT` asks",
        "about that moment.",
        "",
        "In a ledger of several tournaments `--tournament NAME` chooses one. Without it the",
        "question is about all of them, and goes to the mirror file. That is made or brought up to",
        "date first, which is told, with its progress: about a minute for a million facts. Ctrl-C",
        "keeps what is done. `--mirror` asks the mirror of a ledger of one, too.",
        "",
        "## How to ask",
        "",
        "One question on the command line, the statements of a file with `--file FILE` (`-` is",
        "standard input), or neither: then there is a prompt.",
        "",
        "| at the prompt | |",
        "|---|---|",
        "| `select ...;` | A statement ends with a semicolon and may take several lines. |",
        "| `\\d` | The tables with their contents, and the macros. |",
        "| `\\d TABLE` | The columns of a table with their meanings. |",
        "| `\\h` | Help. |",
        "| `\\q`, Ctrl-D | Leave. |",
        "| Ctrl-C | Drop the statement that is being typed, or stop the one that is running. |",
        "",
        "The arrow keys recall earlier questions, which are kept in no file. `\\d` is also a",
        "question of its own: `toernooi sql '\\d games'`.",
        "",
        "| form | |",
        "|---|---|",
        "| `--table` | For people, and the default: points with ½, other fractions to six places,"
        " and the first 1,000 rows. |",
        "| `--json` | All rows, with names and types of the columns; of a file a list of answers"
        " ([schema](json/sql.schema.json)). A number that JSON cannot hold exactly is text. |",
        "| `--csv` | All rows of one answer: nothing for NULL, JSON for lists and structs. |",
        "| `--parquet FILE` | All rows of one answer in DuckDB's types. A Parquet file of that"
        " name is replaced when the new one is complete. Numbers of 128 bits, such as sums of"
        " whole numbers, have 64. |",
        "",
        "`questions.sql`:",
        "",
        "```sql",
        QUESTIONS.rstrip(),
        "```",
        "",
        "```console",
        "$ toernooi sql --file questions.sql",
        answers,
        "```",
        "",
        "The answers are shown once all of them are known. Errors name the file, the statement and",
        "the line, in DuckDB's own words.",
        "",
        "A question changes nothing: neither the ledger, which SQL does not reach, nor the copy.",
        "Steps in between are temporary (`create temp table`, `view`, `macro`, `set variable`) and",
        "last as long as the command. A question reads and writes no files, and leaves DuckDB's",
        "settings alone; with `--lake` the files that the lake itself lists may be read, and nothing",
        "else of its folder. With `--parquet` a question has no other one in it, written as a text",
        "(`query`, `json_execute_serialized_sql`).",
        "A question that takes more than 2048 MiB of memory is refused, as DuckDB puts",
        "nothing on disk; `--memory MIB` changes the limit. Rows for `--json` and `--csv` may exceed it:",
        "they wait in a file without a name, of 4096 MiB at most unless `--disk MIB` says otherwise, in",
        "the folder for temporary files, which the variable TMPDIR names (Windows: TEMP). A question",
        "that takes more than 300 seconds is stopped; `--timeout SECONDS` changes that limit.",
    ]


READ_IT = """\
SELECT season, count(DISTINCT tournament) AS tournaments, count(*) AS games,
    avg((result = '1-0')::INTEGER) AS white_won
FROM 'year/games/**/*.parquet'
WHERE known_to IS NULL
GROUP BY season ORDER BY season;
"""
"""A test runs it."""

IN_PYTHON = """\
games = pandas.read_parquet("year/games")
games = polars.scan_parquet("year/games").filter(polars.col("season") == "2025-2026").collect()
games = pyarrow.dataset.dataset("year/games", partitioning="hive").to_table()
"""
"""A test runs it."""


def parquet_part() -> list[str]:
    """Return the lines about the export to Parquet."""
    return [
        "## Parquet",
        "",
        "`toernooi export --parquet year` writes every table of the mirror file, which it brings",
        "up to date first, for DuckDB, pandas, polars, Arrow, R and other readers of Parquet;",
        "`pairing_decisions` where it has been made:",
        "",
        "```",
        "year/export.json",
        "year/games/season=2024-2025/part_001.parquet",
        "year/games/season=2025-2026/part_001.parquet",
        "year/mirror/part_001.parquet",
        "```",
        "",
        "A table has a folder for each season. A file has at most some 128 MB: `part_002.parquet`",
        "and on follow, each of whole tournaments. `--by tournament` makes a file of each",
        "tournament, named by its id. The rows of a file are in the order of its key. Readers take",
        "`season` for a column of every table, and read only the seasons that are wanted.",
        "",
        "DuckDB:",
        "",
        "```sql",
        READ_IT.rstrip(),
        "```",
        "",
        "pandas, polars, Arrow:",
        "",
        "```python",
        IN_PYTHON.rstrip(),
        "```",
        "",
        "R:",
        "",
        "```r",
        'games <- dplyr::collect(arrow::open_dataset("year/games"))',
        "games <- read.csv(pipe(\"toernooi sql --csv 'SELECT * FROM games'\"))  # no package",
        "```",
        "",
        "The columns and types are those of the tables below, except decimals, which are DOUBLE.",
        "pandas would get Python objects for them, with which it hardly computes, and points, WS,",
        "WP and SB are whole, halves or quarters, which are exact in DOUBLE. `--points decimal`",
        "keeps the decimals, for exact sums of anything else. Points of a season and other",
        "tie-breaks have four decimals in the mirror already; the exact total of a season is in",
        "`keizer_values.total`, as text, and it is the sum of `keizer_points`.",
        "",
        "The table `names` is left out unless `--names` asks for it, and with it every view that",
        "reads it. `export.json` has the last sequence of the ledger in the export, the hash of",
        "that fact, the choices, and the rows, files and bytes of each table. The same mirror and",
        "choices give the same bytes.",
        "",
        "An export is written beside `year` and renamed when it is complete. It replaces an",
        "earlier export, but never another folder, nor one with additional files; stopped or",
        "killed, it leaves the earlier one. So after `forget` and a second export, forgotten",
        "people are no longer in it; copies elsewhere are not reached.",
    ]
