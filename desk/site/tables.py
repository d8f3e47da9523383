"""Views as the tables of pages: in words, with links, in the columns that a page has."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Protocol, cast

from desk.answers.two_players import against, common_opponents
from desk.formats.registry import format_of
from desk.render.catalogue import Words
from desk.render.grid import Grid, grid
from desk.render.in_words import view_in_words
from desk.site.model import SiteCell, SiteHeading, SiteRow, SiteTable
from ledger.messages import Message, Sentence, commands_of, message
from ledger.records import part_of
from ledger.rulebooks.rulebook import Rulebook
from projections.standings.standing import OF_SCORE
from projections.views.pairings import RoundHead
from projections.views.rules import ChangedKey
from projections.views.view import RowValues, View

ON_A_PHONE = 2
"""Tie-breaks beside the points on a phone."""

CARD_ON_A_PHONE = (
    "round",
    "opponent_name",
    "against",
    "colour_text",
    "colour_shown",
    "result_text",
    "points_shown",
    "kind_shown",
    "result",
)
"""The columns of a card that a phone shows."""

OF_OWN = ("rank", "name_shown")
"""The columns of a card that say whose it is."""

OPPONENT_ON_A_CARD = ("opponent_name", "against")
"""The column of a card that names the opponent, of a tournament and of a season."""

RESULT_ON_A_CARD = ("result_text", "share_shown")
"""The column of a card that has the result, of a tournament and of a season."""

NAMING = ("name", "name_shown")
"""The columns that name a player."""

MOST_LINKS = 1_200
"""Games of a crosstable that lead to their rounds; with more the page were longer than pages may be."""

Links = Callable[[RowValues], Mapping[str, str]]
"""The addresses in a row, by the keys of its columns."""

NOT_ON_A_PAGE = frozenset(
    ("standings.preferences", "standings.explained", "standings.explained-by-fide")
)
"""Notes on columns that a page for the public has not, or names itself."""


def site_table(
    view: View,
    words: Words,
    *,
    caption: str = "",
    links: Links = lambda row: {},
    narrow: Sequence[str] | None = None,
    long: Mapping[str, str] | None = None,
    named: bool = False,
    sortable: bool = False,
    searched: bool = False,
    headings: Mapping[str, str] | None = None,
) -> SiteTable:
    """Return a view as a table of a page.

    `links` gives the addresses in each row, `headings` those of the headings, by key. `narrow` are the columns that a phone shows, None: all.
    `long` are the long names of short headings, by key.
    """
    shown = view_in_words(replace(view, notes=()), words)
    cells = grid(shown)
    kinds = _kinds(cells, narrow)
    return SiteTable(
        caption=caption or str(shown.title),
        headings=tuple(
            one._replace(
                long=(long or {}).get(column.key, ""), href=(headings or {}).get(column.key, "")
            )
            for column, one in zip(cells.columns, headings_of(cells, narrow), strict=True)
        ),
        rows=tuple(_rows(cells, kinds, links)),
        notes=tuple(notes_for_all(view.notes, words)),
        empty=str(shown.empty),
        named=named,
        sortable=sortable,
        searched=searched,
    )


def without_columns(view: View, hidden: Container[str]) -> View:
    """Return a view without some columns, by their keys."""
    return replace(view, columns=tuple(one for one in view.columns if one.key not in hidden))


class Addresses(Protocol):
    """Where tables lead, as whoever shows them has it; "" for nowhere."""

    def card(self, number: object) -> str:
        """Return the address of the card of a player by number."""

    def round(self, number: int) -> str:
        """Return the address of a round."""

    def board(self, round: int, board: int) -> str:
        """Return the address of why two players meet."""


@dataclass(frozen=True, slots=True)
class RoundTables:
    """The tables of a published round, for the website and for the desk.

    `about` is what stands small behind a player by number. `mine` is the number of who reads, None
    for nobody of the round. `spoken`: a colour is heard with each name, and with each way to why of
    which board it is, as a phone at the desk shows the boards without their headings.
    """

    words: Words
    to: Addresses
    about: Callable[[int], str]
    mine: int | None = None
    spoken: bool = False

    def by_board(self, view: View) -> SiteTable:
        """Return a round by board, with the way to why two meet where there is one."""
        round_ = _round_of(view)
        leads = [self.to.board(round_, cast("int", row["board"])) for row in view.cells]
        asked = any(leads)
        why = SiteHeading(self._say("web-standing.why"), "wide", unseen=True)
        return self._table(
            view,
            headings=(
                SiteHeading(self._say("web-standing.board-short"), "num"),
                SiteHeading(self._say("columns.white"), "white"),
                SiteHeading(self._say("web-standing.result"), "mid bold"),
                SiteHeading(self._say("columns.black"), "black"),
                *([why] if asked else ()),
            ),
            rows=[
                self._board(round_, row, lead, asked=asked)
                for row, lead in zip(view.cells, leads, strict=True)
            ],
            mine=[self.mine in (row["white"], row["black"]) for row in view.cells],
        )

    def by_name(self, view: View) -> SiteTable:
        """Return a round by name."""
        return self._table(
            view,
            headings=(
                SiteHeading(self._say("web-standing.name")),
                SiteHeading(self._say("web-standing.board-short"), "num bold"),
                SiteHeading(self._say("columns.colour")),
                SiteHeading(self._say("web-standing.opponent")),
            ),
            rows=[
                (
                    SiteCell(self._name(row["name"]), "who", "th", self.to.card(row["id"])),
                    SiteCell(str(row["board"]), "num", strong=True),
                    SiteCell(self._say(f"cells.colour.{row['colour']}")),
                    SiteCell(
                        self._name(row["opponent_name"]), "who", href=self.to.card(row["opponent"])
                    ),
                )
                for row in view.cells
            ],
            mine=[self.mine == row["id"] for row in view.cells],
        )

    def _table(
        self,
        view: View,
        *,
        headings: tuple[SiteHeading, ...],
        rows: Sequence[SiteRow],
        mine: Sequence[bool],
    ) -> SiteTable:
        return SiteTable(
            caption=self.words(message("web-standing.pairings-of", round=_round_of(view))),
            headings=headings,
            rows=tuple(rows),
            notes=tuple(notes_for_all(view.notes, self.words)),
            empty=self.words(view.empty),
            searched=True,
            mine=_places(mine) if self.mine is not None else frozenset(),
        )

    def _board(self, round_: int, row: RowValues, lead: str, *, asked: bool) -> SiteRow:
        result = cast("str | None", row["result"])
        changed = self._say("site.result-corrected") if row.get("corrected") else ""
        cells = (
            SiteCell(str(row["board"]), "bd num", "th", lead),
            self._seat(row, "white", won=result in ("1-0", "1-0R")),
            SiteCell(
                result_said(result, self.words),
                "res mid nowrap",
                about=changed,
                strong=result is not None,
            ),
            self._seat(row, "black", won=result in ("0-1", "0-1R")),
        )
        if not asked:
            return cells
        return (*cells, way_to_why(self.words, lead, round_, row["board"] if self.spoken else None))

    def _seat(self, row: RowValues, side: str, *, won: bool) -> SiteCell:
        number = cast("int", row[side])
        return SiteCell(
            self._name(row[f"{side}_name"]),
            "who",
            href=self.to.card(number),
            about=self.about(number),
            strong=won,
            unseen=self._say(f"columns.{side}") if self.spoken else "",
        )

    def _name(self, name: object) -> str:
        return self.words(cast("Sentence", name))

    def _say(self, key: str) -> str:
        return self.words(message(key))


def way_to_why(words: Words, lead: str, round_: object, board: object) -> SiteCell:
    """Return the cell that leads to why two meet, empty for no address; `board` None: not heard."""
    text = words(message("web-standing.why")) if lead else ""
    if board is None or not lead:
        return SiteCell(text, "how", href=lead)
    heard = words(message("site.why-board", round=str(round_), board=str(board)))
    return SiteCell(text, "how", href=lead, unseen=heard)


def _round_of(view: View) -> int:
    head = part_of(view.head, RoundHead)
    assert head is not None, "every published round has its head"
    return head.round


def _places(marked: Iterable[bool]) -> frozenset[int]:
    return frozenset(at for at, mark in enumerate(marked) if mark)


def result_said(result: str | None, words: Words) -> str:
    """Return a result as people read it: 1–0, ½–½, 1–0R; – for none."""
    if result == "adjourned":
        return words(message("cells.result.adjourned"))
    return result_text(result) or "–"


def result_text(result: str | None) -> str:
    """Return a result as people write it; nothing for None."""
    return (result or "").replace("1/2", "½").replace("-", "–")


def standing_table(
    view: View, rules: Rulebook, words: Words, to: Addresses, *, final: bool
) -> SiteTable:
    """Return a standing in the columns of a page, with the ways to the cards."""
    chosen = standing_for_all(view, rules, final=final)
    table = site_table(
        chosen,
        words,
        links=lambda row: dict.fromkeys(NAMING, to.card(row["id"])),
        narrow=on_a_phone(rules, final=final),
        long=long_names(chosen, words),
    )
    return replace(table, notes=(*named_in_full(table), *table.notes))


def named_in_full(table: SiteTable) -> list[str]:
    """Return what the short headings of a table stand for, as a note; [] where none is short."""
    named = [f"{one.text}: {one.long}" for one in table.headings if one.long]
    return [f"{'. '.join(named)}."] if named else []


def crosstable_table(view: View, words: Words, to: Addresses, *, games: bool = True) -> SiteTable:
    """Return a crosstable, with the ways to the cards and the rounds.

    Each game leads to its round (`games`), unless there are so many that the page were divided for it.
    """
    rounds = {
        column.key: to.round(int(column.key[1:]))
        for column in view.columns
        if re.fullmatch("r[0-9]+", column.key)
    }
    few = games and len(view.rows) * len(rounds) <= MOST_LINKS
    slim = [replace(row, rounds=[]) if hasattr(row, "rounds") else row for row in view.rows]  # type: ignore[type-var]  # rows of a crosstable are records

    def links(row: RowValues) -> Mapping[str, str]:
        card = dict.fromkeys(NAMING, to.card(row["id"]))
        return {**rounds, **card} if few else card

    return site_table(replace(view, rows=slim), words, links=links, headings=rounds)


def crosstable_by_place(view: View) -> View:
    """Return a crosstable in the order of the standing, of a table its columns too."""
    opponents = {one.key: one for one in view.columns if one.key.startswith("against.")}
    if not opponents:
        return view
    rows = sorted(view.cells, key=lambda row: cast("int", row["rank"]))
    others = {one.key: one for one in view.columns if one.key not in opponents}
    columns = (
        others.pop("rank"),
        others.pop("id"),
        others.pop("name"),
        *(opponents[f"against.{row['id']}"] for row in rows),
        *others.values(),
    )
    return replace(view, columns=columns, rows=rows)


def card_table(
    view: View, words: Words, to: Addresses, round_: Callable[[RowValues], str], *, caption: str
) -> SiteTable:
    """Return the rounds of a player, with the ways to opponents and, by its number, of a round.

    Whose card it is, is not said in each row.
    """

    def links(row: RowValues) -> Mapping[str, str]:
        card = to.card(row.get("opponent"))
        return {"opponent_name": card, "against": card, "round": round_(row)}

    called = {"opponent_text": "number", "opponent_name": "opponent_name"}
    columns = tuple(
        replace(one, heading=message(f"columns.{called[one.key]}")) if one.key in called else one
        for one in view.columns
        if one.key not in OF_OWN
    )
    rounds = replace(view, columns=columns)
    return site_table(rounds, words, caption=caption, links=links, narrow=CARD_ON_A_PHONE)


@dataclass(frozen=True, slots=True)
class BesideTables:
    """The tables of two players beside each other, by their names, as they are called on top.

    Without cards they are empty: a script of the website fills them in from the pages of both.
    """

    words: Words
    names: tuple[str, str] = ("", "")

    def common(self, one: View, other: View, to: Addresses) -> SiteTable:
        """Return the common opponents of two cards, with the ways to theirs, results and rounds."""
        cards = [view_in_words(replace(each, notes=()), self.words) for each in (one, other)]
        rows = [
            (
                SiteCell(_of(met.one[:1], OPPONENT_ON_A_CARD), "", "th", to.card(met.number)),
                *self._met(met.one),
                *self._met(met.other),
            )
            for met in common_opponents(*cards)
        ]
        return self.common_of(rows)

    def common_of(self, rows: Sequence[SiteRow] = ()) -> SiteTable:
        """Return the table of common opponents with some rows."""
        round_ = SiteHeading(self._say("columns.round"), "num wide")
        each = ((SiteHeading(name, "mid"), round_) for name in self.names)
        headings = (SiteHeading(self._say("columns.opponent_name")), *chain.from_iterable(each))
        return self._table("common", headings, rows)

    def between(self, one: View, other: View, numbers: tuple[int, int]) -> SiteTable:
        """Return the games of two players against each other, from their cards."""
        cards = [view_in_words(replace(each, notes=()), self.words) for each in (one, other)]
        theirs = {row["round"]: row for row in against(cards[1], numbers[0])}
        rows = [
            (
                SiteCell(str(row["round"]), "num", "th"),
                SiteCell(_of((row,), RESULT_ON_A_CARD), "mid"),
                SiteCell(_of((theirs[row["round"]],), RESULT_ON_A_CARD), "mid"),
            )
            for row in against(cards[0], numbers[1])
        ]
        return self.between_of(rows)

    def between_of(self, rows: Sequence[SiteRow] = ()) -> SiteTable:
        """Return the table of games against each other with some rows."""
        names = (SiteHeading(name, "mid") for name in self.names)
        headings = (SiteHeading(self._say("columns.round"), "num"), *names)
        return self._table("between", headings, rows)

    def _table(
        self, what: str, headings: tuple[SiteHeading, ...], rows: Sequence[SiteRow]
    ) -> SiteTable:
        return SiteTable(
            caption=self._say(f"site.beside.{what}"),
            headings=headings,
            rows=tuple(rows),
            empty=self._say(f"site.beside.no-{what}"),
            named=True,
        )

    def _met(self, rows: Sequence[RowValues]) -> tuple[SiteCell, SiteCell]:
        rounds = _of(rows, ("round",))
        return SiteCell(_of(rows, RESULT_ON_A_CARD), "mid"), SiteCell(rounds, "num wide")

    def _say(self, key: str) -> str:
        return self.words(message(key))


def _of(rows: Iterable[RowValues], keys: Sequence[str]) -> str:
    """Return what rows of a card have under the key of theirs, with commas between them."""
    return ", ".join(str(row[key]) for row in rows for key in keys if key in row)


def prizes_table(view: View, words: Words, to: Addresses) -> SiteTable:
    """Return who gets which prize, with the ways to the cards."""
    return site_table(
        view,
        words,
        caption=words(message("web-parts.page.prizes")),
        links=lambda row: {"name": to.card(row["number"])},
    )


def changed_keys_table(changed: Sequence[ChangedKey], words: Words) -> SiteTable:
    """Return the keys in which rules differ from the rulebook that is shipped."""
    headings = ("web-rules.key", "web-rules.here", "web-rules.shipped")
    return SiteTable(
        caption=words(message("web-rules.changed", n=len(changed))),
        headings=tuple(SiteHeading(words(message(key))) for key in headings),
        rows=tuple(
            (
                SiteCell(one.key, "code", "th"),
                SiteCell(one.value, strong=True),
                SiteCell("–" if one.shipped is None else one.shipped),
            )
            for one in changed
        ),
        named=True,
    )


def headings_of(cells: Grid, narrow: Sequence[str] | None = None) -> tuple[SiteHeading, ...]:
    """Return the headings of a table; `narrow` are the columns that a phone shows, None: all."""
    kinds = _kinds(cells, narrow)
    return tuple(SiteHeading(column.heading, kinds[column.key]) for column in cells.columns)


def _kinds(cells: Grid, narrow: Sequence[str] | None) -> Mapping[str, str]:
    """Return the classes of each column."""
    return {
        column.key: " ".join(
            filter(None, (column.kind, "" if narrow is None or column.key in narrow else "wide"))
        )
        for column in cells.columns
    }


def _rows(cells: Grid, kinds: Mapping[str, str], links: Links) -> Iterable[SiteRow]:
    for row in cells.rows:
        leads = links(row.values)
        yield tuple(
            SiteCell(cell.text, kinds[cell.key], cell.tag, leads.get(cell.key, ""))
            for cell in row.cells
        )


def notes_for_all(notes: Iterable[Sentence], words: Words) -> Iterable[str]:
    """Yield the notes of a view for the public, in words: without those that name a command."""
    for note in notes:
        own = note.key if isinstance(note, Message) else ""
        if own not in NOT_ON_A_PAGE and not commands_of(note):
            yield words(note)


def standing_for_all(view: View, rules: Rulebook, *, final: bool) -> View:
    """Return a standing in the columns of a page: what decides, in its order."""
    format_ = format_of(rules)
    order = [column_of(name) for name in format_.deciding(rules, final)]
    keys = format_.page_columns(order)
    if keys is None:
        return view
    by_key = {column.key: column for column in view.columns}
    return replace(view, columns=tuple(by_key[key] for key in keys if key in by_key))


def on_a_phone(rules: Rulebook, *, final: bool) -> tuple[str, ...]:
    """Return the columns of a standing that a phone shows: two tie-breaks beside the points."""
    format_ = format_of(rules)
    deciding = format_.deciding(rules, final)[:ON_A_PHONE]
    return (*format_.phone_columns, *map(column_of, deciding))


def column_of(tie_break: str) -> str:
    """Return the column of a tie-break in a standing."""
    return tie_break if tie_break in OF_SCORE else f"tie_breaks.{tie_break}"


def long_names(view: View, words: Words) -> Mapping[str, str]:
    """Return the names in full of the columns of a standing that are tie-breaks, "" for others."""
    return {column.key: long_name(column.key, words) for column in view.columns}


def long_name(key: str, words: Words) -> str:
    """Return the name in full of a column that is a tie-break, "" for another."""
    if key not in OF_SCORE and not key.startswith("tie_breaks."):
        return ""
    return words(message(f"web-standing.long.{key.removeprefix('tie_breaks.')}"))
