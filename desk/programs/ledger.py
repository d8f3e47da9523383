"""A ledger for programs and notebooks: its standings, facts, explanations, and questions in SQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.answers.competition import crosstable, standings
from desk.answers.log import log
from desk.answers.why import Explanation, why
from desk.desk import Desk
from desk.programs.answers import (
    Explained,
    ExplainedClaim,
    LoggedFact,
    RankedPlayer,
    RoundOfPlayer,
    TournamentName,
)
from desk.programs.refused import (
    LedgerRefused,
    all_of,
    each_in_words,
    in_words,
    refusals_raised,
    view_or_raise,
)
from ledger.later import Later
from ledger.place import LedgerPlace, place_from
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.values import Language
from pairing.explain.question import Question
from pairing.review.questions import of_book
from pairing.systems.registry import load_rulebook
from projections.sql.connections import interrupts_raised

if TYPE_CHECKING:
    from desk.programs import sql
    from projections.sql.questions import AnswerRelation
else:
    sql = Later("desk.programs.sql")  # with numpy and DuckDB


def open(path: str | Path) -> Ledger:
    """Return the ledger in a file, or at the address of a server, for reading.

    Raise LedgerRefused when it is missing, damaged as a whole or no ledger.
    """
    with refusals_raised():
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
        with refusals_raised():
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
        with refusals_raised():
            rulebook = None if rules is None else load_rulebook(rules)
            if isinstance(rulebook, tuple):
                raise LedgerRefused(rulebook)
            book = self._book(tournament, as_of)
            view = view_or_raise(standings(book, after=after, final=final, rules=rulebook))
            return tuple(map(_ranked, view.cells))

    def crosstable(
        self,
        tournament: str | None = None,
        *,
        after: int | None = None,
        as_of: int | str | None = None,
    ) -> tuple[RankedPlayer, ...]:
        """Return every game of every player, best first; None: every published round."""
        with refusals_raised():
            view = view_or_raise(crosstable(self._book(tournament, as_of), after=after))
            rows: Sequence[Any] = view.cells
            return tuple(map(_ranked, sorted(rows, key=lambda r: (r["rank"] is None, r["rank"]))))

    def facts(
        self,
        tournament: str | None = None,
        *,
        as_of: int | str | None = None,
        language: Language = "en",
    ) -> tuple[LoggedFact, ...]:
        """Return every fact in order; `language` is that of its sentence."""
        with refusals_raised():
            rows: Sequence[Any] = view_or_raise(log(self._book(tournament, as_of))).cells
            sentences = each_in_words([row["what"] for row in rows], language)
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
        language: Language = "en",
    ) -> Explained:
        """Explain a board of a round, or the opponent or bye of a player, by clause.

        Give `board` (a number, "5-9" or a name) or `player` (a number or a name), not both. The
        round may be the next, which is not published yet.
        """
        if (board is None) == (player is None):
            raise TypeError("give board or player, and not both")

        def find(text: str) -> int | Refusal:
            entrant = book.find_player(text)
            return entrant if isinstance(entrant, Refusal) else entrant.player

        with refusals_raised():
            book = self._book(tournament, None)
            if not isinstance(question := of_book(book, round), Question):
                raise LedgerRefused(all_of(question))
            answer = why(question, _text(board), _text(player), find)
            if not isinstance(answer, Explanation):
                raise LedgerRefused(answer)
            rows: Sequence[Any] = answer.view.cells
            claims = (
                ExplainedClaim(
                    r["kind"],
                    r["clause"],
                    tuple(r["players"]),
                    tuple(r["others"]),
                    in_words([r["text"]], language),
                )
                for r in rows
            )
            return Explained(in_words(answer.lines, language), tuple(claims))

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
        with refusals_raised(), interrupts_raised():
            if mirror is None:
                mirror = tournament is None and as_of is None and self._has_several()
            if mirror:
                decisions = sql.asks_for_decisions(question)
                return sql.of_mirror(self.update_mirror(decisions=decisions), question, timeout)
            return sql.of_tournament(self._book(tournament, as_of), question, timeout)

    def update_mirror(
        self,
        *,
        jobs: int = 1,
        progress: Callable[[int, int], None] = lambda done, total: None,
        decisions: bool = False,
    ) -> Path:
        """Make the mirror of the ledger, or bring it up to date; return its DuckDB file.

        `decisions`: with the table `pairing_decisions`, for which every round is paired again.
        `progress` is called with the number of facts done and the total. The next call resumes an
        interrupted one. More than one process (`jobs`) needs `if __name__ == "__main__":`.
        """
        with refusals_raised():
            return sql.mirror_updated(self.place, jobs, progress, decisions=decisions)

    def _has_several(self) -> bool:
        named, refused = self._desk().listed()
        return len(named) + len(refused) > 1

    def _desk(self) -> Desk:
        return Desk(self.place)

    def _book(self, tournament: str | None, as_of: int | str | None) -> Book:
        book = self._desk().read(tournament, _text(as_of))
        if isinstance(book, tuple):
            raise LedgerRefused(book)
        return book


def _text(value: int | str | None) -> str | None:
    return None if value is None else str(value)


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
    return Fraction(number).limit_denominator(100_000)


for public in (
    Explained,
    ExplainedClaim,
    Ledger,
    LedgerRefused,
    LoggedFact,
    RankedPlayer,
    RoundOfPlayer,
    TournamentName,
    open,
):
    public.__module__ = "toernooiboek"  # where programs import them from, as tracebacks say
