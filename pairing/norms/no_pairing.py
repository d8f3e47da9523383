"""Why a field cannot be paired at all: a few players that prove it, for every Swiss engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.wording import count_of
from pairing.norms.certificate import certificate
from pairing.norms.model import NoPairing


def no_pairing(
    keys: Sequence[int],
    legal: Sequence[int],
    bye_allowed: Sequence[bool],
    norms: tuple[str, str] = ("B1a", "B2"),
    bye_norm: str = "B1b",
) -> NoPairing | None:
    """Return why these players have no complete pairing with one bye at most; None if they have.

    legal[i] is the mask of those whom both norms let player i meet, bye_allowed[i] whether the norm
    of the bye lets him have it. By Tutte's condition: without the opponents it counts, those it
    names fall apart into more odd groups than there are such opponents.

    Rule: knsb-wp-2014 B1a, B1b, B2; knsb-rating-2014 C13, B1a, B1b, B2.
    """
    proof = certificate(_Graph(keys, legal, bye_allowed))
    if proof is None:
        return None
    if proof.kind == "no_bye":
        why = "The number of players is odd and none of them may have the bye."
        return NoPairing(why, proof.players, bye_norm)
    both = ", ".join(norms)
    allow = f"whom {' and '.join(norms)} allow"
    if proof.kind == "alone":
        why = f"A player has no opponent left {allow}."
        return NoPairing(why, proof.players, both)
    if proof.kind == "two_alone":
        why = f"Two players have no opponent left {allow}, and there is one bye."
        return NoPairing(why, proof.players, both)
    elsewhere = len(proof.partners) + (proof.bye == "partners")
    return NoPairing(
        f"{len(proof.players)} players cannot all be paired: only some of them with each other, "
        f"and the others with no more than {count_of(elsewhere, 'opponent')} or a bye.",
        proof.players,
        both,
    )


@dataclass(frozen=True, slots=True)
class _Graph:
    """Players as `certificate` asks about them."""

    keys: Sequence[int]
    legal: Sequence[int]
    bye_allowed: Sequence[bool]

    @property
    def size(self) -> int:
        return len(self.keys)

    def adjacency(self, players: range) -> list[int]:
        return [self.legal[at] for at in players]
