"""Every command that writes, as one JSON object: `apply` reads them and each verb makes one.

A player is named by their number (lot number; order of entry before numbers are assigned) or by a
part of their name that nobody else has. A board is named by its number, by "5-9" (the numbers of
white and black) or by a player's name.
"""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import (
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from desk.commands import base
from desk.commands.base import (
    Command,
    FileName,
    HalfPoints,
    Name,
    PlayerRef,
    Reason,
    RoundNumber,
    RulebookName,
    Word,
)
from desk.commands.details import Details, DetailsFields
from desk.commands.disputes import Amend, LodgeProtest, RecordRuling, Undo
from desk.commands.errors import problems
from desk.commands.fide import Accelerate, BarBye, BeginByHand, EndByHand, LeaveFideMode, Prohibit
from desk.commands.games import Adjourn, CorrectColours, CorrectResult, Forfeit, Result
from desk.commands.hall import CheckIn, ChooseAgreement, ClaimResult, WithdrawClaim
from desk.commands.ratings import DeclarePeriods, DeclareStartRank, ExchangeNumbers, TakeInRatings
from desk.commands.season import CatchUp, CorrectExternal, Leave, Period, Present, RecordExternal
from ledger.messages import message
from ledger.refusals import Enough, Exit, FirstFindings, Refusal, Refusals, not_read_on
from ledger.text_files import split_lines
from ledger.values import NumberMethod, ReportFor, Title

__all__ = [
    "COMMANDS",
    "AnyCommand",
    "Command",
    "command_of",
    "read_ndjson",
    "schema",
    "with_reason",
]


class Init(DetailsFields):
    """Open a tournament under a rulebook, with the keys in `set` changed.

    Under a system of FIDE it begins in FIDE mode, unless `without_fide_mode`.
    """

    command: Literal["init"] = "init"
    name: base.TournamentName
    rules: RulebookName = "knsb-wp-2014"
    set: base.RuleKeys = Field(default_factory=dict)
    rounds: RoundNumber | None = None
    without_fide_mode: bool = False


class Import(Command):
    """Open a tournament from a tournament file, or a season from its CSV and its members' CSV.

    `content` and `members_content` are read from the files before the command runs. Without `rules`
    the rulebook is the one that the file names by its code (192), or else knsb-wp-2014. Under a
    system of FIDE it begins in FIDE mode, unless `without_fide_mode`.
    """

    command: Literal["import"] = "import"
    file: FileName
    content: Annotated[bytes | None, Field(exclude=True)] = None
    members: FileName | None = None
    members_content: Annotated[bytes | None, Field(exclude=True)] = None
    name: base.TournamentName | None = None
    rules: RulebookName | None = None
    set: base.RuleKeys = Field(default_factory=dict)
    rounds: RoundNumber | None = None
    without_fide_mode: bool = False


class RulesChange(Command):
    """Change the rules from the next round on; the reason is required.

    Without `rulebook` the one in force stays, with the keys of `set` changed. Another pairing
    system requires a confirmation, because it uses other data of earlier rounds.
    """

    command: Literal["rules-change"] = "rules-change"
    rulebook: RulebookName | None = None
    set: base.RuleKeys = Field(default_factory=dict)


class AnnouncePrizes(Command):
    """Announce the prizes of rank 1, 2, 3 ... in whole cents; the last announcement counts."""

    command: Literal["prizes-declare"] = "prizes-declare"
    cents: list[Annotated[int, Field(ge=0, le=10**12)]] = Field(min_length=1)


class Plan(Command):
    """Announce or change the number of rounds."""

    command: Literal["plan"] = "plan"
    rounds: RoundNumber


class Schedule(Command):
    """Give a round its date, and the time of day at which it begins; the last command counts.

    `check_in_until` is the time of day at which its check-in closes.
    """

    command: Literal["schedule"] = "schedule"
    round: RoundNumber
    date: dt.date
    time: base.Clock | None = None
    check_in_until: base.Clock | None = None


class PersonFields(Command):
    """The personal data of a player; kept beside the ledger, never in a fact."""

    federation: base.Federation | None = None
    fide_id: Annotated[base.DigitText, base.of_person("fide_id")] | None = None
    national_id: Annotated[base.DigitText, base.of_person("national_id")] | None = None
    birth: base.Birth | None = None
    club: Name | None = None
    sex: Annotated[Literal["m", "w"], base.of_person("sex")] | None = None


class Enter(PersonFields):
    """Register a player. `from_round` is the first round they can be paired in (None: the next).

    `estimated`: the rating is the arbiter's estimate (A1 of the Swiss on rating).
    """

    command: Literal["enter"] = "enter"
    name: base.PersonName
    rating: base.Rating | None = None
    estimated: bool = False
    title: Annotated[Title, base.of_person("title")] = ""
    from_round: RoundNumber | None = None


class Join(Enter):
    """Enter a new member in a season from a round on (None: the next); they begin last."""

    command: Literal["join"] = "join"  # type: ignore[assignment]


class Lots(Command):
    """Assign the numbers: drawn (with a seed), by rating, in order of entry, or as in `order`.

    Without `by` they go by rating in a Swiss on rating, in those of FIDE and in a season, and are
    drawn elsewhere. `order` names every player once, number 1 first; it belongs to `by` "file". In
    the Swiss on rating the highest player's colour in round 1 is drawn too (E5), and stays when
    numbers change; `first_colour` records how it was drawn on paper.
    """

    command: Literal["lots"] = "lots"
    by: NumberMethod | None = None
    seed: Word | None = None
    order: tuple[PlayerRef, ...] = ()
    first_colour: Literal["white", "black"] | None = None


class Absent(Command):
    """Announce that a player misses a coming round; `cancel` withdraws the absence (or a bye).

    In a season `kind` tells whether they gave notice, or worked for the club instead.
    """

    command: Literal["absent"] = "absent"
    player: PlayerRef
    round: RoundNumber
    cancel: bool = False
    kind: Literal["notice", "no notice", "club duty"] = "notice"


class RequestBye(Command):
    """Request a half-point bye for a coming round (F9); under FIDE's rules one of 1 or 0 too.

    `points` (None: half a point) are the requested ones; a bye of 0 is an announced absence.
    """

    command: Literal["bye"] = "bye"
    player: PlayerRef
    round: RoundNumber
    points: HalfPoints | None = None


class Withdraw(Command):
    """Withdraw a player from a round on (None: from the next).

    `expelled`: the arbiter sends them away; the reason is required.
    """

    command: Literal["withdraw"] = "withdraw"
    player: PlayerRef
    from_round: RoundNumber | None = None
    expelled: bool = False


class Return(Command):
    """Let a withdrawn player return from a round on (None: from the next)."""

    command: Literal["return"] = "return"
    player: PlayerRef
    from_round: RoundNumber | None = None


class Publish(Command):
    """Pair the next round and publish it. `basis` is the position to compute from (None: now)."""

    command: Literal["publish"] = "publish"
    round: RoundNumber | None = None
    basis: Annotated[int, Field(ge=1)] | None = None


class PairingByHand(Command):
    """Publish the next round with boards made by hand: white and black of each, and the bye.

    In a Swiss the reason is required. Norms that the boards break are reported, not refused.
    """

    command: Literal["pairing-by-hand"] = "pairing-by-hand"
    round: RoundNumber
    reason: Reason | None = None
    boards: tuple[tuple[PlayerRef, PlayerRef], ...] = Field(min_length=1)
    bye: PlayerRef | None = None


class TakeInEvening(Command):
    """Record a whole club evening from a CSV file: games, absences, games for teams.

    `content` is read from the file before the command runs. A round that is not published yet is
    paired by hand as in the file.
    """

    command: Literal["evening"] = "evening"
    round: RoundNumber
    file: FileName
    content: Annotated[bytes | None, Field(exclude=True)] = None


class BoardAdd(Command):
    """Add a game by hand to a published round, for latecomers."""

    command: Literal["board-add"] = "board-add"
    round: RoundNumber
    white: PlayerRef
    black: PlayerRef


class BoardSwap(Command):
    """Let two players of a published round change places; the same board swaps colours."""

    command: Literal["board-swap"] = "board-swap"
    round: RoundNumber
    first: PlayerRef
    second: PlayerRef


class Start(Command):
    """Record that the games of a round began."""

    command: Literal["start"] = "start"
    round: RoundNumber


class CorrectRating(Command):
    """Correct a player's rating; 0: they have none. `estimated`: it is the arbiter's estimate."""

    command: Literal["correct-rating"] = "correct-rating"
    player: PlayerRef
    rating: base.Rating
    estimated: bool = False


class CorrectPerson(PersonFields):
    """Correct a player's record beside the ledger; fields not given stay, an empty one is emptied.

    `nameless`: the player asked to be shown without a name, by number only, on public pages.
    """

    command: Literal["correct-person"] = "correct-person"
    player: PlayerRef
    name: base.PersonName | None = None
    nameless: Literal["yes", "no"] | None = None

    @field_validator(*PersonFields.model_fields.keys() - Command.model_fields.keys(), mode="wrap")
    @classmethod
    def _emptied(cls, value: object, check: ValidatorFunctionWrapHandler) -> object:
        """Return a value as its field has it, "" for one that is to be emptied."""
        return "" if isinstance(value, str) and not value.strip() else check(value)


class Forget(Command):
    """Delete a player's record beside the ledger: name, birth date, ids, club. It cannot be undone.

    Their games and points stay, under their number.
    """

    command: Literal["forget"] = "forget"
    player: PlayerRef


class Close(Command):
    """Close a round without open games."""

    command: Literal["close"] = "close"
    round: RoundNumber | None = None


class Finish(Command):
    """End the tournament; lots are drawn, with a seed, for players still equal (F12).

    In FIDE mode they share their places, unless `draw`, or a `seed`, asks for lots. `order` are
    the lots of all of them as drawn by hand, best first.
    """

    command: Literal["finish"] = "finish"
    seed: Word | None = None
    draw: bool = False
    order: tuple[PlayerRef, ...] = ()


class Reopen(Command):
    """Take the end of the tournament back; the reason is required once a report was made of it."""

    command: Literal["reopen"] = "reopen"


class Report(Command):
    """Record that a rating report was made, as `export --for` does when it has written the file.

    `sha256` is of the file's bytes, `basis` the position up to which facts are in it (None: all of
    them). `period` is the rating period that it is of, None: the whole tournament.
    """

    command: Literal["report"] = "report"
    reader: ReportFor
    sha256: Annotated[str, StringConstraints(max_length=64, pattern="^[0-9a-f]{64}$")]
    period: Annotated[int, Field(ge=1, le=99)] | None = None
    basis: Annotated[int, Field(ge=1)] | None = None


AnyCommand: TypeAlias = Annotated[
    Init
    | Import
    | Details
    | RulesChange
    | AnnouncePrizes
    | Plan
    | Schedule
    | Enter
    | Join
    | Leave
    | Lots
    | Present
    | RecordExternal
    | CorrectExternal
    | Period
    | CatchUp
    | Absent
    | RequestBye
    | BarBye
    | Prohibit
    | Accelerate
    | LeaveFideMode
    | BeginByHand
    | EndByHand
    | Withdraw
    | Return
    | Publish
    | PairingByHand
    | TakeInEvening
    | BoardAdd
    | BoardSwap
    | Start
    | Result
    | Forfeit
    | Adjourn
    | CorrectResult
    | CorrectColours
    | CorrectRating
    | CorrectPerson
    | LodgeProtest
    | RecordRuling
    | Amend
    | Undo
    | Forget
    | Close
    | Finish
    | Reopen
    | Report
    | CheckIn
    | ClaimResult
    | WithdrawClaim
    | ChooseAgreement
    | TakeInRatings
    | DeclareStartRank
    | ExchangeNumbers
    | DeclarePeriods,
    Field(discriminator="command"),
]

COMMANDS: dict[str, type[AnyCommand]] = {
    kind.model_fields["command"].default: kind for kind in get_args(get_args(AnyCommand)[0])
}
"""The class of each command, by name."""


@cache
def _adapter() -> TypeAdapter[AnyCommand]:
    """Return the reader of any command, built when the first file is read."""
    return TypeAdapter(AnyCommand)


def read_ndjson(text: str) -> list[tuple[int, AnyCommand]] | Refusals:
    """Return the commands of a text, one JSON object per line, numbered, or all errors at once.

    After `MOST` errors no more lines are read, and the last error says so. Blank lines and lines that
    begin with # are skipped.
    """
    commands: list[tuple[int, AnyCommand]] = []
    refusals = FirstFindings[Refusal]()
    for number, line in enumerate(split_lines(text), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            commands.append((number, _adapter().validate_json(line)))
        except ValidationError as error:
            try:
                refusals.extend(problems(number, error.errors()))
            except Enough:
                refusals.close(not_read_on(number))
                break
    if not commands and not refusals:
        what, step = message("commands.no-commands"), message("commands.no-commands-step")
        refusals.append(Refusal("no-commands", what, step, exit=Exit.USAGE))
    return tuple(refusals) if refusals else commands


def command_of(data: dict[str, Any]) -> AnyCommand | Refusals:
    """Return one command made from plain values, as verbs give them, or all errors at once."""
    name = data.get("command")
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    try:
        return kind.model_validate(data) if kind else _adapter().validate_python(data)
    except ValidationError as error:
        before = (name,) if kind else ()
        errors = [{**e, "loc": (*before, *e["loc"])} for e in error.errors()]
        return tuple(problems(None, errors))


def with_reason(command: AnyCommand, reason: str) -> AnyCommand | Refusals:
    """Return a command with a reason that was given after it, or all errors in the reason."""
    try:
        checked = TypeAdapter(Reason).validate_python(reason)
    except ValidationError as error:
        at = (command.command, "reason")
        return tuple(problems(None, [{**e, "loc": at} for e in error.errors()]))
    return command.model_copy(update={"reason": checked})


def schema() -> dict[str, Any]:
    """Return the JSON schema of a line of an `apply` file."""
    return _adapter().json_schema()
