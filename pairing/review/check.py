"""A round paired again: the same, legal but different, or illegal, with board and clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.norms.model import NoPairing, Pairing
from pairing.systems.registry import system_of

CheckVerdict: TypeAlias = Literal[
    "same", "outdated", "colours", "different", "illegal", "impossible"
]
"""same: boards, colours and bye are those of the rules. outdated: they are from its basis, but not
with the corrections that were recorded before its publication, which count for it. colours: only
colours differ, and keep B2. different: legal, and worse by a key (or not by lot). illegal: a norm
is broken, or somebody is not paired. impossible: no complete pairing keeps the norms.
"""

BoardKeys: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome for one round; `claims` are empty when all is the same."""

    question: Question
    verdict: CheckVerdict
    claims: tuple[Claim, ...]


def check(question: Question) -> Checked:
    """Pair a round again from its facts and compare the result with how it was paired.

    Rule: knsb-wp-2014 B1a, B1b, B2, C, D, E1, F6; knsb-rating-2014 B1a, B1b, B2, C, E1, F6.
    """
    if question.by_lot:
        return _check_by_lot(question)
    explainer = system_of(question.rules).explainer(question)
    illegal = _illegal(question)
    if isinstance(question.pairing, NoPairing):
        return Checked(question, "impossible", (*explainer.impossible(), *illegal))
    incomplete = illegal or _partners_outside(question)
    differs = [] if incomplete else list(explainer.differs(question.boards, question.bye))
    return _checked(question, illegal, differs, list(_colours(question)))


def _illegal(question: Question) -> list[Claim]:
    """Return what makes the boards illegal; players at boards not compared count as paired."""
    explainer = system_of(question.rules).explainer(question)
    partners = _partners_outside(question)
    return [
        claim
        for claim in explainer.illegal(question.boards, question.bye)
        if claim.detail.get("fault") != "unpaired" or partners.isdisjoint(claim.players)
    ]


def _partners_outside(question: Question) -> set[int]:
    """Return the field's players who meet outsiders, except the player who had the bye."""
    here = {contestant.key for contestant in question.contestants} - {question.bye}
    return {player for board in question.outside for player in board} & here


def _check_by_lot(question: Question) -> Checked:
    """Rule: knsb-wp-2014 D; knsb-rating-2014 F4, E5."""
    assert isinstance(question.pairing, Pairing)
    system = system_of(question.rules)
    illegal = _illegal(question)
    differs = list[Claim]()
    colours = list[Claim]()
    if not illegal and any(_boards(question)):
        differs = [Claim("differs", clause=question.by_lot)]
    if system.first_colour_clause is not None:
        by_rules = {(b.white, b.black) for b in question.pairing.boards}
        colours = [
            Claim(
                "colours_otherwise",
                board,
                clause=system.first_colour_clause,
                detail={"breaks_b2": False, "board": number},
            )
            for board in question.boards
            for number in [question.number_of(board)]
            if board[::-1] in by_rules and board not in question.colourless
        ]
    return _checked(question, illegal, differs, colours)


def _checked(
    question: Question, illegal: list[Claim], differs: list[Claim], colours: list[Claim]
) -> Checked:
    claims = [*illegal, *differs, *_boards(question), *colours]
    verdict: CheckVerdict = "same"
    if illegal or any(claim.detail["breaks_b2"] for claim in colours):
        verdict = "illegal"
    elif any(claim.kind != "colours_otherwise" for claim in claims):
        verdict = "different"
    elif claims:
        verdict = "colours"
    elif question.outdated:
        verdict = "outdated"
    return Checked(question, verdict, tuple(claims))


def _boards(question: Question) -> Iterator[Claim]:
    """Yield the boards and byes that only one of two pairings has, each in its board order."""
    pairing = question.pairing
    assert isinstance(pairing, Pairing)
    boards_by_rules = [(board.white, board.black) for board in pairing.boards]
    ours = [*question.boards, *_alone(question.bye)]
    by_rules = [*boards_by_rules, *_alone(pairing.bye)]
    for kind, boards, others in (
        ("board_found", ours, by_rules),
        ("board_by_rules", by_rules, ours),
    ):
        elsewhere = set(map(frozenset, others))
        for at, board in enumerate(boards, 1):
            if frozenset(board) not in elsewhere:
                number = None if len(board) == 1 else at
                if number is not None and boards is ours:
                    number = question.number_of((board[0], board[1]))
                yield Claim(kind, board, detail={"board": number})


def _alone(player: int | None) -> list[BoardKeys]:
    return [] if player is None else [(player,)]


def _colours(question: Question) -> Iterator[Claim]:
    """Yield the games whose colours the rules give the other way round.

    Rule: knsb-wp-2014 B2, E1, E2, E3, E4; knsb-rating-2014 B2, E1, E2, E3, E4.
    """
    colours = system_of(question.rules).colours(question)
    here = {contestant.key for contestant in question.contestants}
    for board in question.boards:
        if board not in question.colourless and here.issuperset(board):
            yield from colours.colours_otherwise(board, question.number_of(board))
