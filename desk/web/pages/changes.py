"""A published round changed: paired again by the rules, two players exchanged, a board added.

And a whole round paired by hand, in place of its draft. Each change is judged and shown before it
is recorded; what cannot be done is shown with its reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from desk.access.roles import ARBITERS
from desk.answers.draft_sheet import Pair, board_text, draft_differences
from desk.answers.pairing_cache import DraftAndQuestion, draft_of
from desk.commands.base import Command
from desk.commands.commands import command_of
from desk.commands.decision import Decision, WarnLevel
from desk.handlers.by_hand import read_boards
from desk.handlers.dispatch import handle
from desk.outcomes import Written
from desk.web.answers import Answer, Page
from desk.web.request import Request
from desk.web.routes import ROUND, get, post
from desk.web.services import Services
from desk.web.steps import linked, rule_link
from ledger.facts.tournament import BoardAdded, PairingAmended, PairingMadeByHand
from ledger.messages import message
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Round

WAYS: Final = ("amend", "board-swap", "board-add", "pairing-by-hand")
"""By the rules again, two players exchanged, a board for latecomers, all by hand."""

_ANY_REASON: Final = "?"
"""A reason for judging alone, while the arbiter has not typed theirs."""

_Boards = tuple[tuple[Pair, ...], int | None]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A change as it is judged now: what it decides, or why it cannot be.

    `before` and `after` are the boards and the bye of the round.
    """

    outcome: Decision | Refusals
    before: _Boards
    after: _Boards | None = None

    @property
    def decision(self) -> Decision | None:
        """Return the decision, None for a refusal."""
        return self.outcome if isinstance(self.outcome, Decision) else None

    @property
    def level(self) -> WarnLevel:
        """Return how much the arbiter must do before it is recorded."""
        warnings = self.decision.warnings if self.decision else ()
        return max((warning.level for warning in warnings), default=WarnLevel.INFORM)

    @property
    def code(self) -> str:
        """Return a text that another outcome does not have, for the form that records it."""
        return hashlib.sha256(repr(self.after).encode()).hexdigest()[:16]


@get("change", f"{ROUND}/change", ARBITERS)
def show(request: Request, services: Services) -> Answer:
    """Show what can be changed in a round, and a chosen change before it is recorded."""
    return _page(request, services, request.query)


@post("change-record", f"{ROUND}/change", ARBITERS)
def record(request: Request, services: Services) -> Answer:
    """Record a change, as it was shown."""
    form = request.form
    command = _command(request, form)
    if isinstance(command, tuple):
        return _refused(request, services, form, command)
    judged = _judged(
        request,
        services.book,
        _as_command({**command, "reason": form.get("reason") or _ANY_REASON}),
    )
    if judged.decision is not None and judged.code != form.get("shown"):
        what = message("web-change.changed-since")
        differs = Refusal("change-differs", what, message("web-change.look-again"))
        return _refused(request, services, form, (differs,))
    outcome = services.carry_out(command)
    then = request.link("round-n", n=request.path["n"])
    if not isinstance(outcome, Written | tuple):
        # The warning was on the page: its answer is missing, or not what had to be typed.
        return _refused(request, services, form, outcome.refusals)
    return services.after(outcome, then, lambda again, _: _page(again, services, form))


def _refused(
    request: Request, services: Services, form: Mapping[str, str], refusals: Refusals
) -> Page:
    """Return the page with the change that was asked for, and why it was not recorded."""
    return replace(_page(request, services, form), status=409, refusals=refusals)


def _command(request: Request, fields: Mapping[str, str]) -> dict[str, Any] | Refusals:
    """Return the command that a form asks for, without a reason where none was typed."""
    number = request.path["n"]
    way = fields.get("way", "")
    command: dict[str, Any] = {"round": number}
    if reason := fields.get("reason", "").strip():
        command["reason"] = reason
    one = fields.get("one", "").strip()
    two = fields.get("two", "").strip()
    if way == "amend":
        return command | {"command": "amend"}
    if way == "pairing-by-hand":
        read = read_boards(fields.get("boards", ""))
        if isinstance(read, tuple):
            return read
        boards = [list(board) for board in read.boards]
        bye = {} if read.bye is None else {"bye": read.bye}
        return command | {"command": "pairing-by-hand", "boards": boards, **bye}
    if not one or not two:
        what = message("web-change.two-players")
        return (Refusal("players-missing", what, message("web-change.name-two")),)
    if way == "board-add":
        return command | {"command": "board-add", "white": one, "black": two}
    return command | {"command": "board-swap", "first": one, "second": two}


def _as_command(fields: Mapping[str, Any]) -> Command | Refusals:
    return command_of(dict(fields))


def _judged(request: Request, book: Book, command: Command | Refusals) -> _Judged:
    """Return what a change decides on the book as it is now; nothing is recorded."""
    number = request.path["n"]
    round_ = book.state.round(number)
    before = _boards_now(book, round_)
    if isinstance(command, tuple):
        return _Judged(command, before)
    outcome = handle(book, command)
    if not isinstance(outcome, Decision):
        return _Judged(outcome, before)
    for fact in outcome.facts:
        if isinstance(fact, PairingAmended | PairingMadeByHand):
            after = tuple(zip(fact.whites, fact.blacks, strict=True)), fact.bye
            return _Judged(outcome, before, after)
        if isinstance(fact, BoardAdded):
            added = fact.white, fact.black
            free = None if before[1] in added else before[1]
            return _Judged(outcome, before, ((*before[0], added), free))
    return _Judged(outcome, before)


def _boards_now(book: Book, round_: Round | None) -> _Boards:
    """Return the boards of a published round, or those of the draft."""
    if round_ is not None:
        return tuple((game.white, game.black) for game in round_.games), round_.bye
    paired = draft_of(book)
    if isinstance(paired, DraftAndQuestion):
        return paired.question.boards, paired.question.bye
    return (), None


# --- the page -------------------------------------------------------------------------------------


class ChangePage(NamedTuple):
    """What can be changed in a round, and the change that is chosen, as it is judged.

    `can` are the ways with whether, why and the address; `rows` the boards that differ, `steps` why
    the change cannot be, `typed` what has to be typed before it is recorded.
    """

    number: Any
    round_: Round | None
    way: str
    fields: Mapping[str, str]
    judged: _Judged | None
    can: Sequence[tuple[str, str, object, str, str | None]]
    rows: list[tuple[int, str, object]]
    steps: list[tuple[Refusal, object, str]]
    typed: str
    players: list[tuple[int, str]]
    boards_text: str
    cite: Callable[[Any], str]


def _page(request: Request, services: Services, fields: Mapping[str, str]) -> Page:
    book = services.book
    number = request.path["n"]
    round_ = book.state.round(number)
    if round_ is None and number != book.state.next_round:
        refusal = book.find_round(number)
        assert isinstance(refusal, Refusal), "the round is not published"
        return services.refuse(refusal)
    ways = WAYS[3:] if round_ is None else WAYS[:3]
    way = fields.get("way", "")
    way = way if way in ways else ways[0] if round_ is None else ""
    again = (
        _judged(
            request,
            services.book,
            _as_command({"command": "amend", "round": number, "reason": _ANY_REASON}),
        )
        if round_
        else None
    )
    judged = _chosen(request, services.book, way, fields, again)
    values = ChangePage(
        number=number,
        round_=round_,
        way=way,
        fields=fields,
        judged=judged,
        can=list(_can(request, services.book, round_, again)) if round_ and again else (),
        rows=_rows(book, judged),
        steps=_steps(request, services.book, judged),
        typed=next((w.answer for w in judged.decision.warnings if w.level is WarnLevel.TYPE), "")
        if judged and judged.decision
        else "",
        players=_players(book, round_, way),
        boards_text=fields.get("boards") or _written(book, _boards_now(book, round_)),
        cite=lambda clause: rule_link(request, services.book, clause),
    )
    return Page("change.html", values)


def _chosen(
    request: Request, book: Book, way: str, fields: Mapping[str, str], again: _Judged | None
) -> _Judged | None:
    """Return the chosen change as it is judged, None while it is not complete."""
    if way == "amend":
        return again
    both = bool(fields.get("one") and fields.get("two"))
    ready = "boards" in fields if way == "pairing-by-hand" else both
    if not way or not ready:
        return None
    command = _command(request, {**fields, "way": way})
    if isinstance(command, tuple):
        return _Judged(command, _boards_now(book, book.state.round(request.path["n"])))
    return _judged(request, book, _as_command({"reason": _ANY_REASON, **command}))


def _can(
    request: Request, book: Book, round_: Round, again: _Judged
) -> Iterator[tuple[str, str, object, str, str | None]]:
    """Yield what can be done with a published round: its way, whether, why, and the address."""
    number = round_.number
    begun = round_.begun_at
    here = {way: request.link("change", n=number, way=way) for way in WAYS}
    if again.decision is not None:
        yield "amend", "ok", request.say("web-change.may-amend"), here["amend"], None
    elif isinstance(again.outcome, tuple):
        refusal = again.outcome[0]
        yield "amend", "no", refusal.what, "", refusal.clause
    free = sum(game.open for game in round_.games)
    key = "web-change.may-swap" if begun is None else "web-change.may-swap-begun"
    if free:
        kind = "ok" if begun is None else "warn"
        yield "board-swap", kind, request.say(key, n=free), here["board-swap"], None
    else:
        yield "board-swap", "no", request.say("web-change.no-swap"), "", book.clause("F6")
    if begun is None and number == len(book.state.rounds):
        here["un-publish"] = request.link("do", command="un-publish", round=number)
        why = request.say("web-change.may-withdraw")
        yield "un-publish", "warn", why, here["un-publish"], None
    waiting = len(_players(book, round_, "board-add"))
    if round_.closed or waiting < 2:
        key = "web-change.no-add-closed" if round_.closed else "web-change.no-add"
        yield "board-add", "no", request.say(key, n=waiting), "", None
    else:
        yield (
            "board-add",
            "ok",
            request.say("web-change.may-add", n=waiting),
            here["board-add"],
            None,
        )


def _players(book: Book, round_: Round | None, way: str) -> list[tuple[int, str]]:
    """Return the players who can be chosen, by number and name: those on a board, or the others."""
    if round_ is None:
        return []
    state = book.state
    seated = {p for game in round_.games for p in (game.white, game.black)}
    if way == "board-add":
        number = round_.number
        chosen = [p for p, e in state.players.items() if e.there_in(number) and p not in seated]
    else:
        chosen = [p for p in state.players if p in seated or p == round_.bye]
    return sorted((state.label(player), book.called(player)) for player in chosen)


def _rows(book: Book, judged: _Judged | None) -> list[tuple[int, str, object]]:
    """Return the boards that a change would change: number, "now" or "then", players."""
    if judged is None or judged.after is None:
        return []
    return [
        (each.board, each.found_in, board_text(book, each))
        for each in draft_differences(judged.after, judged.before)
    ]


def _steps(
    request: Request, book: Book, judged: _Judged | None
) -> list[tuple[Refusal, object, str]]:
    """Return why a change cannot be, each with its step and the address of its clause."""
    if judged is None or isinstance(judged.outcome, Decision):
        return []
    return [
        (
            refusal,
            linked(request, book, refusal.next) if refusal.next else "",
            rule_link(request, book, refusal.clause),
        )
        for refusal in judged.outcome
    ]


def _written(book: Book, boards: _Boards) -> str:
    """Return boards as `read_boards` reads them, one a line."""
    pairs, free = boards
    lines = [f"{book.state.label(white)}-{book.state.label(black)}" for white, black in pairs]
    lines += [f"bye {book.state.label(free)}"] if free is not None else []
    return "\n".join(lines)
