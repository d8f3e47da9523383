"""The verbs on a TRF file without a ledger, for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from desk.terminal import options as opt
from desk.terminal.answers import FILE_OR_STDIN, NUMBER
from desk.terminal.app import Session, Verbs
from desk.terminal.misuse import Misuse
from desk.terminal.options import load_rules, read_options
from desk.terminal.output import (
    bytes_of,
    kept_notes,
    leave,
    note,
    or_leave,
    put,
    say,
    say_notes,
    show,
)
from desk.terminal.verbs.doubt import explain, say_check

if TYPE_CHECKING:
    from ledger.rulebooks.rulebook import Rulebook
    from ledger.trf.model import TrfFile

here = Verbs()

trf = here.section("trf")


_trf_options = opt.together(
    click.argument("file", type=FILE_OR_STDIN),
    click.option("--rules", metavar="RULEBOOK"),
    opt.set_option,
    click.option("--rounds", type=NUMBER, metavar="N"),
)


def _trf_file(
    file: str, rules: str | None, changes: Sequence[str], used: Sequence[str] = ()
) -> tuple[Rulebook, TrfFile]:
    """Read a file by a rulebook: the one that was typed, or else the one that the file names."""
    from ledger.trf.meaning import names_no_rulebook, notes_for, points_of, rulebook_of
    from ledger.trf.model import TrfFile
    from ledger.trf.reader import parse

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


@trf.verb("pair", "indelen")
@_trf_options
@click.option("--round", "number", type=NUMBER, metavar="N")
@click.pass_obj
def trf_pair(
    session: Session,
    file: str,
    rules: str | None,
    changes: Sequence[str],
    rounds: int | None,
    number: int | None,
) -> None:
    """Print the number of pairs, then WHITE BLACK a line in board order, the bye as N 0."""
    from pairing.systems.trf import pair_file, round_to_pair

    rulebook, read = _trf_file(file, rules, changes)
    round_ = or_leave(round_to_pair(read, number, rounds))
    pairing = or_leave(pair_file(read, rulebook, round_))
    say_notes((*kept_notes(), *round_.notes))
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    lines += [f"{pairing.bye} 0"] if pairing.bye is not None else []
    say(str(len(lines)), *lines)


@trf.verb("standings", "stand")
@_trf_options
@click.option("--after", type=NUMBER, metavar="N")
@read_options
@click.pass_obj
def trf_standings(
    session: Session,
    file: str,
    rules: str | None,
    changes: Sequence[str],
    rounds: int | None,
    after: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Print the classification (A4) of a file; --json is a list, best first."""
    from desk.reports.trf import standings_of_file

    rulebook, read = _trf_file(file, rules, changes)
    view = standings_of_file(read, rulebook, after, rounds)
    if as_json and not isinstance(view, tuple):
        from desk.render.text import as_json as json_text
        from projections.views.standings import StandingRow

        lines = [row.line for row in view.rows if isinstance(row, StandingRow)]
        put(json_text(lines))
        say_notes(kept_notes())
        return
    show(view, as_json, as_csv)


@trf.verb("check", "controleren")
@_trf_options
@click.option("--round", "number", type=NUMBER, metavar="N")
@read_options
@click.pass_obj
def trf_check(
    session: Session,
    file: str,
    rules: str | None,
    changes: Sequence[str],
    rounds: int | None,
    number: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Pair each round again from what was known and tell the differences; exit 1 if any."""
    from desk.reports.trf import checked_file

    rulebook, read = _trf_file(file, rules, changes, used=("202", "212"))
    say_check(checked_file(read, rulebook, number, rounds), as_json, as_csv)


@trf.verb("why", "waarom")
@_trf_options
@click.option("--round", "number", type=NUMBER, metavar="N")
@click.option("--player", metavar="P")
@click.option("--board", metavar="B")
@click.option("--pair", nargs=2, metavar="A B")
@click.option("--bye", is_flag=True)
@click.option("--colour", nargs=2, metavar="A B")
@read_options
@click.pass_obj
def trf_why(
    session: Session,
    /,
    file: str,
    rules: str | None,
    changes: Sequence[str],
    rounds: int | None,
    number: int | None,
    as_json: bool,
    as_csv: bool,
    **question: Any,
) -> None:
    """Explain a round of a file; one of --player, --board, --pair, --bye and --colour."""
    from desk.reports.trf import explained_file

    kinds = [name for name, value in question.items() if value]
    if len(kinds) != 1:
        from ledger.messages import message

        raise Misuse(message("terminal.ask-one-thing"))
    rulebook, read = _trf_file(file, rules, changes)
    only = (kinds[0], question[kinds[0]])
    explain(explained_file(read, rulebook, number, rounds, only), as_json, as_csv)
