"""The mirror behind a verb, its progress told; and the copies that questions are asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from desk.render.english import english
from desk.terminal.output import leave, or_leave, progress_of, say
from desk.terminal.session import Session, ledger_place
from ledger.later import Later
from ledger.messages import Blank, also, do, message
from projections.exports.replacement import NotReplaced
from projections.lake.errors import LakeError
from projections.mirror.files import MirrorError
from projections.mirror.progress import Stopped, damaged_in, has_decisions, open_if_current
from projections.mirror.tables import asks_for_comments, asks_for_decisions
from projections.sql.connections import interrupts_raised
from projections.sql.questions import QuestionRefused, shut

if TYPE_CHECKING:
    from desk.answers.bulk import mirror as mirrors
    from ledger.messages import Sentence
    from ledger.place import LedgerPlace
    from ledger.state.book import Book
    from pairing.review import decisions
    from projections.lake import dataset as lakes
    from projections.mirror import in_memory
    from projections.sql.questions import Connection

else:  # with numpy, all that pairs, and rulebooks: not needed where a mirror is as it should be
    mirrors = Later("desk.answers.bulk.mirror")
    decisions = Later("pairing.review.decisions")
    in_memory = Later("projections.mirror.in_memory")
    lakes = Later("projections.lake.dataset")


@contextmanager
def how_far_told() -> Iterator[None]:
    """Exit with 130 when a refresh is stopped, and report the progress."""
    try:
        with interrupts_raised():
            yield
    except KeyboardInterrupt as error:
        what = message("terminal.mirror-stopped")
        if isinstance(error, Stopped):
            what = message("terminal.mirror-stopped-at", kept=error.kept, facts=error.facts)
        say(what, err=True)
        sys.exit(130)


def latest(ledger: LedgerPlace, *, decisions: bool = False) -> Connection:
    """Open the mirror of a ledger, brought up to date first; exit with 130 when it is stopped.

    `decisions`: with the decisions of all rounds.
    """
    with how_far_told():
        return _latest(ledger, decisions=decisions)


def _latest(ledger: LedgerPlace, *, decisions: bool) -> Connection:
    return open_if_current(ledger, decisions=decisions) or mirrors.open_latest(
        ledger, lambda work: say(work, err=True), progress_of, decisions=decisions
    )


@contextmanager
def lake_told() -> Iterator[None]:
    """Exit with what is in the way, and with 130 when it is stopped."""
    try:
        with interrupts_raised():
            yield
    except LakeError as error:
        leave(error.refusals)
    except KeyboardInterrupt:
        say(message("terminal.lake-stopped"), err=True)
        sys.exit(130)


@contextmanager
def _opened_lake(folder: Path, *, described: bool, question: str) -> Iterator[Connection]:
    """Open a lake for questions, and tell how much is damaged; see `open_lake`."""
    lake = lakes.lake_asked(folder, described=described, question=question)
    with lake_told(), lake as database:
        if damaged := lakes.damaged_tournaments(folder):
            say(message("terminal.damaged", n=damaged), err=True)
        yield database


@contextmanager
def questions_told() -> Iterator[None]:
    """Exit with the refusal of a question or a file, and with a line when it is stopped."""
    try:
        with interrupts_raised():
            yield
    except (QuestionRefused, MirrorError, NotReplaced) as error:
        leave(error.refusal)
    except KeyboardInterrupt:
        say(message("terminal.question-stopped"), err=True)
        sys.exit(130)


class Copy:
    """The source of the answers: a fresh copy of the tournament, a mirror, or a lake."""

    def __init__(
        self,
        session: Session,
        as_of: str | None,
        in_file: bool,
        lake: Path | None,
        memory_mib: int | None,
    ) -> None:
        self.session = session
        self.as_of = as_of
        self.in_file = in_file
        self.lake = lake
        self.memory_mib = memory_mib
        self.called: Sentence = ""

    @contextmanager
    def opened(
        self, text: str | None = None, may_write: Path | None = None
    ) -> Iterator[Connection]:
        """Open it, with access to nothing outside but one file to be written.

        `text` is the question, None: not known yet. `may_write` is that file. Every round is paired
        again only for questions about its decisions; see `with_decisions`.
        """
        # Comments take most of the time that it takes to make the tables or views.
        described = text is None or asks_for_comments(text)
        if self.lake is not None:
            self.called = message("terminal.the-lake", folder=str(self.lake))
            with _opened_lake(self.lake, described=described, question=text or "") as database:
                shut(database, may_write, lakes.files_of_lake(self.lake), self.memory_mib)
                yield database
            return
        if self._of_all():
            database = self._mirror(decisions=text is not None and asks_for_decisions(text))
        else:
            book = self._book()
            deciding = decisions.DECIDING if text is None or asks_for_decisions(text) else None
            database = in_memory.mirror(
                book.recorded,
                book.people,
                english,
                deciding,
                described=described,
                question=text or "",
            )
            name = book.state.name
            position = book.state.position
            self.called = message("terminal.the-tournament", name=name, position=position)
        with database:
            shut(database, may_write, memory_mib=self.memory_mib)
            yield database

    @contextmanager
    def tables(self) -> Iterator[Connection]:
        """Open tables to be described, with rows or without."""
        with mirrors.open_tables(ledger_place(self.session.ledger)) as database:
            shut(database)
            yield database

    def _of_all(self) -> bool:
        """Tell whether the question is about all tournaments: as typed, or because none is named.

        It then says how to ask about one.
        """
        if self.in_file or self.session.tournament or self.as_of is not None:
            return self.in_file
        named, refused = self.session.desk().listed()
        if (several := len(named) + len(refused)) < 2:
            return False
        one = do("sql", question=Blank("QUESTION"), tournament=Blank("NAME"))
        which = do("tournaments")
        say(message("terminal.asked-of-all", n=several, option=one, command=which), err=True)
        return True

    def with_decisions(self, database: Connection, question: str) -> Connection:
        """Return the connection for a question that is typed after others.

        A mirror without the decisions that the question names gets them, and is opened anew: what
        was created before is gone. After Ctrl-C it is opened without them.
        """
        if self.lake or not asks_for_decisions(question) or has_decisions(database):
            return database
        database.close()
        place = ledger_place(self.session.ledger)
        try:
            fresh = _latest(place, decisions=True)
            say(message("terminal.opened-anew"), err=True)
        except KeyboardInterrupt:
            say("", message("terminal.stopped"), err=True)
            fresh = _latest(place, decisions=False)
        shut(fresh, memory_mib=self.memory_mib)
        return fresh

    def _mirror(self, *, decisions: bool) -> Connection:
        """Open the mirror of the ledger; say how many tournaments are not in it."""
        place = ledger_place(self.session.ledger)
        database = latest(place, decisions=decisions)
        self.called = message("terminal.the-mirror", file=place.name)
        damaged = damaged_in(database)
        if damaged:
            say(message("terminal.damaged", n=damaged), err=True)
        return database

    def _book(self) -> Book:
        """Return the book of the tournament; all of them are asked without a moment."""
        book = self.session.desk().read(self.session.tournament, self.as_of)
        if isinstance(book, tuple) and book[0].code == "which-tournament" and self.as_of:
            step = message("terminal.ask-all", step=book[0].next, option=also(as_of=True))
            return leave(replace(book[0], next=step))
        return or_leave(book)
