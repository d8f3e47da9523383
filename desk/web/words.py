"""The reader's words, in which a command goes by the name of its button and a field by its label."""

from __future__ import annotations

from functools import cache

from desk.commands.commands import COMMANDS
from desk.render.catalogue import Words, room
from ledger.messages import Blank, Do, Message, Value
from ledger.values import Language


@cache
def in_words(language: Language) -> Words:
    """Return the writer of texts in which a command goes by the name of its button."""
    return Words(language, button_of)


def button_of(do: Do, words: Words) -> str:
    """Return what a step is called: its button, or what is typed, or the fields to fill in."""
    if not do.verb:
        return ", ".join(_field(name, value, words) for name, value in do.fields)
    if do.verb in COMMANDS:
        return words(Message(f"command.{do.verb}.button"))
    name = f"verb.{do.verb}"
    if name in room("web-steps", words.language):
        return words(Message(f"web-steps.{name}"))
    return do.verb


def label_of(name: str, words: Words) -> str:
    """Return the name of a field as its form has it, "" for a field that no form has."""
    label = f"field.{name.replace('_', '-')}"
    texts = room("web-steps", words.language)
    return words(Message(f"web-steps.{label}")) if label in texts else ""


def _field(name: str, value: Value | tuple[str | int, ...], words: Words) -> str:
    title = label_of(name, words) or name
    return title if value is True or isinstance(value, Blank) else f"{title}: {words(value)}"
