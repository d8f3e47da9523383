"""A parcel for whoever rates the games: every file that belongs to it, and what is still lacking."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from desk.answers.tournament_file import not_in_file, tournament_file
from ledger.hash_tree import Head
from ledger.messages import Blank, Do, Sentence, do, message
from ledger.names import folded
from ledger.records import Record
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.details import DATES, details_of
from ledger.trf.profiles import Profile, left_out
from ledger.trf.writer import write
from ledger.values import ReportFor
from projections.exports.rating_report import (
    period_named,
    rating_report,
    report_comments,
    report_notes,
)
from projections.exports.swiss_manager import not_in_pair, pairings_text, players_text
from projections.games.rating_lists import RatingPeriod, rating_periods
from projections.games.rounds import head
from projections.games.tempo import tempo_of
from projections.log.departures import comments
from projections.views.columns import STEP, columns_of
from projections.views.view import View

Reader: TypeAlias = Literal["fide", "knsb"]
"""For whom a parcel is: the rating officer of FIDE, or the KNSB."""

REPORT_FOR: dict[Reader, ReportFor] = {"fide": "fide", "knsb": "federation"}
PROFILE: dict[Reader, Profile] = {"fide": "trf26", "knsb": "trf16"}
_LETTER = {"standard": "S", "rapid": "R", "blitz": "B"}


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that a report lacks, and the command that mends it."""

    what: Sentence
    step: Sentence


_LACKS = {
    "fide_id": "ending.lacks.fide-id",
    "federation": "ending.lacks.federation-of",
    "birth": "ending.lacks.birth",
    "sex": "ending.lacks.sex",
    "national_id": "ending.lacks.national-id",
}
"""What is lacking of a player, by the field of their record."""


class LackRow(Record):
    """Something that a report lacks."""

    what: Annotated[Sentence, "What is lacking."]
    step: Annotated[Sentence, "The command that mends it.", STEP]


COLUMNS = columns_of(LackRow, "what", "step")


def still_open(book: Book, rounds: range) -> Refusals:
    """Return why no report can be made yet: games of its rounds without a result."""
    refusals: list[Refusal] = []
    for one in book.state.rounds:
        if one.number not in rounds:
            continue
        for board, game in enumerate(one.games, 1):
            if game.open or game.adjourned:
                key = "ending.game-adjourned" if game.adjourned else "ending.game-open"
                what = message(key, round=one.number, board=board)
                step = do("result", round=one.number, board=board, result=Blank("RESULT"))
                refusals.append(Refusal("report-too-early", what, step))
    if not book.state.rounds:
        what = message("ending.no-rounds")
        refusals.append(Refusal("report-too-early", what, do("publish")))
    return tuple(refusals)


def lacks(book: Book, reader: Reader) -> Iterator[Lack]:
    """Yield what a report should have and has not, each with the command that mends it."""
    details = details_of(book.state, book.people)
    wanted = ("city", "federation", "begins", "ends", "arbiter", "tempo")
    for field in wanted:
        if not details.get(field):
            yield Lack(
                message(f"ending.lacks.{field}"),
                Do("details", ((field, Blank("DATE" if field in DATES else field.upper())),)),
            )
    if reader == "fide":
        yield from _arbiters_without_number(details)
    for one in book.state.rounds:
        if one.number not in book.state.dates:
            dated = do("schedule", round=one.number, date=Blank("DATE"))
            yield Lack(message("ending.lacks.date", round=one.number), dated)
    kinds = {one.kind for one in book.state.ratings.lists}
    kind = "fide" if reader == "fide" else "national"
    if kind not in kinds:
        yield Lack(message(f"ending.lacks.list-{reader}"), do("rating-list", name=Blank("NAME")))
    keys = ("fide_id", "federation", "birth", "sex") if reader == "fide" else ("national_id",)
    for entrant in book.state.in_number_order():
        record = book.people.get(entrant.person, {})
        for key in keys:
            if not record.get(key):
                player = book.called(entrant.player)
                what = message(_LACKS[key], player=player)
                number = book.state.label(entrant.player)
                fields = (("player", int(number)), (key, Blank("VALUE")))
                yield Lack(what, Do("correct-person", fields))


def _arbiters_without_number(details: Mapping[str, str]) -> Iterator[Lack]:
    """Yield the arbiters without a FIDE number beside their name; whether they are licensed then
    is FIDE's to know.
    """
    for field in ("arbiter", "deputy_arbiters"):
        names = [name for name in details.get(field, "").split("\n") if name]
        whole = [name if _FIDE_NUMBER.search(name) else f"{name} NUMBER" for name in names]
        for name in names:
            if not _FIDE_NUMBER.search(name):
                what = message("ending.lacks.arbiter-number", name=name)
                value = tuple(whole) if field == "deputy_arbiters" else whole[0]
                yield Lack(what, Do("details", ((field, value),)))


_FIDE_NUMBER = re.compile(r"(?<!\d)\d{5,10}(?!\d)")


def lacks_view(book: Book, reader: Reader) -> View:
    """Return what a report lacks, with what stands in the way of it."""
    refusals = still_open(book, range(1, len(book.state.rounds) + 1))
    found = [Lack(refusal.what, refusal.next) for refusal in refusals]
    rows = [LackRow(each.what, each.step) for each in (*found, *lacks(book, reader))]
    title = message("ending.lacks-title", name=book.state.name, reader=reader.upper())
    return View(title, COLUMNS, rows, head(book), empty=message("ending.lacks-none"))


@dataclass(frozen=True, slots=True)
class ParcelFile:
    """A file of a parcel; `period` is the rating period of a report that is recorded, 0: of all.

    None: it is no report.
    """

    name: str
    data: bytes
    period: int | None = None

    @property
    def sha256(self) -> str:
        """Return the hash of its bytes."""
        return hashlib.sha256(self.data).hexdigest()


@dataclass(frozen=True, slots=True)
class Parcel:
    """The files for a reader, what they lack, and what their reader has to know."""

    files: tuple[ParcelFile, ...]
    lacks: tuple[Lack, ...]
    notes: tuple[Sentence, ...]


def report_trf(
    book: Book,
    reader: ReportFor,
    period: RatingPeriod | None,
    way: Profile,
    words: Callable[[Sentence], str],
) -> tuple[bytes, list[Sentence]] | Refusal:
    """Return the rating report of a period (None: of all) as a file, with the notes on it."""
    file = tournament_file(book, map(words, comments(book)), way)
    if isinstance(file, Refusal):
        return file
    notes = [*not_in_file(book), *left_out(file, way)]
    said = [words(one) for one in report_comments(book, reader, period)]
    file = rating_report(book, file, reader, period, said)
    notes += report_notes(book, reader, period)
    return write(file, way), notes


def parcel(
    book: Book,
    reader: Reader,
    *,
    event: str,
    number: int | None,
    words: Callable[[Sentence], str],
) -> Parcel | Refusals:
    """Return a parcel for a reader: of a rating period, or of all of them.

    `event` is the number under which the reader knows the tournament, "" for none. A parcel is
    refused while a game of it is open.
    """
    if isinstance(one := period_named(book, number), Refusal):
        return (one,)
    periods = rating_periods(book.state)
    wanted = [one] if one is not None else periods if len(periods) > 1 else [None]
    first = 1 if one is None else one.first
    last = len(book.state.rounds) if one is None else one.last
    rounds = range(first, last + 1)
    if refusals := still_open(book, rounds):
        return refusals
    files: list[ParcelFile] = []
    notes: list[Sentence] = []
    for period in wanted:
        made = report_trf(book, REPORT_FOR[reader], period, PROFILE[reader], words)
        if isinstance(made, Refusal):
            return (made,)
        data, said = made
        notes += said
        name = trf_name(book, event, period)
        files.append(ParcelFile(name, data, 0 if period is None else period.number))
    if reader == "knsb":
        file = tournament_file(book)
        if isinstance(file, Refusal):
            return (file,)
        files.append(ParcelFile("sm-players.txt", players_text(book, file)))
        files.append(ParcelFile("sm-pairings.txt", pairings_text(book, rounds)))
        notes += not_in_pair(book, rounds)
    return Parcel(tuple(files), tuple(lacks(book, reader)), tuple(dict.fromkeys(notes)))


def trf_name(book: Book, event: str, period: RatingPeriod | None) -> str:
    """Return the name of a report: its tempo, the event's number, the name, the rounds."""
    plain = re.sub(r"[^a-z0-9]+", "-", folded(book.state.name)).strip("-") or "tournament"
    rounds = f"{len(book.state.rounds)}"
    if period is not None:
        rounds = f"{period.first}-{period.last}"
    parts = [_LETTER[tempo_of(book)], event, plain[:40], rounds]
    return "_".join(part for part in parts if part) + ".trf"


def report_json(
    book: Book,
    parcel_: Parcel,
    reader: Reader,
    chain: Head,
    program: str,
    words: Callable[[Sentence], str],
) -> bytes:
    """Return what a parcel is: who made it, of which head, its files with hashes, what it lacks."""
    lists = [
        {"kind": one.kind, "name": one.name, "valid_from": str(one.valid_from or "")}
        for one in book.state.ratings.lists
    ]
    value = {
        "tournament": book.state.name,
        "id": book.id,
        "for": reader,
        "made_by": program,
        "position": book.state.position,
        "head": {"size": chain.size, "root": chain.root.hex(), "short": chain.short},
        "rating_lists": lists,
        "files": [
            {"name": file.name, "bytes": len(file.data), "sha256": file.sha256}
            for file in parcel_.files
        ],
        "lacks": [words(one.what) for one in parcel_.lacks],
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


class ParcelRow(Record):
    """A file of a parcel."""

    file: Annotated[str, "Its name."]
    size: Annotated[int, "Its bytes."]
    sha256: Annotated[str, "The hash of its bytes."]


PARCEL_COLUMNS = columns_of(
    ParcelRow,
    *("file", "size", "sha256"),
    spare=("sha256",),
    headings={"size": message("columns.bytes")},
)


def parcel_view(book: Book, files: Sequence[ParcelFile], folder: str, made: Parcel) -> View:
    """Return the files of a parcel that was written, with what it lacks."""
    rows = [ParcelRow(file.name, len(file.data), file.sha256) for file in files]
    notes: list[Sentence] = list(made.notes)
    if made.lacks:
        notes.append(message("ending.lacks-some", n=len(made.lacks)))
    title = message("ending.parcel", folder=folder)
    return View(title, PARCEL_COLUMNS, rows, head(book), tuple(notes))
