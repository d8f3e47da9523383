"""A person of the rating lists, meant by what was typed: by number, or chosen from those who fit."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from desk.lists.entry import (
    entry_of,
    federation_of,
    is_number,
    kind_wanted,
    person_line,
)
from desk.lists.matching import matched, with_row
from desk.lists.person import ALL_LISTS, ListName
from desk.lists.refresh import list_command, rated_of_list
from desk.lists.search import Found, search
from desk.lists.shelf import Shelf
from desk.terminal.output import asked_form, leave, note, say
from desk.terminal.session import Session
from desk.terminal.words import words
from ledger.csv_files.people import PersonRow
from ledger.messages import Blank, Do, Sentence, do, message
from ledger.refusals import Exit, Refusal
from ledger.state.book import Book
from ledger.text_files import quoted, shortened
from projections.games.tempo import tempo_of

Data = dict[str, Any]

MOST = 9
"""How many people are shown to choose from."""

_KNOWN_BY = ("rating", "fide_id", "national_id", "estimated")
"""Fields that say who it is, or what they are rated: a name with these is not looked up."""


def from_lists(fields: Data, only: str | None) -> Data:
    """Return the fields of an entry with what the lists say of the person whose name was typed.

    A number is a person of the lists. A name is looked up where there are lists, and nothing else
    says who it is; who it is, is chosen by a person: asked at a terminal, refused elsewhere. What
    was typed goes before what a list has.
    """
    shelf = Shelf()
    typed = str(fields["name"])
    numbered = is_number(typed)
    known = any(fields.get(key) for key in _KNOWN_BY)
    if not numbered and (known or not shelf.issues()) and only is None:
        return fields
    ctx = click.get_current_context()
    session: Session = ctx.obj
    book = session.book()
    name = named_list(shelf, only)
    found = _of(search(shelf, typed, federation=federation_of(book), most=MOST + 1), name)
    if not found:
        if numbered or only is not None:
            leave(_nobody(shelf, typed))
        note(message("lists.nobody", text=shortened(typed)))
        return fields
    chosen: Found | None = found[0]
    if not numbered or len(found) > 1:
        if asked_form() == "json" or not sys.stdin.isatty():
            leave(_choices(book, fields, found, name))
        chosen = _asked(book, typed, found, name)
    if chosen is None:
        return fields
    values = entry_of(
        chosen,
        kind_wanted(book),
        tempo_of(book),
        certainty="sure" if numbered else "possible",
        confirmed=not numbered or len(found) > 1,
        only=name,
        numbers=(int(typed),) if numbered else (),
    )
    given = {key: value for key, value in fields.items() if value and key != "name"}
    if "rating" not in values and "rating" not in given:
        note(message("lists.unrated", who=str(values["name"])))
    return fields | values | given


def rows_from_lists(
    people: Sequence[PersonRow], entries: list[Data], only: str | None
) -> list[Data]:
    """Return the entries of a file with what the lists say of each; doubts are asked one by one.

    Without a terminal all doubts are refused together, each with its line.
    """
    shelf = Shelf()
    if not shelf.issues() and only is None:
        return entries
    ctx = click.get_current_context()
    session: Session = ctx.obj
    book = session.book()
    name = named_list(shelf, only)
    asks = asked_form() != "json" and sys.stdin.isatty()
    refusals: list[Refusal] = []
    rows: list[Data] = []
    nobody = 0
    for match, given in zip(matched(shelf, people, federation_of(book)), entries, strict=True):
        found = _of(match.people, name)
        chosen = found[0] if match.is_taken and found else None
        if found and not match.is_taken:
            if not asks:
                refusals += _doubts(book, match.row, found, name)
                continue
            chosen = _asked(book, match.row.name, found, name)
        if chosen is None:
            nobody += not found
            rows.append(given)
            continue
        values = entry_of(
            chosen,
            kind_wanted(book),
            tempo_of(book),
            certainty=match.certainty,
            confirmed=not match.is_taken,
            only=name,
        )
        rows.append(with_row(values, given))
    if refusals:
        leave(tuple(refusals))
    taken = sum("matches" in row for row in rows)
    if taken:
        note(message("lists.of-file", n=taken))
    if nobody:
        note(message("lists.of-file-nobody", n=nobody))
    return rows


def ratings_of_list(fields: Data, only: str) -> Data:
    """Return what a list says of the players who are found in it by number, as a file of ratings.

    Exit where nobody is.
    """
    session: Session = click.get_current_context().obj
    shelf = Shelf()
    name = kept_list(shelf, only)
    book = session.book()
    issue, rated = rated_of_list(book, shelf, name)
    if issue is None or not rated:
        what = message("lists.nobody-by-number", list=name.key)
        leave(Refusal("nobody-in-list", what, do("players-refresh"), exit=Exit.USAGE))
    command = list_command(book, issue, rated, name=str(fields["name"]))
    given = {key: value for key, value in fields.items() if value}
    return {key: value for key, value in command.items() if key != "command"} | given


def _doubts(
    book: Book, row: PersonRow, found: Sequence[Found], name: ListName | None
) -> list[Refusal]:
    """Return a refusal for each person whom a row of a file may mean, with the number to add."""
    refusals = []
    for one in found[:MOST]:
        column = "fide_id" if one.fide_id else "national_id"
        what = message("lists.may-be", typed=quoted(row.name), person=person_line(book, one, name))
        step = message("lists.add-number", column=column, number=str(one.number))
        refusals.append(Refusal("which-person", what, step, exit=Exit.USAGE, line=row.line))
    return refusals


def named_list(shelf: Shelf, only: str | None) -> ListName | None:
    """Return the list of a name as it was typed, None for none; exit where it is not kept."""
    return None if only is None else kept_list(shelf, only)


def kept_list(shelf: Shelf, typed: str) -> ListName:
    """Return the list of a name as it was typed; exit where it is not kept."""
    name = ListName.of(typed.casefold())
    if name is not None and shelf.has(name):
        return name
    kept = ", ".join(one.key for one in ALL_LISTS if shelf.has(one))
    if not kept:
        return leave(no_lists())
    what = message("lists.not-kept", list=typed, lists=kept)
    return leave(Refusal("list-not-kept", what, do("lists"), exit=Exit.USAGE))


def no_lists() -> Refusal:
    """Return the refusal of what needs a rating list, where there is none on this machine."""
    load = do("lists-load", file=Blank("FILE"))
    return Refusal("list-not-kept", message("lists.none-here"), load, exit=Exit.USAGE)


def _of(found: Sequence[Found], name: ListName | None) -> list[Found]:
    """Return those who are in a list, None: all."""
    return [
        one for one in found if name is None or any(issue.name == name for issue, _ in one.entries)
    ]


def _nobody(shelf: Shelf, typed: str) -> Refusal:
    load = do("lists-load", file=Blank("FILE"))
    if not shelf.issues():
        what = message("lists.none-for-number", number=shortened(typed))
        return Refusal("person-not-listed", what, load, exit=Exit.USAGE)
    what = message("lists.nobody", text=shortened(typed))
    return Refusal("person-not-listed", what, do("lists"), exit=Exit.USAGE)


def _choices(
    book: Book, fields: Data, found: Sequence[Found], name: ListName | None
) -> tuple[Refusal, ...]:
    """Return a refusal for each person who fits, with the whole command that enters them."""
    typed = quoted(fields["name"])
    also_given = {key: value for key, value in fields.items() if value and key != "name"}
    refusals: list[Refusal] = []
    for one in found[:MOST]:
        given = also_given | ({"list": name.key} if name else {})
        step = _enters(str(one.number), given)
        what = message("lists.may-be", typed=typed, person=person_line(book, one, name))
        refusals.append(Refusal("which-person", what, step, exit=Exit.USAGE))
    if len(found) > MOST:
        what = message("lists.more-people", typed=typed, n=MOST)
        step = do("lists-find", text=str(fields["name"]))
        refusals.append(Refusal("which-person", what, step, exit=Exit.USAGE))
    what = message("lists.or-nobody", typed=typed)
    step = _enters(str(fields["name"]), also_given | {"as_typed": True})
    return (*refusals, Refusal("which-person", what, step, exit=Exit.USAGE))


def _enters(name: str, given: Data) -> Sentence:
    """Return the whole command that enters a person, with what was typed besides."""
    return Do("enter", (("name", name), *given.items()))


def _asked(book: Book, typed: str, found: Sequence[Found], name: ListName | None) -> Found | None:
    """Ask at a terminal which person is meant; None: none of these."""
    shown = found[:MOST]
    say(message("lists.which", typed=quoted(typed)), err=True)
    for at, one in enumerate(shown, 1):
        say(message("lists.numbered", at=at, person=person_line(book, one, name)), err=True)
    question = words(message("lists.which-number", most=len(shown)))
    while True:
        answer = str(click.prompt(question, default="", show_default=False)).strip()
        if answer in ("", "0"):
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(shown):
            return shown[int(answer) - 1]
