"""A TRF file that is read for a verb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from desk.terminal import options as opt
from desk.terminal.answers import FILE_OR_STDIN, NUMBER
from desk.terminal.files import bytes_of
from desk.terminal.output import leave, note
from desk.terminal.rulebooks import load_rules
from ledger.trf.meaning import names_no_rulebook, notes_for, points_of, rulebook_of
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse

if TYPE_CHECKING:
    from ledger.rulebooks.rulebook import Rulebook


class AskedFile(NamedTuple):
    """A file that was typed, with the rules to read it by and the number of rounds.

    `rules` None: those that the file names; `rounds` None: as many as the file says.
    """

    file: str
    rules: str | None
    changes: Sequence[str]
    rounds: int | None

    def read(self, used: Sequence[str] = ()) -> tuple[Rulebook, TrfFile]:
        """Return the file, and the rulebook it is read by; `used` are tags that the verb reads."""
        return _read(self.file, self.rules, self.changes, used)


trf_options = opt.asked_as(
    AskedFile,
    click.argument("file", type=FILE_OR_STDIN),
    click.option("--rules", metavar="RULEBOOK"),
    opt.set_option,
    click.option("--rounds", type=NUMBER, metavar="N"),
)


def _read(
    file: str, rules: str | None, changes: Sequence[str], used: Sequence[str]
) -> tuple[Rulebook, TrfFile]:
    data = bytes_of(file)
    if rules is None and isinstance(first := parse(data), TrfFile):
        if refusals := names_no_rulebook(first):
            leave(refusals)
        if of := rulebook_of(first):
            rules, more = of
            changes = [*(f"{key}={value}" for key, value in more.items()), *changes]
    rulebook: Rulebook = load_rules(rules, changes)
    content = parse(data, points_of(rulebook))
    if not isinstance(content, TrfFile):
        leave(tuple(error.refusal() for error in content))
    note(*(one.sentence() for one in notes_for(content, rulebook, used)))
    return rulebook, content
