"""The whole site: the pages and data of tournaments of a ledger, as files."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from desk.answers.permalinks import AT, permalink
from desk.desk import Desk, choose
from desk.live.live import TournamentNames
from desk.site.addresses import PERSON, slugs_of
from desk.site.beside_page import beside_pages
from desk.site.calendar import Calendar
from desk.site.check_part import check_words, proof_files
from desk.site.contents import Contents
from desk.site.correction_pages import correction_pages
from desk.site.data import DataFiles
from desk.site.feeds import Feeds
from desk.site.folder import (
    LIST,
    MADE_BY,
    SiteIndexHead,
    SiteWritten,
    TournamentOfSite,
    made_alike,
    made_before,
    tournaments_of,
    write_site,
)
from desk.site.heads import kept_moments, timed_checkpoints
from desk.site.home import SiteIndexes, home_surroundings
from desk.site.listing import ListedTournament, listed, listed_players
from desk.site.pages import TournamentPages
from desk.site.proofs import HEADS, heads_in, heads_kept
from desk.site.rendering import front_page, pages_of
from desk.site.style import site_style
from desk.site.words import LANGUAGES, site_words
from ledger.errors import DamagedLedger
from ledger.facts.records import PersonForgotten
from ledger.garbage import only_what_comes, without_collection
from ledger.messages import Sentence, message
from ledger.place import LedgerPlace
from ledger.refusals import Refusal
from ledger.state.book import book_of
from ledger.state.details import days_of
from ledger.store.imported_files import taken_back
from ledger.store.store import Store
from ledger.values import Language

STATIC: Final = Path(__file__).parents[1] / "web" / "static"
"""Where the icon of the desk stands, which the site has too."""

NO_HOST: Final = "toernooiboek.invalid"
"""The domain where none is known: one that never exists (RFC 2606)."""

OWN: Final = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a site is wanted of: one tournament, or all of the ledger; None: all.

    `language` is that of who opens the folder itself, `program` the version of the program. `address` is
    that of the folder on the web, with a slash at the end, "" where it is not known. `why`: every board and
    place is explained, which takes longer. `changed`: a tournament of which the folder has every fact
    stays as it is there, where the folder was made in the same way.
    """

    tournament: str | None = None
    language: Language = "en"
    program: str = ""
    address: str = ""
    why: bool = True
    changed: bool = False

    def at(self, address: str) -> Wanted:
        """Return the same at the address that the organiser chose, where none was given."""
        if self.address or not address:
            return self
        return replace(self, address=f"{address.rstrip('/')}/")

    @property
    def host(self) -> str:
        """Return the domain in the ids of feeds and calendars."""
        return urlsplit(self.address).hostname or NO_HOST


@dataclass
class Site:
    """A site in the making: what was written, and what there is to say of it."""

    written: SiteWritten
    notes: list[Sentence] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Read:
    """The tournaments of a ledger: their names, those of a site by id, and the damaged by id."""

    place: LedgerPlace
    names: tuple[TournamentNames, ...]
    chosen: frozenset[str]
    damaged: Mapping[str, Refusal]


def make_site(
    desk: Desk,
    folder: Path,
    wanted: Wanted,
    progress: Callable[[int, int], None] = lambda done, total: None,
    places: Sequence[LedgerPlace] = (),
) -> Site | Refusal:
    """Write the site of a ledger into a folder, as far as it is not there; raise OSError.

    `places` are several ledgers, in place of that of the desk. A tournament that is damaged is left as
    it was in the folder, and said; one that was chosen raises DamagedLedger.
    """
    before = made_before(folder)
    if isinstance(before, Refusal):
        return before
    several = list[_Read]()
    for place in places or (desk.place,):
        read = _read(place, wanted.tournament, alone=len(places) < 2)
        if isinstance(read, Refusal):
            return read
        several.append(read)
    head = SiteIndexHead(
        made_by=MADE_BY,
        program=wanted.program,
        address=wanted.address,
        why=wanted.why,
        several=sum(len(read.chosen) for read in several) > 1,
        tournaments=[],
    )
    making = _Making(desk, wanted, progress, tournaments_of(before), heads_in(folder), head)
    making.stays = wanted.changed and made_alike(before, head)
    with without_collection():
        written = write_site(folder, before, making.files(several), head, making.is_left)
    making.tell_pages_of_names(written)
    return Site(written, making.notes)


def _read(place: LedgerPlace, wanted: str | None, *, alone: bool) -> _Read | Refusal:
    """Return the tournaments of a ledger: one by name, or all that were not taken back.

    `alone`: there is no other ledger, so that one without a tournament is refused.
    """
    with Store(place) as store:
        tournaments, damaged = store.listed()
        right = store.names_put_right()
        names = tuple(TournamentNames(id_, name, right.get(id_, name)) for id_, name in tournaments)
        if wanted is not None:
            one = choose(store, wanted)
            if isinstance(one, Refusal):
                return one
            return _Read(place, names, frozenset((one,)), {})
        gone = taken_back(store)
        left = frozenset(one.tournament for one in names if one.tournament not in gone)
        if alone and not left and not damaged:
            refusal = choose(store, None)
            if isinstance(refusal, Refusal):
                return refusal
        return _Read(place, names, left, dict(damaged))


@dataclass
class _Making:
    """The making of a site: what there is to say of it grows while its files are made.

    `before` are the tournaments that the folder had, by id. `left` are the lists of files of
    those whose files stay: they cannot be read now, or, where `stays`, have no new fact. `heads_before` is
    the file of heads as it was, `head` that of the index. `moments` are the heads of publications with
    their times, `listed` what the indexes know of each tournament, in each language.
    """

    desk: Desk
    wanted: Wanted
    progress: Callable[[int, int], None]
    before: Mapping[str, TournamentOfSite]
    heads_before: str
    head: SiteIndexHead
    stays: bool = False
    forgotten: bool = False
    notes: list[Sentence] = field(default_factory=list)
    left: set[str] = field(default_factory=set)
    moments: list[tuple[datetime, str]] = field(default_factory=list)
    listed: dict[Language, list[ListedTournament]] = field(
        default_factory=lambda: {language: [] for language in LANGUAGES}
    )

    def leave(self, tournament: str, name: str, refusal: Refusal) -> None:
        """Leave a tournament as it was in the folder."""
        self.notes.append(message("site.damaged", name=name, what=refusal.what))
        if (old := self.before.get(tournament)) is not None:
            self._leave_as_is(old.slug, tournament)
            self.head.tournaments.append(old)

    def is_published(self, contents: Contents) -> bool:
        """Tell whether a tournament is for the website, and its time there is not over."""
        choices = contents.choices
        name = contents.book.state.name
        if not choices.published:
            self.notes.append(message("site.not-published", name=name))
            return False
        _, last = days_of(contents.book.state, contents.book.people)
        if choices.archive_after is None or last is None:
            return True
        if self.desk.runtime.now().date() <= last + timedelta(days=choices.archive_after):
            return True
        self.notes.append(message("site.archived", name=name, n=choices.archive_after))
        return False

    def tell_forgotten(self, contents: Contents) -> None:
        """Say which addresses name somebody who was forgotten since the folder was last made."""
        book = contents.book
        before = self.before.get(book.id)
        since = enumerate(book.facts[before.last :], before.last + 1) if before else ()
        base = self.wanted.at(contents.choices.address).address
        for position, fact in since:
            if isinstance(fact, PersonForgotten) and fact.player in contents.numbers:
                number = contents.numbers[fact.player]
                slug = contents.slug
                cards = [f"{base}{language}/{slug}/player/{number}/" for language in LANGUAGES]
                addresses = ", ".join((*cards, f"{base}data/{slug}/player-{number}.json"))
                self.notes.append(message("site.forgotten", position=position, addresses=addresses))
                self.forgotten = True

    def tell_pages_of_names(self, written: SiteWritten) -> None:
        """Say which pages of a name went, where somebody was forgotten: their addresses have it."""
        gone = [path.removesuffix("index.html") for path in written.removed if _IS_OF_NAME(path)]
        if self.forgotten and gone:
            addresses = ", ".join(f"{self.wanted.address}{path}" for path in gone)
            self.notes.append(message("site.names-gone", n=len(gone), addresses=addresses))

    def _leave_as_is(self, slug: str, tournament: str) -> None:
        """Leave all files of a tournament as they are."""
        self.left |= {f"data/{slug}/{LIST}", f"data/{AT}/{tournament[:8]}/{LIST}"}

    def is_left(self, name: str) -> bool:
        """Tell whether a list of files is of a tournament that is left as it was."""
        return name in self.left

    def files(self, several: Sequence[_Read]) -> Iterator[tuple[str, bytes]]:
        """Yield every file of the site but its index."""
        yield from _static()
        slugs = self._slugs(several)
        total = sum(len(read.chosen) for read in several)
        with only_what_comes():
            yield from self._of_tournaments(several, slugs, total)
        self.progress(total, total)
        for language, listed_in in self.listed.items():
            indexes = SiteIndexes(listed_in, site_words(language), self.head.several)
            for page in indexes.all():
                yield from pages_of(page, home_surroundings(language))
        heads = heads_kept(self.heads_before, (text for _, text in sorted(self.moments)))
        yield HEADS, heads.encode()
        yield "index.html", front_page(self.wanted.language)

    def _of_tournaments(
        self, several: Sequence[_Read], slugs: Mapping[str, tuple[_Read, str]], total: int
    ) -> Iterator[tuple[str, bytes]]:
        """Yield the files of every tournament, keeping none of them in memory after its files."""
        done = 0
        for read in several:
            for tournament, refusal in read.damaged.items():
                self.leave(tournament, tournament, refusal)
            with Store(read.place) as store:
                for one in read.names:
                    if one.tournament not in read.chosen or slugs[one.tournament][0] is not read:
                        continue
                    self.progress(done, total)
                    done += 1
                    yield from self._of_tournament(store, one, slugs[one.tournament][1])
                    if total > 1:  # its book and pages refer to each other, and would all stay
                        gc.collect(0)  # what came since the last time

    def _slugs(self, several: Sequence[_Read]) -> Mapping[str, tuple[_Read, str]]:
        """Return the ledger of each tournament and its name in addresses, by id.

        One that stands in two ledgers is of the first, and that is said.
        """
        of = dict[str, _Read]()
        names = list[TournamentNames]()
        for read in several:
            for one in read.names:
                if one.tournament not in of:
                    of[one.tournament] = read
                    names.append(one)
                elif one.tournament in read.chosen:
                    self.notes.append(
                        message("site.twice", name=one.now, place=str(of[one.tournament].place))
                    )
        slugs = slugs_of(tuple(names))
        return {tournament: (of[tournament], slug) for slug, (tournament, _) in slugs.items()}

    def _of_tournament(
        self, store: Store, one: TournamentNames, slug: str
    ) -> Iterator[tuple[str, bytes]]:
        """Yield the files of a tournament; none where it is not for the website, or stays as it was."""
        try:
            contents = contents_of(
                store,
                self.desk,
                one.tournament,
                slug,
                explained=self.wanted.why,
                several=self.head.several,
            )
        except DamagedLedger as error:
            if self.wanted.tournament is not None:
                raise
            self.leave(one.tournament, one.now, error.refusal)
            return
        if not self.is_published(contents):
            return
        self.tell_forgotten(contents)
        said = _said_of(contents)
        self.head.tournaments.append(said)
        in_languages = [TournamentPages(contents, site_words(language)) for language in LANGUAGES]
        if contents.choices.listed:
            players = listed_players(contents)
            for pages in in_languages:
                self.listed[pages.words.language].append(listed(contents, pages.where(), players))
        self.moments += timed_checkpoints(contents)
        if self.stays and said == self.before.get(one.tournament):
            self._leave_as_is(slug, one.tournament)
            return
        for pages in in_languages:
            for page in (*pages.all(), *beside_pages(pages), *correction_pages(pages)):
                yield from pages_of(page, pages.around)
            at_address = self.wanted.at(contents.choices.address)
            yield from _followed(contents, pages.words.language, at_address)
        yield from DataFiles(contents, self.wanted.program).all()
        yield from proof_files(contents)
        yield from self._of_paper(contents)

    def _of_paper(self, contents: Contents) -> Iterator[tuple[str, bytes]]:
        """Yield the pages that codes on paper lead to: each leads on to what was published then."""
        for kept in kept_moments(contents):
            address = permalink(contents.book.id, kept.head)
            last = len(contents.at(kept.position).book.state.rounds)
            round_ = f"round/{last}/" if kept.round == last else ""
            below = f"{contents.slug}/{AT}/{kept.name}/{round_}"
            page = front_page(self.wanted.language, "../../../", below, contents.book.state.name)
            yield f"{address}index.html", page


_IS_OF_NAME: Final = re.compile(f"(?:{'|'.join(LANGUAGES)})/{PERSON}/").match
"""Whether a file is the page of the tournaments of a name."""


def _followed(
    contents: Contents, language: Language, wanted: Wanted
) -> Iterator[tuple[str, bytes]]:
    """Yield the calendars and feeds of a tournament in a language."""
    folder = f"{language}/{contents.slug}/"
    words = site_words(language)
    calendar = Calendar(contents, words, wanted.host)
    yield f"{folder}schedule.ics", calendar.rounds()
    for player in contents.cards if contents.has_days else ():
        number = contents.numbers[player]
        yield f"{folder}player/{number}/rounds.ics", calendar.player(player)
    feeds = Feeds(contents, words, wanted.host, wanted.address and f"{wanted.address}{folder}")
    yield f"{folder}feed.xml", feeds.atom()
    yield f"{folder}feed.json", feeds.json()


def contents_of(
    store: Store,
    desk: Desk,
    tournament: str,
    slug: str,
    *,
    explained: bool = False,
    several: bool = False,
) -> Contents:
    """Return what is published of a tournament; raise DamagedLedger where it cannot be read."""
    recorded = store.facts(tournament)
    people = store.records(tournament, recorded)
    kept = {head.size: head for head in store.heads(tournament)}
    rows = tuple(store.stored(tournament))[: len(recorded)]
    book = book_of(recorded, people, desk.runtime.new_seed, kept)
    return Contents.of(book, slug, rows, explained=explained, several=several)


def _said_of(contents: Contents) -> TournamentOfSite:
    """Return what the index says of a tournament."""
    state = contents.book.state
    head = contents.head_at(state.position)
    return TournamentOfSite(
        id=contents.book.id,
        name=state.name,
        slug=contents.slug,
        last=state.position,
        head=head.short if head is not None else None,
    )


def _static() -> Iterator[tuple[str, bytes]]:
    """Yield the style, the script and the icon of the pages."""
    yield "static/site.css", site_style().encode()
    yield "static/icon.svg", (STATIC / "icon.svg").read_bytes()
    for name in ("site.js", "check.js", "beside.js"):
        yield f"static/{name}", (OWN / name).read_bytes()
    for language in LANGUAGES:
        yield check_words(language)
