"""The next steps of refusals and remarks as the browser offers them: by name, with an address.

Below the front end a step is a command with its fields (`ledger.messages.do`). A command is a form
of its own, filled in with those fields; a question is a page.
"""

from __future__ import annotations

from functools import cache

from desk.render.catalogue import Words, room
from ledger.messages import Blank, Do, Message, Value
from ledger.values import Language


@cache
def in_words(language: Language) -> Words:
    """Return the writer of texts in which a command goes by the name of its button."""
    return Words(language, _named)


def _named(do: Do, words: Words) -> str:
    if not do.verb:
        return ", ".join(_field(name, value, words) for name, value in do.fields)
    name = f"verb.{do.verb}"
    if name in room("web-steps", words.language):
        return words(Message(f"web-steps.{name}"))
    return do.verb


def _field(name: str, value: Value, words: Words) -> str:
    label = f"field.{name.replace('_', '-')}"
    known = room("web-steps", words.language)
    title = words(Message(f"web-steps.{label}")) if label in known else name
    return title if value is True or isinstance(value, Blank) else f"{title}: {words(value)}"
