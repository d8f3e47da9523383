"""Rating lists: their ratings recorded by date, and those that make the start rank."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desk.commands.decision import Decision, Warn
from desk.commands.players import TakeInRatings
from desk.commands.warnings import warn
from desk.handlers.games import correction_reason
from ledger.csv_files.people import PeopleRefused, PersonRow, list_notes, read_people
from ledger.facts.ratings import RatingFact, RatingListRecorded, RatingsTaken
from ledger.messages import MOST_NAMES, Sentence, also, do, message, names_in_words
from ledger.names import natural
from ledger.refusals import Enough, Exit, FirstFindings, Refusal, Refusals, not_read_on
from ledger.state.book import Book
from ledger.state.branches import branch
from ledger.state.details import first_known_day
from ledger.state.tournament import Tournament
from ledger.values import ListKind
from projections.games.rating_lists import is_long, listed, rating_in_force


def take_in(book: Book, command: TakeInRatings) -> Decision | Refusals:
    """Record the ratings of a list; those of the first day become the ratings of the players.

    Rule: fide-dutch-2026 GHR2.1, GHR2.3.
    """
    name = command.name
    since = command.valid_from
    kind = _kind(command)
    if isinstance(kind, Refusal):
        return (kind,)
    wanted = _of_player(book, command) if command.file is None else _of_file(book, command, kind)
    if isinstance(wanted, tuple):
        return wanted
    ratings = wanted.ratings
    said = next(
        (
            one.ratings
            for one in book.state.ratings.lists
            if (one.kind, one.name, one.valid_from) == (kind, name, since)
        ),
        {},
    )
    new = {p: rating for p, rating in ratings.items() if p not in said or said[p] != rating}
    if not new:
        what = message("ratings.list-same", list=name)
        return (Refusal("nothing-to-change", what, do("rating-lists")),)
    fact = RatingListRecorded(
        kind=kind,
        name=name,
        valid_from=since,
        players=tuple(sorted(new)),
        ratings=tuple(new[player] for player in sorted(new)),
        reason=command.reason,
    )
    taken = ratings_taken(book, fact)
    if taken and book.state.rounds:
        reason = correction_reason(book, command.reason, 1, message("ratings.of-the-start"))
        if isinstance(reason, Refusal):
            return (reason,)
        taken = tuple(one.model_copy(update={"reason": reason}) for one in taken)
    notes = [message("ratings.recorded", n=len(new))]
    if command.content is not None:
        notes += list_notes(command.content)
        missing = sorted(book.state.players.keys() - ratings.keys())
        if missing and not command.partial:
            players = book.called_some(missing)
            notes.append(message("ratings.not-in-list", n=len(missing), players=players))
        notes += wanted.passed_over()
    notes += renumber_note(book, bool(taken))
    return Decision(
        (fact, *taken), notes=tuple(notes), warnings=_of_another_date(book, kind, since)
    )


_NATIONAL = frozenset({"knsb", "ned", "nederland", "national", "nationaal", "nationale"})
"""Words in the name of a list by which it is that of a national federation."""


def _kind(command: TakeInRatings) -> ListKind | Refusal:
    """Return whose list it is: as given, or as its name says; FIDE's where neither tells.

    A name that says another kind than the given one is refused, since both are recorded.
    """
    words = set(re.findall(r"\w+", command.name.casefold()))
    of_name: ListKind | None = None
    if "fide" in words:
        of_name = "fide"
    elif words & _NATIONAL:
        of_name = "national"
    kind = command.kind or of_name or "fide"
    if of_name in (None, kind) or kind == "other":
        return kind
    what = message("ratings.name-of-another", name=command.name)
    step = message("ratings.give-its-kind", option=also(kind=of_name))
    return Refusal("list-of-another-kind", what, step, exit=Exit.USAGE)


@dataclass(frozen=True, slots=True)
class _Listed:
    """The ratings of players in a list; `others` are the names in rows about nobody here."""

    ratings: dict[int, int | None]
    others: tuple[str, ...] = ()

    def passed_over(self) -> Iterator[Sentence]:
        """Yield the note on the rows about nobody of the tournament, named where they are few."""
        n = len(self.others)
        if n > MOST_NAMES:
            yield message("ratings.passed-over", n=n)
        elif n:
            names = names_in_words(self.others)
            yield message("ratings.passed-over-named", n=n, names=names)


def ratings_taken(book: Book, fact: RatingFact) -> tuple[RatingsTaken, ...]:
    """Return the ratings that players get from the lists by one more fact; () for none.

    They are those of the first day; without one, those of the newest lists until round 1 is
    published. A rating that was corrected by hand stays, unless this list is in force for
    that player.
    """
    day = first_day(book)
    before = book.state
    after = branch(before, fact)
    after.apply(fact)
    named = _in_force_for(after, fact, day) if isinstance(fact, RatingListRecorded) else ()
    changed = {
        player: rating
        for player, entrant in sorted(before.players.items())
        if (rating := rating_in_force(after, player, day)) != entrant.rating
        and (player in named or rating != rating_in_force(before, player, day))
    }
    if not changed:
        return ()
    return (RatingsTaken(players=tuple(changed), ratings=tuple(changed.values())),)


def _in_force_for(state: Tournament, fact: RatingListRecorded, day: dt.date | None) -> set[int]:
    """Return the players of a list for whom it is that in force on a day."""
    return {
        player
        for player in fact.players
        if (now := listed(state, player, fact.kind, day)) is not None
        and (now.of.name, now.of.valid_from) == (fact.name, fact.valid_from)
    }


def first_day(book: Book) -> dt.date | None:
    """Return the first day: as recorded, of the rounds, or else when round 1 was published."""
    begins = first_known_day(book.state, book.people)
    if begins is not None or not book.state.rounds:
        return begins
    at = book.state.rounds[0].position
    return book.recorded_at(at).date() if at <= len(book.recorded) else None


def renumber_note(book: Book, changed: bool) -> list[Sentence]:
    """Return the note that numbers were given by other ratings, where they can be given anew."""
    numbered = any(entrant.number is not None for entrant in book.state.players.values())
    if not changed or not numbered or book.state.numbers_method != "rating":
        return []
    if len(book.state.rounds) > (0 if book.rules.late_number == "last" else 3):
        return []
    return [message("ratings.renumber", command=do("lots", by="rating"))]


def _of_another_date(book: Book, kind: ListKind, since: dt.date | None) -> tuple[Warn, ...]:
    """Return the warning that a list of FIDE is not that of a month that counts.

    That is the month of the first day; of a long tournament also that of any round.
    """
    begins = first_known_day(book.state, book.people)
    if kind != "fide" or since is None or begins is None:
        return ()
    days = [begins, *(book.state.dates.values() if is_long(book.state) else ())]
    if any((day.year, day.month) == (since.year, since.month) for day in days):
        return ()
    what = message("ratings.of-another-month", since=since, begins=begins)
    return warn(book, "list-of-another-month", what)


def _of_player(book: Book, command: TakeInRatings) -> _Listed | Refusals:
    if command.player is None or command.rating is None:
        what = message("ratings.file-or-player")
        step = message("ratings.give-either", file=also(file=True), player=also(player=True))
        return (Refusal("list-without-ratings", what, step, exit=Exit.USAGE),)
    entrant = book.find_player(command.player)
    if isinstance(entrant, Refusal):
        return (entrant,)
    return _Listed({entrant.player: command.rating or None})


def _of_file(book: Book, command: TakeInRatings, kind: ListKind) -> _Listed | Refusals:
    """Return the ratings of the players who are in a file, or everything wrong with it."""
    if command.player is not None or command.rating is not None:
        what = message("ratings.file-or-player")
        step = message("ratings.give-either", file=also(file=True), player=also(player=True))
        return (Refusal("list-without-ratings", what, step, exit=Exit.USAGE),)
    if command.content is None:
        what = message("handlers.not-read", file=str(command.file))
        step = message("handlers.name-a-file")
        return (Refusal("file-not-read", what, step, exit=Exit.USAGE),)
    rows = read_people(command.content, national=kind != "fide")
    if isinstance(rows, PeopleRefused):
        return tuple(error.refusal() for error in rows.errors)
    refusals = FirstFindings[Refusal]()
    ratings: dict[int, int | None] = {}
    others: list[str] = []
    for one in _matched(book, rows):
        if isinstance(one, PersonRow):
            others.append(one.name)
        elif isinstance(one, Refusal):
            try:
                refusals.append(one)
            except Enough:
                refusals.close(not_read_on(one.line))
                break
        else:
            ratings |= (one,)
    if refusals:
        return tuple(refusals)
    if not ratings:
        what = message("ratings.nobody", n=len(rows))
        return (Refusal("nobody-in-list", what, do("players"), exit=Exit.USAGE),)
    return _Listed(ratings, tuple(others))


def _matched(
    book: Book, rows: Sequence[PersonRow]
) -> Iterator[tuple[int, int | None] | PersonRow | Refusal]:
    """Yield each player of the list with the rating, or the row, where it is about nobody here.

    A row for two players is a refusal.
    """
    by_key: dict[tuple[str, str], list[int]] = {}
    for player, entrant in book.state.players.items():
        record = book.people.get(entrant.person, {})
        for key in ("fide_id", "national_id"):
            if record.get(key):
                by_key.setdefault((key, record[key]), []).append(player)
        by_key.setdefault(("name", natural(record.get("name", ""))), []).append(player)
    lines: dict[int, int] = {}
    for row in rows:
        keys = (("fide_id", row.fide_id), ("national_id", row.national_id))
        at = next((by_key[key] for key in keys if key[1] and key in by_key), None)
        if at is None:
            at = [p for p in by_key.get(("name", natural(row.name)), ()) if _fits(book, p, row)]
        if len(at) > 1:
            what = message("ratings.several", name=row.name, players=book.called_some(at))
            step = message("ratings.add-numbers")
            yield Refusal("ambiguous-player", what, step, exit=Exit.USAGE, line=row.line)
        elif at and at[0] in lines:
            called = book.called(at[0])
            line = lines[at[0]]
            what = message("ratings.twice", player=called, line=line)
            step = message("ratings.add-numbers")
            yield Refusal("listed-twice", what, step, exit=Exit.USAGE, line=row.line)
        elif at:
            lines[at[0]] = row.line
            yield at[0], row.rating
        else:
            yield row


def _fits(book: Book, player: int, row: PersonRow) -> bool:
    """Tell whether a row of the same name can be about a player: no number or date differs."""
    record = book.people.get(book.state.players[player].person, {})
    keys = ("fide_id", "national_id", "birth")
    both = [(getattr(row, key), record.get(key)) for key in keys]
    return not any(mine and theirs and mine != theirs for mine, theirs in both)
