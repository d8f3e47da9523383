"""The input and output of a pairing engine, as values."""

from dataclasses import dataclass

from ledger.messages import Sentence
from projections.games.floats import Float


@dataclass(frozen=True, slots=True)
class Contestant:
    """One player to be paired. A sequence of players is in A4 order, best first.

    `key` is the player's key; `points_halves` the score in half points; `colours` the history
    ("WB-W"); `met` the keys of the opponents they met over the board (B1a), who need not be in the
    field; `may_have_bye` whether B1b allows them the bye; `topscorer` that the round is the last
    and they have more than half of the points so far, so that B2 is lifted for them.
    """

    key: int
    points_halves: int
    colours: str
    met: frozenset[int]
    may_have_bye: bool
    topscorer: bool


@dataclass(frozen=True, slots=True)
class KeyVector:
    """The keys of the pairing of one score group, smaller is better (rules/wp.md, section C).

    `size` k1, players in the new waiting room; `w_scores_halves` k2, their scores, high to low;
    `score_differences_halves` k3, over all pairs, high to low; `refloat` k4, how many waiting
    players must float again; `next_waiting` k5, the size of the smallest next waiting room;
    `denied` and `denied_strong` k6; `stuck`, the key of C2: members of the waiting room without any
    legal opponent among themselves and the next group (0 when there is no next group).
    """

    size: int
    w_scores_halves: tuple[int, ...]
    score_differences_halves: tuple[int, ...]
    refloat: int
    next_waiting: int
    denied: int
    denied_strong: int
    stuck: int


@dataclass(frozen=True, slots=True)
class Group:
    """One score group as it was treated (puntengroep), players by key, in A4 order.

    `incoming` are the players from the waiting room above (wachtkamer), `waiting` those who go to
    the one below; in the last group `waiting` is the player who gets the bye. `pairs` are (higher,
    lower), in the order of the higher.

    Rule: knsb-wp-2014 A2, A3; knsb-wp-1996 A2, A3.
    """

    score_halves: int
    incoming: tuple[int, ...]
    residents: tuple[int, ...]
    waiting: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    keys: KeyVector


@dataclass(frozen=True, slots=True)
class Board:
    """One game to be played: the keys of white and black, and the rule that gave the colours."""

    white: int
    black: int
    rule: str


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A board that breaks a condition that had to give way, and the condition."""

    board: int
    why: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A complete round: boards in F2 order, the key of the player with the bye (None: nobody).

    `relaxed` are the boards for which a condition gave way; only Keizer has such conditions.
    """

    boards: tuple[Board, ...]
    bye: int | None
    groups: tuple[Group, ...]
    relaxed: tuple[Relaxed, ...] = ()


@dataclass(frozen=True, slots=True)
class NoPairing:
    """No pairing of the round satisfies B1 and B2.

    `why` is a sentence without its full stop; `players` a small set of keys that proves it;
    `clause` the norm, without a rulebook ("B1a, B2").
    """

    why: Sentence
    players: tuple[int, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class RatedPlayer(Contestant):
    """One player to be paired on rating. A sequence of players is in A2 order, best first.

    `floats` are those of the last round and of the one before it. `topscorer` says that the round
    is the last and they have more than half of the possible points (A10).
    """

    floats: tuple[Float, Float]
