"""The rulebook in force: its clauses in our words, its keys, and another rulebook beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from desk.web.answers import Answer, Page
from desk.web.public.moments import rules_named
from desk.web.visit import Visit
from ledger.messages import message
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from projections.views.rules import (
    ClauseRow,
    RulebookHead,
    RulesDiffRow,
    diff_view,
    keys_of,
    show_view,
    title_of,
)
from projections.views.view import View


class ChangedKey(NamedTuple):
    """A key whose value is not that of the rulebook as shipped; None: it has none there."""

    key: str
    value: str
    shipped: str | None


def rulebook(visit: Visit) -> Answer:
    """Show the rulebook of a round or of the tournament now, or another one that is shipped."""
    book = visit.book
    number = visit.number("round")
    rules = book.rules_of(number) if number and 1 <= number <= 999 else book.rules
    own = rules
    if chosen := _chosen(visit, "rules"):
        rules = chosen
    beside = _chosen(visit, "beside")
    view = show_view(rules, None)
    assert isinstance(view, View)
    head = view.head
    assert isinstance(head, RulebookHead)
    clauses = head.clauses if isinstance(head.clauses, list) else []
    values: dict[str, Any] = {
        "rules": rules,
        "rules_title": title_of(rules),
        "own": rules is own,
        "round": number,
        "clauses": list(_by_section(clauses)),
        "changed": list(_changed(rules)),
        "keys": list(keys_of(rules).items()),
        "others": [n for n in shipped() if n != rules.family],
        "beside": beside.id if beside else "",
        "rules_name": visit.query.get("rules", ""),
        "differences": _differences(rules, beside) if beside else (),
    }
    status = 422 if visit.refusals else 200
    return Page("rules.html", values, status, shared=not visit.refusals)


def _chosen(visit: Visit, name: str) -> Rulebook | None:
    """Return the shipped rulebook that the address names, None for none."""
    text = visit.query.get(name, "")
    if not text:
        return None
    if (rules := rules_named(text)) is not None:
        return rules
    what = message("web-rules.unknown", name=text[:60])
    visit.refusals += (
        Refusal("unknown-rulebook", what, message("web-rules.choose-one"), exit=Exit.USAGE),
    )
    return None


def _changed(rules: Rulebook) -> Iterator[ChangedKey]:
    """Yield the keys that are not as in the rulebook of the same name that is shipped."""
    original = rules_named(rules.family)
    if original is None:
        return
    before = keys_of(original)
    for key, value in keys_of(rules).items():
        if before.get(key) != value:
            yield ChangedKey(key, value, before.get(key))


def _by_section(clauses: list[ClauseRow]) -> Iterator[tuple[str, list[ClauseRow]]]:
    """Yield clauses by the letter or number that their names begin with, in their order."""
    section = ""
    rows = list[ClauseRow]()
    for row in clauses:
        letter = row.clause[:1] if row.clause[1:2].isdigit() or len(row.clause) == 1 else ""
        if letter != section and rows:
            yield section, rows
            rows = []
        section = letter
        rows.append(row)
    if rows:
        yield section, rows


def _differences(rules: Rulebook, beside: Rulebook) -> list[RulesDiffRow]:
    rows = diff_view(rules, beside).rows
    return [row for row in rows if isinstance(row, RulesDiffRow)]
