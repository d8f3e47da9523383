"""The round: its boards, results as they are typed, what can be done now and what cannot yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desk.outcomes import Warned, Written
from desk.web.answers import Answer, Page, Redirect
from desk.web.rendering import result_text
from desk.web.round.around import around
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
from desk.web.visit import AWAY, Visit
from ledger.facts.disputes import CommandUndone
from ledger.messages import Sentence, message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book, GameOfRound
from ledger.state.tournament import Round
from ledger.text_files import quoted
from ledger.values import whole_number


def now(visit: Visit) -> Answer:
    """Show the round of now: the last published, or before that the first."""
    visit.path = {**visit.path, "n": max(len(visit.book.state.rounds), 1)}
    return show(visit)


def show(visit: Visit) -> Answer:
    """Show a round; with `part` behind the address only what others changed since."""
    number = int(visit.path["n"])
    book = visit.book
    if not 1 <= number <= book.state.next_round:
        refusal = book.find_round(number)
        assert isinstance(refusal, Refusal), "the round is published"
        return visit.refuse(refusal, status=404)
    if book.state.round(number) is None:
        return Page("round.html", {"page": around(visit, number)}, shared=False)
    if visit.query.get("part") and visit.partial:
        typed = {key[1:]: text for key, text in visit.query.items() if is_field(key)}
        return _changes(visit, number, RoundEntry(typed=typed))
    typed = {key[1:]: text for key, text in visit.form.items() if is_field(key)}
    return _whole(visit, number, RoundEntry(typed=typed))


def enter(visit: Visit) -> Answer:
    """Record what was typed in the fields of boards, on slips, or chosen by a button."""
    number = int(visit.path["n"])
    if visit.book.state.round(number) is None:
        return show(visit)
    if not may_enter(visit, number):
        visit.refusals = (not_yours(visit),)
        return _answer(visit, number, RoundEntry())
    typed = entries(visit)
    entry = RoundEntry(
        {one.pair: one.text for one in typed if one.of_field},
        again=frozenset(name[1:] for name in visit.form if is_field(name)),
        slips=visit.form.get("quick", ""),
    )
    if any(one.meaning == "undo" for one in typed):
        kept = {one.pair: one.text for one in typed if one.of_field and one.meaning != "undo"}
        entry = RoundEntry(kept, again=entry.again)
        return _taken_back(visit, number, visit.form.get("mine", ""), entry)
    for one in typed:
        if one.meaning is None or not one.pair:
            key = "web-round.not-read" if one.of_field else "web-round.no-slip"
            entry.add(one, message(key, text=quoted(one.text)))
    if entry.wrong or entry.said:
        return _answer(visit, number, entry)
    wanted = [one for one in typed if one.meaning != "default" and not _is_so(visit, number, one)]
    default = next((one for one in typed if one.meaning == "default"), None)
    outcome = visit.carry_out(*(one.command(number) for one in wanted)) if wanted else None
    if outcome is not None and not isinstance(outcome, Written):
        return _refused(visit, number, outcome, wanted, entry)
    if default is not None:
        place = visit.book.find_game(number, default.pair)
        if isinstance(place, GameOfRound):
            board = place.round.games.index(place.game) + 1
            return Redirect(visit.link("default", n=number, b=board))
    then = visit.link("round-n", n=number, show=visit.query.get("show"))
    if visit.partial:
        done = outcome.facts[-1].stamp.position if outcome and outcome.facts else None
        slip = "quick" in visit.form
        return _changes(visit, number, RoundEntry(done=done, again=entry.again, slip=slip))
    return Redirect(then) if outcome is None else visit.after(outcome, then, show)


def start(visit: Visit) -> Answer:
    """Record that the games of a round began."""
    number = int(visit.path["n"])
    outcome = visit.carry_out({"command": "start", "round": number})
    return visit.after(outcome, visit.link("round-n", n=number), show)


def close(visit: Visit) -> Answer:
    """Close a round, or say which results are missing."""
    number = int(visit.path["n"])
    outcome = visit.carry_out({"command": "close", "round": number})
    return visit.after(outcome, visit.link("round-n", n=number), show)


def undo(visit: Visit) -> Answer:
    """Take the command back that recorded a fact, if nothing was built on it since."""
    last = len(visit.book.state.rounds)
    number = min(whole_number(visit.form.get("round", "")) or last, last)
    if number < 1:
        return now(visit)
    visit.path = {**visit.path, "n": number}
    return _taken_back(visit, number, visit.form.get("undo", ""), RoundEntry())


def _is_so(visit: Visit, number: int, one: TypedEntry) -> bool:
    """Tell whether a board has that result already: the same key, sent twice."""
    place = visit.book.find_game(number, one.pair)
    if not isinstance(place, GameOfRound):
        return False
    game = place.game
    return game.outcome == one.meaning or (
        one.meaning == "adjourned" and game.adjourned and game.outcome is None
    )


def _refused(
    visit: Visit,
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
            entry.add(one, _what(visit, number, one, refusal))
    visit.refusals = tuple(above)
    if all(each.command is None for each in refusals):  # the ledger could not be written
        return _not_now(visit, number, entry)
    return _answer(visit, number, entry)


def _what(visit: Visit, number: int, one: TypedEntry, refusal: Refusal) -> Sentence:
    """Return a finding at a board; where somebody was first: what they recorded, and when."""
    place = visit.book.find_game(number, one.pair)
    if refusal.code != "result-already-recorded" or not isinstance(place, GameOfRound):
        return refusal.what
    game = place.game
    stamp = visit.book.recorded[game.set_by - 1].stamp
    return message(
        "web-round.meanwhile",
        result=result_text(game.outcome),
        typed=one.text,
        who=who_was(visit, stamp.actor),
        time=clock(visit, game.set_by),
    )


def _taken_back(visit: Visit, number: int, position: str, entry: RoundEntry) -> Answer:
    fact = whole_number(position)
    if fact is None:
        what = message("web-round.nothing-of-yours")
        step = message("web-round.undo-in-log")
        visit.refusals = (Refusal("nothing-to-undo", what, step),)
        return _answer(visit, number, entry)
    outcome = visit.carry_out({"command": "undo", "fact": fact})
    there = visit.book.state.round(number) is not None
    if visit.partial and there and not isinstance(outcome, Warned):
        if isinstance(outcome, Written):
            entry.done = outcome.facts[-1].stamp.position
        else:
            visit.refusals = outcome
        return _changes(visit, number, entry)
    return visit.after(outcome, visit.link("round-n", n=number), show)


def not_yours(visit: Visit) -> Refusal:
    """Return the refusal of a helper's result in a round that is over."""
    what = message("web-forms.current-round-only", round=len(visit.book.state.rounds))
    return Refusal("not-allowed", what, message("web.not-allowed-step"))


# --- the page -------------------------------------------------------------------------------------


def _answer(visit: Visit, number: int, entry: RoundEntry) -> Answer:
    """Answer a form that recorded nothing."""
    if visit.partial:
        return _changes(visit, number, entry)
    answer = _whole(visit, number, entry)
    return replace(answer, status=422 if entry.wrong or entry.said else 409)


def _not_now(visit: Visit, number: int, entry: RoundEntry) -> Answer:
    """Answer a form that may be recorded later as it is: the script of the page sends it again."""
    if visit.partial:
        return visit.refuse(*visit.refusals, status=AWAY)
    return replace(_whole(visit, number, entry), status=AWAY)


def _whole(visit: Visit, number: int, entry: RoundEntry) -> Page:
    """Return the page of a published round."""
    book = visit.book
    round_ = visit.book.state.rounds[number - 1]
    entry.done = entry.done or visit.number("done")
    done = command_at(book, entry.done)
    fresh = boards_of(book, round_, done)
    focus = _first_field(round_, book, entry, fresh)
    top, lines = lines_of(
        visit, number=number, typed=entry.typed, wrong=entry.wrong, fresh=fresh, focus=focus
    )
    values = {"page": around(visit, number, top, lines, entry), "lines": _chosen(visit, lines)}
    return Page("round.html", values, shared=False)


def _changes(visit: Visit, number: int, entry: RoundEntry) -> Page:
    """Return the parts of the page that changed since it was shown, each for its own place."""
    book = visit.book
    round_ = visit.book.state.rounds[number - 1]
    seen = whole_number(visit.form.get("seen", visit.query.get("seen", ""))) or 0
    since = range(min(seen, len(book.recorded)) + 1, len(book.recorded) + 1)
    fresh = boards_of(book, round_, command_at(book, entry.done))
    news = boards_of(book, round_, since) - fresh
    before = command_at(book, whole_number(visit.form.get("mine", ""))) if entry.done else ()
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
        visit,
        number=number,
        typed=entry.typed,
        wrong=entry.wrong,
        fresh=fresh,
        focus=focus,
        news=news,
    )
    page = around(visit, number, top, lines, entry)
    shown = fresh | news | again | boards_of(book, round_, before)
    changed = [line for line in lines if line.board in shown]
    page["paired_since"] = any(
        at > seen for at in (round_.changed_at, book.state.rounds[-1].position)
    )
    return Page("round-changes.html", {"page": page, "lines": changed}, shared=False)


def _chosen(visit: Visit, lines: Sequence[RoundLine]) -> list[RoundLine]:
    """Return the rows that the filter in the address shows."""
    states = SHOWN.get(visit.query.get("show", ""))
    return [
        line for line in lines if states is None or line.state in states or line.fresh or line.wrong
    ]


def _first_field(round_: Round, book: Book, entry: RoundEntry, fresh: frozenset[int]) -> int | None:
    """Return the board to type in first: one with a finding, else the next that is open.

    Where no board is open it is the one that was just recorded, so that keys begin there.
    """
    if entry.wrong:
        boards = (b for b, game in enumerate(round_.games, 1) if pair_of(book, game) in entry.wrong)
        return next(boards, None)
    still = [board for board, _ in round_.open_games]
    after = [board for board in still if board > max(fresh, default=0)]
    return next(iter(after or still), None) or min(fresh, default=None)
