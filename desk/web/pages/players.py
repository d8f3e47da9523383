"""The players: the list, entering one or a whole file of them, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from desk.commands.commands import command_of
from desk.commands.decision import Decision, Numbered
from desk.formats.registry import format_of
from desk.handlers.dispatch import handle_all
from desk.lists.mappings import file_columns
from desk.reports import status
from desk.web.answers import Answer, Page
from desk.web.forms.form import form_of
from desk.web.forms.news import done
from desk.web.forms.reading import read
from desk.web.pages import columns
from desk.web.pages.files import errors_of
from desk.web.pages.listed import listed_person, of_file, of_lists
from desk.web.round.first_steps import first_steps
from desk.web.visit import Visit
from ledger.csv_files.people import ENTRY_KEYS, PeopleRefused, PersonRow, list_notes, read_people
from ledger.messages import message
from ledger.names import folded
from ledger.refusals import MOST, Exit, Refusal, Refusals, not_read_on
from ledger.state.book import Book


def show(visit: Visit) -> Answer:
    """Show the players, with what is announced for them."""
    book = visit.book
    rows = [row for row in _rows(book) if _is_meant(row, visit.query.get("q", ""))]
    numbered = any(entrant.number is not None for entrant in book.state.players.values())
    return Page(
        "players.html",
        {
            "rows": rows,
            "count": len(book.state.players),
            "q": visit.query.get("q", ""),
            "numbered": numbered,
            "fixed": bool(book.state.rounds),
            "closed": book.state.closed,
            "with_club": any(row["club"] for row in rows),
            "done": done(visit),
            "first": first_steps(visit),
            "may_enter": visit.may("enter") and bool(book.state.rounds) and not book.state.closed,
        },
    )


def _rows(book: Book) -> Iterator[dict[str, Any]]:
    view = status.players(book)
    for row in view.cells:
        entrant = book.state.players[int(str(row["entry"]))]
        club = book.people.get(entrant.person, {}).get("club", "")
        away = entrant.withdrawn_in(book.state.next_round)
        yield {**row, "club": club, "away": away, "unknown": entrant.forgotten is not None}


def _is_meant(row: dict[str, Any], typed: str) -> bool:
    """Tell whether what is typed is the number, or a part of the name or the club."""
    part = folded(typed)
    if not part:
        return True
    return part == str(row["id"]) or part in folded(f"{row['name']} {row['club']}")


def form(visit: Visit) -> Answer:
    """Show the form that enters a player, and where a file of players is dropped."""
    typed = visit.form if visit.route.name == "enter-record" else visit.query
    listed = listed_person(visit.book, typed.get("listed", ""))
    values = {**(listed.values if listed else {}), **typed}
    entry_form = form_of(visit, _command(visit.book), values, visit.refusals)
    found = of_lists(visit.book, visit.query.get("q", ""))
    return Page(
        "players-enter.html",
        {
            "form": entry_form,
            "done": done(visit),
            "q": visit.query.get("q", ""),
            "found": found,
            "listed": listed,
        },
        shared=False,
    )


def _command(book: Book) -> str:
    """Return the command that enters a player."""
    return format_of(book.rules).entering(book.state)


def enter(visit: Visit) -> Answer:
    """Have a player entered; then the list, or the form for the next one."""
    fields = read(visit, _command(visit.book), visit.form)
    listed = listed_person(visit.book, visit.form.get("listed", ""))
    if isinstance(fields, dict) and listed is not None:
        fields |= {"matches": listed.matches}
    outcome = visit.carry_out(fields) if isinstance(fields, dict) else fields
    then = "enter" if visit.form.get("then") == "next" else "players"
    return visit.after(outcome, visit.link(then), form)


def look(visit: Visit) -> Answer:
    """Show whom a file of players would enter, or all its errors; or have them entered."""
    held = visit.office.held(visit.visitor.key, visit.form.get("held", ""))
    sent = visit.files.get("file")
    if held is not None:
        name = held.name
        content = held.content
    elif sent is not None and sent.filename:
        name = sent.filename
        content = sent.file.read()
    else:
        what = message("web-files.no-file")
        step = message("web-forms.choose-file")
        return _with_errors(visit, (Refusal("file-missing", what, step, exit=Exit.USAGE),))
    if visit.form.get("take") or visit.form.get("choose"):
        return columns.choose(visit, name, content)
    read_under = columns.mapped(content, visit.form) if visit.form.get("chosen") else content
    people = read_people(read_under)
    if isinstance(people, PeopleRefused):
        refusals = tuple(error.refusal() for error in people.errors)
        if columns.can_be_chosen(content, refusals):
            return columns.choose(visit, name, content, refusals)
        return _with_errors(visit, refusals)
    content = read_under
    rows = of_file(visit.book, people, visit.form)
    people = tuple(one.row for one in rows)
    if visit.form.get("record"):
        command = _command(visit.book)
        outcome = visit.carry_out(*({"command": command, **one.entry} for one in rows))
        return visit.after(outcome, visit.link("players"), form)
    refusals = _refusals(visit.book, people)
    if refusals:
        return _with_errors(visit, refusals)
    return Page(
        "players-look.html",
        {
            "people": people,
            "name": name,
            "notes": list_notes(content),
            "held": visit.office.hold(visit.visitor.key, name, content),
            "shown": _columns(people),
            "doubts": [one for one in rows if one.doubts],
            "found": sum("matches" in one.entry for one in rows),
            "has_columns": bool(file_columns(content)),
        },
        shared=False,
    )


def _columns(people: Sequence[PersonRow]) -> list[str]:
    """Return the columns of a list in which somebody has something."""
    return [key for key in ENTRY_KEYS if any(getattr(person, key) for person in people)]


def _entry(book: Book, person: PersonRow) -> dict[str, Any]:
    return {"command": _command(book), **person.entry()}


def _refusals(book: Book, people: Sequence[PersonRow]) -> Refusals:
    """Return everything against entering these players, () if all can be entered.

    Likely doubles are asked about when the list is recorded, all at once.
    """
    numbered: list[Numbered] = []
    refusals: Refusals = ()
    for person in people:
        if len(refusals) >= MOST:
            return (*refusals[: MOST - 1], not_read_on(person.line))
        fields = {key: each for key, each in _entry(book, person).items() if each is not None}
        command = command_of(fields)
        if isinstance(command, tuple):
            step = message("web-files.mend-line")
            refusals += tuple(replace(each, line=person.line, next=step) for each in command)
        else:
            numbered.append((person.line, command))
    decision = handle_all(book.trial(), numbered)
    if not isinstance(decision, Decision):
        refusals += decision
    return tuple(sorted(refusals, key=lambda refusal: refusal.line or 0))


def _with_errors(visit: Visit, refusals: Refusals) -> Answer:
    page = form(visit)
    assert isinstance(page, Page)
    return Page("players-enter.html", {**page.values, **errors_of(refusals)}, 409, shared=False)
