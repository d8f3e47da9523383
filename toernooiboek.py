"""The public interface for programs and notebooks, and the entry point of `toernooi`.

It is described in docs/python.md. Commands add facts (docs/apply.md): it writes only mirrors.
Importing it loads no other module of the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

if TYPE_CHECKING:
    from datetime import datetime
    from fractions import Fraction

    from desk.desk import Desk
    from ledger.messages import Sentence
    from ledger.place import LedgerPlace
    from ledger.refusals import Refusal, Refusals
    from ledger.state.book import Book
    from projections.sql.questions import AnswerRelation
    from projections.views.view import View

__all__ = [
    "Explained",
    "ExplainedClaim",
    "Ledger",
    "LedgerRefused",
    "LoggedFact",
    "RankedPlayer",
    "RoundOfPlayer",
    "TournamentName",
    "open",
]


class LedgerRefused(Exception):
    """An unanswered question; `refusals` tells why, in the words of the command line."""

    def __init__(self, refusals: Refusals) -> None:
        from ledger.refusals import lines_of_all

        super().__init__(_in_words(lines_of_all(refusals)))
        self.refusals = refusals


@dataclass(frozen=True, slots=True)
class TournamentName:
    """A tournament of a ledger: its id, and the name it was opened with."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class RoundOfPlayer:
    """A round in a crosstable: what it was, against whom (a number), with which colour."""

    kind: str
    opponent: int | None
    colour: Literal["W", "B"] | None
    points: Fraction


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A line of a standing or crosstable.

    `rank` is None for a member who has left a season. Points and tie-breaks are exact. `value` is
    that of a member of a Keizer season. `decided_by` names the key that separates the line from the
    one above it. `rounds` is empty in a standing.
    """

    rank: int | None
    number: int
    name: str
    points: Fraction
    tie_breaks: Mapping[str, Fraction | None] = field(default_factory=dict)
    value: int | None = None
    decided_by: str | None = None
    rounds: tuple[RoundOfPlayer, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedFact:
    """A fact: its position in the tournament, when, by whom, its topic, its sentence and reason.

    `taken_back_by` is the position of the undo that took it back, None for a fact in force.
    """

    position: int
    recorded_at: datetime
    actor: str
    topic: str
    what: str
    reason: str | None
    event_id: str
    taken_back_by: int | None


@dataclass(frozen=True, slots=True)
class ExplainedClaim:
    """One claim of an explanation: the clause it depends on, if any, and the players by number."""

    kind: str
    clause: str | None
    players: tuple[int, ...]
    others: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a board is as it is: the text for people, and its claims."""

    text: str
    claims: tuple[ExplainedClaim, ...]

    def __str__(self) -> str:
        """Return the text."""
        return self.text


def open(path: str | Path) -> Ledger:
    """Return the ledger in a file, or at the address of a server, for reading.

    Raise LedgerRefused when it is missing, damaged as a whole or no ledger, and ImportError when
    another package hides a module of this program.
    """
    in_the_way = foreign_modules()
    if in_the_way:
        raise ImportError("\n".join(in_the_way))
    with _refusals_raised():
        from ledger.place import place_from

        ledger = Ledger(place_from(str(path)))
        ledger._desk().listed()
    return ledger


@dataclass(frozen=True, slots=True)
class Ledger:
    """A ledger, by its place. Each call reads it afresh and closes it again.

    `tournament` is an id, a name or a part of it, None for the only one; `as_of` is a position, a
    time or "published:3", None for now. Every method raises LedgerRefused.
    """

    place: LedgerPlace

    def tournaments(self) -> tuple[TournamentName, ...]:
        """Return the tournaments in the order in which they were opened.

        Raise LedgerRefused where one is damaged; the others are read by their whole name or id.
        """
        with _refusals_raised():
            return tuple(TournamentName(id_, name) for id_, name in self._desk().tournaments())

    def standings(
        self,
        tournament: str | None = None,
        *,
        after: int | None = None,
        final: bool = False,
        rules: str | None = None,
        as_of: int | str | None = None,
    ) -> tuple[RankedPlayer, ...]:
        """Return the standing after a number of rounds, best first; None: after all completed ones.

        `rules` is the id of another rulebook, or a TOML file; `final` ranks as after the last
        round.
        """
        from desk.reports.standings import standings
        from ledger.rulebooks.files import load

        with _refusals_raised():
            rulebook = None if rules is None else load(rules)
            if isinstance(rulebook, tuple):
                raise LedgerRefused(rulebook)
            book = self._book(tournament, as_of)
            view = _view(standings(book, after=after, final=final, rules=rulebook))
            return tuple(map(_ranked, view.cells))

    def crosstable(
        self,
        tournament: str | None = None,
        *,
        after: int | None = None,
        as_of: int | str | None = None,
    ) -> tuple[RankedPlayer, ...]:
        """Return every game of every player, best first; None: every published round."""
        from desk.reports.crosstables import crosstable

        with _refusals_raised():
            view = _view(crosstable(self._book(tournament, as_of), after=after))
            rows: Sequence[Any] = view.cells
            return tuple(map(_ranked, sorted(rows, key=lambda r: (r["rank"] is None, r["rank"]))))

    def facts(
        self,
        tournament: str | None = None,
        *,
        as_of: int | str | None = None,
        language: Literal["en", "nl"] = "en",
    ) -> tuple[LoggedFact, ...]:
        """Return every fact in order; `language` is that of its sentence."""
        from datetime import datetime

        from desk.reports.log import log

        with _refusals_raised():
            rows: Sequence[Any] = _view(log(self._book(tournament, as_of))).cells
            sentences = _each_in_words([row["what"] for row in rows], language)
            return tuple(
                LoggedFact(
                    position=row["position"],
                    recorded_at=datetime.fromisoformat(row["recorded_at"]),
                    actor=row["actor"],
                    topic=row["fact"],
                    what=what,
                    reason=row["reason"],
                    event_id=row["event_id"],
                    taken_back_by=row["taken_back_by"],
                )
                for row, what in zip(rows, sentences, strict=True)
            )

    def why(
        self,
        round: int,
        board: int | str | None = None,
        tournament: str | None = None,
        *,
        player: int | str | None = None,
        language: Literal["en", "nl"] = "en",
    ) -> Explained:
        """Explain a board of a round, or the opponent or bye of a player, by clause.

        Give `board` (a number, "5-9" or a name) or `player` (a number or a name), not both. The
        round may be the next, which is not published yet.
        """
        from desk.reports import why as reports
        from ledger.refusals import Refusal
        from pairing.explain.question import Question
        from pairing.review.questions import of_book

        if (board is None) == (player is None):
            raise TypeError("give board or player, and not both")

        def find(text: str) -> int | Refusal:
            entrant = book.find_player(text)
            return entrant if isinstance(entrant, Refusal) else entrant.player

        with _refusals_raised():
            book = self._book(tournament, None)
            if not isinstance(question := of_book(book, round), Question):
                raise LedgerRefused(_all(question))
            answer = reports.why(question, _text(board), _text(player), find)
            if not isinstance(answer, reports.Explanation):
                raise LedgerRefused(answer)
            rows: Sequence[Any] = answer.view.cells
            claims = (
                ExplainedClaim(
                    r["kind"],
                    r["clause"],
                    tuple(r["players"]),
                    tuple(r["others"]),
                    _in_words([r["text"]], language),
                )
                for r in rows
            )
            return Explained(_in_words(answer.lines, language), tuple(claims))

    def sql(
        self,
        question: str,
        tournament: str | None = None,
        *,
        as_of: int | str | None = None,
        mirror: bool | None = None,
        timeout: int | None = 300,
    ) -> AnswerRelation:
        """Ask a DuckDB copy of the tournament, or the mirror of the whole ledger (docs/sql.md).

        `mirror` None: the mirror where the ledger has several tournaments and neither `tournament`
        nor `as_of` is given; `update_mirror` is called first. `timeout`: seconds a statement may
        take, None: no limit. The answer is a relation of DuckDB that holds its rows and keeps its
        database open: `.df()` for pandas, `.pl()` for polars, `.to_arrow_table()` for Arrow.
        """
        from desk.render.english import english
        from pairing.review.decisions import decisions_of
        from projections.mirror import in_memory
        from projections.mirror.tables import DECISIONS
        from projections.sql.connections import attached, interrupts_raised
        from projections.sql.questions import only_relation, shut

        with _refusals_raised(), interrupts_raised():
            if mirror is None:
                mirror = tournament is None and as_of is None and self._has_several()
            if mirror:
                database = attached(self.update_mirror())
            else:
                book = self._book(tournament, as_of)
                decide = decisions_of if DECISIONS in question.lower() else None
                database = in_memory.mirror(book.recorded, book.people, english, decide)
            shut(database)
            return only_relation(database, question, timeout)

    def update_mirror(
        self, *, jobs: int = 1, progress: Callable[[int, int], None] = lambda done, total: None
    ) -> Path:
        """Make the mirror of the ledger, or bring it up to date; return its DuckDB file.

        `progress` is called with the number of facts done and the total. The next call resumes an
        interrupted one. More than one process (`jobs`) needs `if __name__ == "__main__":`.
        """
        from desk.reports.bulk.mirror import open_latest
        from projections.mirror.files import mirror_path

        with _refusals_raised():
            open_latest(self.place, progress=progress, jobs=jobs).close()
        return mirror_path(self.place)

    def _has_several(self) -> bool:
        named, refused = self._desk().listed()
        return len(named) + len(refused) > 1

    def _desk(self) -> Desk:
        from desk.desk import Desk

        return Desk(self.place)

    def _book(self, tournament: str | None, as_of: int | str | None) -> Book:
        book = self._desk().read(tournament, _text(as_of))
        if isinstance(book, tuple):
            raise LedgerRefused(book)
        return book


@contextmanager
def _refusals_raised() -> Iterator[None]:
    """Raise an error with a refusal (of the file, the mirror, the question) as LedgerRefused."""
    try:
        yield
    except Exception as error:
        refusal = getattr(error, "refusal", None)
        if refusal is None:
            raise
        raise LedgerRefused((refusal,)) from error


def _in_words(lines: Sequence[Sentence], language: Literal["en", "nl"] = "en") -> str:
    """Return lines for a terminal, commands as they are typed."""
    return "\n".join(_each_in_words(lines, language))


def _each_in_words(texts: Sequence[Sentence], language: Literal["en", "nl"]) -> list[str]:
    import click

    from desk.terminal.language import LANGUAGE
    from desk.terminal.verbs.program import toernooi
    from desk.terminal.words import words

    with click.Context(toernooi) as ctx:
        ctx.meta[LANGUAGE] = language
        return [words(text) for text in texts]


def _all(refusals: Refusals | Refusal) -> Refusals:
    return refusals if isinstance(refusals, tuple) else (refusals,)


def _text(value: int | str | None) -> str | None:
    return None if value is None else str(value)


def _view(view: View | Refusal) -> View:
    from projections.views.view import View

    if not isinstance(view, View):
        raise LedgerRefused(_all(view))
    return view


def _ranked(row: Mapping[str, Any]) -> RankedPlayer:
    rounds = (
        RoundOfPlayer(one["kind"], one["opponent"], one["colour"], _exact(one["points"]))
        for one in row.get("rounds", ())
    )
    values = {key: row[key] for key in ("wp", "sb") if key in row} | row.get("tie_breaks", {})
    return RankedPlayer(
        rank=row["rank"],
        number=row["id"],
        name=row["name"],
        points=_exact(row["points"]),
        tie_breaks={key: None if value is None else _exact(value) for key, value in values.items()},
        value=row.get("value"),
        decided_by=row.get("decided_by"),
        rounds=tuple(rounds),
    )


def _exact(number: Any) -> Fraction:
    """Return a number of a row as a fraction; no average or sum has a larger denominator."""
    from fractions import Fraction

    return Fraction(number).limit_denominator(100_000)


OURS = ("ledger", "projections", "pairing", "desk", "cli")


def foreign_modules() -> list[str]:
    """Return the modules that hide ours: a line for each one found in another folder."""
    home = Path(__file__).resolve().parent
    lines = []
    for name in OURS:
        spec = find_spec(name)
        places = spec and (spec.submodule_search_locations or [spec.origin or ""])
        folder = Path(next(iter(places))).resolve().parent if places else None
        if folder != home:
            key = "entry.elsewhere" if folder else "entry.nowhere"
            lines.append(_own_words(key).format(name=name, home=home, folder=folder))
    return lines


def _own_words(key: str) -> str:
    """Return a text of the catalogue, read without modules that may belong to another package."""
    import os
    import tomllib

    name, _, text = key.partition(".")
    names = (
        os.environ.get(name, "") for name in ("TOERNOOI_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    )
    language = "nl" if next(filter(None, names), "").casefold()[:2] == "nl" else "en"
    room = Path(__file__).resolve().parent / "desk" / "render" / "words" / language / f"{name}.toml"
    return str(tomllib.loads(room.read_text("utf-8"))[text])


def main() -> NoReturn:
    """Run the command line, or exit with 2 where it would run on modules of another package."""
    in_the_way = foreign_modules()
    if in_the_way:
        lines = [_own_words("entry.error").format(line=line) for line in in_the_way]
        print("\n".join([*lines, _own_words("entry.next")]), file=sys.stderr)
        sys.exit(2)
    import cli

    cli.main()
