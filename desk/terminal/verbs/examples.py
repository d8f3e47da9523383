"""The tournaments that come with the program."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import click

from desk.making.club_season import CLUB_SEASON, season_file
from desk.terminal import options as opt
from desk.terminal.misuse import Misuse
from desk.terminal.output import progress, say
from desk.terminal.registry import Registry
from desk.terminal.tables import show
from ledger.messages import message
from ledger.text_files import quoted
from projections.views.status import examples_view

here = Registry()


@here.verb("examples")
@click.argument("name", required=False)
@opt.read_options
def examples(name: str | None) -> None:
    """List the tournaments that come with the program, or write the one called NAME here.

    A season is written as a command file, for `apply`; it is made from its seed.
    """
    folder = resources.files("desk.making") / "examples"
    shipped = {f.name[:-4]: f for f in folder.iterdir() if f.name.endswith(".trf")}
    names = sorted({*shipped, CLUB_SEASON.seed})
    if name is None:
        show(examples_view(names))
        return
    if name not in names:
        raise Misuse(message("terminal.no-example", name=quoted(name), names=tuple(names)))
    path = Path.cwd() / f"{name}.{'trf' if name in shipped else 'ndjson'}"
    if path.exists():
        raise Misuse(message("terminal.exists", file=path.name))
    file = shipped.get(name)
    path.write_bytes(
        file.read_bytes() if file else season_file(CLUB_SEASON, progress(CLUB_SEASON.rounds))
    )
    say(message("terminal.written", file=path.name))
