"""What decided a round of FIDE's Dutch System, bracket by bracket, as the engine decides it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from ledger.values import Colour, halves_text
from pairing.explain import decisions as shared
from pairing.explain.claims import FideKey
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.fide.contestants import contestants, initial_colour
from pairing.fide.players import FidePlayer
from pairing.fide_dutch.engine import pair
from pairing.fide_dutch.explain.edition import EDITION_2026, Edition
from pairing.fide_dutch.explain.judge import FLOATS_ON, PLACES, POINTS, DutchJudge, unit_of
from pairing.norms.contestants import ToPair
from pairing.norms.model import Board, NoPairing, Pairing

_COLOURS: Final = ("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5")

_MEANS: Final[Mapping[FideKey, tuple[str, str | None]]] = {
    "bye_score": ("score of the player who has the bye", "the lowest score of the round"),
    "floaters": ("who float down, the player with the bye too", "0, or 1 of an odd bracket"),
    "psd": (
        "score differences of the pairs, and of those who float to a point below the bracket, "
        "high to low",
        None,
    ),
    "floater_scores": ("scores of those who float down, high to low", None),
    "next_floaters": (
        "how few the next bracket can leave unpaired",
        "0, or 1 where they are odd with those who float",
    ),
    "next_scores": ("their scores, high to low", None),
    "next_psd": ("score differences of the next bracket at best, high to low", None),
    "bye_unplayed": ("rounds not played by who floats alone and has the bye", "0"),
    "beyond_two": ("at a topscorer's board, who get a colour difference beyond 2", "0"),
    "third_colour": ("at a topscorer's board, who get one colour three times running", "0"),
    "denied": ("who do not get the colour they prefer", "0"),
    "denied_strong": ("who do not get the colour they strongly prefer", "0"),
    "down_1": ("residents who float down and did so in the last round", "0"),
    "up_1": ("opponents of those moved down who floated up in the last round", "0"),
    "down_2": ("residents who float down and did so two rounds ago", "0"),
    "up_2": ("opponents of those moved down who floated up two rounds ago", "0"),
    "down_1_gaps": (
        "score differences of those moved down who floated down in the last round, "
        "high to low, but for those who float on",
        None,
    ),
    "up_1_gaps": (
        "score differences for those who floated up in the last round, high to low",
        None,
    ),
    "down_2_gaps": (
        "score differences of those moved down who floated down two rounds ago, high "
        "to low, but for those who float on",
        None,
    ),
    "up_2_gaps": ("score differences for those who floated up two rounds ago, high to low", None),
    "moved_s1": ("numbers, among those moved down, of the ones who are paired", None),
    "moved_opponents": ("number, among the residents, of the opponent of each of them", None),
    "exchange": (
        "players exchanged between S1 and S2 of the remainder; parts: how many, by how "
        "much, and their numbers, of S1 as negative",
        "0",
    ),
    "opponents": ("number, in the remainder, of the opponent of each of S1", None),
}


def keys_of(edition: Edition) -> tuple[DecisionKey, ...]:
    """Return every key of an edition, in the order of its rows."""
    units = {"points": "half points"}
    return (
        *(
            DecisionKey(
                key,
                clause,
                "players" if key == "exchange" else units.get(unit_of(key), unit_of(key)),
                *_MEANS[key],
            )
            for key, clause in edition.keys.items()
        ),
        *(
            ()
            if "bye_score" in edition.keys
            else [DecisionKey("bye", edition.bye, "half points", shared.BYE_MEANING)]
        ),
        DecisionKey(
            "float",
            edition.bracket,
            "half points",
            "how far each who was moved down is above the bracket; value: the farthest",
        ),
        *shared.colour_keys(*map(edition.colour, _COLOURS)),
        DecisionKey(
            "fide.tpn_parity",
            edition.colour("5.2.5"),
            "boards",
            "boards to which the pairing number as it stands would give other colours",
            "0",
        ),
        shared.not_recomputed("C4"),
    )


KEYS: Final = keys_of(EDITION_2026)
"""Every key, in the order of its rows."""


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: fide-dutch-2026 1.9, 3.8, C5.
    """
    return decided(round_, pair, DutchJudge)


def decided(
    round_: ToPair,
    pair: Callable[[Sequence[FidePlayer], Colour], Pairing | NoPairing],
    judges: type[DutchJudge],
) -> Decided | NoPairing:
    """Decide a round by the engine and the judge of an edition."""
    players = contestants(round_)
    initial = initial_colour(round_.table, round_.rules)
    pairing = pair(players, initial)
    if isinstance(pairing, NoPairing):
        return pairing
    judge = judges(players, initial)
    keys = [one for number in range(len(judge.best)) for one in _of_bracket(number, judge)]
    if pairing.bye is not None:
        scores = judge.field.scores
        halves = scores[judge.place[pairing.bye]]
        by_score = "bye_score" in judge.edition.keys
        unit = Unit(0, "bye", (pairing.bye,), 0)
        keys += (
            [KeyValue(unit, "bye_score", halves, min(scores))]
            if by_score
            else shared.bye(pairing, halves)
        )
    keys += shared.colours(pairing.boards)
    keys += _colours_otherwise(judge, pairing.boards)
    return Decided(pairing, keys)


def _of_bracket(number: int, judge: DutchJudge) -> Iterator[KeyValue]:
    """The keys of a bracket; those of its pairs only where it has some.

    Rule: fide-dutch-2026 C6, C7, C8, C9, C10, C11, C12, C13, C14, C15, C16, C17, C18, C19, C20,
    C21, 4.2, 4.3, 4.4.
    """
    treated = judge.best[number]
    scores = judge.field.scores
    bracket = treated.bracket

    def called(places: Sequence[int]) -> tuple[int, ...]:
        return tuple(judge.field.players[i].key for i in places)

    level = scores[bracket.residents[0]]
    unit = Unit(
        number + 1,
        halves_text(level),
        called(bracket.players),
        len(treated.pairs),
        called(bracket.moved),
    )
    following = (*treated.floaters, *bracket.following) if bracket.following else ()
    odd = {"floaters": len(bracket.players) % 2, "next_floaters": len(following) % 2}
    for key, value in judge.values(number, judge.own(number)):
        if key in POINTS:
            parts = tuple(gap for gap in value if gap < FLOATS_ON)
            yield KeyValue(unit, key, None, parts=parts, text=shared.points(parts))
        elif key == "exchange":
            yield _exchange(unit, value)
        elif key in PLACES:
            yield KeyValue(unit, key, None, parts=value, text=shared.listed(value))
        else:
            yield KeyValue(unit, key, value[0], odd.get(key, 0))
    yield from shared.floats(unit, [scores[i] - level for i in bracket.moved])


def _exchange(unit: Unit, value: tuple[int, ...]) -> KeyValue:
    """Rule: fide-dutch-2026 4.3."""
    count = value[0]
    out = [-at for at in value[2 : 2 + count]]
    into = value[2 + count :]
    text = f"{shared.listed(out)} for {shared.listed(into)}" if count else None
    return KeyValue(unit, "exchange", count, 0, parts=value, text=text)


def _colours_otherwise(judge: DutchJudge, boards: Sequence[Board]) -> Iterator[KeyValue]:
    """The boards that would have other colours by the pairing number as it stands.

    Rule: fide-dutch-2026 5.2.5.
    """
    players = judge.field.players
    place = judge.place
    others = []
    for board in boards:
        higher = players[min(place[board.white], place[board.black])]
        if board.rule == judge.edition.colour("5.2.5") and (higher.counted - higher.number) % 2:
            others.append(board)
    if others:
        unit = Unit(0, "other colours", shared.players_at(others), len(others))
        yield KeyValue(unit, "fide.tpn_parity", len(others), 0, text="in_pairings")
