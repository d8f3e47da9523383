"""Why a field cannot be paired at all: a few players that prove it, for every Swiss engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ledger.messages import message
from pairing.norms.certificate import certificate
from pairing.norms.model import NoPairing


def no_pairing(
    keys: Sequence[int],
    legal: Sequence[int],
    bye_allowed: Sequence[bool],
    norms: tuple[str, str] = ("B1a", "B2"),
    bye_norm: str = "B1b",
) -> NoPairing | None:
    """Return why these players have no complete pairing with at most one bye; None if they do.

    `legal[i]` is the mask of those whom both norms let player i meet, `bye_allowed[i]` whether the
    norm of the bye lets them have it. By Tutte's condition: without the counted opponents, the
    named players fall apart into more odd groups than there are such opponents.

    Rule: knsb-wp-2014 B1a, B1b, B2; knsb-rating-2014 C13, B1a, B1b, B2.
    """
    proof = certificate(_Graph(keys, legal, bye_allowed))
    if proof is None:
        return None
    if proof.kind == "no_bye":
        return NoPairing(message("norms.no-bye"), proof.players, bye_norm)
    both = ", ".join(norms)
    if proof.kind == "alone":
        return NoPairing(message("norms.alone", norms=norms), proof.players, both)
    if proof.kind == "two_alone":
        return NoPairing(message("norms.two-alone", norms=norms), proof.players, both)
    opponents = message("norms.opponents", n=len(proof.partners) + (proof.bye == "partners"))
    why = message("norms.too-few", players=len(proof.players), opponents=opponents)
    return NoPairing(why, proof.players, both)


@dataclass(frozen=True, slots=True)
class _Graph:
    """Players in the form that `certificate` expects."""

    keys: Sequence[int]
    legal: Sequence[int]
    bye_allowed: Sequence[bool]

    @property
    def size(self) -> int:
        return len(self.keys)

    def adjacency(self, players: range) -> list[int]:
        return [self.legal[at] for at in players]
