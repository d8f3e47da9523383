"""Sheets for the wall and the tables: the table of each, with its heading and foot."""

from __future__ import annotations

import datetime as dt
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from ipaddress import ip_address, ip_network
from typing import Annotated, Literal
from urllib.parse import urlsplit

from desk.access.file import AccessFile
from desk.access.tickets import TicketHolder, last_published, ticket
from desk.answers.competition import crosstable, pairings, prizes, standings
from desk.answers.permalinks import permalink_of_round
from desk.answers.round_robin import fixtures
from desk.answers.status import players
from desk.formats.registry import format_of
from desk.render.sheets import PlaceCard, PrintedSheet, Receipt, SheetSection, Slip
from ledger.messages import (
    Message,
    Sentence,
    Value,
    commands_of,
    day_in_full,
    days_in_full,
    do,
    message,
    run_on,
)
from ledger.names import alphabetical
from ledger.records import Record, part_of
from ledger.refusals import Refusal
from ledger.state.book import Book
from ledger.state.details import days_of, details_of
from ledger.values import halves_text
from pairing.systems.draft import never_comes
from projections.games.crosstable import of_tournament
from projections.games.rounds import all_played, rounds_done
from projections.prizes.words import amount_and_goods
from projections.views import fields
from projections.views.columns import AMOUNT, Column, Kind, columns_of
from projections.views.pairings import OUT, BoardRow, HallRow, RoundHead
from projections.views.rulebook_names import spoken_name
from projections.views.status import PlayerRow
from projections.views.view import RowValues, View, filled, money

KINDS: dict[str, tuple[str, bool]] = {
    "pairings": ("pairings", True),
    "by-name": ("pairings", True),
    "results": ("pairings", True),
    "standing": ("standings", True),
    "crosstable": ("crosstable", True),
    "schedule": ("fixtures", False),
    "participants": ("players", False),
    "check-in": ("players", False),
    "slips": ("pairings", True),
    "score-sheets": ("pairings", True),
    "place-cards": ("players", False),
    "board-cards": ("players", False),
    "prizes": ("prizes", False),
    "ceremony": ("prizes", False),
}
"""Each kind of sheet: the report that it is made of, and whether it shows a single round."""

CARDS = frozenset(("place-cards", "board-cards"))
"""Sheets of cards to fold, that stand on the tables."""

CUT_OUT = CARDS | {"slips", "score-sheets"}
"""Sheets that are cut into pieces, and have no head and foot of their own."""

FOR_THE_PUBLIC = frozenset(("pairings", "by-name", "results", "standing", "crosstable"))
"""Sheets for the wall: they have the code and the address of the website, where there is one."""

NORMS = "norms"
"""A sheet with the data of norms, which is printed by its own verb alone."""

OF_REPORT = {
    "pairings": "pairings",
    "standings": "standing",
    "crosstable": "crosstable",
    "fixtures": "schedule",
    "players": "participants",
    "prizes": "prizes",
    "norms": NORMS,
}
"""The sheet that a report is printed as."""


def sheet(book: Book, kind: str, round_number: int | None = None) -> PrintedSheet | Refusal:
    """Return a sheet of one of KINDS; `round_number` is the round, None: the last."""
    report, _ = KINDS[kind]
    if kind == "check-in" and (refusal := never_comes(book, book.state.next_round)):
        return refusal
    ended = round_number in (None, book.state.rounds_planned) and all_played(book)
    match report:
        case "pairings":
            view = pairings(book, round_number, kind == "by-name")
        case "standings":
            view = standings(book, None if ended else round_number, ended)
        case "crosstable":
            view = crosstable(book, round_number)
        case "fixtures":
            view = fixtures(book)
        case "players":
            view = players(book)
        case _:
            view = prizes(book)
    if isinstance(view, Refusal):
        return view
    return of_view(book, kind, view, round_number, ended and kind == "standing")


def of_view(
    book: Book, kind: str, view: View, after: int | None = None, final: bool = False
) -> PrintedSheet:
    """Return the sheet of a kind that shows a view of a report."""
    state = book.state
    shown = part_of(view.head, RoundHead)
    number = shown.round if shown else after
    if kind == "pairings" and view.columns[0].key == "name":
        kind = "by-name"
    if kind == "check-in":
        number = state.next_round
    elif kind == "crosstable" and number is None:
        number = len(state.rounds)
    elif number is None:
        number = rounds_done(book)
    title = view.title
    if kind != NORMS:
        title = message("sheets.final-standing" if final else f"sheets.{kind}", round=number)
    website = _website(book) if kind in FOR_THE_PUBLIC else ""
    kept = permalink_of_round(book, number) if website and kind in ("pairings", "by-name") else ""
    sections = () if kind in CUT_OUT else (SheetSection("", (), _shown(book, kind, view)),)
    return replace(
        surrounded(book, title, sections, number if _is_of_round(kind) else None),
        scanned=view.scanned if kind not in CUT_OUT else "",
        website=website,
        website_code=f"{website.rstrip('/')}/{kept}" if kept else website,
        roomy=kind in FOR_THE_PUBLIC,
        slips=tuple(_slips(view)) if kind in ("slips", "score-sheets") else (),
        moves=kind == "score-sheets",
        cards=tuple(_cards(book, kind, view)) if kind in CARDS else (),
        receipts=tuple(_receipts(view)) if kind == "prizes" else (),
    )


def _website(book: Book) -> str:
    """Return where the public reads the tournament, "" where it does not, or nobody said where."""
    choices = book.state.website
    return choices.address if choices.published else ""


def _is_of_round(kind: str) -> bool:
    """Tell whether the head of a sheet has the round."""
    return kind == "check-in" or (kind != NORMS and KINDS[kind][1])


def surrounded(
    book: Book,
    title: Sentence,
    sections: tuple[SheetSection, ...],
    number: int | None = None,
    *,
    cited: bool = False,
) -> PrintedSheet:
    """Return a sheet with the head and foot that all have; `number` is the round it is about.

    `cited`: its text cites facts by their positions, and so does its foot.
    """
    when: tuple[Sentence, ...] = ()
    day: dt.date | None = None
    if number is not None:
        when = (message("sheets.round", round=number),)
        if number <= (planned := book.state.rounds_planned or 0):
            when = (message("sheets.round-of", round=number, of=planned),)
        if day := book.state.dates.get(number):
            when += (day_in_full(day, book.state.times.get(number)),)
    return PrintedSheet(
        name=book.state.name,
        title=title,
        about=tuple(_places(book)),
        terms=tuple(_terms(book, day)),
        when=when,
        sections=sections,
        foot=tuple(_foot(book, cited)),
    )


def _shown(book: Book, kind: str, view: View) -> View:
    """Return a view for printing: what is for the screen (what to type next) is left out."""
    if kind == "participants":
        return filled(replace(view, columns=PARTICIPANT_COLUMNS, rows=_people(book, view)))
    if kind == "check-in":
        people = [one for one in _people(book, view) if one.expected]
        people.sort(key=lambda one: (alphabetical(one.name), one.id))
        return filled(replace(view, columns=CHECK_IN_COLUMNS, rows=people), ("box", "state"))
    if kind == "ceremony":
        rows = _in_order_of_ceremony(view)
        view = replace(view, columns=CEREMONY_COLUMNS, rows=rows, notes=())
    if kind == "prizes":
        view = replace(view, columns=(*view.columns, Column("signature")))
    if kind == "by-name":
        view = replace(view, columns=HALL_COLUMNS, rows=_hall(book, view))
    if kind == "results" and all(isinstance(row, BoardRow) for row in view.rows):
        view = replace(view, columns=RESULT_COLUMNS, rows=_results(view))
    if kind == "pairings" and all(isinstance(row, BoardRow) for row in view.rows):
        view = replace(view, columns=BOARD_COLUMNS, rows=_boards(book, view))
    if kind == "standing":
        kept = tuple(column for column in view.columns if column.key not in _OF_THE_PAIRING)
        view = replace(view, columns=kept)
    notes = tuple(note for note in view.notes if _key(note) not in _ELSEWHERE)
    if kind == "by-name":
        notes = tuple(note for note in notes if _key(note) not in OUT)  # they have a row each
    spoken = tuple(note for note in notes if not commands_of(note))
    if (
        len(spoken) < len(notes)
        and kind in ("standing", "prizes", "ceremony")
        and not book.state.closed
    ):
        spoken += (message("sheets.not-closed"),)
    return replace(view, notes=_together(spoken))


def _together(notes: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Return notes in which those on people out of a round that say the same are one."""
    people: dict[str, list[Value]] = {}
    for note in notes:
        if isinstance(note, Message) and note.key in OUT:
            people.setdefault(note.key, []).append(dict(note.values)["who"])
    told = {key: message(key, who=tuple(who)) for key, who in people.items()}
    return tuple(
        told.pop(key, note) for note in notes if (key := _key(note)) in told or key not in people
    )


_OF_THE_PAIRING = frozenset(("colours", "colour_difference", "preference", "decided_by"))
"""Columns of a standing that matter for pairing only."""

_ELSEWHERE = frozenset(("standings.preferences", "views.head", "season.passes", "hall.boards-open"))
"""Notes on what a sheet does not show, or shows at its foot, or is for the screen."""


def _key(note: Sentence) -> str:
    return note.key if isinstance(note, Message) else ""


def _places(book: Book) -> Iterator[Sentence]:
    """Yield the club and the place of the tournament, as far as recorded."""
    details = details_of(book.state, book.people)
    yield from (details[field] for field in ("club", "venue", "city") if field in details)


def _terms(book: Book, shown: dt.date | None = None) -> Iterator[Sentence]:
    """Yield the days of the tournament and its tempo, as far as recorded.

    `shown` is a day that stands beside them, None for none: the only day is not said twice.
    """
    first, last = days_of(book.state, book.people)
    if first and last and not first == last == shown:
        yield days_in_full(first, last)
    elif first and not last:
        yield message("sheets.days-from", first=day_in_full(first))
    elif last and not first:
        yield message("sheets.days-to", last=day_in_full(last))
    details = details_of(book.state, book.people)
    if "tempo" in details:
        yield details["tempo"]


def _foot(book: Book, cited: bool) -> Iterator[Sentence]:
    """Yield the lines at the foot of each page: as known when, by which rules, the last head."""
    if not book.recorded:
        return
    yield _known(book, cited)
    if book.state.rulebook_text:
        yield spoken_name(book.rules)
    if book.state.fide.left_at is not None:
        left = book.state.fide.left_at
        yield (
            message("sheets.outside-fide-mode-since", position=left)
            if cited
            else message("sheets.outside-fide-mode", moment=moment_of(book, left)[0])
        )
    if (head := book.last_head) is None:
        return
    last = book.recorded[-1].stamp.position
    if last == head.size:
        yield message("sheets.head", head=head.short)
    elif cited:
        yield message("sheets.head-of", head=head.short, position=head.size)
    elif (made := book.recorded_at(head.size)).date() == book.recorded_at(last).date():
        hour, minute = f"{made:%H}", f"{made:%M}"
        yield message("sheets.head-at-hour", head=head.short, hour=hour, minute=minute)
    else:
        moment, _ = moment_of(book, head.size)
        yield message("sheets.head-at", head=head.short, moment=moment)


def _known(book: Book, cited: bool = False) -> Sentence:
    """Return when the last fact was recorded, with the zone; "" before the first one."""
    if not book.recorded:
        return ""
    position = book.recorded[-1].stamp.position
    moment, zone = moment_of(book, position)
    if cited:
        return message("sheets.known-at", position=position, moment=moment, zone=zone)
    return message("sheets.known", moment=moment, zone=zone)


def moment_of(book: Book, position: int) -> tuple[Sentence, str]:
    """Return when a fact was recorded, day and time of the tournament's zone, and that zone."""
    moment = book.recorded_at(position)
    return day_in_full(moment.date(), f"{moment:%H:%M}"), moment.tzname() or "UTC"


def _slips(view: View) -> Iterator[Slip]:
    for row in view.cells:
        white, black = (int(str(row[side])) for side in ("white", "black"))
        names = str(row["white_name"]), str(row["black_name"])
        yield Slip(int(str(row["board"])), *names, white, black)


def _cards(book: Book, kind: str, view: View) -> Iterator[PlaceCard]:
    """Yield a card for each player who did not withdraw, by name; or for each board."""
    people = [one for one in _people(book, view) if one.expected]
    if kind == "board-cards":
        for board in range(1, max(len(people) // 2, 1) + 1):
            yield PlaceCard(str(board), (message("sheets.at-board"),))
        return
    for one in sorted(people, key=lambda one: (alphabetical(one.name), one.id)):
        rating = (message("sheets.rating", rating=one.rating),) if one.rating else ()
        club = (one.club,) if one.club else ()
        number = message("sheets.number", number=one.id)
        yield PlaceCard(
            one.name, (run_on(number, *rating, *club, between=" · "),), titled=one.title or ""
        )


def _receipts(view: View) -> Iterator[Receipt]:
    """Yield a receipt for each person: all their prizes together, goods by name."""
    by_person: dict[int, list[RowValues]] = {}
    for row in view.cells:
        by_person.setdefault(int(str(row["number"])), []).append(row)
    for number, rows in by_person.items():
        cents = sum(int(str(row["cents"])) for row in rows)
        goods = [str(row["goods"]) for row in rows if row["goods"]]
        amount = run_on(*([money(cents)] if cents else []), *goods, between=", ")
        yield Receipt(int(str(rows[0]["rank"])), number, str(rows[0]["name"]), amount)


class PrizeOfCeremony(Record):
    """A prize as it is called out: what it is for, who has it, and how much it is."""

    which: Annotated[Sentence, "The prize by its category and place."]
    name: fields.PlayerName
    number: fields.PlayerNumber
    prize: fields.PrizeText


CEREMONY_COLUMNS = columns_of(
    PrizeOfCeremony,
    "which",
    "name",
    "number",
    "prize",
    headings={"which": message("columns.category")},
)


def _in_order_of_ceremony(view: View) -> list[PrizeOfCeremony]:
    """Return the prizes from the lowest to the highest: category by category, main prizes last."""
    categories = dict.fromkeys(row["category"] for row in view.cells if row["category"])
    lists = [*categories, None]
    rows = sorted(
        view.cells, key=lambda row: (lists.index(row["category"]), -int(str(row["place"])))
    )
    return [
        PrizeOfCeremony(
            which=(
                run_on(str(row["category"]), str(row["place"]), between=" ")
                if row["category"]
                else message("prizes.main-place", place=str(row["place"]))
            ),
            name=str(row["name"]),
            number=int(str(row["number"])),
            prize=amount_and_goods(int(str(row["cents"])), str(row["goods"])),
        )
        for row in rows
    ]


class BoardOnPaper(Record):
    """A board with the points of both players before the round."""

    board: fields.NumberOfBoard
    white_name: fields.WhiteName
    white: fields.WhiteNumber
    white_points: Annotated[str, "Points of white before the round.", AMOUNT]
    result: fields.GameResult
    black_name: fields.BlackName
    black: fields.BlackNumber
    black_points: Annotated[str, "Points of black before the round.", AMOUNT]


BOARD_COLUMNS = columns_of(
    BoardOnPaper,
    "board",
    "white_name",
    "white",
    "white_points",
    "result",
    "black_name",
    "black",
    "black_points",
    headings={"white_points": message("sheets.points"), "black_points": message("sheets.points")},
)


def _boards(book: Book, view: View) -> list[BoardOnPaper]:
    head = part_of(view.head, RoundHead)
    assert head is not None
    number = head.round
    table = of_tournament(book.state, book.rules_of(number - 1), number - 1)
    round_ = book.state.rounds[number - 1]

    def points(player: int) -> str:
        return halves_text(table.points_halves(player))

    return [
        BoardOnPaper(
            board=row.board,
            white_name=row.white_name,
            white=row.white,
            white_points=points(game.white),
            result=row.result,
            black_name=row.black_name,
            black=row.black,
            black_points=points(game.black),
        )
        for row, game in zip(view.rows, round_.games, strict=True)
        if isinstance(row, BoardRow)
    ]


class ResultOnPaper(Record):
    """A board of a round with its result, to hang up afterwards."""

    board: fields.NumberOfBoard
    white_name: fields.WhiteName
    white: fields.WhiteNumber
    score: Annotated[Sentence, "The result, or that the game is open.", Kind("center")]
    black_name: fields.BlackName
    black: fields.BlackNumber


RESULT_COLUMNS = columns_of(
    ResultOnPaper,
    "board",
    "white_name",
    "white",
    "score",
    "black_name",
    "black",
    headings={"score": message("columns.result")},
)


def _results(view: View) -> list[ResultOnPaper]:
    return [
        ResultOnPaper(
            board=row.board,
            white_name=row.white_name,
            white=row.white,
            score=_result_in_words(row.result),
            black_name=row.black_name,
            black=row.black,
        )
        for row in view.rows
        if isinstance(row, BoardRow)
    ]


def _result_in_words(result: str | None) -> Sentence:
    """Return the result of a game, without a sign that it was by default or is open."""
    if not result:
        return message("sheets.open")
    if result == "adjourned":
        return message("sheets.adjourned")
    return result.replace("1/2", "½").replace("-", "–")


class PlayerOnPaper(Record):
    """A player of a round by name, with board and colour, or without a game."""

    name: fields.PlayerName
    id: fields.PlayerNumber
    board: fields.NumberOfBoard | None
    square: Annotated[Literal["W", "B", ""], "The colour of their square."]
    colour_text: Annotated[Sentence, "Colour in words, or how they have no game."]
    opponent_name: fields.OpponentName


HALL_COLUMNS = columns_of(
    PlayerOnPaper,
    "name",
    "id",
    "board",
    "colour_text",
    "opponent_name",
    headings={"colour_text": message("columns.colour")},
)


def _hall(book: Book, view: View) -> list[PlayerOnPaper]:
    """Return everybody of a round by name; who has no game too, so that nobody looks in vain."""
    head = part_of(view.head, RoundHead)
    assert head is not None
    rows = [
        PlayerOnPaper(
            name=row.name,
            id=row.id,
            board=row.board,
            square="W" if row.colour == "white" else "B",
            colour_text=message(f"cells.colour.{row.colour}"),
            opponent_name=row.opponent_name,
        )
        for row in view.rows
        if isinstance(row, HallRow)
    ]
    round_ = book.state.rounds[head.round - 1]
    alone = format_of(book.rules_of(head.round)).alone
    absent = set(head.not_paired)
    for entrant in book.state.in_number_order():
        number = book.state.label(entrant.player)
        if entrant.player == round_.bye or number in absent:
            how = message(f"sheets.{alone}" if entrant.player == round_.bye else "sheets.absent")
            rows.append(
                PlayerOnPaper(
                    name=book.name(entrant.player),
                    id=number,
                    board=None,
                    square="",
                    colour_text=how,
                    opponent_name="",
                )
            )
    return sorted(rows, key=lambda row: (alphabetical(row.name), row.id))


class Participant(Record):
    """A player on the list of participants, or on the check-in list."""

    id: fields.PlayerNumber
    name: fields.PlayerName
    club: Annotated[str, 'Club, "" where nobody said so.']
    rating: fields.PlayerRating
    title: fields.PlayerTitle
    state: Annotated[Sentence, "What is announced for the player, in words."]
    expected: Annotated[bool, "Whether the player did not withdraw."]


PARTICIPANT_COLUMNS = columns_of(Participant, "id", "title", "name", "club", "rating")
CHECK_IN_COLUMNS = (
    Column("box", Kind("center", "")),
    *columns_of(Participant, "name", "id", "club", "rating", "state"),
)


def _people(book: Book, view: View) -> list[Participant]:
    state = book.state
    people = []
    for row in view.rows:
        assert isinstance(row, PlayerRow)
        entrant = state.players[row.entry]
        club = book.people.get(entrant.person, {}).get("club", "")
        expected = not entrant.withdrawn_in(state.next_round)
        people.append(
            Participant(
                id=row.id,
                name=row.name,
                club=club,
                rating=row.rating,
                title=row.title,
                state=row.state,
                expected=expected,
            )
        )
    return people


def wrong_address(address: str) -> Sentence | None:
    """Return what is wrong with an address that somebody typed for codes, None for a good one."""
    if not re.fullmatch(r"https?://[^\s/?#]+/?", address):
        return message("sheets.no-address", address=address)
    if only_here(address):
        return message("sheets.only-here", address=address, command=do("serve", lan=True))
    return None


def only_here(address: str) -> bool:
    """Tell whether an address (scheme, host, port) leads a phone to itself: it is no address then.

    "" is none; a name is taken for one that the hall knows.
    """
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback or ip_address(host).is_unspecified
    except ValueError:
        return not host or host == _own_name()


@cache
def _own_name() -> str:
    """Return the name by which every computer calls itself."""
    loopback = str(ip_network("127.0.0.0/8")[1])
    return socket.getnameinfo((loopback, 0), socket.NI_NUMERICSERV)[0].casefold()


def with_codes(
    sheet: PrintedSheet, book: Book, file: AccessFile, link: Callable[[str], str]
) -> PrintedSheet:
    """Return the slips of the last round with the codes by which players report their own result.

    `link` gives the address of a code. A code is good until the next publication.
    """
    published = last_published(book)
    if published is None:
        return sheet

    def of(player: int) -> str:
        return link(ticket(file, published, TicketHolder("P", player)))

    games = book.state.rounds[published.number - 1].games
    slips = tuple(
        replace(slip, white_link=of(game.white), black_link=of(game.black))
        for slip, game in zip(sheet.slips, games, strict=True)
    )
    return replace(sheet, slips=slips)
