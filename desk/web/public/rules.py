"""The rulebook in force: its clauses in our words, its keys, and another rulebook beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from desk.access.roles import EVERYBODY
from desk.render.catalogue import room
from desk.site.clauses import said_clauses
from desk.site.model import SiteClauses, SiteTable
from desk.site.tables import changed_keys_table
from desk.web.answers import Answer, Page
from desk.web.public.moments import rulebooks, rules_named
from desk.web.request import Request
from desk.web.routes import get
from desk.web.services import Services
from ledger.messages import Sentence, message
from ledger.refusals import Exit, Refusal
from ledger.rulebooks.rulebook import Rulebook
from projections.views.rulebook_names import spoken_name, title_of
from projections.views.rules import (
    ClauseRow,
    RulebookHead,
    RulesDiffRow,
    changed_keys,
    diff_view,
    keys_of,
    show_view,
)
from projections.views.view import View


class RulesPage(NamedTuple):
    """The rulebook of a round or of the tournament now, or another one that is shipped."""

    rules: Rulebook
    rules_title: Sentence
    own: bool
    round: int | None
    clauses: list[tuple[str, SiteClauses]]
    changed: SiteTable
    keys: list[tuple[str, str]]
    called: Callable[[str], str]
    others: list[tuple[str, Sentence]]
    name: Sentence
    beside: str
    beside_name: Sentence
    rules_name: str
    differences: Sequence[RulesDiffRow]


@get("rules", "/{t}/rules", EVERYBODY)
def rulebook(request: Request, services: Services) -> Answer:
    """Show the rulebook of a round or of the tournament now, or another one that is shipped."""
    book = services.book
    number = request.number("round")
    rules = book.rules_of(number) if number and 1 <= number <= 999 else book.rules
    own = rules
    chosen = _chosen(request, "rules")
    beside = _chosen(request, "beside")
    refusals = tuple(one for one in (chosen, beside) if isinstance(one, Refusal))
    if isinstance(chosen, Rulebook):
        rules = chosen
    view = show_view(rules, None)
    assert isinstance(view, View)
    head = view.head
    assert isinstance(head, RulebookHead)
    clauses = head.clauses if isinstance(head.clauses, list) else []
    values = RulesPage(
        rules=rules,
        rules_title=title_of(rules),
        own=rules is own,
        round=number,
        clauses=[
            (section, said_clauses(rows, request.words)) for section, rows in _by_section(clauses)
        ],
        changed=changed_keys_table(changed_keys(rules, rules_named(rules.family)), request.words),
        keys=list(keys_of(rules).items()),
        called=lambda key: _called(request, key),
        others=[(o.id, spoken_name(o)) for o in rulebooks() if o.id != rules.family],
        name=spoken_name(rules),
        beside=beside.id if isinstance(beside, Rulebook) else "",
        beside_name=spoken_name(beside) if isinstance(beside, Rulebook) else "",
        rules_name=request.query.get("rules", ""),
        differences=_differences(rules, beside) if isinstance(beside, Rulebook) else (),
    )
    return Page("rules.html", values, 422 if refusals else 200, refusals=refusals)


def _called(request: Request, key: str) -> str:
    """Return what a key is about, in a few words; "" for one that only a system of others has."""
    known = key in room("rule-keys", request.words.language)
    return request.say(f"rule-keys.{key}") if known else ""


def _chosen(request: Request, name: str) -> Rulebook | Refusal | None:
    """Return the shipped rulebook that the address names, None for none."""
    text = request.query.get(name, "")
    if not text:
        return None
    if (rules := rules_named(text)) is not None:
        return rules
    what = message("web-rules.unknown", name=text[:60])
    return Refusal("unknown-rulebook", what, message("web-rules.choose-one"), exit=Exit.USAGE)


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
