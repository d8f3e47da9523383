"""Every kind of claim, with its meaning: of all systems, then those of one's own."""

from __future__ import annotations

from ledger.values import Language
from pairing.explain.claims import KINDS, Claim
from pairing.explain.writer import Writer
from pairing.systems.registry import SYSTEMS, system_named
from tests.helpers.other_language import LANGUAGES
from tests.helpers.words import words


def claim_kinds() -> dict[str, str]:
    """Return them in the order of the systems."""
    kinds = dict(KINDS)
    for name in SYSTEMS:
        kinds |= system_named(name).claim_kinds()
    return kinds


def told(claim: Claim, writer: Writer) -> dict[Language, list[str]]:
    """Return what is said of a claim, in each language; its kind is known, and something is said."""
    assert claim.kind in claim_kinds()
    said = [*writer.lines([claim])]
    assert said
    return {language: [words(line, language) for line in said] for language in LANGUAGES}
