"""Texts, refusals and explanations in the words of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import click
import pytest

from cli import toernooi
from desk.terminal import tables
from desk.terminal import words as terminal
from desk.terminal.language import LANGUAGE
from ledger.messages import Sentence
from ledger.values import Language
from projections.views.view import View

E = TypeVar("E", bound=Exception)


def words(text: Sentence, language: Language = "en") -> str:
    """Return a text as read at a terminal."""
    with click.Context(toernooi) as ctx:
        ctx.meta[LANGUAGE] = language
        return terminal.words(text)


def in_language(value: object, language: Language = "en") -> object:
    """Return a value of a record with its texts as read at a terminal."""
    with click.Context(toernooi) as ctx:
        ctx.meta[LANGUAGE] = language
        return tables.worded(value)


def in_words(view: View, language: Language = "en") -> View:
    """Return a view as read at a terminal."""
    with click.Context(toernooi) as ctx:
        ctx.meta[LANGUAGE] = language
        return tables.view_in_words(view)


@contextmanager
def refusing(kind: type[E], what: str) -> Iterator[pytest.ExceptionInfo[E]]:
    """Expect an error of a ledger file or a mirror with this refusal."""
    with pytest.raises(kind) as caught:
        yield caught
    assert what in words(vars(caught.value)["refusal"].what)


def whole(lines: Iterable[Sentence], language: Language = "en") -> str:
    """Return lines as one text."""
    return "\n".join(words(line, language) for line in lines)
