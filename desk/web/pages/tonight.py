"""Tonight: the steps of an evening in one place, the next one with the focus, Enter all the way."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import ARBITERS
from desk.answers.absences import (
    hint_of_absence,
    question_of_absence,
    said_of_absence,
    typed_absences,
)
from desk.answers.draft_sheet import DraftSheet, draft_sheet, publishing
from desk.answers.pairing_cache import DraftAndQuestion, draft_of
from desk.answers.tonight import (
    STEPS,
    EveningStep,
    Tonight,
    state_of,
    tonight,
    when_of,
)
from desk.web.answers import Answer, Page, Redirect
from desk.web.pages.draft import changed_since
from desk.web.request import Request
from desk.web.round.first_steps import missing_steps
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.refusals import Refusal, Refusals


@get("tonight", "/{t}/tonight", ARBITERS)
def show(request: Request, services: Services) -> Answer:
    """Show the steps, and what the next one asks."""
    return _page(request, services)


class TonightPage(NamedTuple):
    """The steps of an evening, and what the next one asks; `typed` was typed and not recorded.

    `first` is what must be done before the first evening, as words and addresses.
    """

    now: Tonight
    when: Sentence
    steps: list[tuple[str, str]]
    first: list[tuple[str, str]]
    question: Sentence
    hint: Sentence
    said: Sentence
    typed: str
    names: dict[int, str]
    draft: DraftSheet | None
    seen: int
    why_not: DraftAndQuestion | Refusals
    open: int


def _page(request: Request, services: Services, typed: str = "") -> Page:
    book = services.book
    now = tonight(book)
    goes_on = request.query.get("on") == "1" or request.form.get("step") == "publish"
    paired = draft_of(book) if now.step == "absent" and goes_on else ()
    draft = paired if isinstance(paired, DraftAndQuestion) else None
    return Page(
        "tonight.html",
        TonightPage(
            now=now,
            when=when_of(book, now),
            steps=[(step, _state(now, step, draft is not None)) for step in STEPS],
            first=[] if book.state.rounds else missing_steps(request, book),
            question=question_of_absence(book),
            hint=hint_of_absence(book),
            said=said_of_absence(book, now.number) if now.step == "absent" else "",
            typed=typed,
            names={book.state.label(p): book.name(p) for p in book.state.players},
            draft=draft_sheet(book, draft) if draft else None,
            seen=draft.draft.basis if draft else 0,
            why_not=() if draft else paired,
            open=len(now.round.open_games) if now.round else 0,
        ),
    )


def _state(now: Tonight, step: EveningStep, drafted: bool) -> str:
    """Return how a step is shown; once nobody else is absent, the draft is there to be published."""
    if drafted and step in ("absent", "publish"):
        return "done" if step == "absent" else "next"
    return state_of(now, step)


@post("tonight-step", "/{t}/tonight", ARBITERS)
def carry_out(request: Request, services: Services) -> Answer:
    """Carry out a step: who is not there, the draft published, the round closed."""
    book = services.book
    now = tonight(book)
    match request.form.get("step", ""):
        case "absent" if now.step == "absent":
            return _absent(request, services, now)
        case "publish" if now.step == "absent":
            return _publish(request, services)
        case "close" if now.step == "close":
            outcome = services.carry_out({"command": "close", "round": now.number})
            return services.after(outcome, request.link("tonight"), _page)
        case _:
            return services.after((_other_step(),), request.link("tonight"), _page)


def _other_step() -> Refusal:
    """Return the refusal of a step that somebody else carried out already."""
    what = message("tonight.other-step")
    return Refusal("draft-changed", what, message("web-draft.look-again"))


def _absent(request: Request, services: Services, now: Tonight) -> Answer:
    """Record who is not there; with nobody, go on to the draft."""
    line = request.form.get("players", "").strip()
    if not line:
        return Redirect(request.link("tonight", on=1))
    read = typed_absences(services.book, now.number, line)
    if not read.commands and not read.refusals:
        return Redirect(request.link("tonight"))
    outcome = read.refusals or services.carry_out(*read.commands)
    return services.after(
        outcome, request.link("tonight"), lambda again, _: _page(again, services, line)
    )


def _publish(request: Request, services: Services) -> Answer:
    """Publish the draft that was shown; not where another came in its place meanwhile."""
    paired = draft_of(services.book)
    if not isinstance(paired, DraftAndQuestion):
        return services.after(paired, request.link("tonight"), _page)
    changed = changed_since(request, services.book, paired)
    outcome = changed or services.carry_out(*publishing(services.book, paired, (), ()))
    return services.after(outcome, request.link("tonight"), _page)
