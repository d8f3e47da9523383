"""The place, the dates and the arbiters of a tournament: the header of a report to a federation.

Arbiters are people, so all of it is a record beside the facts, which carry its hash. Details from
the command `details` take precedence over those of an imported file; a text "" there hides the
file's. There is one such record: a later one replaces it, and a standing of an earlier moment shows
today's details, as it does with names. The record also has what details were before, by the position
of the fact that changed them, and the tournament's name where that was put right, for lists of
tournaments; in a state it is that of the facts.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, TypeAlias

from ledger.state.round_dates import ROUND_DATES, dates_of
from ledger.state.tournament import Tournament
from ledger.text_files import json_of
from ledger.zones import zone_named

DETAILS_RECORD: Final = "details"
"""Key of the record beside the facts."""

FILE_RECORD: Final = "file:1"
"""Key of the row that keeps an imported file's other lines (place, arbiter, unknown tags)."""

TAGS: Final = {
    "city": "022",
    "federation": "032",
    "begins": "042",
    "ends": "052",
    "type": "092",
    "arbiter": "102",
    "deputy_arbiters": "112",
    "tempo": "122",
}
"""The fields that a tournament file (TRF16) has too, and the tag of each."""

FIELDS: Final = (*TAGS, "club", "venue", "organiser", "time_zone")
"""The fields of the record; the last four have no place in a tournament file."""

HISTORY: Final = "history"
"""The field of the record in which it is kept what details were before."""

DATES: Final = frozenset({"begins", "ends"})
"""The fields that are dates: 2026-11-28."""

Records: TypeAlias = Mapping[str, Mapping[str, str]]
"""The records kept beside the facts, by key."""

_YEAR_FIRST = re.compile(r"([0-9]{4})[/.-]([0-9]{1,2})[/.-]([0-9]{1,2})\b")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4})\b")


def details_of(state: Tournament, records: Records) -> dict[str, str]:
    """Return the known details, by their names in FIELDS; an unknown detail has no key.

    A date is written 2026-11-28, or as the file has it where that is not a date. Several deputies
    are separated by line ends.
    """
    both = _of_files(state, records) | recorded_details(state, records)
    return {field: both[field] for field in FIELDS if both.get(field)}


def recorded_details(state: Tournament, records: Records) -> dict[str, str]:
    """Return the details from the command, without those of a file; "" hides the file's."""
    return dict(records.get(state.details or "", {}))


def changes_of(records: Records) -> dict[int, dict[str, tuple[str, str]]]:
    """Return what details were and became, by the position of the fact that changed them.

    A text is "" where there was none. Those of the opening, and cleared ones, are left out.
    """
    text = records.get(DETAILS_RECORD, {}).get(HISTORY, "{}")
    with suppress(ValueError, AttributeError, TypeError):
        history: Any = json_of(text)
        return {
            int(position): {str(field): (str(was), str(now)) for field, (was, now) in of_it.items()}
            for position, of_it in history.items()
        }
    return {}


def with_change(
    records: Records, position: int, fields: Mapping[str, tuple[str, str]]
) -> dict[str, str]:
    """Return the history as a field of the record, with what the fact at `position` changes."""
    known = changes_of(records) | {position: dict(fields)}
    return {HISTORY: json.dumps(known, ensure_ascii=False)}


def is_said_by_file(state: Tournament, records: Records, field: str) -> bool:
    """Tell whether an imported file has a value for a field."""
    return bool(_of_files(state, records).get(field))


def header_lines(recorded: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the tags and texts of a file's header for the recorded details, a line a deputy."""
    lines = []
    for field, text in recorded.items():
        if field not in TAGS:
            continue
        shown = text.replace("-", "/") if field in DATES else text
        lines += [(TAGS[field], part) for part in shown.split("\n") if part]
    return lines


def days_of(state: Tournament, records: Records) -> tuple[dt.date | None, dt.date | None]:
    """Return the first and the last day: as recorded, else those of the first and last round.

    None: it is not recorded, and that round has no date.
    """
    details = details_of(state, records)
    ends = known_ends(_dates(state, records), state)
    first, last = (
        day_of(details.get(field, "")) or ends.get(field) for field in ("begins", "ends")
    )
    return first, last


def first_known_day(state: Tournament, records: Records) -> dt.date | None:
    """Return the first day, else that of the first round with a date; None: no day is known."""
    first, _ = days_of(state, records)
    return first or ends_of(_dates(state, records).values()).get("begins")


def _dates(state: Tournament, records: Records) -> dict[int, dt.date]:
    """Return the dates of rounds by number, of a file and of later facts."""
    return dates_of(line[4:] for line in _lines(state, records, ROUND_DATES)) | state.dates


def zone_of(records: Records) -> dt.tzinfo | None:
    """Return the time zone in which times are read and written, None: that of this machine."""
    name = records.get(DETAILS_RECORD, {}).get("time_zone", "")
    return zone_named(name) if name else None


def day_of(text: str) -> dt.date | None:
    """Return the date that a text begins with, year first or day first; None if there is none."""
    for pattern, order in ((_YEAR_FIRST, 1), (_DAY_FIRST, -1)):
        if match := pattern.match(text):
            with suppress(ValueError):
                return dt.date(*[int(part) for part in match.groups()][::order])
    return None


def ends_of(dates: Collection[dt.date]) -> dict[str, dt.date]:
    """Return the first and the last of the dates of rounds, by their fields of TAGS."""
    return {"begins": min(dates), "ends": max(dates)} if dates else {}


def known_ends(dates: Mapping[int, dt.date], state: Tournament) -> dict[str, dt.date]:
    """Return the first and the last day by their fields of TAGS, as far as the rounds tell.

    A round in the middle tells neither. `dates` are those of rounds by number.
    """
    last = state.rounds_planned or (len(state.rounds) if state.closed else 0)
    ends = ends_of(dates.values())
    known = {"begins": 1 in dates, "ends": last in dates}
    return {field: day for field, day in ends.items() if known[field]}


def _of_files(state: Tournament, records: Records) -> dict[str, str]:
    """Return the details in the lines of an imported file.

    Where its first or last day is that of its rounds, it moves with these rounds.
    """
    details = {
        field: "\n".join(_texts(field, _lines(state, records, tag))) for field, tag in TAGS.items()
    }
    of_file = dates_of(line[4:] for line in _lines(state, records, ROUND_DATES))
    now = ends_of((of_file | state.dates).values())
    for field, day in ends_of(of_file.values()).items():
        if details[field] == day.isoformat():
            details[field] = now[field].isoformat()
    return details


def _lines(state: Tournament, records: Records, tag: str) -> list[str]:
    """Return the lines of imported files that begin with a tag."""
    return [
        line
        for taken in state.imports
        for line in records.get(taken.record or "", {}).get("lines", "").split("\n")
        if tag and line[:3] == tag
    ]


def _texts(field: str, lines: list[str]) -> Iterator[str]:
    for line in lines:
        text = line[4:].strip(" \t")
        if text:
            day = day_of(text) if field in DATES else None
            yield day.isoformat() if day else text
