"""The verbs on a TRF file without a ledger, for other programs."""

from __future__ import annotations

from typing import Any

import click

from desk.answers.trf import checked_file, explained_file, standings_of_file
from desk.render.text import as_json as json_text
from desk.terminal.answers import NUMBER
from desk.terminal.explanations import explain, say_check
from desk.terminal.misuse import Misuse
from desk.terminal.options import read_options
from desk.terminal.output import asked_form, kept_notes, put, say_notes
from desk.terminal.registry import Registry
from desk.terminal.tables import show
from desk.terminal.trf_file import AskedFile, trf_options
from ledger.messages import message
from projections.views.standings import StandingRow

here = Registry()

trf = here.of_section("trf")


@trf.verb("standings")
@trf_options
@click.option("--after", type=NUMBER, metavar="N")
@read_options
def trf_standings(
    asked: AskedFile,
    *,
    after: int | None,
) -> None:
    """Print the classification (A4) of a file; --json is a list, best first."""
    rulebook, read = asked.read()
    view = standings_of_file(read, rulebook, after, asked.rounds)
    if asked_form() == "json" and not isinstance(view, tuple):
        lines = [row.line for row in view.rows if isinstance(row, StandingRow)]
        put(json_text(lines))
        say_notes(kept_notes())
        return
    show(view)


@trf.verb("check")
@trf_options
@click.option("--round", "number", type=NUMBER, metavar="N")
@read_options
def trf_check(
    asked: AskedFile,
    *,
    number: int | None,
) -> None:
    """Pair each round again from what was known and tell the differences; exit 1 if any."""
    rulebook, read = asked.read(used=("202", "212"))
    say_check(checked_file(read, rulebook, number, asked.rounds))


@trf.verb("why")
@trf_options
@click.option("--round", "number", type=NUMBER, metavar="N")
@click.option("--player", metavar="P")
@click.option("--board", metavar="B")
@click.option("--pair", nargs=2, metavar="A B")
@click.option("--bye", is_flag=True)
@click.option("--colour", nargs=2, metavar="A B")
@read_options
def trf_why(
    asked: AskedFile,
    *,
    number: int | None,
    **question: Any,
) -> None:
    """Explain a round of a file; one of --player, --board, --pair, --bye and --colour."""
    kinds = [name for name, value in question.items() if value]
    if len(kinds) != 1:
        raise Misuse(message("terminal.ask-one-thing"))
    rulebook, read = asked.read()
    only = (kinds[0], question[kinds[0]])
    explain(explained_file(read, rulebook, number, asked.rounds, only))
