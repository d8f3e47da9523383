"""A pairing system: whom it pairs, how and why, and what the desk must know of it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, get_args

from ledger.messages import Sentence, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ledger.rulebooks.rulebook import Rulebook
    from ledger.rulebooks.section import Section
    from pairing.explain.claims import Claim
    from pairing.explain.decisions import Decided, DecisionKey
    from pairing.explain.question import Question
    from pairing.explain.writer import Writer
    from pairing.norms.contestants import ToPair
    from pairing.norms.faults import BoardPairs
    from pairing.norms.model import Contestant, NoPairing, Pairing
    from projections.games.crosstable import Crosstable


SWISS_HISTORY: Final[tuple[Sentence, ...]] = tuple(
    message(f"systems.history.{name}") for name in ("points", "met", "colours", "byes")
)
"""The information about the rounds before that every Swiss uses."""


class Explains(Protocol):
    """The answers of a system about one round."""

    def why(self, player: int) -> Iterator[Claim]:
        """Yield everything that led to a player's opponent or bye."""

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """Yield what gets worse first when two meet or one has the bye, or why it is impossible."""

    def why_bye(self) -> Iterator[Claim]:
        """Yield who is free, and why nobody else is."""

    def illegal(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the boards and the bye that a norm forbids, and players not paired exactly once."""

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the first key in which a legal pairing differs from the pairing by the rules."""

    def impossible(self) -> Iterator[Claim]:
        """Yield the claim that the round cannot be paired, and why."""


class ExplainsColours(Protocol):
    """The answers of a system about the colours of a board."""

    def why_colour(self, one: int, two: int) -> Iterator[Claim]:
        """Yield who of two has white by the rules, and by which clause."""

    def colours_otherwise(self, board: tuple[int, int], number: int | None) -> Iterator[Claim]:
        """Yield the claim that the rules give a game the opposite colours, if they do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One pairing system; `pairing.systems.registry` has one line for each.

    `name` is its name in rulebooks. `engine` and `version` are recorded with each publication; the
    version grows when the engine could give another pairing from the same facts.

    `keys` are the sections that its rulebooks have, and no others: the keys of its own.

    `contestants` returns the players to be paired, in the order of the system, and `pair` pairs
    them; it accepts contestants computed earlier. `by_lot` is the clause that pairs a round without
    the engine, None where the engine does. `explainer`, `colours` and `writer` answer questions
    about a round. `claim_keys` are the keys in which its claims compare two pairings of a round, in
    the order in which they count; `claim_kinds` are the kinds of claims of its own, with their
    meaning. `decide` reports the decisions of a round in keys that `decision_keys` explains;
    None: it has no such keys.

    `cites` is the rulebook whose clauses decide the round after a table, "" for the round's own.

    `order_columns` are the columns of the table that a round was paired from, beside the players,
    their points and their colours: "rating", "wp", "sb", "part" (the halves of a score group),
    "floats", "decided_by"; `order_clause` is the clause that orders them, "" for none, told by the
    words `audit.order` of the system.

    `history` names what it uses of the rounds before, for tournaments that change to it or from it.

    `norm_broken` is the norm that a board (white, black) breaks; None: no norm makes a game
    illegal. `judges_by_hand`: whether manual boards are checked against the norms,
    `asks_why_by_hand`: whether they need a reason.
    `conditions_broken` yields the boards that break a condition that may give way, with the
    condition. `no_pairing_clause` is the clause by which a round cannot be paired, `bye_norm` the
    one that bars players from the bye.


    `takes_everybody`: whether all are in every round, so that the field is fixed with round 1.
    `rounds_at_most` is the number of rounds for a number of players; None: any number.
    `rounds_clause` is the clause by which the number of rounds planned decides how any of them is
    paired, so that it must be known; None: it does not.
    `waits_for_results`: whether the games of a round must be decided before the next is paired.
    `last_round_matters`: whether the last round is paired otherwise, so that it must be known.

    `ratings_clause` is the clause by which each player needs a rating, as ratings count beside the
    numbers that they give; None: they do not.

    `default_numbers` is the default method of numbering, by rating perhaps only where anybody has
    one; `numbers_clause` the clause that requires numbers. `first_colour_clause` is the one that
    gives the highest player a colour in round 1; None: none does. `draws_first_colour`: whether a
    rulebook has that colour drawn.
    """

    name: str
    engine: str
    version: str
    keys: tuple[type[Section], ...] = ()

    contestants: Callable[[ToPair], list[Contestant]]
    pair: Callable[[ToPair, Sequence[Contestant] | None], Pairing | NoPairing]
    by_lot: Callable[[Crosstable, Rulebook], str | None]
    explainer: Callable[[Question], Explains]
    colours: Callable[[Question], ExplainsColours]
    writer: Callable[[Question], Writer]
    claim_keys: Callable[[], tuple[str, ...]] = tuple
    claim_kinds: Callable[[], Mapping[str, str]] = dict
    decide: Callable[[ToPair], Decided | NoPairing] | None = None
    decision_keys: Callable[[], tuple[DecisionKey, ...]] = tuple
    cites: Callable[[Crosstable], str] = lambda _: ""

    order_columns: tuple[str, ...] = ()
    order_clause: str = ""

    history: tuple[Sentence, ...] = SWISS_HISTORY

    norm_broken: Callable[[Rulebook, Contestant, Contestant], str | None] | None = None
    judges_by_hand: bool = False
    asks_why_by_hand: bool = True
    conditions_broken: (
        Callable[[Crosstable, Rulebook, BoardPairs], Iterable[tuple[tuple[int, int], str]]] | None
    ) = None
    no_pairing_clause: str = "C9"
    bye_norm: str = "B1b"

    takes_everybody: bool = False
    rounds_at_most: Callable[[int, Rulebook], int] | None = None
    rounds_clause: str | None = None
    waits_for_results: bool = True
    last_round_matters: bool = True
    ratings_clause: str | None = None

    default_numbers: Literal["draw", "rating", "rating_if_any"] = "draw"
    numbers_clause: str = "D"
    first_colour_clause: str | None = None
    draws_first_colour: Callable[[Rulebook], bool] = lambda _: False


def later(module: str, name: str) -> Callable[..., Any]:
    """Return a wrapper around a function or class whose module it imports on the first call."""
    return lambda *arguments: getattr(import_module(module), name)(*arguments)


def values_later(module: str, name: str) -> Callable[[], tuple[str, ...]]:
    """Return a function that returns the values of a Literal, whose module it imports."""
    return lambda: get_args(getattr(import_module(module), name))
