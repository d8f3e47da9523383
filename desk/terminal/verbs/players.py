"""The verbs that open a tournament and enter its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, get_args

import click

from desk.answers.paid import is_paid, mark_paid
from desk.handlers.players import entered_as
from desk.outcomes import Written
from desk.terminal.answers import FILE, FILE_OR_STDIN, NUMBER
from desk.terminal.file_names import not_a_list
from desk.terminal.files import bytes_of, text_of
from desk.terminal.listed import from_lists, ratings_of_list, rows_from_lists
from desk.terminal.mappings import renamed
from desk.terminal.misuse import Misuse
from desk.terminal.option_names import spelled
from desk.terminal.options import argument, option
from desk.terminal.output import leave, note
from desk.terminal.registry import Registry
from desk.terminal.session import Session
from desk.terminal.writing import Data, writes
from ledger.facts.tournament import PlayerRegistered
from ledger.messages import also, message
from ledger.refusals import Refusal

if TYPE_CHECKING:
    from ledger.csv_files.people import PersonRow

here = Registry()


NOTICE, NO_NOTICE, DUTY = get_args(Literal["notice", "no notice", "club duty"])


def _kind_of_absence(fields: Data) -> Data:
    """Replace the two options by one field."""
    no_notice = fields.pop("no_notice")
    duty = fields.pop("duty")
    if no_notice and duty:
        raise Misuse(
            message("terminal.two-kinds", one=spelled("--no-notice"), other=spelled("--duty"))
        )
    return fields | {"kind": NO_NOTICE if no_notice else DUTY if duty else NOTICE}


writes(here, "schedule", arguments=("round", "date", "time"))


def _entries(fields: Data) -> Data | list[Data]:
    """Return the player called NAME, or all players of the file."""
    file = fields.pop("file")
    if (fields["name"] is None) == (file is None):
        raise Misuse(message("terminal.name-or-file"))
    as_typed = fields.pop("as_typed")
    only = fields.pop("list")
    columns = fields.pop("column")
    mapping = fields.pop("mapping")
    only_new = fields.pop("only_new")
    if file is None and only_new:
        raise Misuse(message("terminal.only-new-of-file"))
    if file is None:
        not_a_list(fields["name"])
        return fields if as_typed else from_lists(fields, only)
    from ledger.csv_files.people import (  # a list, not a name
        PeopleRefused,
        list_notes,
        paid_by_line,
        read_people,
    )

    data = renamed(bytes_of(file), mapping, columns)
    people = read_people(data)
    if isinstance(people, PeopleRefused):
        leave(tuple(map(_with_columns_said, (error.refusal() for error in people.errors))))
    note(*list_notes(data))
    said = paid_by_line(data)
    if only_new:
        people = _only_new(people, said)
    shared = {key: fields[key] for key in ("reason", "confirm") if fields.get(key)}
    entries = [person.entry() | shared for person in people]
    if said:
        paid = [is_paid(said.get(person.line, "")) for person in people]
        click.get_current_context().meta[_PAID] = paid
    return entries if as_typed else rows_from_lists(people, entries, only)


def _only_new(people: Sequence[PersonRow], said: Mapping[int, str]) -> tuple[PersonRow, ...]:
    """Return the rows of people who are not entered yet; it is said when there are none.

    Those of the others who have paid since are marked, where the file says so.
    """
    session = click.get_current_context().ensure_object(Session)
    book = session.book()
    entered = [(entered_as(book, person.entry()), person) for person in people]
    known = {player: person for player, person in entered if player is not None}
    since = {player: True for player, one in known.items() if is_paid(said.get(one.line, ""))}
    if since:
        mark_paid(session.desk().place, book.id, since)
    if known:
        note(message("lists.entered-before", n=len(known)))
    new = tuple(person for player, person in entered if player is None)
    if not new:
        note(message("lists.none-new"))
    return new


def _with_columns_said(refusal: Refusal) -> Refusal:
    """Return the refusal of a file; of one without a name, how its columns are said."""
    if refusal.code != "people-no-name-column":
        return refusal
    said, kept = also(column="NAME=name"), also(mapping=True)
    return replace(refusal, next=message("lists.say-columns", option=said, kept=kept))


_PAID = "paid"
"""Where a command line keeps who of a file has paid, until they are entered."""


def _mark_paid(session: Session, written: Written) -> None:
    """Keep who of the file has paid, beside the ledger."""
    paid: list[bool] = click.get_current_context().meta.get(_PAID, [])
    entered = [fact.player for fact, _ in written.facts if isinstance(fact, PlayerRegistered)]
    if paid:
        marks = dict(zip(entered, paid, strict=True))
        mark_paid(session.desk().place, written.book.id, marks)


writes(
    here,
    "enter",
    argument("name", required=False, metavar="[NAME]"),
    option("--file", type=FILE),
    option("--list", metavar="LIST"),
    option("--as-typed", is_flag=True),
    option("--column", metavar="KEY=VALUE", multiple=True),
    option("--mapping", metavar="NAME"),
    option("--only-new", is_flag=True),
    without=("name",),
    prepare=_entries,
    after=_mark_paid,
)


def _with_order(fields: Data) -> Data:
    """Replace the file's name by its lines; it goes with --by file and nothing else."""
    file = fields.pop("file")
    if (fields["by"] == "file") != bool(file):
        raise Misuse(message("terminal.by-file"))
    lines = text_of(file).split("\n") if file else []
    return fields | {"order": [line.strip() for line in lines if line.strip()]}


writes(
    here,
    "lots",
    option("--file", type=FILE_OR_STDIN),
    without=("order",),
    prepare=_with_order,
)
writes(
    here,
    "absent",
    option("--no-notice", is_flag=True),
    option("--duty", is_flag=True),
    without=("kind",),
    prepare=_kind_of_absence,
)


def _with_rounds(fields: Data) -> Data:
    """Put the first and the last round in place of what was typed: 3, 2-5."""
    typed = fields.pop("rounds")
    if typed is None:
        return fields
    first, _, last = typed.partition("-")
    numbers = [NUMBER(text) for text in (first, last or first)]
    return fields | dict(zip(("from_round", "to_round"), numbers, strict=True))


def _with_players(fields: Data) -> Data:
    """Put each number in the place of numbers in a row: 1-82."""
    players: list[int | str] = []
    for typed in fields["players"]:
        first, _, last = typed.partition("-")
        if first.isdecimal() and last.isdecimal() and len(first) <= 4 and len(last) <= 4:
            players.extend(range(int(first), int(last) + 1))
        else:
            players.append(typed)
    return _with_rounds(fields | {"players": players})


PLAYERS = argument("players", metavar="PLAYER", nargs=-1, required=True)
ROUNDS = option("--rounds", metavar="ROUNDS")
OF_ROUNDS = ("players", "from_round", "to_round")
writes(here, "prohibit", PLAYERS, ROUNDS, without=OF_ROUNDS, prepare=_with_rounds)
writes(
    here,
    "accelerate",
    PLAYERS,
    ROUNDS,
    arguments=(),
    without=OF_ROUNDS,
    prepare=_with_players,
)


def _of_list(fields: Data) -> Data:
    """Put the ratings of a list of this machine in the place of its name."""
    only = fields.pop("list")
    if only is None:
        return fields
    if fields.get("file") or fields.get("player"):
        raise Misuse(message("terminal.list-or-file"))
    return fields | ratings_of_list(fields, only)


writes(
    here,
    "rating-list",
    option("--list", metavar="LIST"),
    arguments=("name", "valid_from"),
    prepare=_of_list,
)
writes(here, "start-rank", arguments=("method",))


def _first_rounds(fields: Data) -> Data:
    """Put the numbers of rounds in place of what was typed."""
    return fields | {"first_rounds": [NUMBER(text) for text in fields.pop("first_rounds")]}


writes(
    here,
    "rating-periods",
    argument("first_rounds", metavar="[ROUND]...", nargs=-1),
    arguments=(),
    without=("first_rounds",),
    prepare=_first_rounds,
)

writes(here, "edition", arguments=("edition",))


def _each(fields: Data) -> list[Data]:
    """Return the fields of a command for each player."""
    players = fields.pop("players")
    return [fields | {"player": player} for player in players]


writes(
    here,
    "check-in",
    PLAYERS,
    without=("player",),
    prepare=_each,
)
