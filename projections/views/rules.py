"""What the `rules` verbs show of a rulebook: keys, clauses, differences, coverage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ledger.refusals import Exit, Refusal
from ledger.rulebooks.coverage import cited_by_code, cited_by_tests, places_of
from ledger.rulebooks.rulebook import Clause, Rulebook
from ledger.wording import count_of
from projections.views.view import Column, Row, View

LIST_COLUMNS = (
    Column("id", "rulebook"),
    Column("system", "pairs by"),
    Column("title", "title"),
    Column("clauses", "clauses", "right"),
    Column("not_built", "not built", "right"),
)


def list_view(rulebooks: list[Rulebook]) -> View:
    """Return the rulebooks that come with the program."""
    rows: list[Row] = [
        {
            "id": rules.id,
            "system": rules.system,
            "title": rules.title,
            "clauses": len(rules.clauses),
            "not_built": len(not_built(rules)),
            "hash": rules.hash,
        }
        for rules in rulebooks
    ]
    return View("", LIST_COLUMNS, tuple(rows))


def keys_of(rules: Rulebook) -> dict[str, str]:
    """Return every key of a rulebook, dotted, with its value as people write it."""
    found: dict[str, str] = {}
    dumped = rules.model_dump(mode="json", exclude={"clauses", "cites", "id", "title", "source"})

    def walk(prefix: str, value: object) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                walk(f"{prefix}.{key}" if prefix else str(key), inner)
        elif isinstance(value, list):
            found[prefix] = ", ".join(str(item) for item in value)
        else:
            found[prefix] = {True: "true", False: "false"}.get(value, str(value))  # type: ignore[call-overload]

    walk("", dumped)
    return found


KEY_COLUMNS = (Column("key", "key"), Column("value", "value"))
CLAUSE_COLUMNS = (
    Column("clause", "clause"),
    Column("status", "status"),
    Column("text", "in our words"),
    Column("note", "note"),
)


def show_view(rules: Rulebook, clause: str | None) -> View | Refusal:
    """Return a rulebook's keys and the names of its clauses, or one clause with those below it."""
    head = {"rulebook": rules.id, "title": rules.title, "source": rules.source, "hash": rules.hash}
    if clause is None:
        keys: list[Row] = [{"key": key, "value": value} for key, value in keys_of(rules).items()]
        listed = {name: _clause_row(name, c) for name, c in rules.clauses.items()}
        head_all: dict[str, object] = {**head, "clauses": list(listed.values())}
        notes = (f"clauses: {', '.join(listed)}" if listed else "no clauses", f"hash {rules.hash}")
        return View(f"{rules.id}: {rules.title}", KEY_COLUMNS, tuple(keys), head_all, notes)
    rows = tuple(
        _clause_row(name, c) for name, c in rules.clauses.items() if _belongs(name, clause)
    )
    if not rows:
        what = f'{rules.id} has no clause "{clause}"'
        step = f"toernooi rules show {rules.id} names them"
        return Refusal("unknown-clause", what, step, exit=Exit.USAGE)
    return View(f"{rules.id}: {rules.title}", CLAUSE_COLUMNS, rows, head)


def _belongs(name: str, asked: str) -> bool:
    """Tell whether a clause is the one asked for or a part of it: A1d has A1d-A; C4 has C4.1."""
    low, wanted = name.casefold(), asked.casefold()
    if not low.startswith(wanted):
        return False
    rest = low[len(wanted) :]
    return not (rest[:1].isdigit() and wanted[-1:].isdigit())


def _clause_row(name: str, clause: Clause) -> Row:
    return {
        "clause": name,
        "status": clause.status,
        "text": clause.text,
        "same_as": clause.same_as,
        "note": clause.note,
    }


def not_built(rules: Rulebook) -> list[str]:
    """Return the clauses that the program should do and does not yet."""
    return [name for name, clause in rules.clauses.items() if clause.status == "not built"]


PLACES_COLUMNS = (
    Column("clause", "clause"),
    Column("status", "status"),
    Column("place", "code, then tests"),
)


def coverage_view(rules: Rulebook) -> tuple[View, bool]:
    """Return every clause with its status and places, and whether nothing is left to be built."""
    code, tests = cited_by_code(), cited_by_tests()
    rows = tuple(
        _clause_row(name, clause)
        | {"code": places_of(code, rules, name), "tests": places_of(tests or {}, rules, name)}
        for name, clause in rules.clauses.items()
    )
    missing = not_built(rules)
    counts = {
        status: sum(row["status"] == status for row in rows)
        for status in ("implemented", "arbiter", "not applicable", "not built")
    }
    said = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    notes = [f"{count_of(len(rows), 'clause')}: {said}"]
    if tests is None:
        notes.append("the tests do not come with the installed program, only with its source")
    head = {"rulebook": rules.id, "counts": counts, "complete": not missing}
    title = f"{rules.id}: coverage"
    return View(title, CLAUSE_COLUMNS, rows, head, tuple(notes)), not missing


def by_place(coverage: View) -> View:
    """Return a coverage for people: a line for each place, code before tests."""
    rows: list[Row] = []
    for row in coverage.rows:
        places = [*_texts(row["code"]), *_texts(row["tests"])] or [""]
        rows.append({"clause": row["clause"], "status": row["status"], "place": places[0]})
        rows += [{"place": place} for place in places[1:]]
    return replace(coverage, columns=PLACES_COLUMNS, rows=tuple(rows))


def _texts(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


DIFF_COLUMNS = (
    Column("kind", "what"),
    Column("name", "name"),
    Column("first", ""),
    Column("second", ""),
)


def diff_view(first: Rulebook, second: Rulebook) -> View:
    """Return the keys and the clauses in which two rulebooks differ."""
    rows: list[Row] = []
    ours, theirs = keys_of(first), keys_of(second)
    for key in [*ours, *(k for k in theirs if k not in ours)]:
        if ours.get(key) != theirs.get(key):
            rows.append(_difference("key", key, ours.get(key), theirs.get(key)))
    names = [*first.clauses, *(c for c in second.clauses if c not in first.clauses)]
    for name in names:
        one, other = first.clauses.get(name), second.clauses.get(name)
        if one is None or other is None or one.text != other.text:
            rows.append(
                _difference(
                    "clause", name, one.text if one else None, other.text if other else None
                )
            )
    columns = (*DIFF_COLUMNS[:2], Column("first", first.id), Column("second", second.id))
    head = {"first": first.id, "second": second.id}
    return View(f"{first.id} against {second.id}", columns, tuple(rows), head)


def _difference(kind: str, name: str, first: str | None, second: str | None) -> Row:
    return {"kind": kind, "name": name, "first": first, "second": second}
