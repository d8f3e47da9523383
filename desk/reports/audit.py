"""One report on a published pairing, from which an appeals committee can decide.

What was known when it was published, whether the engine finds it again from that, why the board is
as it is, what was recorded since, what F6 and F7 allow, and what would be paired with today's
knowledge. Everything is read from the ledger; nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from desk.handlers.changes import corrections, grounds
from desk.handlers.games import begun_by
from desk.render.dutch import in_language
from desk.render.html import report_page
from desk.reports import verbs as reports
from desk.reports import why as answers
from desk.reports.audit_words import AUDIT_WORDS
from desk.reports.why import Explanation
from ledger.facts.stamps import Stamp
from ledger.facts.tournament import (
    BoardAdded,
    GameForfeited,
    PairingAmended,
    PairingMadeByHand,
    PairingPublished,
    PlayerRegistered,
    RoundStarted,
    RulesChanged,
)
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.tournament import Round
from ledger.values import Language
from pairing.explain.question import Question
from pairing.norms.model import NoPairing
from pairing.review.check import check
from pairing.review.questions import of_book
from pairing.systems.registry import ENGINES, pair_round
from pairing.systems.trf import differences
from projections.games.crosstable import of_tournament
from projections.games.rounds import head
from projections.log.dossier import local, protests_view
from projections.log.sentences import sentence
from projections.views.view import Column, Row, View

Published = PairingPublished | PairingMadeByHand


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report: a heading, lines to read, and a table where there is one.

    key names it for programs, which get record beside the lines.
    """

    key: str
    heading: str
    lines: tuple[str, ...]
    view: View | None = None
    record: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report. same: the engine finds the published pairing again from its basis."""

    title: str
    head: dict[str, object]
    sections: tuple[Section, ...]
    same: bool
    language: Language = "en"

    def record(self) -> dict[str, object]:
        """Return what `--json` prints: the head, and each section by its key."""
        found: dict[str, object] = {**self.head, "same": self.same}
        for section in self.sections:
            part: dict[str, object] = {"lines": list(section.lines), **(section.record or {})}
            if section.view is not None:
                part["rows"] = list(section.view.rows)
            found[section.key] = part
        return found


def audit(
    book: Book, number: int, board: str | None, player: str | None, language: Language
) -> Report | Refusals:
    """Return the report on a published round, with the explanation of a board or a player.

    Rule: knsb-wp-2014 F6, F7; knsb-wp-1996 F6, F7; knsb-rating-2014 F6, F7.
    """
    round_ = book.find_round(number)
    if isinstance(round_, Refusal):
        return (round_,)
    fact, stamp = next(
        (f, stamp) for f, stamp in book.recorded if isinstance(f, Published) and f.round == number
    )
    then = book.at(stamp.position)
    asked = of_book(then, number)
    if not isinstance(asked, Question):
        return asked
    auditor = _Auditor(book, then, round_, fact, stamp, asked, language)
    explained = auditor.explained(board, player)
    if isinstance(explained, tuple):
        return explained
    parts = [auditor.published(), auditor.known(), auditor.recomputed()]
    parts += [explained] if explained else []
    parts += [auditor.since(), auditor.allowed(), auditor.today(), auditor.protests()]
    top = head(book) | {"round": number, "rules": asked.rules.id}
    title = auditor.words["title"].format(name=book.state.name, round=number)
    return Report(title, top, tuple(parts), check(asked).verdict == "same", language)


class _Auditor:
    """Writes the sections about one round."""

    def __init__(
        self, book: Book, then: Book, round_: Round, fact: Published, stamp: Stamp,
        asked: Question, language: Language,
    ) -> None:  # fmt: skip
        self.book, self.then, self.round, self.fact, self.stamp = book, then, round_, fact, stamp
        self.asked, self.language = asked, language
        self.words = AUDIT_WORDS[language]

    def _say(self, name: str, **values: object) -> str:
        return self.words[name].format(**values)

    def _find(self) -> Callable[[str], int | Refusal]:
        def find(text: str) -> int | Refusal:
            found = self.book.find_player(text)
            return found if isinstance(found, Refusal) else found.player

        return find

    def _told(self, position: int) -> str:
        fact, stamp = self.book.recorded[position - 1]
        because = f" ({fact.reason})" if fact.reason else ""
        what = sentence(fact, self.book.called, self.language)
        return f"#{position} {local(stamp.recorded_at)}, {stamp.actor}: {what}{because}"

    # --- what was known ---------------------------------------------------------------------------

    def published(self) -> Section:
        """When, by whom, by which engine and rulebook, from which position."""
        fact, basis = self.fact, self.asked.basis
        lines = [self._told(self.stamp.position)]
        record: dict[str, object] = {
            "position": self.stamp.position,
            "recorded_at": self.stamp.recorded_at.isoformat(),
            "actor": self.stamp.actor,
            "basis": basis,
            "rules": self.asked.rules.id,
            "rules_hash": self.then.state.rulebook_hash,
            "engine": None,
            "engine_version": None,
        }
        if isinstance(fact, PairingPublished):
            record |= {"engine": fact.engine, "engine_version": fact.engine_version}
            made = f"{fact.engine} {fact.engine_version}"
            lines.append(self._say("engine", engine=made, basis=basis))
            today = " ".join(ENGINES[self.asked.rules.system])
            if today != made:
                lines.append(self._say("other_engine", engine=made, today=today))
        else:
            lines.append(self._say(f"by_hand.{fact.source}"))
        recorded = self.book.heads.get(self.stamp.position)
        record["head"] = recorded.short if recorded else None
        if recorded:
            lines.append(self._say("head", head=recorded.short))
        if self.round.amended:
            changes = ", ".join(f"#{at}" for at in self.round.amended)
            lines.append(self._say("changed", changes=changes, round=self.round.number))
        rules = self.then.state.rulebook_hash[:16]
        lines.append(self._say("rules", rules=self.asked.rules.id, hash=rules))
        return Section("published", self.words["published"], tuple(lines), None, record)

    def known(self) -> Section:
        """The standing and the colours as known then."""
        known = self.book.at(self.asked.basis or self.stamp.position - 1)
        view = reports.standings(known, self.round.number - 1)
        assert isinstance(view, View)
        heading = self._say("known", round=self.round.number - 1)
        return Section("known", heading, in_language(view, self.language).notes, view)

    def recomputed(self) -> Section:
        """Whether the engine finds the same boards from the basis."""
        checked = answers.check_rounds(
            [(self.round.number, self.asked)], "", {}, self.asked.rules.id, self.language
        )
        assert isinstance(checked, Explanation)
        total = checked.view.notes[0]
        lines = tuple(line for line in checked.lines if line not in ("", total))
        verdicts = checked.view.head["verdicts"]
        assert isinstance(verdicts, list)
        record = {"verdict": verdicts[0]["verdict"], "claims": checked.view.head["claims"]}
        return Section("recomputed", self.words["recomputed"], lines, None, record)

    def explained(self, board: str | None, player: str | None) -> Section | Refusals | None:
        """Why the board is as it is, and its colours; None when none is asked about."""
        if board is None and player is None:
            return None
        find = self._find()
        why = answers.why(self.asked, board, player, find, self.language)
        if not isinstance(why, Explanation):
            return why
        lines = list(why.lines[2:])
        rows = list(why.view.rows)
        colour = answers.colour(self.asked, board or player or "", find, self.language)
        if isinstance(colour, Explanation):
            lines += ["", *colour.lines[3:]]
            rows += list(colour.view.rows)
        return Section("explained", self.words["explained"], tuple(lines), None, {"claims": rows})

    # --- what came after --------------------------------------------------------------------------

    def _bears_on_it(self) -> Iterator[int]:
        number = self.round.number
        corrected = corrections(self.book, self.asked.basis or 0, number)
        for position, fact in self.book.in_force:
            if position in corrected:
                yield position
            elif position > self.stamp.position:
                match fact:
                    case PairingAmended() | BoardAdded() | RoundStarted() | GameForfeited() if (
                        fact.round == number
                    ):
                        yield position
                    case PlayerRegistered() if fact.from_round <= number:
                        yield position
                    case RulesChanged() if fact.from_round <= number + 1:
                        yield position
                    case _:
                        pass

    def since(self) -> Section:
        """Everything recorded since that bears on the pairing."""
        recorded = [self.book.recorded[position - 1] for position in self._bears_on_it()]
        lines = [self._told(stamp.position) for _, stamp in recorded]
        record = {"facts": [{"position": stamp.position, "fact": fact.TOPIC,
                             "what": sentence(fact, self.book.called, self.language),
                             "reason": fact.reason}
                            for fact, stamp in recorded]}  # fmt: skip
        lines = lines or [self.words["nothing_since"]]
        return Section("since", self.words["since"], tuple(lines), None, record)

    def allowed(self) -> Section:
        """What F6 and F7 allowed and allow, and who decides."""
        lines: list[str] = []
        begun = begun_by(self.book, self.round)
        clause = f" ({self.book.clause('F6')})" if self.book.clause("F6") else ""
        found = grounds(self.book, self.round)
        if begun is not None:
            lines.append(self._say("begun", fact=self._told(begun), clause=clause))
        else:
            lines.append(self._say("not_begun", clause=clause))
        for ground in found.norms:
            lines.append(self._say("breaks", board=ground[0], clause=ground[1]))
        for position in found.corrections:
            before = begun is None or position < begun
            name = "correction_before" if before else "correction_after"
            if before and not self.book.rules.arbiter.f7_may_amend:
                name = "correction_no_f7"
            lines.append(self._say(name, position=position, mark=self.book.mark("F7")))
        by_f7 = found.corrections and found.f7 and not self.round.started
        may = begun is None and bool(found.norms or by_f7)
        last = self.round.number == len(self.book.state.rounds)
        decides = "may_amend" if may and last else "by_hand_only" if begun is None and last else (
            "stands"
        )  # fmt: skip
        lines.append(self._say(decides, round=self.round.number))
        record = {
            "begun_at": begun,
            "breaks": [{"board": board, "clause": norm} for board, norm in found.norms],
            "corrections": list(found.corrections),
            "may_amend": may and last,
        }
        return Section("allowed", self.words["allowed"], tuple(lines), None, record)

    def today(self) -> Section:
        """What would be paired with what is known now, beside what stands."""
        number, state = self.round.number, self.book.state
        rules = self.book.rules_of(number)
        table = of_tournament(state, rules, after=number - 1)
        played: list[tuple[int, int | None]] = [(g.white, g.black) for g in self.round.games]
        played += [(self.round.bye, None)] if self.round.bye is not None else []
        present = {p for seat in played for p in seat if p is not None}
        last = self.round.last_round or state.rounds_planned == number
        pairing = pair_round(table, rules, present, last)
        if isinstance(pairing, NoPairing):
            impossible = self._say("today_impossible", why=pairing.why, clause=pairing.clause)
            return Section("today", self.words["today"], (impossible,), None, {"same": False})
        label = state.label
        rows: list[Row] = []
        for item in differences(number, played, pairing):
            white, black = item.board
            rows.append(
                {
                    "found_in": item.found_in,
                    "white": label(white),
                    "white_name": self.book.name(white),
                    "black": None if black is None else label(black),
                    "black_name": None if black is None else self.book.name(black),
                    "colours_only": item.colours_only,
                }
            )
        lines = (self.words["today_other" if rows else "today_same"],)
        view = View("", _TODAY_COLUMNS, tuple(rows)) if rows else None
        return Section("today", self.words["today"], lines, view, {"same": not rows})

    def protests(self) -> Section:
        """The protests about the round, with their rulings."""
        view = protests_view(self.book, {}, self.round.number)
        notes = in_language(view, self.language).notes
        lines = notes if view.rows else (self.words["no_protests"],)
        return Section("protests", self.words["protests"], lines, view if view.rows else None,
                       {"rows": list(view.rows)})  # fmt: skip


_TODAY_COLUMNS = (
    Column("found_in", "in"),
    Column("white", "no", "right"),
    Column("white_name", "white"),
    Column("black", "no", "right"),
    Column("black_name", "black"),
)


def text_of(report: Report, table: Callable[[View], str]) -> str:
    """Return the report as text; table writes a view."""
    parts: list[str] = [report.title, "=" * len(report.title)]
    for section in report.sections:
        parts += ["", section.heading, "-" * len(section.heading), *section.lines]
        if section.view is not None:
            view = in_language(section.view, report.language)
            parts += ["", table(View("", view.columns, view.rows)).strip("\n")]
    return "\n".join(parts)


def page_of(report: Report) -> str:
    """Return the report as one HTML page, to read or to print."""
    parts = [
        (s.heading, s.lines, None if s.view is None else in_language(s.view, report.language))
        for s in report.sections
    ]
    return report_page(report.title, parts, report.language)
