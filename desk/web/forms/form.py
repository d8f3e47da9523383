"""The form of any command, made from its fields, with errors at their place.

Values go by the names of the fields with hyphens, in addresses as in forms, so that a link can fill
a form in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from desk.commands.commands import SPECS
from desk.commands.fields import CommandField, fields_of
from desk.commands.spec import About, Of, Why
from desk.render.catalogue import room
from desk.web.forms.choices import boards, choice_words, editions, players, rulebooks
from desk.web.request import Request
from desk.web.words import label_of
from ledger.messages import Blank, Message, Parts, Sentence, commands_of, message, run_on
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Entrant

LEFT_OUT: dict[str, frozenset[str]] = {
    "details": frozenset({"clear"}),
    "claim": frozenset({"device", "source"}),
}
"""Fields without a place on the form: what is emptied there is cleared."""

CONTROLS = {
    "number": "number",
    "date": "date",
    "time": "moment",
    "flag": "flag",
    "keys": "lines",
    "file": "file",
    "board": "board",
    "player": "player",
    "points": "text",
    "text": "text",
}
OF_NAME = {
    "schedule.time": "clock",
    "schedule.check_in_until": "clock",
    "rules-change.rulebook": "rulebook",
    "edition.edition": "edition",
    "init.rules": "rulebook",
    "import.rules": "rulebook",
    "publish.basis": "hidden",
    "lots.order": "lines",
    "prizes-change.cents": "text",
    "prizes-declare.cents": "lines",
    "protest.text": "area",
    "ruling.text": "area",
}
"""The control of a field where its kind of value does not say which."""


OF_A_PLAYER = tuple(name for name, spec in SPECS.items() if spec.about is not About.NOBODY)
"""The commands about one player, which lead to each other."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field as a form shows it.

    `control` is text, area (a text of some sentences), number, date, clock, moment, choice, flag,
    lines, players, player, board, rulebook, edition, file, hidden, or fixed: a player who was chosen
    before. `value` is as it is typed,
    `choices` are values with their words, `chosen` those of a list that are ticked. `error` is what
    is wrong with it.
    """

    name: str
    label: str
    hint: str
    control: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    chosen: frozenset[str] = frozenset()
    required: bool = False
    low: int | None = None
    high: int | None = None
    error: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandForm:
    """The form of a command: what it is about, the rest, and errors that are of no field."""

    command: str
    fields: tuple[FormField, ...]
    more: tuple[FormField, ...] = ()
    errors: Refusals = ()

    @property
    def has_file(self) -> bool:
        """Return whether it sends a file."""
        return any(each.control == "file" for each in (*self.fields, *self.more))


def form_of(
    request: Request, book: Book, command: str, values: Mapping[str, str], refusals: Refusals = ()
) -> CommandForm:
    """Return the form of a command with the values that are typed, or named in the address."""
    wanted = fields_on(command)
    errors: dict[str, tuple[Sentence, ...]] = {}
    others: Refusals = ()
    for refusal in refusals:
        name = field_of(refusal, {each.name for each in wanted})
        if name:
            errors[name] = (*errors.get(name, ()), _at_field(refusal))
        else:
            others += (refusal,)
    shown = [
        _form_field(request, book, command, each, values, errors.get(each.name, ()))
        for each in wanted
    ]
    aside = {each.name.replace("_", "-") for each in wanted if _is_aside(command, each)}
    aside -= {each.name for each in shown if each.error or (each.value and each.name in values)}
    first = tuple(each for each in shown if each.name not in aside)
    return CommandForm(command, first, tuple(e for e in shown if e.name in aside), others)


def fields_on(command: str) -> list[CommandField]:
    """Return the fields that the form of a command has."""
    out = {"confirm", *LEFT_OUT.get(command, ())}
    return [each for each in fields_of(command) if each.name not in out]


def _is_aside(command: str, each: CommandField) -> bool:
    """Tell whether a field is one of those that are seldom filled in."""
    if each.required or command in ("details", "correct-person"):
        return False
    if each.name == "reason" and SPECS[command].reason is not Why.ASIDE:
        return False
    if each.name == "set" and command == "rules-change":
        return False
    return each.name in ("reason", "set", "seed", "basis", "order", "first_colour", "fact")


def _form_field(
    request: Request,
    book: Book,
    command: str,
    each: CommandField,
    values: Mapping[str, str],
    error: tuple[Sentence, ...],
) -> FormField:
    name = each.name.replace("_", "-")
    value = each.value
    control = control_of(command, each)
    typed = values.get(name, _usual(request, book, command, each) if name not in values else "")
    if control == "player":
        typed = _number_of(book, typed)
        fixed = typed and not error and name == "player" and command in OF_A_PLAYER
        control = "fixed" if fixed else control
    label = label_of(f"{command}.{each.name}", request.words) or label_of(each.name, request.words)
    choices = _choices(request, book, command, each, control, values)
    return FormField(
        name=name,
        label=label,
        hint=_hint(request, command, name),
        control=control,
        value=typed,
        choices=choices,
        chosen=_chosen(book, name, typed, values) if control == "players" else frozenset(),
        required=_is_required(command, each) and control not in ("players", "flag", "fixed"),
        low=value.low,
        high=value.high,
        error=error,
    )


def _is_required(command: str, each: CommandField) -> bool:
    """Tell whether a field has to be filled in; some commands always want a reason."""
    return each.required or (each.name == "reason" and SPECS[command].reason is Why.REQUIRED)


def control_of(command: str, each: CommandField) -> str:
    """Return the control of a field."""
    value = each.value
    if own := OF_NAME.get(f"{command}.{each.name}"):
        return own
    if value.many:
        return "players" if value.item == "player" and not value.choices else "lines"
    if value.choices or (value.kind == "flag" and each.default is not False):
        return "choice"
    return CONTROLS[value.kind]


def _usual(request: Request, book: Book, command: str, each: CommandField) -> str:
    """Return what a field has before anything is typed: the round that is meant, or its default."""
    if each.name == "round" and each.required and request.tournament:
        state = book.state
        published = SPECS[command].round is Of.PUBLISHED
        return str(len(state.rounds) or 1 if published else state.next_round)
    if each.value.kind == "flag" and each.default is True:
        return "yes"
    return "" if each.default in (None, False) else str(each.default)


def _number_of(book: Book, typed: str) -> str:
    """Return the number of the player that was named by number or name, or what was typed."""
    entrant = book.find_player(typed) if typed else None
    return str(book.state.label(entrant.player)) if isinstance(entrant, Entrant) else typed


def _chosen(book: Book, name: str, typed: str, values: Mapping[str, str]) -> frozenset[str]:
    ticked = {key.partition(".")[2] for key in values if key.startswith(f"{name}.")}
    named = {_number_of(book, line.strip()) for line in typed.splitlines() if line.strip()}
    return frozenset(ticked | named)


def _hint(request: Request, command: str, name: str) -> str:
    """Return the hint of a field in a browser, "" for none."""
    for of, key in (("command", f"{command}.hint.{name}"), ("web-forms", f"hint.{name}")):
        if key in room(of, request.language):
            return request.say(f"{of}.{key}")
    return ""


def _choices(
    request: Request,
    book: Book,
    command: str,
    each: CommandField,
    control: str,
    values: Mapping[str, str],
) -> tuple[tuple[str, str], ...]:
    none = () if each.required else (("", request.say("web-forms.no-choice")),)
    if control in ("player", "players", "fixed"):
        first = (("", request.say("web-forms.choose-player")),) if control == "player" else ()
        return (*first, *players(request, book))
    if control == "board":
        return boards(request, book, values.get("round", ""))
    if control == "rulebook":
        return rulebooks(request) if command == "init" else (*none, *rulebooks(request))
    if control == "edition":
        return editions(request)
    if each.value.kind == "flag":
        both = tuple((code, request.say(f"web-forms.{code}")) for code in ("yes", "no"))
        return both if each.default is True else (*none, *both)
    if control != "choice":
        return ()
    family = each.value.said or each.name.replace("_", "-")
    if each.required:
        none = (("", request.say("web-forms.choose")),)
    words = tuple((code, choice_words(request, family, code)) for code in each.value.choices)
    return words if each.default else (*none, *words)


def field_of(refusal: Refusal, names: set[str]) -> str:
    """Return the field that a refusal is about, "" for none."""
    for sentence in (refusal.what, refusal.next):
        for do in commands_of(sentence):
            for typed, value in () if do.verb else do.fields:
                name = typed.replace("-", "_")
                if name in names and (value is True or isinstance(value, Blank)):
                    return name
    return ""


def _at_field(refusal: Refusal) -> Sentence:
    """Return what is wrong as it stands at the field itself, which need not be named there.

    A next step in words goes with it; one that is a command does not help at a field.
    """
    what = refusal.what
    if isinstance(what, Message) and what.key == "commands.at-field":
        inner = dict(what.values)["what"]
        assert isinstance(inner, str | Message | Parts)
        what = inner
        if refusal.next != message("web-forms.mend-field") and not commands_of(refusal.next):
            return run_on(what, refusal.next, between=" ")
    return what
