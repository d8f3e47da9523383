"""The file of prizes that an organiser writes: TOML, amounts as on the announcement, all findings.

Amounts are read as they are typed for `prizes declare`: 300, 99.95 or "99,95". Players are named by
number or by a part of the name, and kept by key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from pydantic import ValidationError

from ledger.csv_files.person import readable
from ledger.messages import Blank, Sentence, do, message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.text_files import quoted
from ledger.toml_text import NoToml, fraction, tree_of
from ledger.values import cents_of
from ledger.wrong_values import what_is_wrong
from projections.prizes.rules import Prize, PrizeRules
from projections.views.view import money

FindPlayer: TypeAlias = Callable[[int | str], int | Refusal]
Place: TypeAlias = tuple[str | int, ...]
"""A key by its path: ("least",), ("category", 0, "prizes", 1)."""

MONEY = {"unit": "unit_cents", "least": "least_cents", "reserve": "reserve_cents"}
"""The keys of amounts in a file, and their names in the rules."""

FLAGS = ("main_again", "eligible_left", "titled_in_rating", "unrated_in_rating")
OF_A_CATEGORY = ("unrated", "titled")
"""The keys that are yes or no; a file may have true and false too."""

UNITS = {1: "0.01", 50: "0.50", 100: "1", 500: "5"}


def read_rules(text: str, find: FindPlayer) -> PrizeRules | Refusals:
    """Return the rules of prizes in a file, or everything that is wrong with it, by line."""
    try:
        tree = tree_of(text, _number)
    except NoToml as error:
        return (_refusal(error.why, error.line),)
    reader = _Reader(find)
    keys = reader.keys(tree)
    unread = [place for place, _ in reader.wrong]
    rules, errors = _validated(keys)
    reader.wrong += [(place, what) for place, what in errors if not _within(place, unread)]
    if rules is None:
        _leave_out(keys, [place for place, _ in reader.wrong])
        rules, _ = _validated(keys)
    if rules is not None:
        told = [place for place, _ in reader.wrong]
        reader.wrong += [one for one in contradictions(rules) if not _within(one[0], told)]
    if reader.wrong or rules is None:
        lines = _lines(text)
        located = [
            (_line_of(lines, place), message("prizes.at-key", key=_dotted(place), what=what))
            for place, what in reader.wrong
        ]
        located.sort(key=lambda one: one[0] or 0)
        return tuple(_refusal(what, line) for line, what in located)
    return rules


class _Reader:
    """Makes the keys of the rules from those of a file; `wrong` is what it could not read."""

    def __init__(self, find: FindPlayer) -> None:
        self.find = find
        self.wrong: list[tuple[Place, Sentence]] = []

    def keys(self, tree: Mapping[str, Any]) -> dict[str, Any]:
        """Return the keys of a file under the names of the rules, its amounts in cents."""
        keys: dict[str, Any] = {}
        for key, value in tree.items():
            if key in MONEY:
                keys[MONEY[key]] = self._cents(value, (key,))
            elif key == "main":
                keys[key] = self._prizes(value, (key,))
            elif key == "category":
                keys["categories"] = self._categories(value)
            elif key in FLAGS:
                keys[key] = _flag(value)
            elif key == "one_prize" and isinstance(value, bool):
                keys[key] = "yes" if value else "no"
            elif key == "choice" and value == "pool":
                self.wrong.append(((key,), message("prizes.no-pool")))
            elif key in ("categories", *MONEY.values()):
                self.wrong.append(((key,), message("values.no-key")))
            else:
                keys[key] = value
        unit = keys.get("unit_cents")
        if unit is not None and unit not in UNITS:
            what = message("prizes.no-unit", amount=money(unit), units=tuple(UNITS.values()))
            self.wrong.append((("unit",), what))
        return keys

    def _categories(self, value: object) -> list[dict[str, Any]]:
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self.wrong.append((("category",), message("prizes.no-categories")))
            return []
        return [self._category(one, at) for at, one in enumerate(value)]

    def _category(self, table: Mapping[str, Any], at: int) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        for key, value in table.items():
            place = ("category", at, key)
            if key == "prizes":
                keys[key] = self._prizes(value, place)
            elif key == "players":
                keys[key] = self._players(value, place)
            elif key in OF_A_CATEGORY:
                keys[key] = _flag(value)
            elif key == "sex" and isinstance(value, str):
                keys[key] = readable("sex", value) or value
            elif key == "federations" and isinstance(value, list):
                keys[key] = [one.upper() if isinstance(one, str) else one for one in value]
            else:
                keys[key] = value
        return keys

    def _prizes(self, value: object, place: Place) -> list[dict[str, Any]]:
        if not isinstance(value, list):
            self.wrong.append((place, message("prizes.no-list")))
            return []
        return [self._prize(one, (*place, at)) for at, one in enumerate(value)]

    def _prize(self, value: object, place: Place) -> dict[str, Any]:
        if not isinstance(value, dict):
            return {"cents": self._cents(value, place)}
        keys: dict[str, Any] = {}
        for key, part in value.items():
            named = {"amount": "cents", "value": "value_cents"}.get(key)
            if named:
                keys[named] = self._cents(part, (*place, key))
            elif key == "goods":
                keys[key] = part
            else:
                self.wrong.append(((*place, key), message("values.no-key")))
        return keys

    def _players(self, value: object, place: Place) -> list[int]:
        if not isinstance(value, list):
            self.wrong.append((place, message("prizes.no-players")))
            return []
        players: list[int] = []
        for one in value:
            found = self.find(one if isinstance(one, int) else str(one))
            if isinstance(found, Refusal):
                self.wrong.append((place, found.what))
            else:
                players.append(found)
        return sorted(set(players))

    def _cents(self, value: object, place: Place) -> int:
        """Return an amount in cents; 0 for what is none, which is told."""
        cents: Fraction | int | None = cents_of(value) if isinstance(value, str) else None
        if isinstance(value, int | Decimal) and not isinstance(value, bool):
            cents = Fraction(value) * 100
        if cents is None or cents.denominator != 1 or not 0 <= cents <= 10**12:
            self.wrong.append((place, message("prizes.no-amount", value=quoted(value))))
            return 0
        return int(cents)


def _number(text: str) -> Decimal:
    """Return a number with a decimal point as it is typed; raise NoToml for an endless one."""
    fraction(text)
    return Decimal(text)


def _validated(keys: dict[str, Any]) -> tuple[PrizeRules | None, list[tuple[Place, Sentence]]]:
    """Return the rules of their keys, None where some are wrong, and what is wrong with these."""
    try:
        return PrizeRules.model_validate(keys), []
    except ValidationError as error:
        return None, [(_in_file(one["loc"]), what_is_wrong(one)) for one in error.errors()]


def _leave_out(keys: dict[str, Any], wrong: Sequence[Place]) -> None:
    """Take wrong keys out, so that the others can be judged beside each other."""
    for place in wrong:
        match place:
            case ("category", int(at), str(key), *_):
                spare = {"name": f"{at}", "prizes": [{}]}
                table = keys["categories"][at]
                table.pop(key, None)
                if key in spare:
                    table[key] = spare[key]
            case (str(key), *_):
                keys.pop(MONEY.get(key, "categories" if key == "category" else key), None)
            case _:
                pass


def _within(place: Place, unread: Sequence[Place]) -> bool:
    """Tell whether a key, or what stands in it, could not be read, so that no more is said of it."""
    return any(place[: len(one)] == one or one[: len(place)] == place for one in unread)


def _flag(value: object) -> object:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def contradictions(rules: PrizeRules) -> Iterator[tuple[Place, Sentence]]:
    """Yield the keys of rules that no prizes can be given by, and why."""
    if not rules.main and not rules.categories:
        yield (), message("prizes.nothing")
    yield from _order(rules.main, ("main",), rules)
    if rules.scale == "entries" and not rules.steps and rules.planned is None:
        yield ("scale",), message("prizes.no-planned")
    if rules.scale == "none" and (rules.steps or rules.planned):
        yield ("steps" if rules.steps else "planned",), message("prizes.no-scale")
    names: set[str] = set()
    for at, category in enumerate(rules.categories):
        place = ("category", at)
        if category.name.casefold() in names:
            yield (*place, "name"), message("prizes.named-twice", name=quoted(category.name))
        names.add(category.name.casefold())
        yield from _order(category.prizes, (*place, "prizes"), rules)
        for band, key in ((category.ratings, "rating_to"), (category.years, "year_to")):
            if band is not None and not band:
                yield (*place, key), message("prizes.empty-band")
        if category.unrated and category.ratings is not None:
            yield (*place, "unrated"), message("prizes.unrated-band")


def _order(
    prizes: Sequence[Prize], place: Place, rules: PrizeRules
) -> Iterator[tuple[Place, Sentence]]:
    worth = [prize.worth_cents for prize in prizes]
    if worth != sorted(worth, reverse=True):
        yield place, message("handlers.prizes-not-in-order")
    unit = rules.unit_cents
    if any(prize.cents % unit for prize in prizes):
        yield place, message("prizes.no-multiple", unit=UNITS[unit])


def _in_file(loc: Sequence[str | int]) -> Place:
    """Return a key of the rules as a file has it."""
    named = {cents: key for key, cents in MONEY.items()}
    named |= {"categories": "category", "cents": "amount", "value_cents": "value"}
    return tuple(named.get(part, part) if isinstance(part, str) else part for part in loc)


def _dotted(place: Place) -> str:
    """Return a path as people read it; what stands in a list is counted from 1."""
    text = ""
    for part in place:
        text += f" {part + 1}" if isinstance(part, int) else f".{part}" if text else part
    return text


_TABLE = re.compile(r"^\s*\[\[\s*category\s*\]\]")
_KEY = re.compile(r"^\s*([\w\-\"']+)\s*=")


def _lines(text: str) -> dict[Place, int]:
    """Return the line of each key, and of each category."""
    lines: dict[Place, int] = {}
    table: Place = ()
    categories = 0
    for number, line in enumerate(text.splitlines(), 1):
        if _TABLE.match(line):
            table = ("category", categories)
            categories += 1
            lines[table] = number
        elif key := _KEY.match(line):
            lines.setdefault((*table, key[1].strip("\"'")), number)
    return lines


def _line_of(lines: Mapping[Place, int], place: Place) -> int | None:
    """Return the line of a key, of the nearest that stands around it, None: of nothing."""
    for length in range(len(place), 0, -1):
        if place[:length] in lines:
            return lines[place[:length]]
    return None


def _refusal(what: Sentence, line: int | None) -> Refusal:
    step = message("prizes.mend", command=do("prizes-announce", file=Blank("FILE")))
    return Refusal("prizes-invalid", what, step, exit=Exit.USAGE, line=line)
