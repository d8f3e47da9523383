"""A new refusal is its place, its sentences, its meaning and its example: nothing else is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.toy import ToyProgram

CODE = """    if command.name == "Nobody":
        refusals.append(Refusal("nobody-enters", message("handlers.nobody"), do("players")))
"""
AMONG_OTHERS = "    refusals += _beyond_the_values(book)\n"
EXAMPLE = '    "nobody-enters": ("entered", "enter Nobody"),\n'
SHOWN = """
from pathlib import Path
from tempfile import TemporaryDirectory
from tests.docs.refusals import Bench, codes, section
with TemporaryDirectory() as folder:
    shown = Bench(Path(folder)).shown("nobody-enters")
print(codes()["nobody-enters"])
for language in ("en", "nl"):
    print(*section("nobody-enters", language, shown[language]), sep="\\n")
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> ToyProgram:
    """Return the program with one refusal more."""
    toy = ToyProgram(tmp_path_factory.mktemp("toy"))
    toy.with_pages()
    toy.before("desk/handlers/players.py", AMONG_OTHERS, CODE)
    toy.add("desk/handlers/words/en/handlers.toml", 'nobody = "nobody is not a name"\n')
    toy.add("desk/handlers/words/nl/handlers.toml", 'nobody = "niemand is geen naam"\n')
    toy.add("desk/render/words/en/codes.toml", 'nobody-enters = "Nobody has a name."\n')
    toy.add("desk/render/words/nl/codes.toml", 'nobody-enters = "Niemand heeft een naam."\n')
    toy.before("tests/docs/refusal_examples.py", '    "nobody-in-list": (', EXAMPLE)
    return toy


def test_a_new_refusal_is_four_places(toy: ToyProgram) -> None:
    assert len({Path(path).name for path in toy.touched}) == 4


def test_a_new_refusal_stands_in_the_gallery_in_both_languages(toy: ToyProgram) -> None:
    """Copied and run for real: some three seconds."""
    shown = toy.run("-c", SHOWN)
    assert shown.startswith("3\n### nobody-enters\n\nNobody has a name.\n")
    assert "$ toernooi enter Nobody\nrefused (nobody-enters)  nobody is not a name\n" in shown
    assert "### nobody-enters\n\nNiemand heeft een naam.\n" in shown
    assert "$ toernooi inschrijven Nobody\ngeweigerd (nobody-enters)  niemand is geen naam" in shown
    assert "  vervolg: toernooi spelers\n" in shown
