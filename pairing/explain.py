"""Why a round is paired as it is: claims, each derived from the keys that the engine compares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from pairing.asked import Asked
from pairing.certificate import certificate
from pairing.claims import Claim, Value, proof, with_difference
from pairing.faults import Fault
from pairing.force import Forcer
from pairing.state import Pairing
from pairing.wp_keys import Judge, Keyed
from pairing.wp_rooms import OtherRoom, Treatment
from projections.colours import Colour

OTHER_ROOMS_AT_MOST: Final = 12
BYE_CANDIDATES_AT_MOST: Final = 100
CANDIDATES_AT_MOST: Final = 200
CANDIDATES_BY_WEIGHTS_AT_MOST: Final = 15
"""Of so many, the lowest, is the first key worked out; fewer where class counts do not give it."""


class Explainer:
    """Answers questions about one round that is not paired by lot."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.judge = Judge(asked.contestants)
        self.c2 = asked.rules.pairing.c2
        pairing = asked.pairing
        self.best = self.judge.of_engine(pairing) if isinstance(pairing, Pairing) else ()
        self.forcer = Forcer(self.judge, self.best, self.c2)
        self.by_rules: dict[int, tuple[int, int | None]] = {}
        for group, keyed in enumerate(self.best):
            for one, two in keyed.group.pairs:
                self.by_rules[one], self.by_rules[two] = (group, two), (group, one)
        if isinstance(pairing, Pairing) and pairing.bye is not None:
            self.by_rules[pairing.bye] = len(self.best) - 1, None

    # --- why --------------------------------------------------------------------------------------

    def why(self, player: int) -> Iterator[Claim]:
        """Everything that led to this player's opponent or bye, group by group."""
        yield from self._as_published(player)
        if not self.best:
            yield Claim("impossible")
            yield from self._proof_of_all()
            return
        last, opponent = self.by_rules[player]
        for number in range(self.forcer.group_of[self.judge.place[player]], last + 1):
            yield from self.group(number)
        if opponent is None:
            yield Claim("free", (player,), clause="F1", group=self.best[last].group.score_halves)
            return
        yield from self._pairs_of(last, player, opponent)

    def _as_published(self, player: int) -> Iterator[Claim]:
        seat = self.asked.board_of(player)
        if seat is not None:
            yield Claim("board", seat[1], detail={"board": seat[0]})
            one, two = seat[1]
            if self.best and self.by_rules.get(one, (0, -1))[1] != two:
                yield Claim("not_by_rules", seat[1])
                yield from self.why_not(one, two)
        elif self.asked.bye == player:
            yield Claim("free", (player,))
            if self.best and self.by_rules.get(player, (0, -1))[1] is not None:
                yield Claim("not_by_rules", (player,))
                yield from self.why_not(player, None)

    def group(self, number: int) -> Iterator[Claim]:
        """Who is in a group, who came in, who goes out of it and by which key."""
        keyed = self.best[number]
        group = keyed.group
        clause = "C1" if group.incoming else "A2"
        yield Claim("group", group.residents, group.incoming, clause, group.score_halves)
        if number == len(self.best) - 1 or not group.waiting:
            return
        treatment = Treatment(self.judge, number, keyed, self.c2)
        yield from self._room_size(treatment, keyed)
        yield from self._rooms(treatment, keyed)

    def _room_size(self, treatment: Treatment, keyed: Keyed) -> Iterator[Claim]:
        reason, shown = treatment.why_so_many()
        clause = {"odd": "A3", "inside": "C2", "below": "C9", "both": "C9"}[reason]
        if reason == "inside" and not keyed.group.pairs:
            clause = "C8"
        detail: dict[str, Value] = {"reason": reason, "size": keyed.group.keys.size}
        yield Claim(
            "room_size", keyed.group.waiting, (), clause, keyed.group.score_halves, "k1",
            detail=detail,
        )  # fmt: skip
        if shown is not None:
            yield proof(shown, self.judge)

    def _rooms(self, treatment: Treatment, keyed: Keyed) -> Iterator[Claim]:
        """Rule: knsb-wp-2014 C4.1, C4.2, C4.3, C4.4, C4.5."""
        group = keyed.group
        if not group.pairs:
            return
        others = treatment.others()
        possible = [room for room in others if room.difference is not None]
        detail: dict[str, Value] = {"all_listed": treatment.all_listed}
        if not possible:
            yield Claim("only_room", group.waiting, group=group.score_halves, detail=detail)
        for at, room in enumerate(possible[:OTHER_ROOMS_AT_MOST]):
            assert room.difference is not None
            kind = "other_room" if at else "waits"
            players = room.waiting if at else group.waiting
            claim = with_difference(Claim(kind, players), room.difference, self.judge)
            yield _about_rooms(claim, group.waiting, room, detail)
            if at == 0 and claim.key == "k4":
                yield from self._without_opponent(treatment, room)
        for room in [room for room in others if room.fails][:OTHER_ROOMS_AT_MOST]:
            clause = "C2" if room.fails == "H1" else "C9"
            yield Claim("impossible_room", room.waiting, (), clause, group.score_halves,
                        detail={"fails": room.fails})  # fmt: skip

    def _without_opponent(self, treatment: Treatment, room: OtherRoom) -> Iterator[Claim]:
        """Of a room that is worse by C4.2: who would find nobody in the next group."""
        following = self.best[treatment.number + 1].group.residents
        for player in room.waiting:
            faults = [self.judge.fault_of(player, other) for other in following]
            if all(faults):
                met = [fault.players[1] for fault in faults if fault and fault.kind == "met"]
                rest = [fault.players[1] for fault in faults if fault and fault.kind == "colours"]
                norms = [clause for clause, some in (("B1a", met), ("B2", rest)) if some]
                yield Claim("no_opponent", (player,), (*met, *rest), ", ".join(norms),
                            detail={"met": len(met), "colours": len(rest)})  # fmt: skip

    def _pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """The pairs of the group in which a player is paired, and whom he did not get.

        Rule: knsb-wp-2014 B3, B4, C5.
        """
        place = self.judge.place
        yield self.optimum(number)
        higher, lower = sorted((player, opponent), key=place.__getitem__)
        group = self.best[number].group
        yield Claim("opponent", (higher, lower), clause="C5", group=group.score_halves)
        treatment = Treatment(self.judge, number, self.best[number], self.c2)
        left = CANDIDATES_AT_MOST if treatment.is_quick else CANDIDATES_BY_WEIGHTS_AT_MOST
        others = [p for p in (*group.incoming, *group.residents) if place[p] > place[lower]]
        legal = [other for other in others if self.judge.fault_of(higher, other) is None]
        passed_over = legal[:-left]
        yield from (self.candidate(higher, p) for p in others if p not in passed_over)
        if passed_over:
            yield Claim("not_examined", tuple(passed_over), group=group.score_halves)

    def optimum(self, number: int) -> Claim:
        """What the pairs of a group attain: score differences, and who is denied his colour."""
        group = self.best[number].group
        paired = [self.judge.place[key] for two in group.pairs for key in two]
        wishes: dict[Colour | None, int] = {"W": 0, "B": 0, None: 0}
        for at in paired:
            kind = self.judge.field.classes[at]
            wishes[None if kind == 0 else "W" if kind < 4 else "B"] += 1
        detail: dict[str, Value] = {
            "score_differences_halves": group.keys.score_differences_halves,
            "denied": group.keys.denied,
            "denied_strong": group.keys.denied_strong,
            "want_white": wishes["W"],
            "want_black": wishes["B"],
            "no_preference": wishes[None],
        }
        return Claim("optimum", (), (), "B3, B4", group.score_halves, "k6", detail=detail)

    def candidate(self, one: int, two: int) -> Claim:
        """Why these two do not meet: the clause that forbids it, or the key that gets worse."""
        fault = self.judge.fault_of(one, two)
        if fault is not None:
            met = self.asked.met_in(one, two) if fault.kind == "met" else None
            return Claim("candidate", (one, two), clause=fault.clause, detail={"met_in_round": met})
        forced = self.forcer.forced(one, two)
        claim = Claim("candidate", (one, two), detail={"proved": forced.proved})
        if forced.impossible is not None:
            return Claim("candidate", (one, two), clause="C9", detail={"impossible": True})
        assert forced.difference is not None
        return with_difference(claim, forced.difference, self.judge)

    # --- why not ----------------------------------------------------------------------------------

    def why_not(self, one: int, two: int | None) -> Iterator[Claim]:
        """What gets worse first when two meet, or one has the bye; or why that cannot be."""
        if not self.best:
            yield Claim("impossible")
            yield from self._proof_of_all()
            return
        players = (one,) if two is None else (one, two)
        if self.by_rules[one][1] == two:
            yield Claim("same", players)
            return
        faults = [f for f in self._faults(one, two) if f.players == players]
        if faults:
            fault = faults[0]
            met = None if two is None else self.asked.met_in(one, two)
            yield Claim("illegal", players, clause=fault.clause,
                        detail={"fault": fault.kind, "met_in_round": met})  # fmt: skip
            return
        forced = self.forcer.forced(one, two)
        if forced.impossible is not None:
            yield Claim("impossible", players, clause="C9")
            yield proof(forced.impossible, self.judge)
            return
        assert forced.difference is not None
        claim = Claim("forced", players, detail={"proved": forced.proved})
        yield with_difference(claim, forced.difference, self.judge)

    def _faults(self, one: int, two: int | None) -> Iterator[Fault]:
        return self.judge.faults([] if two is None else [(one, two)], one if two is None else None)

    def _proof_of_all(self) -> Iterator[Claim]:
        shown = certificate(self.judge.field)
        if shown is not None:
            yield proof(shown, self.judge)

    # --- the bye ----------------------------------------------------------------------------------

    def why_bye(self) -> Iterator[Claim]:
        """Who is free and why not another: by B1b, or by the first key that gets worse.

        Rule: knsb-wp-2014 B1b, F1; knsb-wp-1996 B1b, F1.
        """
        field = self.judge.field
        if field.size % 2 == 0:
            yield Claim("nobody_free", detail={"players": field.size})
            return
        if self.asked.bye is not None:
            yield from self._as_published(self.asked.bye)
        if not self.best:
            yield Claim("impossible")
            yield from self._proof_of_all()
            return
        free = self.best[-1].group.waiting[0]
        if self.asked.bye != free:
            yield Claim("free", (free,), clause="F1", detail={"by_rules": True})
        barred = [key for key, may in zip(field.keys, field.bye_allowed, strict=True) if not may]
        if barred:
            yield Claim("barred", tuple(reversed(barred)), clause="B1b")
        others = [p for p in range(field.size - 1, -1, -1) if field.bye_allowed[p]]
        points = field.points[self.judge.place[free]]
        if len(others) > BYE_CANDIDATES_AT_MOST:
            others = [p for p in others if field.points[p] <= points]
        for place in others:
            if field.keys[place] != free:
                yield from self.why_not(field.keys[place], None)


def _about_rooms(
    claim: Claim, taken: tuple[int, ...], room: OtherRoom, detail: dict[str, Value]
) -> Claim:
    others = room.waiting if claim.kind == "waits" else taken
    return replace(claim, others=others, detail=detail)


def by_lot(asked: Asked, players: tuple[int, ...]) -> Iterator[Claim]:
    """Why a board or a bye of the first round is as it is.

    Rule: knsb-wp-2014 D1, D2; knsb-wp-1996 D1, D2.
    """
    pairing = asked.pairing
    assert isinstance(pairing, Pairing)
    method = asked.by_lot
    for board in pairing.boards:
        if set(players) & {board.white, board.black}:
            yield Claim("by_lot", (board.white, board.black), clause=method)
    if pairing.bye is not None and pairing.bye in players:
        yield Claim("by_lot", (pairing.bye,), clause=method)
