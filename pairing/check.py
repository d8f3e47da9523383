"""A round paired again: the same, legal but different, or illegal, with board and clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pairing.amend import broken_norm
from pairing.asked import Asked
from pairing.certificate import certificate
from pairing.claims import Claim, Value, proof, with_difference
from pairing.colours import assign
from pairing.explain_colour import cited
from pairing.state import NoPairing, Pairing
from pairing.wp_keys import Judge, compare

Verdict: TypeAlias = Literal["same", "colours", "different", "illegal", "impossible"]
"""same: boards, colours and bye are those of the rules. colours: only colours differ, and keep B2.
different: legal, and worse by a key (or not by lot). illegal: a norm is broken, or somebody is not
paired. impossible: no complete pairing keeps the norms."""

Board: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found of one round; claims are empty when all is the same."""

    asked: Asked
    verdict: Verdict
    claims: tuple[Claim, ...]


def check(asked: Asked) -> Checked:
    """Pair a round again from what was known and compare it with how it was paired.

    Rule: knsb-wp-2014 B1a, B1b, B2, C, D, E1, F6.
    """
    if asked.rules.system == "rating":
        return check_on_rating(asked)
    judge = Judge(asked.contestants)
    illegal = list(_faults(asked, judge))
    colours = [] if asked.by_lot else list(_colours(asked))
    wrong = [claim for claim in colours if claim.detail["breaks_b2"]]
    if isinstance(asked.pairing, NoPairing):
        shown = certificate(judge.field)
        proofs = [] if shown is None else [proof(shown, judge)]
        return Checked(asked, "impossible", (Claim("impossible"), *proofs, *illegal))
    claims = [*illegal, *_differs(asked, judge, not illegal), *_boards(asked), *colours]
    verdict: Verdict = "same"
    if illegal or wrong:
        verdict = "illegal"
    elif any(claim.kind != "colours_otherwise" for claim in claims):
        verdict = "different"
    elif claims:
        verdict = "colours"
    return Checked(asked, verdict, tuple(claims))


def _faults(asked: Asked, judge: Judge) -> Iterator[Claim]:
    """The boards and the bye that a norm forbids, and who is not paired once."""
    boards = {key: at for at, board in enumerate(asked.boards, 1) for key in board}
    for fault in judge.faults(asked.boards, asked.bye):
        detail: dict[str, Value] = {"fault": fault.kind, "board": boards.get(fault.players[0])}
        if fault.kind == "met":
            detail["met_in_round"] = asked.met_in(*fault.players)
        yield Claim("illegal", fault.players, clause=fault.clause, detail=detail)


def check_on_rating(asked: Asked) -> Checked:
    """Compare a round with the one that the Swiss on rating gives, board by board.

    Rule: knsb-rating-2014 B1a, B1b, B2, C, E1, F6.
    """
    topscorers = {c.key for c in asked.contestants if c.topscorer}
    illegal = [
        claim
        for claim in _faults(asked, Judge(asked.contestants))
        # B2 can be dropped for a pair with a topscorer in it.
        if claim.detail["fault"] != "colours" or not topscorers & set(claim.players)
    ]
    if isinstance(asked.pairing, NoPairing):
        return Checked(asked, "impossible", (Claim("impossible"), *illegal))
    rules = {(b.white, b.black): b.rule for b in asked.pairing.boards}
    colours = [
        Claim("colours_otherwise", board, clause=cited(rules[board[::-1]]),
              detail={"breaks_b2": False, "board": number})
        for number, board in enumerate(asked.boards, 1)
        if board[::-1] in rules and board not in asked.colourless
    ]  # fmt: skip
    boards = list(_boards(asked))
    verdict: Verdict = "same"
    if illegal:
        verdict = "illegal"
    elif boards or colours:
        verdict = "different" if boards else "colours"
    return Checked(asked, verdict, (*illegal, *boards, *colours))


def _differs(asked: Asked, judge: Judge, legal: bool) -> Iterator[Claim]:
    """The first key in which a legal pairing differs from that of the rules."""
    pairing = asked.pairing
    assert isinstance(pairing, Pairing)
    if not legal:
        return
    if asked.by_lot:
        if _found(asked) != _by_rules(pairing):
            yield Claim("differs", clause=asked.by_lot)
        return
    found = judge.evaluate(asked.boards, asked.bye)
    difference = compare(judge.of_engine(pairing), found.groups, asked.rules.pairing.c2)
    if difference is not None:
        yield with_difference(Claim("differs"), difference, judge)


def _found(asked: Asked) -> set[frozenset[int]]:
    free = [frozenset([asked.bye])] if asked.bye is not None else []
    return {*map(frozenset, asked.boards), *free}


def _by_rules(pairing: Pairing) -> set[frozenset[int]]:
    free = [frozenset([pairing.bye])] if pairing.bye is not None else []
    return {*(frozenset((board.white, board.black)) for board in pairing.boards), *free}


def _boards(asked: Asked) -> Iterator[Claim]:
    """The boards and byes that only one of the two pairings has, each in its own board order."""
    pairing = asked.pairing
    assert isinstance(pairing, Pairing)
    of_rules = [(board.white, board.black) for board in pairing.boards]
    sides: tuple[tuple[str, list[Board], set[frozenset[int]]], ...] = (
        ("board_found", [*asked.boards, *_alone(asked.bye)], _by_rules(pairing)),
        ("board_by_rules", [*of_rules, *_alone(pairing.bye)], _found(asked)),
    )
    for kind, boards, others in sides:
        for at, board in enumerate(boards, 1):
            if frozenset(board) not in others:
                number = at if len(board) == 2 else None
                yield Claim(kind, board, detail={"board": number})


def _alone(player: int | None) -> list[Board]:
    return [] if player is None else [(player,)]


def _colours(asked: Asked) -> Iterator[Claim]:
    """The games whose colours the rules give the other way round.

    Rule: knsb-wp-2014 B2, E1, E2, E3, E4.
    """
    players = {c.key: c for c in asked.contestants}
    order = {c.key: at for at, c in enumerate(asked.contestants)}
    for number, board in enumerate(asked.boards, 1):
        if board in asked.colourless or not all(key in players for key in board):
            continue
        first, second = sorted(board, key=order.__getitem__)
        white, _, clause = assign(players[first], players[second])
        if white.key != board[0]:
            given, other = (players[key] for key in board)
            breaks = broken_norm(given, other) == "B2" and broken_norm(other, given) is None
            detail: dict[str, Value] = {"breaks_b2": breaks, "board": number}
            yield Claim("colours_otherwise", board, clause=cited(clause), detail=detail)
