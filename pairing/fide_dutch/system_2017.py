"""The FIDE (Dutch) System of 2017, as a system; what a command does not need is not imported."""

from __future__ import annotations

from importlib import import_module

from pairing.fide_dutch.system import dutch_system

SYSTEM = dutch_system(
    "fide-dutch-2017",
    lambda: import_module("pairing.fide_dutch.engine_2017").RULES_2017,
    order_clause="A2",
    no_pairing_clause="A9",
    numbers_clause="GHR-B",
    first_colour_clause="E",
)
