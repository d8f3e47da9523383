"""The inquiry into a published round: the verdict first, what was known when, and what can be done.

It puts the report of `desk.answers.audit` in the order in which a committee reads it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from desk.answers.audit import Report, audit
from desk.answers.audit_records import AuditRecord, TodayRow
from ledger.facts import tournament as events
from ledger.facts.disputes import ProtestLodged, RulingRecorded
from ledger.facts.tournament import AnyFact
from ledger.messages import Sentence, message, run_on
from ledger.refusals import Refusal, Refusals
from ledger.state.book import Book
from ledger.state.protests import Protest
from ledger.state.tournament import Game, Round
from pairing.review.advice import clause_of
from pairing.review.questions import stood_at
from projections.log.sentences import teller
from projections.views.changes import at_positions, changes_in_words

Weight = Literal["ok", "warn", "stop"]
KindOfStep = Literal["result", "pairing", "start", "correction", "protest", "ruling", "other"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer in one sentence, what follows from it with the clause, and how it was found."""

    weight: Weight
    answer: Sentence
    follows: tuple[tuple[Sentence, str], ...]
    details: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class KnownStep:
    """A fact of the inquiry: when it became known, to whom it is due, and a remark on its time."""

    position: int
    at: datetime
    kind: KindOfStep
    sentence: Sentence
    actor: str
    reason: str | None
    remark: Sentence = ""


@dataclass(frozen=True, slots=True)
class Possibility:
    """What may still be done, or why not; `clause` is the one it rests on, "" for none."""

    may: bool
    what: Sentence
    why: Sentence
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """An inquiry. `board` is the number of the board that it is about, None: the whole round.

    `played` and `instead` are the boards that differ with what is known now; `alike` are the
    numbers of the boards that do not. `start_clause` is the one by which a round that has begun
    stands, "" for none.
    """

    report: Report
    round: Round
    board: int | None
    verdict: Verdict
    steps: tuple[KnownStep, ...]
    possibilities: tuple[Possibility, ...]
    played: tuple[TodayRow, ...]
    instead: tuple[TodayRow, ...]
    alike: tuple[int, ...]
    start_clause: str

    @property
    def game(self) -> Game | None:
        """Return the game that it is about."""
        return None if self.board is None else self.round.games[self.board - 1]


def inquiry(
    book: Book,
    number: int,
    protest: Protest | None = None,
    board: int | None = None,
    publication: int | None = None,
) -> Inquiry | Refusals:
    """Return the inquiry into a round; about a protest it is that of the player's own board.

    `publication` counts those of the round, see `audit`; None: the last. The boards are those of
    that publication, as they stood until the next.
    """
    report = audit(book, number, None, None, publication)
    if not isinstance(report, Report):
        return report
    stood = stood_at(book, book.state.rounds[number - 1], report.record.published.publication)
    assert not isinstance(stood, Refusal), "the report is of that publication"
    round_ = stood.state.rounds[number - 1]
    if protest is not None:
        board = round_.board_of(protest.player)
    record = report.record
    rows = record.today.rows or []
    played = tuple(row for row in rows if row.found_in == "played")
    instead = tuple(row for row in rows if row.found_in != "played")
    differing = {(row.white, row.black) for row in played}
    label = book.state.label
    alike = tuple(
        at
        for at, (white, black) in enumerate(round_.public, 1)
        if (label(white), label(black)) not in differing
    )
    return Inquiry(
        report=report,
        round=round_,
        board=board,
        verdict=_verdict(book, round_, record),
        steps=tuple(_steps(book, round_, record, protest)),
        possibilities=tuple(_possibilities(book, round_, record, board)),
        played=played,
        instead=instead,
        alike=alike,
        start_clause=clause_of(book.rules, "no-ground") or "",
    )


def _verdict(book: Book, round_: Round, record: AuditRecord) -> Verdict:
    verdict = record.recomputed.verdict
    by_hand = record.published.engine is None
    weight: Weight = (
        "ok" if verdict == "same" else "warn" if verdict == "colours" or by_hand else "stop"
    )
    answer = message(f"web-disputes.verdict.{verdict}")
    follows: list[tuple[Sentence, str]] = []
    allowed = record.allowed
    clause = record.allowed.clause or ""
    if allowed.may_amend:
        follows.append((message("web-disputes.may-amend"), clause))
    elif allowed.begun_at is not None:
        follows.append((message("web-disputes.stands"), clause))
    else:
        follows.append((message("web-disputes.not-begun"), clause))
    if record.allowed.corrections:
        later = message("web-disputes.counts-from", round=len(book.state.rounds) + 1)
        follows.append((later, _clause(book, "F7")))
    key = "by-hand" if by_hand else "recomputed"
    basis = record.published.basis or round_.position - 1
    details: list[Sentence] = [message(f"web-disputes.{key}", basis=basis, rules=record.rules)]
    details.append(
        message("web-disputes.boards-same", n=len(round_.public))
        if verdict == "same"
        else record.recomputed.lines[0]
    )
    rules = book.rules_of(round_.number)
    changed = run_on(*changes_in_words(round_.changes, rules), between="; ")
    details.append(
        message("web-disputes.changed-since", changes=changed)
        if round_.changes
        else message("web-disputes.not-changed")
    )
    details.append(message("web-disputes.committee"))
    return Verdict(weight, answer, tuple(follows), tuple(details))


def _clause(book: Book, name: str) -> str:
    return name if book.clause(name) else ""


def _steps(
    book: Book, round_: Round, record: AuditRecord, protest: Protest | None
) -> Iterator[KnownStep]:
    """Yield the facts that the inquiry is about, as they were recorded."""
    protests = (
        [protest]
        if protest
        else [each for each in book.state.protests.values() if each.round == round_.number]
    )
    about = {round_.position, *record.published.changed, *(f.position for f in record.since.facts)}
    about |= {round_.begun_at} if round_.begun_at is not None else set()
    for each in protests:
        about |= {each.position, *each.facts, *(ruling.position for ruling in each.rulings)}
    facts = book.facts
    about |= {
        corrected for at in tuple(about) if (corrected := getattr(facts[at - 1], "corrects", None))
    }
    sentence_at = teller(book)
    for position in sorted(about):
        fact, stamp = book.recorded[position - 1]
        yield KnownStep(
            position=position,
            at=stamp.recorded_at.astimezone(book.zone),
            kind=_kind(fact),
            sentence=sentence_at(position),
            actor=stamp.actor,
            reason=fact.reason,
            remark=_remark(round_, position, fact),
        )


def _kind(fact: AnyFact) -> KindOfStep:
    match fact:
        case events.ResultCorrected() | events.ColoursCorrected():
            return "correction"
        case events.ResultRecorded() | events.GameForfeited() | events.GameAdjourned():
            return "result"
        case events.PairingPublished() | events.PairingMadeByHand() | events.PairingAmended():
            return "pairing"
        case events.RoundStarted():
            return "start"
        case ProtestLodged():
            return "protest"
        case RulingRecorded():
            return "ruling"
        case _:
            return "other"


def _remark(round_: Round, position: int, fact: AnyFact) -> Sentence:
    """Return what the time of a correction means for the round, "" for another fact."""
    if _kind(fact) == "start" or position == round_.begun_at:
        return message("web-disputes.from-here", round=round_.number)
    if _kind(fact) != "correction" or getattr(fact, "round", 0) >= round_.number:
        return ""
    if position < round_.position:
        return message("web-disputes.before-publication", round=round_.number)
    if round_.begun_at is None or position < round_.begun_at:
        return message("web-disputes.before-start", round=round_.number)
    if round_.open_games:
        return message("web-disputes.after-start", round=round_.number)
    decided = max((game.set_by for game in round_.games), default=0)
    key = "after-all-games" if position > decided else "after-start"
    return message(f"web-disputes.{key}", round=round_.number)


def _possibilities(
    book: Book, round_: Round, record: AuditRecord, board: int | None
) -> Iterator[Possibility]:
    allowed = record.allowed
    why = message(
        f"web-disputes.advice.{allowed.answer}",
        position=allowed.begun_at or 0,
        round=len(book.state.rounds),
        clauses=", ".join(dict.fromkeys(one.clause for one in allowed.breaks)),
        facts=at_positions(allowed.corrections),
    )
    again = message("web-disputes.pair-again")
    yield Possibility(allowed.may_amend, again, why, allowed.clause or "")
    swap = message("web-disputes.swap")
    open_ = len(round_.open_games)
    if open_ and not round_.closed:
        yield Possibility(True, swap, message("web-disputes.open-boards", n=open_))
    else:
        yield Possibility(False, swap, message("web-disputes.all-decided"))
    game = None if board is None else round_.games[board - 1]
    change = message("web-disputes.change-result")
    if board is not None:
        change = message("web-disputes.change-result-of", board=board)
    if game is not None and game.outcome is None:
        yield Possibility(True, change, message("web-disputes.no-result-yet"))
    else:
        yield Possibility(True, change, message("web-disputes.with-a-reason"))
    after = message("web-disputes.next-round", round=len(book.state.rounds) + 1)
    key = "with-the-correction" if record.allowed.corrections else "with-what-is-known"
    yield Possibility(
        not book.state.closed,
        after,
        message(f"web-disputes.{key}" if not book.state.closed else "web-disputes.finished"),
    )
