"""Who is not there, or who is: told by number or name, several on a line, until the line is empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from desk.formats.registry import format_of
from desk.hall.tonight import Tonight, absent_players
from desk.terminal.evening.evening import Evening
from desk.terminal.listed import from_lists
from desk.terminal.output import say, say_refusals
from ledger.messages import Sentence, message, names_in_words
from ledger.refusals import Refusal
from ledger.state.book import Book

NOT_ABSENT: Final = "-"
"""Before a player: they are there after all."""

LATECOMER: Final = "+"
"""At the start of a line: somebody who is not entered yet."""

AS_BEFORE: Final = "="
"""Alone on a line: as at the round before."""

_KINDS: Final = {"!": "no notice", "*": "club duty"}
"""After a player, in a season: why they are not there, other than with notice."""


def ask_who_is_absent(evening: Evening, now: Tonight) -> None:
    """Ask until the line is empty; every name is a fact at once."""
    typed = ""
    while True:
        book = evening.book()
        announces = book.rules.announces_presence
        question = message("tonight.who-is-there" if announces else "tonight.who-is-absent")
        line = evening.asks.line(question, names=_names(book), typed=typed)
        typed = ""
        if not line:
            return
        if line.startswith(LATECOMER):
            _enter(evening, book, line.removeprefix(LATECOMER).strip())
        else:
            typed = _announce(evening, book, now.number, line)


def said_of_absence(book: Book, number: int) -> Sentence:
    """Return who is told not to be there; of a season that wants announcement, who is."""
    absent = absent_players(book, number)
    players = book.state.players.values()
    coming = [one.player for one in players if book.attends(one, number)]
    if book.rules.announces_presence:
        return message("tonight.coming", n=len(coming), players=book.called_some(coming))
    if not absent:
        return message("tonight.nobody-absent", n=len(coming))
    listed = names_in_words([book.called(player) for player in absent])
    return message("tonight.absent", n=len(absent), all=len(coming) + len(absent), players=listed)


def help_of_absence(book: Book) -> Sequence[Sentence]:
    """Return what can be typed beside names."""
    lines = [message("tonight.absent-keys")]
    return [*lines, message("tonight.absent-kinds")] if _has_kinds(book) else lines


def _has_kinds(book: Book) -> bool:
    return format_of(book.rules).plays_evenings and not book.rules.announces_presence


def _names(book: Book) -> Mapping[str, str]:
    """Return the number of each player by their name."""
    return {book.name(player): str(book.state.label(player)) for player in book.state.players}


def _announce(evening: Evening, book: Book, number: int, line: str) -> str:
    """Record who is not there (or is), and return the words that name nobody, to be put right."""
    if line == AS_BEFORE:
        commands = list(_as_before(book, number))
        if not commands:
            say(message("tonight.none-before"), err=True)
        for one in commands:
            evening.carry_out(one)
        return ""
    left: list[str] = []
    for text in _players_in(book, line):
        command = _command(book, number, text)
        if isinstance(command, Refusal):
            say_refusals([command])
            left.append(text)
        else:
            evening.carry_out(command)
    return " ".join(left)


def _players_in(book: Book, line: str) -> list[str]:
    """Return the texts of a line that name a player each: the whole line, or its words."""
    whole = book.find_player(_bare(line))
    words = [word for word in re.split(r"[\s,;]+", line) if word]
    return words if isinstance(whole, Refusal) else [line]


def _bare(text: str) -> str:
    """Return a text without the signs around a player."""
    return text.removeprefix(NOT_ABSENT).rstrip("".join(_KINDS)).strip()


def _command(book: Book, number: int, text: str) -> dict[str, Any] | Refusal:
    found = book.find_player(_bare(text))
    if isinstance(found, Refusal):
        return found
    player = book.state.label(found.player)
    cancels = text.startswith(NOT_ABSENT)
    if book.rules.announces_presence and not cancels:
        return {"command": "present", "player": player, "round": number}
    kind = _KINDS.get(text[-1]) if _has_kinds(book) else None
    return {
        "command": "absent",
        "player": player,
        "round": number,
        "kind": kind,
        "cancel": True if cancels and not book.rules.announces_presence else None,
    }


def _as_before(book: Book, number: int) -> Iterator[dict[str, Any]]:
    """Yield who was not there at the round before and is expected now; or who was there."""
    last = book.state.round(number - 1)
    if last is None:
        return
    played = {player for game in last.games for player in (game.white, game.black)} | {last.bye}
    for player, entrant in book.state.players.items():
        if entrant.withdrawn_in(number) or entrant.from_round >= number:
            continue
        attends = book.attends(entrant, number)
        label = book.state.label(player)
        if book.rules.announces_presence:
            if player in played and not attends:
                yield {"command": "present", "player": label, "round": number}
        elif player not in played and attends:
            yield {"command": "absent", "player": label, "round": number}


def _enter(evening: Evening, book: Book, name: str) -> None:
    """Enter somebody who came and is not in the list, from the rating lists of this machine."""
    if not name:
        say(message("tonight.who-comes-late"), err=True)
        return
    fields = from_lists({"name": name}, None)
    evening.carry_out({"command": format_of(book.rules).entering(book.state), **fields})
