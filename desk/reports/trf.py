"""What `trf standings`, `trf check` and `trf why` show."""

from __future__ import annotations

from typing import Any

from desk.reports.why import (
    VERDICTS,
    Explanation,
    check_rounds,
    colour_of_pair,
    why,
    why_bye,
    why_not,
)
from ledger.advice import advice, also
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.trf.meaning import points_disagree
from ledger.trf.model import TrfFile
from ledger.values import Language, whole_number
from ledger.wording import count_of
from pairing.explain.question import Question
from pairing.review.questions import of_trf
from projections.games.crosstable_of_trf import of_file, rounds_with_games
from projections.games.rounds import TournamentFile
from projections.standings.standing import standing
from projections.views.standings import standings_view
from projections.views.view import View


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
        what = f"the file has games in {count_of(played, 'round')}, not {chosen}"
        return (
            Refusal(
                "round-not-published", what, advice(also(after=0), f" to {played}"), exit=Exit.USAGE
            ),
        )
    planned = file.rounds_planned or rounds
    table = of_file(file, rules, chosen)
    ranking = standing(table, rules, last_round_next=planned == chosen + 1)
    title = f"{file.name or 'file'}: standing after round {chosen} ({rules.id})"
    return standings_view(ranking, lambda number: file.player(number).name, title)


def checked_file(
    file: TrfFile, rules: Rulebook, number: int | None, rounds: int | None, language: Language
) -> Explanation | Refusals:
    """Return what differs between the rounds played (None: all) and those of the rules."""
    played = rounds_with_games(file)
    if number is not None and not 1 <= number <= played:
        what = f"the file has games in {count_of(played, 'round')}, not in round {number}"
        return (
            Refusal(
                "round-not-played", what, advice(also(round=1), f" to {played}"), exit=Exit.USAGE
            ),
        )
    numbers = range(1, played + 1) if number is None else (number,)
    questions = [(n, of_trf(file, rules, n, rounds)) for n in numbers]
    title = f"{file.name or 'file'}: {VERDICTS[language]['played'].format(rules=rules.id)}"
    return check_rounds(questions, title, TournamentFile(file.name), rules.id, language)


def explained_file(
    file: TrfFile,
    rules: Rulebook,
    number: int | None,
    rounds: int | None,
    question: tuple[str, Any],
    language: Language,
) -> Explanation | Refusals:
    """Return the answer to a question about a round of a file.

    The question is "player" or "board" with text, "pair" or "colour" with two texts, or "bye".
    """
    question_of = of_trf(file, rules, number, rounds)
    if not isinstance(question_of, Question):
        return question_of
    known = {player.number for player in file.players}

    def find(text: str) -> int | Refusal:
        number = whole_number(text)
        if number in known:
            return number
        what = f"the file has no player {text}"
        return Refusal("unknown-player", what, "give the number of a player", exit=Exit.USAGE)

    kind, value = question
    match kind:
        case "player":
            return why(question_of, None, value, find, language)
        case "board":
            return why(question_of, value, None, find, language)
        case "pair":
            return why_not(question_of, value[0], value[1], find, language)
        case "colour":
            return colour_of_pair(question_of, value[0], value[1], find, language)
        case _:
            return why_bye(question_of, language)
