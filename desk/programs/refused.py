"""What a program cannot be answered, and sentences in the words of the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from desk.terminal.language import LANGUAGE
from desk.terminal.verbs.program import toernooi
from desk.terminal.words import words
from ledger.messages import Sentence
from ledger.refusals import Refusal, Refusals, lines_of_all
from ledger.values import Language
from projections.views.view import View


class LedgerRefused(Exception):
    """An unanswered question; `refusals` tells why, in the words of the command line."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__(in_words(lines_of_all(refusals)))
        self.refusals = refusals


@contextmanager
def refusals_raised() -> Iterator[None]:
    """Raise an error with a refusal (of the file, the mirror, the question) as LedgerRefused."""
    try:
        yield
    except Exception as error:
        refusal = getattr(error, "refusal", None)
        if refusal is None:
            raise
        raise LedgerRefused((refusal,)) from error


def all_of(refusals: Refusals | Refusal) -> Refusals:
    """Return one refusal or several as several."""
    return refusals if isinstance(refusals, tuple) else (refusals,)


def view_or_raise(view: View | Refusal) -> View:
    """Return a view; raise LedgerRefused where it is a refusal."""
    if not isinstance(view, View):
        raise LedgerRefused(all_of(view))
    return view


def in_words(lines: Sequence[Sentence], language: Language = "en") -> str:
    """Return lines for a terminal, commands as they are typed."""
    return "\n".join(each_in_words(lines, language))


def each_in_words(texts: Sequence[Sentence], language: Language) -> list[str]:
    """Return texts as a terminal shows them, one by one."""
    with click.Context(toernooi) as ctx:
        ctx.meta[LANGUAGE] = language
        return [words(text) for text in texts]
