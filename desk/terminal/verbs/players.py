"""The verbs that open a tournament and say who plays."""

from __future__ import annotations

import sys

import click

from desk.terminal.app import Data, Session, Verbs, reads, writes
from desk.terminal.options import FILE, FILE_OR_STDIN, argument, option, read_options
from desk.terminal.output import bytes_of, leave, note, show, text_of

here = Verbs()


def _kind_of_absence(fields: Data) -> Data:
    """Put one field in place of the two options."""
    no_notice, duty = fields.pop("no_notice"), fields.pop("duty")
    if no_notice and duty:
        raise click.UsageError("--no-notice and --duty exclude each other")
    return fields | {"kind": "no notice" if no_notice else "club duty" if duty else "notice"}


writes(here, "init", "nieuw", "Open a tournament called NAME.")
writes(
    here, "import", "importeren",
    "Open a tournament from a TRF16 file, or a season from CSV, round by round as it was played.",
)  # fmt: skip


writes(
    here,
    "details",
    "gegevens",
    "Record city, federation, days, type, arbiters and tempo; they go into a TRF16 file.",
)


@here.verb("tournaments", "toernooien")
@read_options
@click.pass_obj
def tournaments(session: Session, as_json: bool, as_csv: bool) -> None:
    """List the tournaments of a ledger file; exit 4: one is damaged, and left out."""
    from projections.views.status import tournaments_view

    named, refused = session.desk().listed()
    show(tournaments_view(named, refused), as_json, as_csv)
    if refused and as_json:
        sys.exit(4)
    if refused:
        leave(tuple(refusal for _, refusal in refused))


writes(here, "plan", "plannen", "Announce or change the number of ROUNDS.")
writes(here, "schedule", "datum", "Give ROUND its DATE (2026-11-28).")


def _entries(fields: Data) -> Data | list[Data]:
    """Return the player called NAME, or all players of the file."""
    file = fields.pop("file")
    if (fields["name"] is None) == (file is None):
        raise click.UsageError("give a NAME, or --file with a list of players")
    if file is None:
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


ENTRY_KEYS = ("name", "rating", "title", "sex", "from_round",
              "federation", "fide_id", "national_id", "birth", "club")  # fmt: skip


writes(here, "enter", "inschrijven", "Register a player called NAME, or all players of a file.",
       argument("name", required=False, metavar="[NAME]"),
       option("--file", "CSV or TRF of players.", type=FILE), without=("name",),
       prepare=_entries)  # fmt: skip


def _with_order(fields: Data) -> Data:
    """Put the lines of the file in place of its name; it goes with --by file and nothing else."""
    file = fields.pop("file")
    if (fields["by"] == "file") != bool(file):
        raise click.UsageError("--by file and --file FILE go together")
    lines = text_of(file).split("\n") if file else []
    return fields | {"order": [line.strip() for line in lines if line.strip()]}


writes(
    here, "lots", "loten", "Give every player his number: drawn, by rating, or as entered.",
    option("--file", "By file: a line a player, by name or number, number 1 first.",
           type=FILE_OR_STDIN),
    without=("order",), prepare=_with_order,
)  # fmt: skip
reads(here, "status", "", "Show where the tournament stands and what to do next.", "status")
reads(here, "players", "spelers", "List the players with what is announced for them.", "players")
writes(here, "absent", "afmelden", "Announce that PLAYER misses a ROUND to come.",
       option("--no-notice", "In a season: they gave no notice.", is_flag=True),
       option("--duty", "In a season: they do something for the club.", is_flag=True),
       without=("kind",), prepare=_kind_of_absence)  # fmt: skip
writes(here, "bye", "halve-bye", "Request a half-point bye for PLAYER in a ROUND to come (F9).")
writes(here, "withdraw", "terugtrekken", "Take PLAYER out of the rounds to come.")
writes(here, "return", "heraanmelden", "Take PLAYER, who had withdrawn, back in.")
