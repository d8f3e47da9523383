"""Errors in a season's CSV: members who do not exist, rounds that do not fit, values.

Every error is reported at once, with its line. Conditions of pairing are not judged.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ledger.csv_files.people import PersonRow
from ledger.csv_files.season import EventRow, RowKind
from ledger.csv_files.table import CellError, stop
from ledger.messages import Sentence, also, message
from ledger.names import matching
from ledger.refusals import Enough, Exit, FirstFindings, Refusal
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.parts import was_out
from ledger.text_files import quoted, shortened
from ledger.values import whole_number

GAMES: tuple[RowKind, ...] = ("game", "catch-up")
AWAY: tuple[RowKind, ...] = (
    "absent",
    "absent without notice",
    "club duty",
    "half-point bye",
    "full-point bye",
    "present",
)
_OF_A_MEMBER: tuple[RowKind, ...] = (
    *GAMES,
    *AWAY,
    "no opponent",
    "not paired",
    "external",
    "joined",
    "left",
    "returned",
)


@dataclass(slots=True)
class ReadSeason:
    """A season as read: members by key, rows, and the errors.

    `who` and `other` map the line of a row to its member, and to their opponent.
    """

    members: tuple[PersonRow, ...]
    rules: Rulebook
    rows: list[EventRow]
    errors: FirstFindings[CellError] = field(default_factory=FirstFindings)
    who: dict[int, int] = field(default_factory=dict)
    other: dict[int, int] = field(default_factory=dict)

    def wrong(self, row: EventRow, column: str, code: str, what: Sentence, hint: Sentence) -> None:
        """Record one error."""
        self.errors.append(CellError(row.line, column, code, what, hint))

    def of(self, *kinds: RowKind) -> list[EventRow]:
        """Return the rows of these kinds, in the order of the file."""
        return [row for row in self.rows if row.kind in kinds]

    def find(self, row: EventRow, column: str, text: str) -> int | None:
        """Return the key of the member with a number, a name or a part of a name."""
        number = whole_number(text)
        labels = [m.number or key for key, m in enumerate(self.members, 1)]
        if number is not None and number in labels:
            return labels.index(number) + 1
        members = matching(text, ((key, m.name) for key, m in enumerate(self.members, 1)))
        if len(members) == 1:
            return members[0]
        what = message("season-files.nobody")
        if members:
            what = message("season-files.several", text=quoted(text), members=len(members))
        elif text:
            what = message("season-files.no-member", text=quoted(text))
        hint = message("season-files.write-who")
        self.wrong(row, column, "unknown-member", what, hint)
        return None


def members_refused(people: tuple[PersonRow, ...]) -> list[Refusal]:
    """Return errors in the numbers: all members have one, each their own, or none has."""
    counts = Counter(member.number for member in people)
    without = counts.pop(None, 0)
    twice = sorted(n for n, many in counts.items() if many > 1 and n)
    if counts and without:
        what = message("season-files.without-number", n=without)
    elif twice:
        number = twice[0]
        members = counts[twice[0]]
        what = message("season-files.number-twice", number=number, members=members)
    else:
        return []
    step = message("season-files.number-each")
    return [Refusal("members-numbers", what, step, exit=Exit.USAGE)]


# --- errors in the rows ---------------------------------------------------------------------------


def judge(read: ReadSeason) -> None:
    """Find the member of each row, and the errors, in order of line."""
    try:
        _judge(read)
        read.errors.sort(key=lambda error: error.line)
    except Enough:
        stop(read.errors)


def _judge(read: ReadSeason) -> None:
    for row in read.rows:
        if row.round is None and row.kind != "season":
            what = message("season-files.no-round")
            hint = message("season-files.write-round")
            read.wrong(row, "round", "no-round", what, hint)
        if row.kind in _OF_A_MEMBER and (key := read.find(row, "player", row.player)):
            read.who[row.line] = key
        if row.kind in GAMES and (key := read.find(row, "opponent", row.opponent)):
            read.other[row.line] = key
        if row.kind == "round" and row.date is None:
            what = message("season-files.round-no-date")
            read.wrong(row, "date", "no-date", what, message("season-files.write-it"))
    _once(read)
    _judge_games(read)
    _judge_externals(read)
    _judge_membership(read)


def _once(read: ReadSeason) -> None:
    """Check that each member has one row per round, and one team game; a round has one bye."""
    seen: dict[tuple[object, ...], int] = {}
    for row in read.rows:
        players = [read.who.get(row.line), read.other.get(row.line)]
        keys: list[tuple[object, ...]] = []
        if row.kind in (*GAMES, *AWAY, "no opponent", "not paired"):
            keys = [("round", player, row.round) for player in players if player]
        if row.kind == "no opponent":
            keys.append(("no-opponent", row.round))
        if row.kind == "external":
            keys = [("team", players[0], row.round)]
        if row.kind in ("season", "joined"):
            keys = [(row.kind, players[0])]
        if row.kind in ("round", "period"):
            keys = [(row.kind, row.round)]
        if row.board and row.kind in GAMES:
            keys.append(("board", row.board, row.round))
        for key in keys:
            if key in seen:
                about = message(f"season-files.{key[0]}-twice")
                what = message("season-files.twice", line=seen[key], about=about)
                read.wrong(row, "kind", "twice", what, message("season-files.keep-one"))
            seen.setdefault(key, row.line)


def _judge_games(read: ReadSeason) -> None:
    games = read.of(*GAMES)
    paired = {row.round for row in games if row.kind == "game" and row.round}
    last = max(paired, default=0)
    for row in games:
        if row.line in read.other and read.who.get(row.line) == read.other[row.line]:
            what = message("season-files.same")
            hint = message("season-files.name-another")
            read.wrong(row, "opponent", "same", what, hint)
        if row.outcome is None and (row.round or 0) < last:
            what = message("season-files.no-result", round=row.round or 0)
            read.wrong(row, "result", "no-result", what, message("season-files.or-adjourned"))
        if row.kind == "catch-up" and row.outcome in (None, "adjourned"):
            what = message("season-files.caught-up")
            read.wrong(row, "result", "no-result", what, message("season-files.write-it"))
        if row.board and whole_number(row.board) is None:
            what = message("season-files.no-board", text=quoted(row.board))
            read.wrong(row, "board", "bad-board", what, message("season-files.write-digits"))
    for row in read.rows:
        of_round = row.kind in (*GAMES, "no opponent", "not paired")
        if of_round and row.round and row.round not in paired:
            what = message("season-files.no-games", round=row.round)
            read.wrong(row, "round", "no-games", what, message("season-files.add-games"))
    missing = sorted(set(range(1, last + 1)) - paired)
    if missing:
        row = next(row for row in games if (row.round or 0) > missing[0])
        later = row.round or 0
        what = message("season-files.round-missing", round=missing[0], later=later)
        read.wrong(row, "round", "round-missing", what, message("season-files.from-one"))


def _judge_externals(read: ReadSeason) -> None:
    keys = read.rules.season_keys
    last = max((row.round or 0 for row in read.of("game")), default=0)
    for row in read.of("external"):
        board = whole_number(row.board)
        for column, text in (("team", row.team), ("colour", row.colour), ("result", row.own)):
            if not text:
                what = message(f"season-files.{column}-missing")
                read.wrong(row, column, "missing", what, message("season-files.write-it"))
        if row.team and (board is None or not 1 <= board <= len(keys.external.get(row.team, ()))):
            team = shortened(row.team)
            board_text = quoted(row.board)
            what = message("season-files.no-value", team=team, board=board_text)
            values = also(set=f"keizer.external.{team}=[70, 68, 66]")
            hint = message("season-files.give-values", option=values)
            read.wrong(row, "board", "no-value", what, hint)
        if (row.round or 0) > last + 1:
            what = message("season-files.to-come", round=row.round or 0)
            hint = message("season-files.when-played")
            read.wrong(row, "round", "round-to-come", what, hint)


def _judge_membership(read: ReadSeason) -> None:
    keys = read.rules.season_keys
    membership: dict[int, list[tuple[int, bool]]] = {}
    for row in read.of("joined", "left", "returned"):
        player = read.who.get(row.line)
        number = row.round
        if player is None or number is None:
            continue
        first_round = read.members[player - 1].from_round
        out = was_out(membership.get(player, ()), number)
        if row.kind == "joined" and first_round not in (None, number):
            what = message("season-files.joined-otherwise", round=first_round or 0)
            hint = message("season-files.same-in-both")
            read.wrong(row, "round", "joined-otherwise", what, hint)
        if row.kind == "returned" and not out:
            what = message("season-files.not-left")
            hint = message("season-files.when-left")
            read.wrong(row, "kind", "not-left", what, hint)
        if row.kind == "left" and out:
            what = message("season-files.left-already")
            hint = message("season-files.keep-row")
            read.wrong(row, "kind", "left-already", what, hint)
        if row.kind != "joined":
            membership.setdefault(player, []).append((number, row.kind == "left"))
    many = len(read.members)
    departures = sum(rows[-1][1] for rows in membership.values())
    if many - departures > keys.top // keys.step:
        least = many * keys.step
        what = message("season-files.top-too-low", n=many, least=least)
        hint = also(set=f"keizer.top={2 * least}")
        read.errors.append(CellError(1, "", "top-too-low", what, hint))
    previous = 0
    for row in read.of("period"):
        if (row.round or 0) <= previous or (row.round == 1 and not row.name):
            what = message("season-files.period-in-place", round=max(previous, 1))
            read.wrong(row, "round", "period-in-place", what, message("season-files.in-order"))
        previous = max(previous, row.round or 0)
