"""Questions of an evening: a line with names to complete and keys that need no Enter, or plain lines."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Protocol

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import create_output

from desk.terminal.key_screen import has_screen
from desk.terminal.words import words
from ledger.characters import visible
from ledger.messages import Sentence
from ledger.names import folded


class Asks(Protocol):
    """What asks a person, at a terminal or through a pipe."""

    def line(
        self,
        question: Sentence,
        *,
        names: Mapping[str, str] = {},
        keys: Collection[str] = (),
        typed: str = "",
    ) -> str:
        """Return what is typed on a line, without blanks around it.

        `names` are what Tab completes: the word that is typed for each name. `keys` are letters
        that need no Enter on an empty line. `typed` stands there already, to be put right. Raise
        KeyboardInterrupt or click.Abort where somebody leaves, or nobody types any more.
        """


def asks() -> Asks:
    """Return what asks here: a terminal with single keys, or lines."""
    return AtTerminal() if has_screen() else ByLines()


class ByLines:
    """Plain lines, for a pipe, a screen reader, and a terminal without single keys."""

    def line(
        self,
        question: Sentence,
        *,
        names: Mapping[str, str] = {},
        keys: Collection[str] = (),
        typed: str = "",
    ) -> str:
        """Return a line; what is typed already is not shown again."""
        shown = visible(words(question))
        return str(click.prompt(shown, default="", show_default=False, err=True)).strip()


class AtTerminal:
    """A terminal that gives single keys."""

    def line(
        self,
        question: Sentence,
        *,
        names: Mapping[str, str] = {},
        keys: Collection[str] = (),
        typed: str = "",
    ) -> str:
        """Return a line, or a key that needs no Enter."""
        prompt: PromptSession[str] = PromptSession(
            input=create_input(sys.stdin), output=create_output(sys.stderr)
        )
        try:
            answer = prompt.prompt(
                ANSI(f"{visible(words(question))}  "),
                completer=_Names(names),
                complete_while_typing=False,
                default=typed,
                key_bindings=_at_once(keys),
            )
        except EOFError as error:
            raise KeyboardInterrupt from error
        return answer.strip()


class _Names(Completer):
    """Completes a part of a name by the word that stands for it."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield those whose name, or a part of it, begins as what was typed last."""
        begun = document.text_before_cursor.rsplit(" ", 1)[-1].lstrip("-")
        wanted = folded(begun)
        if wanted:
            yield from (
                Completion(word, start_position=-len(begun), display=f"{word} {name}")
                for name, word in self.names.items()
                if any(part.startswith(wanted) for part in _parts(name))
            )


def _parts(name: str) -> Iterator[str]:
    """Yield a name, and what follows each blank in it."""
    text = folded(name)
    yield text
    yield from (text[at + 1 :] for at, sign in enumerate(text) if sign == " ")


def _at_once(keys: Collection[str]) -> KeyBindings:
    """Return the bindings by which a letter on an empty line is the answer."""
    bindings = KeyBindings()

    @Condition
    def is_empty() -> bool:
        from prompt_toolkit.application import get_app

        return not get_app().current_buffer.text

    def take(event: KeyPressEvent) -> None:
        event.app.exit(result=event.data.casefold())

    for key in keys:
        bindings.add(key, filter=is_empty)(take)
        bindings.add(key.upper(), filter=is_empty)(take)
    return bindings
