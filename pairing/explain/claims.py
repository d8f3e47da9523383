"""The claims an explanation consists of, as data; writers turn them into text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from typing import Annotated, Final

from ledger.records import Record
from pairing.norms.certificate import Certificate
from pairing.norms.criterion import Difference
from pairing.norms.faults import Norms
from projections.views import fields
from projections.views.view import number

KINDS: Final[Mapping[str, str]] = {
    "by_lot": "the first round: these two meet, or this player is free, by lot (D1, D2) or in "
    "order of rating (F4)",
    "board": "the published, played or drafted game: white, black",
    "free": "who has the bye",
    "by_hand": "a board or bye that the arbiter made after the publication: when, who and why",
    "by_norms": "the same by the norms, as known when it was made: the clause that it breaks, or "
    "in a season the condition; null: none",
    "nobody_free": "the number of players is even",
    "not_by_rules": "this board or bye is not what the rules give",
    "group": "a treated group: its own players, and (others) who came from the waiting room, or "
    "were moved down, or float up",
    "room_size": "how many wait or float down or up, and why not fewer: odd, inside, below or "
    "both; bye: the bye would be for a higher score",
    "waits": "who waits, or floats down; (others) the next best choice, and the key in which it is "
    "worse",
    "only_room": "who waits; no other choice of as many is possible",
    "other_room": "another choice of who waits, and the key in which it is worse",
    "impossible_room": "another choice of who waits, which cannot be completed (H1, H2), or on "
    "rating leaves fewer pairs",
    "no_opponent": "this player has met, or may not meet by colour, all (others) of the next group"
    ", or on rating of this one",
    "optimum": "the best that the pairs of the group can do: score differences and colours, or on "
    "rating what must be dropped",
    "subset": "rating, FIDE: who of those moved down are in S1, and (others) who are not; in the "
    "Dubov System G1, and (others) G2",
    "exchange": "rating, FIDE: who goes out of S1, and (others) out of S2; in the Dubov System out "
    "of G1, and G2",
    "opponent": "the higher met the lower, as low as possible; on rating and in FIDE's "
    "systems the one in S1 the other",
    "candidate": "a player whom they did not meet, and the clause or key against it: one placed "
    "lower, or on rating one who comes before in order",
    "not_examined": "such players for whom this was not worked out, being too many",
    "barred": "players who may not have the bye",
    "same": "the rules do give this pair, or this bye",
    "forced": "with this pair (bye) made, this is the first key that gets worse",
    "illegal": "a board or bye that a norm forbids, or a player not paired once",
    "impossible": "no complete pairing exists with this pair (bye), or at all",
    "in_the_way": "two who may not meet, for which it is so; (others) who would have the bye",
    "proof": "a set of players with too few partners (others)",
    "differs": "the first key in which the pairing and the one by the rules differ",
    "board_found": "a board or bye that the rules do not give",
    "board_by_rules": "a board or bye that the rules give instead",
    "colours_otherwise": "a game whose colours the rules give the other way round",
    "preference": "the colour a player should get",
    "history": "both colour histories, aligned (F4), and the place where they last differ",
    "colour_barred": "a colour that B2 does not leave this player",
    "colour": "who has white, and by which clause",
}
"""The kinds of claims that more than one system makes, and their meaning; the others stand in the
`claim_kinds` of their system."""

ClaimValue = int | str | bool | None | tuple[int, ...] | tuple[str, ...]


class ClaimRecord(Record):
    """A claim as programs read it."""

    kind: Annotated[str, "What it says."]
    clause: Annotated[str | None, "Rulebook and clause; null: none is needed."]
    key: Annotated[
        str | None,
        "k1 to k8, the keys of a score group in their order, or c2; on rating c13 to d1, in their "
        "order (rules/rating.md); in FIDE's systems bye_score to opponents, in their order, with "
        "bye_games and bye_rank after bye_score in the Burstein System, and upfloaters and "
        "shifters between in the Dubov System; "
        "in a season free, level, lowest or nearest; null: none.",
    ]
    group: Annotated[float | None, "Score of the group that is spoken of."]
    by: Annotated[float | None, "How much worse the key is than by the rules (negative: better)."]
    unit: Annotated[
        str | None,
        "What by, found and instead count: players, points, places, pairs, rounds, brackets (1: "
        "the group below cannot be paired), denied, or strong (denied with both preferences "
        "strong or absolute).",
    ]
    found: Annotated[float | None, "The key by the rules, where it first differs."]
    instead: Annotated[float | None, "The key otherwise."]
    players: Annotated[list[fields.PlayerNumber], "Whom it is about; a board has white first."]
    others: Annotated[list[fields.PlayerNumber], "Whom else: partners, the other choice ..."]
    decisions: Annotated[tuple[str, ...], "Decisions of ours on a silent text that it rests on."]
    detail: Annotated[dict[str, object], "Plain values that only this kind of claim has."]


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement of an explanation.

    `kind` is one of KINDS, or of the `claim_kinds` of the system. `players` and `others` are keys of
    players. `clause` is the name in the rulebook (B1a, C4.2). `group` is the score of the group in
    half points. `key` is one of the `claim_keys` of the system, in which two pairings are compared;
    `by` is how much worse it is, in `unit`. `found` is the value of the key in the pairing by the
    rules and `instead` the value in the other pairing, at the first place where they differ (half
    points for points).

    `decisions` are our readings of a silent text that the claim depends on. `detail` holds plain
    values.
    """

    kind: str
    players: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    clause: str | None = None
    group: int | None = None
    key: str | None = None
    by: int | None = None
    unit: str | None = None
    found: int | None = None
    instead: int | None = None
    decisions: tuple[str, ...] = ()
    detail: Mapping[str, ClaimValue] = field(default_factory=dict)

    def differing(self, difference: Difference, group: int | None, who: tuple[int, ...]) -> Claim:
        """Return the claim with how two pairings differ: in the group of this score, for these."""
        part: dict[str, ClaimValue] = {"part": difference.part} if difference.part else {}
        return replace(
            self,
            others=self.others or who,
            clause=difference.clause,
            group=group,
            key=difference.key,
            by=difference.by,
            unit=difference.unit,
            found=difference.own,
            instead=difference.instead,
            decisions=difference.decisions,
            detail={**self.detail, **part},
        )

    def record(self, label: Callable[[int], int], cite: Callable[[str], str]) -> ClaimRecord:
        """Return the claim as programs read it: player numbers, points as numbers, cited clause."""
        points = self.unit == "points"

        def value(halves: int | None) -> float | None:
            return number(halves) if points and halves is not None else halves

        return ClaimRecord(
            kind=self.kind,
            clause=None if self.clause is None else cite(self.clause),
            key=self.key,
            group=None if self.group is None else number(self.group),
            by=value(self.by),
            unit=self.unit,
            found=value(self.found),
            instead=value(self.instead),
            players=[label(player) for player in self.players],
            others=[label(player) for player in self.others],
            decisions=self.decisions,
            detail={k: list(v) if isinstance(v, tuple) else v for k, v in self.detail.items()},
        )


IN_THE_WAY_AT_MOST: Final = 3
TAKEN_APART_AT_MOST: Final = 100
"""# For more players than this a few pairs prove nothing; the claim then gives only the number."""


def in_the_way(
    certificate: Certificate, norms: Norms, met_in: Callable[[int, int], int | None]
) -> Iterator[Claim]:
    """Yield the first forbidden pairs that keep some players from all being paired.

    Rule: knsb-wp-2014 B1a, B2; knsb-rating-2014 B1a, B2.
    """
    faults = (norms.fault_of(one, two) for one, two in _apart(certificate, norms))
    for fault in islice((fault for fault in faults if fault), IN_THE_WAY_AT_MOST):
        met = met_in(*fault.players) if fault.kind == "met" else None
        detail: dict[str, ClaimValue] = {"fault": fault.kind, "met_in_round": met}
        yield Claim("in_the_way", fault.players, clause=fault.clause, detail=detail)


def _apart(certificate: Certificate, norms: Norms) -> Iterator[tuple[int, int]]:
    """Yield the pairs that would help: a lone player with others, or players of different parts."""
    if certificate.kind == "alone":
        yield from ((certificate.players[0], other) for other in certificate.partners)
    if certificate.kind != "too_few" or len(certificate.players) > TAKEN_APART_AT_MOST:
        return
    part: dict[int, int] = {}
    for player in certificate.players:
        reached = [] if player in part else [player]
        for one in reached:
            part[one] = player
            free = (p for p in certificate.players if p not in part and p not in reached)
            reached += [p for p in free if norms.fault_of(one, p) is None]
    for one, two in combinations(certificate.players, 2):
        if part[one] != part[two]:
            yield one, two


def proof(certificate: Certificate, judge: Norms) -> Claim:
    """Return the claim that a set of players cannot be paired.

    For a player without any opponent the clause names the norms that exclude the others.

    Rule: knsb-wp-2014 B1a, B1b, B2.
    """
    detail: dict[str, ClaimValue] = {"why": certificate.kind}
    if certificate.kind == "too_few":
        detail |= {"parts": certificate.parts, "bye": certificate.bye}
    norms = judge.clauses
    clause = norms.bye if certificate.kind == "no_bye" else norms.of_pairs
    if certificate.kind == "alone":
        faults = [judge.fault_of(certificate.players[0], other) for other in certificate.partners]
        clause = ", ".join(sorted({fault.clause for fault in faults if fault})) or clause
    return Claim("proof", certificate.players, certificate.partners, clause, detail=detail)
