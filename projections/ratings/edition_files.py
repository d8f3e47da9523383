"""Files of editions: those that come with the program, one's own, and the text of a ledger."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from pydantic import ValidationError

from ledger.messages import message
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.files import (
    MAX_BASES,
    in_file,
    keys_of,
    merged,
    nearest_line,
    shipped,
    text_of_file,
)
from ledger.rulebooks.readings import PROSE
from ledger.text_files import quoted, shortened
from ledger.wrong_values import what_is_wrong
from projections.ratings.edition import Edition, RatingEdition
from projections.ratings.norm_edition import NormEdition

AnyEdition: TypeAlias = RatingEdition | NormEdition
"""An edition of any subject."""

_Kind = TypeVar("_Kind", bound=Edition)

_KINDS: Mapping[str, type[AnyEdition]] = {"rating": RatingEdition, "norms": NormEdition}


@cache
def shipped_editions() -> tuple[str, ...]:
    """Return the ids of the editions that come with the program, by subject and day."""
    folder = resources.files("projections") / "ratings" / "editions"
    return tuple(sorted(one.name[:-5] for one in folder.iterdir() if one.name.endswith(".toml")))


@cache
def shipped_edition(name: str) -> AnyEdition:
    """Return an edition that comes with the program."""
    edition = load_edition(name)
    assert not isinstance(edition, tuple), f"{name} is not shipped"
    return edition


def rating_edition_on(day: dt.date | None) -> RatingEdition:
    """Return the edition of the rating rules for a tournament that begins on a day.

    Before the first one it is the first; without a day the newest.
    """
    every = map(shipped_edition, shipped_editions())
    return _held_on([one for one in every if isinstance(one, RatingEdition)], day)


def norm_edition_on(day: dt.date | None) -> NormEdition:
    """Return the edition of the title rules for a tournament that begins on a day, likewise."""
    every = map(shipped_edition, shipped_editions())
    return _held_on([one for one in every if isinstance(one, NormEdition)], day)


def _held_on(editions: list[_Kind], day: dt.date | None) -> _Kind:
    editions.sort(key=lambda one: one.holds_from)
    held = [one for one in editions if day is None or one.holds_from <= day]
    return (held or editions[:1])[-1]


def edition_from(text: str) -> AnyEdition:
    """Return the edition that `Edition.canonical` wrote."""
    return _KINDS[json.loads(text)["subject"]].model_validate_json(text)


def is_edition(name: str) -> bool:
    """Tell whether a name is that of an edition, or of a file that has a subject as one has."""
    if name in shipped_editions():
        return True
    path = Path(name)
    text = text_of_file(path, name) if path.suffix == ".toml" and path.is_file() else ""
    keys = text if isinstance(text, Refusal) else keys_of(text, name)
    return not isinstance(keys, Refusal) and (
        "subject" in keys or str(keys.get("base")) in shipped_editions()
    )


def load_edition(name: str) -> AnyEdition | Refusals:
    """Load an edition by id, or a TOML file by path; everything wrong in it is refused at once.

    A file may begin with base = "fide-rating-2025-10" and have only the keys that differ, and an id.
    """
    read = _read(name, Path.cwd(), 0)
    if isinstance(read, Refusal):
        return (read,)
    keys, text, shown = read
    kind = _KINDS.get(str(keys.get("subject")))
    if kind is None:
        subjects = ", ".join(_KINDS)
        what = message("rulebooks.no-subject", file=shown, subjects=subjects)
        return (Refusal("rulebook-invalid", what, message("rulebooks.mend"), exit=Exit.USAGE),)
    try:
        return kind.model_validate(keys)
    except ValidationError as error:
        return tuple(_wrong_key(one, text, shown) for one in error.errors())


def _wrong_key(error: Any, text: str, shown: str) -> Refusal:
    key = ".".join(str(part) for part in error["loc"])
    what = message("rulebooks.at-key", key=shortened(key, 80), what=what_is_wrong(error))
    nearest = nearest_line(text, error["loc"])
    what = in_file(shown, what, nearest[1] if nearest else None)
    return Refusal("rulebook-invalid", what, message("rulebooks.mend"), exit=Exit.USAGE)


def _read(name: str, folder: Path, depth: int) -> tuple[dict[str, Any], str, str] | Refusal:
    """Return the keys of an edition over those of its base, its text, and its name as shown."""
    path = folder / name
    if name in shipped_editions():
        inside = resources.files("projections") / "ratings" / "editions" / f"{name}.toml"
        text, shown = inside.read_text("utf-8"), f"{name}.toml"
    elif path.suffix == ".toml" and path.is_file():
        read = text_of_file(path, name)
        if isinstance(read, Refusal):
            return read
        text, shown = read, name
    else:
        return _unknown(name)
    keys = keys_of(text, shown)
    if isinstance(keys, Refusal):
        return keys
    keys.pop(PROSE, None)
    base = keys.pop("base", None)
    if base is None:
        return keys, text, shown
    if depth == MAX_BASES or "id" not in keys:
        wrong = message("rulebooks.circle" if depth == MAX_BASES else "rulebooks.own-id")
        return Refusal(
            "rulebook-invalid", in_file(shown, wrong), message("rulebooks.mend"), exit=Exit.USAGE
        )
    below = _read(str(base), path.parent, depth + 1)
    return below if isinstance(below, Refusal) else (merged(below[0], keys), text, shown)


def _unknown(name: str) -> Refusal:
    """Return that there is no edition of a name; one of the KNSB has words of its own."""
    key = "rulebooks.no-edition"
    if name in shipped():
        key = "rulebooks.rulebook-no-edition"
    elif name.casefold().startswith("knsb"):
        key = "rulebooks.no-edition-of-knsb"
    step = message("rulebooks.unknown-step", names=", ".join(shipped_editions()))
    return Refusal("unknown-edition", message(key, name=quoted(name)), step, exit=Exit.USAGE)
