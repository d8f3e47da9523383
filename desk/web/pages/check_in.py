"""Check-in: one list by name across the tournaments of the file, and what is asked at a name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from desk.access.roles import STAFF
from desk.answers.check_in import CheckInRow, check_in_view, closing_of, with_paid
from desk.answers.paid import paid_of
from desk.commands.decision import Decision
from desk.commands.players import RequestBye
from desk.handlers.dispatch import handle
from desk.web.answers import Answer, Page
from desk.web.entrance import open_to
from desk.web.forms.news import NewsItem, done
from desk.web.guard import renumbered
from desk.web.request import Request
from desk.web.round.first_steps import first_steps
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.facts.hall import PlayerCheckedIn
from ledger.facts.season import PresenceAnnounced
from ledger.facts.tournament import AbsenceAnnounced, ByeRequested, PlayerWithdrew
from ledger.messages import message
from ledger.names import alphabetical, folded
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book

SHOWN: dict[str, frozenset[str]] = {
    "missing": frozenset({"not yet"}),
    "in": frozenset({"in", "after closing", "coming"}),
    "out": frozenset({"absent", "bye", "withdrawn", "late"}),
}
"""What each filter of the list shows, by the states of its rows."""

KINDS: dict[str, str] = {
    "in": "in",
    "after closing": "in",
    "coming": "",
    "not yet": "",
    "absent": "out",
    "withdrawn": "out",
    "bye": "",
    "late": "",
}
"""How a row looks, by its state."""

STEPS = ("late", "withdraw")
"""What is asked once more before it is recorded."""


@dataclass(frozen=True, slots=True)
class CheckInPerson:
    """A player of one of the tournaments: their row there, and what was said of them.

    `said` are the words of who checked them in: when they come. `time` is that of the check-in, ""
    for none. `before`, `hit`, `after` are the
    name in parts, the part in the middle being what was searched for.
    """

    slug: str
    tournament: str
    round: int
    row: CheckInRow
    kind: str
    said: str
    time: str
    before: str
    hit: str
    after: str


@dataclass(frozen=True, slots=True)
class CheckInRound:
    """A round that people check in for: when it begins and its check-in closes, "" for no time."""

    tournament: str
    number: int
    begins: str
    closes: str
    closed: bool


@get("check-in", "/{t}/check-in", STAFF)
def show(request: Request, services: Services) -> Answer:
    """Show who is in, and who is not yet."""
    return _page(request, services)


@get("check-in-ask", "/{t}/check-in/{p:int}", STAFF)
def ask(request: Request, services: Services) -> Answer:
    """Show the list with a question about one player over it."""
    people = [
        each for each in _everybody(request, services) if each.row.number == int(request.path["p"])
    ]
    person = next((each for each in people if each.slug == request.slug), None)
    if person is None:
        what = message("web-check-in.nobody")
        step = message("web-check-in.nobody-step")
        unknown = Refusal("unknown-player", what, step, exit=Exit.USAGE)
        return replace(_page(request, services), refusals=(unknown,))
    step = {"late": "late", "withdrawn": "withdraw"}.get(request.form.get("state", ""), "")
    step = step or request.query.get("step", "")
    bye = person.row.state == "not yet" and _may_have_bye(services.book, int(request.path["p"]))
    asked = step if step in STEPS else ""
    model = _model(request, services)._replace(asked=person, step=asked, may_have_bye=bye)
    return Page("check-in.html", model)


def _may_have_bye(book: Book, player: int) -> bool:
    """Tell whether the rules would give a player a half-point bye in the coming round."""
    command = RequestBye(player=str(player), round=book.state.next_round)
    return isinstance(handle(book, command), Decision)


@post("check-in-record", "/{t}/check-in/{p:int}", STAFF)
def record(request: Request, services: Services) -> Answer:
    """Record what was answered about a player."""
    command = _command(services.book, int(request.path["p"]), request.form)
    if command is None:
        return ask(request, services)
    outcome = renumbered(request, services.book) or services.carry_out(command)
    return services.after(outcome, _list(request), ask)


@get("missing", "/{t}/check-in/missing", STAFF)
def ask_missing(request: Request, services: Services) -> Answer:
    """Show the names of those who are not in, before they are recorded as absent."""
    model = _model(request, services)._replace(absent=_missing(request, services))
    return Page("check-in.html", model)


@post("missing-record", "/{t}/check-in/missing", STAFF)
def record_missing(request: Request, services: Services) -> Answer:
    """Record as absent those whose names were shown, unless they came in since."""
    named = {key.partition(".")[2] for key in request.form if key.startswith("absent.")}
    commands = [
        {"command": "absent", "player": each.row.number, "round": each.round}
        for each in _missing(request, services)
        if str(each.row.number) in named
    ]
    if not commands:
        what = message("web-check-in.all-in")
        step = message("web-check-in.nobody-step")
        nobody = Refusal("nothing-to-record", what, step)
        return replace(_page(request, services), refusals=(nobody,))
    outcome = renumbered(request, services.book) or services.carry_out(*commands)
    return services.after(outcome, _list(request), ask_missing)


def _missing(request: Request, services: Services) -> list[CheckInPerson]:
    everybody = _everybody(request, services)
    return [one for one in everybody if one.slug == request.slug and one.row.state == "not yet"]


def _list(request: Request) -> str:
    """Return the address of the list as it was, without what was searched for."""
    kept = {name: request.form.get(name) for name in ("show", "of")}
    return request.link("check-in", again="1" if request.form.get("q") else None, **kept)


def _command(book: Book, player: int, form: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the command of an answer about a number, None where more is to be asked first."""
    number = book.state.next_round
    reason = form.get("reason", "").strip() or None
    about = {"player": player, "round": number}
    away = {"player": player, "from_round": number}
    match form.get("state"):
        case "present":
            return {"command": "check-in", **about}
        case "late":
            return {"command": "check-in", **about, "later": True, "reason": reason}
        case "half":
            return {"command": "bye", **about}
        case "absent":
            return {"command": "absent", **about}
        case "withdrawn":
            return {"command": "withdraw", **away, "reason": reason}
        case "not-in":
            return {"command": "check-in", **about, "cancel": True}
        case "not-absent":
            return {"command": "absent", **about, "cancel": True}
        case "returned":
            return {"command": "return", **away}
        case _:
            return None


_BACK = {
    PlayerCheckedIn: "not-in",
    PresenceAnnounced: "not-absent",
    AbsenceAnnounced: "not-absent",
    ByeRequested: "not-absent",
    PlayerWithdrew: "returned",
}
"""The answer that takes each fact back, whoever recorded something since."""


class CheckInPage(NamedTuple):
    """The list of who is in, by what was searched for and filtered, and a question over it.

    `show` and `of` are the filters, `q` what was searched for; `back` is the answer that takes the
    last one back. `asked` is who is asked about, `step` what is asked once more, `absent` who is to
    be recorded as absent.
    """

    people: list[CheckInPerson]
    total: int
    counts: Counter[str]
    show: str
    of: str
    q: str
    tournaments: list[tuple[str, str]]
    rounds: list[CheckInRound]
    done: NewsItem | None
    back: tuple[int, str] | None
    first: list[tuple[str, str]]
    many: bool
    asked: CheckInPerson | None = None
    step: str = ""
    may_have_bye: bool = False
    absent: list[CheckInPerson] | None = None


def _page(request: Request, services: Services) -> Page:
    return Page("check-in.html", _model(request, services))


def _model(request: Request, services: Services) -> CheckInPage:
    everybody = _everybody(request, services)
    of = request.query.get("of", "")
    q = request.query.get("q", "")
    there = [one for one in everybody if of in ("", one.slug)]
    which = request.query.get("show", "")
    counts = Counter(
        name for one in there for name, states in SHOWN.items() if one.row.state in states
    )
    people = [
        one
        for one in there
        if _is_meant(one, q) and (which not in SHOWN or one.row.state in SHOWN[which])
    ]
    rounds = _rounds(request, services, there)
    return CheckInPage(
        people=people,
        total=len(there),
        counts=counts,
        show=which,
        of=of,
        q=q,
        tournaments=list(dict.fromkeys((one.slug, one.tournament) for one in everybody)),
        rounds=rounds,
        done=done(request, services.book),
        back=_back(request, services.book),
        first=first_steps(request, services.book),
        many=len({o.slug for o in everybody}) > 1,
    )


def _everybody(request: Request, services: Services) -> list[CheckInPerson]:
    """Return the players of all tournaments in which who asks may check in, by name."""
    people = [
        person
        for slug, (tournament, name) in open_to(services.office, request, "check-in").items()
        for person in _people(request, services, slug, tournament, name)
    ]
    return sorted(people, key=lambda one: (alphabetical(one.row.name), one.slug, one.row.number))


def _people(
    request: Request, services: Services, slug: str, tournament: str, name: str
) -> Iterator[CheckInPerson]:
    book = services.book if slug == request.slug else services.office.live.book(tournament)
    number = book.state.next_round
    planned = book.state.rounds_planned
    if book.state.closed or (planned is not None and number > planned):
        return
    marks = paid_of(services.office.live.place, book.id)
    for row in with_paid(book, check_in_view(book, number), marks).rows:
        assert isinstance(row, CheckInRow)
        fact = book.facts[row.position - 1] if row.position else None
        before, hit, after = _parts(request.words(row.name), request.query.get("q", ""))
        yield CheckInPerson(
            slug=slug,
            tournament=name,
            round=number,
            row=row,
            kind=KINDS[row.state],
            said=(fact.reason or "") if fact is not None else "",
            time=f"{book.recorded_at(row.position):%H:%M}" if row.position else "",
            before=before,
            hit=hit,
            after=after,
        )


def _parts(name: str, typed: str) -> tuple[str, str, str]:
    """Return a name in three parts, of which the second is what was typed, in any case."""
    at = name.casefold().find(typed.casefold()) if typed else -1
    if at < 0 or len(name.casefold()) != len(name):
        return name, "", ""
    return name[:at], name[at : at + len(typed)], name[at + len(typed) :]


def _is_meant(person: CheckInPerson, typed: str) -> bool:
    part = folded(typed)
    row = person.row
    return not part or part == str(row.number) or part in folded(f"{row.name} {row.club}")


def _rounds(
    request: Request, services: Services, people: Sequence[CheckInPerson]
) -> list[CheckInRound]:
    """Return the rounds that people check in for."""
    rounds = []
    for slug, name, number in dict.fromkeys((p.slug, p.tournament, p.round) for p in people):
        book = (
            services.book
            if slug == request.slug
            else services.office.live.book(services.office.slugs()[slug][0])
        )
        closing = closing_of(book, number)
        begins = book.state.times.get(number, "")
        closes = "" if closing is None else f"{closing:%H:%M}"
        closed = closing is not None and services.office.runtime.now() > closing
        rounds.append(CheckInRound(name, number, begins, closes, closed))
    return rounds


def _back(request: Request, book: Book) -> tuple[int, str] | None:
    """Return the number of who the last fact is about, and the answer that takes it back.

    None: there is none.
    """
    item = done(request, book)
    if item is None:
        return None
    fact = book.facts[item.position - 1]
    way = _BACK.get(type(fact))
    if way is None:
        return None
    player = getattr(fact, "player", None)
    return (book.state.label(player), way) if isinstance(player, int) else None
