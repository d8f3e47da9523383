"""A rulebook: one rule version as data, with keys and clauses.

Keys say what the program does; each of our decisions on a silent or contradictory text is a key.
Clauses paraphrase the source, and say whether the program implements it. `TournamentOpened` holds
the complete rulebook, so an old ledger always carries its own rules. `ledger.rulebooks.files` reads
and composes the files.
"""

from __future__ import annotations

import hashlib
import json
import re
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    field_validator,
    model_validator,
)

from ledger.messages import message
from ledger.rulebooks.burstein_keys import BursteinKeys
from ledger.rulebooks.dubov_keys import DubovKeys
from ledger.rulebooks.fide_keys import FideKeys
from ledger.rulebooks.keizer_keys import KeizerKeys, exact
from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.tie_breaks import LAST, MUTUAL_RESULT, TieBreak
from ledger.values import Format, halves_of
from ledger.wrong_values import WrongValue


def points_to_halves(value: object) -> int:
    """Read points (1, 0.5, "1/2", "½") as a whole number of half points."""
    text = value.replace("½", "1/2") if isinstance(value, str) else value
    halves = halves_of(exact(text, message("rulebooks.points")))
    if halves is None or halves < 0:
        raise WrongValue(message("rulebooks.points-bounds"))
    return halves


Points: TypeAlias = Annotated[
    int,
    BeforeValidator(points_to_halves),
    PlainSerializer(lambda halves: str(Fraction(halves, 2)), return_type=str),
]
"""Half points in the program, points in the file."""


class _Section(BaseModel):
    model_config = ConfigDict(defer_build=True, frozen=True, extra="forbid")


class Scores(_Section):
    """The points for each outcome."""

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    default_win: Points = 2
    default_loss: Points = 0
    full_bye: Points = 2
    half_bye: Points = 1
    absent: Points = 0
    adjourned: Points = 1


class ByeKeys(_Section):
    """The pairing-allocated bye (F1, B1b).

    `barred_after`: the unplayed points that bar a player from the bye; `halves_add_up`: whether two
    half points without play bar them like a full point. `half_point_allowed`: whether the
    tournament's regulations let a player request a half-point bye (F9).
    """

    points: Points = 2
    barred_after: Literal["full_point", "half_point"]
    halves_add_up: bool = True
    half_point_allowed: bool = False


class Unplayed(_Section):
    """How a round that was not played counts in WP (Buchholz) and SB.

    `own`: what such a round gives the player.
      draw_with_self     their score for opponents (WS), as if they drew with themselves
      virtual_opponent   level before the round, the rest of its points, half a point a later round
      dummy              an opponent with the player's own score
      dummy_capped       the same, but a default is worth no more than the score for opponents of
                         the scheduled opponent, and any other round no more than draws throughout
    `own_sb`: the part of `own` that counts for the player's SB.
      awarded            in proportion to the points awarded
      half               half of it, whatever was awarded
      as_own             half with draw_with_self, awarded with the others
    `for_opponents`: the player's score for opponents (WS).
      half_each          half a point for each such round
      as_awarded         the points awarded, but a draw for a requested bye (an absence is one) if
                         only rounds that the player chose not to play follow it
      as_scored          the points awarded
    `opponents_serve_sb`: whether `for_opponents` serves SB too; if not, SB takes the points.
    `zero_zero`: whether a 0-0 over the board counts as such a round; its colour counts either way.
    `double_default`: a game that both lost by default is such a round for both.
    `cut`: which value a cut removes first.
      lowest                  the least significant one
      voluntary_first         the lowest of the rounds the player chose not to play, if any
      voluntary_unless_lower  that one, unless it is lower than the least significant one
    `round_robin`: in a round robin defaults may count as games like any other (as_played), and
    rounds without opponent for nothing. A round robin is a tournament that this rulebook, or the
    one in force for it, pairs as one.
    """

    own: Literal["draw_with_self", "virtual_opponent", "dummy", "dummy_capped"]
    own_sb: Literal["as_own", "awarded", "half"] = "as_own"
    for_opponents: Literal["half_each", "as_awarded", "as_scored"] = "half_each"
    opponents_serve_sb: bool = True
    zero_zero: Literal["unplayed", "loss"]
    double_default: Literal["unplayed"] = "unplayed"
    cut: Literal["lowest", "voluntary_first", "voluntary_unless_lower"] = "lowest"
    round_robin: Literal["as_in_swiss", "as_played"] = "as_in_swiss"


class Colours(_Section):
    """Colour preference and colours, where the text is silent.

    `topscorer_exempt`: the last round lifts B2 for players above half of the points (B2, A5): for
    each player individually (`topscorer_norm`), and their absolute preference falls to the next
    rule that fits (`topscorer_preference`). `no_game`: a player who has not played has no
    preference and is never denied one. `nobody_prefers`: the higher classified player then has
    white, as in D. Of the last four only the reading named here is built.
    """

    topscorer_exempt: bool = True
    topscorer_norm: Literal["per_player"] = "per_player"
    topscorer_preference: Literal["next_rule"] = "next_rule"
    no_game: Literal["no_preference"] = "no_preference"
    nobody_prefers: Literal["higher_white"] = "higher_white"


class PairingKeys(_Section):
    """Where the text leaves the engine a choice.

    `c2`: whether C2's first bullet goes below or above C4.1. `b3`: score differences are compared
    before C4.2 and C4.3. `b4`: the number of players denied their colour comes before the strength
    of their preferences. `first_round`: D1 (field known) or D2. `first_round_odd`: the player who
    is free in an odd field under D1: number 1, as the text literally says, or the last number.
    `late_entry`: the number of a late player. Where one reading is named, only that one is built.
    """

    c2: Literal["below_c4_1", "above_c4_1"] = "below_c4_1"
    b3: Literal["before_c4_2"] = "before_c4_2"
    b4: Literal["count_first"] = "count_first"
    first_round: Literal["D1", "D2"] = "D1"
    first_round_odd: Literal["first_free", "last_free"] = "first_free"
    late_entry: Literal["next_free_number"] = "next_free_number"


class RoundRobin(_Section):
    """How a round robin is played: everybody meets everybody once, or twice.

    `swap_last_two` exchanges the last two rounds of the first of two cycles, so that nobody has the
    same colour three times in a row where the cycles join. `withdrawn`: a player who leaves loses
    their remaining games by default (defaults); or, if they played less than half of all their
    games, these stay in the table but do not count in the standing (annulled_before_half).
    """

    cycles: Literal[1, 2] = 1
    swap_last_two: bool = True
    withdrawn: Literal["defaults", "annulled_before_half"] = "defaults"


class Ranking(_Section):
    """The final ranking after points, and how its keys are read.

    `final`: the keys, in order; the last one is lots or number, so that it decides. A file has them
    by name or as FIDE writes them: buchholz_cut1 is BH/C1, wp is BH, Buchholz.
    mutual_result can only stand first: it decides the first place only, and only where all players
    equal on points met each other (F12). All other keys decide every place. `direct_encounter`:
    whether players still equal in it are compared anew among themselves (reapplied) or not (once).
    `unrated_opponents`: whether games against players without rating are left out of averages and
    performances, or a player with such a game gets no value. `rating_cut`: whether the cut of the
    average rating takes the lowest rating, or first a round in which the player met nobody over the
    board, so that all ratings stay.
    """

    final: tuple[TieBreak, ...]
    direct_encounter: Literal["reapplied", "once"] = "reapplied"
    unrated_opponents: Literal["left_out", "no_value"] = "left_out"
    rating_cut: Literal["lowest", "missing_first"] = "lowest"

    @field_validator("final")
    @classmethod
    def _decides_without_doubles(cls, final: tuple[TieBreak, ...]) -> tuple[TieBreak, ...]:
        if not final or final[-1] not in LAST:
            raise WrongValue(message("rulebooks.ranking-decides"))
        doubled = sorted({name for name in final if final.count(name) > 1})
        if doubled:
            raise WrongValue(message("rulebooks.ranking-twice", names=", ".join(doubled)))
        for name in LAST:
            if name in final[:-1]:
                raise WrongValue(message("rulebooks.ranking-last", name=name))
        if MUTUAL_RESULT() in final[1:]:
            raise WrongValue(message("rulebooks.ranking-first"))
        return final


class PrizeKeys(_Section):
    """How prize money is divided among players equal on points (F12.1)."""

    method: Literal["shared", "by_rank", "half_shared"] = "shared"


class Arbiter(_Section):
    """Rules that the tournament's regulations or the arbiter may set (F7, F8, F10, F11).

    `f7_may_amend`: whether the arbiter may change the published pairing of a round that has not
    begun. `amend_until`: how long a pairing that breaks B1 or B2 may be changed. `control_totals`:
    which formulas of F8 hold.
    """

    f7_may_amend: bool = True
    amend_until: Literal["first_result", "start"] = "first_result"
    no_word_withdraws: bool = True
    adjourned_counts_as_draw: bool = True
    control_totals: Literal["three", "two_while_all_played", "none"]


class Clause(_Section):
    """One clause of the source: our own paraphrase, and how the program treats it.

    `status`: implemented by the program, left to the arbiter by the text, irrelevant for a program,
    or still to be built. `same_as` names the clause of another rulebook that says the same, so that
    code and tests which cite that clause count for this one too.
    """

    text: str
    status: Literal["implemented", "arbiter", "not applicable", "not built"]
    same_as: str | None = None
    note: str | None = None


class Rulebook(_Section):
    """One rule version, complete.

    `system`: the name of the pairing system, as `pairing.systems.registry` has it; "none" for a
    rulebook that has rules for tie-breaks only. `keizer` is present if and only if the system is
    "keizer", `fide` if and only if it is one of FIDE, and `burstein` and `dubov` if and only if it
    is "fide-burstein" and "fide-dubov". `tiebreaks` is the rulebook that supplies [unplayed] and
    [ranking], "" for this one itself. `cites` names the clause that a key rests on, for
    explanations: unplayed.own = "A1d-A".
    """

    id: str
    title: str
    source: str
    system: str
    tiebreaks: str = ""
    scores: Scores = Scores()
    bye: ByeKeys
    unplayed: Unplayed
    colours: Colours = Colours()
    pairing: PairingKeys = PairingKeys()
    rating: RatingKeys = RatingKeys()
    round_robin: RoundRobin = RoundRobin()
    keizer: KeizerKeys | None = None
    fide: FideKeys | None = None
    burstein: BursteinKeys | None = None
    dubov: DubovKeys | None = None
    ranking: Ranking
    prizes: PrizeKeys = PrizeKeys()
    arbiter: Arbiter
    cites: dict[str, str] = Field(default_factory=dict)
    clauses: dict[str, Clause] = Field(default_factory=dict)

    @field_validator("system")
    @classmethod
    def _is_a_name(cls, system: str) -> str:
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", system):
            raise WrongValue(message("rulebooks.system"))
        return system

    @model_validator(mode="after")
    def _has_the_keys_of_its_system(self) -> Rulebook:
        if self.system.startswith("fide-") != (self.fide is not None):
            raise WrongValue(message("rulebooks.fide"))
        for name in ("keizer", "burstein", "dubov"):
            if (self.system.removeprefix("fide-") == name) != (getattr(self, name) is not None):
                raise WrongValue(message(f"rulebooks.{name}"))
        return self

    @model_validator(mode="after")
    def _baku_fits_the_scores(self) -> Rulebook:
        """Refuse Baku acceleration unless a win is worth two draws and a loss nothing.

        Rule: fide-dutch-2026 ACC1.1.
        """
        baku = self.fide is not None and self.fide.acceleration == "baku"
        if baku and (self.scores.win != 2 * self.scores.draw or self.scores.loss):
            raise WrongValue(message("rulebooks.baku"))
        return self

    @model_validator(mode="after")
    def _tie_breaks_may_be_others(self) -> Rulebook:
        if self.tiebreaks and (self.classifies_by_resistance or self.plays_season):
            raise WrongValue(message("rulebooks.tiebreaks-own"))
        return self

    def canonical(self) -> str:
        """Return the whole rulebook as one text, equal for equal rulebooks."""
        whole = self.model_dump(mode="json", exclude=self.absent)
        return json.dumps(whole, sort_keys=True, ensure_ascii=False)

    @property
    def absent(self) -> set[str]:
        """Return the sections and keys of other rulebooks, which this one leaves out."""
        names = ("keizer", "fide", "burstein", "dubov", "tiebreaks")
        return {name for name in names if not getattr(self, name)}

    @property
    def format(self) -> Format:
        """Return what is played under the rulebook."""
        return Format.TOURNAMENT if self.keizer is None else Format.SEASON

    @property
    def plays_season(self) -> bool:
        """Tell whether the rulebook is for a season, whose standings go by Keizer values."""
        return self.keizer is not None

    @property
    def season_keys(self) -> KeizerKeys:
        """Return the keys of a season; only for the rulebook of a season."""
        assert self.keizer is not None, f"{self.id} plays no season"
        return self.keizer

    @property
    def fide_keys(self) -> FideKeys:
        """Return the keys of a system of FIDE; only for the rulebook of such a system."""
        assert self.fide is not None, f"{self.id} is not for a system of FIDE"
        return self.fide

    @property
    def dubov_keys(self) -> DubovKeys:
        """Return the keys of the Dubov System; only for its rulebook."""
        assert self.dubov is not None, f"{self.id} is not for the Dubov System"
        return self.dubov

    @property
    def classifies_by_resistance(self) -> bool:
        """Tell whether players are ranked, and paired, by points, WP and SB between rounds.

        Rule: knsb-wp-1996 A4; knsb-wp-2014 A4.
        """
        return self.system == "wp"

    @property
    def has_floats(self) -> bool:
        """Tell whether it is a Swiss in which meetings with players on another score matter.

        Rule: knsb-rating-2014 A4.
        """
        return self.system != "round-robin" and not self.plays_season

    @property
    def plays_round_robin(self) -> bool:
        """Tell whether it is for a tournament in which everybody meets everybody."""
        return self.system == "round-robin"

    @property
    def pairs_nothing(self) -> bool:
        """Tell whether it has rules for tie-breaks only, for tournaments of any system."""
        return self.system == "none"

    @property
    def annuls_before_half(self) -> bool:
        """Tell whether the games of a player who left before playing half of them do not count.

        Rule: berger withdrawal.
        """
        return self.plays_round_robin and self.round_robin.withdrawn == "annulled_before_half"

    @property
    def family(self) -> str:
        """Return the id without the keys changed by --set: the source of the clauses."""
        return self.id.partition("+")[0]

    def cited(self, name: str) -> bool:
        """Tell whether there is a clause of a name, which may go on after a comma: "F9, key".

        A clause may go on after a full stop or a hyphen: F12 is cited where there is an F12.1.
        """
        whole = name.partition(",")[0]
        parts = (f"{whole}.", f"{whole}-")
        return any(clause == whole or clause.startswith(parts) for clause in self.clauses)

    def mark(self, *names: str) -> str:
        """Return the first of these clauses that there is, in brackets for a note's end, or "".

        A part of a clause is enough: F12 where there is an F12.1.
        """
        return next((f" ({name})" for name in names if self.cited(name)), "")

    @property
    def hash(self) -> str:
        """Return the SHA-256 over the keys; paraphrases and titles do not change it."""
        apart = {"clauses", "cites", "title", "source"} | self.absent
        keys = self.model_dump(mode="json", exclude=apart)
        text = json.dumps(keys, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        return hashlib.sha256(text).hexdigest()


def from_canonical(text: str) -> Rulebook:
    """Return the rulebook that `Rulebook.canonical` wrote."""
    return Rulebook.model_validate_json(text)
