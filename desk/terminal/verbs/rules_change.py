"""The verb that changes the rules of a tournament."""

from __future__ import annotations

from desk.terminal.registry import Registry
from desk.terminal.writing import writes

here = Registry()
rules_verbs = here.of_section("rules")


writes(rules_verbs, "change", arguments=("rulebook",))
