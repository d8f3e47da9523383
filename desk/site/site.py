"""The whole site: the pages and data of tournaments of a ledger, as files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from desk.desk import Desk, choose
from desk.live.live import TournamentNames
from desk.site.addresses import slugs_of
from desk.site.contents import Contents
from desk.site.folder import SiteWritten, made_before, write_site
from desk.site.home import home_page, home_surroundings
from desk.site.pages import LANGUAGES, TournamentPages, site_words
from desk.site.rendering import front_page, pages_of
from ledger.messages import Sentence, message
from ledger.refusals import Refusal
from ledger.state.book import book_of
from ledger.store.imported_files import taken_back
from ledger.store.store import Store
from ledger.values import Language

STATIC: Final = Path(__file__).parents[1] / "web" / "static"
"""Where the style of the desk stands, which the site has too."""

OWN: Final = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a site is wanted of: one tournament, or all of the ledger; None: all.

    `language` is that of who opens the folder itself.
    """

    tournament: str | None = None
    language: Language = "en"


@dataclass
class Site:
    """A site in the making: what was written, and what there is to say of it."""

    written: SiteWritten
    notes: list[Sentence] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Read:
    """The tournaments of a site: their names in addresses, with id and name, and the damaged."""

    slugs: Mapping[str, tuple[str, str]]
    damaged: Mapping[str, Refusal]


def make_site(
    desk: Desk,
    folder: Path,
    wanted: Wanted,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Site | Refusal:
    """Write the site of a ledger into a folder, as far as it is not there; raise OSError.

    A tournament that is damaged is left as it was in the folder, and said.
    """
    before = made_before(folder)
    if isinstance(before, Refusal):
        return before
    with Store(desk.place) as store:
        read = _chosen(store, wanted.tournament)
        if isinstance(read, Refusal):
            return read
        heads = list[dict[str, object]]()
        notes = [
            message("site.damaged", name=name, what=refusal.what)
            for name, refusal in read.damaged.items()
        ]
        files = _files(desk, store, read, wanted, heads, progress)
        written = write_site(folder, before, files, lambda: {"tournaments": heads})
    return Site(written, notes)


def _chosen(store: Store, wanted: str | None) -> _Read | Refusal:
    """Return the tournaments of a site: one by name, or all that were not taken back."""
    tournaments, damaged = store.listed()
    right = store.names_put_right()
    names = tuple(TournamentNames(id_, name, right.get(id_, name)) for id_, name in tournaments)
    slugs = slugs_of(names)
    if wanted is not None:
        one = choose(store, wanted)
        if isinstance(one, Refusal):
            return one
        return _Read({slug: of for slug, of in slugs.items() if of[0] == one}, {})
    gone = taken_back(store)
    left = {slug: of for slug, of in slugs.items() if of[0] not in gone}
    if not left and not damaged:
        refusal = choose(store, None)
        if isinstance(refusal, Refusal):
            return refusal
    return _Read(left, dict(damaged))


def _files(
    desk: Desk,
    store: Store,
    read: _Read,
    wanted: Wanted,
    heads: list[dict[str, object]],
    progress: Callable[[int, int], None],
) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the site but its index; `heads` takes what the index says of each."""
    yield from _static()
    fronts: dict[Language, list[TournamentPages]] = {language: [] for language in LANGUAGES}
    for at, (slug, (tournament, _)) in enumerate(read.slugs.items()):
        progress(at, len(read.slugs))
        contents = contents_of(store, desk, tournament, slug)
        heads.append(_head(contents))
        for language in LANGUAGES:
            pages = TournamentPages(contents, site_words(language))
            for page in pages.all():
                yield from pages_of(page, pages.around)
            fronts[language].append(pages)
    progress(len(read.slugs), len(read.slugs))
    for language, several in fronts.items():
        words = site_words(language)
        yield from pages_of(home_page(several, words), home_surroundings(language))
    names: dict[Language, str] = {"en": "English", "nl": "Nederlands"}
    yield "index.html", front_page(wanted.language, names)


def contents_of(store: Store, desk: Desk, tournament: str, slug: str) -> Contents:
    """Return what is published of a tournament; raise DamagedLedger where it cannot be read."""
    recorded = store.facts(tournament)
    people = store.records(tournament, recorded)
    kept = {head.size: head for head in store.heads(tournament)}
    leaves = [row.own_hash for row in store.stored(tournament)][: len(recorded)]
    book = book_of(recorded, people, desk.runtime.new_seed, kept)
    return Contents.of(book, slug, leaves)


def _head(contents: Contents) -> dict[str, object]:
    """Return what the index says of a tournament."""
    state = contents.book.state
    head = contents.head_at(state.position)
    return {
        "id": contents.book.id,
        "name": state.name,
        "slug": contents.slug,
        "last": state.position,
        "head": head.short if head is not None else None,
    }


def _static() -> Iterator[tuple[str, bytes]]:
    """Yield the style, the script and the icon of the pages."""
    yield "static/style.css", (STATIC / "style.css").read_bytes()
    yield "static/icon.svg", (STATIC / "icon.svg").read_bytes()
    for name in ("site.css", "site.js"):
        yield f"static/{name}", (OWN / name).read_bytes()
