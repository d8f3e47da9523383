"""Disputes of every kind in every system, with the truth that the test made itself.

A tournament is played, something happens around the publication of its third round, and a committee
asks: whether the pairing is that of the rules, what came when, what may be changed, and by which
clause. What the engine would pair with the right result is known from a twin, in which that result
was put right before the publication.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, get_args

from jsonschema import Draft202012Validator

from desk.commands.decision import Decision
from desk.render.table import as_table
from desk.render.text import as_json
from desk.reports import verbs as reports
from desk.reports.audit import Report, audit, text_of
from ledger.refusals import Refusal
from ledger.state.tournament import Round
from ledger.values import Language
from pairing.explain.question import Question
from pairing.review.check import check
from pairing.review.questions import book_of, of_book
from tests.docs.schemas import SCHEMAS
from tests.helpers.family import by_seed
from tests.helpers.hall import Hall, swap_somebody
from tests.helpers.season import Season
from tests.helpers.words import in_language, in_words, words

SYSTEMS: Final = (
    "knsb-wp-2014",
    "knsb-wp-1996",
    "knsb-rating-2014",
    "fide-dutch-2026",
    "mwkeizer",
)
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
    to make them equal. The rest is what the audit has to say, None: that is not known here.
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

    @property
    def round(self) -> Round:
        return self.hall.state.rounds[DISPUTED - 1]

    def correct(self) -> int:
        """Correct the result, and return the position."""
        self.hall.do("correct-result", **self.correction, reason="misread")
        return self.hall.state.position

    def again(self) -> str:
        """Return how the round of the twin, which knew the result, differs: same, order, other."""
        mine, theirs = self.round, self.twin.state.rounds[DISPUTED - 1]
        if (mine.seats, mine.bye) == (theirs.seats, theirs.bye):
            return "same"
        alike = set(mine.seats) == set(theirs.seats) and mine.bye == theirs.bye
        return "order" if alike else "other"


def opened(rules: str, chance: Random, f7: bool) -> Dispute:
    """Return a dispute with two rounds played, in one result of which hall and twin differ."""
    setting = {"arbiter.f7_may_amend": f7}
    number, board = chance.randint(1, 2), chance.randint(1, PLAYERS // 2)
    was, becomes = chance.sample(OUTCOMES, 2)
    results = [[chance.choice(OUTCOMES) for _ in range(PLAYERS // 2)] for _ in range(2)]
    results[number - 1][board - 1] = was
    halls = []
    for result in (was, becomes):
        hall = _hall(rules, setting)
        for played in results:
            hall.play(*played)
        if result != was:
            hall.do("correct-result", round=number, board=board, result=result, reason="misread")
        halls.append(hall)
    correction = {"round": number, "board": board, "result": becomes}
    fide, season = rules.startswith("fide"), rules == "mwkeizer"
    hall, twin = halls
    return Dispute(hall, twin, correction=correction, fide=fide, season=season)


def _hall(rules: str, setting: dict[str, Any]) -> Hall:
    if rules == "mwkeizer":
        return Season(PLAYERS)
    fide = {"without_fide_mode": True} if rules.startswith("fide") else {}
    return Hall(PLAYERS, 6, rules=rules, set=setting, **fide)


# --- what happens -----------------------------------------------------------------------------


def untouched(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")


def corrected_before(dispute: Dispute, _: Random) -> None:
    dispute.correct()
    dispute.hall.do("publish")


def published_from_before_a_correction(dispute: Dispute, _: Random) -> None:
    basis = dispute.hall.state.position
    position = dispute.correct()
    dispute.hall.do("publish", basis=basis, confirm="yes")
    again = dispute.again()
    dispute.verdict = "same" if again in ("same", "order") else "outdated"
    dispute.corrections = [position]
    dispute.answer = "correction" if again == "other" else again


def corrected_after(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")
    again = dispute.again()
    position = dispute.correct()
    dispute.since, dispute.corrections = {position}, [position]
    dispute.answer = "correction" if again == "other" else again


def corrected_after_where_the_regulations_bar_it(dispute: Dispute, chance: Random) -> None:
    corrected_after(dispute, chance)
    if not dispute.season and dispute.answer == "correction":
        dispute.answer = "regulations"


def begun_and_corrected(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")
    again = dispute.again()
    dispute.hall.do("start", round=DISPUTED)
    dispute.begun = dispute.hall.state.position
    position = dispute.correct()
    dispute.since, dispute.corrections = {dispute.begun, position}, [position]
    dispute.answer = "too-late" if again == "other" else again


def corrected_and_begun(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")
    again = dispute.again()
    position = dispute.correct()
    dispute.hall.do("start", round=DISPUTED)
    dispute.begun = dispute.hall.state.position
    dispute.since, dispute.corrections = {dispute.begun, position}, [position]
    dispute.answer = "too-late" if again == "other" else again


def corrected_two_rounds_later(dispute: Dispute, chance: Random) -> None:
    hall = dispute.hall
    hall.do("publish")
    for number in (DISPUTED, DISPUTED + 1):
        hall.play(*chance.choices(OUTCOMES, k=PLAYERS), publish=number > DISPUTED)
    dispute.begun = dispute.round.begun_at
    assert dispute.begun is not None
    position = dispute.correct()
    dispute.since, dispute.corrections, dispute.answer = {position}, [position], "decided"


def swapped_without_a_ground(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")
    _swapped(dispute)
    dispute.answer = "no-ground"


def _swapped(dispute: Dispute) -> None:
    swap_somebody(dispute.hall, DISPUTED)
    position = dispute.hall.state.position
    dispute.since.add(position)
    dispute.changed.append((position, "pairing by hand"))


def swapped_after_a_correction(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")
    position = dispute.correct()
    dispute.since, dispute.corrections = {position}, [position]
    _swapped(dispute)
    again = dispute.again()
    dispute.answer = "correction" if again == "other" else again


def paired_again(dispute: Dispute, chance: Random) -> None:
    corrected_after(dispute, chance)
    if dispute.answer == "correction":
        dispute.hall.do("amend", round=DISPUTED, reason="misread", confirm=str(DISPUTED))
        dispute.changed.append((dispute.hall.state.position, "pairing amended"))
        assert dispute.again() == "same"
        dispute.answer, dispute.since, dispute.corrections = "same", set(), []


def corrected_and_taken_back(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")
    dispute.correct()
    dispute.hall.do("undo", confirm="yes")


def others_came_and_went(dispute: Dispute, _: Random) -> None:
    hall = dispute.hall
    hall.do("publish")
    hall.do("enter", name="Late", rating=1500)
    hall.do("absent", player=1, round=DISPUTED + 1)
    hall.do("withdraw", player=2)


def colours_exchanged_after(dispute: Dispute, chance: Random) -> None:
    hall = dispute.hall
    hall.do("publish")
    board = chance.randint(1, PLAYERS // 2)
    hall.do("correct-colours", round=2, board=board, reason="score sheets")
    position = hall.state.position
    dispute.since, dispute.corrections, dispute.answer = {position}, [position], None


KINDS: Final[tuple[Callable[[Dispute, Random], None], ...]] = (
    untouched,
    corrected_before,
    published_from_before_a_correction,
    corrected_after,
    corrected_after_where_the_regulations_bar_it,
    begun_and_corrected,
    corrected_and_begun,
    corrected_two_rounds_later,
    swapped_without_a_ground,
    swapped_after_a_correction,
    paired_again,
    corrected_and_taken_back,
    others_came_and_went,
    colours_exchanged_after,
)


# --- what is said ---------------------------------------------------------------------------------


@by_seed(len(KINDS) * len(SYSTEMS))
def test_a_committee_is_told_what_is_true_of_any_dispute(seed: int) -> None:
    """Seventy disputes, each kind in each system; a tenth of a second each."""
    chance = Random(seed)
    kind, rules = KINDS[seed % len(KINDS)], SYSTEMS[seed // len(KINDS) % len(SYSTEMS)]
    f7 = kind is not corrected_after_where_the_regulations_bar_it
    dispute = opened(rules, chance, f7)
    dispute.twin.do("publish")
    kind(dispute, chance)
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
        assert "{" not in text.replace(record["rules"], "")
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
    answer = dispute.answer or allowed["answer"]
    assert allowed["answer"] == answer
    assert allowed["may_amend"] == (answer in ("norm", "correction"))
    assert allowed["may_amend"] == isinstance(
        dispute.hall.decide("amend", round=DISPUTED, reason="misread"), Decision
    )
    clause = None if dispute.season else _CLAUSES.get(answer)
    if dispute.fide and clause:
        clause = "GHR4"
    assert allowed["clause"] == clause
    assert (f"({clause})" in said) == bool(clause)
    assert ("may pair the round again" in said) == allowed["may_amend"]
    assert (answer == "norm") <= bool(allowed["breaks"])
    for broken in allowed["breaks"]:
        assert broken["since"] in dispute.corrections
        assert not dispute.season


def _what_was_changed(dispute: Dispute, record: dict[str, Any]) -> None:
    assert record["published"]["changed"] == [position for position, _ in dispute.changed]
    view = in_words(reports.integrity(dispute.hall.book))
    listed = [
        (row["position"], row["kind"])
        for row in view.cells
        if str(row["kind"]).startswith("pairing")
    ]
    assert listed == dispute.changed
    title = words(reports.pairings(dispute.hall.book, DISPUTED).title)  # type: ignore[union-attr]
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
