"""Why a board, a bye, or no game between two: for the desk, and for players on their phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.answers.pairing_cache import question_of
from desk.answers.reasons import (
    WhyAnswer,
    apart_reasons,
    board_explained,
    bye_reasons,
    name_of,
    without_reasons,
)
from desk.web.answers import STATUS, Answer, Page
from desk.web.request import Request
from desk.web.round.publications import publication_links
from desk.web.routes import BOARD, ROUND, get
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.names import alphabetical
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book
from ledger.values import whole_number
from pairing.explain.question import Question
from projections.views.rulebook_names import title_of


class WhyPage(NamedTuple):
    """Why a board, a bye, or no game between two: what every page of a round has, and the answers.

    `protest` is the address of a protest, "" for who may lodge none. `one` and `two` are the
    players of whom is asked why they do not meet, `not_why` and `not_refused` the answer.
    """

    title: str
    round: int
    rules_round: int
    known: str
    rules_title: Sentence
    draft: bool
    publication: int | None
    publications: list[tuple[int, str]]
    one: int | None
    two: int | None
    others: list[tuple[int, str]]
    not_why: WhyAnswer | None
    not_refused: Refusals
    other_name: str
    why: WhyAnswer | None = None
    protest: str = ""
    choose_one: Sequence[tuple[int, str]] = ()


@get("why", f"{BOARD}/why", EVERYBODY)
def board(request: Request, services: Services) -> Answer:
    """Say why two players of a board meet, and who has white."""
    question = _question(request, services)
    if not isinstance(question, Question):
        return _refused(request, question)
    boards = question.wall or question.boards
    at = request.path["b"]
    if not 1 <= at <= len(boards):
        what = message("web-why.no-board", round=question.round, n=len(boards), board=at)
        step = message("web-why.choose-board")
        return _refused(request, (Refusal("unknown-board", what, step, exit=Exit.USAGE),))
    return _of_board(request, services, question, boards[at - 1])


@get("why-player", f"{ROUND}/player/{{p:int}}/why", EVERYBODY)
def player(request: Request, services: Services) -> Answer:
    """Say why a player meets whom they meet, or has the bye."""
    question = _question(request, services)
    if not isinstance(question, Question):
        return _refused(request, question)
    key = services.book.state.by_label(int(request.path["p"]))
    if key is None:
        what = message("book.no-number", number=str(request.path["p"]))
        step = message("web-why.choose-board")
        return _refused(request, (Refusal("unknown-player", what, step, exit=Exit.USAGE),))
    game = next((two for two in question.wall or question.boards if key in two), None)
    if game is not None:
        return _of_board(request, services, question, game)
    explained = bye_reasons(question, key, request.words)
    if isinstance(explained, tuple):
        return _refused(request, explained)
    mine = key == request.visitor.player
    title = (
        request.say("web-why.title.bye.you")
        if mine
        else request.say("web-why.title.bye", who=name_of(question, key))
    )
    model = _model(
        request, services.book, question, title, _not(request, services.book, question, key)
    )
    return Page("why.html", model._replace(why=explained))


@get("why-not", f"{ROUND}/why-not", EVERYBODY)
def not_another(request: Request, services: Services) -> Answer:
    """Say why two players, whom the reader chooses, do not meet."""
    question = _question(request, services)
    if not isinstance(question, Question):
        return _refused(request, question)
    here = [c.key for c in question.contestants]
    one = _chosen(services.book, request.query.get("first", ""), here)
    title = request.say("web-why.title.not")
    model = _model(
        request, services.book, question, title, _not(request, services.book, question, one)
    )
    return Page("why.html", model._replace(choose_one=_choices(services.book, here)))


def _question(request: Request, services: Services) -> Question | Refusals:
    """Return the round that is asked about; a draft is for those who may see it.

    What the arbiter typed is not for players and spectators.
    """
    book = services.book
    number = request.path["n"]
    if number == book.state.next_round and not request.may("draft"):
        refusal = book.find_round(number)
        assert isinstance(refusal, Refusal), "the next round is not published"
        return (replace(refusal, next=message("web-why.not-published")),)
    if _is_kept(request):
        return services.office.reasons.question(book, number)
    question = question_of(book, number, request.number("publication"))
    if not isinstance(question, Question) or request.may("round"):
        return question
    return without_reasons(question)


def _is_kept(request: Request) -> bool:
    """Tell whether players and spectators ask about a round as it stands, which is worked out once."""
    return request.watching and "publication" not in request.query


def _of_board(
    request: Request, services: Services, question: Question, two: tuple[int, int]
) -> Page:
    """Return the page of a board, for the player who asks in their own words."""
    book = services.book
    me = request.visitor.player if request.visitor.player in two else None
    own = _mine(request, question, me)
    if me is None and _is_kept(request):
        explained = services.office.reasons.board(book, question.round, two)
    else:
        explained = board_explained(own, two, me)
    if isinstance(explained, tuple):
        return _refused(request, explained)
    one, other = two if me is None or me == two[0] else (two[1], two[0])
    names = {"one": name_of(question, one), "other": name_of(question, other)}
    key = "web-why.title.board" if me is None else "web-why.title.board.you"
    title = request.say(key, **names)
    model = _model(request, book, question, title, _not(request, book, own, one))._replace(
        why=explained.in_words(request.words)
    )
    if request.may("protest"):
        board = question.number_of(two)
        model = model._replace(protest=request.link("protest", round=question.round, board=board))
    return Page("why.html", model)


def _mine(request: Request, question: Question, me: int | None) -> Question:
    """Return the question with the mark "you" at the player who asks."""
    if me is None:
        return question
    you = request.say("web-why.you")

    def called(player: int) -> str:
        name = question.called(player)
        return type(name)(f"{name} ({you})") if player == me else name

    return replace(question, called=called)


def _model(
    request: Request, book: Book, question: Question, title: str, other: _NotAnother
) -> WhyPage:
    """Return what every page about a round has: the round, its rules, and what was known."""
    basis = question.basis or 0
    basis_text = ""
    if 1 <= basis <= len(book.recorded):
        at = book.recorded_at(basis)
        basis_text = request.say("web-why.known", position=basis, at=at)
    publication = request.number("publication")
    return WhyPage(
        title=title,
        round=question.round,
        rules_round=question.round,
        known=basis_text,
        rules_title=title_of(question.rules),
        draft=question.source == "draft",
        publication=publication,
        publications=publication_links(request, book, question.round, publication),
        one=other.one,
        two=other.two,
        others=other.others,
        not_why=other.why,
        not_refused=other.refused,
        other_name=other.name,
    )


# --- and why not another --------------------------------------------------------------------------


class _NotAnother(NamedTuple):
    """Two players by number, None while they are not chosen, and why they do not meet."""

    one: int | None
    two: int | None
    others: list[tuple[int, str]]
    why: WhyAnswer | None
    refused: Refusals
    name: str


def _not(request: Request, book: Book, question: Question, one: int | None) -> _NotAnother:
    """Return the choice of another opponent of a player, and why they do not meet."""
    here = [c.key for c in question.contestants if c.key != one]
    two = _chosen(book, request.query.get("second", ""), here)
    answer: WhyAnswer | Refusals | None = None
    if one is not None and two is not None:
        answer = apart_reasons(question, one, two, request.words)
    return _NotAnother(
        one=None if one is None else book.state.label(one),
        two=None if two is None else book.state.label(two),
        others=_choices(book, here),
        why=None if isinstance(answer, tuple) else answer,
        refused=answer if isinstance(answer, tuple) else (),
        name="" if two is None else name_of(question, two),
    )


def _chosen(book: Book, text: str, here: list[int]) -> int | None:
    """Return a player of the round by number, None for none."""
    key = book.state.by_label(whole_number(text) or 0)
    return key if key in here else None


def _choices(book: Book, players: list[int]) -> list[tuple[int, str]]:
    """Return players by number and name, in alphabetical order."""
    ordered = sorted(players, key=lambda player: alphabetical(book.name(player)))
    return [(book.state.label(player), book.name(player)) for player in ordered]


class WhyNonePage(NamedTuple):
    """That there is no answer: the refusals above it say why."""

    title: str


def _refused(request: Request, refusals: Refusals) -> Page:
    status = STATUS[refusals[0].exit]
    values = WhyNonePage(request.say("web-why.title.none"))
    return Page("why-none.html", values, status, refusals=refusals)
