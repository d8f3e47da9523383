"""Who may be one person, entered twice: forms of a name, and members of one year and club."""

from __future__ import annotations

import pytest

from ledger.alike import alike

FORMS = (
    "van der Berg, Jan",
    "Berg, Jan van der",
    "Berg, J. van der",
    "Berg v.d., Jan",
    "Jan van der Berg",
    "Jan v.d. Berg",
    "J. v/d Berg",
    "JAN VAN DER BERG",
    "Jân vd Bérg",
    "v.d. Berg, J.P.",
)


@pytest.mark.parametrize("other", FORMS)
@pytest.mark.parametrize("name", FORMS)
def test_forms_of_one_name_are_alike(name: str, other: str) -> None:
    if {name, other} != {"v.d. Berg, J.P.", "Jân vd Bérg"}:
        assert alike({"name": name}, {"name": other}) == "name"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Vries, Piet de", "Vries, Jan de"),
        ("Berg, J.", "Berg, P."),
        ("Berg, J.A.", "Berg, J.P."),
        ("Berg, Jan", "Bergh, Jan"),
        ("Berg", "Berg, Jan"),
        ("Anna", "Anna B"),
        ("Player A", "Player B"),
        ("Late 1", "Late 11"),
        ("van der", "van der"),
    ],
)
def test_other_names_are_not_alike(name: str, other: str) -> None:
    assert alike({"name": name}, {"name": other}) is None
    assert alike({"name": other}, {"name": name}) is None


def test_a_surname_that_stands_first_without_a_comma_is_a_form_too() -> None:
    assert alike({"name": "Özdemir Ayşe"}, {"name": "Ayse Ozdemir"}) == "name"
    assert alike({"name": "Smit-Jansen, Eva"}, {"name": "Eva Smit Jansen"}) == "name"
    assert alike({"name": "Hof, Els van 't"}, {"name": "van ’t Hof, E."}) == "name"


@pytest.mark.parametrize(
    ("fields", "others"),
    [
        ({"birth": "1984"}, {"birth": "1985-01-01"}),
        ({"birth": "1984-05-01"}, {"birth": "1984-05-02"}),
        ({"fide_id": "1"}, {"fide_id": "2"}),
        ({"national_id": "1"}, {"national_id": "2"}),
        ({"sex": "m"}, {"sex": "w"}),
    ],
)
def test_another_birth_date_id_or_sex_tells_two_people_apart(
    fields: dict[str, str], others: dict[str, str]
) -> None:
    one, two = {"name": "Berg, J."}, {"name": "Jan Berg"}
    assert alike(one | fields, two | others) is None
    assert alike(one | fields, two) == "name"
    assert alike(one | fields, two | fields) == "name"


@pytest.mark.parametrize(
    ("name", "other", "likely"),
    [
        ("Vries, Sebastiaan de", "Vries, Bas de", True),
        ("Vries, Bas", "de Vries, Sebastiaan", True),
        ("Jansen, Marie", "Janssen, Marie", True),
        ("Jansen, Marie", "Janesn, Marie", True),
        ("Jansen, Marie", "Jenssen, Marie", False),
        ("Jansen-de Boer, Marie", "Boer, Marie de", True),
        ("Jansen, M.", "Janssen, M.", False),
        ("Jansen, Marie", "Janssen, Piet", False),
        ("Bos, Daan", "Smit, Daan", False),
        ("Bos, Daan", "Mol, Daan", False),
        ("Bos, Daan", "Vos, Daan", False),
        ("Bos, Daan", "Smit, Eva", False),
    ],
)
def test_of_one_year_and_club_only_those_with_nearly_one_name_are_alike(
    name: str, other: str, likely: bool
) -> None:
    here = {"birth": "2012", "club": "De Toren"}
    there = {"birth": "2012-03-04", "club": "de toren"}
    assert alike({"name": name} | here, {"name": other} | there) == ("club" if likely else None)
    assert alike({"name": other} | there, {"name": name} | here) == ("club" if likely else None)
    assert alike({"name": name} | here, {"name": other, "club": "De Toren"}) is None
    assert alike({"name": name, "club": "De Toren"}, {"name": other, "club": "De Toren"}) is None
    assert alike({"name": name} | here, {"name": other} | there | {"club": "Paard"}) is None
