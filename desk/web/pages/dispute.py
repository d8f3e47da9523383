"""One protest with its ruling, and the inquiry into a round or a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from desk.access.roles import JUDGES
from desk.answers.head_check import head_at
from desk.answers.inquiry import Inquiry, inquiry
from desk.answers.pairing_cache import question_of
from desk.answers.reasons import WhyAnswer, board_reasons, bye_reasons
from desk.render.qr import qr_svg
from desk.web.answers import Answer, Page
from desk.web.forms.news import NewsItem, done
from desk.web.request import Request
from desk.web.round.positions import positions_named
from desk.web.round.publications import publication_links
from desk.web.routes import ROUND, get, post
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.state.protests import Protest
from ledger.state.tournament import Game, Round
from ledger.values import RulingBehalf, RulingVerdict
from pairing.explain.question import Question
from projections.log.actors import actor_called
from projections.log.dossier import ProtestRow, local, protests_view
from projections.views.view import View


@get("dispute", "/{t}/disputes/{d:int}", JUDGES, below="disputes")
def one(request: Request, services: Services) -> Answer:
    """Show one protest: the inquiry into its round, and the form of the ruling."""
    protest = services.book.state.protests.get(int(request.path["d"]))
    if protest is None:
        what = message("handlers.unknown-protest", number=int(request.path["d"]))
        step = message("web-disputes.to-the-list")
        return services.refuse(Refusal("unknown-protest", what, step, exit=Exit.USAGE))
    row = next(
        row
        for row in protests_view(services.book).rows
        if isinstance(row, ProtestRow) and row.number == protest.number
    )
    answer = inquiry(services.book, protest.round, protest)
    if not isinstance(answer, Inquiry):
        return services.refuse(*answer)
    return _page(request, services, answer, protest, row)


@post("ruling", "/{t}/disputes/{d:int}", JUDGES, below="disputes")
def rule(request: Request, services: Services) -> Answer:
    """Record the ruling on a protest."""
    fields = request.form
    facts, wrong = positions_named(fields.get("facts", ""))
    if wrong:
        return services.after(wrong, "", one)
    outcome = services.carry_out(
        {
            "command": "ruling",
            "number": int(request.path["d"]),
            "text": fields.get("text", "").strip(),
            "behalf": fields.get("behalf") or None,
            "verdict": fields.get("verdict", ""),
            "facts": facts or None,
            "reason": fields.get("reason", "").strip() or None,
        }
    )
    return services.after(outcome, request.link("dispute", d=request.path["d"]), one)


@get("audit", f"{ROUND}/audit", JUDGES, below="disputes")
def audit(request: Request, services: Services) -> Answer:
    """Show the inquiry into a whole round, or into one board of it."""
    answer = inquiry(
        services.book,
        int(request.path["n"]),
        board=_board(request, services.book),
        publication=request.number("publication"),
    )
    if not isinstance(answer, Inquiry):
        return services.refuse(*answer)
    return _page(request, services, answer, None, None)


def _board(request: Request, book: Book) -> int | None:
    board = request.number("board")
    round_ = book.state.round(int(request.path["n"]))
    return board if board and round_ and board <= len(round_.games) else None


class DisputePage(NamedTuple):
    """The inquiry into a round or a board, with its protest and the form of the ruling, if any.

    `name_of` gives the name of a player, `who` that of an actor, `say_at` the time of a step.
    """

    found: Inquiry
    done: NewsItem | None
    protest: Protest | None
    row: ProtestRow | None
    round: Round
    publications: list[tuple[int, str]]
    game: Game | None
    why: WhyAnswer | None
    rules_round: int
    known: View | None
    basis: int | None
    head: str
    qr: str
    lodged: str
    deadline: str
    verdicts: list[tuple[Any, str]]
    behalves: list[tuple[Any, str]]
    typed: dict[str, Any]
    name_of: Callable[[Any], str]
    who: Callable[[Any], Sentence]
    say_at: Callable[[Any], str]


def _page(
    request: Request,
    services: Services,
    answer: Inquiry,
    protest: Protest | None,
    row: ProtestRow | None,
) -> Page:
    book = services.book
    sections = {section.heading: section for section in answer.report.sections}
    standing = next((section for section in sections.values() if section.view is not None), None)
    head = head_at(services.office.live.place, request.tournament, book.state.position)
    address = services.office.hall_address
    code = qr_svg(
        f"{address}{request.link('check', head=head.short)}"
        if address
        else head.scanned(request.tournament)
    )
    lodged = book.recorded[protest.position - 1].stamp if protest else None
    typed: dict[str, Any] = {
        "verdict": request.form.get("verdict", ""),
        "text": request.form.get("text", ""),
        "behalf": request.form.get("behalf", "committee"),
        "facts": request.form.get("facts", ""),
        "reason": request.form.get("reason", ""),
    }
    return Page(
        "dispute.html",
        DisputePage(
            found=answer,
            done=done(request, services.book),
            protest=protest,
            row=row,
            round=answer.round,
            publications=publication_links(
                request,
                services.book,
                answer.round.number,
                answer.report.record.published.publication,
            ),
            game=answer.game,
            why=_why(request, services.book, answer, protest),
            rules_round=answer.round.number,
            known=request.view(standing.view) if standing and standing.view else None,
            basis=answer.report.record.published.basis,
            head=head.short,
            qr=code,
            lodged=local(lodged.recorded_at, book.zone) if lodged else "",
            deadline=local(protest.deadline, book.zone) if protest and protest.deadline else "",
            verdicts=[(each, _named(request, each)) for each in get_args(RulingVerdict)],
            behalves=[(b, request.say(f"cells.behalf.{b}")) for b in get_args(RulingBehalf)],
            typed=typed,
            name_of=book.name,
            who=lambda actor: actor_called(book, actor),
            say_at=lambda at: _at(answer, at),
        ),
    )


def _named(request: Request, verdict: str) -> str:
    return request.say(f"cells.verdict.{verdict.replace(' ', '-')}").capitalize()


def _at(answer: Inquiry, at: int) -> str:
    """Return when a step was recorded: the time alone on the day of the publication."""
    step = next(step for step in answer.steps if step.position == at)
    published = next(s.at for s in answer.steps if s.position == answer.round.position)
    same_day = step.at.date() == published.date()
    return f"{step.at:%H:%M}" if same_day else f"{step.at:%d-%m %H:%M}"


def _why(
    request: Request, book: Book, answer: Inquiry, protest: Protest | None
) -> WhyAnswer | None:
    """Return why the board, or the bye of who protests, is as it is."""
    publication = answer.report.record.published.publication
    question = question_of(book, answer.round.number, publication)
    if not isinstance(question, Question):
        return None
    game = answer.game
    if game is not None:
        why = board_reasons(question, (game.white, game.black), request.words)
    elif protest is not None:
        why = bye_reasons(question, protest.player, request.words)
    else:
        return None
    return why if isinstance(why, WhyAnswer) else None
