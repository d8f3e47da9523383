"""The next steps of refusals and remarks as the browser offers them: by name, with an address.

Below the front end a step is a command with its fields (`ledger.messages.do`). A command has a page
of its own, or the form of every command, filled in with those fields; a question is a page. What
needs files or programs of the laptop is named as it is typed there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from desk.answers.season import OVERVIEWS
from desk.commands.commands import COMMANDS
from desk.render.catalogue import Words
from desk.web.request import Request
from desk.web.routes import may_do, route
from desk.web.words import button_of
from ledger.characters import visible
from ledger.messages import Blank, Do, Nameless, Sentence, Value, commands_of
from ledger.rulebooks.files import as_shipped, shipped
from ledger.rulebooks.rulebook import clause_cited
from ledger.state.book import Book
from ledger.state.tournament import Entrant


@dataclass(frozen=True, slots=True)
class StepPlace:
    """A page that a step leads to: its route, and the fields of the step in its address.

    `values` maps a name in the address to the field of the step; a step without a field that the
    path needs does not lead there.
    """

    route: str
    values: Mapping[str, str] = field(default_factory=dict)


_GAME = {"n": "round", "b": "board"}

PLACES: dict[str, StepPlace] = {
    # Commands with a page of their own
    "init": StepPlace("new", {"name": "name", "rules": "rules"}),
    "import": StepPlace("import"),
    "enter": StepPlace("enter", {"name": "name"}),
    "publish": StepPlace("draft"),
    "result": StepPlace("round-n", {"n": "round"}),
    "results": StepPlace("round-n", {"n": "round"}),
    "forfeit": StepPlace("default", _GAME),
    "correct-result": StepPlace("correct", _GAME),
    "protest": StepPlace("protest", {"round": "round", "player": "player"}),
    "ruling": StepPlace("dispute", {"d": "number"}),
    "check-in": StepPlace("check-in-ask", {"p": "player"}),
    "amend": StepPlace("change", {"n": "round", "way": "amend"}),
    "board-swap": StepPlace("change", {"n": "round", "way": "board-swap"}),
    "board-add": StepPlace("change", {"n": "round", "way": "board-add"}),
    "pairing-by-hand": StepPlace("change", {"n": "round", "way": "pairing-by-hand"}),
    # Questions
    "status": StepPlace("round"),
    "rounds": StepPlace("round"),
    "players": StepPlace("players"),
    "tournaments": StepPlace("home"),
    "log": StepPlace("log"),
    "show": StepPlace("log"),
    "pair": StepPlace("draft"),
    "pairings": StepPlace("pairings", {"round": "round_number"}),
    "standings": StepPlace("standing", {"after": "after"}),
    "crosstable": StepPlace("crosstable", {"after": "after"}),
    "player": StepPlace("player", {"p": "player"}),
    "why-rating": StepPlace("why-rating", {"p": "player"}),
    "prizes-show": StepPlace("prizes"),
    "audit": StepPlace("audit", {"n": "round"}),
    "check": StepPlace("audit", {"n": "round"}),
    "protests": StepPlace("disputes"),
    "rules-list": StepPlace("rules"),
    "rules-show": StepPlace("rules"),
    "overview": StepPlace("overview", {"page": "which"}),
    "export": StepPlace("export", {"kind": "format"}),
    "report": StepPlace("files"),
    "prohibited": StepPlace("do", {"command": "prohibit"}),
    "rating-lists": StepPlace("do", {"command": "rating-list"}),
    "acceleration": StepPlace("do", {"command": "accelerate"}),
    "who-comes": StepPlace("evening", {"round": "round_number"}),
    "checked-in": StepPlace("check-in"),
    "claims": StepPlace("round"),
    "board-list": StepPlace("round"),
}
"""The page of each verb that has one; every other command has its form."""

LESS: dict[str, str] = {
    "player": "players",
    "results": "round",
    "export": "files",
    "check-in": "check-in",
    "audit": "disputes",
    "check": "disputes",
    "overview": "more",
    "norms": "players",
    "why-rating": "players",
}
"""The page of a verb where the step does not name what its own page needs."""

ELSEWHERE = frozenset(
    {
        "apply",
        "bundle-verify",
        "copy",
        "demo",
        "digest",
        "generate",
        "help",
        "lake-build",
        "lake-plan",
        "lists-drop",
        "lists-load",
        "mirror-build",
        "mirror-update",
        "players-refresh",
        "replay",
        "restore",
        "serve",
        "sql",
        "upgrade",
        "verify",
    }
)
"""Verbs of the laptop: they read or write files, or are a program of their own."""

_SAME = {"amounts": "cents"}
"""The field of a command for a parameter of the command line."""

NOT_FIELDS = frozenset({"tournament", "ledger", "confirm", "file"})
"""Fields of a step that choose a file or answer a warning, and are no fields of its form."""


@dataclass(frozen=True, slots=True)
class WebStep:
    """A step that helps: its words, and the address where it is done, None for none here."""

    label: str
    link: str | None


def step_of(request: Request, book: Book, do: Do) -> WebStep:
    """Return a step as the reader can take it."""
    label = button_of(do, request.words)
    return WebStep(label, _address(request, book, do))


def links(request: Request, book: Book, sentence: Sentence) -> tuple[WebStep, ...]:
    """Return the steps that a sentence names, in order."""
    return tuple(step_of(request, book, do) for do in commands_of(sentence))


def linked(request: Request, book: Book, sentence: Value) -> Markup:
    """Return a sentence as HTML in which each step is a link, where it has an address."""
    steps: list[WebStep] = []

    def typed(do: Do, words: Words) -> str:
        steps.append(step_of(request, book, do))
        return f"{_MARK}{len(steps) - 1}{_MARK}"

    text = _Linking(request.language, typed)(sentence)
    if isinstance(sentence, Do) and not sentence.verb:
        text = request.say("web-steps.fill-in", fields=text)
    pieces = re.split(f"{_MARK}([0-9]+){_MARK}", text)
    return Markup("").join(
        _anchor(steps[int(piece)]) if at % 2 else escape(visible(piece))
        for at, piece in enumerate(pieces)
    )


def rule_link(request: Request, book: Book, clause: str | None) -> str:
    """Return the address of a cited clause, of the form "knsb-wp-2014 F11"; "" where none has it."""
    rulebook, _, cited = (clause or "").partition(" ")
    own = rulebook == book.rules.family
    if not request.slug or not (own or rulebook in shipped()):
        return ""
    clauses = book.rules.clauses if own else as_shipped(rulebook).clauses
    place = clause_cited(cited, clauses)
    return request.link("rules", rules=None if own else rulebook) + f"#{place}" if place else ""


_MARK = "\x00"


class _Linking(Words):
    """Words in which the place of each step is marked; no other text can hold the mark."""

    def __call__(self, value: Value) -> str:
        text = super().__call__(value)
        plain = isinstance(value, str) and not isinstance(value, Blank | Nameless)
        return text.replace(_MARK, "") if plain else text


def _anchor(step: WebStep) -> Markup:
    label = visible(step.label)
    if step.link is None:
        return escape(label)
    return Markup('<a href="{}">{}</a>').format(step.link, label)


def _address(request: Request, book: Book, do: Do) -> str | None:
    """Return where a step is done; None where the reader may not, or where it is typed."""
    if do.verb in ELSEWHERE:
        return None
    fields = {
        name: value
        for name, value in do.fields
        if not isinstance(value, Blank) and name not in NOT_FIELDS
    }
    if not do.verb:
        return _field_address(request, do)
    if not request.slug and do.verb not in ("init", "import", "tournaments", "rules-list"):
        return None
    place = PLACES.get(do.verb)
    if place is not None and (link := _page(request, book, place, fields)) is not None:
        return link
    if do.verb in LESS and request.may(LESS[do.verb]):
        return request.link(LESS[do.verb])
    if do.verb in COMMANDS and request.may("do") and may_do(request.role, do.verb):
        texts = {_SAME.get(name, name): _as_typed(value, request) for name, value in fields.items()}
        return request.link("do", command=do.verb, **texts)
    return None


def _page(
    request: Request, book: Book, place: StepPlace, fields: Mapping[str, object]
) -> str | None:
    """Return the address of a page with the fields that it takes; None where it cannot be."""
    if not request.may(place.route):
        return None
    values: dict[str, object] = {}
    for name, source in place.values.items():
        fixed = source in COMMANDS
        value = source if fixed else fields.get(source)
        if name == "p" and value is not None:
            value = _number_of(book, str(value))
        elif name == "page":
            value = _overview(value)
        kind = re.search(rf"{{{name}(:int)?}}", route(place.route).path)
        if kind and (value is None or (kind[1] and not str(value).isdecimal())):
            return None
        values[name] = None if value is True else value
    return request.link(place.route, **values)


def _number_of(book: Book, named: str) -> int | None:
    """Return the number of a player in addresses; None where the name means nobody, or several."""
    entrant = book.find_player(named)
    return book.state.label(entrant.player) if isinstance(entrant, Entrant) else None


def _overview(which: object) -> str | None:
    """Return the name of an overview, which a step may call by its number."""
    if not isinstance(which, int):
        return None if which is None else str(which)
    return dict(enumerate(OVERVIEWS, 1)).get(which)


def _field_address(request: Request, do: Do) -> str | None:
    """Return the place on the form of a field that is to be filled in."""
    names = [name for name, _ in do.fields]
    if request.route.name in ("do", "done") and names and names[0] not in NOT_FIELDS:
        return f"#f-{names[0].replace('_', '-')}"
    return None


def _as_typed(value: Value | tuple[str | int, ...], request: Request) -> str:
    """Return a value as it is typed in a form: a list is one a line."""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, tuple):
        return "\n".join(request.words(each) for each in value)
    return request.words(value)
