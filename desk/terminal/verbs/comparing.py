"""The verb that pairs a round by several rulebooks."""

from __future__ import annotations

from collections.abc import Sequence

import click

from desk.answers.compare import compare_book, compare_file
from desk.terminal.answers import FILE_OR_STDIN, NUMBER
from desk.terminal.files import bytes_of
from desk.terminal.misuse import Misuse
from desk.terminal.options import read_options
from desk.terminal.output import asked_form, leave, note
from desk.terminal.registry import Registry
from desk.terminal.rulebooks import load_variant
from desk.terminal.session import Session
from desk.terminal.tables import show
from ledger.messages import message
from ledger.trf.meaning import notes_for
from ledger.trf.reader import parse
from pairing.systems.registry import without_engine

here = Registry()


@here.verb("compare")
@click.argument("file", type=FILE_OR_STDIN, required=False)
@click.option("--rules", "versions", multiple=True, required=True, metavar="RULEBOOK[+KEY=VALUE]")
@click.option("--set", "changes", multiple=True, metavar="KEY=VALUE")
@click.option("--round", "number", type=NUMBER, metavar="N")
@click.option("--rounds", type=NUMBER, metavar="N")
@read_options
@click.pass_obj
def compare(
    session: Session,
    *,
    file: str | None,
    versions: Sequence[str],
    changes: Sequence[str],
    number: int | None,
    rounds: int | None,
) -> None:
    """Pair the next round by several rulebooks, side by side, with what each gives up.

    FILE is a tournament file (TRF); without it: the tournament that is chosen, where the rulebook
    in force comes first.
    """
    if file is None and (number is not None or rounds is not None):
        raise Misuse(message("terminal.round-with-file"))
    rulebooks = [load_variant(text, changes) for text in versions]
    book = session.book() if file is None else None
    if book is not None:
        rulebooks = [book.rules, *(one for one in rulebooks if one.hash != book.rules.hash)]
    if len(rulebooks) < 2:
        raise Misuse(message("making.two-rulebooks"))
    if refused := [refusal for rules in rulebooks if (refusal := without_engine(rules))]:
        leave(tuple(refused))
    form = asked_form()
    if book is not None:
        show(compare_book(book, rulebooks, form))
        return
    content = parse(bytes_of(str(file)))
    if isinstance(content, tuple):
        leave(tuple(error.refusal() for error in content))
    note(*(one.sentence() for one in notes_for(content, rulebooks[0])))
    show(compare_file(content, rulebooks, number, rounds, form))
