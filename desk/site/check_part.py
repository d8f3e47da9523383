"""The page on which a reader checks the results of a round against a head: its words and rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from desk.render.catalogue import in_language
from desk.site.contents import Contents
from desk.site.model import CheckedBoard, SiteCheck, SiteLink, SiteLinks, SitePage
from desk.site.proofs import ProvenResult, leaves_script, proofs_script
from ledger.hash_tree import Head
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


PART = 60
"""Boards on one page."""


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


def check_pages(of: Contents, number: int, language: Language) -> Iterator[SitePage]:
    """Yield the pages on which the results of a round are checked; none without hashes."""
    head = of.head_at(of.book.state.position)
    if not of.rows or head is None:
        return
    results = of.results(number)
    scripts = (f"/{_proofs(of, number)}", f"/data/{of.slug}/leaves.js", "/static/check.js")
    title = in_language(message("public-check.title", round=number), language)
    back = in_language(message("web-standing.pairings-of", round=number), language)
    names = [
        tuple(in_language(of.book.name(key), language) for key in (one.white_key, one.black_key))
        for one in results
    ]
    first = f"round/{number}/check/"
    paths = [
        first if at == 0 else f"{first}page-{at // PART + 1}/"
        for at in range(0, len(results), PART)
    ]
    turn = tuple(SiteLink(str(at), path) for at, path in enumerate(paths, 1))
    for at, path in enumerate(paths):
        cut = slice(at * PART, (at + 1) * PART)
        links = [SiteLinks("", (SiteLink(back, f"round/{number}/"),), row=True)]
        if len(paths) > 1:
            marked = tuple(one._replace(current=one.href == path) for one in turn)
            links.append(SiteLinks(in_language(message("site.pages"), language), marked, row=True))
        part = check_part(results[cut], number, head, names[cut], language, scripts)
        yield SitePage(path=path, title=title, parts=(*links, part), part="round")


def check_part(
    results: Sequence[ProvenResult],
    number: int,
    head: Head,
    names: Sequence[tuple[str, ...]],
    language: Language,
    scripts: tuple[str, ...],
) -> SiteCheck:
    """Return the boards of a round with their proofs; `names` are white's and black's, by board.

    `head` is the one that the proofs lead to, `scripts` are the addresses of the proofs, of the
    hashes of all facts, and of the script that checks.
    """
    words = {code: in_language(_said(code), language) for code in SAID}
    boards = [
        CheckedBoard(
            board=one.board,
            white_key=one.white_key,
            black_key=one.black_key,
            white=f"{white} ({one.white})",
            black=f"{black} ({one.black})",
            outcome=(one.outcome or "").replace("1/2", "½"),
            proven=one.proof is not None,
        )
        for one, (white, black) in zip(results, names, strict=True)
    ]
    said = json.dumps(words, ensure_ascii=False, sort_keys=True)
    return SiteCheck(number, head.short, tuple(boards), said, scripts)


def _said(code: str) -> Sentence:
    return message(f"public-check.said.{code}", **{name: f"{{{name}}}" for name in _FILLED_IN})
