"""Forgetting a person: the record beside the ledger goes, the facts stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from desk.commands.decision import Decision
from desk.commands.tournament import Forget
from ledger.advice import advice, do
from ledger.facts.tournament import AnyFact, PersonForgotten
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant

_LEAST_LETTERS = 4
"""A shorter part of a name is found in too many other words."""


def forget(book: Book, command: Forget) -> Decision | Refusals:
    """Delete a player's record. Asked again, it adds nothing; the caller cleans the file again.

    A player whose entry was taken back is found by name.
    """
    entrant = book.find_player(command.player)
    if isinstance(entrant, Refusal) and entrant.code == "unknown-player":
        entrant = book.find_player(command.player, former=True)
    if isinstance(entrant, Refusal):
        return (entrant,)
    label = book.state.label(entrant.player)
    if entrant.forgotten is not None:
        return Decision((), notes=(f"player {label} was forgotten at #{entrant.forgotten}",))
    notes = tuple(_left_behind(book, entrant))
    fact = PersonForgotten(player=entrant.player, reason=command.reason)
    return Decision((fact,), notes=notes, forgotten=(entrant.person,))


def _left_behind(book: Book, entrant: Entrant) -> Iterator[str]:
    """Tell where else something of the record may stand; it names no more than the place."""
    record = book.people.get(entrant.person, {})
    words = {
        word
        for word in record.get("name", "").casefold().replace(",", " ").split()
        if len(word.strip(".")) >= _LEAST_LETTERS
    }
    words |= {record[key].casefold() for key in ("fide_id", "national_id") if record.get(key)}
    actors = (stamp.actor for _, stamp in book.recorded)
    named = [
        f"#{position}"
        for position, (fact, actor) in enumerate(zip_longest(book.facts, actors), 1)
        if _mentions(_texts(fact, actor), words)
    ]
    if named:
        yield f"the words of {', '.join(named)} may name the player; facts cannot be changed"
    for key, other in book.people.items():
        entered = (*book.state.players.values(), *book.state.former.values())
        persons = {e.person for e in entered}
        if key not in persons and _mentions(other.values(), words):
            yield f'the lines kept as "{key}" may name the player; they were imported with the file'


def _texts(fact: AnyFact, actor: str | None) -> Iterator[str]:
    yield fact.reason or ""
    yield actor or ""
    yield getattr(fact, "name", "")


def _mentions(texts: Iterable[str], words: set[str]) -> bool:
    return any(word in text.casefold() for text in texts for word in words)


def is_forgotten(book: Book, entrant: Entrant) -> Refusal:
    """Return the refusal to keep a record again of somebody who was forgotten."""
    assert entrant.forgotten is not None
    return Refusal(
        "person-forgotten",
        f"player {book.state.label(entrant.player)} was forgotten and stays a number",
        advice(do("correct-rating"), " changes what the rules use"),
        events=(entrant.forgotten,),
    )
