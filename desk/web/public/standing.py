"""The standing after a round, as known at a moment, beside others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers.standing_beside import Other, StandingsBeside, position_at, standings_beside
from desk.formats.registry import format_of
from desk.web.answers import Answer, Page, Redirect
from desk.web.forms.news import NewsItem, done
from desk.web.public import moments
from desk.web.public.moments import Known, MenuChoice, known
from desk.web.public.standing_table import StandingTable, standing_beside
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from projections.games.rounds import no_final_standing, rounds_done
from projections.views.rulebook_names import spoken_name
from projections.views.standings import name_of_key

END = "end"
"""After the last round, with the tie-breaks of the final ranking."""


class StandingPage(NamedTuple):
    """The standing after a round, as known at a moment, beside others."""

    known: Known
    done: NewsItem | None
    final: bool
    number: int
    fewer: int | None
    table: StandingTable
    called: Sentence
    order: Sentence
    rounds: list[MenuChoice]
    end_choice: MenuChoice | None
    moments: list[MenuChoice]
    beside: list[MenuChoice]
    other_rules: list[MenuChoice]
    rest: dict[str, int | str | None]
    address: str


@get("standing", "/{t}/standing", EVERYBODY)
def standing(request: Request, services: Services) -> Answer:
    """Show the standing after a round, as known at a moment, beside others."""
    if not all(request.query.values()):
        return Redirect(request.here(request.query))
    then = known(request, services.book)
    book = then.book
    final = _final(request, then)
    others, wanted, wrong = _others(request, then)
    after = None if final else _after(request, book)
    fewer = None if final else _rounds_of_all(book, others, after)
    after = fewer or after
    standings = standings_beside(book, others, after, final)
    if isinstance(standings, Refusal):
        wrong += (standings,)
        standings = standings_beside(book, ())
        assert isinstance(standings, StandingsBeside), "a standing now is always there"
        final = False
    number = standings.after
    rules = book.rules_of(number)
    chosen: int | str = END if final else number
    rest = {"after": chosen, "beside": wanted.get("beside"), "rules": wanted.get("rules")}
    at = next((side.position for side in standings.beside if side.position), None)
    fixed = {**rest, "as_of": book.state.position, "beside": at}
    order = [name_of_key(name, rules) for name in format_of(rules).deciding(rules, final)]
    table = standing_beside(request, services, book, standings, final=final)
    return Page(
        "standing.html",
        StandingPage(
            known=then,
            done=done(request, services.book) if request.may("do") else None,
            final=final,
            number=number,
            fewer=fewer,
            table=table,
            called=spoken_name(rules),
            order=run_on(*order, between=", ") if order else "",
            rounds=moments.rounds_offered(
                request, services.book, "standing", chosen, **_without_after(rest, then)
            ),
            end_choice=_end(request, book, final, **_without_after(rest, then)),
            moments=moments.moments_offered(request, "standing", then, number, **rest),
            beside=list(moments.moments_beside(then.whole, wanted.get("beside", ""))),
            other_rules=list(moments.rules_offered(rules, wanted.get("rules", ""))),
            rest=rest,
            address=request.link("standing", **fixed),
        ),
        refusals=wrong,
    )


def _end(request: Request, book: Book, final: bool, **rest: object) -> moments.MenuChoice | None:
    """Return the final ranking as a choice, None before all planned rounds have their results."""
    done = rounds_done(book)
    if not book.state.closed and not (done and done == book.state.rounds_planned):
        return None
    if no_final_standing(book):
        return None
    link = request.link("standing", after=END, **rest)
    return moments.MenuChoice(END, message("web-standing.at-the-end"), link, final)


def _without_after(rest: dict[str, Any], then: Known) -> dict[str, Any]:
    return {**{key: value for key, value in rest.items() if key != "after"}, "as_of": then.as_of}


def _final(request: Request, then: Known) -> bool:
    """Return whether the final ranking is wanted for: of a finished tournament, unless not."""
    wanted = request.query.get("after", "")
    return wanted == END or (not wanted and then.book.state.closed)


def _after(request: Request, book: Book) -> int | None:
    """Return the number of rounds to count, None for all that were done at the moment.

    A round that was not published then counts as far as was known.
    """
    wanted = request.number("after")
    if wanted is None or wanted <= len(book.state.rounds) or "as-of" not in request.query:
        return wanted
    return rounds_done(book)


def _rounds_of_all(book: Book, others: Sequence[Other], after: int | None) -> int | None:
    """Return the rounds that all standings count where a moment beside knew fewer; None: it did not.

    So that what stands beside differs by what became known alone, and not by a round.
    """
    known_then = [rounds_done(other) for other in others if isinstance(other, Book)]
    least = min(known_then, default=0)
    wanted = rounds_done(book) if after is None else after
    return least if 0 < least < wanted else None


def _others(request: Request, then: Known) -> tuple[list[Other], dict[str, str], Refusals]:
    """Return what stands beside, the part of the address that asks for it, and what is refused."""
    wrong = then.refusals
    others: list[Other] = []
    wanted: dict[str, str] = {}
    if text := request.query.get("beside", ""):
        position = position_at(then.whole, text)
        if isinstance(position, Refusal):
            wrong += (position,)
        else:
            others.append(moments.book_at(then.whole, position))
            wanted["beside"] = text.removeprefix("#")
    if name := request.query.get("rules", ""):
        rules = moments.rules_named(name)
        if rules is None:
            what = message("web-standing.no-such-rules", name=name)
            step = message("web-standing.choose-rules")
            wrong += (Refusal("unknown-rulebook", what, step, exit=Exit.USAGE),)
        else:
            others.append(rules)
            wanted["rules"] = name
    return others, wanted, wrong
