"""How a reader checks the results of a round against a head: the words of the script, its files."""

from __future__ import annotations

import json
from collections.abc import Iterator

from desk.render.catalogue import in_language
from desk.site.contents import Contents
from desk.site.model import SiteCheck
from desk.site.proofs import leaves_script, proofs_script
from ledger.messages import Sentence, message
from ledger.values import Language

SAID = (
    "all-right",
    "fails",
    "holds",
    "later",
    "no-head",
    "no-key",
    "no-proof",
    "no-signatures",
    "other-head",
    "other-size",
    "other-tournament",
    "page-differs",
    "save",
    "signature-fails",
    "some-wrong",
    "unreadable",
)
"""What the script can say, as it calls it."""

_FILLED_IN = ("holding", "outcome", "position", "size", "wrong")
"""What the script fills in, which stays as it is written."""


def proof_files(of: Contents) -> Iterator[tuple[str, bytes]]:
    """Yield the scripts with the proofs of each round, and that with the hashes of all facts."""
    if not of.rows or not of.book.state.rounds:
        return
    folder = f"data/{of.slug}"
    yield f"{folder}/leaves.js", leaves_script(of.rows).encode()
    for round_ in of.book.state.rounds:
        yield _proofs(of, round_.number), proofs_script(of.results(round_.number)).encode()


def _proofs(of: Contents, number: int) -> str:
    return f"data/{of.slug}/proofs-{number}.js"


def check_part(of: Contents, number: int, language: Language) -> SiteCheck | None:
    """Return what checks the results of a round, None without hashes."""
    if not of.rows:
        return None
    leaves = f"/data/{of.slug}/leaves.js"
    scripts = (f"/{_proofs(of, number)}", leaves, f"/{_words(language)}", "/static/check.js")
    return SiteCheck(round=number, scripts=scripts)


def check_words(language: Language) -> tuple[str, bytes]:
    """Return the script with the words of that which checks results: its path, and what is in it."""
    words = {code: in_language(_said(code), language) for code in SAID}
    words["proof"] = in_language(message("public-check.proof"), language)
    said = json.dumps(words, ensure_ascii=False, sort_keys=True)
    return _words(language), f"globalThis.toernooiWords={said};\n".encode()


def _words(language: Language) -> str:
    return f"static/check-{language}.js"


def _said(code: str) -> Sentence:
    return message(f"public-check.said.{code}", **{name: f"{{{name}}}" for name in _FILLED_IN})
