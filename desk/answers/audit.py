"""One report on a published pairing, as the basis for an appeals committee.

It shows the facts at the publication, whether the engine finds the pairing again from them, why the
board is as it is, the later facts, what F6 and F7 allow, and the pairing by today's facts.
Everything is read from the ledger; nothing is recorded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from desk.answers import audit_records as parts
from desk.answers import why as answers
from desk.answers.audit_records import TodayRow
from desk.answers.sheets import surrounded
from desk.answers.why import CheckHead, Explanation
from desk.formats.order_of_pairing import SHORT, around
from desk.formats.registry import format_of
from desk.render.sheets import PrintedSheet, SheetSection
from ledger.characters import visible
from ledger.facts import tournament as events
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import AnyFact
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Round
from pairing.explain.question import Question, find_board
from pairing.norms.model import NoPairing
from pairing.review.advice import Answer, Broken, advice_on, clause_of, marked
from pairing.review.check import check
from pairing.review.inputs import changes_since
from pairing.review.questions import of_book, publication_of, publications, same_boards
from pairing.systems.registry import system_of
from pairing.systems.trf import differences
from projections.games.rounds import head
from projections.log.actors import actor_called
from projections.log.dossier import ProtestRow, local, protests_view
from projections.log.integrity_events import facts_of_import
from projections.log.sentences import teller, why_recorded
from projections.views.changes import changes_in_words
from projections.views.columns import columns_of
from projections.views.rulebook_names import heading_name
from projections.views.view import View, filled

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
    book: Book,
    number: int,
    board: str | None,
    player: str | None,
    publication: int | None = None,
    *,
    whole: bool = False,
) -> Report | Refusals:
    """Return the report on a published round, with the explanation of a board or a player.

    For people a long table is that around the board or the player, unless it is to be `whole`;
    programs always have all of it.

    A round that an engine paired again is judged as of that later publication, or another one:
    `publication` counts them, 1 is the first. What may be changed is told of the round as it stands
    in the book, and the board is explained as it stood until the next publication.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7; knsb-rating-2014 F6, F7.
    """
    round_ = book.find_round(number)
    if isinstance(round_, Refusal):
        return (round_,)
    positions = publications(round_)
    chosen = publication_of(round_, len(positions) if publication is None else publication)
    if isinstance(chosen, Refusal):
        return (chosen,)
    fact, stamp = book.recorded[chosen - 1]
    later = [position for position in positions if position > chosen]
    stood = book.at(later[0] - 1) if later else book
    assert isinstance(fact, Published)
    then = book.at(stamp.position)
    question = of_book(then, number)
    if not isinstance(question, Question):
        return question
    auditor = _Auditor(
        book=book, then=then, stood=stood, round_=round_, fact=fact, stamp=stamp, question=question
    )
    about = set[int]() if whole else auditor.about(board, player)
    explained = auditor.explained(board, player)
    if isinstance(explained, tuple):
        return explained
    record = parts.AuditRecord(
        at=head(book),
        round=number,
        rules=question.rules.id,
        same=check(question).verdict == "same",
        published=auditor.published(),
        known=auditor.known(),
        recomputed=auditor.recomputed(),
        explained=explained,
        not_taken_in=auditor.not_taken_in(),
        since=auditor.since(),
        allowed=auditor.allowed(),
        today=auditor.today(),
        protests=auditor.protests(),
    )
    title = message("audit.title", tournament=book.state.name, round=number)
    return Report(title, tuple(auditor.sections(record, about)), record)


class _Auditor:
    """Writes the sections about one round."""

    def __init__(
        self,
        book: Book,
        *,
        then: Book,
        stood: Book,
        round_: Round,
        fact: Published,
        stamp: Stamp,
        question: Question,
    ) -> None:
        self.book = book
        self.then = then
        self.round = round_
        self.fact = fact
        self.stamp = stamp
        self.question = question
        self._sentence = teller(book)
        self.stood = stood
        self._table: View | None = None
        self.protested = protests_view(book, round_.number)
        self.advice = advice_on(book, round_)

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
            lines += (_left_out(left_out),)
        yield SheetSection(heading, lines, known)
        for name in ("recomputed", "explained", "not_taken_in", "since", "allowed"):
            part: parts.AuditPart | None = getattr(record, name)
            if part:
                lines = part.lines
                if part is record.recomputed:
                    lines = self._differing(part.lines, about)
                yield SheetSection(message(f"audit.{name.replace('_', '-')}"), lines)
        rows = record.today.rows or []
        lines = record.today.lines
        shown = [row for row in rows if not about or {row.white, row.black} & {*about}]
        if len(rows) <= SHORT:
            shown = [*rows]
        elif left_out := len(rows) - len(shown):
            lines += (_left_out(left_out),)
        today = View("", _TODAY_COLUMNS, shown) if shown else None
        yield SheetSection(message("audit.today"), lines, today)
        protests = self.protested if record.protests.rows else None
        yield SheetSection(message("audit.protests"), record.protests.lines, protests)

    def _order(self) -> View:
        """Return the table that the round was paired from, with the names of then."""
        if self._table is None:
            then = self.book.at(self.question.basis or self.stamp.position - 1)
            self._table = format_of(self.question.rules).order_of_pairing(then, self.question)
        return self._table

    def _differing(
        self, lines: tuple[Sentence, ...], about: Collection[int]
    ) -> tuple[Sentence, ...]:
        """Return the lines on the round paired again; of many boards those in question."""
        if not about or len(lines) <= SHORT:
            return lines
        kept = self.recomputed(self._keys(about)).lines
        return (*kept, _left_out(len(lines) - len(kept)))

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
        fact = self.fact
        basis = self.question.basis
        positions = dict.fromkeys((self.round.position, self.stamp.position))
        lines: list[Sentence] = [self._told(position) for position in positions]
        engine = None
        version = None
        if not isinstance(fact, events.PairingMadeByHand):
            engine = fact.engine
            version = fact.engine_version
            named = f"{engine} {version}"
            lines.append(message("audit.engine", engine=named, basis=basis or 0))
            system = system_of(self.question.rules)
            today = f"{system.engine} {system.version}"
            if today != named:
                lines.append(message("audit.other-engine", engine=named, today=today))
        else:
            lines.append(message(f"audit.by-hand.{fact.source}"))
        withdrawn = self.book.state.withdrawn.get(self.round.number, [])
        lines += [
            message("audit.withdrawn", said=self._told(position))
            for position in withdrawn
            if position < self.round.position
        ]
        recorded = self.book.heads.get(self.stamp.position)
        if recorded:
            lines.append(message("audit.head", head=recorded.short))
        changed = [change.position for change in self.round.changes]
        all_ = publications(self.round)
        if len(all_) > 1:
            which = all_.index(self.stamp.position) + 1
            option = do("audit", round=self.round.number, publication=Blank("N"))
            lines.append(message("audit.which", number=which, n=len(all_), option=option))
        if later := [one for one in self.round.changes if one.position > self.stamp.position]:
            pairings = do("pairings", round_number=self.round.number)
            said = changes_in_words(later, self.question.rules, reasons=True)
            changes = run_on(*said, between="; ")
            lines.append(message("audit.changed", changes=changes, pairings=pairings))
        hash_ = self.round.rulebook_hash or self.then.state.rulebook_hash
        lines.append(
            message("audit.rules", rules=heading_name(self.question.rules), hash=hash_[:16])
        )
        return parts.PublishedPart(
            lines=tuple(lines),
            position=self.stamp.position,
            recorded_at=self.stamp.recorded_at.isoformat(),
            actor=self.stamp.actor,
            basis=basis,
            rules=self.question.rules.id,
            rules_hash=hash_,
            engine=engine,
            engine_version=version,
            head=recorded.short if recorded else None,
            changed=changed,
            publication=all_.index(self.stamp.position) + 1,
            publications=len(all_),
        )

    def known(self) -> parts.StandingPart:
        """Return the table that the round was paired from, as known then."""
        view = self._order()
        rows = cast("Sequence[parts.OrderRow]", view.rows)
        ranks = [cast("int | None", row["rank"]) or math.inf for row in view.cells]
        order = sorted(range(len(rows)), key=ranks.__getitem__)
        return parts.StandingPart(view.notes, [rows[at] for at in order])

    def recomputed(self, about: Collection[int] = ()) -> parts.RecomputedPart:
        """Return whether the engine finds the same boards from the basis.

        `about` are the keys of the players whose boards are named, none: all.
        """
        rounds = [(self.round.number, self.question)]
        rules = self.question.rules.id
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
        find = answers.finder(self.book)
        question = of_book(self.stood, self.round.number)
        if not isinstance(question, Question):
            return question
        why = answers.why(question, board, player, find)
        if not isinstance(why, Explanation):
            return why
        lines = list(why.lines[2:])
        claims = why.claims
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

    @cached_property
    def _bears_on_it(self) -> list[int]:
        """Return the facts since the basis that affect the round, by position."""
        number = self.round.number
        basis = self.question.basis or 0
        bearing = set(changes_since(self.book, self.round, basis, self.stamp.position))
        bearing |= set(self.book.state.corrections_since(basis, number))
        for position, fact in self.book.in_force:
            if position > self.stamp.position and isinstance(fact, _OF_THE_ROUND):
                bearing |= {position} if fact.round == number else set()
        return sorted(bearing)

    def not_taken_in(self) -> parts.SincePart | None:
        """Return the facts before the publication that its basis did not know, None for none."""
        before = [at for at in self._bears_on_it if at < self.stamp.position]
        return self._facts(before) if before else None

    def since(self) -> parts.SincePart:
        """Return all facts since the publication that affect the pairing."""
        return self._facts([at for at in self._bears_on_it if at > self.stamp.position])

    def _facts(self, positions: Sequence[int]) -> parts.SincePart:
        lines: list[Sentence] = []
        rows: list[parts.BearingFact] = []
        for position in positions:
            fact, stamp = self.book.recorded[position - 1]
            line = self._told(position)
            what = self._sentence(position)
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
        """Return what may be changed and why, and who decides."""
        advice = self.advice
        rules = self.book.rules_of(self.round.number)
        mark = marked(rules, "correction")
        lines: list[Sentence] = [self._begun(advice.begun_at)]
        lines += map(self._breaks, advice.broken)
        for position in advice.corrections:
            before = advice.begun_at is None or position < advice.begun_at
            key = "audit.correction-before" if before else "audit.correction-after"
            if before and advice.begun_at is not None:
                key = "audit.correction-until"
            if before and not advice.f7:
                key = "audit.correction-no-f7"
            lines.append(message(key, position=position, mark=mark))
        lines.append(self._advised(advice.answers[0]))
        lines.append(message("audit.only-by-hand", swap=do("board-swap", round=self.round.number)))
        label = self.book.state.label
        return parts.AllowedPart(
            lines=tuple(lines),
            begun_at=advice.begun_at,
            breaks=[
                parts.BrokenNorm(one.board, [label(p) for p in one.players], one.clause, one.since)
                for one in advice.broken
            ],
            corrections=list(advice.corrections),
            may_amend=advice.may,
            answer=advice.answers[0],
            clause=clause_of(rules, advice.answers[0]),
        )

    def _begun(self, begun: int | None) -> Sentence:
        if begun is None:
            return message("audit.not-begun")
        if begun <= facts_of_import(self.book.recorded):
            return message("audit.played-before", fact=self._told(begun))
        return message("audit.begun", fact=self._told(begun))

    def _breaks(self, one: Broken) -> Sentence:
        """Return the board or bye that breaks a norm, by name, and the correction that made it."""
        who = run_on(*map(self.book.called, one.players), between=" - ")
        since = "" if one.since is None else message("audit.breaks-since", position=one.since)
        if one.board is None:
            return message("audit.bye-breaks", who=who, clause=one.clause, since=since)
        return message("audit.breaks", board=one.board, who=who, clause=one.clause, since=since)

    def _advised(self, answer: Answer) -> Sentence:
        """Return what may be done, with the clause that it rests on."""
        number = self.round.number
        rounds = self.book.state.rounds
        rules = self.book.rules_of(number)
        return message(
            f"audit.advice.{answer}",
            round=number,
            mark=marked(rules, answer),
            amend=do("amend", round=number),
            last=len(rounds),
        )

    def today(self) -> parts.TodayPart:
        """Return the pairing by today's facts, beside the published one."""
        number = self.round.number
        state = self.book.state
        round_ = self.stood.state.rounds[number - 1]
        played: list[tuple[int, int | None]] = [*round_.public]
        played += [(round_.public_bye, None)] if round_.public_bye is not None else []
        pairing = self.advice.pairing
        if isinstance(pairing, NoPairing):
            impossible = message("audit.today-impossible", why=pairing.why)
            return parts.TodayPart((impossible,), same=False, rows=None)
        label = state.label
        name = self.book.name
        rows = [
            parts.TodayRow(
                found_in=item.found_in,
                white=label(white),
                white_name=name(white),
                black=None if black is None else label(black),
                black_name=None if black is None else name(black),
                colours_only=item.colours_only,
            )
            for item in differences(number, played, pairing)
            for white, black in [item.board]
        ]
        as_then = same_boards(pairing, self.question.pairing)
        verdict = message("audit.today-other" if rows else "audit.today-same")
        if rows and as_then:
            verdict = message("audit.today-as-then", basis=self.question.basis or 0)
        return parts.TodayPart((verdict,), same=not rows, rows=rows or None)

    def protests(self) -> parts.ProtestsPart:
        """Return the protests about the round, with their rulings."""
        view = self.protested
        rows = [row for row in view.rows if isinstance(row, ProtestRow)]
        return parts.ProtestsPart(view.notes if rows else (message("audit.no-protests"),), rows)


def _left_out(n: int) -> Sentence:
    """Return the line on the lines of a long table that are not shown."""
    return message("audit.left-out", n=n, option=also(whole=True))


_TODAY_COLUMNS = columns_of(
    TodayRow,
    "found_in",
    "white",
    "white_name",
    "black",
    "black_name",
    headings={"found_in": message("columns.in")},
)


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
    """Return the report as a sheet, to read or to print.

    A column without any cell is left out, so that two upright pages are enough.
    """
    sections = tuple(
        replace(each, view=each.view and replace(filled(each.view), notes=()))
        for each in report.sections
    )
    title = message("sheets.audit", round=report.record.round)
    return surrounded(book, title, sections, cited=True)
