"""The verbs of doubt: why two meet, whether a pairing is right; protests, rulings, moments beside
each other, departures.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from desk.terminal.answers import NUMBER
from desk.terminal.app import Session, Verbs, ledger_place, reads
from desk.terminal.misuse import Misuse
from desk.terminal.options import (
    after,
    argument,
    as_of,
    json_option,
    load_rules,
    publication,
    read_options,
    wide_option,
)
from desk.terminal.output import (
    kept_notes,
    line_width,
    noted,
    or_leave,
    progress_of,
    put,
    put_text,
    save_sheet,
    show,
    table,
)
from desk.terminal.words import view_in_words, worded, words
from desk.terminal.workers import worker_options, workers_for

if TYPE_CHECKING:
    from desk.reports.why import Find
    from pairing.explain.question import Question

here = Verbs()


reads(here, "protests", "protesten", "protests")
reads(here, "show", "feit", "fact", argument("fact", metavar="POSITION"))
reads(here, "integrity", "afwijkingen", "integrity")


@here.verb("diff", "vergelijk")
@click.option("--as-of", "moments", multiple=True, required=True, metavar="MOMENT")
@after
@read_options
@click.pass_obj
def diff(
    session: Session, moments: tuple[str, ...], after: int | None, as_json: bool, as_csv: bool
) -> None:
    """Show what differs between two moments: standings, colours, pairings and results."""
    from desk.reports import verbs as reports
    from ledger.messages import message

    if len(moments) > 2:
        raise Misuse(message("terminal.two-moments"))
    show(reports.diff(session.book(), moments, after), as_json, as_csv)


@here.verb("beside", "naast")
@click.option("--as-of", "moments", multiple=True, metavar="MOMENT")
@click.option("--rules", multiple=True, metavar="RULEBOOK")
@click.option("--final", is_flag=True)
@after
@read_options
@click.pass_obj
def beside(
    session: Session,
    moments: tuple[str, ...],
    rules: tuple[str, ...],
    final: bool,
    after: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show the standing beside others: who moves, and why."""
    from desk.hall.standing_beside import beside_view, moment_beside
    from ledger.messages import also, message

    if not moments and not rules:
        options = {"moment": also(as_of=True), "rules": also(rules=True)}
        raise Misuse(message("terminal.beside-what", **options))
    book = session.book()
    others = [or_leave(moment_beside(book, moment)) for moment in moments]
    others += [load_rules(name) for name in rules]
    show(beside_view(book, others, after, final), as_json, as_csv)


@here.verb("audit", "onderzoek")
@click.argument("round", type=NUMBER)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER")
@click.option("--whole", is_flag=True)
@as_of
@publication
@click.option("--html", metavar="FILE")
@json_option
@wide_option
@click.pass_obj
def audit(
    session: Session,
    round: int,
    board: str | None,
    player: str | None,
    whole: bool,
    as_of: str | None,
    publication: int | None,
    html: str | None,
    as_json: bool,
) -> None:
    """Report on the pairing of ROUND, and of BOARD: the basis for an appeals committee.

    The exit code is 1 when the engine does not find the published pairing again.
    """
    from desk.render import text as render
    from desk.reports.audit import audit, sheet_of, text_of
    from ledger.messages import message
    from pairing.review.questions import book_of

    if board is not None and player is not None:
        raise Misuse(message("terminal.board-or-player"))
    book = or_leave(book_of(session.book(), round, as_of))
    report = or_leave(audit(book, round, board, player, publication, whole=whole))
    if html:
        save_sheet(sheet_of(book, report), html)
    elif as_json:
        put(render.as_json(worded(report.record.as_dict())))
    else:
        text = text_of(report, lambda view: table(view_in_words(view)), words)
        for line in text.split("\n"):
            put_text(line if line.strip("=-") else line[: line_width()])
    sys.exit(0 if report.record.same else 1)


def explain(answer: Any, as_json: bool, as_csv: bool) -> None:
    """Show an explanation: its lines for people, its claims for programs."""
    from desk.reports.why import Explanation

    if isinstance(answer, Explanation) and not (as_json or as_csv):
        put_text(*answer.lines, *map(noted, kept_notes()))
        return
    show(answer.view if isinstance(answer, Explanation) else answer, as_json, as_csv)


def say_check(answer: Any, as_json: bool, as_csv: bool) -> NoReturn:
    """Show a check and exit: with 1 when anything differs."""
    explain(answer, as_json, as_csv)
    sys.exit(0 if answer.all_the_same else 1)


def _round_of(
    session: Session, number: int | None, as_of: str | None, publication: int | None
) -> tuple[Question, Find]:
    """Return the round of a question, and the function that finds its players, or exit."""
    from desk.reports.why import finder
    from pairing.review.questions import book_of, of_book

    book = or_leave(book_of(session.book(), number, as_of, publication))
    return or_leave(of_book(book, number)), finder(book)


@here.verb("why", "waarom")
@click.argument("round", metavar="ROUND", type=NUMBER)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER")
@as_of
@publication
@read_options
@click.pass_obj
def why(
    session: Session,
    round: int,
    board: str | None,
    player: str | None,
    as_of: str | None,
    publication: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Explain a board (or a player's bye) of ROUND, group by group and clause by clause.

    A number is a board; ROUND may be the next, which is not published yet.
    """
    from desk.reports import why as answers
    from ledger.messages import message

    if (board is None) == (player is None):
        raise Misuse(message("terminal.board-number-or-player"))
    question, find = _round_of(session, round, as_of, publication)
    explain(answers.why(question, board, player, find), as_json, as_csv)


@here.verb("why-not", "waarom-niet")
@click.argument("round", metavar="ROUND", type=NUMBER)
@click.argument("first")
@click.argument("second")
@as_of
@publication
@read_options
@click.pass_obj
def why_not(
    session: Session,
    round: int,
    first: str,
    second: str,
    as_of: str | None,
    publication: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show what gets worse first, and by which clause, when FIRST meets SECOND in ROUND."""
    from desk.reports import why as answers

    question, find = _round_of(session, round, as_of, publication)
    explain(answers.why_not(question, first, second, find), as_json, as_csv)


@here.verb("why-bye", "waarom-vrij")
@click.argument("round", metavar="[ROUND]", type=NUMBER, required=False)
@as_of
@publication
@read_options
@click.pass_obj
def why_bye(
    session: Session,
    round: int | None,
    as_of: str | None,
    publication: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Explain who has the bye in ROUND (default the last published), and why nobody else."""
    from desk.reports import why as answers

    question, _ = _round_of(session, round, as_of, publication)
    explain(answers.why_bye(question), as_json, as_csv)


@here.verb("why-colour", "waarom-kleur")
@click.argument("round", metavar="ROUND", type=NUMBER)
@click.argument("board")
@as_of
@publication
@read_options
@click.pass_obj
def why_colour(
    session: Session,
    round: int,
    board: str,
    as_of: str | None,
    publication: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Explain who has white on BOARD of ROUND: preferences, B2, E1 to E5."""
    from desk.reports import why as answers

    question, find = _round_of(session, round, as_of, publication)
    explain(answers.colour(question, board, find), as_json, as_csv)


@here.verb("check", "controleren")
@click.argument("round", metavar="[ROUND]", type=NUMBER, required=False)
@click.option("--all", "everything", is_flag=True)
@worker_options
@as_of
@publication
@read_options
@click.pass_obj
def check(
    session: Session,
    round: int | None,
    everything: bool,
    jobs: int | None,
    cluster: str | None,
    as_of: str | None,
    publication: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Pair published rounds (default all) again from their basis; exit 1 if anything differs."""
    from desk.reports.why import check_book
    from ledger.messages import also, message
    from pairing.review.questions import book_of

    if publication is not None and round is None:
        option = also(publication=publication)
        raise Misuse(message("terminal.publication-of-round", option=option))
    if everything:
        if round is not None or as_of is not None:
            raise Misuse(message("terminal.all-or-round"))
        _check_all(session, jobs, cluster, as_json, as_csv)
    if jobs is not None or cluster is not None:
        raise Misuse(message("terminal.with-all"))
    book = or_leave(book_of(session.book(), round, as_of, publication))
    say_check(check_book(book, round), as_json, as_csv)


def _check_all(
    session: Session, jobs: int | None, cluster: str | None, as_json: bool, as_csv: bool
) -> NoReturn:
    """Check all tournaments of the ledger, and exit: with 4 when one is unreadable."""
    from desk.reports.bulk.check_all import CheckAllHead, check_all
    from projections.spread.processes import Processes

    ledger = ledger_place(session.ledger)
    with workers_for(ledger, jobs, cluster) as workforce:
        view = check_all(ledger, workforce or Processes(), progress_of)
    show(view, as_json, as_csv)
    assert isinstance(view.head, CheckAllHead)
    sys.exit(4 if view.head.refused else 0 if view.head.same == view.head.rounds else 1)
