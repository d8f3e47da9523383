"""Questions of an evening: a line with names to complete and keys that need no Enter, or plain lines."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
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


def line(
    question: Sentence,
    *,
    names: Mapping[str, str] = {},
    keys: Collection[str] = (),
    typed: str = "",
) -> str:
    """Return what is typed on a line, without blanks around it.

    At a terminal that gives single keys Tab completes `names`, the word that is typed for each;
    `keys` are letters that need no Enter on an empty line, and `typed` stands there already, to be
    put right. A pipe, a screen reader and any other terminal have plain lines. Raise
    KeyboardInterrupt or click.Abort where somebody leaves, or nobody types any more.
    """
    shown = visible(words(question))
    if not has_screen():
        return str(click.prompt(shown, default="", show_default=False, err=True)).strip()
    prompt: PromptSession[str] = PromptSession(
        input=create_input(sys.stdin), output=create_output(sys.stderr)
    )
    try:
        answer = prompt.prompt(
            ANSI(f"{shown}  "),
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
        return not get_app().current_buffer.text

    def take(event: KeyPressEvent) -> None:
        event.app.exit(result=event.data.casefold())

    for key in keys:
        bindings.add(key, filter=is_empty)(take)
        bindings.add(key.upper(), filter=is_empty)(take)
    return bindings
