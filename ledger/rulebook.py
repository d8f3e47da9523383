"""A rulebook: one rule version as data. Load, compose, validate, and give it its hash.

A rulebook is a TOML file with keys (what the program does) and clauses (what the source says, in
our words, and whether the program does it). The complete rulebook is kept in `TournamentOpened`,
so an old ledger always carries its own rules.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)

from ledger.refusals import Exit, Refusal, Refusals
from ledger.values import halves_of


def _points_to_halves(value: object) -> int:
    """Read points (1, 0.5, "1/2", "½") as a whole number of half points."""
    if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
        raise ValueError("points are written as 1, 0.5 or 1/2")
    try:
        amount = Fraction(value.replace("½", "1/2") if isinstance(value, str) else value)
    except (ValueError, ZeroDivisionError):
        raise ValueError("points are written as 1, 0.5 or 1/2") from None
    halves = halves_of(amount)
    if halves is None or halves < 0:
        raise ValueError("points are whole or half, and not below 0")
    return halves


Points: TypeAlias = Annotated[
    int,
    BeforeValidator(_points_to_halves),
    PlainSerializer(lambda halves: str(Fraction(halves, 2)), return_type=str),
]
"""Half points in the program, points in the file."""


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Scores(_Section):
    """What each outcome is worth."""

    win: Points = 2
    draw: Points = 1
    loss: Points = 0
    default_win: Points = 2
    default_loss: Points = 0
    full_bye: Points = 2
    half_bye: Points = 1
    absent: Points = 0
    adjourned: Points = 1


class Bye(_Section):
    """The pairing-allocated bye (F1, B1b).

    barred_after: unplayed points after which a player may not have it. half_point_allowed: whether
    the tournament's regulations let a player request one (F9).
    """

    points: Points = 2
    barred_after: Literal["full_point", "half_point"]
    half_point_allowed: bool = False


class Unplayed(_Section):
    """How a round that was not played counts in WP and SB (A1d, F3).

    own: for the player himself. zero_zero: whether a 0-0 over the board counts as such a round.
    opponents_serve_sb: whether the half point others count for it serves SB too.
    """

    own: Literal["draw_with_self", "virtual_opponent"]
    zero_zero: Literal["unplayed", "loss"]
    opponents_serve_sb: bool = True


class Colours(_Section):
    """topscorer_exempt: the last round lifts B2 for players above half of the points (B2, A5)."""

    topscorer_exempt: bool = True


class PairingKeys(_Section):
    """Where the text leaves the engine a choice.

    c2: whether C2's first bullet goes below or above C4.1.
    first_round: D1 (field known) or D2.
    """

    c2: Literal["below_c4_1", "above_c4_1"] = "below_c4_1"
    first_round: Literal["D1", "D2"] = "D1"


class Ranking(_Section):
    """final: the keys of the final ranking after points, in order (F12).

    mutual_result decides the first place only, and only where all who are equal met each other.
    """

    final: tuple[Literal["mutual_result", "wp", "sb", "lots", "number"], ...]


class Arbiter(_Section):
    """Rules that the tournament's regulations or the arbiter may set (F7, F8, F10, F11)."""

    f7_may_amend: bool = True
    no_word_withdraws: bool = True
    adjourned_counts_as_draw: bool = True
    control_totals: Literal["three", "two_while_all_played"]


class Clause(_Section):
    """One clause of the source: a paraphrase of our own, and what the program makes of it."""

    text: str
    status: Literal["implemented", "arbiter", "not applicable"]
    same_as: str | None = None
    note: str | None = None


class Rulebook(_Section):
    """One rule version, complete."""

    id: str
    title: str
    source: str
    system: Literal["wp"]
    scores: Scores = Scores()
    bye: Bye
    unplayed: Unplayed
    colours: Colours = Colours()
    pairing: PairingKeys = PairingKeys()
    ranking: Ranking
    arbiter: Arbiter
    clauses: dict[str, Clause] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _final_ends_in_a_decision(self) -> Rulebook:
        if not self.ranking.final or self.ranking.final[-1] not in ("lots", "number"):
            raise ValueError('ranking.final must end in "lots" or "number", so that it decides')
        return self

    def canonical(self) -> str:
        """Return the whole rulebook as one text that is the same for equal rulebooks."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)

    @property
    def hash(self) -> str:
        """Return the SHA-256 over the keys; paraphrases and titles do not change it."""
        keys = self.model_dump(mode="json", exclude={"clauses", "title", "source"})
        text = json.dumps(keys, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()


def from_canonical(text: str) -> Rulebook:
    """Return the rulebook that `Rulebook.canonical` wrote."""
    return Rulebook.model_validate_json(text)


def shipped() -> tuple[str, ...]:
    """Return the ids of the rulebooks that come with the program, sorted."""
    folder = resources.files("ledger") / "rulebooks"
    return tuple(sorted(f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml")))


def load(name: str, changes: Mapping[str, str] | None = None) -> Rulebook | Refusals:
    """Load a shipped rulebook by id, or a TOML file by path, with dotted keys changed.

    changes maps "bye.points" to the text of its new value, as `--set` gives it. Everything that is
    wrong is returned at once.
    """
    source = _read(name)
    if isinstance(source, tuple):
        return source
    for key, text in (changes or {}).items():
        _assign(source, key, _value(text))
    if changes:
        source["id"] = f"{source.get('id')}+{','.join(f'{k}={v}' for k, v in changes.items())}"
    return _validate(source, name)


@cache
def _shipped_text(name: str) -> str:
    return (resources.files("ledger") / "rulebooks" / f"{name}.toml").read_text("utf-8")


def _read(name: str) -> dict[str, Any] | Refusals:
    path = Path(name)
    if name in shipped():
        text = _shipped_text(name)
    elif path.suffix == ".toml" and path.is_file():
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            return (_problem("rulebook-unreadable", f"{name}: {error}", "save it as UTF-8 text"),)
    else:
        return (
            _problem(
                "unknown-rulebook",
                f'there is no rulebook "{name}"',
                f"use one of {', '.join(shipped())}, or the path of a .toml file",
            ),
        )
    try:
        data = tomllib.loads(text, parse_float=Fraction)
    except tomllib.TOMLDecodeError as error:
        return (_problem("rulebook-unreadable", f"{name}: {error}", "mend the TOML text"),)
    if "base" in data:
        base = _read(str(data.pop("base")))
        if isinstance(base, tuple):
            return base
        return _merged(base, data)
    return data


def _merged(base: dict[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, Mapping)
        result[key] = _merged(old, value) if both and old is not None else value
    return result


def _assign(tree: dict[str, Any], dotted: str, value: object) -> None:
    *sections, last = dotted.split(".")
    for section in sections:
        tree[section] = dict(tree.get(section) or {})
        tree = tree[section]
    tree[last] = value


def _value(text: str) -> object:
    try:
        return tomllib.loads(f"v = {text}", parse_float=Fraction)["v"]
    except tomllib.TOMLDecodeError:
        return text


def _validate(source: dict[str, Any], name: str) -> Rulebook | Refusals:
    try:
        return Rulebook.model_validate(source)
    except ValidationError as error:
        return tuple(
            _problem(
                "rulebook-invalid",
                f"{name}: {'.'.join(str(part) for part in e['loc']) or 'rulebook'}: {e['msg']}",
                "compare with a shipped rulebook",
            )
            for e in error.errors()
        )


def _problem(code: str, what: str, next_step: str) -> Refusal:
    return Refusal(code, what, next_step, exit=Exit.USAGE)
