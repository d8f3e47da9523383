"""docs/analytics.md and its pictures, made from the answers in the year that its script makes."""

from __future__ import annotations

import textwrap

from desk.render.chart import picture
from tests.docs.analytics_questions import QUESTIONS, Question
from tests.helpers.year import Year

INTRO = (
    """
    Questions that people ask, as SQL to the mirror of a whole ledger ([sql.md](sql.md)), each with
    its answer in a year of a federation. The year is made up: who is there, who wins and what goes
    wrong is drawn by chance, a result from the rating difference alone. What the draws put in says
    nothing about chess; what comes from the rules for pairing, values and tie-breaks does say
    something. Below each answer it is told which is which. In the ledger of a real year the
    questions are the same.
    """,
    """
    `toernooi generate-year` makes the year from nothing in seconds ([year.md](year.md)). Its seed
    and sizes are fixed, so the same answers come out everywhere; `--size 300` makes a year ten
    times as large. The questions are [files](analytics), and can be pasted into any DuckDB tool
    that has `year.duckdb` open. `toernooi sql --picture FILE` draws such an answer, and a
    [notebook](notebook.ipynb) draws others with pandas.
    """,
)
TRY = """toernooi --ledger year.ledger generate-year
toernooi --ledger year.ledger sql --file docs/analytics/upsets-and-floats.sql"""


def analytics_pages(generated: str, year: Year) -> dict[str, str]:
    """Return the page and its pictures by their path in docs/."""
    lines = ["# Eleven questions", "", generated]
    for text in INTRO:
        lines += [*_wrapped(text), ""]
    lines += ["```sh", TRY, "```", "", *_contents(), ""]
    pages = {}
    for number, question in enumerate(QUESTIONS, 1):
        lines += [f"## {number}. {question.heading}", "", *_wrapped(question.asked), ""]
        if question.of_digest:
            pages[f"analytics/{question.name}.sql"] = f"{question.sql}\n"
        lines += ["```sql", question.sql, "```", "", "```", year.printed(question.sql), "```", ""]
        if question.drawn is not None:
            place = f"analytics/{question.name}.svg"
            pages[place] = drawing(question, year)
            lines += [f"![{question.drawn.title}; the numbers are in the table]({place})", ""]
        lines += [*_wrapped(question.shows), ""]
    return {"analytics.md": "\n".join(lines), **pages}


def drawing(question: Question, year: Year) -> str:
    """Return the picture of an answer."""
    drawn = question.drawn
    assert drawn is not None
    svg = picture(
        year.view(question.sql),
        drawn.kind,
        title=drawn.title,
        y=drawn.y,
        labels=drawn.labels,
        x_label=drawn.x_label,
        y_label=drawn.y_label,
    )
    assert isinstance(svg, str), svg
    return svg


def _contents() -> list[str]:
    def place(number: int, question: Question) -> str:
        words = "".join(c for c in question.heading.lower() if c.isalnum() or c in " -")
        return f"{number}-{words.replace(' ', '-')}"

    return [f"{n}. [{q.heading}](#{place(n, q)})" for n, q in enumerate(QUESTIONS, 1)]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), 98, break_long_words=False, break_on_hyphens=False)
