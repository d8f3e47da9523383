"""The Swiss on resistance points: the pairing of a round, exactly as rules/wp.md section C says."""

from collections.abc import Sequence

from pairing.colours import boards_in_order
from pairing.state import Contestant, Group, KeyVector, NoPairing, Pairing
from pairing.wp_ahead import LookAhead
from pairing.wp_field import Field
from pairing.wp_groups import C2, Choice, Chooser
from pairing.wp_inside import Inside
from pairing.wp_rest import Rest


def pair(contestants: Sequence[Contestant], *, c2: C2 = "below_c4_1") -> Pairing | NoPairing:
    """The pairing of a round of these players, given in A4 order, best first.

    ``c2`` says whether the first bullet of C2 is compared before C4.1. NoPairing is a value: the
    norms B1 and B2 leave no complete pairing with one bye at most.

    Rule: knsb-wp-2014 C1, C2, C3, C4.1, C7, C8, C9, F1; knsb-wp-1996 C1, C2, C3, C4.1, C7, C8, C9.
    """
    field = Field(contestants)
    everybody = Rest(field, (), 0)
    if not everybody.completes(()):
        return _no_pairing(field, everybody)
    waiting: list[int] = []
    groups: list[Group] = []
    pairs: list[tuple[int, int]] = []
    for number, (begin, end) in enumerate(field.groups):
        incoming = waiting
        players = [*incoming, *range(begin, end)]
        rest = Rest(field, players, end)
        ahead = LookAhead(rest, *field.groups[number + 1]) if end < field.size else None
        inside = Inside(field, players)
        chooser = Chooser(inside, rest, ahead, c2)
        choice = chooser.best()
        assert choice is not None, "H2 of the group above promised a complete pairing"
        waiting = [players[at] for at in choice.waiting]
        chosen = tuple(
            (field.keys[players[a]], field.keys[players[b]])
            for a, b in inside.pairs(choice.waiting)
        )
        pairs += chosen
        keys = field.keys
        groups.append(
            Group(
                field.points[begin],
                tuple(keys[p] for p in incoming),
                tuple(keys[begin:end]),
                tuple(keys[p] for p in waiting),
                chosen,
                _keys(choice, len(chosen), chooser.stuck(choice.waiting)),
            )
        )
    boards = boards_in_order(
        {c.key: c for c in contestants}, {key: i for i, key in enumerate(field.keys)}, pairs
    )
    return Pairing(boards, field.keys[waiting[0]] if waiting else None, tuple(groups))


def _keys(choice: Choice, pairs: int, stuck: int) -> KeyVector:
    zeros = (0,) * (pairs - len(choice.differences))
    return KeyVector(
        size=len(choice.waiting),
        w_scores_halves=choice.w_scores,
        score_differences_halves=choice.differences + zeros,
        refloat=choice.refloat,
        next_waiting=choice.next_waiting,
        denied=choice.denied,
        denied_strong=choice.denied_strong,
        stuck=stuck,
    )


def _no_pairing(field: Field, everybody: Rest) -> NoPairing:
    """Why the field has no complete pairing, with a small set of players that proves it."""
    keys = field.keys
    if everybody.is_odd and not any(field.bye_allowed):
        return NoPairing(
            "The number of players is odd and none of them may have the bye.",
            tuple(keys),
            "B1b",
        )
    alone = [
        p
        for p in range(field.size)
        if not any(q != p and field.is_legal(p, q) for q in range(field.size))
    ]
    stranded = [p for p in alone if not (everybody.is_odd and field.bye_allowed[p])]
    if stranded:
        return NoPairing(
            "A player has no opponent left whom B1a and B2 allow.",
            (keys[stranded[0]],),
            "B1a, B2",
        )
    if len(alone) > 1:
        return NoPairing(
            "Two players have no opponent left whom B1a and B2 allow, and there is one bye.",
            (keys[alone[0]], keys[alone[1]]),
            "B1a, B2",
        )
    wall, others = everybody.obstacle()
    return NoPairing(
        f"{len(others)} players cannot all be paired: only some of them with each other, and the "
        f"others with no more than {len(wall) + everybody.is_odd} opponents or a bye.",
        tuple(keys[p] for p in others),
        "B1a, B2",
    )
