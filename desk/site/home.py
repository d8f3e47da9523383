"""The first pages of the site: tournaments that are running, to come, and past, and its indexes.

Where there are several tournaments they are found by year, by club and by person too. Who is shown by
number is in no index; whoever is shown by initials stands there by these. Each name has a page of its
tournaments, to which its cards lead: a card knows its own tournament alone, so it stays as it is when
others change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from desk.render.catalogue import Words
from desk.site.addresses import person_address, slug_of
from desk.site.listing import ListedPlayer, ListedTournament
from desk.site.model import (
    SiteCell,
    SiteHeading,
    SiteLink,
    SiteLinks,
    SitePage,
    SitePart,
    SiteRow,
    SiteTable,
    SiteText,
    Surroundings,
)
from ledger.messages import Sentence, message
from ledger.names import alphabetical
from ledger.values import Language

MOST_LISTED: Final = 60
"""Tournaments of a stage that the first page lists. More that are running or to come have a page
together, the first of them stand on the first page too; more that are past have a page for each year.
"""

MOST_TOGETHER: Final = 200
"""Lines of the list of people that stand together; a longer one has a page for each letter."""

OTHER: Final = "0"
"""Where names stand that begin with no letter of ours."""


def home_surroundings(language: Language) -> Surroundings:
    """Return what stands around the first page."""
    return Surroundings(
        language=language, slug="", name="", other="nl" if language == "en" else "en"
    )


@dataclass(frozen=True, slots=True)
class _Line:
    """A player in a tournament, as a line of an index; `order` is by name, then the newest first."""

    player: ListedPlayer
    of: ListedTournament
    order: tuple[tuple[str, str, str], int]

    @property
    def letter(self) -> str:
        """Return the letter under which the name stands."""
        first = self.order[0][0][:1]
        return first if first.isascii() and first.isalpha() else OTHER

    @property
    def card(self) -> str:
        """Return the address of the card of the player."""
        return f"~{self.of.slug}/player/{self.player.number}/"


class _Entry(NamedTuple):
    """A name in the list of people, with its tournaments; initials have an entry for each."""

    lines: tuple[_Line, ...]

    @property
    def name(self) -> str:
        return self.lines[0].player.name

    @property
    def href(self) -> str:
        """Return where the entry leads: to a card, or to those of the name."""
        return self.lines[0].card if len(self.lines) == 1 else person_address(self.name)


@dataclass
class SiteIndexes:
    """The first page and the indexes of a site, in a language; the oldest tournament comes first.

    `several`: the site has more than one, listed or not, so that cards lead to the pages of names.
    """

    tournaments: Sequence[ListedTournament]
    words: Words
    several: bool

    def all(self) -> Iterator[SitePage]:
        """Yield the first page, and the indexes where there are several tournaments."""
        yield self.home()
        if not self.several:
            return
        for stage, at_stage in self._not_past.items():
            if len(at_stage) > MOST_LISTED:
                yield self._list(_of_year(stage), self._say(f"site.{stage}"), at_stage)
        if self._long:
            for year, of_year in self._past.items():
                yield self._list(_of_year(year), self._year(year), of_year)
        for page in (*self._of_people(), *self._of_names(), *self._of_clubs()):
            yield replace(page, of_people=True)

    def _say(self, key: str, **values: str | int) -> str:
        return self.words(message(key, **values))

    # --- the first page -----------------------------------------------------------------------

    @cached_property
    def _past(self) -> Mapping[str, list[ListedTournament]]:
        """Return the past tournaments by year, the newest first."""
        past = dict[str, list[ListedTournament]]()
        for one in reversed(self.tournaments):
            if one.stage == "past":
                past.setdefault(one.year, []).append(one)
        return dict(sorted(past.items(), reverse=True))

    @cached_property
    def _not_past(self) -> Mapping[str, list[ListedTournament]]:
        """Return the tournaments that are running, and those to come, the newest first."""
        stages = ("running", "coming")
        return {
            stage: [one for one in reversed(self.tournaments) if one.stage == stage]
            for stage in stages
        }

    @property
    def _long(self) -> bool:
        return sum(map(len, self._past.values())) > MOST_LISTED

    def home(self) -> SitePage:
        """Return the first page: what is running, what is to come, what is past, by year."""
        groups = list[tuple[str, list[SiteLink]]]()
        for stage, at_stage in self._not_past.items():
            links = list(map(_link, at_stage[:MOST_LISTED]))
            if len(at_stage) > MOST_LISTED:
                all_of_them = self._say("site.tournaments", n=len(at_stage))
                links.append(SiteLink(all_of_them, f"~{_of_year(stage)}"))
            groups.append((self._say(f"site.{stage}"), links))
        if self._long:
            years = [
                SiteLink(
                    self._year(year),
                    f"~{_of_year(year)}",
                    self._say("site.tournaments", n=len(several)),
                )
                for year, several in self._past.items()
            ]
            groups.append((self._say("site.by-year"), years))
        else:
            groups += [(self._year(year), list(map(_link, of))) for year, of in self._past.items()]
        parts: list[SitePart] = [SiteLinks(name, tuple(links)) for name, links in groups if links]
        if not parts:
            parts.append(SiteText((self._say("web-more.no-tournament"),)))
        if self.several and (indexes := self._indexes):
            parts.insert(0, SiteLinks(self._say("site.find"), indexes, row=True))
        return SitePage(path="", title=self._say("web-parts.tournaments"), parts=tuple(parts))

    @property
    def _indexes(self) -> tuple[SiteLink, ...]:
        """Return the way to the indexes that have anything."""
        found = list[SiteLink]()
        if self._lines:
            found.append(SiteLink(self._say("site.people"), "~people/"))
        if self._clubs:
            found.append(SiteLink(self._say("site.clubs"), "~clubs/"))
        return tuple(found)

    def _year(self, year: str) -> str:
        return self._say("site.past", year=year) if year else self._say("site.past-unknown")

    # --- by year ------------------------------------------------------------------------------

    def _list(self, path: str, title: str, several: Sequence[ListedTournament]) -> SitePage:
        """Return a page of tournaments."""
        rows = [
            (
                SiteCell(one.name, tag="th", href=f"~{one.slug}/"),
                SiteCell(str(len(one.players) or "")),
                SiteCell(one.where),
            )
            for one in several
        ]
        return self._page(path, title, _TOURNAMENTS, rows)

    # --- by person ----------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> list[_Line]:
        """Return every player of every tournament, by name, the newest tournament first."""
        lines = [
            _Line(player, one, (alphabetical(player.name), -at))
            for at, one in enumerate(self.tournaments)
            for player in one.players
        ]
        return sorted(lines, key=lambda line: line.order)

    @cached_property
    def _entries(self) -> list[_Entry]:
        """Return the list of people: those shown by the same name stand together."""
        found = dict[tuple[str, int], list[_Line]]()
        for line in self._lines:
            key = (line.of.slug, line.player.number)
            if line.player.named:
                key = (person_address(line.player.name), 0)
            found.setdefault(key, []).append(line)
        return [_Entry(tuple(lines)) for lines in found.values()]

    def _of_people(self) -> Iterator[SitePage]:
        title = self._say("site.people")
        if not self._lines:
            return
        if len(self._entries) <= MOST_TOGETHER:
            yield self._page("people/", title, _PEOPLE, list(map(self._row_of, self._entries)))
            return
        letters = dict[str, list[_Entry]]()
        for entry in self._entries:
            letters.setdefault(entry.lines[0].letter, []).append(entry)
        row = tuple(SiteLink(_capital(letter), f"~people/{letter}/") for letter in sorted(letters))
        whole = SiteLinks(title, row, row=True)
        yield SitePage(path="people/", title=title, parts=(whole,))
        for letter, entries in letters.items():
            here = tuple(one._replace(current=one.text == _capital(letter)) for one in row)
            rows = list(map(self._row_of, entries))
            page = self._page(f"people/{letter}/", f"{title}: {_capital(letter)}", _PEOPLE, rows)
            yield SitePage(
                path=page.path,
                title=page.title,
                parts=(SiteLinks(title, here, row=True), *page.parts),
            )

    def _row_of(self, entry: _Entry) -> SiteRow:
        """Return a name of the list of people, with its tournament, or how many it has."""
        newest, *others = entry.lines
        last = SiteCell(newest.of.name, href=f"~{newest.of.slug}/")
        if others:
            last = SiteCell(self._say("site.tournaments", n=len(entry.lines)), href=entry.href)
        return (
            SiteCell(entry.name, tag="th", href=entry.href),
            SiteCell(newest.player.club),
            last,
        )

    def _of_names(self) -> Iterator[SitePage]:
        """Yield a page of the tournaments of each name, also of one, as its card leads there."""
        for entry in self._entries:
            if not entry.lines[0].player.named:
                continue
            rows = [
                (
                    SiteCell(line.of.name, tag="th", href=line.card),
                    SiteCell(line.of.year),
                    SiteCell(line.player.club),
                )
                for line in entry.lines
            ]
            path = person_address(entry.name).removeprefix("~")
            page = self._page(path, entry.name, _OF_NAME, rows)
            more = SiteText((self._say("site.namesakes"),))
            whole = SiteLinks("", (SiteLink(self._say("site.people"), "~people/"),))
            yield SitePage(path=path, title=page.title, parts=(*page.parts, more, whole))

    # --- by club ------------------------------------------------------------------------------

    @cached_property
    def _clubs(self) -> Mapping[str, list[_Line]]:
        """Return the players of each club, by its name."""
        clubs = dict[str, list[_Line]]()
        for line in self._lines:
            if line.player.club:
                clubs.setdefault(line.player.club, []).append(line)
        return dict(sorted(clubs.items(), key=lambda one: (one[0].casefold(), one[0])))

    def _of_clubs(self) -> Iterator[SitePage]:
        if not self._clubs:
            return
        paths, taken = dict[str, str](), Counter[str]()
        for club in self._clubs:
            slug = slug_of(club) or "club"
            taken[slug] += 1
            paths[club] = f"{slug}--{taken[slug]}" if taken[slug] > 1 else slug
        rows = [
            (
                SiteCell(club, tag="th", href=f"~clubs/{paths[club]}/"),
                SiteCell(str(len({line.of.slug for line in lines}))),
                SiteCell(str(len(lines))),
            )
            for club, lines in self._clubs.items()
        ]
        yield self._page("clubs/", self._say("site.clubs"), _CLUBS, rows)
        for club, lines in self._clubs.items():
            of_club = list(map(_row, lines))
            yield self._page(f"clubs/{paths[club]}/", club, _OF_CLUB, of_club)

    def _page(
        self,
        path: str,
        title: str,
        headings: Sequence[tuple[Sentence, str]],
        rows: Sequence[SiteRow],
    ) -> SitePage:
        names = tuple(SiteHeading(self.words(name), kind) for name, kind in headings)
        table = SiteTable(caption=title, headings=names, rows=tuple(rows), sortable=True)
        return SitePage(path=path, title=title, parts=(table,))


_TOURNAMENTS = (
    (message("columns.tournament"), ""),
    (message("columns.players"), "num"),
    (message("site.stands"), ""),
)
_PEOPLE = (
    (message("columns.name"), ""),
    (message("columns.club"), "wide"),
    (message("columns.tournament"), ""),
)
_OF_NAME = (
    (message("columns.tournament"), ""),
    (message("site.year"), "num"),
    (message("columns.club"), "wide"),
)
_OF_CLUB = (
    (message("columns.name"), ""),
    (message("site.year"), "num"),
    (message("columns.tournament"), ""),
)
_CLUBS = (
    (message("columns.club"), ""),
    (message("columns.tournaments"), "num"),
    (message("site.entries"), "num"),
)


def _link(one: ListedTournament) -> SiteLink:
    return SiteLink(one.name, f"~{one.slug}/", one.where)


def _row(line: _Line) -> SiteRow:
    """Return a line of the index of a club: the name leads to the card, the tournament to its own page."""
    return (
        SiteCell(line.player.name, tag="th", href=line.card),
        SiteCell(line.of.year),
        SiteCell(line.of.name, href=f"~{line.of.slug}/"),
    )


def _of_year(year: str) -> str:
    return f"years/{year or OTHER}/"


def _capital(letter: str) -> str:
    return "#" if letter == OTHER else letter.upper()
