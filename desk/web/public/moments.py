"""The controls of time of a page: after which round, as known when, beside what, by which rules.

All of it stands in the address. A moment is typed as the terminal takes it: 90, published:4, or
a day and time; a time alone is one of the last day.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from desk.answers.standing_beside import position_at
from desk.web.request import Request
from ledger.facts import tournament as events
from ledger.messages import Sentence, message
from ledger.refusals import Refusal, Refusals
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from pairing.systems.registry import load_rulebook
from projections.games.rounds import rounds_done
from projections.log.dossier import local
from projections.views.rulebook_names import spoken_name

MOST_OFFERED = 12
"""Corrections that a menu offers, the newest; any other moment can be typed."""

_CORRECTIONS = events.ResultCorrected | events.ColoursCorrected | events.PairingAmended


@dataclass(frozen=True, slots=True)
class Known:
    """The book of a page, as known at a moment.

    `as_of` is the moment as it stands in the address, "" for now. `whole` has all facts. `back` is
    the address of the same page now. `refusals` say why what was asked for is no moment.
    """

    book: Book
    whole: Book
    as_of: str
    back: str = ""
    refusals: Refusals = ()

    @property
    def moment(self) -> str:
        """Return when the last fact that was known was recorded, in the tournament's zone."""
        return local(self.book.recorded[-1].stamp.recorded_at, self.book.zone)

    @property
    def now(self) -> bool:
        """Return whether it is the book as it is now."""
        return not self.as_of


def known(request: Request, book: Book) -> Known:
    """Return the book as known at the moment in the address, as it is now where that is none."""
    whole = book
    text = request.query.get("as-of", "").strip()
    if not text:
        return Known(whole, whole, "")
    position = position_at(whole, text)
    if isinstance(position, Refusal):
        return Known(whole, whole, "", refusals=(position,))
    kept = {key: value for key, value in request.query.items() if key != "as-of"}
    return Known(book_at(whole, position), whole, text, request.here(kept))


def book_at(whole: Book, position: int) -> Book:
    """Return the book as it was after a fact."""
    return whole if position >= len(whole.recorded) else whole.at(position)


@dataclass(frozen=True, slots=True)
class MenuChoice:
    """A value of a menu, in words, with the address that it leads to; None: not there yet."""

    value: str
    words: Sentence
    link: str | None = None
    current: bool = False


def rounds_offered(
    request: Request, book: Book, route: str, after: int | str, **rest: object
) -> list[MenuChoice]:
    """Return the rounds to look at the standing after: the finished ones, and those at work."""
    done = rounds_done(book)
    published = len(book.state.rounds)
    choices = [
        MenuChoice(
            str(number), str(number), request.link(route, after=number, **rest), number == after
        )
        for number in range(1, done + 1)
    ]
    choices += [
        MenuChoice(
            str(number),
            message("web-standing.at-work", round=number),
            request.link(route, after=number, **rest),
            number == after,
        )
        for number in range(done + 1, published + 1)
    ]
    return choices


def moments_offered(
    request: Request, route: str, known_then: Known, number: int, **rest: object
) -> list[MenuChoice]:
    """Return the moments to look from: now, and the publication after a round."""
    now = message("web-standing.now-at", position=known_then.whole.state.position)
    choices = [MenuChoice("", now, request.link(route, **rest), known_then.now)]
    each = number + 1 if known_then.whole.state.round(number + 1) is not None else number
    if known_then.whole.state.round(each) is not None:
        value = f"published:{each}"
        words = message("web-standing.at-publication", round=each)
        link = request.link(route, **{**rest, "as_of": value})
        choices.append(MenuChoice(value, words, link, value == known_then.as_of))
    return choices


def moments_beside(whole: Book, chosen: str) -> Iterator[MenuChoice]:
    """Yield the moments to stand beside: before each correction, at each publication."""
    offered = {chosen: f"#{chosen}"} if chosen else {}
    corrections = [at for at, fact in whole.in_force if isinstance(fact, _CORRECTIONS)]
    yield MenuChoice("", message("web-standing.nothing"), current=not chosen)
    for at in reversed(corrections[-MOST_OFFERED:]):
        offered.pop(str(at - 1), None)
        words = message("web-standing.before-correction", position=at - 1)
        yield MenuChoice(str(at - 1), words, current=chosen == str(at - 1))
    for round_ in reversed(whole.state.rounds):
        value = f"published:{round_.number}"
        offered.pop(value, None)
        words = message("web-standing.at-publication", round=round_.number)
        yield MenuChoice(value, words, current=chosen == value)
    for value, text in offered.items():
        yield MenuChoice(value, text, current=True)


def rules_offered(own: Rulebook, chosen: str) -> Iterator[MenuChoice]:
    """Yield the rulebooks that a standing can be read under."""
    yield MenuChoice("", message("web-standing.nothing"), current=not chosen)
    for rules in rulebooks():
        if rules.format is own.format and rules.id != own.id:
            yield MenuChoice(rules.id, spoken_name(rules), current=rules.id == chosen)


def rules_named(name: str) -> Rulebook | None:
    """Return a shipped rulebook, None for any other name: an address never reads a file."""
    return next((rules for rules in rulebooks() if rules.id == name), None)


@cache
def rulebooks() -> tuple[Rulebook, ...]:
    """Return the rulebooks that are shipped."""
    loaded = [load_rulebook(name) for name in shipped()]
    return tuple(rules for rules in loaded if isinstance(rules, Rulebook))
