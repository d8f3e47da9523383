"""Names of people: the alphabet, and the people that a text means."""

from __future__ import annotations

from random import Random

import pytest

from ledger.names import alphabetical, folded, matching, natural, surname

IN_ORDER = [
    "Aalders, B",
    "Jansen, Piet",
    "Jánsen, Rob",
    "Łukasz, T",
    "Ødegaard, A",
    "Özdemir, Ayşe",
    "Smit, J",
    "Smits, A",
    "Vos, C",
    "Piet de Vries",
    "Vries, Piet de",
    "Vries, Rob de",
    "de Vrij, A",
    "Wit, A",
    "Wit, de, B",
    "van 't Zand, A",
    "Zandt, A van der",
]


def test_a_list_is_sorted_by_surname_without_infix_accents_and_case() -> None:
    mixed = sorted(IN_ORDER, key=lambda name: Random(7).random() + len(name) % 5)
    by_name = sorted(mixed, key=alphabetical)
    surnames = [alphabetical(name)[0] for name in by_name]
    assert surnames == sorted(surnames)
    assert surnames.index("ozdemir") < surnames.index("wit")
    assert alphabetical("Vries, Piet de")[:2] == ("vries", "piet de")
    assert alphabetical("Piet de Vries")[:2] == ("vries", "piet de")
    assert alphabetical("'t Hart, Jan")[0] == alphabetical("Hart, Jan ’t")[0] == "hart"
    assert alphabetical("De Vries")[0] == "vries"
    assert alphabetical("De")[0] == "de"
    assert alphabetical("Jan Smit")[0] == "jan smit"


def test_names_that_fold_to_the_same_are_kept_in_one_order() -> None:
    names = ["Ozdemir, A", "Özdemir, A", "özdemir, A"]
    assert sorted((names[2], names[0], names[1]), key=alphabetical) == names
    assert len({alphabetical(name) for name in names}) == 3


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Vries, Piet de", "Piet de Vries"),
        ("de Vries, Piet", "PIET DE VRIES"),
        ("Özdemir, Ayşe", "ayse ozdemir"),
        ("'t Hart, Jan", "Jan ’t Hart"),
        ("Jansen, P.", "P Jansen"),
        ("Groß, J", "J Gross"),
    ],
)
def test_two_ways_to_write_a_name_are_one(one: str, two: str) -> None:
    assert natural(one) == natural(two)


def test_another_first_name_is_another_person() -> None:
    assert natural("Jan, Willem") != natural("Willem, Jan")
    assert natural("Vries, Piet de") != natural("Vries, Piet van")


NAMES = [
    "Smit, Jan",
    "Smits, Jan",
    "Özdemir, Ayşe",
    "Vries, Piet de",
    "Wit, Piet de",
    "Kees Bos",
    "Anna de Groot",
    "Otto de Grooter",
]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Smit", ["Smit, Jan"]),
        ("smits", ["Smits, Jan"]),
        ("smi", ["Smit, Jan", "Smits, Jan"]),
        ("ozdemir", ["Özdemir, Ayşe"]),
        ("OZDEMIR, ayse", ["Özdemir, Ayşe"]),
        ("Piet de Vries", ["Vries, Piet de"]),
        ("de Vries", ["Vries, Piet de"]),
        ("piet", ["Vries, Piet de", "Wit, Piet de"]),
        ("Bos", ["Kees Bos"]),
        ("de Groot", ["Anna de Groot"]),
        ("Bos, Kees", ["Kees Bos"]),
        ("nobody", []),
        (", .", []),
    ],
)
def test_a_text_means_the_whole_name_then_the_surname_then_a_part(
    text: str, meant: list[str]
) -> None:
    assert matching(text, ((name, name) for name in NAMES)) == meant


def test_folding_twice_changes_nothing() -> None:
    for name in IN_ORDER + NAMES:
        assert folded(folded(name)) == folded(name)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Berg, J. van den", "Van den Berg"),
        ("Vries, Piet de", "De Vries"),
        ("Piet de Vries", "De Vries"),
        ("Hart, K. 't", "'t Hart"),
        ("Özkan, D.", "Özkan"),
        ("Speler A", "Speler A"),
        ("", ""),
    ],
)
def test_a_sentence_calls_somebody_by_the_surname_with_its_infix(name: str, called: str) -> None:
    assert surname(name) == called
