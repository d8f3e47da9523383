"""The verbs that tell why a pairing is as it is, and whether it is right."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    pass
from desk.terminal.app import Session, Verbs
from desk.terminal.options import F, read_options
from desk.terminal.output import leave, show
from desk.terminal.words import words

here = Verbs()


# --- why, and whether it is right -----------------------------------------------------------------


def language_option(function: F) -> F:
    """Give a verb that explains its --lang."""
    return click.option(
        "--lang", "language", type=click.Choice(["en", "nl"]), default="en", show_default=True,
        envvar="TOERNOOI_LANG", help="Language of the explanation.",
    )(function)  # fmt: skip


def say(answer: Any, as_json: bool, as_csv: bool) -> None:
    """Show an explanation: its lines for people, its claims for programs."""
    from desk.reports.why import Explanation

    if isinstance(answer, Explanation) and not (as_json or as_csv):
        click.echo("\n".join(map(words, answer.lines)))
        return
    show(answer.view if isinstance(answer, Explanation) else answer, as_json, as_csv)


def findings(answer: Any) -> int:
    """Return the exit code of a check that could be done."""
    return 0 if answer.all_the_same else 1


def asked_of(session: Session, number: int | None) -> tuple[Any, Callable[[str], Any]]:
    """Return the round that is asked about, and what finds a player in it, or leave."""
    from ledger.refusals import Refusal
    from pairing.explain.question import Question
    from pairing.review.questions import of_book

    book = session.book()
    question = of_book(book, number)
    if not isinstance(question, Question):
        leave(question)

    def find(text: str) -> Any:
        entrant = book.find_player(text)
        return entrant if isinstance(entrant, Refusal) else entrant.player

    return question, find


@here.verb("why", "waarom")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("board", metavar="[BOARD]", required=False)
@click.option("--player", metavar="PLAYER", help="This player, by number or name, not a board.")
@language_option
@read_options
@click.pass_obj
def why(
    session: Session, round: int, board: str | None, player: str | None, language: Any,
    as_json: bool, as_csv: bool,
) -> None:  # fmt: skip
    """Explain a board (or a player's bye) of ROUND, group by group and clause by clause.

    A number is a board; ROUND may be the next, which is not published yet.
    """
    from desk.reports import why as answers

    if (board is None) == (player is None):
        raise click.UsageError("give BOARD (a number, 5-9 or a name), or --player PLAYER")
    question, find = asked_of(session, round)
    say(answers.why(question, board, player, find, language), as_json, as_csv)


@here.verb("why-not", "waarom-niet")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("first")
@click.argument("second")
@language_option
@read_options
@click.pass_obj
def why_not(
    session: Session, round: int, first: str, second: str, language: Any, as_json: bool,
    as_csv: bool,
) -> None:  # fmt: skip
    """Tell what gets worse first, and by which clause, when FIRST meets SECOND in ROUND."""
    from desk.reports import why as answers

    question, find = asked_of(session, round)
    say(answers.why_not(question, first, second, find, language), as_json, as_csv)


@here.verb("why-bye", "waarom-vrij")
@click.argument("round", metavar="[ROUND]", type=int, required=False)
@language_option
@read_options
@click.pass_obj
def why_bye(
    session: Session, round: int | None, language: Any, as_json: bool, as_csv: bool
) -> None:
    """Explain who has the bye in ROUND (default the last published), and why nobody else."""
    from desk.reports import why as answers

    question, _ = asked_of(session, round)
    say(answers.why_bye(question, language), as_json, as_csv)


@here.verb("why-colour", "waarom-kleur")
@click.argument("round", metavar="ROUND", type=int)
@click.argument("board")
@language_option
@read_options
@click.pass_obj
def why_colour(
    session: Session, round: int, board: str, language: Any, as_json: bool, as_csv: bool
) -> None:
    """Explain who has white on BOARD of ROUND: preferences, B2, E1 to E5."""
    from desk.reports import why as answers

    question, find = asked_of(session, round)
    say(answers.colour(question, board, find, language), as_json, as_csv)


@here.verb("check", "controleren")
@click.argument("round", metavar="[ROUND]", type=int, required=False)
@language_option
@read_options
@click.pass_obj
def check(session: Session, round: int | None, language: Any, as_json: bool, as_csv: bool) -> None:
    """Pair published rounds (default all) again from their basis; exit 1 if anything differs."""
    from desk.reports.why import check_book

    answer = check_book(session.book(), round, language)
    say(answer, as_json, as_csv)
    sys.exit(findings(answer))
