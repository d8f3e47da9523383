"""The form of any command, made from its fields: shown, read back, with errors at their place.

Values go by the names of the fields with hyphens, in addresses as in forms, so that a link can fill
a form in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desk.commands.fields import CommandField, FieldValue, fields_of
from desk.render.catalogue import room
from desk.web.steps import label_of
from ledger.messages import Blank, Do, Message, Sentence, commands_of, message
from ledger.names import alphabetical
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.tournament import Entrant

if TYPE_CHECKING:
    from desk.web.visit import Visit

LEFT_OUT: dict[str, frozenset[str]] = {
    "details": frozenset({"clear"}),
    "claim": frozenset({"device", "source"}),
}
"""Fields without a place on the form: what is emptied there is cleared."""

ALREADY: frozenset[str] = frozenset(
    {"result", "forfeit", "adjourn", "correct-result", "correct-colours", "board-add",
     "board-swap", "start", "amend", "protest", "catch-up", "external", "correct-external"}
)  # fmt: skip
"""Commands about a round that is published; the others with a round are about one to come."""

FAMILIES = {
    "catch-up.result": "result", "correct-result.result": "result", "result.result": "result",
    "claim.result": "result", "external.result": "own-result",
    "correct-external.result": "own-result", "forfeit.white": "cause", "forfeit.black": "cause",
}  # fmt: skip
"""The words of the choices of a field, where its name does not say which."""

CONTROLS = {
    "number": "number", "date": "date", "time": "moment", "flag": "flag", "keys": "lines",
    "file": "file", "board": "board", "player": "player", "points": "text", "text": "text",
}  # fmt: skip
OF_NAME = {"schedule.time": "clock", "rules-change.rulebook": "rulebook", "init.rules": "rulebook",
           "import.rules": "rulebook", "publish.basis": "hidden", "lots.order": "lines",
           "prizes-declare.cents": "lines"}  # fmt: skip
"""The control of a field where its kind of value does not say which."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field as a form shows it.

    `control` is text, number, date, clock, moment, choice, flag, lines, players, player, board,
    rulebook, file or hidden. `value` is as it is typed, `choices` are values with their words,
    `chosen` those of a list that are ticked. `error` is what is wrong with it.
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
    visit: Visit, command: str, values: Mapping[str, str], refusals: Refusals = ()
) -> CommandForm:
    """Return the form of a command with the values that are typed, or named in the address."""
    wanted = _fields(command)
    errors: dict[str, tuple[Sentence, ...]] = {}
    others: Refusals = ()
    for refusal in refusals:
        name = field_of(refusal, {each.name for each in wanted})
        if name:
            errors[name] = (*errors.get(name, ()), _at_field(refusal))
        else:
            others += (refusal,)
    shown = [
        _form_field(visit, command, each, values, errors.get(each.name, ())) for each in wanted
    ]
    aside = {each.name.replace("_", "-") for each in wanted if _is_aside(command, each)}
    aside -= {each.name for each in shown if each.error or (each.value and each.name in values)}
    first = tuple(each for each in shown if each.name not in aside)
    return CommandForm(command, first, tuple(e for e in shown if e.name in aside), others)


def _fields(command: str) -> list[CommandField]:
    out = {"confirm", *LEFT_OUT.get(command, ())}
    return [each for each in fields_of(command) if each.name not in out]


def _is_aside(command: str, each: CommandField) -> bool:
    """Tell whether a field is one of those that are seldom filled in."""
    if each.required or command in ("details", "correct-person"):
        return False
    return each.name in ("reason", "set", "seed", "basis", "order", "first_colour")


def _form_field(
    visit: Visit, command: str, each: CommandField, values: Mapping[str, str],
    error: tuple[Sentence, ...],
) -> FormField:  # fmt: skip
    name, value = each.name.replace("_", "-"), each.value
    control = control_of(command, each)
    typed = values.get(name, _usual(visit, command, each) if name not in values else "")
    if control == "player":
        typed = _number_of(visit, typed)
    return FormField(
        name, label_of(f"{command}.{each.name}", visit.words) or label_of(each.name, visit.words),
        _hint(visit, command, name), control, typed, _choices(visit, command, each, control, values),
        _chosen(visit, name, typed, values) if control == "players" else frozenset(),
        each.required and control not in ("players", "flag"), value.low, value.high, error,
    )  # fmt: skip


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


def _usual(visit: Visit, command: str, each: CommandField) -> str:
    """Return what a field has before anything is typed: the round that is meant, or its default."""
    if each.name == "round" and each.required and visit.tournament:
        state = visit.book.state
        return str(len(state.rounds) or 1 if command in ALREADY else state.next_round)
    if each.value.kind == "flag" and each.default is True:
        return "yes"
    return "" if each.default in (None, False) else str(each.default)


def _number_of(visit: Visit, typed: str) -> str:
    """Return the number of the player that was named by number or name, or what was typed."""
    entrant = visit.book.find_player(typed) if typed else None
    return str(visit.book.state.label(entrant.player)) if isinstance(entrant, Entrant) else typed


def _chosen(
    visit: Visit, name: str, typed: str, values: Mapping[str, str]
) -> frozenset[str]:  # fmt: skip
    ticked = {key.partition(".")[2] for key in values if key.startswith(f"{name}.")}
    named = {_number_of(visit, line.strip()) for line in typed.splitlines() if line.strip()}
    return frozenset(ticked | named)


def _hint(visit: Visit, command: str, name: str) -> str:
    """Return the hint of a field: its own in a browser, else that of the command line."""
    own, shared = room("web-forms", visit.language), room("fields", visit.language)
    for key in (f"{command}.{name}", name):
        if f"hint.{key}" in own:
            return visit.say(f"web-forms.hint.{key}")
        if key in shared:
            return str(shared[key])
    return ""


def _choices(
    visit: Visit, command: str, each: CommandField, control: str, values: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    none = () if each.required else (("", visit.say("web-forms.no-choice")),)
    if control in ("player", "players"):
        first = (("", visit.say("web-forms.choose-player")),) if control == "player" else ()
        return (*first, *players(visit))
    if control == "board":
        return _boards(visit, values.get("round", ""))
    if control == "rulebook":
        return (*none, *rulebooks(visit)) if command == "import" else rulebooks(visit)
    if each.value.kind == "flag":
        both = tuple((code, visit.say(f"web-forms.{code}")) for code in ("yes", "no"))
        return both if each.default is True else (*none, *both)
    if control != "choice":
        return ()
    family = FAMILIES.get(f"{command}.{each.name}", each.name.replace("_", "-"))
    if each.required:
        none = (("", visit.say("web-forms.choose")),)
    words = tuple((code, choice_words(visit, family, code)) for code in each.value.choices)
    return words if each.default else (*none, *words)


def choice_words(visit: Visit, family: str, code: str) -> str:
    """Return the words of a fixed value: those of a form, else those of the command line."""
    key = f"{family}.{code.replace(' ', '-').replace('_', '-')}"
    if f"choice.{key}" in room("web-forms", visit.language):
        return visit.say(f"web-forms.choice.{key}")
    text = str(room("answers", visit.language).get(key, code))
    return text.split("|")[0].strip()


def players(visit: Visit) -> tuple[tuple[str, str], ...]:
    """Return the players by name, with their numbers as values."""
    book = visit.book
    named = [(book.name(player), str(book.state.label(player))) for player in book.state.players]
    named.sort(key=lambda one: alphabetical(one[0]))
    return tuple((number, f"{visit.words(name)} ({number})") for name, number in named)


def rulebooks(visit: Visit) -> tuple[tuple[str, str], ...]:
    """Return the rulebooks that pair, with their titles."""
    from ledger.rulebooks.files import shipped
    from ledger.rulebooks.rulebook import Rulebook
    from pairing.systems.registry import load_rulebook, without_engine
    from projections.views.rules import title_of

    loaded = [load_rulebook(name) for name in shipped()]
    return tuple(
        (rules.id, visit.words(title_of(rules)))
        for rules in loaded
        if isinstance(rules, Rulebook) and without_engine(rules) is None
    )


def _boards(visit: Visit, typed: str) -> tuple[tuple[str, str], ...]:
    state, name = visit.book.state, visit.book.name
    round_ = state.round(int(typed)) if typed.isdecimal() and len(typed) < 4 else None
    if round_ is None:
        round_ = state.rounds[-1] if state.rounds else None
    return tuple(
        (str(board), visit.words(message("web-forms.board", white=name(g.white), black=name(g.black))))
        for board, g in enumerate(round_.games if round_ else (), 1)
    )  # fmt: skip


def read(visit: Visit, command: str, form: Mapping[str, str]) -> dict[str, Any] | Refusals:
    """Return the fields of a command as they were typed, or what cannot be read."""
    read_: dict[str, Any] = {"command": command}
    refusals: Refusals = ()
    for each in _fields(command):
        name, control = each.name.replace("_", "-"), control_of(command, each)
        if control == "file":
            read_ |= _uploaded(visit, each.name)
            continue
        text = form.get(name, "")
        if control == "players":
            text = "\n".join(
                [
                    *text.splitlines(),
                    *(k.partition(".")[2] for k in form if k.startswith(f"{name}.")),
                ]
            )
        value = _value(each.value, text, each)
        if isinstance(value, Refusal):
            refusals += (value,)
        elif value is not None:
            read_[each.name] = value
    return refusals or read_


def _value(value: FieldValue, text: str, each: CommandField) -> Any:
    """Return a value as commands take it, None where nothing was typed."""
    text = text.strip()
    if value.kind == "flag":
        return {"yes": True, "no": False}.get(text)
    if not text:
        return None
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if value.kind == "keys":
        pairs = [line.partition("=") for line in lines]
        for key, sign, _ in pairs:
            if not (sign and key.strip()):
                what = message("commands.at-field", field=Do("", ((each.name, True),)),
                               what=message("usage.no-key", text=key))  # fmt: skip
                step = message("web-forms.mend-field")
                return Refusal("no-key", what, step, exit=Exit.USAGE)
        return {key.strip(): setting.strip() for key, _, setting in pairs}
    if " and " in value.item:
        return [_pair(line) for line in lines]
    if each.name == "cents":
        return [_cents(line) for line in lines]
    return lines if value.many else text


def _pair(line: str) -> list[str]:
    """Return white and black of a line: 7 12, 7-12, or names with a dash between blanks."""
    for between in (";", "\t", " - ", " – ", None if line[:1].isdecimal() else "\n"):
        parts = [part.strip() for part in line.split(between)]
        if len(parts) == 2:
            return parts
    left, _, right = line.partition("-")
    return [left.strip(), right.strip()] if right else [line]


def _cents(line: str) -> int | str:
    """Return an amount of money, 500 or 99,95, in cents; what is none stays as it was typed."""
    whole, _, part = line.replace(",", ".").partition(".")
    if not (whole + part).isdecimal() or len(part) > 2 or not whole:
        return line
    return int(whole) * 100 + int(part.ljust(2, "0"))


def _uploaded(visit: Visit, name: str) -> dict[str, object]:
    """Return the name and the bytes of a file that was sent; nothing where none was."""
    file = visit.files.get(name)
    if file is None or not file.filename:
        return {}
    content = "content" if name == "file" else f"{name}_content"
    return {name: file.filename, content: file.file.read()}


def field_of(refusal: Refusal, names: set[str]) -> str:
    """Return the field that a refusal is about, "" for none."""
    for sentence in (refusal.what, refusal.next):
        for do in commands_of(sentence):
            for name, value in () if do.verb else do.fields:
                if name in names and (value is True or isinstance(value, Blank)):
                    return name
    return ""


def _at_field(refusal: Refusal) -> Sentence:
    """Return what is wrong as it stands at the field itself, which need not be named there."""
    what = refusal.what
    if isinstance(what, Message) and what.key == "commands.at-field":
        inner = dict(what.values)["what"]
        assert isinstance(inner, Sentence)  # type: ignore[arg-type]
        return inner  # type: ignore[return-value]
    return what
