"""An explanation as people read it, in English or Dutch, made from its claims and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from ledger.values import Language, halves_text
from pairing.explain.claims import Claim
from pairing.explain.question import Question
from pairing.explain.words import WORDS
from projections.log.dossier import local

BY_ORDER: Final = frozenset({"d3", "d1_moved", "d2", "d1"})
"""Keys that only say what comes first."""

_STARTS_A_PART = frozenset({"group", "board", "impossible"})
_NAMED_AT_MOST = 12


class Writer:
    """Writes claims about one round in one language."""

    def __init__(self, question: Question, language: Language) -> None:
        self.question, self.words = question, WORDS[language]
        self.writers: Mapping[str, Callable[[Any, Sequence[Claim]], list[str]]] = _WRITERS

    def _decision(self, name: str) -> str:
        """The sentence on a decision that a claim rests on."""
        return self.words[f"decision.{name}"].format(c2=self.question.rules.pairing.c2)

    def title(self) -> str:
        """The line above an explanation."""
        question = self.question
        name = f"title.{question.source}"
        return self.words[name].format(
            round=question.round, rules=question.rules.id, basis=question.basis
        )

    def page(self, claims: Iterable[Claim]) -> list[str]:
        """The lines of an explanation, alike claims in one line, a blank line before each group."""
        lines: list[str] = []
        inside = False
        for some in _together(claims):
            if some[0].kind == "group" and lines:
                lines.append("")
            shift = "  " if inside and some[0].kind not in _STARTS_A_PART else ""
            lines += [f"{shift}{line}" for line in self.lines(some)]
            inside = inside or some[0].kind == "group"
        return lines

    def lines(self, claims: Sequence[Claim]) -> list[str]:
        """The lines of some claims that say the same of different players."""
        first = claims[0]
        sentences = self.writers.get(first.kind, Writer._plain)(self, claims)
        rests_on = [
            self._decision(name)
            for name in dict.fromkeys(d for claim in claims for d in claim.decisions)
        ]
        if first.detail.get("proved") is False:
            rests_on.append(self.words["unproved"])
        return [*sentences, *(f"  {line}" for line in rests_on)]

    # --- parts of sentences -----------------------------------------------------------------------

    def names(self, players: Iterable[int]) -> str:
        """Players by number and name: "2 Bos, 5 Evers and 6 Fokker"."""
        return self._joined([self.question.called(player) for player in players])

    def _joined(self, texts: Sequence[str], last: str = "and") -> str:
        if len(texts) > _NAMED_AT_MOST:
            rest = len(texts) - _NAMED_AT_MOST + 1
            texts = [*texts[: _NAMED_AT_MOST - 1], self._say("more", n=rest)]
        if len(texts) < 2:
            return "".join(texts)
        return f"{', '.join(texts[:-1])} {self.words[last]} {texts[-1]}"

    def _say(self, name: str, **values: object) -> str:
        text = self.words[name]
        if "|" in text:
            one, many = text.split("|")
            text = one if values["n"] == 1 else many
        # A name may end in a full stop, and so may the sentence.
        return text.format(**values).replace("..", ".")

    def _count(self, players: int) -> str:
        """A number of players: "none", "one player", "2 players"."""
        if players < 2:
            return self.words[("none", "one")[players]]
        return self._say("some", n=players)

    def _room(self, players: Sequence[int]) -> str:
        """A waiting room by names; "+" keeps those together who wait together."""
        return " + ".join(self.question.called(player) for player in players)

    def _two(self, claim: Claim) -> dict[str, str]:
        names = [self.question.called(player) for player in claim.players]
        return dict(zip("ab", names, strict=False))

    def _key(self, claim: Claim) -> str:
        """What would get worse, as a clause of a sentence."""
        name = f"key.{claim.key}"
        if claim.unit == "strong":
            name += ".strong"
        if claim.detail.get("part"):
            name += f".{claim.detail['part']}"
        number = self._number_of(claim.unit)
        others = [self.question.called(player) for player in claim.others]
        return self._say(
            name, n=claim.instead, found=number(claim.found or 0),
            instead=number(claim.instead or 0), **dict(zip("abc", others, strict=False)),
        )  # fmt: skip

    def _number_of(self, unit: str | None) -> Callable[[int], str]:
        """What writes a number of a unit."""
        if unit == "points":
            return halves_text
        return self._pairs if unit == "pairs" else str if unit == "places" else self._count

    def _pairs(self, pairs: int) -> str:
        """A number of pairs: "no pair", "1 pair", "2 pairs"."""
        return self._say("pairs", n=pairs) if pairs else self.words["no_pair"]

    # --- sentences --------------------------------------------------------------------------------

    def _plain(self, claims: Sequence[Claim]) -> list[str]:
        """A sentence whose name is the kind, or the kind and the clause, with everybody named."""
        claim = claims[0]
        name = f"{claim.kind}.{claim.clause}"
        if name not in self.words:
            name = claim.kind
        said = {
            "who": self.names(player for c in claims for player in c.players),
            "others": self.names(claim.others),
            "clause": claim.clause,
            "points": "" if claim.group is None else halves_text(claim.group),
        }
        return [self._say(name, **said, **self._two(claim), **claim.detail)]

    def _pair_or_free(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        name = claim.kind if len(claim.players) == 2 else f"{claim.kind}.free"
        if claim.clause == "table":
            name = name.replace("by_lot", "by_table")
        said = {"clause": claim.clause, "points": halves_text(claim.group or 0)}
        who = self._two(claim)
        if len(claims) > 1:
            who["a"] = self._joined([self.names(c.players) for c in claims], "or")
        if claim.kind == "forced" and claim.key == "k7" and len(claims) > 1:
            return [self._say("forced.free.k7", **said, **who)]
        if claim.kind == "forced" and claim.key in BY_ORDER and len(claims) > 1:
            return [self._say("forced.free.order", **said, **who)]
        key = self._key(claim) if claim.key else ""
        return [self._say(name, key=key, **said, **who)]

    def _free(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        suffix = ".by_rules" if claim.detail.get("by_rules") else ".F1" if claim.clause else ""
        return [self._say(f"free{suffix}", **self._two(claim))]

    def _by_hand(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        detail = dict(claim.detail)
        detail["at"] = local(datetime.fromisoformat(str(detail["recorded_at"])))
        detail["because"] = f" ({detail['reason']})" if detail["reason"] else ""
        name = "by_hand.added" if detail["added"] else "by_hand.changed"
        begun = ["by_hand.begun"] if detail["begun_at"] is not None else []
        return [self._say(one, **detail) for one in (name, *begun)]

    def _by_norms(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        if "condition" in claim.detail:
            broken = claim.detail["condition"] is not None
            name = "by_norms.condition" if broken else "by_norms.conditions_kept"
            return [self._say(name, **claim.detail)]
        name = "by_norms" if len(claim.players) == 2 else "by_norms.free"
        return [self.words[name if claim.clause is None else f"by_norms.{claim.clause}"]]

    def _room_size(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        which = "C8" if claim.clause == "C8" else claim.detail["reason"]
        who, size = self.names(claim.players), claim.detail["size"]
        return [self._say(f"room_size.{which}", who=who, size=size)]

    def _rooms(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        by_place = claim.key == "k7" or claim.key in BY_ORDER
        who = self._joined([self._room(c.players) for c in claims], "or")
        said = {"who": who, "others": self._room(claim.others), "clause": claim.clause}
        how = "order" if claim.key in BY_ORDER else "k7"
        name = f"{claim.kind}.{how}" if by_place else claim.kind
        lines = [self._say(name, key="" if by_place else self._key(claim), **said)]
        if claim.detail.get("all_listed") is False and claim.kind != "other_room":
            lines.append(self.words["not_all_rooms"])
        return lines

    def _impossible_room(self, claims: Sequence[Claim]) -> list[str]:
        who = self._joined([self._room(c.players) for c in claims], "or")
        return [self._say(f"impossible_room.{claims[0].detail['fails']}", who=who)]

    def _no_opponent(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        met, colours = claim.detail["met"], claim.detail["colours"]
        suffix = "" if met and colours else ".met" if met else ".colours"
        said = {"others": self.names(claim.others), "clause": claim.clause}
        return [self._say(f"no_opponent{suffix}", **said, **self._two(claim))]

    def _optimum(self, claims: Sequence[Claim]) -> list[str]:
        detail = claims[0].detail
        apart = detail["score_differences_halves"]
        assert isinstance(apart, tuple)
        level = [halves_text(int(d)) for d in apart if d]
        differences = (
            self._say("optimum.differences", list=self._joined(level), n=len(level))
            if level
            else self.words["optimum.level"]
        )
        denied = self.words["optimum.nobody"]
        if detail["denied"]:
            denied = self._say("optimum.denied", n=detail["denied"])
            if detail["denied_strong"]:
                denied += self._say("optimum.strong", strong=detail["denied_strong"])
        denied += self._wishes(detail)
        return [self._say("optimum", differences=differences, denied=denied)]

    def _wishes(self, detail: Mapping[str, object]) -> str:
        """How many want which colour, in brackets."""
        wishes = [
            self._say(f"wish.{name}", n=detail[key])
            for name, key in (("W", "want_white"), ("B", "want_black"), ("none", "no_preference"))
            if detail[key]
        ]
        return f" ({', '.join(wishes)})" if wishes else ""

    def _candidate(self, claims: Sequence[Claim]) -> list[str]:
        who = self.names(claim.players[1] for claim in claims)
        first = claims[0]
        if first.key == "k8" and len(claims) > 1:
            return [self._say("candidate.k8", who=who)]
        if first.key in BY_ORDER and len(claims) > 1:
            return [self._say("candidate.order", who=who, clause=first.clause)]
        if first.key:
            return [self._say("candidate", who=who, key=self._key(first), clause=first.clause)]
        if first.clause == "B1a":
            met = dict.fromkeys(c.detail["met_in_round"] for c in claims)
            rounds = [str(number) for number in met if number is not None]
            if not rounds:
                return [self._say("candidate.met_before", who=who)]
            return [self._say("candidate.met", who=who, rounds=self._joined(rounds))]
        if first.clause == "B2":
            return [self._say("candidate.colours", who=who)]
        return [self._say("candidate.impossible", who=who)]

    def _illegal(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        met = claim.detail.get("met_in_round")
        fault = claim.detail["fault"]
        name = "illegal.met_before" if fault == "met" and met is None else f"illegal.{fault}"
        line = self._say(name, round=met, **self._two(claim))
        board = claim.detail.get("board")
        return [line if board is None else self._say("at_board", board=board, line=line)]

    def _impossible(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        name = ("impossible", "impossible.free", "impossible.pair")[len(claim.players)]
        name = "impossible.C1" if claim.clause == "C1" else name
        return [self._say(name, **self._two(claim))]

    def _proof(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        why, bye = claim.detail["why"], claim.detail.get("bye")
        players = [self.question.called(player) for player in claim.players]
        partners = [self.question.called(player) for player in claim.others]
        players += [self.words["proof.the_bye"]] if bye == "players" else []
        partners += [self.words["proof.the_bye"]] if bye == "partners" else []
        said = {"who": self._joined(players), "others": self._joined(partners)}
        if why == "too_few" and not partners:
            return [self._say("proof.too_few.nobody", **said)]
        name = f"proof.{why}"
        if why == "alone" and partners:
            name += {"B1a": ".met", "B2": ".colours"}.get(claim.clause or "", ".both")
        parts = {"parts": claim.detail.get("parts"), "partners": self._count(len(partners))}
        return [self._say(name, **said, **parts, **self._two(claim))]

    def _differs(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        if claim.key is None:
            name = "differs.table" if claim.clause == "table" else "differs.lots"
            return [self._say(name, clause=claim.clause)]
        name = "differs.worse" if (claim.by or 0) > 0 else "differs.better"
        points = halves_text(claim.group or 0)
        return [self._say(name, key=self._key(claim), clause=claim.clause, points=points)]

    def _colours_otherwise(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        name = "colours_otherwise.B2" if claim.detail.get("breaks_b2") else "colours_otherwise"
        line = self._say(name, clause=claim.clause, **self._two(claim))
        board = claim.detail.get("board")
        return [line if board is None else self._say("at_board", board=board, line=line)]

    def _letters(self, history: object) -> str:
        text = str(history)
        letters = {"W": self.words["W"][0].upper(), "B": self.words["B"][0].upper()}
        return "".join(letters.get(sign, sign) for sign in text)

    def _preference(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        detail, who = claim.detail, self._two(claim)
        if detail["colour"] is None:
            lines = [self._say("preference.none", **who)]
        else:
            said = {
                "colours": self._letters(detail["colours"]),
                "difference": detail["difference"],
                "strength": self.words[f"strength.{detail['strength']}"],
                "colour": self.words[str(detail["colour"])],
            }
            lines = [self._say("preference", **said, **who)]
        if detail["topscorer"]:
            lines.append(self._say("preference.topscorer", **who))
        return lines

    def _history(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        both = claim.detail["aligned"]
        assert isinstance(both, tuple)
        names = [self.question.called(player) for player in claim.players]
        width = max(map(len, names))
        lines = [self.words["history.E3" if claim.clause == "E3" else "history"]]
        for name, history in zip(names, both, strict=True):
            lines.append(f"  {name:<{width}}  {' '.join(self._letters(history))}")
        at = claim.detail["differ_at"]
        if not isinstance(at, int):
            return [*lines, self.words["history.never"]]
        return [*lines, f"  {'':<{width}}  {'  ' * at}^", self.words["history.at"]]

    def _colour_barred(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        colour = self.words[str(claim.detail["colour"])]
        return [self._say("colour_barred", colour=colour, **self._two(claim))]

    def _colour(self, claims: Sequence[Claim]) -> list[str]:
        claim = claims[0]
        name = f"colour.{claim.clause}"
        if name not in self.words:
            name = "colour.lot"
        wish, only = claim.detail.get("wish"), claim.detail.get("only")
        who = claim.others[0]
        if claim.clause == "E1" and only is not None:
            name, who = "colour.E1.one", claim.others[0 if only == "higher" else 1]
        colour = self.words[str(wish)] if wish else ""
        return [self._say(name, colour=colour, who=self.question.called(who), **self._two(claim))]


_WRITERS: dict[str, Callable[[Any, Sequence[Claim]], list[str]]] = {
    "by_lot": Writer._pair_or_free, "free": Writer._free, "not_by_rules": Writer._pair_or_free,
    "by_hand": Writer._by_hand, "by_norms": Writer._by_norms,
    "room_size": Writer._room_size, "waits": Writer._rooms, "other_room": Writer._rooms,
    "impossible_room": Writer._impossible_room, "no_opponent": Writer._no_opponent,
    "optimum": Writer._optimum, "candidate": Writer._candidate, "same": Writer._pair_or_free,
    "forced": Writer._pair_or_free, "illegal": Writer._illegal, "impossible": Writer._impossible,
    "proof": Writer._proof, "differs": Writer._differs, "board_found": Writer._pair_or_free,
    "board_by_rules": Writer._pair_or_free, "colours_otherwise": Writer._colours_otherwise,
    "preference": Writer._preference, "history": Writer._history,
    "colour_barred": Writer._colour_barred, "colour": Writer._colour,
}  # fmt: skip


_SAID_TOGETHER = frozenset({"candidate", "other_room", "impossible_room", "forced", "reading"})


def _together(claims: Iterable[Claim]) -> Iterator[list[Claim]]:
    """The claims that are said in one line, where the first of them stands."""
    for kind, run in groupby(claims, key=lambda claim: claim.kind):
        if kind not in _SAID_TOGETHER:
            yield from ([claim] for claim in run)
            continue
        alike: dict[object, list[Claim]] = {}
        for claim in run:
            alike.setdefault(_alike(claim), []).append(claim)
        yield from alike.values()


def _alike(claim: Claim) -> tuple[object, ...]:
    """What claims share that are said in one line."""
    if claim.kind == "forced" and len(claim.players) == 2:
        return (id(claim),)
    if claim.kind == "reading":
        return (claim.kind, claim.detail["decides"])
    value, others = (claim.found, claim.instead), claim.others
    if claim.kind in ("other_room", "impossible_room"):
        others = ()
    by_place = (("candidate", "k8"), ("forced", "k7"), ("other_room", "k7"))
    if (claim.kind, claim.key) in by_place or claim.key in BY_ORDER:
        value, others = (None, None), ()
    fails = claim.detail.get("fails")
    return (claim.kind, claim.clause, claim.key, claim.group, claim.unit, value, others, fails)
