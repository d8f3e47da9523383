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
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final, Literal, TypeVar

from pydantic import Field, ValidationError, field_validator, model_validator

from ledger.errors import damaged
from ledger.messages import message
from ledger.rulebooks.fide_keys import Acceleration, FideKeys, LateNumber
from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rating_keys import RatingKeys
from ledger.rulebooks.readings import with_readings, without_readings
from ledger.rulebooks.scores import Part, Points, Scores
from ledger.rulebooks.section import Section
from ledger.rulebooks.tie_breaks import LAST, MUTUAL_RESULT, TieBreak
from ledger.values import Format
from ledger.wrong_values import WrongValue


class ByeKeys(Part):
    """The pairing-allocated bye (F1, B1b).

    `barred_after`: the unplayed points that bar a player from the bye; `halves_add_up`: whether two
    half points without play bar them like a full point. `half_point_allowed`: whether the
    tournament's regulations let a player request a half-point bye (F9).
    """

    points: Points = 2
    barred_after: Literal["full_point", "half_point"]
    halves_add_up: bool = True
    half_point_allowed: bool = False


class Unplayed(Part):
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
    cut: Literal["lowest", "voluntary_first", "voluntary_unless_lower"] = "lowest"
    round_robin: Literal["as_in_swiss", "as_played"] = "as_in_swiss"


class Colours(Part):
    """Colour preference and colours, where the text is silent.

    `topscorer_exempt`: the last round lifts B2 for players above half of the points (B2, A5).
    """

    topscorer_exempt: bool = True


class PairingKeys(Part):
    """Where the text leaves the engine a choice.

    `c2`: whether C2's first bullet goes below or above C4.1. `first_round`: D1 (field known) or D2.
    `first_round_odd`: the player who is free in an odd field under D1: number 1, as the text
    literally says, or the last number.
    """

    c2: Literal["below_c4_1", "above_c4_1"] = "below_c4_1"
    first_round: Literal["D1", "D2"] = "D1"
    first_round_odd: Literal["first_free", "last_free"] = "first_free"


class RoundRobin(Part):
    """How a round robin is played: everybody meets everybody once, or twice.

    `swap_last_two` exchanges the last two rounds of the first of two cycles, so that nobody has the
    same colour three times in a row where the cycles join. `withdrawn`: a player who leaves loses
    their remaining games by default (defaults); or, if they played less than half of all their
    games, these stay in the table but do not count in the standing (annulled_before_half).
    """

    cycles: Literal[1, 2] = 1
    swap_last_two: bool = True
    withdrawn: Literal["defaults", "annulled_before_half"] = "defaults"


class Ranking(Part):
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


class PrizeKeys(Part):
    """How prize money is divided among players equal on points (F12.1)."""

    method: Literal["shared", "by_rank", "half_shared"] = "shared"


class Arbiter(Part):
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


def clause_cited(name: str, clauses: Iterable[str]) -> str | None:
    """Return which of these clauses a name cites, which may go on after a comma: "F9, key".

    A clause may go on after a full stop or a hyphen: F12 cites F12.1 where there is no F12. None
    where it cites none of them.
    """
    whole = name.partition(",")[0]
    parts = (f"{whole}.", f"{whole}-")
    part = None
    for clause in clauses:
        if clause == whole:
            return clause
        if part is None and clause.startswith(parts):
            part = clause
    return part


class Clause(Part):
    """One clause of the source: our own paraphrase, and how the program treats it.

    `status`: implemented by the program, left to the arbiter by the text, irrelevant for a program,
    or still to be built. `same_as` names the clause of another rulebook that says the same, so that
    code and tests which cite that clause count for this one too.
    """

    text: str
    status: Literal["implemented", "arbiter", "not applicable", "not built"]
    same_as: str | None = None
    note: str | None = None


READ_BELOW: Final[tuple[type[Section], ...]] = (KeizerKeys, FideKeys)
"""The sections of a system's own that standings, floats and files are made by, too."""

_T = TypeVar("_T", bound=Section)


class Rulebook(Part):
    """One rule version, complete.

    `system`: the name of the pairing system, as `pairing.systems.registry` has it; "none" for a
    rulebook that has rules for tie-breaks only. `plays` is the format that is played under it, None
    where the system says it: a season by values of Keizer, else a tournament. `tiebreaks` is the
    rulebook that supplies [unplayed] and [ranking], "" for this one itself. `sections` are the
    tables of its system's own keys, by name, each complete, as JSON has them: in a file and in the
    canonical text they stand beside the others, and `of` reads one. `cites` names the clause that a key rests on, for
    explanations: unplayed.own = "A1d-A".
    """

    id: str
    title: str
    source: str
    system: str
    plays: Format | None = None
    tiebreaks: str = ""
    scores: Scores = Scores()
    bye: ByeKeys
    unplayed: Unplayed
    colours: Colours = Colours()
    pairing: PairingKeys = PairingKeys()
    rating: RatingKeys = RatingKeys()
    round_robin: RoundRobin = RoundRobin()
    sections: dict[str, dict[str, Any]] = Field(default_factory=dict)
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

    @model_validator(mode="before")
    @classmethod
    def _with_sections(cls, whole: Any) -> Any:
        """Take the tables of no other name together; those that lower floors read are completed."""
        if not isinstance(whole, Mapping):
            return whole
        tables = without_readings(whole)
        own = {
            name: tables.pop(name)
            for name in whole
            if name not in TABLES_OF_ALL and isinstance(whole[name], Mapping)
        }
        below = {
            kind.name: completed(kind, own.pop(kind.name))
            for kind in READ_BELOW
            if kind.name in own
        }
        return {**tables, "sections": below | own}

    @model_validator(mode="after")
    def _has_the_keys_that_lower_floors_read(self) -> Rulebook:
        if self.system.startswith("fide-") != self.has_fide_mode:
            raise WrongValue(message("rulebooks.fide"))
        if (self.system == "keizer") != self.ranks_by_value:
            raise WrongValue(message("rulebooks.section", section="keizer", systems='"keizer"'))
        if self.plays is not None and (self.plays is Format.SEASON) != self.ranks_by_value:
            raise WrongValue(message("rulebooks.plays"))
        return self

    @model_validator(mode="after")
    def _tie_breaks_may_be_others(self) -> Rulebook:
        if self.tiebreaks and (self.classifies_by_resistance or self.ranks_by_value):
            raise WrongValue(message("rulebooks.tiebreaks-own"))
        return self

    def canonical(self) -> str:
        """Return the whole rulebook as one text, equal for equal rulebooks."""
        return json.dumps(self.tables(*self.absent), sort_keys=True, ensure_ascii=False)

    def tables(self, *without: str) -> dict[str, Any]:
        """Return its keys by section as a file has them, in the order of people, without some."""
        whole = self.model_dump(mode="json", exclude={*without})
        tables: dict[str, Any] = {}
        for name, value in whole.items():
            tables |= value if name == "sections" else {name: value}
        return tables

    @property
    def absent(self) -> tuple[str, ...]:
        """Return the keys of other rulebooks, which this one leaves out."""
        return tuple(name for name in ("plays", "tiebreaks") if not getattr(self, name))

    def of(self, kind: type[_T]) -> _T:
        """Return the keys of its system in a section; only for a rulebook that has the section.

        Raise DamagedLedger where a ledger holds a rulebook without it, or one that cannot be read.
        """
        table = self.sections.get(kind.name)
        before = self._read.get(kind)
        if before is None or before[0] is not table:
            try:
                before = self._read[kind] = table, kind.model_validate(table)
            except ValidationError as error:
                raise damaged(message("book.rulebook")) from error
        return before[1]  # type: ignore[return-value]  # of this kind, which mypy cannot see

    @cached_property
    def _read(self) -> dict[type[Section], tuple[object, Section]]:
        """The sections that were read before, each with its table."""
        return {}

    @property
    def format(self) -> Format:
        """Return what is played under the rulebook."""
        return self.plays or (Format.SEASON if self.ranks_by_value else Format.TOURNAMENT)

    @property
    def ranks_by_value(self) -> bool:
        """Tell whether everybody has a value, by which they are ranked and their opponents score.

        Rule: mwkeizer punten.
        """
        return KeizerKeys.name in self.sections

    @property
    def announces_presence(self) -> bool:
        """Tell whether players announce each time that they come."""
        return self.ranks_by_value and self.season_keys.presence == "announced"

    @property
    def season_keys(self) -> KeizerKeys:
        """Return the keys of a season; only for the rulebook of a season."""
        assert self.ranks_by_value, f"{self.id} plays no season"
        return self.of(KeizerKeys)

    @property
    def _fide(self) -> FideKeys | None:
        """Return the keys of a system of FIDE; None for the rulebook of another system.

        Nobody else asks for it: the properties below say what follows from there being any.
        """
        return self.of(FideKeys) if FideKeys.name in self.sections else None

    @property
    def has_fide_mode(self) -> bool:
        """Tell whether its tournaments are played in FIDE mode, but for those that left it."""
        return self._fide is not None

    @property
    def uses_fide_names(self) -> bool:
        """Tell whether tie-breaks have FIDE's names (Buchholz, BH), and not those of WP."""
        return self._fide is not None

    @property
    def speaks_trf26(self) -> bool:
        """Tell whether a TRF26 file says what is meant: the system, tie-breaks, the start rank."""
        return self._fide is not None

    @property
    def trf_code(self) -> str:
        """Return the code of its system in a file (192), without acceleration; "" for none."""
        return "" if self._fide is None else self._fide.trf_code

    @property
    def prohibits_pairs(self) -> bool:
        """Tell whether the arbiter, or a file, may forbid players to meet."""
        return self._fide is not None

    @property
    def can_accelerate(self) -> bool:
        """Tell whether virtual points can count when a round is paired."""
        return self._fide is not None

    @property
    def acceleration(self) -> Acceleration:
        """Return how pairings are accelerated: not at all where they cannot be."""
        return "none" if self._fide is None else self._fide.acceleration

    @property
    def late_number(self) -> LateNumber:
        """Return which number a late entry has: the last, or its place in the order.

        Where it is the place, wrong data may be corrected and players be numbered anew, too.

        Rule: fide-dutch-2026 GHR2.3, GHR2.4, GHR2.5.
        """
        return "last" if self._fide is None else self._fide.late_number

    @property
    def numbers_follow_pairings(self) -> bool:
        """Tell whether who is in no pairing yet can be without number: a round is paired alike."""
        return self._fide is not None and self._fide.tpn_parity == "in_pairings"

    @property
    def bye_worths(self) -> tuple[int, ...]:
        """Return the half points that a bye on request can be worth.

        Rule: knsb-wp-2014 F9; fide-dutch-2026 GHR3.3.
        """
        return (1,) if self._fide is None else (0, 1, 2)

    @property
    def bars_byes(self) -> bool:
        """Tell whether a player can be given no byes on request.

        Rule: fide-dutch-2026 GHR3.3.
        """
        return self._fide is not None

    @property
    def bye_in_last_round(self) -> bool:
        """Tell whether missing the last round can be worth half a point.

        Rule: fide-dutch-2026 GHR3.3.
        """
        return self._fide is None or self._fide.half_point_in_last_round

    @property
    def float_keys(self) -> FideKeys | RatingKeys:
        """Return the keys that say what is a float."""
        return self.rating if self._fide is None else self._fide

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
        return self.system != "round-robin" and not self.ranks_by_value

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
        """Tell whether there is a clause of a name; see `clause_cited`."""
        return clause_cited(name, self.clauses) is not None

    def mark(self, *names: str) -> str:
        """Return the first of these clauses that there is, in brackets for a note's end, or "".

        A part of a clause is enough: F12 where there is an F12.1.
        """
        return next((f" ({name})" for name in names if self.cited(name)), "")

    @property
    def hash(self) -> str:
        """Return the SHA-256 over the keys; paraphrases and titles do not change it."""
        keys = with_readings(self.tables(*self.absent, "clauses", "cites", "title", "source"))
        text = json.dumps(keys, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        return hashlib.sha256(text).hexdigest()


TABLES_OF_ALL: Final = frozenset(Rulebook.model_fields) - {"sections"}
"""The names in a rulebook that mean the same under every system."""


def completed(kind: type[Section], table: object) -> dict[str, Any]:
    """Return the table of a section with every key, as JSON has it."""
    return kind.model_validate(table).model_dump(mode="json")


def from_canonical(text: str) -> Rulebook:
    """Return the rulebook that `Rulebook.canonical` wrote."""
    return Rulebook.model_validate_json(text)
