"""What stands around the boards of a round: stages, counts, what to do, what was recorded last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desk.answers.board_list import BoardListHead
from desk.answers.draft_foreseen import waits_for_results_alone
from desk.answers.round_state import RoundState, round_state
from desk.site.tables import result_text
from desk.web.guard import why_not_undone
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


class RoundToDo(NamedTuple):
    """Something to be done now: an action of a round, or boards to go to, with a tag before them.

    `agreed` are the boards and results on which both players agree, for what takes them at once.
    """

    words: Sentence
    action: str = ""
    round: int = 0
    agreed: str = ""
    tag: str = ""
    kind: str = ""
    icon: str = ""
    link: str = ""


class Obstacle(NamedTuple):
    """Why something cannot be done: what, the step that helps, its clause."""

    what: Sentence
    next: Sentence
    clause: str | None


class RoundCannot(NamedTuple):
    """Something that cannot be done yet, with new reasons; `foresee`: the draft can be foreseen."""

    title: str
    reasons: list[Obstacle]
    foresee: bool


class RoundDone(NamedTuple):
    """The last thing that the reader recorded in a round, with its fact and its time of day."""

    text: Sentence
    position: int
    moment: str
    can_undo: bool


class RoundAround(NamedTuple):
    """What stands around the boards of a round; `planned` is 0 where a round is beyond them.

    `steps` are words, when or how far, and done, now or later; `counts` number, words, address,
    whether it is this one, and its kind. `first` is what comes before a first round. `last` is the
    last round published, `paired_since`: it was paired after the page was shown.
    """

    number: int
    planned: int
    state: RoundState
    when: Sentence
    steps: list[tuple[str, str, str]]
    top: BoardListHead | None
    entry: RoundEntry
    counts: list[tuple[int, str, str, bool, str]]
    can_enter: bool
    done: RoundDone | None
    doing: list[RoundToDo]
    first: list[tuple[str, str]]
    cannot: list[RoundCannot]
    feed: list[tuple[Sentence, str]]
    last: int
    still_open: list[int]
    paired_since: bool = False


def around(
    request: Request,
    services: Services,
    number: int,
    top: BoardListHead | None = None,
    lines: Sequence[RoundLine] = (),
    entry: RoundEntry | None = None,
) -> RoundAround:
    """Return what stands around the boards."""
    book = services.book
    state = round_state(services.book, number)
    day = book.state.dates.get(number)
    entry = entry or RoundEntry()
    planned = book.state.rounds_planned or 0
    return RoundAround(
        number=number,
        planned=planned if planned >= number else 0,
        state=state,
        when=day_in_full(day, book.state.times.get(number)) if day else "",
        steps=list(_steps(request, services.book, state)),
        top=top,
        entry=entry,
        counts=_counts(request, number, top) if top else [],
        can_enter=may_enter(request, services.book, number),
        done=_done(request, services.book, number, entry),
        doing=_doing(request, services.book, state, lines),
        first=first_steps(request, services.book),
        cannot=list(_cannot(request, services.book, state)),
        feed=_feed(request, services),
        last=len(book.state.rounds),
        still_open=[line.board for line in lines if line.state in SHOWN["open"]],
    )


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


def _counts(
    request: Request, number: int, top: BoardListHead
) -> list[tuple[int, str, str, bool, str]]:
    chosen = request.query.get("show", "")

    def link(show: str) -> str:
        return request.link("round-n", n=number, show=show)

    def one(count: int, name: str, kind: str = "") -> tuple[int, str, str, bool, str]:
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


def _done(request: Request, book: Book, number: int, entry: RoundEntry) -> RoundDone | None:
    """Return the last thing that the reader recorded in the round, with whether it can be undone.

    That is what was just done, else their newest result in force.
    """
    round_ = book.state.rounds[number - 1 : number]
    position = entry.done if entry.done and entry.done <= len(book.recorded) else None
    if position is None and round_:
        position = _own_last(book, round_[0], request.visitor.key)
    if position is None or not round_:
        return None
    back = isinstance(book.facts[position - 1], CommandUndone)
    taken = position in undone(book.facts)
    return RoundDone(
        text=_recorded(request, book, round_[0], position),
        position=position,
        moment=clock(book, position),
        can_undo=not back and not taken and not why_not_undone(request, book, position),
    )


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
) -> list[RoundToDo]:
    """Return what is to be done now: conflicts, claims, open boards, then what the round allows."""
    items = [_said(request, line) for line in lines if line.state == "conflict"]
    items += _agreed(request, book, state, lines)
    items += [_said(request, line) for line in lines if line.state == "claim"]
    for name in ("open", "adjourned"):
        boards = [line.board for line in lines if line.state == name]
        if boards:
            words = message("web-round.boards", n=len(boards), boards=spans(boards))
            link = f"#bord{boards[0]}"
            tag = request.say(f"web-round.tag.{name}")
            items.append(RoundToDo(words, tag=tag, link=link))
    items += [
        RoundToDo(
            request.say(f"web-round.do.{action.name}", round=action.round),
            action=action.name,
            round=action.round,
        )
        for action in state.actions
        if not action.refusals and may_do(request.role, action.name)
    ]
    return items


def _said(request: Request, line: RoundLine) -> RoundToDo:
    """Return that a board waits for its players, or for the arbiter to decide between them."""
    conflict = line.state == "conflict"
    voice = "conflict" if conflict else _voice(line)
    return RoundToDo(
        request.say(f"web-round.todo.{voice}", board=line.board),
        tag=request.say(f"web-round.tag.{line.state}"),
        kind="stop" if conflict else "info",
        icon="stop" if conflict else "info",
        link=f"#bord{line.board}",
    )


def _agreed(
    request: Request, book: Book, state: RoundState, lines: Sequence[RoundLine]
) -> Iterator[RoundToDo]:
    """Yield the boards on which both players say the same, and what takes several at once."""
    agreed = [line for line in lines if line.state == "agreeing"]
    if not agreed:
        return
    n = len(agreed)
    boards = spans([line.board for line in agreed])
    yield RoundToDo(
        request.say("web-round.todo.agreeing", n=n, boards=boards),
        tag=request.say("web-round.tag.agreeing"),
        kind="info",
        icon="info",
        link=f"#bord{agreed[0].board}",
    )
    if n > 1 and may_enter(request, book, state.number):
        yield RoundToDo(
            request.say("web-round.take-agreed", n=n),
            action="take-agreed",
            round=state.number,
            agreed=" ".join(f"{line.board}:{line.claims[0].result}" for line in agreed),
        )


def _voice(line: RoundLine) -> str:
    """Return who spoke of the claims of a board: both, or the one who is waited for."""
    colours = {claim.colour for claim in line.claims}
    return "claim-both" if len(colours) == 2 else f"claim-{'W' if 'W' in colours else 'B'}"


def _cannot(request: Request, book: Book, state: RoundState) -> Iterator[RoundCannot]:
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
            Obstacle(
                what=_in_short(request, book, state, each),
                next=linked(request, book, each.next),
                clause=each.clause,
            )
            for each in new
        ]
        waits = action.name == "publish" and waits_for_results_alone(action.refusals)
        yield RoundCannot(title, reasons, waits)
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
