"""The verb that pairs a TRF file, for other programs."""

from __future__ import annotations

import click

from desk.terminal.answers import NUMBER
from desk.terminal.output import kept_notes, or_leave, say, say_notes
from desk.terminal.registry import Registry
from desk.terminal.trf_file import AskedFile, trf_options
from pairing.systems.trf import pair_file, round_to_pair

here = Registry()
trf = here.of_section("trf")


@trf.verb("pair")
@trf_options
@click.option("--round", "number", type=NUMBER, metavar="N")
def trf_pair(
    asked: AskedFile,
    *,
    number: int | None,
) -> None:
    """Print the number of pairs, then WHITE BLACK a line in board order, the bye as N 0."""
    rulebook, read = asked.read()
    round_ = or_leave(round_to_pair(read, number, asked.rounds))
    pairing = or_leave(pair_file(read, rulebook, round_))
    say_notes((*kept_notes(), *round_.notes))
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    lines += [f"{pairing.bye} 0"] if pairing.bye is not None else []
    say(str(len(lines)), *lines)
