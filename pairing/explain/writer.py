"""An explanation as text for people, built from its claims alone; the words are in catalogues."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar

from ledger.messages import Message, Parts, Sentence, Value, run_on
from ledger.values import halves_text
from pairing.explain.claims import Claim, ClaimValue
from pairing.explain.question import Question
from pairing.explain.together import together
from pairing.norms.criterion import Criterion
from pairing.norms.faults import KNSB, NormClauses
from projections.games.gave_way import gave_way
from projections.views.rulebook_names import heading_name

_PLAIN = frozenset({"places", "rounds"})
_STARTS_A_PART = frozenset({"group", "board", "impossible"})
_NAMED_AT_MOST = 12


class Writer:
    """Writes the claims about one round; each system overlays its own words on `explain`."""

    room: ClassVar[str] = "explain"
    norms: ClassVar[NormClauses] = KNSB
    criteria: Mapping[str, Criterion] = {}
    """The criteria of the system by key, where it has them as objects."""

    def __init__(self, question: Question) -> None:
        """Create a writer for the round."""
        self.question = question
        self.writers: Mapping[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = _WRITERS

    def _decision(self, name: str) -> Sentence:
        """Return the sentence on a decision that a claim depends on."""
        return self.say(f"decision.{name}")

    def title(self) -> Sentence:
        """Return the line above an explanation."""
        question = self.question
        return self.say(
            f"title.{question.source}",
            round=question.round,
            rules=heading_name(question.rules),
            basis=question.basis or 0,
        )

    def page(self, claims: Iterable[Claim]) -> list[Sentence]:
        """Return the lines of an explanation.

        Similar claims share a line; a blank line precedes each group.
        """
        lines: list[Sentence] = []
        inside = False
        for some in together(claims, self.criteria):
            if some[0].kind == "group" and lines:
                lines.append("")
            shifted = inside and some[0].kind not in _STARTS_A_PART
            lines += [run_on("  ", line) if shifted else line for line in self.lines(some)]
            inside = inside or some[0].kind == "group"
        return lines

    def text(self, claim: Claim) -> Sentence:
        """Return a claim as one line."""
        return run_on(*map(not_aligned, self.lines([claim])), between=" ")

    def lines(self, claims: Sequence[Claim]) -> list[Sentence]:
        """Return the lines of claims that say the same of different players."""
        first = claims[0]
        sentences = self.writers.get(first.kind, Writer._plain)(self, claims)
        rests_on = [
            self._decision(name)
            for name in dict.fromkeys(d for claim in claims for d in claim.decisions)
        ]
        if first.detail.get("proved") is False:
            rests_on.append(self.say("unproved"))
        return [*sentences, *(run_on("  ", line) for line in rests_on)]

    # --- parts of sentences -----------------------------------------------------------------------

    def say(self, name: str, /, **values: Value) -> Sentence:
        """Return a sentence from the system's catalogue."""
        return Message(f"{self.room}.{name}", tuple(values.items()))

    def names(self, players: Iterable[int]) -> tuple[Sentence, ...]:
        """Return the players by number and name: "2 Bos, 5 Evers and 6 Fokker"."""
        return self._named([self.question.called(player) for player in players])

    def _named(self, texts: Sequence[Sentence]) -> tuple[Sentence, ...]:
        if len(texts) <= _NAMED_AT_MOST:
            return tuple(texts)
        rest = len(texts) - _NAMED_AT_MOST + 1
        return (*texts[: _NAMED_AT_MOST - 1], self.say("more", n=rest))

    def _either(self, texts: Sequence[Sentence]) -> Sentence:
        """Return the alternatives: a, b or c."""
        *before, last = self._named(texts)
        return self.say("or", before=run_on(*before, between=", "), last=last) if before else last

    def _count(self, players: int) -> Sentence:
        """Return a number of players: "none", "one player", "2 players"."""
        return self.say("players", n=players) if players else self.say("none")

    def _room(self, players: Sequence[int]) -> Sentence:
        """Return a waiting room by names; "+" joins players who wait together."""
        return run_on(*map(self.question.called, players), between=" + ")

    def _two(self, claim: Claim) -> dict[str, Value]:
        names = [self.question.called(player) for player in claim.players]
        return dict(zip("ab", names, strict=False))

    def _key(self, claim: Claim) -> Sentence:
        """Return what would get worse, as a clause of a sentence."""
        name = f"key.{claim.key}"
        if claim.unit == "strong":
            name += ".strong"
        if claim.detail.get("part"):
            name += f".{claim.detail['part']}"
        number = self._number_of(claim.unit)
        others = [self.question.called(player) for player in claim.others]
        values: dict[str, Value] = dict(zip("abc", others, strict=False))
        values |= {"found": number(claim.found or 0), "instead": number(claim.instead or 0)}
        return self.say(name, n=max(claim.instead or 0, 1), **values)

    def _together(self, claim: Claim) -> str | None:
        """Return the sentence on a claim of which the values do not matter; None: they do."""
        one = self.criteria.get(claim.key or "")
        return None if one is None else one.together.get(claim.kind)

    def _number_of(self, unit: str | None) -> Callable[[int], Value]:
        """Return the function that writes a number of a unit."""
        if unit == "points":
            return halves_text
        return self._pairs if unit == "pairs" else int if unit in _PLAIN else self._count

    def _pairs(self, pairs: int) -> Sentence:
        """Return a number of pairs: "no pair", "1 pair", "2 pairs"."""
        return self.say("pairs", n=pairs) if pairs else self.say("no_pair")

    def _by_places(self, claims: Sequence[Claim]) -> list[Sentence]:
        """Return where two who meet stand in both halves."""
        claim = claims[0]
        detail = claim.detail
        line = self.say(
            f"opponent.{detail['part']}",
            clause=claim.clause or "",
            s1_place=number_in(detail, "s1_place"),
            s2_place=number_in(detail, "s2_place"),
            **self._two(claim),
        )
        if not detail["first"]:
            return [line]
        return [run_on(line, self.say("opponent.straight"), between=" ")]

    def _wishes(self, detail: Mapping[str, ClaimValue]) -> Sentence:
        """Return how many want each colour, in brackets."""
        wishes = [
            self.say(f"wish.{name}", n=count)
            for name, key in (("W", "want_white"), ("B", "want_black"), ("none", "no_preference"))
            if (count := number_in(detail, key))
        ]
        return self.say("wishes", list=run_on(*wishes, between=", ")) if wishes else ""

    def _colour_named(self, colour: object) -> Sentence:
        return self.say("white" if colour == "W" else "black")

    def _colour_decided(self, name: str, who: int, claim: Claim) -> list[Sentence]:
        """Return who gets which colour: as `wish` has it, or by the parity of `place`."""
        wish, first = (claim.detail.get(key) for key in ("wish", "first_colour"))
        said: dict[str, Value] = {"colour": self._colour_named(wish) if wish else ""}
        if first is not None:
            place = number_in(claim.detail, "place")
            name += ".odd" if place % 2 else ".even"
            said = {"colour": self._colour_named(first), "place": place}
        said |= {"who": self.question.called(who), "clause": claim.clause or ""}
        return [self.say(name, **said, **self._two(claim))]

    def _letters(self, history: object, between: str = "") -> Sentence:
        """Return a history of colours in the letters of the language: WB-W."""
        letters = {sign: self.say(f"letter.{sign}") for sign in "WB"}
        return run_on(*(letters.get(sign, sign) for sign in str(history)), between=between)

    # --- sentences --------------------------------------------------------------------------------

    def _plain(self, claims: Sequence[Claim]) -> list[Sentence]:
        """Return the sentence named after the kind of a claim, with all players named."""
        return [self._named_as(claims[0].kind, claims)]

    def _named_as(self, name: str, claims: Sequence[Claim]) -> Sentence:
        """Return the named sentence, filled from a claim: players, clause, points, detail."""
        claim = claims[0]
        players = [player for c in claims for player in c.players]
        values: dict[str, Value] = {
            "n": len(players),
            "who": self.names(players),
            "others": self.names(claim.others),
            "clause": claim.clause or "",
            "points": "" if claim.group is None else halves_text(claim.group),
            **self._two(claim),
        }
        values |= {name: value for name, value in claim.detail.items() if value is not None}
        return self.say(name, **values)

    def _pair_or_free(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = claim.kind if len(claim.players) == 2 else f"{claim.kind}.free"
        values = self._of_all(claims) | {"points": halves_text(claim.group or 0)}
        if len(claims) > 1 and (together := self._together(claim)):
            return [self.say(together, **values)]
        return [self.say(name, key=self._key(claim) if claim.key else "", **values)]

    def _of_all(self, claims: Sequence[Claim]) -> dict[str, Value]:
        """Return clause and players of a claim; of several alike all of their first players."""
        values: dict[str, Value] = {"clause": claims[0].clause or "", **self._two(claims[0])}
        if len(claims) > 1:
            values["a"] = self._either([self.question.called(c.players[0]) for c in claims])
        return values

    def _free(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = "free.by_rules" if claim.detail.get("by_rules") else "free"
        name = "free.clause" if claim.clause and name == "free" else name
        return [self.say(name, clause=claim.clause or "", **self._two(claim))]

    def _by_hand(self, claims: Sequence[Claim]) -> list[Sentence]:
        detail = claims[0].detail
        reason = detail["reason"]
        begun = detail["begun_at"]
        at = datetime.fromisoformat(str(detail["recorded_at"])).astimezone(self.question.zone)
        change = self.say(
            "by_hand.added" if detail["added"] else "by_hand.changed",
            position=number_in(detail, "position"),
            at=at,
            actor=str(detail["actor"]),
            because=f" ({reason})" if reason else "",
        )
        return [change] if begun is None else [change, self.say("by_hand.begun", begun_at=begun)]

    def _by_norms(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        if "condition" in claim.detail:
            broken = claim.detail["condition"]
            if broken is None:
                return [self.say("by_norms.conditions_kept")]
            return [self.say("by_norms.condition", condition=gave_way(str(broken)))]
        name = "by_norms" if len(claim.players) == 2 else "by_norms.free"
        return [self.say(name if claim.clause is None else f"by_norms.{claim.clause}")]

    def _rooms(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = self._together(claim) or claim.kind
        lines = [
            self.say(
                name,
                key=self._key(claim) if name == claim.kind else "",
                who=self._either([self._room(c.players) for c in claims]),
                others=self._room(claim.others),
                clause=claim.clause or "",
            )
        ]
        if claim.detail.get("all_listed") is False and claim.kind != "other_room":
            lines.append(self.say("not_all_rooms"))
        return lines

    def _impossible_room(self, claims: Sequence[Claim]) -> list[Sentence]:
        who = self._either([self._room(c.players) for c in claims])
        return [self.say(f"impossible_room.{claims[0].detail['fails']}", who=who)]

    def _candidate(self, claims: Sequence[Claim]) -> list[Sentence]:
        who = self.names(claim.players[1] for claim in claims)
        first = claims[0]
        clause = first.clause or ""
        if len(claims) > 1 and (together := self._together(first)):
            return [self.say(together, who=who, clause=clause)]
        if first.key:
            return [self.say("candidate", who=who, key=self._key(first), clause=clause)]
        if first.clause == self.norms.met:
            met = dict.fromkeys(c.detail["met_in_round"] for c in claims)
            rounds = tuple(number for number in met if number is not None)
            if not rounds:
                return [self.say("candidate.met_before", who=who)]
            return [self.say("candidate.met", who=who, rounds=rounds)]
        if first.clause == self.norms.colours:
            return [self.say("candidate.colours", who=who)]
        return [self.say("candidate.impossible", who=who, clause=clause)]

    def _at_board(self, claim: Claim, line: Sentence) -> list[Sentence]:
        board = claim.detail.get("board")
        return [line if board is None else self.say("at_board", board=board, line=line)]

    def _fault(self, claim: Claim) -> Sentence:
        met = claim.detail.get("met_in_round")
        fault = claim.detail["fault"]
        name = "illegal.met_before" if fault == "met" and met is None else f"illegal.{fault}"
        values: dict[str, Value] = {"round": met or 0, "clause": claim.clause or ""}
        return self.say(name, **values, **self._two(claim))

    def _illegal(self, claims: Sequence[Claim]) -> list[Sentence]:
        return self._at_board(claims[0], self._fault(claims[0]))

    def _in_the_way(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        if not claim.others:
            return [self.say("in_the_way", line=self._fault(claim))]
        of = self.names(claim.others)
        return [self.say("in_the_way.of_bye", of=of, line=self._fault(claim))]

    def _impossible(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = ("impossible", "impossible.free", "impossible.pair")[len(claim.players)]
        name = "impossible.C1" if claim.clause == "C1" else name
        return [self.say(name, clause=claim.clause or "", **self._two(claim))]

    def _proof(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        why = claim.detail["why"]
        bye = claim.detail.get("bye")
        players: list[Sentence] = [self.question.called(player) for player in claim.players]
        partners: list[Sentence] = [self.question.called(player) for player in claim.others]
        players += [self.say("proof.the_bye")] if bye == "players" else []
        partners += [self.say("proof.the_bye")] if bye == "partners" else []
        values: dict[str, Value] = {"who": self._named(players), "others": self._named(partners)}
        if why == "too_few" and not partners:
            return [self.say("proof.too_few.nobody", **values)]
        name = f"proof.{why}"
        if why == "alone" and partners:
            apart = {self.norms.met: ".met", self.norms.colours: ".colours"}
            name += apart.get(claim.clause or "", ".both")
        number = len(partners)
        parts = {"parts": claim.detail.get("parts") or 0, "partners": self._count(number)}
        return [self.say(name, n=number, **values, **parts, **self._two(claim))]

    def _differs(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        clause = claim.clause or ""
        if claim.key is None:
            return [self.say("differs.lots", clause=clause)]
        name = "differs.worse" if (claim.by or 0) > 0 else "differs.better"
        points = halves_text(claim.group or 0)
        return [self.say(name, key=self._key(claim), clause=clause, points=points)]

    def _colours_otherwise(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        name = "colours_otherwise"
        clause = claim.clause or ""
        who = self._two(claim)
        line = self.say(name, clause=clause, **who)
        if claim.detail.get("breaks_b2"):
            norm = str(claim.detail.get("norm", "B2"))
            line = self.say("colours_otherwise.norm", norm=norm, clause=clause, **who)
        return self._at_board(claim, line)

    def _preference(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        detail = claim.detail
        who = self._two(claim)
        if detail["colour"] is None:
            lines = [self.say("preference.none", **who)]
        else:
            values: dict[str, Value] = {
                "colours": self._letters(detail["colours"]),
                "difference": str(detail["difference"]),
                "strength": self.say(f"strength.{detail['strength']}"),
                "colour": self._colour_named(detail["colour"]),
            }
            lines = [self.say("preference", **values, **who)]
        if detail["topscorer"]:
            lines.append(self.say("preference.topscorer", **who))
        return lines

    def _history(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        both = claim.detail["aligned"]
        assert isinstance(both, tuple)
        names = [self.question.called(player) for player in claim.players]
        width = max(map(len, names))
        name = "history.E3" if claim.clause == "E3" else "history"
        lines = [self.say(name, clause=claim.clause or "")]
        for name, history in zip(names, both, strict=True):
            lines.append(run_on(f"  {name:<{width}}  ", self._letters(history, " ")))
        at = claim.detail["differ_at"]
        if not isinstance(at, int):
            return [*lines, self.say("history.never")]
        mark = f"  {'':<{width}}  {'  ' * at}^"
        return [*lines, run_on(mark), self.say("history.at")]

    def _colour_barred(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        colour = self._colour_named(claim.detail["colour"])
        return [self.say("colour_barred", colour=colour, **self._two(claim))]

    def _colour(self, claims: Sequence[Claim]) -> list[Sentence]:
        claim = claims[0]
        wish = claim.detail.get("wish")
        only = claim.detail.get("only")
        name = f"colour.{claim.clause}" if claim.clause in _COLOUR_CLAUSES else "colour.lot"
        who = claim.others[0]
        if claim.clause == "E1" and only is not None:
            name = "colour.E1.one"
            who = claim.others[0 if only == "higher" else 1]
        colour = self._colour_named(wish) if wish else ""
        return [self.say(name, colour=colour, who=self.question.called(who), **self._two(claim))]


_COLOUR_CLAUSES = frozenset({"E1", "E2", "E3", "E4", "B2"})

_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[Sentence]]] = {
    "by_lot": Writer._pair_or_free,
    "free": Writer._free,
    "not_by_rules": Writer._pair_or_free,
    "by_hand": Writer._by_hand,
    "by_norms": Writer._by_norms,
    "waits": Writer._rooms,
    "other_room": Writer._rooms,
    "impossible_room": Writer._impossible_room,
    "candidate": Writer._candidate,
    "same": Writer._pair_or_free,
    "forced": Writer._pair_or_free,
    "illegal": Writer._illegal,
    "impossible": Writer._impossible,
    "in_the_way": Writer._in_the_way,
    "proof": Writer._proof,
    "differs": Writer._differs,
    "board_found": Writer._pair_or_free,
    "board_by_rules": Writer._pair_or_free,
    "colours_otherwise": Writer._colours_otherwise,
    "preference": Writer._preference,
    "history": Writer._history,
    "colour_barred": Writer._colour_barred,
    "colour": Writer._colour,
}


def number_in(detail: Mapping[str, ClaimValue], name: str) -> int:
    """Return a whole number from the values of a claim."""
    value = detail[name]
    assert isinstance(value, int)
    return value


def not_aligned(line: Sentence) -> Sentence:
    """Return a line without the spaces that align it with its neighbours."""
    if not isinstance(line, Parts):
        return line
    parts = [part.strip() if isinstance(part, str) else part for part in line.parts]
    return run_on(*(part for part in parts if part != ""), between=" ")
