"""The fields of a command, read from its form as it was filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desk.commands.fields import CommandField, FieldValue
from desk.web.forms.form import control_of, fields_on
from desk.web.request import Request
from ledger.messages import also, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.values import cents_of


def read(request: Request, command: str, form: Mapping[str, str]) -> dict[str, Any] | Refusals:
    """Return the fields of a command as they were typed, or what cannot be read."""
    read_: dict[str, Any] = {"command": command}
    refusals: Refusals = ()
    for each in fields_on(command):
        name = each.name.replace("_", "-")
        control = control_of(command, each)
        if control == "file":
            read_ |= _uploaded(request, each.name)
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
    if each.name == "rules" and value.many:
        return [line.strip() for line in text.rstrip().splitlines()] or None
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
                what = message(
                    "commands.at-field",
                    field=also(**{each.name: True}),
                    what=message("usage.no-key", text=key),
                )
                step = message("web-forms.mend-field")
                return Refusal("no-key", what, step, exit=Exit.USAGE)
        return {key.strip(): setting.strip() for key, _, setting in pairs}
    if " and " in value.item:
        return [pair(line) for line in lines]
    if each.name == "cents":
        return [_cents(line) for line in lines] if value.many else _cents(text)
    return lines if value.many else text


def pair(line: str) -> list[str]:
    """Return white and black of a line: 7 12, 7-12, or names with a dash between blanks."""
    for between in (";", "\t", " - ", " – ", None if line[:1].isdecimal() else "\n"):
        parts = [part.strip() for part in line.split(between)]
        if len(parts) == 2:
            return parts
    left, _, right = line.partition("-")
    return [left.strip(), right.strip()] if right else [line]


def _cents(line: str) -> int | str:
    """Return an amount of money in cents; what is none stays as it was typed."""
    cents = cents_of(line)
    return line if cents is None else cents


def _uploaded(request: Request, name: str) -> dict[str, object]:
    """Return the name and the bytes of a file that was sent; nothing where none was."""
    file = request.files.get(name)
    if file is None or not file.name:
        return {}
    content = "content" if name == "file" else f"{name}_content"
    return {name: file.name, content: file.content}
