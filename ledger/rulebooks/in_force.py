"""Which keys of a rulebook hold for a round for good, and which for what is made at the moment.

A rulebook can change between two rounds. What happened in a round then stays worth what the
rulebook of that round says. A standing, its order and its tie-breaks are those of the rulebook in
force after its last round, and a pairing is that of the rulebook of the round that is paired: these
look at earlier rounds through the rules of their own moment. docs/versions.md says the same.

What a round is worth is computed below the pairing systems, so that the keys of a section that a
system declares hold by the moment, all of them; a season's stand here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pydantic import BaseModel

from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rulebook import Rulebook

OF_THE_ROUND: Final = frozenset(
    {
        "scores.win",
        "scores.draw",
        "scores.loss",
        "scores.default_win",
        "scores.default_loss",
        "scores.full_bye",
        "scores.half_bye",
        "scores.absent",
        "scores.adjourned",
        "bye.points",
        "arbiter.adjourned_counts_as_draw",
        "keizer.win",
        "keizer.draw",
        "keizer.loss",
        "keizer.default_win",
        "keizer.default_loss",
        "keizer.absent",
        "keizer.absent_cap",
        "keizer.cap_per",
        "keizer.beyond_cap",
        "keizer.unannounced",
        "keizer.no_opponent",
        "keizer.club_duty",
        "keizer.external_replaces_absence",
    }
)
"""What a round is worth: half points, or in a season shares of a value."""

FIXED: Final = frozenset({"keizer.external"})
"""What the first rulebook that names it fixes; a later one can only add to it."""


def keys_of(model: type[BaseModel] = Rulebook, before: str = "") -> Iterator[str]:
    """Yield the name of every key of a rulebook, or of a section, as `--set` writes it."""
    for name, field in model.model_fields.items():
        kinds = [field.annotation, *getattr(field.annotation, "__args__", ())]
        section = next((k for k in kinds if isinstance(k, type) and issubclass(k, BaseModel)), None)
        if name in _NO_KEYS and not before:
            continue
        if section is None:
            yield before + name
        else:
            yield from keys_of(section, f"{before}{name}.")


_NO_KEYS = ("id", "title", "source", "sections", "cites", "clauses")


_PARTS: Final = tuple(tuple(key.split(".")) for key in sorted(OF_THE_ROUND))


def worth(rules: Rulebook) -> tuple[object, ...]:
    """Return what a round is worth under a rulebook, equal for rulebooks that agree in it."""
    season = rules.season_keys if rules.ranks_by_value else None
    return tuple(
        getattr(season if part == KeizerKeys.name else getattr(rules, part), name, None)
        for part, name in _PARTS
    )


def rules_of_rounds(held: Sequence[Rulebook], rules: Rulebook) -> tuple[Rulebook, ...]:
    """Return the rulebooks of the rounds 1, 2 ..., empty where each is worth what `rules` say."""
    own = worth(rules)
    return () if all(one is rules or worth(one) == own for one in held) else tuple(held)
