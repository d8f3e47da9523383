"""The Swiss on resistance points: the pairing of a round by rules/wp.md section C."""

from collections.abc import Sequence

from pairing.norms.colours import boards_in_order
from pairing.norms.model import Contestant, Group, KeyVector, NoPairing, Pairing
from pairing.norms.no_pairing import no_pairing
from pairing.wp.groups.below import Rest
from pairing.wp.groups.field import WpField
from pairing.wp.groups.inside import Inside
from pairing.wp.groups.look_ahead import LookAhead
from pairing.wp.groups.waiting_room import C2, Choice, Chooser


def pair(contestants: Sequence[Contestant], *, c2: C2 = "below_c4_1") -> Pairing | NoPairing:
    """Return the pairing of a round of these players, given in A4 order, best first.

    `c2` tells whether the first bullet of C2 is compared before C4.1. NoPairing is a value: the
    norms B1 and B2 leave no complete pairing with at most one bye.

    Rule: knsb-wp-2014 C1, C2, C3, C4.1, C7, C8, C9, F1; knsb-wp-1996 C1, C2, C3, C4.1, C7, C8, C9.
    """
    field = WpField(contestants)
    everybody = Rest(field, (), 0)
    if not everybody.completes(()):
        obstacle = no_pairing(
            field.keys, field.adjacency(range(field.size)), [bool(b) for b in field.bye_allowed]
        )
        assert obstacle is not None, "no complete pairing was found"
        return obstacle
    waiting: list[int] = []
    groups: list[Group] = []
    pairs: list[tuple[int, int]] = []
    rest = everybody
    for number, (begin, end) in enumerate(field.groups):
        incoming = waiting
        players = [*incoming, *range(begin, end)]
        rest = Rest(field, players, end, rest)
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
                score_halves=field.points[begin],
                incoming=tuple(keys[p] for p in incoming),
                residents=tuple(keys[begin:end]),
                waiting=tuple(keys[p] for p in waiting),
                pairs=chosen,
                keys=_keys(choice, len(chosen), chooser.stuck(choice.waiting)),
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
