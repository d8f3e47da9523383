"""What the public sees: the organiser's choices, and how a player wants to be shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from desk.commands.decision import Decision
from desk.commands.players import ShowAs
from desk.commands.tournament import ChooseWebsite
from desk.handlers.forgetting import is_forgotten
from ledger.facts.records import PersonCorrected
from ledger.facts.website import WebsiteChosen
from ledger.messages import Blank, Sentence, do, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.website import ASKED, WebsiteChoices, shown_as
from ledger.store.tables.people import PersonRecord
from projections.views.people import first_day_of

_SAID: dict[object, object] = {"yes": True, "no": False, 0: None}
"""The values of choices that a command writes in another way."""


def choose(book: Book, command: ChooseWebsite) -> Decision | Refusals:
    """Record the choices, those that the command gives beside those in force."""
    before = book.state.website
    given: dict[str, Any] = {
        name: _SAID.get(value, value)
        for name in WebsiteChoices.__slots__
        if (value := getattr(command, name)) is not None
    }
    now = replace(before, **given)
    if now == before:
        what = message("public.same-choices")
        step = do("website-choices", names=Blank("NAMES"))
        return (Refusal("nothing-to-change", what, step),)
    fact = WebsiteChosen(**now.differing, reason=command.reason)
    return Decision((fact,), notes=tuple(_of_children(book, now)))


def _of_children(book: Book, choices: WebsiteChoices) -> list[Sentence]:
    """Return the note that children are known by their births, where some births are unknown."""
    entered = book.state.players.values()
    unknown = [one for one in entered if not book.people.get(one.person, {}).get("birth")]
    if not choices.published or choices.children == "names" or choices.names == "none":
        return []
    return [message("public.births-unknown", n=len(unknown))] if unknown else []


def show_as(book: Book, command: ShowAs) -> Decision | Refusals:
    """Record in a player's record how they are shown; the fact holds only its new hash."""
    entrant = book.find_player(command.player)
    if isinstance(entrant, Refusal):
        return (entrant,)
    if entrant.forgotten is not None:
        return (is_forgotten(book, entrant),)
    old = book.people.get(entrant.person, {})
    asked = next((text for text, way in ASKED.items() if way == command.shown), None)
    new = {key: text for key, text in old.items() if key != "nameless"}
    new |= {"nameless": asked} if asked else {}
    who = book.called(entrant.player)
    if new == old:
        what = message("public.shown-so", player=who)
        step = message("handlers.shows-record", command=do("player", player=Blank("PLAYER")))
        return (Refusal("nothing-to-change", what, step),)
    person = PersonRecord(entrant.person, tuple(new.items()), book.new_seed())
    fact = PersonCorrected(player=entrant.player, person_hash=person.hash, reason=command.reason)
    way = shown_as(new, book.state.website, first_day_of(book))
    return Decision((fact,), (person,), notes=(message(f"public.shows-as.{way}", player=who),))
