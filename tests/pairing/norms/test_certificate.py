"""The small set of players that proves that a field cannot be paired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from pairing.norms.certificate import Certificate, certificate


@dataclass
class Field:
    """Players 11, 12, 13 ... by place, with those they may meet, and who may have the bye."""

    opponents: Sequence[Sequence[int]]
    bye_allowed: Sequence[bool]

    @property
    def keys(self) -> list[int]:
        return [11 + at for at in range(self.size)]

    @property
    def size(self) -> int:
        return len(self.opponents)

    def adjacency(self, players: range) -> list[int]:
        return [sum(1 << other for other in self.opponents[at]) for at in players]


def field(*opponents: Sequence[int], bye: str = "") -> Field:
    return Field(opponents, [str(at) in bye for at in range(len(opponents))])


@pytest.mark.clause("knsb-wp-2014 B1b")
def test_an_odd_field_in_which_nobody_may_have_the_bye_shows_everybody() -> None:
    assert certificate(field([1], [0], [])) == Certificate("no_bye", (11, 12, 13))


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_a_player_without_an_opponent_shows_it_unless_they_may_have_the_bye() -> None:
    assert certificate(field([1], [0], [], [])) == Certificate("alone", (13,), (11, 12, 14))
    assert certificate(field([1], [0], [], bye="01")) == Certificate("alone", (13,), (11, 12))
    assert certificate(field([1], [0], [], bye="2")) is None


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_two_players_without_an_opponent_show_it_when_there_is_one_bye() -> None:
    assert certificate(field([1], [0], [3], [2], [], [], [], bye="456")) == (
        Certificate("two_alone", (15, 16))
    )


@pytest.mark.clause("knsb-wp-2014 B1a")
def test_players_with_too_few_partners_show_it_with_the_bye_counted_where_it_is() -> None:
    star = field([3], [3], [3], [0, 1, 2])
    proof = certificate(star)
    assert proof is not None
    assert (proof.kind, proof.partners, proof.bye) == ("too_few", (14,), "nowhere")
    assert proof.parts == len(proof.players) > len(proof.partners)
    proof = certificate(field([4], [4], [4], [4], [0, 1, 2, 3], bye="0123"))
    assert proof is not None
    assert (proof.kind, proof.partners, proof.bye) == ("too_few", (15,), "partners")
    assert proof.parts == len(proof.players) > len(proof.partners) + 1
