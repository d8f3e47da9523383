"""Players beside the lists of this machine: what differs, and the commands that take it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from desk.lists.entry import kind_wanted, matches_of, rating_of
from desk.lists.person import Issue, ListedPerson, ListName, kind_of
from desk.lists.search import Found, search
from desk.lists.shelf import Shelf
from ledger.messages import Blank, Sentence, do, message
from ledger.records import Record
from ledger.state.book import Book
from ledger.values import ListKind
from projections.games.rating_lists import listed
from projections.games.rounds import head
from projections.games.tempo import tempo_of
from projections.views import fields
from projections.views.columns import Kind, columns_of
from projections.views.view import View

What = Literal["name", "title", "federation", "fide_id", "national_id", "rating"]
"""What can differ between a player and the lists."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What a list says otherwise of a player; `now` and `then` are "" for nothing."""

    player: int
    what: What
    now: str
    then: str
    issue: Issue


@dataclass(frozen=True, slots=True)
class Compared:
    """The players of a tournament beside the lists.

    `found` are the people they are by their numbers, `unknown` those without a number in any list.
    """

    differences: tuple[Difference, ...]
    found: dict[int, Found]
    unknown: tuple[int, ...]


def compared(book: Book, shelf: Shelf, only: ListName | None = None) -> Compared:
    """Return what the lists say otherwise of the players, who are found by their numbers alone.

    `only` is the list that is compared with; None: all that are kept.
    """
    differences: list[Difference] = []
    found: dict[int, Found] = {}
    unknown: list[int] = []
    for entrant in book.state.in_number_order():
        record = book.people.get(entrant.person, {})
        person = _of_numbers(shelf, record, only)
        if person is None:
            unknown.append(entrant.player)
            continue
        found[entrant.player] = person
        differences += _differences(book, entrant.player, person, only)
    return Compared(tuple(differences), found, tuple(unknown))


def _of_numbers(shelf: Shelf, record: Any, only: ListName | None) -> Found | None:
    """Return the person of the numbers in a record, None where no list has them."""
    for key in ("fide_id", "national_id"):
        if not (number := record.get(key, "")):
            continue
        for found in search(shelf, number):
            mine = found.fide_id if key == "fide_id" else found.national_id
            entries = tuple(one for one in found.entries if only in (None, one[0].name))
            if mine == int(number) and entries:
                return Found(entries)
    return None


def _differences(
    book: Book, player: int, found: Found, only: ListName | None
) -> Iterable[Difference]:
    entrant = book.state.players[player]
    record = book.people.get(entrant.person, {})
    issue, row = _entry(book, found)
    said: list[tuple[What, str, str]] = [
        ("name", record.get("name", ""), row.name),
        ("federation", record.get("federation", ""), row.federation),
        ("fide_id", record.get("fide_id", ""), _text(found.fide_id)),
        ("national_id", record.get("national_id", ""), _text(found.national_id)),
        ("title", entrant.title, row.title),
    ]
    for what, now, then in said:
        if then and then != now:
            yield Difference(player, what, now, then, issue)
    rated = rating_of(found, kind_wanted(book), tempo_of(book), only)
    if rated is None:
        return
    kind = kind_of(rated[0].name.source)
    before = listed(book.state, player, kind, None)
    if before is not None and before.rating == rated[1]:
        return
    if entrant.rating != rated[1]:
        yield Difference(player, "rating", _text(entrant.rating), str(rated[1]), rated[0])


def _entry(book: Book, found: Found) -> tuple[Issue, ListedPerson]:
    return found.of(kind_wanted(book)) or found.entries[0]


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


class DifferenceRow(Record):
    """What a list says otherwise of a player."""

    number: fields.PlayerNumber
    name: fields.PlayerName
    what: Annotated[What, "What differs.", Kind(words="listed-field")]
    now: Annotated[str, 'As the tournament has it, "" for nothing.']
    then: Annotated[str, "As the list has it."]
    list: Annotated[str, "The list, as it is typed: fide, knsb-rapid."]
    holds_from: Annotated[str, "First day of its month, YYYY-MM-DD.", Kind(day=True)]


COLUMNS = columns_of(
    DifferenceRow,
    *("number", "name", "what", "now", "then", "list", "holds_from"),
    spare=("holds_from",),
    headings={
        "what": message("columns.field"),
        "now": message("columns.in-tournament"),
        "then": message("columns.in-list"),
        "list": message("columns.rating-list"),
        "holds_from": message("columns.holds-from"),
    },
)


def difference_row(book: Book, one: Difference) -> DifferenceRow:
    """Return a difference as a row."""
    return DifferenceRow(
        number=book.state.label(one.player),
        name=book.name(one.player),
        what=one.what,
        now=one.now,
        then=one.then,
        list=one.issue.name.key,
        holds_from=one.issue.holds_from.isoformat(),
    )


def refresh_view(book: Book, result: Compared) -> View:
    """Return what the lists say otherwise, with who is in none of them by number."""
    notes: list[Sentence] = []
    if result.unknown:
        names = book.called_some(result.unknown)
        notes.append(message("lists.without-number", n=len(result.unknown), players=names))
    if result.differences:
        take = do("players-refresh", all=True)
        one = do("players-refresh", player=Blank("PLAYER"))
        notes.append(message("lists.take", all=take, one=one))
    title = message("lists.differences", name=book.state.name)
    rows = [difference_row(book, one) for one in result.differences]
    return View(title, COLUMNS, rows, head(book), tuple(notes), empty=message("lists.same"))


def commands_for(
    book: Book, result: Compared, taken: Sequence[Difference], reason: str | None
) -> list[dict[str, Any]]:
    """Return the commands that take differences: corrected records, and ratings of the lists.

    Each player whose record is looked at is a match with the list, so that the next issue needs no
    question.
    """
    commands: list[dict[str, Any]] = []
    for player in dict.fromkeys(one.player for one in taken):
        values: dict[str, str] = {
            str(one.what): one.then
            for one in taken
            if one.player == player and one.what != "rating"
        }
        if values:
            matches = matches_of(result.found[player].entries, certainty="sure", confirmed=True)
            commands.append(
                {
                    "command": "correct-person",
                    "player": book.state.label(player),
                    **values,
                    "matches": matches,
                    **({"reason": reason} if reason else {}),
                }
            )
    by_list: dict[Issue, list[Difference]] = {}
    for one in taken:
        if one.what == "rating":
            by_list.setdefault(one.issue, []).append(one)
    for issue, some in by_list.items():
        rated = [(result.found[one.player], int(one.then)) for one in some]
        commands.append(list_command(book, issue, rated, reason=reason) | {"partial": True})
    return commands


def list_command(
    book: Book,
    issue: Issue,
    rated: Sequence[tuple[Found, int]],
    *,
    name: str | None = None,
    reason: str | None = None,
) -> dict[str, Any]:
    """Return the command that records ratings of a list in the tournament, with its month."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("name", "rating", "fide_id", "national_id"))
    for found, rating in rated:
        writer.writerow((found.first.name, rating, _text(found.fide_id), _text(found.national_id)))
    return {
        "command": "rating-list",
        "name": name or name_of(issue, book),
        "valid_from": issue.holds_from,
        "kind": kind_of(issue.name.source),
        "file": issue.file,
        "content": out.getvalue().encode(),
        **({"reason": reason} if reason else {}),
    }


def name_of(issue: Issue, book: Book) -> str:
    """Return what a tournament calls a list: FIDE standard, KNSB rapid."""
    ratings = tempo_of(book) if issue.name.ratings == "all" else issue.name.ratings
    return f"{issue.name.source.upper()} {ratings}"


def rated_of_list(
    book: Book, shelf: Shelf, name: ListName
) -> tuple[Issue | None, list[tuple[Found, int]]]:
    """Return the issue of a list, and the players who have a rating in it by their number."""
    issue = shelf.issue(name)
    rated = []
    for found in compared(book, shelf, name).found.values():
        if (one := rating_of(found, _kind(name), tempo_of(book), name)) is not None:
            rated.append((found, one[1]))
    return issue, rated


def _kind(name: ListName) -> ListKind:
    return kind_of(name.source)
