"""Whether the data files of a website are what the facts of a bundle come to.

Standings, pairings and results are computed again from the facts and held against the files, row by
row. What the facts do not have, names and clubs and what stands beside them, is not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from desk.answers.integrity import Verification
from desk.answers.integrity_view import damage_in_words, verify_view
from desk.site.contents import Contents
from desk.site.data import DataFiles
from desk.site.folder import made_before, tournaments_of
from ledger.facts.codec import decode
from ledger.hash_tree import KnownHead, head_of
from ledger.integrity.bundle import Bundle, kept_of, people_of, read_bundle, rows_of, verify_bundle
from ledger.integrity.evidence import Finding
from ledger.integrity.verify import check_head
from ledger.messages import do, message
from ledger.refusals import Exit, Refusal
from ledger.state.book import book_of
from ledger.text_files import json_of

_BESIDE: Final = frozenset(
    {
        *("name", "federation", "club", "names", "what", "program"),
        *("city", "begins", "ends", "tempo", "time_zone"),
        *("birth_year", "forecasts"),
    }
)
"""Keys of values that stand in records beside the facts, or that say who made the file."""

_BY_NAME: Final = frozenset({"players.json"})
"""Files whose rows are in the order of names."""

MOST: Final = 20
"""Differences of a file that are told."""


def verify_site(
    folder: Path, bundle_file: Path, trusted: KnownHead | None
) -> Verification | Refusal:
    """Compare a website with a bundle of one of its tournaments; raises OSError, StoreError.

    `trusted` is a head that the bundle must agree with, None: none is known.
    """
    bundle = read_bundle(bundle_file.read_bytes())
    if isinstance(bundle, Refusal):
        return bundle
    verified = verify_bundle(bundle)
    findings = [*verified.findings, *(check_head(kept_of(bundle), trusted) if trusted else ())]
    if (damage := damage_in_words(findings)) is not None:
        what = message("integrity.path-damaged", path=bundle_file.name, damage=damage)
        step = do("bundle-verify", file=bundle_file.name)
        return Refusal("bundle-damaged", what, step, exit=Exit.DAMAGED)
    index = made_before(folder)
    of_site = {} if isinstance(index, Refusal) else tournaments_of(index)
    said = of_site.get(bundle.tournament)
    if said is None:
        what = message("verify-site.not-there", folder=str(folder), name=bundle.name)
        return Refusal("not-on-website", what, message("verify-site.other"), exit=Exit.USAGE)
    differing = list(_against(folder, bundle, said.slug, said.last, said.head))
    notes = [message("verify-site.compared", n=said.last)]
    if said.last < len(bundle.facts):
        notes.append(message("verify-site.later", n=len(bundle.facts) - said.last))
    if trusted is None:
        notes.append(message("verify-site.no-head"))
    found = [replace(one, tournament=bundle.tournament) for one in differing]
    step = message("verify-site.ask")
    view = verify_view(folder.name, [verified], findings=found, notes=notes, step=step)
    return Verification(view, tuple(found))


def _against(
    folder: Path, bundle: Bundle, slug: str, last: int, head: str | None
) -> Iterator[Finding]:
    """Yield what differs from the facts of a bundle as of the last one that the website counts."""
    rows = rows_of(bundle)
    if last > len(rows):
        what = message("verify-site.bundle-older", site=last, bundle=len(rows))
        yield Finding("bundle-older", what, damage=False)
        return
    rows = rows[:last]
    own = head_of([row.own_hash for row in rows]).short
    if head != own:
        what = message("verify-site.other-head", site=head or "-", own=own)
        yield Finding("head-differs", what)
    recorded = [decode(row.tournament, row.position, row.topic, row.state) for row in rows]
    people: dict[str, Mapping[str, str]] = {one.key: dict(one.fields) for one in people_of(bundle)}
    book = book_of(recorded, people, str)
    for path, content in DataFiles(Contents.of(book, slug, rows), "").all():
        if path.endswith(".json"):
            yield from _file(folder / path, path, json_of(content.decode()))


def _file(path: Path, name: str, computed: object) -> Iterator[Finding]:
    try:
        said = json_of(path.read_text("utf-8"))
    except OSError:
        yield Finding("file-missing", message("verify-site.missing", file=name))
        return
    except ValueError:
        yield Finding("file-unreadable", message("verify-site.unreadable", file=name))
        return
    differing = list(_differing(_compared(said, path.name), _compared(computed, path.name), ""))
    for place, site, own in differing[:MOST]:
        what = message("verify-site.differs", file=name, place=place, site=site, own=own)
        yield Finding("site-differs", what)
    if left := differing[MOST:]:
        yield Finding("site-differs", message("verify-site.more", file=name, n=len(left)))


def _compared(value: object, name: str) -> object:
    """Return what of a file is compared: without what stands beside the facts."""
    if isinstance(value, dict):
        kept = {key: _compared(one, "") for key, one in value.items() if key not in _BESIDE}
        if name in _BY_NAME and isinstance(rows := kept.get("rows"), list):
            kept["rows"] = sorted(rows, key=lambda row: str(row))
        return kept
    if isinstance(value, list):
        return [_compared(one, "") for one in value]
    return value


def _differing(site: object, own: object, place: str) -> Iterator[tuple[str, str, str]]:
    """Yield where two values differ, with both, as people read them."""
    if isinstance(site, dict) and isinstance(own, dict):
        for key in [*own, *(key for key in site if key not in own)]:
            yield from _differing(site.get(key), own.get(key), f"{place}.{key}".lstrip("."))
    elif isinstance(site, list) and isinstance(own, list) and len(site) == len(own):
        for at, (one, other) in enumerate(zip(site, own, strict=True), 1):
            yield from _differing(one, other, f"{place} {at}")
    elif site != own:
        yield place, _short(site), _short(own)


def _short(value: object) -> str:
    """Return a value in a sentence: a list by its length."""
    if isinstance(value, list):
        return f"[{len(value)}]"
    text = "-" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
