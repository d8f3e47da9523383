"""What a tournament file says beyond its letters: titles, points, the colour drawn for round 1."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Literal

from ledger.messages import Blank, Sentence, also, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.fide_keys import Acceleration
from ledger.rulebooks.rulebook import Rulebook
from ledger.titles import title_of
from ledger.trf.codes import tie_break_list
from ledger.trf.findings import TrfNote
from ledger.trf.model import TrfFile, TrfHeader, TrfKept, TrfPoints, as_key
from ledger.trf.notes import says_unused
from ledger.trf.records import (
    TEAM_RECORDS,
    TrfAbnormal,
    TrfAcceleration,
    TrfProhibited,
    TrfRecord,
    TrfVirtual,
)
from ledger.values import OUTCOMES, TITLE_ORDER, Colour, Outcome, halves_text

_CODES: Mapping[Outcome, tuple[str, str]] = {
    "1-0": ("1", "0"),
    "0-1": ("0", "1"),
    "1/2-1/2": ("=", "="),
    "0-0": ("0", "0"),
    "1/2-0": ("=", "0"),
    "0-1/2": ("0", "="),
    "1-0R": ("+", "-"),
    "0-1R": ("-", "+"),
    "0-0R": ("-", "-"),
}
_NOT_RATED = {"1": "W", "=": "D", "0": "L"}


def codes_of(outcome: Outcome, rated: bool = True) -> tuple[str, str]:
    """Return the codes of a result for White and for Black."""
    white, black = _CODES[outcome]
    return (white, black) if rated else (_NOT_RATED.get(white, white), _NOT_RATED.get(black, black))


RESULT_CODES: Mapping[tuple[str, str], tuple[Outcome, bool]] = {
    codes_of(outcome, rated): (outcome, rated) for outcome in OUTCOMES for rated in (False, True)
}
"""The result of each pair of codes that go together, and whether it is sent for rating."""

ROUND_ROBIN = "Individual: Round-Robin"
"""What a file of ours has as its type (092), and `says_round_robin` knows."""

_ROUND_ROBIN = re.compile(r"round[ _-]?robin|all[ -]?play[ -]?all|berger", re.IGNORECASE)


def says_round_robin(file: TrfFile) -> bool:
    """Tell whether the type of the tournament (092), or its code (192), is that of a round robin.

    The games do not tell: in a small Swiss everybody may have met everybody, too.
    """
    codes = (kept.text[3:] for kept in file.other if kept.tag == "192")
    texts = (*file.texts("092"), *file.texts("192"), *codes)
    return any(_ROUND_ROBIN.search(text) for text in texts)


def code_of(rules: Rulebook) -> str:
    """Return the code (192) of a rulebook's system; "" for a season by values, which has none."""
    if rules.speaks_trf26:
        return rules.trf_code + ("_BAKU" if rules.acceleration == "baku" else "")
    if rules.plays_round_robin:
        return f"BERGER_{'DOUBLE' if rules.round_robin.cycles == 2 else ''}ROUNDROBIN"
    return "" if rules.ranks_by_value else "CUSTOM_SWISS"


def with_codes(file: TrfFile, rules: Rulebook) -> TrfFile:
    """Return the file with what TRF26 has of a rulebook: system (192), and FIDE's tie-breaks (202).

    A system without a code of its own has the name of the rulebook in a comment. What the file
    says of its tie-breaks stays.
    """
    tags = {line.tag for line in file.header} | {kept.tag for kept in file.other}
    header = [line for line in file.header if line.tag != "192"]
    other = [kept for kept in file.other if kept.tag != "192"]
    if code := code_of(rules):
        header.append(TrfHeader("192", code))
    name = TrfKept(f"### {rules.id}")
    if not rules.speaks_trf26:
        other += [name] if name not in other else []
    elif not tags & {"202", "212"}:
        header.append(TrfHeader("202", tie_break_list(rules.ranking.final)))
    return replace(file, header=tuple(header), other=tuple(other))


def points_of(rules: Rulebook) -> TrfPoints:
    """Return what the rulebook makes of each result, in the words of a file (XXS)."""
    scores = rules.scores
    return TrfPoints(
        ww=scores.win,
        bw=scores.win,
        wd=scores.draw,
        bd=scores.draw,
        wl=scores.loss,
        bl=scores.loss,
        zpb=scores.absent,
        hpb=scores.half_bye,
        fpb=scores.full_bye,
        pab=rules.bye.points,
        fw=scores.default_win,
        fl=scores.default_loss,
    )


def points_disagree(file: TrfFile, rules: Rulebook) -> Refusals:
    """Return a refusal for each of the file's points (XXS) that the rulebook has otherwise."""
    if file.points is None:
        return ()
    ours = points_of(rules).halves()
    places = dict(file.places)
    line = places.get("XXS", places.get("162"))
    refusals: list[Refusal] = []
    for name, theirs in file.points.halves().items():
        if ours[name] != theirs:
            step = message("trf.disagree-step", option=also(set=as_key(name, theirs)))
            what = message(
                "trf.disagree",
                name=name,
                theirs=halves_text(theirs),
                ours=halves_text(ours[name]),
                rules=rules.id,
            )
            refusals.append(Refusal("points-disagree", what, step, exit=Exit.USAGE, line=line))
    return tuple(refusals)


def acceleration_of(file: TrfFile) -> Acceleration:
    """Return how the rounds of a file are accelerated: lines 250 and XXA override its code 192."""
    if file.virtual_halves():
        return "by_player"
    code = file.type_code
    return "baku" if code is not None and code.baku else "none"


def rulebook_of(file: TrfFile) -> tuple[str, dict[str, str]] | None:
    """Return the rulebook that a file's code (192) names, with changed keys; None where none does.

    The code of a system of FIDE names its edition; the acceleration of the file goes with it, and
    what it says that results are worth.
    """
    code = file.type_code
    if code is None or (code.kind, code.edition) not in _EDITIONS:
        return None
    said = acceleration_of(file)
    changes: dict[str, str] = {} if said == "none" else {"fide.acceleration": said}
    return f"fide-{code.kind}-{code.edition}", changes | _changed_points(file.points or TrfPoints())


def _changed_points(points: TrfPoints) -> dict[str, str]:
    """Return the keys of a rulebook for points other than the ordinary ones.

    A win of White and of Black are one key: a file that has them apart is refused later on.
    """
    ordinary = TrfPoints().halves()
    changes: dict[str, str] = {}
    for word, halves in points.halves().items():
        if halves != ordinary[word]:
            key, _, value = as_key(word, halves).partition("=")
            changes[key] = value
    if points.x is not None and points.x != TrfPoints().wd:
        changes["scores.adjourned"] = as_key("WD", points.x).partition("=")[2]
    return changes


_EDITIONS = frozenset(
    {("dutch", "2017"), ("dutch", "2026"), ("burstein", "2026"), ("dubov", "2026")}
)
"""The systems of FIDE that have a rulebook here, with the editions of their texts."""


def names_no_rulebook(file: TrfFile) -> Refusals:
    """Return the refusal of a file whose code (192) is that of another system of pairing.

    It asks for a rulebook, where none was chosen: the usual one would pair otherwise.
    """
    code = file.type_code
    of_fide = ("dubov", "burstein", "double-swiss")
    if code is None or code.kind not in of_fide or rulebook_of(file) is not None:
        return ()
    line = next(header.line for header in file.header if header.tag == "192")
    what = message("trf.no-system", code=code.text)
    step = message("trf.no-system-step", option=also(rules=Blank("RULEBOOK")))
    return (Refusal("system-not-here", what, step, exit=Exit.USAGE, line=line),)


def acceleration_disagrees(file: TrfFile, rules: Rulebook) -> Refusals:
    """Return the refusal of a file that is accelerated otherwise than FIDE's rulebook has it."""
    said = acceleration_of(file)
    if not rules.can_accelerate or said in ("none", rules.acceleration):
        return ()
    what = message("trf.accelerated", said=said, ours=rules.acceleration, rules=rules.id)
    step = message("trf.disagree-step", option=also(set=f"fide.acceleration={said}"))
    return (Refusal("acceleration-disagrees", what, step, exit=Exit.USAGE),)


def carried_out(rules: Rulebook) -> tuple[type[TrfRecord], ...]:
    """Return the records that are facts, and change pairings, under a rulebook."""
    prohibited = (TrfProhibited,) if rules.prohibits_pairs else ()
    return (TrfAcceleration, TrfVirtual, *prohibited) if rules.can_accelerate else prohibited


_NOT_CARRIED_OUT: dict[type[TrfRecord], Sentence] = {
    TrfAcceleration: message("trf.meaning-acceleration"),
    TrfVirtual: message("trf.meaning-acceleration"),
    TrfAbnormal: message("trf.meaning-arbiter"),
    TrfProhibited: message("trf.meaning-prohibited"),
}


def not_carried_out(
    file: TrfFile, rules: Rulebook, number: int, *, and_later: bool = False
) -> Refusals:
    """Return a refusal for each line that would change the pairing of a round, where none does it.

    `and_later`: that of a later round, too. A team event is refused as such.
    """
    if file.is_team_event:
        return (team_event(file),)
    refusals = list(acceleration_disagrees(file, rules))
    facts = carried_out(rules)
    for record in file.records:
        if isinstance(record, facts):
            continue
        meaning = _NOT_CARRIED_OUT.get(type(record))
        if meaning and _changes(record, number, and_later=and_later):
            what = message("trf.not-carried-out", tag=record.tag, meaning=meaning)
            step = message("trf.not-carried-out-step")
            refusals.append(
                Refusal("trf-not-carried-out", what, step, exit=Exit.USAGE, line=record.line)
            )
    return tuple(refusals)


def _changes(record: TrfRecord, number: int, *, and_later: bool) -> bool:
    """Tell whether a record has to do with a round, or, points apart, with one after it."""
    if not isinstance(record, TrfProhibited):
        return True
    return record.holds_in(number) or (and_later and record.first > number)


def notes_for(file: TrfFile, rules: Rulebook, used: Container[str] = ()) -> tuple[TrfNote, ...]:
    """Return the notes on a file, without those on lines that are used under this rulebook.

    `used` are tags of header lines that the reader of the file uses, too.
    """
    facts = carried_out(rules)
    lines = {record.line for record in file.records if isinstance(record, facts)}
    named = rulebook_of(file)
    own = "192" if named is not None and named[0] == rules.family else ""
    lines |= {line.line for line in file.header if line.tag in used or line.tag == own}
    return tuple(note for note in file.notes if note.line not in lines or not says_unused(note))


def team_event(file: TrfFile) -> Refusal:
    """Return the refusal of a team event, at its first line that makes it one."""
    lines = [record.line for record in file.records if isinstance(record, TEAM_RECORDS)]
    lines += [header.line for header in file.header if header.tag == "192"]
    what = message("trf.team-event")
    step = message("trf.team-event-step")
    return Refusal("trf-team-event", what, step, exit=Exit.USAGE, line=min(lines, default=None))


def first_colour_of(file: TrfFile, e5: Literal["position", "number"]) -> Colour | None:
    """Return the highest player's colour in round 1: XXC or 152, else as round 1 shows it.

    The first of the top half with a game shows it, since the colours go by turns. None: the file
    does not tell.

    Rule: knsb-rating-2014 E5.
    """
    if file.first_colour is not None:
        return "W" if file.first_colour == "w" else "B"
    paired = [
        (player, cell)
        for player in file.players
        if (cell := player.cell(1)) is not None and (cell.opponent is not None or cell.code == "U")
    ]
    paired.sort(
        key=lambda at: (
            -(at[0].rating or 0),
            TITLE_ORDER.index(title_of(at[0].title)),
            at[0].number,
        )
    )
    for at, (player, cell) in enumerate(paired[: len(paired) // 2]):
        if cell.colour != "-":
            turn = at if e5 == "position" else player.number - 1
            return "W" if (cell.colour == "w") == (turn % 2 == 0) else "B"
    return None
