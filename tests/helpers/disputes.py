"""A dispute about the pairing of a third round, and what a report on it has to say: for tests.

What the engine would pair with the right result is known from a twin, in which that result was put
right before the publication.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, get_args

from jsonschema import Draft202012Validator

from desk.answers.audit import Report, audit, text_of
from desk.answers.competition import pairings
from desk.answers.departures import integrity
from desk.answers.tournament_file import tournament_file
from desk.commands.decision import Decision
from desk.handlers.dispatch import handle
from desk.render.table import as_table
from desk.render.text import as_json
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.tournament import Round, Tournament
from ledger.trf.model import TrfFile
from ledger.trf.writer import write
from ledger.values import Language
from pairing.explain.question import Question
from pairing.review.check import check
from pairing.review.questions import book_of, of_book
from projections.exports.season import members_csv, season_csv
from tests.docs.schemas import SCHEMAS
from tests.helpers.hall import Hall, command, swap_somebody
from tests.helpers.season import Season
from tests.helpers.words import in_language, in_words, words

OUTCOMES: Final = ("1-0", "0-1", "1/2-1/2")
DISPUTED: Final = 3
PLAYERS: Final = 8

_CLAUSES: Final = {
    "correction": "F7",
    "too-late": "F7",
    "regulations": "F7",
    "decided": "F6",
    "no-ground": "F6",
    "norm": "F6",
}


@dataclass
class Dispute:
    """A tournament before its third round, and what is known of it from outside.

    `twin` is the same with the right result before the publication. `correction` is what is recorded
    to make them equal. `broken`: a change by hand, in FIDE mode, broke a norm. The rest is what the audit has to say, None: that is not known here.
    """

    hall: Hall
    twin: Hall
    correction: dict[str, Any]
    fide: bool
    season: bool
    verdict: str = "same"
    answer: str | None = "same"
    since: set[int] = field(default_factory=set)
    corrections: list[int] = field(default_factory=list)
    begun: int | None = None
    changed: list[tuple[int, str]] = field(default_factory=list)
    broken: bool = False

    @property
    def without_f(self) -> bool:
        """Tell whether the rules are without the clauses F6 and F7, and FIDE's own for them."""
        return self.season or self.hall.book.rules.system == "round-robin"

    @property
    def round(self) -> Round:
        return self.hall.state.rounds[DISPUTED - 1]

    def correct(self) -> int:
        """Correct the result, and return the position."""
        self.hall.do("correct-result", **self.correction, reason="misread")
        return self.hall.state.position

    def again(self) -> str:
        """Return how the round of the twin, which knew the result, differs: same, order, other."""
        if len(self.twin.state.rounds) < DISPUTED:
            self.twin.do("publish")
        mine, theirs = self.round, self.twin.state.rounds[DISPUTED - 1]
        if (mine.seats, mine.bye) == (theirs.seats, theirs.bye):
            return "same"
        alike = set(mine.seats) == set(theirs.seats) and mine.bye == theirs.bye
        return "order" if alike else "other"


def opened(
    rules: str, chance: Random, f7: bool, *, in_mode: bool = False, imported: bool = False
) -> Dispute:
    """Return a dispute with two rounds played, in one result of which hall and twin differ.

    `in_mode` keeps FIDE mode on under a system of FIDE. `imported` has hall and twin go on from the
    files that they export after these rounds.
    """
    setting: dict[str, Any] = {"arbiter.f7_may_amend": f7}
    if in_mode:
        setting["bye.half_point_allowed"] = True
    number, board = chance.randint(1, 2), chance.randint(1, PLAYERS // 2)
    was, becomes = chance.sample(OUTCOMES, 2)
    results = [[chance.choice(OUTCOMES) for _ in range(PLAYERS // 2)] for _ in range(2)]
    results[number - 1][board - 1] = was
    halls = []
    for result in (was, becomes):
        hall = _hall(rules, setting, in_mode=in_mode)
        for played in results:
            hall.play(*played)
        if result != was:
            hall.do("correct-result", round=number, board=board, result=result, reason="misread")
        halls.append(_imported(hall, rules, setting, in_mode=in_mode) if imported else hall)
    correction = {"round": number, "board": board, "result": becomes}
    fide, season = rules.startswith("fide"), rules == "mwkeizer"
    hall, twin = halls
    return Dispute(hall, twin, correction=correction, fide=fide, season=season)


def _hall(rules: str, setting: dict[str, Any], *, in_mode: bool) -> Hall:
    if rules == "mwkeizer":
        return Season(PLAYERS)
    rounds = PLAYERS - 1 if rules == "berger" else 6
    return Hall(PLAYERS, rounds, rules=rules, set=setting, **_fide_mode(rules, in_mode))


def _fide_mode(rules: str, in_mode: bool) -> dict[str, Any]:
    return {"without_fide_mode": True} if rules.startswith("fide") and not in_mode else {}


def _imported(hall: Hall, rules: str, setting: dict[str, Any], *, in_mode: bool) -> Hall:
    """Return a hall with the tournament that the file of another one opens."""
    again = Hall()
    if isinstance(hall, Season):
        events = season_csv(hall.book)
        assert isinstance(events, bytes)
        given: dict[str, Any] = {"members": "members.csv", "set": hall.changes, "rounds": 30}
        contents = {"content": events, "members_content": members_csv(hall.book)}
    else:
        file = tournament_file(hall.book, (), "trf26")
        assert isinstance(file, TrfFile)
        given = {"set": setting, **_fide_mode(rules, in_mode)}
        contents = {"content": write(file, "trf26")}
    again.book = Book(Tournament(), new_seed=lambda: "seed")
    importing = command("import", file="a.file", rules=rules, **given)
    decision = handle(again.book, importing.model_copy(update=contents))
    assert isinstance(decision, Decision), decision
    again.take(decision)
    return again


def corrected_after(dispute: Dispute) -> None:
    """Publish the third round, then correct the result."""
    dispute.hall.do("publish")
    again = dispute.again()
    position = dispute.correct()
    dispute.since, dispute.corrections = {position}, [position]
    dispute.answer = "correction" if again == "other" else again


def swapped(dispute: Dispute) -> None:
    """Let two players of the third round change places; in FIDE mode round 3 is by hand then."""
    in_mode = dispute.hall.state.fide.in_mode
    if in_mode:
        dispute.hall.do("by-hand-begin", round=DISPUTED, reason="they asked")
    swap_somebody(dispute.hall, DISPUTED)
    position = dispute.hall.state.position
    dispute.since.add(position)
    dispute.changed.append((position, "pairing by hand"))
    dispute.broken = in_mode and breaks_a_norm(dispute.hall)


def breaks_a_norm(hall: Hall) -> bool:
    """Tell whether two of the third round had met, or one has a colour for the third time."""
    boards = [hall.boards(number) for number in range(1, DISPUTED + 1)]
    met = {frozenset(board) for played in boards[:-1] for board in played}
    whites, blacks = (
        set.intersection(*({board[seat] for board in played} for played in boards))
        for seat in (0, 1)
    )
    return bool(whites or blacks) or any(frozenset(board) in met for board in boards[-1])


def told_what_is_true(dispute: Dispute) -> None:
    """Check the report on the third round, in both languages and JSON, against what is known."""
    record = _audited(dispute)
    _what_may_be_changed(dispute, record)
    _what_was_changed(dispute, record)
    _each_publication(dispute)


def _audited(dispute: Dispute) -> dict[str, Any]:
    report = audit(dispute.hall.book, DISPUTED, "1", None)
    assert isinstance(report, Report), report
    record: Any = in_language(report.record.as_dict(), "en")
    errors = Draft202012Validator(SCHEMAS["audit"]).iter_errors(json.loads(as_json(record)))
    assert not [error.message for error in errors]
    texts = set()
    for language in get_args(Language):
        text = _text(report, language)
        assert "{" not in text.replace(record["rules"].partition("+")[2], "")
        texts.add(text)
    assert len(texts) == len(get_args(Language))
    assert record["recomputed"]["verdict"] == dispute.verdict
    assert record["same"] == (dispute.verdict == "same")
    since = {fact["position"] for fact in record["since"]["facts"]}
    # A correction of no weight for the pairing may be listed as a correction, and need not be.
    changed = {position for position, _ in dispute.changed}
    assert since - changed == dispute.since - changed
    return dict(record)


def _text(report: Report, language: Language) -> str:
    return text_of(
        report,
        lambda view: as_table(in_words(view, language), None),
        lambda sentence: words(sentence, language),
    )


def _what_may_be_changed(dispute: Dispute, record: dict[str, Any]) -> None:
    allowed, said = record["allowed"], " ".join(record["allowed"]["lines"])
    assert allowed["begun_at"] == dispute.begun
    assert allowed["corrections"] == dispute.corrections
    answer = "norm" if dispute.broken else dispute.answer or allowed["answer"]
    assert allowed["answer"] == answer
    assert allowed["may_amend"] == (answer in ("norm", "correction"))
    assert allowed["may_amend"] == isinstance(
        dispute.hall.decide("amend", round=DISPUTED, reason="misread"), Decision
    )
    clause = None if dispute.without_f else _CLAUSES.get(answer)
    if dispute.fide and clause:
        clause = "GHR-A" if dispute.hall.book.rules.id.startswith("fide-dutch-2017") else "GHR4"
    assert allowed["clause"] == clause
    assert (f"({clause})" in said) == bool(clause)
    assert ("may pair the round again" in said) == allowed["may_amend"]
    assert (answer == "norm") <= bool(allowed["breaks"])
    for broken in allowed["breaks"]:
        assert broken["since"] in ([None] if dispute.broken else dispute.corrections)
        assert not dispute.season


def _what_was_changed(dispute: Dispute, record: dict[str, Any]) -> None:
    assert record["published"]["changed"] == [position for position, _ in dispute.changed]
    view = in_words(integrity(dispute.hall.book))
    listed = [
        (row["position"], row["kind"])
        for row in view.cells
        if str(row["kind"]).startswith("pairing")
    ]
    assert listed == dispute.changed
    title = words(pairings(dispute.hall.book, DISPUTED).title)  # type: ignore[union-attr]
    by_hand = [at for at, kind in dispute.changed if kind == "pairing by hand"]
    assert ("by hand" in title) == bool(by_hand)
    assert ("paired again" in title) == (len(dispute.changed) > len(by_hand))


def _each_publication(dispute: Dispute) -> None:
    """Judge each publication: as it was made, it followed from what it took in."""
    again = [change for change in dispute.round.changes if change.by_engine]
    for number in range(1, len(again) + 2):
        book = book_of(dispute.hall.book, DISPUTED, None, number)
        assert not isinstance(book, Refusal)
        question = of_book(book, DISPUTED)
        assert isinstance(question, Question)
        wanted = dispute.verdict if number == 1 else "same"
        assert check(question).verdict == wanted
