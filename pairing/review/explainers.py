"""Which explanation goes with which system."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ledger.values import Language
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.writer import Writer
from pairing.norms.faults import BoardPairs


class Explains(Protocol):
    """What every system answers about one round."""

    def why(self, player: int) -> Iterator[Claim]:
        """Everything that led to a player's opponent or bye."""
        ...

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """What gets worse first when two meet, or one has the bye; or why that cannot be."""
        ...

    def why_bye(self) -> Iterator[Claim]:
        """Who is free and why not another."""
        ...

    def illegal(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """The boards and the bye that a norm forbids, and who is not paired once."""
        ...

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """The first key in which a legal pairing differs from that of the rules."""
        ...

    def impossible(self) -> Iterator[Claim]:
        """That the round cannot be paired, and why."""
        ...


class ExplainsColours(Protocol):
    """What every system answers about the colours of a board."""

    def colours_otherwise(self, board: tuple[int, int], number: int | None) -> Iterator[Claim]:
        """That the rules give a game's colours the other way round, where they do."""
        ...


def explainer_of(asked: Question) -> Explains:
    """Return what answers questions about a round, by the system of its rulebook."""
    if asked.rules.system == "keizer":
        from pairing.keizer.explainer import SeasonExplainer

        return SeasonExplainer(asked)
    if asked.rules.system == "rating":
        from pairing.rating.explainer import RatingExplainer

        return RatingExplainer(asked)
    from pairing.wp.explainer import Explainer

    return Explainer(asked)


def colouring_of(asked: Question) -> ExplainsColours:
    """Return what knows the colours of a round, by the system of its rulebook."""
    if asked.rules.system == "keizer":
        from pairing.keizer.explainer import SeasonExplainer

        return SeasonExplainer(asked)
    from pairing.review.colours import Colouring

    return Colouring(asked)


def why_colour(asked: Question, one: int, two: int) -> Iterator[Claim]:
    """Who of two has white by the rules, and by which clause."""
    if asked.rules.system == "keizer":
        from pairing.keizer.explainer import SeasonExplainer

        return SeasonExplainer(asked).why_colour(one, two)
    from pairing.review.colours import why_colour as in_swiss

    return in_swiss(asked, one, two)


def writer_of(asked: Question, language: Language) -> Writer:
    """Return what writes claims about a round, by the system of its rulebook."""
    if asked.rules.system == "rating":
        from pairing.rating.writer import RatingWriter

        return RatingWriter(asked, language)
    if asked.rules.system == "keizer":
        from pairing.keizer.writer import SeasonWriter

        return SeasonWriter(asked, language)
    return Writer(asked, language)
