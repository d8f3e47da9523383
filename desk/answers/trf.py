"""What `trf standings`, `trf check` and `trf why` show."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from desk.answers import why as answers
from desk.answers.why import Explanation
from ledger.messages import Sentence, also, message
from ledger.records import LeftOut, Record, Spread
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.meaning import points_disagree
from ledger.trf.model import TrfFile
from ledger.values import whole_number
from pairing.explain.question import Question
from pairing.review.questions import of_trf
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.games.rounds import TournamentFile
from projections.standings.of_file import StandingCheck, standing_check
from projections.standings.standing import standing
from projections.views.rulebook_names import heading_name
from projections.views.standings import standings_view
from projections.views.view import View


class FileCheckHead(Record):
    """The rounds of a file paired again, and its standing held against the rules."""

    of: Spread[answers.CheckHead]
    standing: LeftOut[
        Annotated[StandingCheck | None, "The standing of the file; left out with --round."]
    ]


def standings_of_file(
    file: TrfFile, rules: Rulebook, after: int | None, rounds: int | None
) -> View | Refusals:
    """Return the classification of a file after a round (None: the last with games)."""
    refusals = points_disagree(file, rules)
    if refusals:
        return refusals
    played = rounds_with_games(file)
    chosen = played if after is None else after
    if not 0 <= chosen <= played:
        what = message("trf.games-in", n=played, round=chosen)
        step = message("trf.choose", first=also(after=0), last=played)
        return (Refusal("round-not-published", what, step, exit=Exit.USAGE),)
    planned = file.rounds_planned or rounds
    table = of_file(file, rules, chosen)
    ranking = standing(table, rules, last_round_next=planned == chosen + 1)
    title = message("trf.standing", file=_name(file), round=chosen, rules=heading_name(rules))
    return standings_view(
        ranking, rules, name_of=lambda number: file.player(number).name, title=title
    )


def _name(file: TrfFile) -> Sentence:
    return file.name or message("trf.unnamed")


def checked_file(
    file: TrfFile, rules: Rulebook, number: int | None, rounds: int | None
) -> Explanation | Refusals:
    """Return what differs between the rounds played (None: all, and the standing) and the rules."""
    played = rounds_with_games(file)
    if number is not None and not 1 <= number <= played:
        what = message("trf.games-not-in", n=played, round=number)
        step = message("trf.choose", first=also(round=1), last=played)
        return (Refusal("round-not-played", what, step, exit=Exit.USAGE),)
    numbers = range(1, played + 1) if number is None else (number,)
    questions = [(n, of_trf(file, rules, n, rounds)) for n in numbers]
    title = message("why.played", file=_name(file), rules=heading_name(rules))
    checked = answers.check_rounds(questions, title, TournamentFile(file.name), rules.id)
    if number is not None or isinstance(checked, tuple):
        return checked
    held = standing_check(file, rules)
    assert isinstance(checked.view.head, answers.CheckHead)
    view = replace(checked.view, head=FileCheckHead(checked.view.head, held))
    lines = (*checked.lines, "", *held.lines())
    return answers.Explanation(lines, view, checked.all_the_same and not held.counts)


def explained_file(
    file: TrfFile,
    rules: Rulebook,
    number: int | None,
    rounds: int | None,
    subject: tuple[str, Any],
) -> Explanation | Refusals:
    """Return the answer to a question about a round of a file.

    The subject is "player" or "board" with text, "pair" or "colour" with two texts, or "bye".
    """
    question = of_trf(file, rules, number, rounds)
    if not isinstance(question, Question):
        return question
    numbers = {player.number for player in file.players}

    def find(text: str) -> int | Refusal:
        number = whole_number(text)
        if number in numbers:
            return number
        what = message("trf.no-player", text=text)
        step = message("trf.no-player-step")
        return Refusal("unknown-player", what, step, exit=Exit.USAGE)

    match subject:
        case "player", player:
            return answers.why(question, None, player, find)
        case "board", board:
            return answers.why(question, board, None, find)
        case "pair", (one, two):
            return answers.why_not(question, one, two, find)
        case "colour", (one, two):
            return answers.colour_of_pair(question, one, two, find)
        case _:
            return answers.why_bye(question)
