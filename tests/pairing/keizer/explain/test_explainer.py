"""Explanations of an evening: every claim is checked against all complete pairings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import get_args

import pytest

from desk.answers import why as answers
from desk.answers.why import Explanation
from desk.render.catalogue import room
from ledger.rulebooks.rulebook import Rulebook
from ledger.values import Language
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.keizer import members as keizer_field
from pairing.keizer.explain.explainer import NEARER_AT_MOST, Choices, SeasonExplainer
from pairing.review.check import check
from pairing.review.questions import of_book
from projections.games.crosstable import Crosstable
from projections.standings import keizer
from projections.standings.keizer import KeizerStanding
from tests.helpers.family import SEEDS, drawn
from tests.helpers.season import Season, random_evenings
from tests.helpers.words import whole


def asked_of(season: Season, number: int | None = None) -> Question:
    question = of_book(season.book, number)
    assert isinstance(question, Question), question
    return question


def complete(keys: list[int]) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Yield every complete pairing: boards, and the player without opponent."""
    if len(keys) % 2:
        for free in keys:
            for boards, _ in complete([key for key in keys if key != free]):
                yield boards, free
    elif not keys:
        yield [], None
    else:
        first, *rest = keys
        for other in rest:
            left = [key for key in rest if key != other]
            for boards, _ in complete(left):
                yield [(first, other), *boards], None


@drawn(60, seed=SEEDS)
@pytest.mark.clause("mwkeizer a, b, c, 3c")
def test_every_claim_holds_among_all_complete_pairings(seed: int) -> None:
    evenings = random_evenings(seed)
    question = asked_of(evenings)
    explainer = SeasonExplainer(question)
    every = [
        (set(map(frozenset, boards)), free, explainer.choices(boards, free))
        for boards, free in complete(explainer.keys)
    ]
    assert explainer.best == min(choices for _, _, choices in every)

    def best_with(one: int, two: int | None) -> Choices:
        return min(
            choices
            for boards, free, choices in every
            if (free == one if two is None else frozenset((one, two)) in boards)
        )

    for one in explainer.keys:
        for two in [*explainer.keys, None]:
            if one == two or (two is None and explainer.size % 2 == 0):
                continue
            [claim] = explainer.why_not(one, two)
            assert claim.players == ((one,) if two is None else (one, two))
            wanted = best_with(one, two)
            if claim.kind == "same":
                assert wanted == explainer.best
            else:
                assert claim.kind == "forced"
                _holds(claim, explainer, wanted)
        for claim in explainer.why(one):
            if claim.kind == "candidate":
                _holds_as_candidate(claim, explainer)


def _holds(claim: Claim, explainer: SeasonExplainer, other: Choices) -> None:
    """Check that a forced pairing is worse, and first in what the claim says."""
    best = explainer.best
    assert other > best
    if claim.key == "free":
        assert other.times > best.times
    elif claim.key == "lowest":
        assert other[:2] == best[:2]
        assert other.above > best.above
    elif claim.key == "nearest":
        assert other[:3] == best[:3]
        player, mine, theirs = claim.others
        assert explainer.by_rules[player] == mine
        assert explainer.choices_prefer(player, mine, theirs)
    else:
        assert claim.key == "level"
        one, two = claim.others
        assert explainer._class(one, two) > 0
        assert claim.detail["breaks"] == ("met" if claim.clause == "a" else "colours")
        if claim.clause == "a":
            assert claim.detail["met_in_round"] in _rounds(explainer, one, two)


def _rounds(explainer: SeasonExplainer, one: int, two: int) -> list[int]:
    cells = explainer.question.table.cells[one]
    return [at for at, cell in enumerate(cells, 1) if cell.opponent == two and cell.played]


def _holds_as_candidate(claim: Claim, explainer: SeasonExplainer) -> None:
    player, other = claim.players
    why = claim.detail.get("breaks")
    if claim.key:
        _holds(claim, explainer, explainer._forced(player, other))
    elif why == "met":
        last = max(_rounds(explainer, player, other))
        assert claim.detail["met_in_round"] == last
        assert explainer.evening.round < int(str(claim.detail["again_from"]))
    elif why == "colours":
        one, two = (explainer.members[explainer.place[key]] for key in claim.players)
        assert not any(explainer.evening.colours_of(one, two))
    elif why == "taken":
        assert explainer.by_rules[other] == claim.others[0]
    else:
        assert explainer.by_rules[other] is None


@drawn(20, seed=SEEDS)
@pytest.mark.clause("mwkeizer a, c")
def test_those_whom_the_higher_did_not_meet_are_named_to_either_of_the_two(seed: int) -> None:
    """The sentence is about the higher of the two, and "Not X" after it is about them as well."""
    explainer = SeasonExplainer(asked_of(random_evenings(seed)))
    for one, other in explainer.by_rules.items():
        if other is None:
            continue
        claims, higher = list(explainer.why(one)), min(one, other, key=explainer.place.__getitem__)
        assert next(c for c in claims if c.kind == "opponent").players[0] == higher
        assert {c.players[0] for c in claims if c.kind == "candidate"} <= {higher}
        assert claims == list(explainer.why(other))


@drawn(40, seed=SEEDS)
def test_what_gave_way_is_proved_by_players_who_show_it(seed: int) -> None:
    evenings = random_evenings(seed, members=5, rematch_gap=8)
    explainer = SeasonExplainer(asked_of(evenings))
    claims = list(explainer.gave_way())
    assert bool(claims) == (explainer.best.level > 0)
    if not claims:
        return
    shown = claims[-1]
    assert shown.kind == "proof"
    if shown.detail["why"] != "alone":
        assert shown.clause == "a, b"
    below = [level for level in explainer.classes.used() if level < explainer.best.level][-1]
    for boards, free in complete(explainer.keys):
        if free is None or explainer.may_have_bye(free):
            assert explainer.choices(boards, free).level > below


@pytest.mark.clause("mwkeizer 3c")
def test_why_bye_names_who_is_free_who_is_barred_and_why_none_lower() -> None:
    barred_at_all = nearer_at_all = 0
    for seed in range(40):
        evenings = random_evenings(seed, members=7 + seed % 2)
        explainer = SeasonExplainer(asked_of(evenings))
        claims = list(explainer.why_bye())
        free = explainer.pairing.bye
        if explainer.size % 2 == 0:
            assert claims == [Claim("nobody_free", detail={"players": explainer.size})]
            continue
        assert free is not None
        times = {member.key: member.no_opponent for member in explainer.members}
        lower = explainer.keys[explainer.place[free] + 1 :]
        barred = tuple(key for key in lower if times[key] > min(times.values()))
        by_kind = {claim.kind: claim for claim in claims}
        assert by_kind["free_because"].players == (free,)
        assert by_kind["free_because"].detail["times"] == times[free]
        assert ("barred" in by_kind) == bool(barred)
        assert not barred or by_kind["barred"].players == barred
        nearer = [claim.players for claim in claims if claim.kind == "forced"]
        expected = [(key,) for key in lower if key not in barred][:NEARER_AT_MOST]
        assert nearer == expected
        barred_at_all += len(barred)
        nearer_at_all += len(nearer)
    assert barred_at_all
    assert nearer_at_all


@pytest.mark.clause("mwkeizer a, 3c")
def test_where_another_is_free_the_others_keep_the_conditions_if_they_can() -> None:
    season = Season(5, rematch_gap=1)
    season.do("pairing-by-hand", round=1, boards=[[1, 2], [3, 4]], bye=5)
    season.play("1/2-1/2", "1/2-1/2", publish=False)
    explainer = SeasonExplainer(asked_of(season, 2))
    assert explainer.keys == [5, 1, 2, 3, 4]
    # 5 chooses 2, who is nearer than 3, only where 3 and 4 may meet again.
    [claim] = explainer.why_not(1, None)
    assert (claim.kind, claim.key, claim.clause, claim.others) == ("forced", "lowest", "3c", (1,))


def test_nobody_is_a_topscorer_in_a_season() -> None:
    evenings = random_evenings(1)
    for number in range(2, len(evenings.state.rounds) + 1):
        assert not any(
            contestant.topscorer for contestant in asked_of(evenings, number).contestants
        )


@pytest.mark.parametrize("language", get_args(Language))
def test_every_question_is_answered_in_words_of_both_languages(language: Language) -> None:
    for seed in range(25):
        season = random_evenings(seed, members=8, rematch_gap=6)
        for number in (3, len(season.state.rounds), len(season.state.rounds) + 1):
            question = asked_of(season, number)

            def find(text: str, season: Season = season) -> int:
                return int(text)

            keys = [contestant.key for contestant in question.contestants]
            claims = [answers.why(question, None, str(key), find) for key in keys]
            claims += [answers.why_not(question, str(a), str(b), find) for a, b in pairwise(keys)]
            claims += [answers.why_bye(question)]
            claims += [
                answers.colour_of_pair(question, str(a), str(b), find) for a, b in pairwise(keys)
            ]
            for answer in claims:
                assert isinstance(answer, Explanation), answer
                changed = question.rules.id.removeprefix(question.rules.family)
                assert "{" not in whole(answer.lines, language).replace(changed, "")


def test_every_rule_of_colour_has_a_sentence() -> None:
    rules = set()
    for seed in range(40):
        evenings = random_evenings(seed)
        for number in range(1, len(evenings.state.rounds) + 1):
            question = asked_of(evenings, number)
            explainer = SeasonExplainer(question)
            rules |= {board.rule for board in explainer.pairing.boards}
    assert rules == {"return", "deficit", "meeting", "last colour", "board", "bound"}
    assert {f"colour.{rule.split(' ')[0]}" for rule in rules} <= room("keizer", "en").keys()


def test_a_disputed_pairing_reads_as_a_leader_would_write_it() -> None:
    season = Season(6)
    season.play("1/2-1/2", "1/2-1/2", "1/2-1/2")
    season.play("1-0", "1-0", "1-0")
    question = asked_of(season, 2)
    answer = answers.why(question, "1", None, int)
    assert isinstance(answer, Explanation)
    lines = whole(answer.lines).splitlines()
    assert lines[2].startswith("Board 1: ")
    assert "meets the nearest opponent allowed" in whole(answer.lines)
    assert "they met in round 1, and may meet again from round 10 (a)" in whole(answer.lines)
    again = answers.why_not(question, "1", "2", int)
    assert isinstance(again, Explanation)
    assert "1 Player A and 2 Player B would meet again after round 1 (a)" in whole(again.lines)


@pytest.mark.clause("mwkeizer a, c")
def test_a_pairing_by_hand_is_different_and_a_wrong_one_illegal() -> None:
    season = Season(6)
    season.play("1-0", "1-0", "1-0")
    season.do("publish")
    assert check(asked_of(season, 2)).verdict == "same"
    first, second = season.boards(2)[0][0], season.boards(2)[1][0]
    season.do("board-swap", round=2, first=first, second=second, reason="they asked")
    checked = check(asked_of(season, 2))
    assert checked.verdict == "different"
    assert any(claim.kind == "differs" for claim in checked.claims)
    text = answers.check_book(season.book, 2)
    assert isinstance(text, Explanation)
    assert "can be played, but is not the best" in whole(text.lines)


def test_a_round_is_valued_once_to_be_paired_again_and_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evenings, valued = random_evenings(1), list[int]()

    def counted(table: Crosstable, rules: Rulebook) -> KeizerStanding:
        valued.append(table.rounds)
        return keizer.ranking(table, rules)

    monkeypatch.setattr(keizer_field, "ranking", counted)
    assert check(asked_of(evenings, 5)).verdict == "same"
    assert valued == [4]
