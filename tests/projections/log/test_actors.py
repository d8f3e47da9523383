"""Who recorded a fact, in words of both languages."""

from __future__ import annotations

import pytest

from projections.log.actors import actor_called
from tests.helpers.hall import Hall
from tests.helpers.words import words


@pytest.mark.parametrize(
    ("actor", "text"),
    [
        ("chief-1", "wedstrijdleider 1"),
        ("deputy-2", "plaatsvervanger 2"),
        ("helper-10", "helper 10"),
        ("committee-1", "commissie 1"),
        ("board-4", "bord 4"),
        ("player-2", "Player B"),
        ("player-99", "speler 99"),
        ("arbiter", "arbiter"),
        ("laptop-3", "laptop-3"),
        ("chief-x", "chief-x"),
        ("helper-²", "helper-²"),
        ("", ""),
    ],
)
def test_an_actor_goes_by_role_and_number_a_player_by_name_and_another_text_as_it_is(
    actor: str, text: str
) -> None:
    assert words(actor_called(Hall(4).book, actor), "nl") == text
