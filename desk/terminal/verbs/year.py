"""The verb that generates a year of a federation."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from desk.making.random_trf import CannotGenerate
from desk.making.year import make_year, year_view
from desk.render.english import english
from desk.terminal.answers import Whole
from desk.terminal.misuse import Misuse
from desk.terminal.options import read_options
from desk.terminal.output import progress_of, say
from desk.terminal.registry import Registry
from desk.terminal.session import Session, place_of_typed
from desk.terminal.shell import shell_word
from desk.terminal.tables import show
from ledger.messages import Blank, do, message

here = Registry()


@here.verb("generate-year")
@click.option("--size", type=Whole(15, 100_000), default=30, show_default=True, metavar="N")
@click.option("--seed", default="")
@click.option("--jobs", type=Whole(1, 64), metavar="N")
@read_options
@click.pass_obj
def generate_year(session: Session, *, size: int, seed: str, jobs: int | None) -> None:
    """Make a ledger with a year of a federation, and its mirror, to ask questions (docs/year.md).

    The file is that of --ledger, or year.ledger; it must be new. The same size and seed give the
    same ledger.
    """
    ledger = place_of_typed(session.ledger or "year.ledger")
    if not isinstance(ledger, Path):
        raise Misuse(message("making.year-file", command=do("copy", source=Blank("SOURCE"))))
    try:
        year = make_year(
            ledger,
            size,
            seed,
            says=english,
            jobs=jobs,
            tell=lambda what: say(what, err=True),
            progress=progress_of,
        )
    except CannotGenerate as error:
        raise Misuse(error.why) from error
    except KeyboardInterrupt:
        say(message("making.year-stopped"), err=True)
        sys.exit(130)
    ask = f"toernooi --ledger {shell_word(year.ledger)} sql"
    show(year_view(year, ask))
