"""The round: its boards, results as they are typed, what can be done now and what cannot yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import ARBITERS, READERS, STAFF
from desk.outcomes import Warned, Written
from desk.site.tables import result_text
from desk.web.answers import AWAY, Answer, Page, Redirect
from desk.web.request import Request
from desk.web.round.around import RoundAround, around
from desk.web.round.entry import RoundEntry, TypedEntry, entries, is_field
from desk.web.round.rows import (
    SHOWN,
    RoundLine,
    boards_of,
    clock,
    command_at,
    lines_of,
    may_enter,
    pair_of,
    who_was,
)
from desk.web.routes import ROUND, get, post
from desk.web.services import PageFunction, Services
from ledger.facts.disputes import CommandUndone
from ledger.messages import Sentence, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book, GameOfRound
from ledger.state.tournament import Round
from ledger.text_files import quoted
from ledger.values import whole_number


@get("round", "/{t}/round", READERS)
def now(request: Request, services: Services) -> Answer:
    """Show the round of now: the last published, or before that the first."""
    return _of_round(max(len(services.book.state.rounds), 1))(request, services)


def _of_round(number: int) -> PageFunction:
    """Return the page of a round for an address without its number."""

    def page(request: Request, services: Services) -> Answer:
        return show(replace(request, path={**request.path, "n": number}), services)

    return page


@get("round-n", ROUND, READERS)
def show(request: Request, services: Services) -> Answer:
    """Show a round; with `part` behind the address only what others changed since."""
    number = int(request.path["n"])
    book = services.book
    if not 1 <= number <= book.state.next_round:
        refusal = book.find_round(number)
        assert isinstance(refusal, Refusal), "the round is published"
        return services.refuse(refusal, status=404)
    if book.state.round(number) is None:
        return Page("round.html", RoundPage(around(request, services, number), []))
    if request.query.get("part") and request.partial:
        typed = {key[1:]: text for key, text in request.query.items() if is_field(key)}
        return _changes(request, services, number, RoundEntry(typed=typed))
    typed = {key[1:]: text for key, text in request.form.items() if is_field(key)}
    return _whole(request, services, number, RoundEntry(typed=typed))


@post("results", f"{ROUND}/results", STAFF)
def enter(request: Request, services: Services) -> Answer:
    """Record what was typed in the fields of boards, on slips, or chosen by a button."""
    number = int(request.path["n"])
    if services.book.state.round(number) is None:
        return show(request, services)
    if not may_enter(request, services.book, number):
        return _answer(request, services, number, RoundEntry(), (not_yours(services.book),))
    typed = entries(request, services.book)
    entry = RoundEntry(
        {one.pair: one.text for one in typed if one.of_field},
        again=frozenset(name[1:] for name in request.form if is_field(name)),
        slips=request.form.get("quick", ""),
    )
    if any(one.meaning == "undo" for one in typed):
        kept = {one.pair: one.text for one in typed if one.of_field and one.meaning != "undo"}
        entry = RoundEntry(kept, again=entry.again)
        return _taken_back(request, services, number, request.form.get("mine", ""), entry)
    for one in typed:
        if one.meaning is None or not one.pair:
            key = "web-round.not-read" if one.of_field else "web-round.no-slip"
            entry.add(one, message(key, text=quoted(one.text)))
    if entry.wrong or entry.said:
        return _answer(request, services, number, entry)
    wanted = [
        one for one in typed if one.meaning != "default" and not _is_so(services.book, number, one)
    ]
    default = next((one for one in typed if one.meaning == "default"), None)
    outcome = services.carry_out(*(one.command(number) for one in wanted)) if wanted else None
    if outcome is not None and not isinstance(outcome, Written):
        return _refused(request, services, number, outcome, wanted, entry)
    if default is not None:
        place = services.book.find_game(number, default.pair)
        if isinstance(place, GameOfRound):
            board = place.round.games.index(place.game) + 1
            return Redirect(request.link("default", n=number, b=board))
    then = request.link("round-n", n=number, show=request.query.get("show"))
    if request.partial:
        done = outcome.facts[-1].stamp.position if outcome and outcome.facts else None
        slip = "quick" in request.form
        return _changes(
            request, services, number, RoundEntry(done=done, again=entry.again, slip=slip)
        )
    return Redirect(then) if outcome is None else services.after(outcome, then, show)


@post("start", f"{ROUND}/start", ARBITERS)
def start(request: Request, services: Services) -> Answer:
    """Record that the games of a round began."""
    number = int(request.path["n"])
    outcome = services.carry_out({"command": "start", "round": number})
    return services.after(outcome, request.link("round-n", n=number), show)


@post("close", f"{ROUND}/close", ARBITERS)
def close(request: Request, services: Services) -> Answer:
    """Close a round, or say which results are missing."""
    number = int(request.path["n"])
    outcome = services.carry_out({"command": "close", "round": number})
    return services.after(outcome, request.link("round-n", n=number), show)


@post("undo", "/{t}/undo", STAFF)
def undo(request: Request, services: Services) -> Answer:
    """Take the command back that recorded a fact, if nothing was built on it since."""
    last = len(services.book.state.rounds)
    number = min(whole_number(request.form.get("round", "")) or last, last)
    if number < 1:
        return now(request, services)
    of_round = replace(request, path={**request.path, "n": number})
    return _taken_back(of_round, services, number, request.form.get("undo", ""), RoundEntry())


def _is_so(book: Book, number: int, one: TypedEntry) -> bool:
    """Tell whether a board has that result already: the same key, sent twice."""
    place = book.find_game(number, one.pair)
    if not isinstance(place, GameOfRound):
        return False
    game = place.game
    return game.outcome == one.meaning or (
        one.meaning == "adjourned" and game.adjourned and game.outcome is None
    )


def _refused(
    request: Request,
    services: Services,
    number: int,
    outcome: Warned | Refusals,
    wanted: Sequence[TypedEntry],
    entry: RoundEntry,
) -> Answer:
    """Answer with every finding at its field; what is of no field stands above the boards."""
    refusals = outcome.refusals if isinstance(outcome, Warned) else outcome
    above: list[Refusal] = []
    for refusal in refusals:
        if refusal.command is None or isinstance(outcome, Warned):
            above.append(refusal)
        else:
            one = wanted[refusal.command - 1]
            entry.add(one, _what(request, services, number, one, refusal))
    if all(each.command is None for each in refusals):  # the ledger could not be written
        return _not_now(request, services, number, entry, above)
    return _answer(request, services, number, entry, above)


def _what(
    request: Request, services: Services, number: int, one: TypedEntry, refusal: Refusal
) -> Sentence:
    """Return a finding at a board; where somebody was first: what they recorded, and when."""
    place = services.book.find_game(number, one.pair)
    if refusal.code != "result-already-recorded" or not isinstance(place, GameOfRound):
        return refusal.what
    game = place.game
    stamp = services.book.recorded[game.set_by - 1].stamp
    return message(
        "web-round.meanwhile",
        result=result_text(game.outcome),
        typed=one.text,
        who=who_was(request, services, stamp.actor),
        time=clock(services.book, game.set_by),
    )


def _taken_back(
    request: Request, services: Services, number: int, position: str, entry: RoundEntry
) -> Answer:
    fact = whole_number(position)
    if fact is None:
        what = message("web-round.nothing-of-yours")
        step = message("web-round.undo-in-log")
        return _answer(request, services, number, entry, [Refusal("nothing-to-undo", what, step)])
    outcome = services.carry_out({"command": "undo", "fact": fact})
    there = services.book.state.round(number) is not None
    if request.partial and there and not isinstance(outcome, Warned):
        if isinstance(outcome, Written):
            entry.done = outcome.facts[-1].stamp.position
            return _changes(request, services, number, entry)
        return replace(_changes(request, services, number, entry), refusals=outcome)
    return services.after(outcome, request.link("round-n", n=number), _of_round(number))


def not_yours(book: Book) -> Refusal:
    """Return the refusal of a helper's result in a round that is over."""
    what = message("web-forms.current-round-only", round=len(book.state.rounds))
    return Refusal("not-allowed", what, message("web.not-allowed-step"))


# --- the page -------------------------------------------------------------------------------------


def _answer(
    request: Request,
    services: Services,
    number: int,
    entry: RoundEntry,
    refusals: Sequence[Refusal] = (),
) -> Answer:
    """Answer a form that recorded nothing; `refusals` are of no field."""
    if request.partial:
        return replace(_changes(request, services, number, entry), refusals=tuple(refusals))
    answer = _whole(request, services, number, entry)
    status = 422 if entry.wrong or entry.said else 409
    return replace(answer, status=status, refusals=tuple(refusals))


def _not_now(
    request: Request,
    services: Services,
    number: int,
    entry: RoundEntry,
    refusals: Sequence[Refusal],
) -> Answer:
    """Answer a form that may be recorded later as it is: the script of the page sends it again."""
    if request.partial:
        return services.refuse(*refusals, status=AWAY)
    page = _whole(request, services, number, entry)
    return replace(page, status=AWAY, refusals=tuple(refusals))


class RoundPage(NamedTuple):
    """A round: what stands around its boards, and the boards that are shown."""

    page: RoundAround
    lines: list[RoundLine]


def _whole(request: Request, services: Services, number: int, entry: RoundEntry) -> Page:
    """Return the page of a published round."""
    book = services.book
    round_ = services.book.state.rounds[number - 1]
    entry.done = entry.done or request.number("done")
    done = command_at(book, entry.done)
    fresh = boards_of(book, round_, done)
    focus = _first_field(round_, book, entry, fresh=fresh, at=request.number("at"))
    top, lines = lines_of(
        request,
        services,
        number=number,
        typed=entry.typed,
        wrong=entry.wrong,
        fresh=fresh,
        focus=focus,
    )
    values = RoundPage(
        page=around(request, services, number, top, lines, entry),
        lines=_chosen(request, lines),
    )
    return Page("round.html", values)


class RoundChangesPage(NamedTuple):
    """The parts of the page that changed since it was shown, each for its own place."""

    page: RoundAround
    lines: list[RoundLine]


def _changes(request: Request, services: Services, number: int, entry: RoundEntry) -> Page:
    """Return the parts of the page that changed since it was shown, each for its own place."""
    book = services.book
    round_ = services.book.state.rounds[number - 1]
    seen = whole_number(request.form.get("seen", request.query.get("seen", ""))) or 0
    later = range(min(seen, len(book.recorded)) + 1, len(book.recorded) + 1)
    fresh = boards_of(book, round_, command_at(book, entry.done))
    news = boards_of(book, round_, later) - fresh
    before = command_at(book, whole_number(request.form.get("mine", ""))) if entry.done else ()
    again = {
        board
        for board, game in enumerate(round_.games, 1)
        if pair_of(book, game) in {*entry.wrong, *entry.again}
    }
    focus = None
    if entry.done and isinstance(book.facts[entry.done - 1], CommandUndone):
        focus = min(boards_of(book, round_, [entry.done]), default=None)
    elif entry.done and not round_.open_games and not entry.slip:
        focus = min(fresh, default=None)
    top, lines = lines_of(
        request,
        services,
        number=number,
        typed=entry.typed,
        wrong=entry.wrong,
        fresh=fresh,
        focus=focus,
        news=news,
    )
    page = around(request, services, number, top, lines, entry)
    shown = fresh | news | again | boards_of(book, round_, before)
    changed = [line for line in lines if line.board in shown]
    since = any(at > seen for at in (round_.changed_at, book.state.rounds[-1].position))
    return Page(
        "round-changes.html",
        RoundChangesPage(
            page=page._replace(paired_since=since),
            lines=changed,
        ),
    )


def _chosen(request: Request, lines: Sequence[RoundLine]) -> list[RoundLine]:
    """Return the rows that the filter in the address shows."""
    states = SHOWN.get(request.query.get("show", ""))
    return [
        line for line in lines if states is None or line.state in states or line.fresh or line.wrong
    ]


def _first_field(
    round_: Round, book: Book, entry: RoundEntry, *, fresh: frozenset[int], at: int | None
) -> int | None:
    """Return the board to type in first: one with a finding, else the next that is open.

    Where no board is open it is the one that was just recorded, so that keys begin there. Who comes
    back from a dialog, having recorded nothing, is `at` its board.
    """
    if at in range(1, len(round_.games) + 1):
        return at
    if entry.wrong:
        boards = (b for b, game in enumerate(round_.games, 1) if pair_of(book, game) in entry.wrong)
        return next(boards, None)
    still = [board for board, _ in round_.open_games]
    after = [board for board in still if board > max(fresh, default=0)]
    return next(iter(after or still), None) or min(fresh, default=None)
