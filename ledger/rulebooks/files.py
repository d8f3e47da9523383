"""Rulebook files: reading, composing, and reporting all errors, with file and line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from ledger.messages import Blank, Sentence, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.bounds import out_of_bounds
from ledger.rulebooks.readings import PROSE, built_reading, without_readings
from ledger.rulebooks.rulebook import READ_BELOW, TABLES_OF_ALL, Clause, Rulebook, completed
from ledger.rulebooks.section import Section, Systems
from ledger.system_errors import CHECK_PERMISSIONS, cannot_be_read
from ledger.text_files import quoted, shortened, text_of
from ledger.toml_text import NoToml, Tree, tree_of
from ledger.wrong_values import WrongValue, what_is_wrong, wrong_value

MAX_BASES = 8
"""A file may be based on a file that is based on a file ..., but not on itself."""


@dataclass(slots=True)
class _Source:
    """The keys of a rulebook, and the origin of each: (file, its text)."""

    keys: Tree
    texts: list[tuple[str, str]] = field(default_factory=list)


@cache
def shipped() -> tuple[str, ...]:
    """Return the ids of the rulebooks that come with the program, sorted."""
    folder = resources.files("ledger") / "rulebooks"
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


class AsShipped(NamedTuple):
    """What people read of a rulebook that comes with the program: its title, source and clauses."""

    title: str
    source: str
    clauses: Mapping[str, Clause]


@cache
def as_shipped(name: str) -> AsShipped:
    """Return what people read of a rulebook that comes with the program."""
    source = _read(name, Path(), 0)
    assert isinstance(source, _Source), f"{name} is not shipped"
    keys = source.keys
    clauses = keys.get("clauses", {})
    return AsShipped(
        keys["title"], keys["source"], {at: Clause.model_validate(clauses[at]) for at in clauses}
    )


def load(name: str, changes: Mapping[str, str] | None, systems: Systems) -> Rulebook | Refusals:
    """Load a shipped rulebook by id, or a TOML file by path, with dotted keys changed.

    A file may begin with base = "knsb-wp-2014" (an id, or a path relative to the file) and give
    only the keys that differ; tiebreaks = "fide-2026" takes the sections of tie-breaks from that
    rulebook. `changes` maps "bye.points" to the text of its value, in the form of `--set`; they
    become part of the id. `systems` are the existing pairing systems. All errors are returned at
    once.
    """
    source = _read(name, Path.cwd(), 0)
    return source if isinstance(source, tuple) else _changed(source, name, changes or {}, systems)


def with_keys(rules: Rulebook, changes: Mapping[str, str], systems: Systems) -> Rulebook | Refusals:
    """Return a rulebook in force with some keys changed; all others stay, as its id tells.

    `changes`, `systems` and errors as in `load`.
    """
    keys = json.loads(rules.canonical())
    keys["id"], _, label = rules.id.partition("+")
    before = dict(each.split("=", 1) for each in _KEY_OF_ID.split(label) if "=" in each)
    changed = _changed(_Source(keys), rules.family, changes, systems)
    if isinstance(changed, tuple):
        return changed
    return changed.model_copy(update={"id": _id_with(rules.family, {**before, **changes})})


_KEY_OF_ID = re.compile(r",(?=[\w.]+=)")
"""What stands between two keys in the id of a rulebook; the list of a value has commas as well."""


def _id_with(family: object, changes: Mapping[str, str]) -> str:
    """Return the id of a rulebook with changed keys."""
    return f"{family}+" + ",".join(f"{key}={text}" for key, text in changes.items())


def _changed(
    source: _Source, name: str, changes: Mapping[str, str], systems: Systems
) -> Rulebook | Refusals:
    """Return the rulebook of a source with keys changed, or everything that is wrong with it."""
    if "tiebreaks" in changes:
        taken = _with_tiebreaks(source, str(_value(changes["tiebreaks"])), Path.cwd(), name, 0)
        if isinstance(taken, tuple):
            return taken
        source = taken
    problems: list[Refusal] = []
    for key, text in changes.items():
        wrong = _assign(source.keys, key, _value(text))
        if wrong:
            what = message("rulebooks.set", typed=shortened(f"{key}={text}", 80), what=wrong)
            problems.append(_problem("rulebook-invalid", what, of=name))
    if problems:
        return tuple(problems)
    if changes:
        source.keys["id"] = _id_with(source.keys.get("id"), changes)
    rules, wrong_keys = _judged(source.keys, systems)
    if rules is None:
        return tuple(_located(source, error, name, changes) for error in wrong_keys)
    return rules


def _judged(keys: Tree, systems: Systems) -> tuple[Rulebook | None, list[Any]]:
    """Return the rulebook of its keys; None where they are wrong, with the errors as pydantic's."""
    tables, errors = _with_sections(without_readings(keys), systems)
    try:
        rules = Rulebook.model_validate(tables)
    except ValidationError as error:
        of_keys = (one for one in error.errors() if one["loc"] or not errors)
        return None, [*of_keys, *errors]
    kinds = systems[rules.system]() if rules.system in systems else ()
    errors = errors or [*_misplaced(rules, kinds, systems)]
    errors = errors or [_error_at(key, what) for key, what in out_of_bounds(rules, kinds)]
    if not errors and rules.system not in systems:
        expected = {"expected": ", ".join(systems)}
        errors = [
            {"loc": ("system",), "type": "literal_error", "input": rules.system, "ctx": expected}
        ]
    return (None, errors) if errors else (rules, [])


def _with_sections(keys: Tree, systems: Systems) -> tuple[Tree, list[Any]]:
    """Return the keys with the sections of pairing systems complete, and what is wrong in them.

    A table of no section is wrong, unless there is no system of the name that could have it.
    """
    tables = {name: value for name, value in keys.items() if name in TABLES_OF_ALL}
    system = str(keys.get("system"))
    errors: list[Any] = []
    for name in [name for name in keys if name not in tables]:
        kind = _section_named(name, system, systems)
        if kind is None:
            if system in systems or not isinstance(keys[name], Mapping):
                errors.append({"loc": (name,), "type": "extra_forbidden"})
            continue
        try:
            tables[name] = completed(kind, keys[name])
        except ValidationError as error:
            errors += ({**one, "loc": (name, *one["loc"])} for one in error.errors())
    return tables, errors


def _section_named(name: str, system: str, systems: Systems) -> type[Section] | None:
    """Return the section of a name: that of the system first, or that of any."""
    of_system = systems[system]() if system in systems else ()
    others = (kind for of_other in systems.values() for kind in of_other())
    every = (kind for kinds in (of_system, READ_BELOW, others) for kind in kinds)
    return next((kind for kind in every if kind.name == name), None)


def _misplaced(rules: Rulebook, kinds: Sequence[type[Section]], systems: Systems) -> Iterator[Any]:
    """Yield the first section that the system has not, or that is missing."""
    if rules.system not in systems:
        return
    for name in sorted({kind.name for kind in kinds} ^ {*rules.sections})[:1]:
        *before, last = [
            quoted(system)
            for system, of_system in systems.items()
            if name in (kind.name for kind in of_system())
        ]
        also = message("values.or", before=", ".join(before), last=last) if before else last
        yield _error_at("", message("rulebooks.section", section=name, systems=also))


def _error_at(key: str, what: Sentence) -> Any:
    """Return an error at a key, "" for the whole rulebook, in the form of pydantic's."""
    loc = tuple(key.split(".")) if key else ()
    return {"loc": loc, "type": "value_error", "ctx": {"error": WrongValue(what)}}


@cache
def _shipped_text(name: str) -> str:
    return (resources.files("ledger") / "rulebooks" / f"{name}.toml").read_text("utf-8")


@cache
def _shipped_keys(name: str) -> Tree:
    """Return the keys of a rulebook that comes with the program: read once, never to be changed."""
    return tree_of(_shipped_text(name))


def in_file(file: str, what: Sentence, line: int | None = None) -> Sentence:
    """Return a sentence about a file with its name, and the line where that is known."""
    if line is None:
        return message("rulebooks.in-file", file=file, what=what)
    return message("rulebooks.at-line", file=file, line=line, what=what)


def text_of_file(path: Path, shown: str) -> str | Refusal:
    """Return the text of a file with keys, or why it cannot be read."""
    try:
        text = text_of(path.read_bytes())
    except OSError as error:
        return _problem("rulebook-unreadable", cannot_be_read(shown, error), CHECK_PERMISSIONS)
    if isinstance(text, Refusal):
        return _problem("rulebook-unreadable", in_file(shown, text.what), text.next)
    return text


def keys_of(text: str, shown: str) -> Tree | Refusal:
    """Return the keys in the text of a file, or where it is not TOML."""
    try:
        return tree_of(text)
    except NoToml as error:
        what = in_file(shown, error.why, error.line)
        return _problem("rulebook-unreadable", what, message("rulebooks.mend"))


def _read(name: str, folder: Path, depth: int) -> _Source | Refusals:
    path = folder / name
    if name in shipped():
        text = _shipped_text(name)
        shown = f"{name}.toml"
    elif path.suffix == ".toml" and path.is_file():
        read = text_of_file(path, name)
        if isinstance(read, Refusal):
            return (read,)
        text, shown = read, name
    else:
        alike = [one for one in shipped() if name and one.startswith(name)]
        step = message("rulebooks.unknown-step", names=", ".join(alike or shipped()))
        what = message("rulebooks.unknown", name=quoted(name))
        return (_problem("unknown-rulebook", what, step),)
    parsed = _shipped_keys(name) if name in shipped() else keys_of(text, shown)
    if isinstance(parsed, Refusal):
        return (parsed,)
    keys = dict(parsed)
    if isinstance(keys.get(PROSE), Mapping):
        del keys[PROSE]
    source = _on_base(keys, text, shown, path.parent, depth)
    if isinstance(source, tuple) or "tiebreaks" not in keys:
        return source
    own = [name for name in OF_TIE_BREAKS if name in keys]
    if own:
        sections = ", ".join(f"[{name}]" for name in own)
        clash = message("rulebooks.tiebreaks-clash", n=len(own), sections=sections)
        return (_problem("rulebook-invalid", in_file(shown, clash)),)
    return _with_tiebreaks(source, str(keys["tiebreaks"]), path.parent, shown, depth)


OF_TIE_BREAKS = ("unplayed", "ranking")
"""The sections that `tiebreaks` takes from the rulebook of its name."""


def _with_tiebreaks(
    source: _Source, name: str, folder: Path, shown: str, depth: int
) -> _Source | Refusals:
    """Return a source with the tie-breaks of a rulebook that has nothing else."""
    if depth == MAX_BASES:
        return (_problem("rulebook-invalid", in_file(shown, message("rulebooks.circle"))),)
    other = _read(name, folder, depth + 1)
    if isinstance(other, tuple):
        return other
    if other.keys.get("system") != "none":
        what = message("rulebooks.tiebreaks-pairs", name=quoted(name))
        return (_problem("rulebook-invalid", in_file(shown, what)),)
    taken = {section: other.keys[section] for section in OF_TIE_BREAKS if section in other.keys}
    return _Source(source.keys | taken, [*source.texts, *other.texts])


def _on_base(keys: Tree, text: str, shown: str, folder: Path, depth: int) -> _Source | Refusals:
    """Return the keys of a file over those of the file that it stands on."""
    base_name = keys.pop("base", None)
    if base_name is None:
        return _Source(keys, [(shown, text)])
    if depth == MAX_BASES:
        return (_problem("rulebook-invalid", in_file(shown, message("rulebooks.circle"))),)
    base = _read(str(base_name), folder, depth + 1)
    if isinstance(base, tuple):
        return base
    if "id" not in keys:
        return (_problem("rulebook-invalid", in_file(shown, message("rulebooks.own-id"))),)
    return _Source(merged(base.keys, keys), [(shown, text), *base.texts])


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> Tree:
    """Return `base` with the keys of `over`; tables are merged, all other values replaced."""
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = merged(old, value) if both and isinstance(old, dict) else value
    return result


def _assign(tree: Tree, dotted: str, value: object) -> Sentence | None:
    """Set a dotted key; return the error, or None."""
    *sections, last = dotted.split(".")
    if dotted in ("id", "base", "system") or sections[:1] == ["clauses"]:
        return message("rulebooks.fixed")
    for section in sections:
        if not isinstance(tree.get(section), dict):
            return message("rulebooks.no-section", name=quoted(section))
        tree[section] = dict(tree[section])
        tree = tree[section]
    tree[last] = value
    return None


def _value(text: str) -> object:
    """Read a value as TOML; any other text is a string: D2 needs no quotes."""
    try:
        return tree_of(f"v = {text}")["v"]
    except NoToml:
        return text


def _located(source: _Source, error: Any, name: str, changes: Mapping[str, str]) -> Refusal:
    """Return the refusal for one key, with its place."""
    dotted = ".".join(str(part) for part in error["loc"])
    what = _plain(error)
    wrong = wrong_value(error)
    clause = None if wrong is None else wrong.clause
    # The place in a list is not a key that anybody typed.
    key = next((one for one in changes if f"{dotted}.".startswith(f"{one}.")), None)
    if key is not None:
        typed = shortened(f"{key}={changes[key]}", 80)
        what = message("rulebooks.set", typed=typed, what=what)
        return _problem("rulebook-invalid", what, clause=clause, of=name)
    if dotted:
        what = message("rulebooks.at-key", key=shortened(dotted, 80), what=what)
    places = [
        (*nearest, shown)
        for shown, text in source.texts
        if (nearest := nearest_line(text, error["loc"]))
    ]
    _, line, shown = max(places, key=lambda place: place[0], default=(0, None, name))
    return _problem("rulebook-invalid", in_file(shown, what, line), clause=clause)


def _plain(error: Any) -> Sentence:
    """Return pydantic's error in words for a person who edits a rulebook."""
    match error["type"]:
        case "extra_forbidden":
            built = built_reading(*error["loc"])
            if built is None:
                return what_is_wrong(error)
            expected = {"expected": repr(built)}
            return what_is_wrong({**error, "type": "literal_error", "ctx": expected})
        case "missing":
            return message("rulebooks.missing")
        case _:
            return what_is_wrong(error)


_TABLE = re.compile(r"^\s*\[([^\[\]]+)\]")
_KEY = re.compile(r"^\s*([\w\-.\"']+)\s*=")


def nearest_line(text: str, place: tuple[int | str, ...]) -> tuple[int, int] | None:
    """Return how many parts of a key's path the file has, and the line; None for no part."""
    wanted = tuple(map(str, place))
    table: tuple[str, ...] = ()
    nearest: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if header := _TABLE.match(line):
            table = here = _parts(header[1])
        elif key := _KEY.match(line):
            here = table + _parts(key[1])
        else:
            continue
        if here == wanted[: len(here)] and (nearest is None or len(here) > nearest[0]):
            nearest = (len(here), number)
    return nearest


def _parts(dotted: str) -> tuple[str, ...]:
    """Split a dotted TOML key; a quoted part may hold dots: clauses."C4.1"."""
    quoted = re.findall(r"\"([^\"]*)\"|'([^']*)'|([\w\-]+)", dotted)
    return tuple("".join(groups) for groups in quoted)


def _problem(
    code: str,
    what: Sentence,
    next_step: Sentence | None = None,
    clause: str | None = None,
    *,
    of: str = "",
) -> Refusal:
    """Return a refusal; its next step shows the keys of the rulebook `of`, "" for one to fill in."""
    if next_step is None:
        named = of in shipped() or of.endswith(".toml")
        show = do("rules-show", rulebook=of if named else Blank("RULEBOOK"))
        next_step = message("rulebooks.show-keys", command=show)
    return Refusal(code, what, next_step, clause, exit=Exit.USAGE)
