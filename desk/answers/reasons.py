"""An explanation for a screen: first the answer, then the clauses, one a line, with their marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from desk.answers.why import Explanation, ExplanationStep, colour, why, why_bye, why_not
from desk.render.catalogue import Words
from ledger.messages import Nameless, Sentence, Value, message, run_on
from ledger.names import surname
from ledger.refusals import Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import halves_text
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.systems.registry import system_of


@dataclass(frozen=True, slots=True)
class MarkedStep:
    """A step in words: the clauses before it, its text, and the texts below it.

    `aligned`: the texts below are columns of equal width.
    """

    clauses: tuple[str, ...]
    text: str
    below: tuple[str, ...] = ()
    aligned: bool = False


@dataclass(frozen=True, slots=True)
class WhyAnswer:
    """The answer to a question of why, in words; `colours` are the steps about who has white."""

    answer: str
    steps: tuple[MarkedStep, ...]
    colours: tuple[MarkedStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation before it is in words: for several languages it is made once."""

    answer: Sentence
    steps: tuple[ExplanationStep, ...]
    colours: tuple[ExplanationStep, ...]
    rules: Rulebook

    def in_words(self, words: Words) -> WhyAnswer:
        """Return the explanation for a reader."""
        return WhyAnswer(
            words(self.answer),
            tuple(marked(self.steps, self.rules, words)),
            tuple(marked(self.colours, self.rules, words)),
        )


def board_reasons(
    question: Question, board: tuple[int, int], words: Words, me: int | None = None
) -> WhyAnswer | Refusals:
    """Return why two players of a board meet, and who has white; `me` is the one who asks."""
    explained = board_explained(question, board, me)
    return explained.in_words(words) if isinstance(explained, Explained) else explained


def board_explained(
    question: Question, board: tuple[int, int], me: int | None = None
) -> Explained | Refusals:
    """Return the same before it is in words."""
    outcome = why(question, None, str(board[0]), int)
    if not isinstance(outcome, Explanation):
        return outcome
    colours = colour(question, str(question.number_of(board)), int)
    steps = colours.steps if isinstance(colours, Explanation) and not question.by_lot else ()
    answer = _answer(question, board, outcome.steps, me)
    return Explained(answer, tuple(outcome.steps), tuple(steps), question.rules)


def without_reasons(question: Question) -> Question:
    """Return a question without what the arbiter typed, for players and spectators."""
    by_hand = {seat: tuple(map(_unsigned, claims)) for seat, claims in question.by_hand.items()}
    return replace(question, by_hand=by_hand)


def _unsigned(claim: Claim) -> Claim:
    detail = claim.detail
    return replace(claim, detail={**detail, "reason": None}) if "reason" in detail else claim


def bye_reasons(question: Question, player: int, words: Words) -> WhyAnswer | Refusals:
    """Return why a player has the bye; refusals for one who is not paired in the round."""
    free = question.bye == player
    outcome = why_bye(question) if free else why(question, None, str(player), int)
    if not isinstance(outcome, Explanation):
        return outcome
    first, *rest = marked(outcome.steps, question.rules, words)
    return WhyAnswer(first.text, tuple(rest))


def apart_reasons(question: Question, one: int, two: int, words: Words) -> WhyAnswer | Refusals:
    """Return why two players do not meet in a round, or that they do."""
    outcome = why_not(question, str(one), str(two), int)
    if not isinstance(outcome, Explanation):
        return outcome
    steps = tuple(marked(outcome.steps, question.rules, words))
    return WhyAnswer("", steps)


def marked(steps: Sequence[ExplanationStep], rules: Rulebook, words: Words) -> Iterator[MarkedStep]:
    """Yield steps in words; a clause cited in a sentence is taken out of it, as its mark.

    The board itself is no step: a page has it in its heading.
    """
    for step in steps:
        if step.claims[0].kind == "board" and not step.details:
            continue
        text, cited = _without_marks(words(step.text), tuple(rules.clauses))
        own = [name for claim in step.claims for name in (claim.clause or "").split(", ")]
        clauses = dict.fromkeys(name for name in (*cited, *own) if name in rules.clauses)
        yield MarkedStep(tuple(clauses), text, tuple(map(words, step.details)), step.aligned)


def _without_marks(text: str, clauses: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return a text without the clauses that it cites in brackets, and those clauses."""
    cited: list[str] = []

    def taken(match: re.Match[str]) -> str:
        cited.extend(match[2].split(", "))
        return match[1] or match[3]

    return _citation(clauses).sub(taken, text), cited


@lru_cache(maxsize=64)
def _citation(clauses: tuple[str, ...]) -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(clauses, key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(\.?) ?\(((?:{names})(?:, (?:{names}))*)\)([.,:;]|$)")


def name_of(question: Question, player: int) -> str:
    """Return a player's name as a sentence has it, Van den Berg; in full where two share it."""
    called = question.called(player)
    if isinstance(called, Nameless):
        return called
    name = called.removeprefix(f"{question.label(player)} ")
    short = surname(name)
    shared = sum(
        surname(question.called(other.key).partition(" ")[2]) == short
        for other in question.contestants
    )
    return name if shared > 1 else short


def _answer(
    question: Question, board: tuple[int, int], steps: Sequence[ExplanationStep], me: int | None
) -> Sentence:
    """Return in a sentence or two why two players meet."""
    claims = {claim.kind: claim for step in steps for claim in step.claims}
    a, b = (name_of(question, player) for player in board)
    names: dict[str, Value] = {"a": a, "b": b}
    for kind in ("by_hand", "not_by_rules", "gave_way"):
        if kind in claims:
            return message(f"web-why.answer.{kind.replace('_', '-')}", **names)
    if question.by_lot:
        lot = "table" if question.by_lot == "table" else "lot"
        return message(f"web-why.answer.{lot}", **names)
    opponent = claims.get("opponent")
    if opponent is None or set(opponent.players) != set(board):
        return message("web-why.answer.rules", **names)
    parts = [*_floated(question, board, claims.get("group"), me), _matched(question, opponent, me)]
    return run_on(*parts, between=" ")


def _floated(
    question: Question, board: tuple[int, int], group: Claim | None, me: int | None
) -> Iterator[Sentence]:
    """Yield who of a board came from a higher group, where one of them did."""
    moved = [player for player in board if group is not None and player in group.others]
    if len(moved) != 1:
        return
    points = next(c.points_halves for c in question.contestants if c.key == moved[0])
    key = "answer.floated.you" if moved[0] == me else "answer.floated"
    said = system_of(question.rules).writer(question).say
    yield said(key, who=name_of(question, moved[0]), points=halves_text(points))


def _matched(question: Question, opponent: Claim, me: int | None) -> Sentence:
    """Return by what order the rules bring two players together."""
    higher, lower = opponent.players[:2]
    end = ".higher" if me == higher else ".lower" if me == lower else ""
    said = system_of(question.rules).writer(question).say
    return said(f"answer.opponent{end}", a=name_of(question, higher), b=name_of(question, lower))
