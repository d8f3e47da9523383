"""Which explanation goes with which system."""

from __future__ import annotations

from pairing.asked import Asked
from pairing.explain_text import Writer
from pairing.explain_words import Language
from pairing.explaining import Explaining


def explainer_of(asked: Asked) -> Explaining:
    """Return what answers questions about a round, by the system of its rulebook."""
    if asked.rules.system == "rating":
        from pairing.rating_explain import RatingExplainer

        return RatingExplainer(asked)
    from pairing.explain import Explainer

    return Explainer(asked)


def writer_of(asked: Asked, language: Language) -> Writer:
    """Return what writes claims about a round, by the system of its rulebook."""
    if asked.rules.system == "rating":
        from pairing.rating_text import RatingWriter

        return RatingWriter(asked, language)
    return Writer(asked, language)
