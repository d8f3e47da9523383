"""The catalogue: every sentence that people read, in one TOML file per subject and language.

    publish = "round {round}: {boards} published, see {command}"
    boards = { one = "{n} board", other = "{n} boards" }

A key is its room and its name: `handlers.publish` stands in `handlers.toml`, in the folder `words/en`
of the folder that says it, `desk/handlers`, and in the Dutch file of that name. What the floors below
say stands beside the catalogue. Braces hold the values of a message; `one` and `other` are chosen by
its value n. Plain TOML is enough grammar for these sentences, and the standard library reads a room
in a millisecond.

A pairing system has a room of its name in its own folder: the sentences of `explain` that it
replaces or adds. The room `clauses` is that of the rulebooks that come with the program, as they
stand there until the room's file has other words: of another language, or about a rulebook more than
its source. What rooms say of tie-breaks is made of the room `tie-breaks`.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, TypeAlias

from desk.render.shown import shown
from ledger.later import Later
from ledger.messages import Blank, Do, Message, Nameless, Parts, Sentence, Value, decimals
from ledger.values import Language

if TYPE_CHECKING:
    from desk.render import tie_break_words
    from pairing.systems import registry
else:
    tie_break_words = Later("desk.render.tie_break_words")  # for the rooms that have them
    registry = Later("pairing.systems.registry")  # for the words of a system

_AS_READ = {"1/2-1/2": "½-½", "1/2-0": "½-0", "0-1/2": "0-½", "1/2": "½"}
"""Results that people read in another form than the one they type: tables have `cells.result`."""

Wording: TypeAlias = str | Mapping[str, str]
"""The value of a key: a text, or one each for `one` and `other`."""


@cache
def files(language: Language) -> dict[str, Path]:
    """Return the file of each room, without those of the pairing systems."""
    desk = Path(__file__).parent.parent
    return {path.stem: path for path in desk.glob(f"*/words/{language}/*.toml")}


@cache
def room(name: str, language: Language) -> dict[str, Wording]:
    """Return the texts of a room by their names, nested tables with dotted names."""
    path = files(language).get(name)
    if name == "clauses":
        return _of_rulebooks() | (own_texts(path) if path else {})
    if path:
        return own_texts(path) | (_of_tie_breaks(name, language) if name in OF_TIE_BREAKS else {})
    own = registry.folder_of(name) / "words" / f"{language}.toml"
    return room("explain", language) | (own_texts(own) if own.is_file() else {})


OF_TIE_BREAKS = ("cells", "columns", "web-standing")
"""The rooms that have texts of tie-breaks, made of the room `tie-breaks`."""


def _of_tie_breaks(name: str, language: Language) -> dict[str, Wording]:
    words = {key: str(text) for key, text in room("tie-breaks", language).items()}
    return dict(tie_break_words.texts_of_tie_breaks(words)[name])


@cache
def _of_rulebooks() -> dict[str, Wording]:
    """Return title, source, paraphrases and notes of every rulebook that comes with the program.

    An edition of the rating or title rules has a title.
    """
    from ledger.rulebooks.files import as_shipped, shipped
    from projections.ratings.edition_files import shipped_edition, shipped_editions

    texts = dict[str, str]()
    for name in shipped():
        rules = as_shipped(name)
        texts |= {f"{name}.title": rules.title, f"{name}.about": rules.source}
        texts |= {f"{name}.text.{at}": clause.text for at, clause in rules.clauses.items()}
        texts |= {f"{name}.note.{at}": c.note for at, c in rules.clauses.items() if c.note}
    texts |= {f"{name}.title": shipped_edition(name).title for name in shipped_editions()}
    return {key: _with_commands(text) for key, text in texts.items()}


def _with_commands(text: str) -> str:
    """Return a text of a rulebook as a wording: a command in it is a value."""
    escaped = text.replace("{", "{{").replace("}", "}}")
    return _COMMAND.sub(r"{\1}", escaped)


_COMMAND = re.compile(r"\btoernooi\s(\w+)")


def own_texts(path: Path) -> dict[str, Wording]:
    """Return the texts of one file."""
    return dict(_texts(tomllib.loads(path.read_text("utf-8")), ""))


def _texts(table: Mapping[str, Any], before: str) -> list[tuple[str, Wording]]:
    texts = list[tuple[str, Wording]]()
    for name, value in table.items():
        if isinstance(value, str) or value.keys() == {"one", "other"}:
            texts.append((before + name, value))
        else:
            texts += _texts(value, f"{before}{name}.")
    return texts


def text_of(key: str, language: Language) -> Wording:
    """Return the value of a key; raise KeyError where it is not in its room."""
    name, _, rest = key.partition(".")
    return room(name, language)[rest]


class Words:
    """Makes text of messages in one language; `typed` writes a command as its reader types it."""

    def __init__(self, language: Language, typed: Callable[[Do, Words], str]) -> None:
        self.language = language
        self.typed = typed

    def __call__(self, value: Value) -> str:
        """Return a sentence or a value as text."""
        match value:
            case Blank():
                return self.blank(value)
            case Nameless():
                before, _, number = value.rpartition("player ")
                return before + self(Message("common.player-number", (("number", number),)))
            case bool():
                return self(Message("common.yes")) if value else ""
            case str():
                return _AS_READ.get(value, value)
            case Message():
                return self._message(value)
            case Do():
                return self.typed(value, self)
            case Parts():
                return value.between.join(map(self, value.parts))
            case tuple():
                return self._list(value)
            case dt.datetime():
                return f"{value:%d-%m-%Y %H:%M}"
            case dt.date():
                return f"{value:%d-%m-%Y}"
            case float():
                return self(decimals(shown(value)))
            case _:
                return shown(value)

    def blank(self, name: Blank) -> str:
        """Return the name of a value to fill in, in capitals: PLAYER is SPELER."""
        return str(room("blanks", self.language).get(name.casefold(), str(name)))

    def _message(self, message: Message) -> str:
        text = text_of(message.key, self.language)
        values = dict(message.values)
        if not isinstance(text, str):
            text = text["one" if values["n"] == 1 else "other"]
        said = ""
        for literal, name in _pieces(text):
            # A value may end in a full stop, an initial or a sentence, and so may the text.
            said += literal[1:] if literal[:1] == "." == said[-1:] else literal
            said += "" if name is None else self(values[name])
        return said

    def _list(self, values: tuple[Value, ...]) -> str:
        """Return values as a list in a sentence: a, b and c."""
        *before, last = map(self, values) if values else [""]
        if not before:
            return last
        return self._message(Message("common.and", (("before", ", ".join(before)), ("last", last))))


def in_language(sentence: Sentence, language: Language) -> str:
    """Return a sentence as text; commands appear by name, as there is nowhere to type them."""
    return Words(language, lambda do, words: do.verb)(sentence)


@cache
def _pieces(text: str) -> list[tuple[str, str | None]]:
    return [(literal, name) for literal, name, _, _ in Formatter().parse(text)]
