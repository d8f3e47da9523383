"""The verbs that open a tournament and say who plays."""

from __future__ import annotations

from typing import Any

import click

from desk.terminal.app import Session, Verbs, reads, typed_command, write, writes
from desk.terminal.options import (
    ESTIMATED,
    PERSON,
    PLAYER,
    ROUND,
    RULES_OPTIONS,
    argument,
    json_option,
    option,
    read_options,
    with_changes,
)
from desk.terminal.output import bytes_of, leave, show, text_of

here = Verbs()


def _kind_of_absence(given: dict[str, Any]) -> dict[str, Any]:
    """Put one field in place of the two options."""
    no_notice, duty = given.pop("no_notice"), given.pop("duty")
    if no_notice and duty:
        raise click.UsageError("--no-notice and --duty exclude each other")
    return given | {"kind": "no notice" if no_notice else "club duty" if duty else "notice"}


writes(
    here, "init", "nieuw", "Open a tournament called NAME.",
    argument("name"), option("--rounds", "Number of rounds planned.", type=int), *RULES_OPTIONS,
    prepare=with_changes,
)  # fmt: skip


writes(
    here, "import", "importeren",
    "Open a tournament from a TRF16 file, or a season from CSV, round by round as it was played.",
    argument("file", type=click.Path(exists=True, dir_okay=False)),
    option("--members", "CSV of the members: FILE is a season (docs/season-files.md).",
           type=click.Path(exists=True, dir_okay=False)),
    option("--name", "Name of the tournament, if not the file's."),
    option("--rounds", "Number of rounds, where the file does not say.", type=int),
    *RULES_OPTIONS, prepare=with_changes,
)  # fmt: skip


@here.verb("tournaments", "toernooien")
@read_options
@click.pass_obj
def tournaments(session: Session, as_json: bool, as_csv: bool) -> None:
    """List the tournaments of a ledger file."""
    from projections.views.status import tournaments_view

    show(tournaments_view(session.desk().tournaments()), as_json, as_csv)


writes(
    here, "plan", "plannen", "Announce or change the number of ROUNDS.",
    argument("rounds", type=int),
)  # fmt: skip


writes(here, "schedule", "datum", "Give ROUND its DATE (2026-11-28).", ROUND, argument("date"))


@here.verb("enter", "inschrijven")
@click.argument("name", required=False)
@click.option("--rating", type=int, help="Rating; leave out for none.")
@click.option("--estimated", is_flag=True, help=ESTIMATED)
@click.option("--title", help="GM, IM, WGM, FM, WIM, CM, WFM or WCM.")
@click.option("--from-round", type=int, help="First round to be paired in; default the next.")
@click.option("--file", type=click.Path(exists=True, dir_okay=False), help="CSV or TRF of players.")
@click.option("--reason", help="Why, in words that name nobody.")
@json_option
@click.pass_obj
def enter(
    session: Session, /, name: str | None, file: str | None, as_json: bool, **given: Any
) -> None:
    """Register a player called NAME, or all players of a file."""
    if (name is None) == (file is None):
        raise click.UsageError("give a NAME, or --file with a list of players")
    if file is None:
        write(session, [typed_command(command="enter", name=name, **given)], as_json)
        return
    from ledger.csv_files.people import PeopleRefused, read_people

    people = read_people(bytes_of(file))
    if isinstance(people, PeopleRefused):
        leave(tuple(error.refusal() for error in people.errors))
    write(session, [typed_command(**_entry(person)) for person in people], as_json)


enter.params[-2:-2] = PERSON


def _entry(person: Any) -> dict[str, Any]:
    fields = ("name", "rating", "title", "sex", "from_round", *PERSON_KEYS)
    given = {key: getattr(person, key) or None for key in fields}
    return {"command": "enter", "estimated": person.estimated, **given}


PERSON_KEYS = ("federation", "fide_id", "national_id", "birth", "club")


def _with_order(given: dict[str, Any]) -> dict[str, Any]:
    """Put the lines of the file in place of its name; it goes with --by file and nothing else."""
    file = given.pop("file")
    if (given["by"] == "file") != bool(file):
        raise click.UsageError("--by file and --file FILE go together")
    lines = text_of(file).split("\n") if file else []
    return given | {"order": [line.strip() for line in lines if line.strip()]}


writes(
    here, "lots", "loten", "Give every player his number: drawn, by rating, or as entered.",
    option("--by", "How; default by rating in the Swiss on rating, else draw.",
            type=click.Choice(["draw", "rating", "entry", "file"])),
    option("--seed", "Draw with this seed instead of a fresh one."),
    option("--first-colour", "Swiss on rating: the highest player's colour, as drawn on paper.",
            type=click.Choice(["white", "black"])),
    option("--file", "By file: a line a player, by name or number, number 1 first.",
            type=click.Path(exists=True, dir_okay=False, allow_dash=True)),
    prepare=_with_order,
)  # fmt: skip


reads(here, "status", "", "Show where the tournament stands and what to do next.", "status")


reads(here, "players", "spelers", "List the players with what is announced for them.", "players")


writes(
    here, "absent", "afmelden", "Announce that PLAYER misses a ROUND to come.",
    PLAYER, ROUND, option("--cancel", "He will play after all.", is_flag=True),
    option("--no-notice", "In a season: he gave no notice.", is_flag=True),
    option("--duty", "In a season: he does something for the club.", is_flag=True),
    prepare=_kind_of_absence,
)  # fmt: skip


writes(
    here, "bye", "halve-bye",
    "Request a half-point bye for PLAYER in a ROUND to come (F9).", PLAYER, ROUND,
)  # fmt: skip


writes(
    here, "withdraw", "terugtrekken", "Take PLAYER out of the rounds to come.",
    PLAYER, option("--from-round", "First round he misses; default the next.", type=int),
)  # fmt: skip


writes(
    here, "return", "heraanmelden", "Take PLAYER, who had withdrawn, back in.",
    PLAYER, option("--from-round", "First round he plays; default the next.", type=int),
)  # fmt: skip
