"""A new tournament."""

from __future__ import annotations

from typing import NamedTuple

from desk.access.roles import CHIEF
from desk.outcomes import Written
from desk.web.answers import Answer, Page, Redirect
from desk.web.forms.choices import rulebooks
from desk.web.forms.form import FormField, form_of
from desk.web.forms.reading import read
from desk.web.request import Request
from desk.web.routes import get, post
from desk.web.services import Services
from ledger.messages import names_in_words

MOST_NAMED = 3
"""Tournaments of a ledger that are named on the form of another."""


NEW = ("name", "rounds", "city", "begins", "ends", "arbiter", "tempo", "time_zone")
"""The fields of a new tournament that are asked at once; the others are details for later."""


OFTEN = ("knsb-wp-2014", "knsb-rating-2014", "fide-dutch-2026", "berger", "mwkeizer")
"""The rulebooks that tournaments begin under; older editions stand below them."""


def _place(rulebook: str) -> tuple[int, str]:
    """Return the place of a rulebook in the list of a new tournament."""
    return OFTEN.index(rulebook) if rulebook in OFTEN else len(OFTEN), rulebook


class NewPage(NamedTuple):
    """The form of a new tournament: name, rulebook, rounds, place and dates."""

    fields: dict[str, FormField]
    asked: list[FormField]
    rulebooks: list[tuple[str, str, str]]
    chosen: str
    beside: str


@get("new", "/new", CHIEF)
def new(request: Request, services: Services) -> Answer:
    """Show the form of a new tournament: name, rulebook, rounds, place and dates."""
    values = request.form if request.route.method == "POST" else request.query
    entry_form = form_of(request, services.book, "init", values, request.refusals)
    fields = {each.name: each for each in (*entry_form.fields, *entry_form.more)}
    titles = dict(rulebooks(request))
    return Page(
        "new.html",
        NewPage(
            fields=fields,
            asked=[fields[name.replace("_", "-")] for name in NEW],
            rulebooks=[
                (id_, titles[id_], request.say(f"clauses.{id_}.about"))
                for id_ in sorted(titles, key=_place)
            ],
            chosen=values.get("rules") or str(fields["rules"].value),
            beside=_beside_others(request, services),
        ),
    )


def _beside_others(request: Request, services: Services) -> str:
    """Return that the ledger has tournaments already, "" where it has none."""
    gone = services.office.live.taken_back()
    names = [name for id_, name in services.office.slugs().values() if id_ not in gone]
    if not names:
        return ""
    shown = names_in_words(names[-MOST_NAMED:])
    return request.say("web-setup.beside-others", n=len(names), names=shown)


@post("open", "/new", CHIEF)
def open_tournament(request: Request, services: Services) -> Answer:
    """Open a tournament, and lead to its players."""
    fields = read(request, "init", request.form)
    outcome = services.carry_out(fields) if isinstance(fields, dict) else fields
    if isinstance(outcome, Written):
        return opened(request, services, outcome)
    return services.after(outcome, request.link("home"), new)


def opened(request: Request, services: Services, outcome: Written) -> Answer:
    """Return the address of a tournament that was opened: that of its players."""
    slugs = services.office.slugs()
    slug = next((slug for slug, (id_, _) in slugs.items() if id_ == outcome.tournament), "")
    answer = services.after(outcome, request.link("players", t=slug), new)
    assert isinstance(answer, Redirect)
    return answer
