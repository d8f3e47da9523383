"""What decided a round of the Burstein System: the bye, and each bracket as the engine decides it.

The keys of a seeding round are those of the Dutch System, with `dutch.` before their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.values import halves_text
from pairing.explain import decisions as shared
from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit
from pairing.fide.contestants import initial_colour
from pairing.fide_burstein.engine import pair
from pairing.fide_burstein.explain.judge import BursteinJudge
from pairing.fide_burstein.ranking import burstein_players, is_seeding
from pairing.fide_dutch.explain import decisions as dutch
from pairing.norms.contestants import ToPair
from pairing.norms.model import NoPairing

SEEDING: Final = "dutch."

_OWN: Final = (
    DecisionKey(
        "bye_score",
        "3.1",
        "half points",
        "score of the player who has the bye",
        "the lowest score of the round",
    ),
    DecisionKey("bye_games", "3.1", "rounds", "games played by the player who has the bye"),
    DecisionKey("bye_rank", "3.1", "places", "place of that player in the ranking"),
    DecisionKey(
        "floaters", "C5", "players", "who float from the bracket", "0, or 1 of an odd bracket"
    ),
    DecisionKey("floater_scores", "C6", "half points", "their scores, high to low"),
    DecisionKey(
        "next_floaters",
        "C7",
        "players",
        "how few the next bracket can leave unpaired",
        "0, or 1 where they are odd with those who float",
    ),
    DecisionKey("next_scores", "C7", "half points", "their scores, high to low"),
    DecisionKey("denied", "C8", "players", "who do not get the colour they prefer", "0"),
    DecisionKey(
        "opponents",
        "4.3",
        "places",
        "number of the opponent of each of the bracket, in turn; 0 floats",
    ),
    DecisionKey(
        "float",
        "1.2",
        "half points",
        "how far each who floated into the bracket is above it; value: the farthest",
    ),
    *shared.colour_keys("5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5"),
    shared.not_recomputed("C4"),
)

KEYS: Final = (
    *_OWN,
    *(
        key._replace(name=SEEDING + key.name, clause="1.6")
        for key in dutch.KEYS
        if key.name != shared.NOT_RECOMPUTED
    ),
)
"""Every key, in the order of its rows: those after the seeding rounds, and those of these."""


def decide(round_: ToPair) -> Decided | NoPairing:
    """Decide a round: its pairing, and the keys of each bracket.

    Rule: fide-burstein-2026 1.6, 1.9, 3.1, 3.2.
    """
    if is_seeding(round_.table):
        seeded = dutch.decide(round_)
        if isinstance(seeded, NoPairing):
            return seeded
        return seeded._replace(keys=[k._replace(key=SEEDING + k.key) for k in seeded.keys])
    players = burstein_players(round_)
    initial = initial_colour(round_.table, round_.rules)
    pairing = pair(players, initial)
    if isinstance(pairing, NoPairing):
        return pairing
    judge = BursteinJudge(players, initial)
    keys = [*_of_bye(judge)]
    keys += [one for number in range(len(judge.best)) for one in _of_bracket(number, judge)]
    return Decided(pairing, [*keys, *shared.colours(pairing.boards)])


def _of_bye(judge: BursteinJudge) -> Iterator[KeyValue]:
    """Yield the score, the games and the ranking of the player with the bye.

    Rule: fide-burstein-2026 3.1.
    """
    if judge.bye is not None:
        unit = Unit(0, "bye", (judge.bye,), 0)
        player = judge.whole.ranked[judge.all_places[judge.bye]]
        yield KeyValue(unit, "bye_score", player.points_halves, min(judge.whole.scores))
        yield KeyValue(unit, "bye_games", player.games)
        yield KeyValue(unit, "bye_rank", player.rank)


def _of_bracket(number: int, judge: BursteinJudge) -> Iterator[KeyValue]:
    """Yield the keys of a bracket.

    Rule: fide-burstein-2026 C5, C6, C7, C8, 4.3.
    """
    treated = judge.best[number]
    scores = judge.field.scores
    ranked = judge.paired.ranked
    bracket = treated.bracket
    way = judge.own(number)
    level = scores[bracket.residents[0]]
    unit = Unit(
        number + 1,
        halves_text(level),
        tuple(ranked[i].key for i in way.order.s1_after),
        len(treated.pairs),
        tuple(ranked[i].key for i in bracket.moved),
    )
    following = (*treated.floaters, *bracket.following) if bracket.following else ()
    odd = {"floaters": len(bracket.players) % 2, "next_floaters": len(following) % 2}
    for key, value in judge.values(number, way):
        if key in ("floater_scores", "next_scores"):
            yield KeyValue(unit, key, None, parts=value, text=shared.points(value))
        elif key == "opponents":
            parts = tuple(-at for at in value)
            yield KeyValue(unit, key, None, parts=parts, text=shared.listed(parts))
        else:
            yield KeyValue(unit, key, value[0], odd.get(key, 0))
    yield from shared.floats(unit, [scores[i] - level for i in bracket.moved])
