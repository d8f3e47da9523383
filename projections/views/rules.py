"""The views of the `rules` verbs: keys, clauses, differences, coverage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Literal, NamedTuple

from ledger.messages import Sentence, do, message, run_on
from ledger.records import LeftOut, Record, Spread
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.coverage import cited_by_code, cited_by_tests, places_of
from ledger.rulebooks.rulebook import Clause, Rulebook
from projections.ratings.edition_files import AnyEdition, shipped_edition, shipped_editions
from projections.views import fields
from projections.views.columns import Column, Kind, columns_of
from projections.views.rulebook_names import original_of, title_of
from projections.views.view import RowValues, View

RulebookHash = Annotated[str, "SHA-256 over the keys."]


class RulebookRow(Record):
    """A rulebook that comes with the program."""

    id: fields.RulebookId
    system: Annotated[str, "Pairing system."]
    title: Annotated[Sentence, "Title."]
    clauses: Annotated[int, "Number of clauses."]
    not_built: Annotated[int, "Clauses that are still to be built."]
    hash: RulebookHash


LIST_COLUMNS = columns_of(
    RulebookRow,
    "id",
    "system",
    "title",
    "clauses",
    "not_built",
    headings={"id": message("columns.rulebook"), "system": message("columns.pairs_by")},
)


def list_view(rulebooks: list[Rulebook]) -> View:
    """Return the rulebooks that come with the program."""
    rows = [
        RulebookRow(
            id=rules.id,
            system=rules.system,
            title=title_of(rules),
            clauses=len(rules.clauses),
            not_built=len(not_built(rules)),
            hash=rules.hash,
        )
        for rules in rulebooks
    ]
    editions = message("rules.editions", names=", ".join(shipped_editions()))
    return View("", LIST_COLUMNS, rows, notes=(editions,))


def title_of_edition(edition: AnyEdition) -> Sentence:
    """Return the title of an edition, in each language if it comes with the program."""
    shipped_so = edition.id in shipped_editions() and edition == shipped_edition(edition.id)
    return message(f"clauses.{edition.id}.title") if shipped_so else edition.title


def keys_of(rules: Rulebook) -> dict[str, str]:
    """Return every key of a rulebook, dotted, with its value as people write it."""
    values: dict[str, str] = {}

    def walk(prefix: str, value: object) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                walk(f"{prefix}.{key}" if prefix else str(key), inner)
        elif isinstance(value, list):
            values[prefix] = ", ".join(str(item) for item in value)
        else:
            values[prefix] = str(value).lower() if isinstance(value, bool) else str(value)

    walk("", rules.tables(*rules.absent, "clauses", "cites", "id", "title", "source"))
    return values


class ChangedKey(NamedTuple):
    """A key whose value is not that of the rulebook as shipped; None: it has none there."""

    key: str
    value: str
    shipped: str | None


def changed_keys(rules: Rulebook, original: Rulebook | None) -> list[ChangedKey]:
    """Return the keys that are not as in the rulebook of the same name as shipped; None: none is."""
    if original is None:
        return []
    before = keys_of(original)
    return [
        ChangedKey(key, value, before.get(key))
        for key, value in keys_of(rules).items()
        if before.get(key) != value
    ]


class ClauseRow(Record):
    """A clause."""

    clause: Annotated[str, "Name of the clause in its source."]
    status: Annotated[
        str, "implemented, arbiter, not applicable or not built.", Kind(words="clause-status")
    ]
    text: Annotated[Sentence, "The clause in our words."]
    same_as: Annotated[str | None, "Rulebook and clause it is the same as."]
    note: Annotated[Sentence | None, "What the program makes of it, where that needs saying."]


CLAUSE_COLUMNS = columns_of(
    ClauseRow,
    "clause",
    "status",
    "text",
    "note",
    headings={"text": message("columns.in_our_words")},
)


class KeyRow(Record):
    """A key."""

    key: Annotated[str, "Dotted name, as --set takes it."]
    value: Annotated[str, "Value."]


KEY_COLUMNS = columns_of(KeyRow, "key", "value")


class RulebookHead(Record):
    """A rulebook, or one clause of it."""

    rulebook: fields.RulebookId
    title: Annotated[Sentence, "Title."]
    source: Annotated[str, "Where the rules were published."]
    hash: RulebookHash
    clauses: Annotated[LeftOut[list[ClauseRow] | None], "All clauses; not with --clause."]


def show_view(rules: Rulebook, clause: str | None) -> View | Refusal:
    """Return a rulebook's keys and the names of its clauses, or one clause with those below it."""
    clauses = [_clause_row(rules, name) for name in rules.clauses]
    title = message("rules.title", rulebook=rules.id, title=title_of(rules))
    if clause is None:
        keys = [KeyRow(key, value) for key, value in keys_of(rules).items()]
        head = RulebookHead(rules.id, title_of(rules), rules.source, rules.hash, clauses)
        names = ", ".join(row.clause for row in clauses)
        all_ = message("rules.clauses", names=names) if clauses else message("rules.no-clauses")
        notes = (all_, message("rules.hash", hash=rules.hash))
        return View(title, KEY_COLUMNS, keys, head, notes)
    rows = [row for row in clauses if _belongs(row.clause, clause)]
    if not rows:
        what = message("rules.no-clause", rulebook=rules.id, clause=clause)
        step = message("rules.no-clause-step", command=do("rules-show", rulebook=rules.id))
        return Refusal("unknown-clause", what, step, exit=Exit.USAGE)
    head = RulebookHead(rules.id, title_of(rules), rules.source, rules.hash, None)
    return View(title, CLAUSE_COLUMNS, rows, head)


def _belongs(name: str, clause: str) -> bool:
    """Tell whether a clause is the requested one or a part of it: A1d has A1d-A; C4 has C4.1."""
    low = name.casefold()
    wanted = clause.casefold()
    rest = low[len(wanted) :]
    return low.startswith(wanted) and not (rest[:1].isdigit() and wanted[-1:].isdigit())


def _clause_row(rules: Rulebook, name: str) -> ClauseRow:
    clause = rules.clauses[name]
    text = _said(rules, name, "text")
    note = _said(rules, name, "note")
    assert text is not None, "every clause has a text"
    return ClauseRow(name, clause.status, text, clause.same_as, note)


def _said(rules: Rulebook, name: str, part: Literal["text", "note"]) -> Sentence | None:
    """Return the text or the note of a clause, in each language if it comes with the program.

    A text shared with the clause that it is the same as is stored there, once. None where there is
    no such clause.
    """
    ours = _part_of(rules.clauses, name, part)
    original = original_of(rules.family)
    if ours is None or original is None or _part_of(original.clauses, name, part) != ours:
        return ours
    book, _, twin = (original.clauses[name].same_as or "").partition(" ")
    other = original_of(book)
    if other is not None and _part_of(other.clauses, twin, part) == ours:
        return message(f"clauses.{book}.{part}.{twin}", lots=do("lots"))
    return message(f"clauses.{rules.family}.{part}.{name}", lots=do("lots"))


def _part_of(clauses: Mapping[str, Clause], name: str, part: Literal["text", "note"]) -> str | None:
    clause = clauses.get(name)
    if clause is None:
        return None
    return clause.text if part == "text" else clause.note


def not_built(rules: Rulebook) -> list[str]:
    """Return the clauses that the program should implement and does not yet."""
    return [name for name, clause in rules.clauses.items() if clause.status == "not built"]


class CoverageHead(Record):
    """The implementation status of every clause."""

    rulebook: fields.RulebookId
    counts: Annotated[dict[str, int], "Status to number of clauses."]
    complete: Annotated[bool, "Whether nothing is left to be built."]


class CoverageRow(Record):
    """A clause, with the places that cite it."""

    clause: Spread[ClauseRow]
    code: Annotated[list[str], "Where the program cites it, as file:line."]
    tests: Annotated[list[str], "Where tests cite it; empty where none are installed."]


PLACES_COLUMNS = (
    *columns_of(CoverageRow, "clause", "status"),
    Column("place", heading=message("columns.code_then_tests")),
)


def coverage_view(rules: Rulebook) -> tuple[View, bool]:
    """Return every clause with its status and places, and whether nothing remains to be built."""
    tests = cited_by_tests()
    places = (cited_by_code(), tests or {})
    rows = [
        CoverageRow(_clause_row(rules, name), *(places_of(p, rules, name) for p in places))
        for name in rules.clauses
    ]
    missing = not_built(rules)
    counts = {status: sum(row.clause.status == status for row in rows) for status in _COUNTED}
    sentences = (message(_COUNTED[status], n=count) for status, count in counts.items() if count)
    notes = [message("rules.coverage", n=len(rows), counts=run_on(*sentences, between=", "))]
    if tests is None:
        notes.append(message("rules.no-tests"))
    head = CoverageHead(rules.id, counts, not missing)
    title = message("rules.coverage-title", rulebook=rules.id)
    return View(title, CLAUSE_COLUMNS, rows, head, tuple(notes)), not missing


_COUNTED = {
    "implemented": "rules.implemented",
    "arbiter": "rules.arbiter",
    "not applicable": "rules.not-applicable",
    "not built": "rules.not-built",
}
"""The words for the counts of each status, in display order."""


def by_place(coverage: View) -> View:
    """Return a coverage for people: a line for each place, code before tests."""
    rows: list[RowValues] = []
    for row in coverage.rows:
        assert isinstance(row, CoverageRow)
        first, *others = [*row.code, *row.tests] or [""]
        rows.append({"clause": row.clause.clause, "status": row.clause.status, "place": first})
        rows += [{"place": place} for place in others]
    return replace(coverage, columns=PLACES_COLUMNS, rows=rows)


class RulesDiffHead(Record):
    """The differences between two rulebooks."""

    first: fields.RulebookId
    second: fields.RulebookId


class RulesDiffRow(Record):
    """A difference."""

    kind: Annotated[Literal["key", "clause"], "What differs.", Kind(words="rules-difference")]
    name: Annotated[str, "Name of the key or the clause."]
    first: Annotated[Sentence | None, "What the first says, null: it has none."]
    second: Annotated[Sentence | None, "What the second says, null: it has none."]


DIFF_COLUMNS = columns_of(RulesDiffRow, "kind", "name", headings={"kind": message("columns.what")})


def diff_view(first: Rulebook, second: Rulebook) -> View:
    """Return the keys and the clauses in which two rulebooks differ."""
    rows = _keys_that_differ(keys_of(first), keys_of(second))
    for name in dict.fromkeys((*first.clauses, *second.clauses)):
        one = first.clauses.get(name)
        other = second.clauses.get(name)
        if one is None or other is None or one.text != other.text:
            texts = (_said(rules, name, "text") for rules in (first, second))
            rows.append(RulesDiffRow("clause", name, *texts))
    return _differences(first.id, second.id, rows)


def _keys_that_differ(ours: Mapping[str, str], theirs: Mapping[str, str]) -> list[RulesDiffRow]:
    return [
        RulesDiffRow("key", key, ours.get(key), theirs.get(key))
        for key in dict.fromkeys((*ours, *theirs))
        if ours.get(key) != theirs.get(key)
    ]


def _differences(first: str, second: str, rows: list[RulesDiffRow]) -> View:
    columns = (*DIFF_COLUMNS, Column("first", heading=first), Column("second", heading=second))
    title = message("rules.against", first=first, second=second)
    return View(title, columns, rows, RulesDiffHead(first, second))


def edition_view(edition: AnyEdition, clause: str | None = None) -> View | Refusal:
    """Return the keys of an edition of the rating or title rules, which has no clause to be shown."""
    if clause is not None:
        what = message("rules.edition-no-clause", edition=edition.id)
        return Refusal(
            "unknown-clause", what, do("rules-show", rulebook=edition.id), exit=Exit.USAGE
        )
    head = RulebookHead(edition.id, title_of_edition(edition), edition.source, edition.hash, None)
    rows = [KeyRow(key, value) for key, value in edition.keys().items()]
    title = message("rules.title", rulebook=edition.id, title=title_of_edition(edition))
    return View(title, KEY_COLUMNS, rows, head, (message("rules.hash", hash=edition.hash),))


def editions_diff(first: AnyEdition, second: AnyEdition) -> View:
    """Return the keys in which two editions differ."""
    return _differences(first.id, second.id, _keys_that_differ(first.keys(), second.keys()))
