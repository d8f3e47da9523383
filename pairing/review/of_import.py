"""The rounds of an imported file beside the engine: which of them it pairs otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from pairing.explain.question import Question
from pairing.review.check import CheckVerdict, check
from pairing.review.questions import of_book


class PairedOtherwise(NamedTuple):
    """A round of a file that the engine pairs otherwise, by the position of its pairing."""

    position: int
    round: int
    rules: Rulebook
    verdict: CheckVerdict


def paired_otherwise(book: Book) -> Iterator[PairedOtherwise]:
    """Yield the rounds that came with a file and are not what the rules give from the file.

    Each is judged as it came; a round that no engine pairs is left out.

    Rule: knsb-wp-2014 F6; knsb-rating-2014 F6.
    """
    for round_ in book.state.rounds:
        if round_.source != "import":
            continue
        question = of_book(book.at(round_.position), round_.number)
        if isinstance(question, Question) and (verdict := check(question).verdict) != "same":
            yield PairedOtherwise(round_.position, round_.number, question.rules, verdict)
