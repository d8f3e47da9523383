"""What was typed on the page of a round, and what it leaves behind on the page after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from desk.answers.typed_results import TypedMeaning, meaning, slips
from desk.web.request import Request
from desk.web.round.rows import pair_of
from ledger.messages import Sentence
from ledger.state.book import Book


@dataclass(frozen=True, slots=True)
class TypedEntry:
    """A result as it was typed: its text, the game it is for ("": none), and its meaning.

    `of_field` tells that it was typed in the field of its board.
    """

    text: str
    pair: str
    meaning: TypedMeaning | None
    of_field: bool = False

    def command(self, number: int) -> dict[str, Any]:
        """Return the command that records it in a round."""
        game = {"round": number, "board": self.pair}
        if self.meaning == "adjourned":
            return {"command": "adjourn", **game}
        return {"command": "result", **game, "result": self.meaning}


@dataclass(slots=True)
class RoundEntry:
    """What a form leaves behind on the page that follows it.

    `typed` stands in the fields, `wrong` are the findings at them, by pair, `said` the others.
    `done` is the last fact recorded by it, None for none. `again` are games whose rows are shown
    whether they changed or not; `slip` tells that the field for slips was used.
    """

    typed: dict[str, str] = field(default_factory=dict)
    done: int | None = None
    again: frozenset[str] = frozenset()
    slip: bool = False
    slips: str = ""
    wrong: defaultdict[str, list[Sentence]] = field(default_factory=lambda: defaultdict(list))
    said: list[Sentence] = field(default_factory=list)

    def add(self, one: TypedEntry, what: Sentence) -> None:
        """Add a finding to the field that it is about, or to the others."""
        if one.of_field:
            self.wrong[one.pair].append(what)
        else:
            self.said.append(what)


def is_field(name: str) -> bool:
    """Tell whether a value of a form or an address is that of a board's field: r5-9."""
    return name[:1] == "r" and name[1:].replace("-", "").isdecimal()


def entries(request: Request, book: Book) -> list[TypedEntry]:
    """Return everything that was typed, field by field, then slips, then the button."""
    return [*_fields(request), *_slips(request, book), *_button(request)]


def _fields(request: Request) -> Iterator[TypedEntry]:
    for name, text in request.form.items():
        if is_field(name) and text.strip():
            yield TypedEntry(text.strip(), name[1:], meaning(text), of_field=True)


def _slips(request: Request, book: Book) -> Iterator[TypedEntry]:
    round_ = book.state.round(int(request.path["n"]))
    games = round_.games if round_ else []
    for slip in slips(request.form.get("quick", "")):
        is_board = slip.board is not None and 1 <= slip.board <= len(games)
        pair = pair_of(book, games[slip.board - 1]) if is_board and slip.board else ""
        yield TypedEntry(slip.text, pair, slip.meaning)


def _button(request: Request) -> Iterator[TypedEntry]:
    pair, _, text = request.form.get("pick", "").partition(":")
    if text:
        yield TypedEntry(text, pair, meaning(text))
