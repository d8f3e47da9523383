"""One report on a published pairing, as the basis for an appeals committee.

It shows the facts at the publication, whether the engine finds the pairing again from them, why the
board is as it is, the later facts, what F6 and F7 allow, and the pairing by today's facts.
Everything is read from the ledger; nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from desk.commands.decision import Decision
from desk.commands.disputes import Amend
from desk.handlers.changes import Grounds, amend, corrections, grounds
from desk.render.sheets import PrintedSheet, SheetSection
from desk.reports import audit_records as parts
from desk.reports import why as answers
from desk.reports.order_of_pairing import (
    SHORT,
    PairedRow,
    SeasonPairedRow,
    around,
    order_of_pairing,
)
from desk.reports.sheets import surrounded
from desk.reports.why import CheckHead, Explanation
from ledger.characters import visible
from ledger.facts import tournament as events
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, also, do, message, run_on
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Round
from pairing.explain.question import Question, find_board
from pairing.norms.model import NoPairing, Pairing
from pairing.review.check import check
from pairing.review.inputs import changes_since, to_pair
from pairing.review.questions import of_book
from pairing.systems.registry import paired_again, system_of
from pairing.systems.trf import differences
from projections.games.rounds import head
from projections.log.actors import actor_called
from projections.log.dossier import ProtestRow, local, protests_view
from projections.log.sentences import teller, why_recorded
from projections.views.view import Column, View

Published = events.PairingPublished | events.PairingMadeByHand | events.PairingAmended
_OF_THE_ROUND = (
    events.PairingAmended
    | events.BoardAdded
    | events.RoundStarted
    | events.GameForfeited
    | events.ColoursCorrected
)
"""Facts that affect the boards of their own round, but not the input of its pairing."""


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report, for people and for programs."""

    title: Sentence
    sections: tuple[SheetSection, ...]
    record: parts.AuditRecord


def audit(
    book: Book, number: int, board: str | None, player: str | None, *, whole: bool = False
) -> Report | Refusals:
    """Return the report on a published round, with the explanation of a board or a player.

    For people a long table is that around the board or the player, unless it is to be `whole`;
    programs always have all of it.

    A round that an engine paired again is judged as of that later publication.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7; knsb-rating-2014 F6, F7.
    """
    round_ = book.find_round(number)
    if isinstance(round_, Refusal):
        return (round_,)
    again = [change.position for change in round_.changes if change.basis is not None]
    fact, stamp = book.recorded[([round_.position, *again])[-1] - 1]
    assert isinstance(fact, Published)
    then = book.at(stamp.position)
    question = of_book(then, number)
    if not isinstance(question, Question):
        return question
    auditor = _Auditor(book, then, round_, fact, stamp, question)
    about = set[int]() if whole else auditor.about(board, player)
    explained = auditor.explained(board, player)
    if isinstance(explained, tuple):
        return explained
    record = parts.AuditRecord(
        head(book),
        number,
        question.rules.id,
        check(question).verdict == "same",
        auditor.published(),
        auditor.known(),
        auditor.recomputed(),
        explained,
        auditor.since(),
        auditor.allowed(),
        auditor.today(),
        auditor.protests(),
    )
    title = message("audit.title", tournament=book.state.name, round=number)
    return Report(title, tuple(auditor.sections(record, about)), record)


class _Auditor:
    """Writes the sections about one round."""

    def __init__(
        self,
        book: Book,
        then: Book,
        round_: Round,
        fact: Published,
        stamp: Stamp,
        question: Question,
    ) -> None:
        self.book, self.then, self.round, self.fact, self.stamp = book, then, round_, fact, stamp
        self.question, self._sentence = question, teller(book)
        self._table: View | None = None
        self.protested = protests_view(book, head(book), round_.number)

    def about(self, board: str | None, player: str | None) -> set[int]:
        """Return the numbers of the players that the question is about; none for a whole round."""
        find = answers.finder(self.book)
        key = find(player) if player else find_board(self.question, board or "", find)
        if (board is None and player is None) or isinstance(key, Refusal):
            return set()
        seats = [*self.question.boards, *self.question.outside]
        together = next((seat for seat in seats if key in seat), (key,))
        return {self.book.state.label(each) for each in together}

    def sections(
        self, record: parts.AuditRecord, about: Collection[int] = ()
    ) -> Iterator[SheetSection]:
        """Yield the parts of the report with their headings and tables.

        `about` are the numbers of the players around whom long tables are shown, none: all.
        """
        yield SheetSection(message("audit.published"), record.published.lines)
        heading = message("audit.known", round=self.round.number)
        known, left_out = around(self._order(), about)
        lines = record.known.lines
        if left_out:
            lines += (message("audit.left-out", n=left_out, option=also(whole=True)),)
        yield SheetSection(heading, lines, known)
        for name in ("recomputed", "explained", "since", "allowed"):
            part: parts.AuditPart | None = getattr(record, name)
            if part:
                lines = part.lines
                if part is record.recomputed:
                    lines = self._differing(part.lines, about)
                yield SheetSection(message(f"audit.{name}"), lines)
        rows, lines = record.today.rows or [], record.today.lines
        shown = [row for row in rows if not about or {row.white, row.black} & {*about}]
        if len(rows) <= SHORT:
            shown = [*rows]
        elif left_out := len(rows) - len(shown):
            lines += (message("audit.left-out", n=left_out, option=also(whole=True)),)
        today = View("", _TODAY_COLUMNS, shown) if shown else None
        yield SheetSection(message("audit.today"), lines, today)
        protests = self.protested if record.protests.rows else None
        yield SheetSection(message("audit.protests"), record.protests.lines, protests)

    def _order(self) -> View:
        """Return the table that the round was paired from, with the names of then."""
        if self._table is None:
            then = self.book.at(self.question.basis or self.stamp.position - 1)
            self._table = order_of_pairing(then, self.question)
        return self._table

    def _differing(
        self, lines: tuple[Sentence, ...], about: Collection[int]
    ) -> tuple[Sentence, ...]:
        """Return the lines on the round paired again; of many boards those in question."""
        if not about or len(lines) <= SHORT:
            return lines
        kept = self.recomputed(self._keys(about)).lines
        return (*kept, message("audit.left-out", n=len(lines) - len(kept), option=also(whole=True)))

    def _keys(self, numbers: Collection[int]) -> list[int]:
        return [p for p in self.question.table.cells if self.book.state.label(p) in numbers]

    def _told(self, position: int) -> Sentence:
        fact, stamp = self.book.recorded[position - 1]
        start = f"#{position} {local(stamp.recorded_at, self.book.zone)}, "
        who = actor_called(self.book, stamp.actor)
        return run_on(start, who, ": ", self._sentence(position), why_recorded(fact))

    # --- facts at the publication -----------------------------------------------------------------

    def published(self) -> parts.PublishedPart:
        """Return when, by whom, by which engine and rulebook, from which position."""
        fact, basis = self.fact, self.question.basis
        positions = dict.fromkeys((self.round.position, self.stamp.position))
        lines: list[Sentence] = [self._told(position) for position in positions]
        engine, version = None, None
        if not isinstance(fact, events.PairingMadeByHand):
            engine, version = fact.engine, fact.engine_version
            named = f"{engine} {version}"
            lines.append(message("audit.engine", engine=named, basis=basis or 0))
            system = system_of(self.question.rules)
            today = f"{system.engine} {system.version}"
            if today != named:
                lines.append(message("audit.other-engine", engine=named, today=today))
        else:
            lines.append(message(f"audit.by-hand.{fact.source}"))
        recorded = self.book.heads.get(self.stamp.position)
        if recorded:
            lines.append(message("audit.head", head=recorded.short))
        changed = [change.position for change in self.round.changes]
        if later := [f"#{position}" for position in changed if position > self.stamp.position]:
            pairings = do("pairings", round_number=self.round.number)
            changes = ", ".join(later)
            lines.append(message("audit.changed", changes=changes, pairings=pairings))
        hash_ = self.round.rulebook_hash or self.then.state.rulebook_hash
        lines.append(message("audit.rules", rules=self.question.rules.id, hash=hash_[:16]))
        return parts.PublishedPart(
            tuple(lines),
            self.stamp.position,
            self.stamp.recorded_at.isoformat(),
            self.stamp.actor,
            basis,
            self.question.rules.id,
            hash_,
            engine,
            version,
            recorded.short if recorded else None,
            changed,
        )

    def known(self) -> parts.StandingPart:
        """Return the table that the round was paired from, as known then."""
        view = self._order()
        rows = [row for row in view.rows if isinstance(row, PairedRow | SeasonPairedRow)]
        rows.sort(key=lambda row: row.standing.line.rank if isinstance(row, PairedRow) else 0)
        return parts.StandingPart(view.notes, rows)

    def recomputed(self, about: Collection[int] = ()) -> parts.RecomputedPart:
        """Return whether the engine finds the same boards from the basis.

        `about` are the keys of the players whose boards are named, none: all.
        """
        rounds, rules = [(self.round.number, self.question)], self.question.rules.id
        checked = answers.check_rounds(rounds, "", head(self.book), rules, about)
        assert isinstance(checked, Explanation)
        top = checked.view.head
        assert isinstance(top, CheckHead)
        total = checked.view.notes[0]
        lines = tuple(line for line in checked.lines if line not in ("", total))
        return parts.RecomputedPart(lines, top.verdicts[0].verdict, top.claims)

    def explained(
        self, board: str | None, player: str | None
    ) -> parts.ExplainedPart | Refusals | None:
        """Return why the board is as it is, and its colours; None without a board to explain."""
        if board is None and player is None:
            return None
        find, question = answers.finder(self.book), of_book(self.book, self.round.number)
        if not isinstance(question, Question):
            return question
        why = answers.why(question, board, player, find)
        if not isinstance(why, Explanation):
            return why
        lines, claims = list(why.lines[2:]), why.claims
        key = find(player) if player else find_board(question, board or "", find)
        if isinstance(key, int) and key == question.bye:
            free = answers.why_bye(question)
            if isinstance(free, Explanation):
                told = set(lines)
                lines += [line for line in free.lines[2:] if line not in told]
                claims += [claim for claim in free.claims if claim not in claims]
            return parts.ExplainedPart(tuple(lines), claims)
        if isinstance(key, int) and question.outside_board_of(key):
            return parts.ExplainedPart(tuple(lines), claims)
        colour = answers.colour(question, board or player or "", find)
        if isinstance(colour, Explanation):
            lines += ["", *colour.lines[3:]]
            claims += colour.claims
        return parts.ExplainedPart(tuple(lines), claims)

    # --- later facts ------------------------------------------------------------------------------

    def _bears_on_it(self) -> list[int]:
        """Return the facts since the basis that affect the round, by position."""
        number, basis = self.round.number, self.question.basis or 0
        bearing = set(changes_since(self.book, self.round, basis, self.stamp.position))
        bearing |= set(corrections(self.book, basis, number))
        for position, fact in self.book.in_force:
            if position > self.stamp.position and isinstance(fact, _OF_THE_ROUND):
                bearing |= {position} if fact.round == number else set()
        return sorted(bearing)

    def since(self) -> parts.SincePart:
        """Return all facts since then that affect the pairing."""
        lines, rows = list[Sentence](), list[parts.BearingFact]()
        for position in self._bears_on_it():
            fact, stamp = self.book.recorded[position - 1]
            line, what = self._told(position), self._sentence(position)
            if self._was_adjourned(fact):
                draw = message("audit.was-adjourned", mark=self.book.mark("F11"))
                line, what = run_on(line, draw), run_on(what, draw)
            lines.append(line)
            rows.append(parts.BearingFact(stamp.position, fact.TOPIC, what, fact.reason))
        return parts.SincePart(tuple(lines or [message("audit.nothing-since")]), rows)

    def _was_adjourned(self, fact: AnyFact) -> bool:
        """Return whether a fact ends a game that was adjourned when the round was paired."""
        if not isinstance(fact, events.ResultRecorded | events.GameForfeited):
            return False
        round_ = self.book.at(self.question.basis or 0).state.round(fact.round)
        game = round_.game_of(fact.white) if round_ else None
        return game is not None and game.adjourned and fact.round < self.round.number

    def allowed(self) -> parts.AllowedPart:
        """Return what F6 and F7 allowed and allow, and who decides."""
        begun = self.round.begun_at
        stands = clause_of_publication(self.book)
        clause = f" ({stands})" if stands else ""
        reasons = grounds(self.book, self.round)
        lines: list[Sentence] = [
            message("audit.not-begun", clause=clause)
            if begun is None
            else message("audit.begun", fact=self._told(begun), clause=clause)
        ]
        lines += [
            message("audit.breaks", board=board, clause=norm) for board, norm in reasons.norms
        ]
        for position in reasons.corrections:
            before = begun is None or position < begun
            key = "audit.correction-before" if before else "audit.correction-after"
            if before and not reasons.f7:
                key = "audit.correction-no-f7"
            lines.append(message(key, position=position, mark=self.book.mark("F7")))
        amended = amend(self.book, Amend(round=self.round.number, reason="-"))
        may = isinstance(amended, Decision)
        left = message("audit.may-amend", amend=do("amend", round=self.round.number))
        lines.append(left if may else self._left_to_do(reasons))
        return parts.AllowedPart(
            tuple(lines),
            begun,
            [parts.BrokenNorm(board, norm) for board, norm in reasons.norms],
            list(reasons.corrections),
            may,
        )

    def _left_to_do(self, reasons: Grounds) -> Sentence:
        """Return the remaining steps when the round is not paired again."""
        number = self.round.number
        last = number == len(self.book.state.rounds)
        if self.round.begun_at is not None or not last:
            return message("audit.stands", round=number)
        has_ground = reasons.norms or (reasons.corrections and reasons.f7)
        swap = do("board-swap", round=number)
        return message("audit.amend-same" if has_ground else "audit.by-hand-only", swap=swap)

    def today(self) -> parts.TodayPart:
        """Return the pairing by today's facts, beside the published one."""
        number, state, round_ = self.round.number, self.book.state, self.round
        played: list[tuple[int, int | None]] = [*round_.public]
        played += [(round_.public_bye, None)] if round_.public_bye is not None else []
        pairing = paired_again(to_pair(self.book, round_)).pairing
        if isinstance(pairing, NoPairing):
            impossible = message("audit.today-impossible", why=pairing.why)
            return parts.TodayPart((impossible,), same=False, rows=None)
        label, name = state.label, self.book.name
        rows = [
            parts.TodayRow(
                item.found_in,
                label(white),
                name(white),
                None if black is None else label(black),
                None if black is None else name(black),
                item.colours_only,
            )
            for item in differences(number, played, pairing)
            for white, black in [item.board]
        ]
        as_then = _same_boards(pairing, self.question.pairing)
        verdict = message("audit.today-other" if rows else "audit.today-same")
        if rows and as_then:
            verdict = message("audit.today-as-then", basis=self.question.basis or 0)
        return parts.TodayPart((verdict,), same=not rows, rows=rows or None)

    def protests(self) -> parts.ProtestsPart:
        """Return the protests about the round, with their rulings."""
        view = self.protested
        rows = [row for row in view.rows if isinstance(row, ProtestRow)]
        return parts.ProtestsPart(view.notes if rows else (message("audit.no-protests"),), rows)


def clause_of_publication(book: Book) -> str | None:
    """Return the clause by which a published pairing stands, None where the text has none.

    Rule: knsb-wp-2014 F6; fide-dutch-2026 GHR4; fide-dutch-2017 GHR-A.
    """
    return book.clause("F6") or book.clause("GHR4") or book.clause("GHR-A")


_TODAY_COLUMNS = (
    Column("found_in", message("columns.in"), words="found-in"),
    Column("white", message("columns.number"), "right"),
    Column("white_name"),
    Column("black", message("columns.number"), "right"),
    Column("black_name"),
)


def _same_boards(one: Pairing, other: Pairing | NoPairing) -> bool:
    if isinstance(other, NoPairing):
        return False
    boards = [{(b.white, b.black) for b in pairing.boards} for pairing in (one, other)]
    return boards[0] == boards[1] and one.bye == other.bye


def text_of(report: Report, table: Callable[[View], str], words: Callable[[Sentence], str]) -> str:
    """Return the report as text; `table` writes a view, `words` a line."""
    title = visible(words(report.title))
    parts: list[str] = [title, "=" * len(title)]
    for section in report.sections:
        heading = words(section.heading)
        parts += ["", heading, "-" * len(heading)]
        parts += (visible(words(line)) for line in section.lines)
        if section.view is not None:
            view = View("", section.view.columns, section.view.rows)
            parts += ["", table(view).strip("\n")]
    return "\n".join(parts)


def sheet_of(book: Book, report: Report) -> PrintedSheet:
    """Return the report as a sheet, to read or to print."""
    sections = tuple(
        replace(each, view=each.view and replace(each.view, notes=())) for each in report.sections
    )
    return surrounded(book, report.title, sections)
