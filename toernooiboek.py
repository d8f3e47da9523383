"""The public interface for programs and notebooks, and the entry point of `toernooi`.

It is described in docs/python.md. Commands add facts (docs/apply.md): it writes only mirrors.
Importing it loads no other module of the program; the first use of a name does.
"""

from __future__ import annotations

import os
import sys
import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from desk.programs.answers import (
        Explained,
        ExplainedClaim,
        LoggedFact,
        RankedPlayer,
        RoundOfPlayer,
        TournamentName,
    )
    from desk.programs.ledger import Ledger, open
    from desk.programs.refused import LedgerRefused
else:

    def __getattr__(name: str) -> Any:
        """Return what programs use; raise ImportError when another package hides our modules."""
        if name not in __all__:
            raise AttributeError(name, name=name, obj=sys.modules[__name__])
        if in_the_way := foreign_modules():
            raise ImportError("\n".join(in_the_way))
        return getattr(import_module("desk.programs.ledger"), name)


__all__ = [
    "Explained",
    "ExplainedClaim",
    "Ledger",
    "LedgerRefused",
    "LoggedFact",
    "RankedPlayer",
    "RoundOfPlayer",
    "TournamentName",
    "open",
]


OURS = ("ledger", "projections", "pairing", "desk", "cli")


def foreign_modules() -> list[str]:
    """Return the modules that hide ours: a line for each one found in another folder."""
    home = Path(__file__).resolve().parent
    lines = []
    for name in OURS:
        spec = find_spec(name)
        places = spec and (spec.submodule_search_locations or [spec.origin or ""])
        folder = Path(next(iter(places))).resolve().parent if places else None
        if folder != home:
            key = "entry.elsewhere" if folder else "entry.nowhere"
            lines.append(_own_words(key).format(name=name, home=home, folder=folder))
    return lines


def _own_words(key: str) -> str:
    """Return a text of the catalogue, read without modules that may belong to another package."""
    name, _, text = key.partition(".")
    names = (
        os.environ.get(name, "") for name in ("TOERNOOI_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    )
    language = "nl" if next(filter(None, names), "").casefold()[:2] == "nl" else "en"
    room = Path(__file__).resolve().parent / "desk" / "render" / "words" / language / f"{name}.toml"
    return str(tomllib.loads(room.read_text("utf-8"))[text])


def main() -> NoReturn:
    """Run the command line, or exit with 2 where it would run on modules of another package."""
    in_the_way = foreign_modules()
    if in_the_way:
        lines = [_own_words("entry.error").format(line=line) for line in in_the_way]
        print("\n".join([*lines, _own_words("entry.next")]), file=sys.stderr)
        sys.exit(2)
    import cli  # after that

    cli.main()
