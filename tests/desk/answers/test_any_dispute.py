"""Disputes of every kind in every system, with the truth that the test made itself.

A tournament is played, something happens around the publication of its third round, and a committee
asks: whether the pairing is that of the rules, what came when, what may be changed, and by which
clause.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from desk.commands.decision import Decision
from ledger.facts.tournament import GameForfeited, PairingPublished
from tests.helpers.disputes import (
    DISPUTED,
    OUTCOMES,
    PLAYERS,
    Dispute,
    corrected_after,
    opened,
    swapped,
    told_what_is_true,
)
from tests.helpers.family import by_seed

SYSTEMS: Final = (
    "knsb-wp-2014",
    "knsb-wp-1996",
    "knsb-rating-2014",
    "fide-dutch-2026",
    "mwkeizer",
)
IN_MODE: Final = (
    "fide-dutch-2026",
    "fide-dutch-2017",
    "fide-burstein-2026",
    "fide-dubov-2026",
    "berger",
)

Kind: TypeAlias = Callable[[Dispute, Random], None]


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


def corrected_after_it(dispute: Dispute, _: Random) -> None:
    corrected_after(dispute)


def corrected_after_where_the_regulations_bar_it(dispute: Dispute, _: Random) -> None:
    corrected_after(dispute)
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
    swapped(dispute)
    dispute.answer = "no-ground"


def swapped_after_a_correction(dispute: Dispute, _: Random) -> None:
    dispute.hall.do("publish")
    position = dispute.correct()
    dispute.since, dispute.corrections = {position}, [position]
    swapped(dispute)
    again = dispute.again()
    dispute.answer = "correction" if again == "other" else again


def paired_again(dispute: Dispute, _: Random) -> None:
    corrected_after(dispute)
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
    """Let a late player, an absent and a leaving one come: only a table loses a game by it."""
    hall = dispute.hall
    hall.do("publish")
    table = hall.book.rules.system == "round-robin"
    if table:
        assert hall.refused("enter", name="Late", rating=1500).code == "field-is-fixed"
    else:
        hall.do("enter", name="Late", rating=1500)
    hall.do("absent", player=1, round=DISPUTED + 1)
    hall.do("withdraw", player=2)
    if table:
        position = hall.state.position
        dispute.begun, dispute.since, dispute.answer = position, {position}, "decided"


def colours_exchanged_after(dispute: Dispute, chance: Random) -> None:
    hall = dispute.hall
    hall.do("publish")
    board = chance.randint(1, PLAYERS // 2)
    hall.do("correct-colours", round=2, board=board, reason="score sheets")
    position = hall.state.position
    dispute.since, dispute.corrections, dispute.answer = {position}, [position], None


KINDS: Final[tuple[Kind, ...]] = (
    untouched,
    corrected_before,
    published_from_before_a_correction,
    corrected_after_it,
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


# --- absences, byes, pairs kept apart, other rules ------------------------------------------------


def absent_and_corrected(dispute: Dispute, chance: Random) -> None:
    """Let one be absent, which hall and twin both know, then correct the result."""
    player = chance.randint(1, PLAYERS)
    _both(dispute, "absent", player=player, round=DISPUTED)
    corrected_after(dispute)
    if _is_a_table(dispute):
        _lost(dispute, player)


def absent_and_taken_back(dispute: Dispute, chance: Random) -> None:
    player = chance.randint(1, PLAYERS)
    dispute.hall.do("absent", player=player, round=DISPUTED)
    dispute.hall.do("absent", player=player, round=DISPUTED, cancel=True)
    corrected_after(dispute)


def absent_too_late(dispute: Dispute, chance: Random) -> None:
    """Say an absence, and take it back, once the round is published: it is refused, and is nothing."""
    hall = dispute.hall
    hall.do("publish")
    player = chance.randint(1, PLAYERS)
    for cancel in (False, True):
        fields = {"player": player, "round": DISPUTED, "cancel": cancel}
        assert hall.refused("absent", **fields, reason="ill").code == "round-already-published"


def absent_since_the_draft(dispute: Dispute, chance: Random) -> None:
    """Publish from before an absence: it is refused, unless a table has their game; then again."""
    hall, player = dispute.hall, chance.randint(1, PLAYERS)
    basis = hall.state.position
    _both(dispute, "absent", player=player, round=DISPUTED)
    if not _is_a_table(dispute):
        assert hall.refused("publish", basis=basis).code == "basis-outdated"
    corrected_after(dispute)
    if _is_a_table(dispute):
        _lost(dispute, player)


def did_not_come(dispute: Dispute, chance: Random) -> None:
    hall = dispute.hall
    hall.do("publish")
    board, colour = chance.randint(1, PLAYERS // 2), chance.choice(("white", "black"))
    hall.do("forfeit", round=DISPUTED, board=board, **{colour: "late"})
    dispute.begun = hall.state.position
    position = dispute.correct()
    dispute.since, dispute.corrections = {dispute.begun, position}, [position]
    dispute.answer = "decided"


def bye_and_corrected(dispute: Dispute, chance: Random) -> None:
    """Grant half a point, which hall and twin both know, or refuse it by the rules of each."""
    player = chance.randint(1, PLAYERS)
    if _has_half_points(dispute):
        _both(dispute, "bye", player=player, round=DISPUTED)
    else:
        code = dispute.hall.refused("bye", player=player, round=DISPUTED).code
        assert code == "half-point-bye-not-allowed"
    corrected_after(dispute)


def bye_given_wrongly(dispute: Dispute, chance: Random) -> None:
    """Grant half a point to the wrong player, and take it back before the publication."""
    player = chance.randint(1, PLAYERS)
    if _has_half_points(dispute):
        dispute.hall.do("bye", player=player, round=DISPUTED)
        dispute.hall.do("absent", player=player, round=DISPUTED, cancel=True)
    corrected_after(dispute)


def bye_too_late(dispute: Dispute, chance: Random) -> None:
    corrected_after(dispute)
    player = chance.randint(1, PLAYERS)
    code = dispute.hall.refused("bye", player=player, round=DISPUTED, reason="ill").code
    assert code in ("round-already-published", "half-point-bye-not-allowed")


def kept_apart(dispute: Dispute, _: Random) -> None:
    """Keep apart two who would meet: then they do not."""
    published = dispute.hall.decide("publish")
    assert isinstance(published, Decision)
    pair = next(
        (fact.whites[0], fact.blacks[0])
        for fact in published.facts
        if isinstance(fact, PairingPublished)
    )
    if dispute.fide:
        _both(dispute, "prohibit", players=[*pair])
    corrected_after(dispute)
    if dispute.fide:
        assert not {pair, pair[::-1]} & {*dispute.round.seats}


def kept_apart_from_the_next_round(dispute: Dispute, _: Random) -> None:
    corrected_after(dispute)
    if dispute.fide:
        white, black = dispute.hall.boards(DISPUTED)[0]
        dispute.hall.do("prohibit", players=[white, black], reason="a family")


def barred_by_a_change_of_rules(dispute: Dispute, _: Random) -> None:
    """Bar changes by F7 before the round: then it is so for this round."""
    _bar(dispute)
    corrected_after(dispute)
    if dispute.answer == "correction":
        dispute.answer = "regulations"


def barred_from_the_next_round(dispute: Dispute, _: Random) -> None:
    """Bar changes by F7 after the publication: the round has the rules that it was paired by."""
    dispute.hall.do("publish")
    again = dispute.again()
    _bar(dispute)
    position = dispute.correct()
    dispute.since, dispute.corrections = {position}, [position]
    dispute.answer = "correction" if again == "other" else again


def barred_and_taken_back(dispute: Dispute, _: Random) -> None:
    _bar(dispute)
    dispute.hall.do("undo", confirm="yes")
    corrected_after(dispute)


def by_another_rulebook(dispute: Dispute, _: Random) -> None:
    """Go on by another edition or system, which hall and twin both know."""
    other = _OTHERS.get(dispute.hall.book.rules.id.partition("+")[0])
    if other is not None:
        fields = {"rulebook": other, "reason": "so it was agreed"}
        _both(dispute, "rules-change", **fields)
        assert dispute.hall.book.rules_of(DISPUTED).id.startswith(other)
    corrected_after(dispute)


def _both(dispute: Dispute, verb: str, **fields: Any) -> None:
    """Let hall and twin both know something before the publication of the third round."""
    for hall in (dispute.hall, dispute.twin):
        hall.do(verb, **fields)


def _bar(dispute: Dispute) -> None:
    setting = {"arbiter.f7_may_amend": False}
    dispute.hall.do("rules-change", set=setting, reason="so it was agreed")


def _lost(dispute: Dispute, player: int) -> None:
    """Expect that an absent player of a table lost the game with which the round began."""
    begun = dispute.round.begun_at
    assert begun is not None
    lost = dispute.hall.facts[begun - 1]
    assert isinstance(lost, GameForfeited)
    assert player in (lost.white, lost.black)
    dispute.begun, dispute.answer = begun, "decided"
    dispute.since.add(begun)


def _is_a_table(dispute: Dispute) -> bool:
    return dispute.hall.book.rules.system == "round-robin"


def _has_half_points(dispute: Dispute) -> bool:
    return dispute.hall.book.rules.bye.half_point_allowed and not _is_a_table(dispute)


_OTHERS: Final = {
    "knsb-wp-2014": "knsb-wp-1996",
    "knsb-wp-1996": "knsb-wp-2014",
    "knsb-rating-2014": "knsb-wp-2014",
    "fide-dutch-2026": "fide-burstein-2026",
    "fide-burstein-2026": "fide-dubov-2026",
    "fide-dubov-2026": "fide-dutch-2026",
}
MORE_KINDS: Final[tuple[Kind, ...]] = (
    absent_and_corrected,
    absent_and_taken_back,
    absent_too_late,
    absent_since_the_draft,
    did_not_come,
    bye_and_corrected,
    bye_given_wrongly,
    bye_too_late,
    kept_apart,
    kept_apart_from_the_next_round,
    barred_by_a_change_of_rules,
    barred_from_the_next_round,
    barred_and_taken_back,
    by_another_rulebook,
)


# --- what is said ---------------------------------------------------------------------------------


@by_seed(len(KINDS) * len(SYSTEMS))
def test_a_committee_is_told_what_is_true_of_any_dispute(seed: int) -> None:
    """Seventy disputes, each kind in each system; a tenth of a second each."""
    kind, rules = KINDS[seed % len(KINDS)], SYSTEMS[seed // len(KINDS) % len(SYSTEMS)]
    _disputed(seed, kind, rules)


@by_seed(2 * len(KINDS))
def test_a_committee_is_told_what_is_true_in_fide_mode_and_of_a_table(seed: int) -> None:
    """Each kind twice, and each system; there are five, which fourteen kinds do not divide."""
    rules = IN_MODE[seed % len(IN_MODE)]
    _disputed(seed, KINDS[seed % len(KINDS)], rules, in_mode=True)


@by_seed(len(KINDS))
def test_a_committee_is_told_what_is_true_after_an_import(seed: int) -> None:
    rules = Random(seed).choice([*SYSTEMS, *IN_MODE])
    _disputed(seed, KINDS[seed % len(KINDS)], rules, in_mode=seed % 2 == 1, imported=True)


@by_seed(2 * len(MORE_KINDS))
def test_a_committee_is_told_what_is_true_of_absences_byes_and_rules(seed: int) -> None:
    rules = Random(seed).choice([*SYSTEMS, *IN_MODE])
    kind = MORE_KINDS[seed % len(MORE_KINDS)]
    _disputed(seed, kind, rules, in_mode=seed % 3 > 0, imported=seed % 4 == 0)


def _disputed(
    seed: int, kind: Kind, rules: str, *, in_mode: bool = False, imported: bool = False
) -> None:
    chance = Random(seed)
    f7 = kind is not corrected_after_where_the_regulations_bar_it
    dispute = opened(rules, chance, f7, in_mode=in_mode, imported=imported)
    kind(dispute, chance)
    told_what_is_true(dispute)
