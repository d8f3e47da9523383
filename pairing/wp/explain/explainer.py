"""Why a round is paired as it is: claims, each derived from the keys that the engine compares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from ledger.values import Colour
from pairing.explain.claims import Claim, ClaimValue, proof
from pairing.explain.explainer import Explaining
from pairing.explain.question import Question
from pairing.norms.certificate import Certificate, certificate
from pairing.norms.faults import BoardPairs
from pairing.norms.model import Pairing
from pairing.system import Explains
from pairing.wp.explain.criteria import Keyed
from pairing.wp.explain.judge import Judge, compare
from pairing.wp.explain.other_rooms import OtherRoom, Treatment
from pairing.wp.explain.what_if import Forcer

OTHER_ROOMS_AT_MOST: Final = 12
CANDIDATES_AT_MOST: Final = 200
CANDIDATES_BY_WEIGHTS_AT_MOST: Final = 15
"""The first key is computed for at most this many of the lowest players; fewer without counts."""


class Explainer(Explaining, Explains):
    """Answers questions about one round of the Swiss on resistance points."""

    complete_clause = "C9"
    forcer: Forcer

    def __init__(self, question: Question) -> None:
        self.judge = Judge(question.contestants)
        super().__init__(question, self.judge)
        self.c2 = question.rules.pairing.c2
        pairing = question.pairing
        self.best = self.judge.of_engine(pairing) if isinstance(pairing, Pairing) else ()
        self.forcer = Forcer(self.judge, self.best, self.c2)

    def seats(self) -> Iterator[tuple[int, tuple[int, int | None]]]:
        """Yield each player with the number of their group and their opponent, None for the bye."""
        for group, keyed in enumerate(self.best):
            for one, two in keyed.group.pairs:
                yield one, (group, two)
                yield two, (group, one)
        pairing = self.question.pairing
        if isinstance(pairing, Pairing) and pairing.bye is not None:
            yield pairing.bye, (len(self.best) - 1, None)

    def first_group(self, player: int) -> int:
        """Return the number of a player's score group."""
        return self.forcer.group_of[self.judge.place[player]]

    def left_over(self, number: int, player: int) -> Iterator[Claim]:
        """Yield that the last group leaves this player over, so that they have the bye.

        Rule: knsb-wp-2014 F1; knsb-wp-1996 F1.
        """
        yield Claim("free", (player,), clause="F1", group=self.best[number].group.score_halves)

    def obstacle(self, claim: Claim, one: int, two: int | None) -> Certificate | None:
        """Return why more players wait, if a set of players shows it."""
        return self.forcer.obstacle(one, two) if claim.key == "k1" else None

    def points(self, number: int) -> int:
        """Return the score of a group."""
        return self.best[number].group.score_halves

    def keys(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the players, whom the criteria of this system name by key."""
        return tuple(places)

    def none_at_all(self) -> Certificate | None:
        """Return why the round cannot be paired."""
        return certificate(self.judge.field)

    def differs(self, pairs: BoardPairs, bye: int | None) -> Iterator[Claim]:
        """Yield the first key in which a legal pairing differs from the pairing by the rules.

        Rule: knsb-wp-2014 C; knsb-wp-1996 C.
        """
        difference = compare(self.best, self.judge.evaluate(pairs, bye).groups, self.c2)
        if difference is not None:
            yield self.told(Claim("differs"), difference)

    def group(self, number: int) -> Iterator[Claim]:
        """Yield the members of a group, the players who came in and those who leave, with keys."""
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
        detail: dict[str, ClaimValue] = {"reason": reason, "size": keyed.group.keys.size}
        yield Claim(
            "room_size",
            keyed.group.waiting,
            clause=clause,
            group=keyed.group.score_halves,
            key="k1",
            detail=detail,
        )
        if shown is not None:
            yield proof(shown, self.judge)

    def _rooms(self, treatment: Treatment, keyed: Keyed) -> Iterator[Claim]:
        """Rule: knsb-wp-2014 C4.1, C4.2, C4.3, C4.4, C4.5."""
        group = keyed.group
        if not group.pairs:
            return
        others = treatment.others()
        possible = [room for room in others if room.difference is not None]
        detail: dict[str, ClaimValue] = {"all_listed": treatment.all_listed}
        if not possible:
            yield Claim("only_room", group.waiting, group=group.score_halves, detail=detail)
        for at, room in enumerate(possible[:OTHER_ROOMS_AT_MOST]):
            assert room.difference is not None
            kind = "other_room" if at else "waits"
            players = room.waiting if at else group.waiting
            claim = self.told(Claim(kind, players), room.difference)
            yield _about_rooms(claim, group.waiting, room, detail)
            if at == 0 and claim.key == "k4":
                yield from self._without_opponent(treatment, room)
        for room in [room for room in others if room.fails][:OTHER_ROOMS_AT_MOST]:
            clause = "C2" if room.fails == "H1" else "C9"
            yield Claim(
                "impossible_room",
                room.waiting,
                (),
                clause,
                group.score_halves,
                detail={"fails": room.fails},
            )

    def _without_opponent(self, treatment: Treatment, room: OtherRoom) -> Iterator[Claim]:
        """Yield the players of a room worse by C4.2 who would lack a next opponent."""
        following = self.best[treatment.number + 1].group.residents
        for player in room.waiting:
            faults = [self.judge.fault_of(player, other) for other in following]
            if all(faults):
                met = [fault.players[1] for fault in faults if fault and fault.kind == "met"]
                rest = [fault.players[1] for fault in faults if fault and fault.kind == "colours"]
                norms = [clause for clause, some in (("B1a", met), ("B2", rest)) if some]
                yield Claim(
                    "no_opponent",
                    (player,),
                    (*met, *rest),
                    ", ".join(norms),
                    detail={"met": len(met), "colours": len(rest)},
                )

    def pairs_of(self, number: int, player: int, opponent: int) -> Iterator[Claim]:
        """Yield the pairs of a player's group, and the opponents the player did not get.

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
        """Return what the pairs of a group attain: score differences, and denied colours."""
        group = self.best[number].group
        paired = [self.judge.place[key] for two in group.pairs for key in two]
        wishes: dict[Colour | None, int] = {"W": 0, "B": 0, None: 0}
        for at in paired:
            kind = self.judge.field.classes[at]
            wishes[None if kind == 0 else "W" if kind < 4 else "B"] += 1
        detail: dict[str, ClaimValue] = {
            "score_differences_halves": group.keys.score_differences_halves,
            "denied": group.keys.denied,
            "denied_strong": group.keys.denied_strong,
            "want_white": wishes["W"],
            "want_black": wishes["B"],
            "no_preference": wishes[None],
        }
        return Claim(
            "optimum", (), clause="B3, B4", group=group.score_halves, key="k6", detail=detail
        )


def _about_rooms(
    claim: Claim, taken: tuple[int, ...], room: OtherRoom, detail: dict[str, ClaimValue]
) -> Claim:
    others = room.waiting if claim.kind == "waits" else taken
    return replace(claim, others=others, detail=detail)
