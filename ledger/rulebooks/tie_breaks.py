"""Tie-breaks: a base and its modifiers, as FIDE and tournament files write them: BH/C1, SB/P, KS/L-2.

JSON, SQL and ledgers keep each under a name that is made of these: buchholz_cut1. A rulebook may
have either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from pydantic_core import CoreSchema, core_schema

from ledger.messages import Sentence, message
from ledger.text_files import quoted
from ledger.wrong_values import WrongValue

OTHER = "OTHER_"
"""What stands before a tie-break for which FIDE has no code."""

CLAUSES = "fide-2026"
"""The rulebook of the clauses that are named here: FIDE's text with most of the tie-breaks."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """What changes a tie-break: C1 leaves out the lowest value.

    `code` is how FIDE writes it, `name` its part of the kept name. `lowest` and `highest` are the
    numbers of values that are left out, `limit` the half points that the limit of Koya moves.
    `turns`: the order is the other way round. Without a `clause` it stands in that of the base.
    """

    code: str
    name: str
    clause: str = ""
    lowest: int = 0
    highest: int = 0
    limit: int = 0
    turns: bool = False


C1 = Modifier("C1", "cut1", "14.1", lowest=1)
C2 = Modifier("C2", "cut2", "14.2", lowest=2)
M1 = Modifier("M1", "median1", "14.3", lowest=1, highest=1)
M2 = Modifier("M2", "median2", "14.4", lowest=2, highest=2)
LIMITS = (
    *(Modifier(f"L+{n}", f"plus{n}", "14.5", limit=n) for n in range(1, 5)),
    *(Modifier(f"L-{n}", f"minus{n}", "14.5", limit=-n) for n in range(1, 5)),
)
DEFAULTS = Modifier("P", "with_defaults", "16.6")
"""Games by default count as games against the opponent of the pairing."""

FORE = Modifier("F", "fore", "8.3")
"""As before the last round, all games of which count as drawn."""

TO_LOWEST = Modifier("R", "lowest_first", turns=True)
TO_HIGHEST = Modifier("R", "highest_first", turns=True)
"""The other way round: where more is better less is, and where less is more is."""


@dataclass(frozen=True, eq=False)
class Base:
    """A tie-break without its modifiers; it is one of `BASES` by being made.

    `code` is FIDE's, `name` the one that is kept, `clause` that of FIDE's text of 2026. `takes` are
    the modifiers in the order in which they are written, at most one of each group. `fewer`: less is
    better. `rates`: its value counts ratings of opponents. `kept` are names that ledgers have for
    some of its modifiers, "" for none, where they are not made of name and modifiers.
    """

    code: str
    name: str
    clause: str
    takes: tuple[tuple[Modifier, ...], ...] = ()
    fewer: bool = False
    rates: bool = False
    kept: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        BASES.append(self)

    def __call__(self, *modifiers: Modifier) -> TieBreak:
        """Return the tie-break with these modifiers: BUCHHOLZ(C1)."""
        return next(one for one in self.forms if one.modifiers == modifiers)

    @cached_property
    def forms(self) -> tuple[TieBreak, ...]:
        """Return the base with all that it takes, itself first."""
        groups = [(None, *group) for group in reversed(self.takes)]
        chosen = (reversed(one) for one in product(*groups))
        return tuple(TieBreak(self, tuple(filter(None, one))) for one in chosen)

    def clauses(self) -> str:
        """Return its clause and those of its modifiers."""
        taken = dict.fromkeys(one.clause for group in self.takes for one in group)
        return ", ".join(filter(None, dict.fromkeys([self.clause, *taken])))


BASES: list[Base] = []
"""All bases, in the order of FIDE's text."""


class TieBreak(str):
    """A tie-break: its kept name, with the base and the modifiers that the name is made of."""

    __slots__ = ("base", "modifiers")

    base: Base
    modifiers: tuple[Modifier, ...]

    def __new__(cls, base: Base, modifiers: tuple[Modifier, ...]) -> TieBreak:
        """Make it; `Base.forms` has each once."""
        made = "_".join([base.name, *(one.name for one in modifiers)])
        written = "/".join(one.code for one in modifiers)
        tie_break = super().__new__(cls, base.kept.get(written, made))
        tie_break.base = base
        tie_break.modifiers = modifiers
        return tie_break

    def __reduce__(self) -> tuple[Callable[[str], TieBreak], tuple[str]]:
        """Let a copy, or what another process reads, be the same tie-break."""
        return tie_break, (str(self),)

    @property
    def code(self) -> str:
        """Return it as FIDE and tournament files write it."""
        return "/".join([self.base.code, *(one.code for one in self.modifiers)])

    @property
    def fewer(self) -> bool:
        """Tell whether less is better."""
        return self.base.fewer != any(one.turns for one in self.modifiers)

    @property
    def lowest(self) -> int:
        """Return how many of the lowest values are left out."""
        return sum(one.lowest for one in self.modifiers)

    @property
    def highest(self) -> int:
        """Return how many of the highest values are left out."""
        return sum(one.highest for one in self.modifiers)

    @property
    def limit(self) -> int:
        """Return the half points that the limit of Koya moves."""
        return sum(one.limit for one in self.modifiers)

    @property
    def with_defaults(self) -> bool:
        """Tell whether games by default count as games."""
        return DEFAULTS in self.modifiers

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> CoreSchema:
        """Let a model read either way of writing, and write the kept name."""
        return core_schema.no_info_plain_validator_function(
            tie_break, serialization=core_schema.plain_serializer_function_ser_schema(str)
        )


_LOW = (C1, C2)
_CUTS = (C1, C2, M1, M2)

MUTUAL_RESULT = Base("OTHER_MUTUAL_RESULT", "mutual_result", "")
"""First place only, and only where all who are equal on points met each other."""

DIRECT_ENCOUNTER = Base("DE", "direct_encounter", "6.1", takes=((DEFAULTS,),))
WINS = Base("WIN", "wins", "7.1")
WINS_OVER_THE_BOARD = Base("WON", "wins_over_the_board", "7.2")
GAMES_WITH_BLACK = Base("BPG", "games_with_black", "7.3")
BLACK_WINS = Base("BWG", "black_wins", "7.4")
PROGRESSIVE = Base("PS", "progressive", "7.5", takes=(_LOW,))
ELECTED_TO_PLAY = Base("REP", "elected_to_play", "7.6")
STANDARD_POINTS = Base("STD", "standard_points", "7.7")
PAIRING_NUMBER = Base("TPN", "pairing_number", "7.8", takes=((TO_HIGHEST,),), fewer=True)
BUCHHOLZ = Base(
    "BH",
    "buchholz",
    "8.1",
    takes=(_CUTS, (DEFAULTS,)),
    kept={"": "wp", "P": "wp_with_defaults"},
)
AVERAGE_BUCHHOLZ = Base(
    "AOB", "average_buchholz", "8.2", takes=((FORE,),), kept={"F": "average_fore_buchholz"}
)
FORE_BUCHHOLZ = Base("FB", "fore_buchholz", "8.3", takes=(_CUTS, (DEFAULTS,)))
SONNEBORN_BERGER = Base("SB", "sb", "9.1", takes=(_LOW, (DEFAULTS,)))
KOYA = Base("KS", "koya", "9.2", takes=(LIMITS,))
AVERAGE_RATING = Base("ARO", "average_rating", "10.1", takes=(_CUTS,), rates=True)
PERFORMANCE = Base("TPR", "performance", "10.2", rates=True)
PERFECT_PERFORMANCE = Base("PTP", "perfect_performance", "10.3", rates=True)
AVERAGE_PERFORMANCE = Base("APRO", "average_performance", "10.4", rates=True)
AVERAGE_PERFECT_PERFORMANCE = Base("APPO", "average_perfect_performance", "10.5", rates=True)
RATING = Base("RTNG", "rating", "10.6", takes=((TO_LOWEST,),))
NUMBER = Base("SNO", "number", "7.8", fewer=True)
LOTS = Base("OTHER_LOTS", "lots", "4.2")

LAST = (LOTS(), NUMBER())
"""One of these decides what all others leave, and ends every list."""


def every_tie_break() -> Iterator[TieBreak]:
    """Yield all tie-breaks, each base with all that it takes."""
    for base in BASES:
        yield from base.forms


_NAMED: Mapping[str, TieBreak] = {one: one for one in every_tie_break()}
_CODED: Mapping[str, TieBreak] = {
    **{one.code: one for one in every_tie_break()},
    "GE": ELECTED_TO_PLAY(),
}
"""By code; GE is that of an earlier edition."""


def coded(code: str) -> TieBreak | None:
    """Return the tie-break of a code, None for one that is none of ours."""
    return _CODED.get(code.upper())


def tie_break(written: Any) -> TieBreak:
    """Return the tie-break that a text means, by its code or by the name that is kept.

    Raise WrongValue, with what is possible, for any other text.
    """
    if not isinstance(written, str):
        raise WrongValue(message("values.no-text", value=quoted(written)))
    found = _NAMED.get(written) or coded(written)
    if found is not None:
        return found
    code = written.partition("/")[0].upper()
    base = next((one for one in BASES if one.code == code), None)
    if base is None:
        names = [one.name if one.code.startswith(OTHER) else one.code for one in BASES]
        why = message("rulebooks.no-tie-break", value=quoted(written), choices=_either(names))
        raise WrongValue(why, clause=f"{CLAUSES} 4.1")
    if base.takes:
        forms = _either([one.code for one in base.forms])
        why = message("values.not-one", value=quoted(written), choices=forms)
    else:
        why = message("rulebooks.no-modifier", value=quoted(written), base=base.code)
    raise WrongValue(why, clause=f"{CLAUSES} {base.clauses()}")


def _either(choices: Sequence[str]) -> Sentence:
    return message("values.or", before=", ".join(choices[:-1]), last=choices[-1])
