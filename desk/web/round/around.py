"""What stands around the boards of a round: stages, counts, what to do, what was recorded last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from desk.hall.board_list import BoardListHead
from desk.hall.draft_foreseen import waits_for_results_alone
from desk.hall.round_state import RoundState, round_state
from desk.web.guard import why_not_undone
from desk.web.rendering import result_text
from desk.web.request import Request
from desk.web.round.entry import RoundEntry
from desk.web.round.first_steps import first_steps
from desk.web.round.rows import (
    SHOWN,
    RoundLine,
    boards_of,
    clock,
    command_at,
    may_enter,
    players_of,
    told,
    who_was,
)
from desk.web.routes import may_do
from desk.web.services import Services
from desk.web.steps import linked
from ledger.facts.disputes import CommandUndone
from ledger.facts.tournament import ResultCorrected
from ledger.messages import Sentence, day_in_full, message, spans
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Round, undone
from pairing.systems.draft import rounds_of
from projections.log.sentences import teller

NO_BOARD = "no-board"
"""The id of the row below the boards with who has none."""

FEED = 5
"""The facts that the list of what was recorded last shows."""


def around(
    request: Request,
    services: Services,
    number: int,
    top: BoardListHead | None = None,
    lines: Sequence[RoundLine] = (),
    entry: RoundEntry | None = None,
) -> dict[str, Any]:
    """Return what stands around the boards."""
    book = services.book
    state = round_state(services.book, number)
    day = book.state.dates.get(number)
    entry = entry or RoundEntry()
    planned = book.state.rounds_planned or 0
    return {
        "number": number,
        "planned": planned if planned >= number else 0,
        "state": state,
        "when": day_in_full(day, book.state.times.get(number)) if day else "",
        "steps": list(_steps(request, services.book, state)),
        "top": top,
        "entry": entry,
        "counts": _counts(request, number, top) if top else [],
        "can_enter": may_enter(request, services.book, number),
        "done": _done(request, services.book, number, entry),
        "doing": _doing(request, services.book, state, lines),
        "first": first_steps(request, services.book),
        "cannot": list(_cannot(request, services.book, state)),
        "feed": _feed(request, services),
        "last": len(book.state.rounds),
        "paired_since": False,
        "still_open": [line.board for line in lines if line.state in SHOWN["open"]],
    }


def _steps(request: Request, book: Book, state: RoundState) -> Iterator[tuple[str, str, str]]:
    """Yield the five steps: words, when or how far, and whether it is done, now or later."""
    for each in state.stages:
        now = each.stage == state.stage
        reached = state.reached(each.stage)
        words = request.say(f"web-round.stage.{each.stage}")
        if reached:
            time = f"{each.moment:%H:%M}" if each.moment else ""
            at = f"#{each.position}" if each.position else ""
            if each.stage == "draft" and at:
                at = request.say("web-round.at", position=at)
            about = " · ".join(part for part in (time, at) if part)
        elif each.stage == "complete" and state.still_open:
            about = request.say("web-round.to-go", n=len(state.still_open))
        elif each.stage == "closed":
            about = _closes(request, book, state.number)
        else:
            about = ""
        yield words, about, "now" if now else "done" if reached else "later"


def _closes(request: Request, book: Book, number: int) -> str:
    """Return what closes a round: the pairing of the next one, of the last one the end."""
    rounds = rounds_of(book)
    if rounds is not None and number >= rounds:
        return request.say("web-round.closes-last")
    return request.say("web-round.closes", round=number + 1)


def _counts(request: Request, number: int, top: BoardListHead) -> list[tuple[Any, ...]]:
    chosen = request.query.get("show", "")

    def link(show: str) -> str:
        return request.link("round-n", n=number, show=show)

    def one(count: int, name: str, kind: str = "") -> tuple[Any, ...]:
        words = request.say(f"web-round.count.{name}", n=count)
        return count, words, link(name if name in SHOWN else ""), chosen == name, kind

    items = [
        (
            top.boards,
            request.say("web-round.count.boards", n=top.boards),
            link(""),
            chosen not in SHOWN,
            "",
        )
    ]
    items += [one(top.results, "results"), one(top.open - top.conflicts, "open")]
    if top.conflicts:
        items.append(one(top.conflicts, "conflict", "stop"))
    if top.adjourned:
        items.append(one(top.adjourned, "adjourned"))
    for name, players in (("byes", top.byes), ("absences", top.absences)):
        if players:
            words = request.say(f"web-round.count.{name}", n=len(players))
            items.append((len(players), words, f"#{NO_BOARD}", False, ""))
    return items


def _done(request: Request, book: Book, number: int, entry: RoundEntry) -> dict[str, Any]:
    """Return the last thing that the reader recorded in the round, with whether it can be undone.

    That is what was just done, else their newest result in force.
    """
    round_ = book.state.rounds[number - 1 : number]
    position = entry.done if entry.done and entry.done <= len(book.recorded) else None
    if position is None and round_:
        position = _own_last(book, round_[0], request.visitor.key)
    if position is None or not round_:
        return {}
    back = isinstance(book.facts[position - 1], CommandUndone)
    taken = position in undone(book.facts)
    return {
        "text": _recorded(request, book, round_[0], position),
        "position": position,
        "moment": clock(book, position),
        "can_undo": not back and not taken and not why_not_undone(request, book, position),
    }


def _recorded(request: Request, book: Book, round_: Round, position: int) -> Sentence:
    """Return what a command recorded in a sentence: one board in full, of several the numbers.

    What is of no board, as a publication, is said as the log says it.
    """
    boards = sorted(boards_of(book, round_, command_at(book, position)))
    if not boards:
        return teller(book)(position)
    fact = book.facts[position - 1]
    is_back = isinstance(fact, CommandUndone)
    if len(boards) != 1:
        key = "taken-back" if is_back else "recorded-several"
        return message(f"web-round.{key}", boards=spans(boards), n=len(boards))
    game = round_.games[boards[0] - 1]
    one = "corrected-to" if isinstance(fact, ResultCorrected) else "recorded"
    key = "taken-back-one" if is_back else one
    without = "results.adjourned" if game.adjourned else "web-round.no-result"
    return message(
        f"web-round.{key}",
        board=boards[0],
        players=players_of(request, book, game),
        result=result_text(game.outcome) or message(without),
    )


def _own_last(book: Book, round_: Round, actor: str) -> int | None:
    """Return the last fact about a board of the round that somebody recorded and that holds."""
    back = undone(book.facts)
    for at in range(len(book.recorded), round_.changed_at, -1):
        fact, stamp = book.recorded[at - 1]
        if stamp.actor == actor and at not in back and hasattr(fact, "outcome"):
            return at if getattr(fact, "round", None) == round_.number else None
    return None


def _doing(
    request: Request, book: Book, state: RoundState, lines: Sequence[RoundLine]
) -> list[dict[str, Any]]:
    """Return what is to be done now: conflicts, claims, open boards, then what the round allows."""
    items: list[dict[str, Any]] = [
        _said(request, line) for line in lines if line.state == "conflict"
    ]
    items += _agreed(request, book, state, lines)
    items += [_said(request, line) for line in lines if line.state == "claim"]
    for name in ("open", "adjourned"):
        boards = [line.board for line in lines if line.state == name]
        if boards:
            words = message("web-round.boards", n=len(boards), boards=spans(boards))
            link = f"#bord{boards[0]}"
            tag = request.say(f"web-round.tag.{name}")
            items.append(
                {"action": "", "kind": "", "icon": "", "tag": tag, "words": words, "link": link}
            )
    items += [
        {
            "action": action.name,
            "round": action.round,
            "words": request.say(f"web-round.do.{action.name}", round=action.round),
        }
        for action in state.actions
        if not action.refusals and may_do(request.role, action.name)
    ]
    return items


def _said(request: Request, line: RoundLine) -> dict[str, Any]:
    """Return that a board waits for its players, or for the arbiter to decide between them."""
    conflict = line.state == "conflict"
    voice = "conflict" if conflict else _voice(line)
    return {
        "action": "",
        "kind": "stop" if conflict else "info",
        "icon": "stop" if conflict else "info",
        "tag": request.say(f"web-round.tag.{line.state}"),
        "words": request.say(f"web-round.todo.{voice}", board=line.board),
        "link": f"#bord{line.board}",
    }


def _agreed(
    request: Request, book: Book, state: RoundState, lines: Sequence[RoundLine]
) -> Iterator[dict[str, Any]]:
    """Yield the boards on which both players say the same, and what takes several at once."""
    agreed = [line for line in lines if line.state == "agreeing"]
    if not agreed:
        return
    n = len(agreed)
    yield {
        "action": "",
        "kind": "info",
        "icon": "info",
        "tag": request.say("web-round.tag.agreeing"),
        "words": request.say(
            "web-round.todo.agreeing", n=n, boards=spans([x.board for x in agreed])
        ),
        "link": f"#bord{agreed[0].board}",
    }
    if n > 1 and may_enter(request, book, state.number):
        yield {
            "action": "take-agreed",
            "round": state.number,
            "words": request.say("web-round.take-agreed", n=n),
            "agreed": " ".join(f"{line.board}:{line.claims[0].result}" for line in agreed),
        }


def _voice(line: RoundLine) -> str:
    """Return who spoke of the claims of a board: both, or the one who is waited for."""
    colours = {claim.colour for claim in line.claims}
    return "claim-both" if len(colours) == 2 else f"claim-{'W' if 'W' in colours else 'B'}"


def _cannot(request: Request, book: Book, state: RoundState) -> Iterator[dict[str, Any]]:
    """Yield what cannot be done yet, each with the reasons that the command itself would give.

    Reasons that stand there already are not written twice.
    """
    shown: Refusals = ()
    for action in state.actions:
        if not action.refusals or not may_do(request.role, action.name):
            continue
        title = request.say(f"web-round.do.{action.name}", round=action.round)
        new = [each for each in action.refusals if each not in shown]
        reasons = [
            {
                "what": _in_short(request, book, state, each),
                "next": linked(request, book, each.next),
                "clause": each.clause,
            }
            for each in new
        ]
        waits = action.name == "publish" and waits_for_results_alone(action.refusals)
        yield {"title": title, "reasons": reasons, "foresee": waits}
        shown += action.refusals


def _in_short(request: Request, book: Book, state: RoundState, refusal: Refusal) -> Sentence:
    """Return why something cannot be done; of open boards their number, as they stand beside it."""
    if refusal.code == "games-open" and state.still_open:
        return message("web-round.still-open", round=state.number, n=len(state.still_open))
    return linked(request, book, refusal.what)


def _feed(request: Request, services: Services) -> list[tuple[Sentence, str]]:
    """Return the newest facts, newest first: the sentence, and position, time and who."""
    book = services.book
    items = []
    for at in range(len(book.recorded), max(len(book.recorded) - FEED, 0), -1):
        stamp = book.recorded[at - 1].stamp
        parts = (f"#{at}", clock(services.book, at), who_was(request, services, stamp.actor))
        items.append((told(request, services.book, at), " · ".join(part for part in parts if part)))
    return items
