"""An edition of the title rules: what a norm for GM, IM, WGM and WIM takes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BeforeValidator, PlainSerializer

from ledger.messages import message
from ledger.rulebooks.scores import Part, exact
from ledger.values import NormTitle, Title
from projections.ratings.edition import Edition, Positive, Whole

NORM_TITLES: tuple[NormTitle, ...] = get_args(NormTitle)


def _share(value: object) -> Fraction:
    return exact(value, message("rulebooks.points"))


Share: TypeAlias = Annotated[
    Fraction, BeforeValidator(_share), PlainSerializer(str, return_type=str)
]
"""A part of the games: "3/5" in the file."""


class NormKeys(Part):
    """What a norm takes: performance, average, the floor of the lowest opponent, titles that count.

    `rating` is what the title takes besides norms. `women`: it is for women alone.
    """

    performance: Positive
    average: Positive
    floor: Positive
    titles: tuple[Title, ...]
    rating: Positive
    women: bool


class GamesKeys(Part):
    """The number of games: of any tournament, of a double round robin, and where one may lack."""

    least: Positive
    least_double: Positive
    one_missing_of: Positive
    most_that_count: Positive


class MixKeys(Part):
    """The mix of opponents: maxima are rounded down, minima up."""

    other_federations: Whole
    own_federation: Share
    one_federation: Share
    titled: Share
    titles: tuple[Title, ...]
    of_the_norm: Share
    of_the_norm_double: Share
    of_the_norm_least: Whole


class ScoreKeys(Part):
    """The least score in per cent, and what an unrated opponent counts for."""

    least_percentage: Whole
    unrated: Positive


class ForeignKeys(Part):
    """What a Swiss takes, in every round, to be free of the rule of federations (1.4.3d)."""

    rated: Positive
    federations: Positive
    titled: Positive
    titles: tuple[Title, ...]
    misses: Whole
    counts_in_missed_round: bool


class StrongKeys(Part):
    """What makes a Swiss one of the tournaments of which a title takes a norm (1.5.6)."""

    players: Positive
    average: Positive


class LeftOutKeys(Part):
    """What may be left out, or counted as a loss, where the text leaves it open."""

    forfeit_beside_missing: bool
    complete_mix: bool


class NormEdition(Edition):
    """An edition of the title rules, as far as they are about norms."""

    subject: Literal["norms"]
    gm: NormKeys
    im: NormKeys
    wgm: NormKeys
    wim: NormKeys
    games: GamesKeys
    mix: MixKeys
    score: ScoreKeys
    foreign: ForeignKeys
    strong: StrongKeys
    left_out: LeftOutKeys

    def of(self, title: NormTitle) -> NormKeys:
        """Return what the norm for a title takes."""
        return {"GM": self.gm, "IM": self.im, "WGM": self.wgm, "WIM": self.wim}[title]
