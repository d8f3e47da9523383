"""The verbs that open a tournament and enter its players."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal, get_args

import click

from desk.terminal.answers import FILE, FILE_OR_STDIN, NUMBER
from desk.terminal.app import (
    Data,
    Session,
    Verbs,
    confirmed,
    ledger_place,
    reads,
    typed_command,
    writes,
)
from desk.terminal.file_names import not_a_list, not_a_tournament
from desk.terminal.misuse import Misuse
from desk.terminal.options import HTML, ROUND, argument, option, read_options
from desk.terminal.output import bytes_of, leave, note, progress_of, show, text_of

here = Verbs()


NOTICE, NO_NOTICE, DUTY = get_args(Literal["notice", "no notice", "club duty"])


def _kind_of_absence(fields: Data) -> Data:
    """Replace the two options by one field."""
    no_notice, duty = fields.pop("no_notice"), fields.pop("duty")
    if no_notice and duty:
        from ledger.messages import message

        raise Misuse(message("terminal.two-kinds", one="--no-notice", other="--duty"))
    return fields | {"kind": NO_NOTICE if no_notice else DUTY if duty else NOTICE}


def _beside_others(fields: Data) -> Data:
    """Ask at a terminal whether a tournament is to stand beside those that the ledger has.

    Exit where its name is that of a file.
    """
    from ledger.messages import Blank, also, do, message
    from ledger.refusals import Refusal
    from ledger.store.places import is_there

    not_a_tournament(fields["name"])
    ctx = click.get_current_context()
    session = ctx.ensure_object(Session)
    place = ledger_place(session.ledger)
    if ctx.params["as_json"] or not sys.stdin.isatty() or not is_there(place):
        return fields
    gone = session.desk().taken_back()
    names = [name for id_, name in session.desk().listed()[0] if id_ not in gone]
    if not names or fields["name"] in names:
        return fields
    option = also(tournament=fields["name"])
    what = message(
        "terminal.beside-others",
        n=len(names),
        names=tuple(names[:MOST]),
        option=option,
        undo=do("undo"),
    )
    if not confirmed(what):
        step = message(
            "terminal.own-ledger", option=also(ledger=Blank("FILE")), status=do("status")
        )
        leave(Refusal("not-confirmed", message("handlers.not-confirmed"), step))
    return fields


MOST = 3
"""Tournaments of a ledger that are named before another is opened."""


writes(here, "init", prepare=_beside_others)


def _pair_ahead(fields: Data) -> Data:
    """Pair the rounds of a file again with progress on a terminal, before it is imported."""
    if sys.stderr.isatty():
        from desk.commands.opening import Import
        from desk.handlers.opening import pair_ahead

        _, command = typed_command(command="import", **fields)
        assert isinstance(command, Import)
        if (path := Path(command.file)).is_file():
            pair_ahead(command.model_copy(update={"content": path.read_bytes()}), progress_of)
    return fields


writes(here, "import", prepare=_pair_ahead)


@here.verb("tournaments", "toernooien")
@read_options
@click.pass_obj
def tournaments(session: Session, as_json: bool, as_csv: bool) -> None:
    """List the tournaments of a ledger file; exit 4: one is damaged, and left out."""
    from projections.views.status import tournaments_view

    desk = session.desk()
    named, refused = desk.listed()
    show(tournaments_view(named, refused, desk.taken_back()), as_json, as_csv)
    if refused and as_json:
        sys.exit(4)
    if refused:
        leave(tuple(refusal for _, refusal in refused))


writes(here, "schedule", arguments=("round", "date", "time"))


def _entries(fields: Data) -> Data | list[Data]:
    """Return the player called NAME, or all players of the file."""
    file = fields.pop("file")
    if (fields["name"] is None) == (file is None):
        from ledger.messages import message

        raise Misuse(message("terminal.name-or-file"))
    if file is None:
        not_a_list(fields["name"])
        return fields
    from ledger.csv_files.people import PeopleRefused, list_notes, read_people

    data = bytes_of(file)
    people = read_people(data)
    if isinstance(people, PeopleRefused):
        leave(tuple(error.refusal() for error in people.errors))
    note(*list_notes(data))
    return [
        {"estimated": person.estimated, **{key: getattr(person, key) or None for key in ENTRY_KEYS}}
        for person in people
    ]


ENTRY_KEYS = (
    "name",
    "rating",
    "title",
    "sex",
    "from_round",
    "federation",
    "fide_id",
    "national_id",
    "birth",
    "club",
)


writes(
    here,
    "enter",
    argument("name", required=False, metavar="[NAME]"),
    option("--file", type=FILE),
    without=("name",),
    prepare=_entries,
)


def _with_order(fields: Data) -> Data:
    """Replace the file's name by its lines; it goes with --by file and nothing else."""
    file = fields.pop("file")
    if (fields["by"] == "file") != bool(file):
        from ledger.messages import message

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
reads(here, "status", "", "status")
reads(here, "players", "spelers", "players", HTML)
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
reads(here, "prohibited", "verboden", "prohibited")
writes(
    here,
    "accelerate",
    PLAYERS,
    ROUNDS,
    arguments=(),
    without=OF_ROUNDS,
    prepare=_with_players,
)
reads(here, "acceleration", "versnelling", "acceleration")
writes(here, "rating-list", arguments=("name", "valid_from"))
reads(here, "rating-lists", "ratinglijsten", "projections.views.ratings.rating_lists", ROUND)
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
reads(
    here,
    "checked-in",
    "ingecheckt",
    "desk.hall.check_in.checked_in",
    ROUND,
    option("--missing", is_flag=True),
)
