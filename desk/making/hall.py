"""What players say about results: their claims, their protests and the rulings on those.

These chances have purposes of their own: whatever they draw, every game stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from desk.making.chances import PER_MILLE, Chances
from ledger.values import Outcome

SeatsOfRound: TypeAlias = tuple[int, int, int]
"""Round, White and Black."""

BOTH_SIDES, MISTAKEN, BY_BOARD = 800, 60, 100
"""Per mille: sides that claim, where there are claims; mistaken ones, of Black's; those that come
by the code of the board.
"""

WRONGED = 20
"""A result recorded wrong is contested so many times as often as a right one."""

DOUBTED, APPEALS = 250, 300
"""Per mille: protests about a wrong result rejected at first; rejected protests on appeal."""

PLEAS = ("flag not fallen", "phone rang", "illegal move", "draw was agreed")
"""What protests about a right result say; the last one never of a draw."""

MISREAD = "score sheet misread"
UPHELD = "score sheets differ"
REJECTED = "result stands"
HALFWAY = "opponent warned"
NOT_CONVINCED = "score sheets unreadable"
APPEAL = "appeal"


class PlayersClaim(NamedTuple):
    """A claim of a player's own result; `device` is the key of the device it is made on."""

    player: int
    outcome: Outcome
    source: str
    device: str


class RulingDue(NamedTuple):
    """A ruling that is given some evenings after a protest; `reason` is that of an appeal."""

    evenings: int
    verdict: str
    text: str
    behalf: str
    reason: str | None = None


def claims_of(chances: Chances, game: SeatsOfRound, outcome: Outcome) -> Iterator[PlayersClaim]:
    """Yield the claims about a game with this outcome; half of the mistaken ones are mended."""
    for side, player in enumerate(game[1:]):
        if not chances.hit(BOTH_SIDES, "side claims", *game, side):
            continue
        source = "board" if chances.hit(BY_BOARD, "by board", *game, side) else "player"
        device = f"{chances.below(16**16, 'device', player):016x}"
        if side == 1 and chances.hit(MISTAKEN, "mistaken", *game):
            yield PlayersClaim(player, _mistake(outcome), source, device)
            if chances.hit(PER_MILLE // 2, "stubborn", *game):
                continue
        yield PlayersClaim(player, outcome, source, device)


def _mistake(outcome: Outcome) -> Outcome:
    return "1-0" if outcome == "0-1" else "0-1"


def plea_of(chances: Chances, game: SeatsOfRound, recorded: Outcome, outcome: Outcome) -> str:
    """Return what a protest about a recorded result says."""
    if recorded != outcome:
        return MISREAD
    pleas = PLEAS[:-1] if outcome == "1/2-1/2" else PLEAS
    return pleas[chances.below(len(pleas), "plea", *game)]


def contester(chances: Chances, game: SeatsOfRound, recorded: Outcome, outcome: Outcome) -> int:
    """Return who contests a recorded result: the player whom it wrongs, or else who lost."""
    _, white, black = game
    if recorded != outcome:
        return white if _white_halves(outcome) > _white_halves(recorded) else black
    if recorded == "1/2-1/2":
        return (white, black)[chances.below(2, "contester", *game)]
    return black if recorded == "1-0" else white


def _white_halves(outcome: Outcome) -> int:
    return {"1-0": 2, "1/2-1/2": 1}.get(outcome, 0)


def rulings_of(chances: Chances, game: SeatsOfRound, *, wrong: bool) -> Iterator[RulingDue]:
    """Yield the rulings on a protest; the one that upholds it comes with the correction."""
    if wrong:
        if chances.hit(DOUBTED, "doubted", *game):
            yield RulingDue(1, "rejected", NOT_CONVINCED, "arbiter")
        return
    chance = chances.below(10, "verdict", *game)
    if chance == 0:
        yield RulingDue(1, "withdrawn", "taken back", "arbiter")
    elif chance == 1:
        yield RulingDue(1, "partly upheld", HALFWAY, "arbiter")
    else:
        yield RulingDue(1, "rejected", REJECTED, "arbiter")
        if chances.hit(APPEALS, "appeal", *game):
            yield RulingDue(2, "rejected", REJECTED, "committee", APPEAL)
