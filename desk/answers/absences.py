"""Who is not there on an evening, or who is, as it is typed: by number or name, several on a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from desk.answers.tonight import absent_players
from desk.formats.registry import format_of
from ledger.messages import Sentence, message, names_in_words
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book

NOT_ABSENT: Final = "-"
"""Before a player: they are there after all."""

AS_BEFORE: Final = "="
"""Alone on a line: as at the round before."""

_KINDS: Final = {"!": "no notice", "*": "club duty"}
"""After a player, in a season: why they are not there, other than with notice."""


class TypedAbsences(NamedTuple):
    """The commands of a line, one a player, and what of it names nobody, with the reasons."""

    commands: list[dict[str, Any]]
    left: str = ""
    refusals: Refusals = ()


def typed_absences(book: Book, number: int, line: str) -> TypedAbsences:
    """Return what a line says of a coming round; a season that wants announcement says who comes."""
    if line.strip() == AS_BEFORE:
        return TypedAbsences(list(_as_before(book, number)))
    commands: list[dict[str, Any]] = []
    left: list[str] = []
    refusals: list[Refusal] = []
    for text in _players_in(book, line.strip()):
        command = _command(book, number, text)
        if isinstance(command, Refusal):
            refusals.append(command)
            left.append(text)
        else:
            commands.append(command)
    return TypedAbsences(commands, " ".join(left), tuple(refusals))


def question_of_absence(book: Book) -> Sentence:
    """Return what is asked before a round is paired."""
    announces = book.rules.announces_presence
    return message("tonight.who-is-there" if announces else "tonight.who-is-absent")


def hint_of_absence(book: Book) -> Sentence:
    """Return what can be typed as an answer, in a few words."""
    announces = book.rules.announces_presence
    return message("tonight.players-announced" if announces else "tonight.players")


def said_of_absence(book: Book, number: int) -> Sentence:
    """Return who is told not to be there; of a season that wants announcement, who is."""
    absent = absent_players(book, number)
    players = book.state.players.values()
    coming = [one.player for one in players if book.attends(one, number)]
    if book.rules.announces_presence:
        if not coming:
            return message("tonight.nobody-coming")
        return message("tonight.coming", n=len(coming), players=book.called_some(coming))
    if not absent:
        return message("tonight.nobody-absent", n=len(coming))
    listed = names_in_words([book.called(player) for player in absent])
    return message("tonight.absent", n=len(absent), all=len(coming) + len(absent), players=listed)


def has_kinds(book: Book) -> bool:
    """Tell whether it is asked why somebody is not there."""
    return format_of(book.rules).plays_evenings and not book.rules.announces_presence


def _players_in(book: Book, line: str) -> list[str]:
    """Return the texts of a line that name a player each: the whole line, or its words."""
    whole = book.find_player(_bare(book, line))
    words = [word for word in re.split(r"[\s,;]+", line) if word]
    return words if isinstance(whole, Refusal) else [line]


def _bare(book: Book, text: str) -> str:
    """Return a text without the signs around a player; a sign that means nothing here stays."""
    named = text.removeprefix(NOT_ABSENT)
    says_why = has_kinds(book) and named == text
    return (named.rstrip("".join(_KINDS)) if says_why else named).strip()


def _command(book: Book, number: int, text: str) -> dict[str, Any] | Refusal:
    found = book.find_player(_bare(book, text))
    if isinstance(found, Refusal):
        return found
    player = book.state.label(found.player)
    cancels = text.startswith(NOT_ABSENT)
    if book.rules.announces_presence and not cancels:
        return {"command": "present", "player": player, "round": number}
    kind = _KINDS.get(text[-1]) if has_kinds(book) else None
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
