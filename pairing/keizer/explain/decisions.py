"""The decisions of an evening, board by board, as the engine makes them."""

from __future__ import annotations

from typing import Final

from pairing.explain.decisions import Decided, DecisionKey, KeyValue, Unit, colours
from pairing.keizer.engine import Classes, pair
from pairing.keizer.members import evening, members
from pairing.norms.contestants import ToPair

KEYS: Final = (
    DecisionKey(
        "level",
        "a, b",
        "steps",
        "how far conditions gave way: 0 not; up to the rematch gap, the older the meeting the less;"
        " beyond it the colours. text says which. Group 0: the farthest of the round",
        "0",
    ),
    DecisionKey(
        "nearest",
        "c",
        "places",
        "places between the two of a board on the ranking",
        "to the next who was still free",
    ),
    DecisionKey("free", "3c", "rounds", "how often who has no opponent had none before"),
    DecisionKey("lowest", "3c", "places", "how many present are ranked below them", "0"),
    *(
        DecisionKey(
            rule, "2" if rule == "return" else "b", "boards", f"boards with white by: {why}"
        )
        for rule, why in (
            ("return", "the last game, of an earlier period, reversed"),
            ("deficit", "white less often, compared with black"),
            ("meeting", "their last game reversed"),
            ("last colour", "the opposite of the last colour of the higher ranked"),
            ("board", "nobody has a colour yet, the number of the board"),
            ("bound", "what these give is not allowed, the other way round is"),
        )
    ),
)
"""Every key, in the order of its rows."""

CLAIM_KINDS: Final = {
    "gave_way": "season: a board that breaks a condition, because nothing else was possible",
    "free_because": "season: who has no opponent, and how often they had none before",
    "colours_so_far": "season: a player's colours, and whites minus blacks",
    "last_game": "season: the last game of two, who had white first",
}
"""The kinds of claims that no other system makes."""


def decide(round_: ToPair) -> Decided:
    """Decide an evening: its pairing and the keys of each board.

    Rule: mwkeizer a, b, c, 3c.
    """
    here = members(round_.table, round_.rules, round_.present)
    conditions = evening(*round_[:2])
    classes = Classes(here, conditions)
    pairing = pair(here, conditions, classes=classes)
    place = {member.key: at for at, member in enumerate(here)}
    why = {item.board: item.why for item in pairing.relaxed}
    free = {place[p] for board in pairing.boards for p in (board.white, board.black)}
    keys: list[KeyValue] = []
    levels = [0]
    for number, board in enumerate(pairing.boards, 1):
        high, low = sorted((place[board.white], place[board.black]))
        free.remove(high)
        nearest = min(free)
        level = classes.of(high, low)
        free.remove(low)
        players = (here[high].key, here[low].key)
        unit = Unit(number, f"ranking {high + 1}-{low + 1}", players, 1)
        clause = None if not level else "b" if level == classes.colours_class else "a"
        keys.append(KeyValue(unit, "level", level, 0, text=why.get(number), clause=clause))
        keys.append(KeyValue(unit, "nearest", low - high, nearest - high))
        levels.append(level)
    everybody = Unit(0, "round", tuple(place), len(pairing.boards))
    keys.append(KeyValue(everybody, "level", max(levels), 0))
    if pairing.bye is not None:
        alone = here[place[pairing.bye]]
        unit = Unit(0, "no opponent", (alone.key,), 0)
        keys.append(KeyValue(unit, "free", alone.no_opponent))
        keys.append(KeyValue(unit, "lowest", len(here) - 1 - place[alone.key], 0))
    keys += colours(pairing.boards)
    return Decided(pairing, keys)
