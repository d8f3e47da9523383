"""The pages of a tournament, in the words of one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import NamedTuple, cast

from desk.answers.permalinks import AT
from desk.formats.registry import format_of
from desk.render.catalogue import Words
from desk.site.addresses import person_address
from desk.site.check_part import check_part
from desk.site.clauses import said_clauses
from desk.site.contents import Contents
from desk.site.drawing import drawn_view
from desk.site.events import PublicEvent, is_of_log, public_events
from desk.site.folder import LIST
from desk.site.heads import Kept, kept_moments
from desk.site.model import (
    SiteCell,
    SiteFacts,
    SiteHeading,
    SiteLink,
    SiteLinks,
    SitePage,
    SitePart,
    SitePicture,
    SiteRow,
    SiteSteps,
    SiteTable,
    SiteText,
    Surroundings,
)
from desk.site.shown import hidden_columns, shown
from desk.site.tables import (
    RoundTables,
    card_table,
    changed_keys_table,
    crosstable_by_place,
    crosstable_table,
    prizes_table,
    result_said,
    site_table,
    standing_table,
    without_columns,
)
from ledger.messages import (
    Sentence,
    Value,
    day_and_time,
    day_in_full,
    days_in_full,
    message,
    run_on,
)
from ledger.records import NOTHING
from ledger.rulebooks.files import shipped
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.details import days_of, details_of
from ledger.state.tournament import Game
from pairing.systems.draft import rounds_of
from pairing.systems.registry import load_rulebook
from projections.log.dossier import local
from projections.views.rulebook_names import spoken_name, title_of
from projections.views.rules import RulebookHead, changed_keys, show_view
from projections.views.standings import name_of_key
from projections.views.view import RowValues, View


class _StandingOf(NamedTuple):
    """All that the table of a standing follows from, in one language and with the choices of today."""

    after: int
    final: bool
    numbers: Mapping[int, int]
    view: View
    rules: Rulebook


@dataclass
class TournamentPages:
    """The pages of a tournament in one language.

    `made` are the tables of standings so far: that of an earlier moment is mostly one of today.
    """

    of: Contents
    words: Words
    made: list[tuple[_StandingOf, SiteTable]] = field(default_factory=list)

    @property
    def book(self) -> Book:
        """Return the tournament as the public sees it."""
        return self.of.book

    def say(self, key: str, /, **values: Value) -> str:
        """Return a sentence of the room `site`, or of another by its whole key."""
        return self.words(message(key if "." in key else f"site.{key}", **values))

    # --- around every page --------------------------------------------------------------------

    @cached_property
    def around(self) -> Surroundings:
        """Return what stands around every page."""
        language = self.words.language
        return Surroundings(
            language=language,
            slug=self.of.slug,
            name=self.book.state.name,
            bar=tuple(self._bar()),
            foot=(self.say("made-from-ledger"),),
            feed="feed.xml",
            other="nl" if language == "en" else "en",
            found=self.of.choices.found_by_search_engines(ended=self.book.state.closed),
        )

    def _bar(self) -> Iterator[tuple[str, SiteLink]]:
        rounds = len(self.book.state.rounds)
        if rounds:
            yield "round", SiteLink(self.say("web-parts.page.pairings"), f"round/{rounds}/")
        for part in self._parts():
            yield part, SiteLink(self._part(part), f"{part}/")
        for part in ("live", "data"):
            yield part, SiteLink(self.say(part), f"{part}/")

    def _parts(self) -> Iterator[str]:
        yield "standing"
        if self.of.crosstable is not None:
            yield "crosstable"
        if self.of.overviews:
            yield "overviews"
        yield "players"
        if self.of.statistics:
            yield "statistics"
        if self.of.prizes is not None:
            yield "prizes"
        yield "rules"
        yield "log"

    def _part(self, part: str) -> str:
        if part == "statistics":
            return self.say("site.statistics.title")
        return self.say(f"web-parts.page.{part}")

    def as_of(self, position: int) -> str:
        """Return up to which fact a page was computed, with its moment and head."""
        if not 1 <= position <= len(self.book.recorded):
            return ""
        at = self.book.recorded_at(position)
        head = self.of.head_at(position)
        if head is None:
            return self.say("as-of", position=position, moment=at)
        return self.say("as-of-head", position=position, moment=at, head=head.short)

    # --- all ----------------------------------------------------------------------------------

    def all(self) -> Iterator[SitePage]:
        """Yield every page."""
        yield self.front()
        for round_ in self.book.state.rounds:
            yield from self.round(round_.number)
            yield from self.why(round_.number)
        yield from self.standings()
        yield from self.crosstable()
        yield from self.overviews()
        yield self.players()
        for player in self.of.cards:
            yield self.player(player)
            yield from self.build_up(player)
        yield from self.statistics()
        yield from self.prizes()
        yield self.rules()
        yield self.log()
        yield self.live()
        yield self.data()
        yield from self.embedded()
        yield from self.kept()

    @cached_property
    def corrections(self) -> list[PublicEvent]:
        """Return the corrections of the tournament, oldest first."""
        return [event for event in public_events(self.of) if event.kind == "correction"]

    def _links_to_corrections(self, *rounds: int) -> tuple[SiteLink, ...]:
        """Return the links to the corrections of some rounds, and of what is of no round."""
        return tuple(
            SiteLink(
                self.say("site.correction.link", position=event.position),
                f"correction/{event.position}/",
            )
            for event in self.corrections
            if event.round is None or event.round in rounds
        )

    # --- the tournament -----------------------------------------------------------------------

    def front(self) -> SitePage:
        """Return the first page of the tournament: what it is, where it stands, and all rounds."""
        state = self.book.state
        parts: list[SitePart] = [*self._news(), SiteFacts(tuple(self._facts()))]
        parts.append(self._schedule())
        others = [SiteLink(one.text, one.href) for _, one in self.around.bar]
        parts.append(SiteLinks(self.say("pages-of"), tuple(others)))
        kept = [self._kept_link(one) for one in reversed(self.kept_moments)]
        if kept:
            parts.append(SiteLinks(self.say("kept"), tuple(kept)))
        return SitePage(
            path="",
            title=state.name,
            about=self.where(),
            parts=tuple(parts),
            as_of=self.as_of(state.position),
        )

    def _news(self) -> Iterator[SiteLinks]:
        """Yield what changed last, newest first, each with the way there."""
        events = public_events(self.of)[: -NEWS - 1 : -1]
        links = [
            SiteLink(
                self.words(event.what),
                event.href,
                self.words(event.moment.astimezone(self.book.zone)),
            )
            for event in events
        ]
        if links:
            yield SiteLinks(self.say("news"), tuple(links))

    def where(self) -> str:
        """Return where the tournament stands: the round, and how much of it is open."""
        state = self.book.state
        if not state.rounds:
            return self.say("web-more.no-round-yet", n=len(state.players))
        last = state.rounds[-1]
        if state.closed:
            return self.say("web-more.over", n=last.number)
        planned = rounds_of(self.book)
        if planned:
            text = self.say("web-more.round-of", round=last.number, planned=planned)
        else:
            text = self.say("web-more.round-n", round=last.number)
        n = len(last.open_games)
        playing = self.say("web-more.boards-open", n=n) if n else self.say("web-more.all-in")
        return f"{text} · {playing}"

    def _facts(self) -> Iterator[tuple[str, str, str]]:
        details = details_of(self.book.state, self.book.people)
        first, last = days_of(self.book.state, self.book.people)
        if first and last:
            yield self.say("days"), self.words(days_in_full(first, last)), ""
        elif first:
            yield self.say("days"), self.words(day_in_full(first)), ""
        said = ("club", "venue", "city", "organiser", "tempo", "arbiter", "deputy_arbiters")
        zone = ("time_zone",) if self.book.state.times else ()
        for name in (*said, *zone):
            if name in details:
                text = ", ".join(details[name].split("\n"))
                yield self.say(f"status.{name}"), text, ""
        yield self.say("status.players"), str(len(self.book.state.players)), "players/"
        yield self.say("system"), self.words(spoken_name(self.book.rules)), "rules/"

    def _schedule(self) -> SiteTable:
        """Return the rounds, played and planned, with their days."""
        state = self.book.state
        numbers = range(1, max(len(state.rounds), rounds_of(self.book) or 0) + 1)
        rows = list[SiteRow]()
        for number in numbers:
            round_ = state.round(number)
            day = state.dates.get(number)
            when = self.words(day_and_time(day, state.times.get(number))) if day else ""
            if round_ is None:
                links = (SiteCell(self.say("to-come"), "muted"), SiteCell(""))
            else:
                n = len(round_.open_games)
                text = self.say("web-more.boards-open", n=n) if n else self.say("all-in")
                after = SiteCell(self.say("after", round=number), href=f"standing/{number}/")
                links = (SiteCell(text, href=f"round/{number}/"), after)
            heading = SiteCell(
                str(number), "num", "th", href=f"round/{number}/" if round_ is not None else ""
            )
            days = (SiteCell(when),) if state.dates else ()
            rows.append((heading, *days, *links))
        return SiteTable(
            caption=self.say("schedule"),
            headings=(
                SiteHeading(self.say("columns.round"), "num"),
                *([SiteHeading(self.say("columns.date"))] if state.dates else ()),
                SiteHeading(self.say("web-parts.page.pairings")),
                SiteHeading(self.say("web-parts.page.standing")),
            ),
            rows=tuple(rows),
            empty=self.say("web-standing.no-round-yet"),
            named=True,
        )

    # --- rounds -------------------------------------------------------------------------------

    def round(self, number: int) -> Iterator[SitePage]:
        """Yield the pages of a round: by board, and by name."""
        view = self.of.round(number)
        if view is None:
            return
        day = self.book.state.dates.get(number)
        about = [self.words(day_in_full(day, self.book.state.times.get(number)))] if day else []
        open_games = len(self.book.state.rounds[number - 1].open_games)
        about += [
            self.say("web-more.boards-open", n=open_games) if open_games else self.say("all-in")
        ]
        title = self.say("web-standing.pairings-of", round=number)
        rounds = self._rounds("round", number, len(self.book.state.rounds))
        for by_name in (False, True):
            ways = SiteLinks(
                self.say("order"),
                (
                    SiteLink(
                        self.say("web-standing.by-board"), f"round/{number}/", current=not by_name
                    ),
                    SiteLink(
                        self.say("web-standing.by-name"), f"round/{number}/names/", current=by_name
                    ),
                ),
                row=True,
            )
            table = self._names(number) if by_name else self._boards(view)
            check = None if by_name else check_part(self.of, number, self.words.language)
            if check is not None and table is not None:
                results = self.of.results(number)
                keys = tuple((one.white_key, one.black_key) for one in results)
                if any(self.of.numbers.get(key) != key for two in keys for key in two):
                    table = replace(table, keys=keys)
            yield SitePage(
                path=f"round/{number}/names/" if by_name else f"round/{number}/",
                title=title,
                about=" · ".join(about),
                parts=tuple(filter(None, (rounds, ways, table, self._corrected(number), check))),
                part="round",
                as_of=self.as_of(self.of.round_set_by(number)),
            )

    def _corrected(self, *rounds: int) -> SiteLinks | None:
        """Return the links to what corrections of some rounds changed, None for none."""
        links = self._links_to_corrections(*rounds)
        return SiteLinks(self.say("site.correction.corrected"), links, row=True) if links else None

    def _rounds(self, folder: str, chosen: int, last: int) -> SiteLinks:
        links = (
            SiteLink(str(each), f"{folder}/{each}/", current=each == chosen)
            for each in range(1, last + 1)
        )
        return SiteLinks(self.say("web-standing.round"), tuple(links), row=True)

    def why(self, number: int) -> Iterator[SitePage]:
        """Yield a page for each board of a round: why the two meet, and who has white."""
        explained = self.of.why(number)
        round_ = self.book.state.rounds[number - 1]
        boards = list(explained)
        for at, (board, answer) in enumerate(explained.items()):
            if board > len(round_.games):
                continue
            game = round_.games[board - 1]
            why = answer.in_words(self.words)
            names = [self.words(self.book.name(player)) for player in (game.white, game.black)]
            beside = SiteLinks(
                self.say("columns.board"),
                tuple(
                    SiteLink(str(each), f"round/{number}/board/{each}/", current=each == board)
                    for each in boards[max(at - 2, 0) : at + 3]
                ),
                row=True,
            )
            cards = SiteFacts(
                (
                    (self.say("columns.white"), names[0], self._card_of(game.white)),
                    (self.say("columns.black"), names[1], self._card_of(game.black)),
                    (self.say("web-standing.result"), self._result_of(game), f"round/{number}/"),
                )
            )
            parts: list[SitePart] = [beside, cards, SiteSteps("", why.answer, why.steps)]
            if why.colours:
                parts.append(SiteSteps(self.say("web-why.colours"), "", why.colours))
            rules = self.words(title_of(self.book.rules_of(number)))
            parts.append(SiteText((self.say("web-why.by-rules", rules=rules),)))
            yield SitePage(
                path=f"round/{number}/board/{board}/",
                title=self.say("why-board", round=number, board=board),
                parts=tuple(parts),
                part="round",
            )

    def _card_of(self, player: int) -> str:
        return self.card(self.of.numbers.get(player))

    def _result_of(self, game: Game) -> str:
        later = game.adjourned and game.outcome is None
        return result_said("adjourned" if later else game.outcome, self.words)

    def build_up(self, player: int) -> Iterator[SitePage]:
        """Yield the page of what each round adds to points and tie-breaks of a player, drawn too."""
        view = self.of.build_up(player)
        if view is None:
            return
        number = self.of.numbers[player]
        name = self.words(self.book.name(player))
        table = site_table(
            view,
            self.words,
            caption=self.say("build-up"),
            links=lambda row: {"round": f"round/{row['round']}/"} if row.get("round") else {},
            narrow=BUILD_UP_ON_A_PHONE,
        )
        parts: list[SitePart] = [table]
        drawn = drawn_view(view, self.words, ("wp", "sb"), self.say("build-up-drawn"))
        if drawn is not None:
            parts.append(SitePicture(self.say("build-up-drawn"), drawn))
        yield SitePage(
            path=f"player/{number}/why/",
            title=self.say("build-up-of", name=name),
            over=self.say("player-number", number=number),
            parts=(*parts, SiteLinks("", (SiteLink(name, f"player/{number}/"),))),
            part="players",
            as_of=self.as_of(self.of.set_by(self.of.done)),
        )

    def _boards(self, view: View, *, asked: bool = True) -> SiteTable:
        """Return a round by board; `asked`: with the way to why, where there is one."""
        return self._round_tables(asked=asked).by_board(view)

    def _round_tables(self, *, asked: bool = True) -> RoundTables:
        return RoundTables(self.words, SiteAddresses(self.of, asked=asked), self._about)

    def _about(self, number: int) -> str:
        """Return what stands small behind a player of a board: number and rating."""
        player = self.of.keys.get(number)
        rating = shown(self.book, player, self.of.choices).rating if player is not None else None
        return f"{number}" if not rating else f"{number} · {rating}"

    def _names(self, number: int) -> SiteTable | None:
        view = self.of.round(number, by_name=True)
        return self._round_tables().by_name(view) if view is not None else None

    def card(self, number: object) -> str:
        """Return the address of the card of a player by number, "" for nobody."""
        return self.to.card(number)

    @cached_property
    def to(self) -> SiteAddresses:
        """Return where the tables lead."""
        return SiteAddresses(self.of)

    # --- standing -----------------------------------------------------------------------------

    def standings(self) -> Iterator[SitePage]:
        """Yield the newest standing, and that after each round."""
        rounds = len(self.book.state.rounds)
        newest = self.of.newest_standing
        final = self.of.final is not None
        choices = [SiteLink(str(each), f"standing/{each}/") for each in range(1, rounds + 1)]
        now = self.say("web-standing.at-the-end" if final else "now")
        for number in (None, *range(1, rounds + 1)):
            view = newest if number is None else self.of.standing(number)
            if view is None:
                continue
            here = "standing/" if number is None else f"standing/{number}/"
            links = (*choices, SiteLink(now, "standing/"))
            menu = SiteLinks(
                self.say("web-standing.after-round"),
                tuple(one._replace(current=one.href == here) for one in links),
                row=True,
            )
            after = self.of.done if number is None else number
            last = number is None and final
            title = self.say("web-standing.title", round=after)
            table = self._standing(view, after, final=last)
            yield SitePage(
                path=here,
                title=self.say("web-standing.final") if last else title,
                about=self._order(after, last),
                parts=tuple(filter(None, (menu, table, self._corrected(*range(1, after + 1))))),
                part="standing",
                as_of=self.as_of(self.book.state.position if last else self.of.set_by(after)),
            )

    def _order(self, after: int, final: bool) -> str:
        """Return how many players there are, and what decides between equal points."""
        text = self.say("web-standing.players", n=len(self.book.state.players))
        rules = self.book.rules_of(after)
        order = [name_of_key(name, rules) for name in format_of(rules).deciding(rules, final)]
        if order:
            text += f" · {self.say('web-standing.order', keys=run_on(*order, between=', '))}"
        return text

    def _chosen(self, view: View) -> View:
        """Return a view with the columns that the organiser shows."""
        return without_columns(view, hidden_columns(self.of.choices))

    def _standing(self, view: View, after: int, *, final: bool) -> SiteTable:
        seen = replace(self._chosen(view), title="", head=NOTHING)  # which say the moment
        of = _StandingOf(after, final, self.of.numbers, seen, self.book.rules_of(after))
        known = next((table for one, table in self.made if one == of), None)
        if known is not None:
            return known
        heading = "web-standing.final" if final else "web-standing.title"
        table = replace(
            standing_table(seen, of.rules, self.words, self.to, final=final),
            caption=self.say(heading, round=after),
            sortable=True,
            searched=True,
        )
        self.made.append((of, table))
        return table

    def crosstable(self) -> Iterator[SitePage]:
        """Yield the crosstable, by place and by number."""
        view = self.of.crosstable
        if view is None:
            return
        view = self._chosen(view)

        def by_number(row: RowValues) -> int:
            number = row["id"]
            assert isinstance(number, int)
            return number

        cells: list[RowValues] = sorted(view.cells, key=by_number)
        numbered = replace(view, rows=cells)
        placed = crosstable_by_place(view)
        for path, ordered in (("crosstable/", placed), ("crosstable/numbers/", numbered)):
            ways = (
                SiteLink(self.say("by-place"), "crosstable/", current=path == "crosstable/"),
                SiteLink(
                    self.say("by-number"), "crosstable/numbers/", current=path != "crosstable/"
                ),
            )
            games = path == "crosstable/"  # on both pages they were 50 kB more of a site
            table = replace(
                crosstable_table(ordered, self.words, self.to, games=games), searched=True
            )
            yield SitePage(
                path=path,
                title=self._part("crosstable"),
                about=self.say("web-standing.players", n=len(table.rows)),
                parts=(SiteLinks(self.say("order"), ways, row=True), table),
                part="crosstable",
                as_of=self.as_of(self.of.set_by(len(self.book.state.rounds))),
            )

    def overviews(self) -> Iterator[SitePage]:
        """Yield the overviews of a season, and a page that leads to them."""
        named = [
            (which, self.say(f"season.overviews.{which}"), view)
            for which, view in self.of.overviews
        ]
        if not named:
            return
        links = [
            SiteLink(text[:1].upper() + text[1:], f"overviews/{which}/") for which, text, _ in named
        ]
        yield SitePage(
            path="overviews/",
            title=self._part("overviews"),
            parts=(SiteLinks("", tuple(links)),),
            part="overviews",
        )
        for which, text, view in named:
            here = f"overviews/{which}/"
            menu = tuple(one._replace(current=one.href == here) for one in links)
            table = site_table(
                self._chosen(view),
                self.words,
                links=lambda row: dict.fromkeys(("name", "name_shown"), self.card(row.get("id"))),
                searched=True,
            )
            yield SitePage(
                path=here,
                title=text[:1].upper() + text[1:],
                about=table.caption,
                parts=(SiteLinks(self._part("overviews"), menu, row=True), table),
                part="overviews",
                as_of=self.as_of(self.book.state.position),
            )

    # --- players ------------------------------------------------------------------------------

    def players(self) -> SitePage:
        """Return the list of players, in alphabetical order."""
        people = {player: shown(self.book, player, self.of.choices) for player in self.of.by_name}
        has = {
            "title": any(one.title for one in people.values()),
            "rating": any(one.rating for one in people.values()),
            "federation": any(one.federation for one in people.values()),
            "club": any(one.club for one in people.values()),
            "birth_year": any(one.birth_year for one in people.values()),
        }
        kinds = {"rating": "num", "federation": "wide", "club": "wide", "birth_year": "num"}
        columns = [name for name, there in has.items() if there]
        rows = tuple(
            (
                SiteCell(str(self.of.numbers[player]), "num"),
                SiteCell(self.words(one.name), "who", "th", f"player/{self.of.numbers[player]}/"),
                *(SiteCell(str(getattr(one, name) or ""), kinds.get(name, "")) for name in columns),
            )
            for player, one in people.items()
        )
        headings = (
            SiteHeading(self.say("columns.number"), "num"),
            SiteHeading(self.say("columns.name"), "who"),
            *(
                SiteHeading(self.say(f"columns.{name.replace('_', '-')}"), kinds.get(name, ""))
                for name in columns
            ),
        )
        table = SiteTable(
            caption=self._part("players"),
            headings=headings,
            rows=rows,
            empty=self.say("web-standing.nobody"),
            sortable=True,
            searched=True,
        )
        ways = (SiteLink(self.say("site.beside.title"), BESIDE),) if self.of.has_beside else ()
        return SitePage(
            path="players/",
            title=self._part("players"),
            about=self.say("web-standing.players", n=len(rows)),
            parts=(table, SiteLinks("", ways, row=True)) if ways else (table,),
            part="players",
        )

    def player(self, player: int) -> SitePage:
        """Return the card of a player."""
        view = self.of.cards[player]
        one = shown(self.book, player, self.of.choices)
        number = self.of.numbers[player]
        about = [
            one.title,
            self.say("web-standing.rating", rating=one.rating) if one.rating else "",
            one.club,
            one.federation,
            self.say(
                "web-standing.has-points", points=format_of(self.book.rules).points_on_card(view)
            ),
        ]
        place = self._places.get(player)
        if place is not None:
            about.append(self.say("place", place=place))

        table = self._with_opponents(
            card_table(
                self._chosen(replace(view, notes=view.notes[:-1])),  # the last one is personal
                self.words,
                self.to,
                lambda row: self._why_of(player, row.get("round")),
                caption=self.words(one.name),
            )
        )
        return SitePage(
            path=f"player/{number}/",
            title=self.words(one.name),
            over=self.say("player-number", number=number),
            about=" · ".join(filter(None, about)),
            parts=(
                table,
                *self._forecasts(number),
                *self._beside(player),
                *self._elsewhere(player),
                self._own_rounds(number),
            ),
            part="players",
        )

    def _with_opponents(self, table: SiteTable) -> SiteTable:
        """Return a card with the rating and the place of each opponent behind their name."""
        about = self._opponents
        rows = (
            tuple(one._replace(about=about[one.href]) if one.href in about else one for one in row)
            for row in table.rows
        )
        return replace(table, rows=tuple(rows))

    @cached_property
    def _opponents(self) -> Mapping[str, str]:
        """Return the rating and the place of each player, by the address of their card."""
        said = dict[str, str]()
        for number, player in self.of.keys.items():
            rating = shown(self.book, player, self.of.choices).rating
            place = self._places.get(player)
            parts = (
                str(rating) if rating else "",
                self.say("place", place=place) if place is not None else "",
            )
            said[self.card(number)] = " · ".join(filter(None, parts))
        return said

    def _elsewhere(self, player: int) -> Iterator[SiteLinks]:
        """Yield the way to the tournaments of the same name, of who is shown by name.

        Which these are is not said here: the page would change with every other tournament.
        """
        if self.of.several and self.of.choices.listed and player in self.of.named:
            name = self.words(self.book.name(player))
            links = (SiteLink(name, person_address(name)),)
            yield SiteLinks(self.say("elsewhere"), links, row=True)

    def _forecasts(self, number: int) -> Iterator[SiteText]:
        """Yield what may come of it for a player: rating, norms, prizes."""
        of = self.of.forecasts.get(number)
        lines = list[str]()
        if of is not None and (rating := of.rating) is not None:
            new = str(rating.new) if rating.new else self.words(message("ratings.worth.none-yet"))
            key = "site.forecast.first" if rating.k is None else "site.forecast.rating"
            values: dict[str, Value] = {
                "n": rating.games,
                "performance": str(rating.performance or "–"),
                "new": new,
            }
            lines.append(self.say(key, change=rating.change_text, k=rating.k or 0, **values))
        for norm in of.norms if of is not None else ():
            state = message(f"cells.norm-state.{norm.state}")
            outlook = message("titles.outlook", norm=norm.norm, state=state, needs=norm.needs)
            lines.append(self.words(outlook))
        for row in of.prizes if of is not None and not self.book.state.closed else ():
            lines.append(
                self.say("site.forecast.prize", prize=self.words(cast("Sentence", row["prize"])))
            )
        if lines:
            if of is not None and of.rating is not None:
                lines.append(self.say("ratings.worth.forecast"))
            sentences = tuple(f"{line[:1].upper()}{line[1:]}" for line in lines)
            yield SiteText(sentences, self.say("site.forecast.title"))

    def _why_of(self, player: int, number: object) -> str:
        """Return where the board of a player in a round is explained, "" where it is not."""
        round_ = self.book.state.round(number) if isinstance(number, int) else None
        board = round_.board_of(player) if round_ is not None else None
        if round_ is None or board is None:
            return ""
        return self.to.board(round_.number, board)

    def _own_rounds(self, number: int) -> SiteLinks:
        """Return the links to the calendar and the data of a player."""
        links = [SiteLink("JSON", f"/data/{self.of.slug}/player-{number}.json")]
        if self.of.has_days:
            links.insert(0, SiteLink(self.say("own-rounds"), f"player/{number}/rounds.ics"))
        if self.of.explained and self.of.done:
            links.insert(0, SiteLink(self.say("build-up"), f"player/{number}/why/"))
        if self.of.has_beside:
            links.insert(0, SiteLink(self.say("site.beside.link"), f"{BESIDE}?a={number}"))
        return SiteLinks(self.say("site.follow.title"), tuple(links), row=True)

    @cached_property
    def _places(self) -> Mapping[int, int]:
        view = self.of.newest_standing
        return {
            self.of.keys[number]: rank
            for row in (view.cells if view is not None else ())
            if isinstance(number := row["id"], int) and isinstance(rank := row["rank"], int)
        }

    def _beside(self, player: int) -> Iterator[SiteLinks]:
        """Yield the players before and after one in the standing."""
        order = self.of.in_order
        if player not in self._order_of:
            return
        at = self._order_of[player]
        around = [
            SiteLink(
                self.words(self.book.name(other)),
                f"player/{self.of.numbers[other]}/",
                current=other == player,
            )
            for other in order[max(at - 1, 0) : at + 2]
        ]
        yield SiteLinks(self.say("in-the-standing"), tuple(around), row=True)

    @cached_property
    def _order_of(self) -> Mapping[int, int]:
        return {player: at for at, player in enumerate(self.of.in_order)}

    def statistics(self) -> Iterator[SitePage]:
        """Yield the page of statistics, unless the organiser shows none."""
        views = self.of.statistics
        if not views:
            return
        named = {"winner_name": "winner", "loser_name": "loser"}
        parts: list[SitePart] = [
            site_table(
                self._chosen(view),
                self.words,
                caption=self.say(f"site.statistics.page.{what}"),
                links=lambda row: {
                    name: self.card(row.get(key)) for name, key in named.items() if key in row
                },
                named=True,
            )
            for what, view in views
        ]
        if any(what in ("clubs", "federations", "years") for what, _ in views):
            parts.append(SiteText((self.say("site.statistics.few"),)))
        yield SitePage(
            path="statistics/",
            title=self.say("site.statistics.title"),
            parts=tuple(parts),
            part="statistics",
            as_of=self.as_of(self.of.set_by(len(self.book.state.rounds))),
        )

    # --- prizes, rules ------------------------------------------------------------------------

    def prizes(self) -> Iterator[SitePage]:
        """Yield the page of prizes, where any are declared."""
        view = self.of.prizes
        if view is None:
            return
        table = prizes_table(self._chosen(view), self.words, self.to)
        state = self.book.state
        yield SitePage(
            path="prizes/",
            title=self._part("prizes"),
            about=self.say("prizes-final" if state.closed else "prizes-now"),
            parts=(table,),
            part="prizes",
            as_of=self.as_of(state.position),
        )

    def rules(self) -> SitePage:
        """Return the page of the rulebook in force: the keys that differ, and its clauses."""
        rules = self.book.rules
        view = show_view(rules, None)
        head = view.head if isinstance(view, View) else None
        clauses = head.clauses if isinstance(head, RulebookHead) and head.clauses else []
        parts: list[SitePart] = [
            SiteText((f"{rules.source}. {self.say('web-rules.in-our-words')}",))
        ]
        original = load_rulebook(rules.family) if rules.family in shipped() else None
        changed = changed_keys(rules, original if isinstance(original, Rulebook) else None)
        if changed:
            parts.append(changed_keys_table(changed, self.words))
        parts.append(said_clauses(clauses, self.words))
        return SitePage(
            path="rules/",
            title=self.words(title_of(rules)),
            about=rules.id,
            parts=tuple(parts),
            part="rules",
        )

    def log(self) -> SitePage:
        """Return the corrections, protests and rulings, newest first."""
        events = [event for event in public_events(self.of) if is_of_log(event)]
        rows = tuple(
            (
                SiteCell(str(event.position), "num"),
                SiteCell(self.words(event.moment.astimezone(self.book.zone)), "num"),
                SiteCell(self.words(event.what), tag="th", href=_not_itself(event.href)),
                *([SiteCell(event.reason)] if self.of.choices.reasons else ()),
            )
            for event in reversed(events)
        )
        table = SiteTable(
            caption=self._part("log"),
            headings=(
                SiteHeading(self.say("fact"), "num"),
                SiteHeading(self.say("columns.at"), "num"),
                SiteHeading(self.say("columns.what")),
                *([SiteHeading(self.say("columns.reason"))] if self.of.choices.reasons else ()),
            ),
            rows=rows,
            empty=self.say("log-empty"),
        )
        about = self.say("log-about")
        return SitePage("log/", self._part("log"), (table,), about=about, part="log")

    def live(self) -> SitePage:
        """Return the round and the head of the standing on one page, for a phone in the hall."""
        state = self.book.state
        parts = list[SitePart]()
        view = self.of.round(len(state.rounds)) if state.rounds else None
        if view is not None:
            parts.append(replace(self._boards(view), named=True))
        standing = self.of.newest_standing
        if standing is not None and state.rounds:
            table = self._standing(standing, self.of.done, final=self.of.final is not None)
            first = replace(table, rows=table.rows[:LIVE], notes=(), named=True, sortable=False)
            parts.append(first)
            if len(table.rows) > LIVE:
                parts.append(SiteLinks("", (SiteLink(self._part("standing"), "standing/"),)))
        if not parts:
            parts.append(SiteText((self.say("web-standing.no-round-yet"),)))
        return SitePage(
            path="live/",
            title=self.say("live"),
            about=self.where(),
            parts=tuple(parts),
            part="live",
            as_of=self.as_of(state.position),
        )

    def data(self) -> SitePage:
        """Return the page that leads to the data files."""
        folder = f"/data/{self.of.slug}/"
        rounds = len(self.book.state.rounds)
        files = ["tournament.json", "players.json", "log.json", "players.csv"]
        if rounds:
            files += ["crosstable.json", "standing.csv", "games.pgn"]
        if self.of.has_numbers:
            files.append("tournament.trf")
        files.append(LIST)
        own = {"schedule": "schedule.ics", "atom": "feed.xml", "json-feed": "feed.json"}
        follow = [SiteLink(self.say(f"site.follow.{key}"), name, name) for key, name in own.items()]
        of_rounds = [
            SiteLinks(
                self.say(f"site.json-of.{kind}"),
                tuple(SiteLink(str(n), f"{folder}{kind}-{n}.json") for n in range(1, rounds + 1)),
                row=True,
            )
            for kind in ("pairings", "standing")
            if rounds
        ]
        return SitePage(
            path="data/",
            title=self.say("data"),
            about=self.say("data-about"),
            parts=(
                SiteLinks(self.say("site.follow.title"), tuple(follow)),
                SiteLinks(self.say("files"), tuple(SiteLink(n, f"{folder}{n}") for n in files)),
                *of_rounds,
            ),
            part="data",
        )

    def embedded(self) -> Iterator[SitePage]:
        """Yield the newest round and the standing as they stand within a page of a club's own."""
        state = self.book.state
        view = self.of.round(len(state.rounds)) if state.rounds else None
        if view is not None:
            title = self.say("web-standing.pairings-of", round=len(state.rounds))
            yield SitePage("embed/pairings/", title, (self._boards(view),), embedded=True)
        standing = self.of.newest_standing
        if standing is not None:
            final = self.of.final is not None
            key = "web-standing.final" if final else "web-standing.title"
            table = replace(self._standing(standing, self.of.done, final=final), sortable=False)
            title = self.say(key, round=self.of.done)
            yield SitePage("embed/standing/", title, (table,), embedded=True)

    # --- as it was ----------------------------------------------------------------------------

    @cached_property
    def kept_moments(self) -> tuple[Kept, ...]:
        """Return the moments whose pages are kept: each publication, and the end."""
        return kept_moments(self.of)

    def _kept_link(self, kept: Kept) -> SiteLink:
        if kept.round is None:
            text = self.say("kept-end", position=kept.position)
        else:
            text = self.say("kept-round", round=kept.round, position=kept.position)
        return SiteLink(text, f"{AT}/{kept.name}/", kept.head.short)

    def kept(self) -> Iterator[SitePage]:
        """Yield the pages as they were at each publication and at the end; these never change."""
        for kept in self.kept_moments:
            yield from self._at(kept)

    def _at(self, kept: Kept) -> Iterator[SitePage]:
        moment = local(self.book.recorded[kept.position - 1].stamp.recorded_at, self.book.zone)
        since = [
            one.position for one in self.book.state.corrections if one.position > kept.position
        ]
        warning: list[SitePart] = [
            SiteText((self.say("as-it-was", position=kept.position, moment=moment),))
        ]
        if since:
            facts = ", ".join(map(str, since))
            warning = [
                SiteText(
                    (
                        self.say("as-it-was", position=kept.position, moment=moment),
                        self.say("corrected-since", n=len(since), facts=facts),
                    ),
                    warning=True,
                    links=tuple(
                        one
                        for one in self._links_to_corrections(
                            *range(len(self.book.state.rounds) + 1)
                        )
                        if one.href in {f"correction/{position}/" for position in since}
                    ),
                )
            ]
        then = TournamentPages(self.of.at(kept.position), self.words, self.made)
        folder = f"{AT}/{kept.name}/"
        made = partial(SitePage, over=kept.head.short, as_of=self.as_of(kept.position), kept=True)
        pages: list[tuple[str, str, SitePart]] = []
        last = len(then.book.state.rounds)
        view = then.of.round(last) if last else None
        if view is not None and kept.round is not None:
            text = self.say("web-standing.pairings-of", round=last)
            pages.append((f"round/{last}/", text, then._boards(view, asked=False)))
        standing = then.of.newest_standing
        if standing is not None:
            final = then.of.final is not None
            key = "web-standing.final" if final else "web-standing.title"
            text = self.say(key, round=then.of.done)
            table = then._standing(standing, then.of.done, final=final)
            pages.append(("standing/", text, table))
        links = tuple(SiteLink(text, f"{folder}{path}") for path, text, _ in pages)
        yield made(
            folder, self.say("known-then", position=kept.position), (*warning, SiteLinks("", links))
        )
        for path, text, part in pages:
            yield made(f"{folder}{path}", text, (*warning, part))


BUILD_UP_ON_A_PHONE = ("round", "against", "points", "wp", "sb", "change")
"""The columns of what each round adds that a phone shows."""

BESIDE = "beside/index.html"
"""The page of two players beside each other, as a file: behind it stands who they are."""

NEWS = 3
"""Events on the first page of a tournament."""

LIVE = 20
"""Players of the standing on the page for a phone in the hall."""


def _not_itself(href: str) -> str:
    """Return where an event of the log leads, "" where that is the log."""
    return "" if href == "log/" else href


@dataclass(frozen=True, slots=True)
class SiteAddresses:
    """Where tables lead on the website; `asked`: to why, where it is explained."""

    of: Contents
    asked: bool = True

    def card(self, number: object) -> str:
        """Return the address of the card of a player by number, "" for nobody."""
        return f"player/{number:d}/" if isinstance(number, int) and number in self.of.keys else ""

    def round(self, number: int) -> str:
        """Return the address of a round."""
        return f"round/{number}/"

    def board(self, round: int, board: int) -> str:
        """Return where a board is explained, "" where it is not."""
        explained = self.asked and board in self.of.why(round)
        return f"round/{round}/board/{board}/" if explained else ""
