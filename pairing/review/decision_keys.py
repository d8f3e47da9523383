"""The keys of a pairing as rows tell them: what each is called, counts, and means, by system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pairing.explain.claims import RatingKey
from pairing.rating.judge import RATING_CLAUSE_OF, RATING_UNIT_OF
from pairing.rating.readings import CLAUSE_OF_READING
from pairing.rating.words import RATING_WORDS
from pairing.wp.judge import CLAUSE_OF


class DecisionKey(NamedTuple):
    """A key: its name, its clause in the rulebook, in what it counts, and what it means.

    wanted tells what there would be if nothing gave way, None where that cannot be said.
    """

    name: str
    clause: str
    unit: str
    meaning: str
    wanted: str | None = None


_LOTS = "the boards made by lot"
_BYE = "half points of the player who has the bye; he is the only one in players"
_NOT = "the round cannot be decided again; text is the code of what is in the way"
_COLOURS = "boards whose colours this clause gave; players are those at them"
NOT_RECOMPUTED: Final = "not recomputed"

_WP: Final = (
    DecisionKey("k1", CLAUSE_OF["k1"], "players", "how many wait", "0, or 1 of an odd group"),
    DecisionKey("c2", CLAUSE_OF["c2"], "players",
        "of those who wait, how many have no legal opponent among themselves and the next group",
        "0"),
    DecisionKey("k2", CLAUSE_OF["k2"], "half points", "scores of those who wait, high to low"),
    DecisionKey("k3", CLAUSE_OF["k3"], "half points",
        "score differences of the pairs, high to low; text leaves the zeros out"),
    DecisionKey("k4", CLAUSE_OF["k4"], "players",
        "of those who wait, how many must float again", "0"),
    DecisionKey("k5", CLAUSE_OF["k5"], "players",
        "the smallest waiting room that the next group can have", "0, or 1 where they are odd"),
    DecisionKey("k6", "B4, " + CLAUSE_OF["k6"], "players",
        "how many are denied the colour they prefer", "0"),
    DecisionKey("k6_strong", "B4, " + CLAUSE_OF["k6"], "players",
        "of these, how many where both of a pair have a strong or absolute preference", "0"),
    DecisionKey("k7", CLAUSE_OF["k7"], "places", "places of those who wait in the classification"),
    DecisionKey("k8", CLAUSE_OF["k8"], "places",
        "place of the lower player of each pair, in the order of the higher"),
    DecisionKey("float", "A3", "half points",
        "how far each who came out of the waiting room is above the group; value: the farthest"),
    DecisionKey("bye", "F1", "half points", _BYE),
    DecisionKey("D1", "D1", "boards", _LOTS),
    DecisionKey("D2", "D2", "boards", _LOTS),
    *(DecisionKey(rule, rule, "boards", _COLOURS) for rule in ("E1", "E2", "E3", "E4", "B2")),
    DecisionKey("D by analogy", "D", "boards", "boards where nobody prefers a colour"),
    DecisionKey("pairing.c2", CLAUSE_OF["c2"], "boards",
        "the first bullet of C2 is compared after C4.1, or before it", "0"),
    DecisionKey("pairing.first_round_odd", "D1", "boards",
        "in an odd field number 1 is free, or the last number", "0"),
    DecisionKey(NOT_RECOMPUTED, "B1a, B2", "rounds", _NOT),
)  # fmt: skip

_OF_RATING: Final[Mapping[RatingKey, tuple[str, str | None]]] = {
    "m1": ("how many moved down are paired first (M1)", "those moved down; 0 if half or more are"),
    "p1": ("pairs made (P1)", "half of the players, after C1 (P0)"),
    "c12": ("1: its floaters were chosen again for the bracket below", "0"),
    "c13": ("1: it was paired again for the last bracket, or merged with it, as text says", "0"),
    "b2": ("pairs of a topscorer that break B2", "0"),
    "a7d": ("odd round: pairs with the same colour wanted, both strongly", "0"),
    "x": ("pairs in which not everybody gets the colour he prefers (X)", "X1 of A8"),
    "z": ("even round: the same, both wanting it strongly (Z)", "Z1 of A8"),
    "b5_down": ("who float down and did so in the last round", "0"),
    "b6_down": ("who float down and did so two rounds ago", "0"),
    "b5_up": ("who float up and did so in the last round", "0"),
    "b6_up": ("who float up and did so two rounds ago", "0"),
    "d3": ("places, among those moved down, of the ones in S1", None),
    "d1_moved": ("place in S2 of the opponent of each of them", None),
    "d2": ("players exchanged between S1 and S2 of the remainder; parts: how many, by how much, and"
           " their places, of S1 as negative", "0"),
    "d1": ("place in S2 of the opponent of each of S1 of the remainder", None),
}  # fmt: skip

_UNIT_OF: Final[Mapping[RatingKey, str]] = {"d2": "players"}
"""In what a value counts, where it is not what is compared first."""


def _said(reading: str) -> str:
    """Return what a reading on rating is about, as explanations say it."""
    return RATING_WORDS["en"][f"decision.rating.{reading}"]


_RATING: Final = (
    DecisionKey("c1", "C1", "players", "who have no legal opponent in the bracket, and go on", "0"),
    *(
        DecisionKey(
            name, RATING_CLAUSE_OF[name], _UNIT_OF.get(name, RATING_UNIT_OF[name]), meaning, wanted
        )
        for name, (meaning, wanted) in _OF_RATING.items()
    ),
    DecisionKey("float", "A4", "half points",
        "how far each who was moved down is above the bracket; value: the farthest"),
    DecisionKey("bye", "A5", "half points", _BYE),
    DecisionKey("F4", "F4", "boards", "the boards of round 1, in order of rating"),
    *(DecisionKey(rule, rule, "boards", _COLOURS) for rule in ("E1", "E2", "E3", "E4", "E5", "B2")),
    DecisionKey("E5 by analogy", "E5", "boards", "boards where nobody prefers a colour"),
    *(DecisionKey(f"rating.{name}", clause, "boards", _said(name), "0")
      for name, clause in {**CLAUSE_OF_READING, "e3": "E3", "e5": "E5"}.items()),
    DecisionKey("rating.nobody_prefers", "E5", "boards",
        "where nobody prefers a colour the higher has white, or white and black by his number",
        "0"),
    DecisionKey(NOT_RECOMPUTED, "C13", "rounds", _NOT),
)  # fmt: skip

_KEIZER: Final = (
    DecisionKey("level", "a, b", "steps",
        "how far conditions gave way: 0 not; up to the rematch gap, the older the meeting the less;"
        " beyond it the colours. text says which. Group 0: the farthest of the round", "0"),
    DecisionKey("nearest", "c", "places", "places between the two of a board on the ranking",
        "to the next who was still free"),
    DecisionKey("free", "3c", "rounds", "how often who has no opponent had none before"),
    DecisionKey("lowest", "3c", "places", "how many present are ranked below him", "0"),
    *(DecisionKey(rule, "2" if rule == "return" else "b", "boards", f"boards with white by: {why}")
      for rule, why in (
          ("return", "the last game, of an earlier period, reversed"),
          ("deficit", "white less often, compared with black"),
          ("meeting", "their last game reversed"),
          ("last colour", "the opposite of the last colour of the higher ranked"),
          ("board", "nobody has a colour yet, the number of the board"),
          ("bound", "what these give is not allowed, the other way round is"),
      )),
)  # fmt: skip

KEYS: Final[Mapping[str, tuple[DecisionKey, ...]]] = {
    "wp": _WP,
    "rating": _RATING,
    "keizer": _KEIZER,
}
"""Every key a system can have, in the order of its rows."""
