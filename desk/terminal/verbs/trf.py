"""The verbs on a TRF16 file without a ledger, for other programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from desk.terminal.verbs.why import findings, language_option, say

if TYPE_CHECKING:
    pass
from desk.terminal.app import Session, Verbs
from desk.terminal.options import RULES, F, load_rules, read_options
from desk.terminal.output import bytes_of, leave, show

here = Verbs()


# --- tournament files without a ledger ------------------------------------------------------------

trf = here.section("trf", help="Work on a TRF16 file without a ledger, for other programs.")


def _trf_options(function: F) -> F:
    function = click.option("--rounds", type=int, metavar="N", help="Where the file does not say.")(
        function
    )
    change = "Change a key of the rulebook: bye.points=0.5."
    function = click.option("--set", "changes", multiple=True, metavar="KEY=VALUE", help=change)(
        function
    )
    function = click.option("--rules", default=RULES, show_default=True, help="Rulebook.")(function)
    return click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))(
        function
    )


def _trf_file(file: str) -> Any:
    from ledger.trf.model import TrfFile
    from ledger.trf.reader import parse

    content = parse(bytes_of(file))
    if not isinstance(content, TrfFile):
        leave(tuple(error.refusal() for error in content))
    return content


@trf.verb("pair", "indelen")
@_trf_options
@click.option("--round", "number", type=int, metavar="N", help="Default the first without games.")
@click.pass_obj
def trf_pair(
    session: Session, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    number: int | None,
) -> None:  # fmt: skip
    """Print the number of pairs, then WHITE BLACK a line in board order, the bye as N 0."""
    from pairing.norms.model import Pairing
    from pairing.systems.trf import TrfRound, pair_file, round_to_pair

    rulebook, read = load_rules(rules, changes), _trf_file(file)
    round_ = round_to_pair(read, number, rounds)
    if not isinstance(round_, TrfRound):
        leave(round_)
    pairing = pair_file(read, rulebook, round_)
    if not isinstance(pairing, Pairing):
        leave(pairing)
    for note in round_.notes:
        click.echo(f"note: {note}", err=True)
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    lines += [f"{pairing.bye} 0"] if pairing.bye is not None else []
    click.echo("\n".join([str(len(lines)), *lines]))


@trf.verb("standings", "stand")
@_trf_options
@click.option("--after", type=int, metavar="N", help="After round N; default all with games.")
@read_options
@click.pass_obj
def trf_standings(
    session: Session, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    after: int | None, as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Print the classification (A4) of a file; --json is a list, best first."""
    from desk.reports.trf import standings_of_file

    view = standings_of_file(_trf_file(file), load_rules(rules, changes), after, rounds)
    if as_json and not isinstance(view, tuple):
        from desk.render.text import as_json as json_text
        from projections.views.standings import StandingRow

        lines = [row.line for row in view.rows if isinstance(row, StandingRow)]
        click.echo(json_text(lines))
        return
    show(view, as_json, as_csv)


@trf.verb("check", "controleren")
@_trf_options
@click.option("--round", "number", type=int, metavar="N", help="Only round N.")
@language_option
@read_options
@click.pass_obj
def trf_check(
    session: Session, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    number: int | None, language: Any, as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Pair each round again from what was known and tell the differences; exit 1 if any."""
    from desk.reports.trf import checked_file

    read, rulebook = _trf_file(file), load_rules(rules, changes)
    answer = checked_file(read, rulebook, number, rounds, language)
    say(answer, as_json, as_csv)
    sys.exit(findings(answer))


@trf.verb("why", "waarom")
@_trf_options
@click.option("--round", "number", type=int, metavar="N", help="Default the last with games.")
@click.option("--player", metavar="P", help="Why this player (a number) meets whom he meets.")
@click.option("--board", metavar="B", help="The same of a board: 5-9 is that of 5 and 9.")
@click.option("--pair", nargs=2, metavar="A B", help="Why these two do not meet.")
@click.option("--bye", is_flag=True, help="Why this player has the bye.")
@click.option("--colour", nargs=2, metavar="A B", help="Who of these two has white, and why.")
@language_option
@read_options
@click.pass_obj
def trf_why(
    session: Session, /, file: str, rules: str, changes: Sequence[str], rounds: int | None,
    number: int | None, language: Any, as_json: bool, as_csv: bool, **question: Any,
) -> None:  # fmt: skip
    """Explain a round of a file; one of --player, --board, --pair, --bye and --colour."""
    from desk.reports.trf import explained_file

    kinds = [name for name, value in question.items() if value]
    if len(kinds) != 1:
        raise click.UsageError("ask one thing: --player, --board, --pair, --bye or --colour")
    read, rulebook = _trf_file(file), load_rules(rules, changes)
    asked = question[kinds[0]]
    answer = explained_file(read, rulebook, number, rounds, (kinds[0], asked), language)
    say(answer, as_json, as_csv)
