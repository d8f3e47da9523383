"""The edition by which games are rated is kept with its text."""

from __future__ import annotations

from ledger.facts.ratings import EditionDeclared
from projections.ratings import forecast
from projections.ratings.edition_files import edition_from, shipped_edition
from projections.views.rating_forecast import why_rating
from projections.views.view import View
from tests.helpers.hall import Hall
from tests.helpers.words import words


def test_an_edition_is_kept_with_its_text_and_declared_once() -> None:
    hall = Hall(2, 3)
    (fact,) = hall.do("edition", edition="fide-rating-2024-03")
    assert isinstance(fact, EditionDeclared)
    assert edition_from(fact.edition_text) == shipped_edition("fide-rating-2024-03")
    assert hall.refused("edition", edition="fide-rating-2024-03").code == "nothing-to-change"
    hall.do("edition", edition="fide-rating-2025-10")
    assert hall.state.ratings.editions["rating"].edition == "fide-rating-2025-10"


def test_an_edition_that_is_not_there_is_refused() -> None:
    refusal = Hall(2, 3).refused("edition", edition="fide-dutch-2026")
    assert refusal.code == "unknown-edition"
    assert words(refusal.what).startswith('"fide-dutch-2026" is a rulebook, and no edition')
    assert "there is no edition" in words(Hall(2, 3).refused("edition", edition="x").what)


def test_an_edition_of_the_knsb_is_refused_since_it_publishes_no_text() -> None:
    refusal = Hall(2, 3).refused("edition", edition="knsb-2026")
    assert refusal.code == "unknown-edition"
    assert "KNSB publishes no text" in words(refusal.what)


def test_what_the_ledger_keeps_counts_and_not_the_file_of_the_program(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    hall = Hall(2, 3)
    hall.do("edition", edition="fide-rating-2024-03")
    monkeypatch.setattr(forecast, "rating_edition_on", None)
    view = why_rating(hall.book, "Player A")
    assert isinstance(view, View)
    assert view.head.as_dict()["edition"] == "fide-rating-2024-03"


def test_an_edition_is_taken_back_as_other_facts_are() -> None:
    hall = Hall(2, 3)
    hall.do("edition", edition="fide-rating-2024-03")
    hall.do("undo")
    assert hall.state.ratings.editions == {}
