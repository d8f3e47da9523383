"""The commands about players: who plays, under which number, and what is recorded of them. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

import datetime as dt
from operator import attrgetter
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidatorFunctionWrapHandler, field_validator

from desk.access.roles import CHIEF, PLAYERS, STAFF
from desk.commands import base
from desk.commands.base import (
    Command,
    FileName,
    HalfPoints,
    Name,
    PlayerRef,
    Rating,
    RoundNumber,
    Said,
    Word,
)
from desk.commands.spec import ALWAYS, RATED, About, Phase, Spec, Why
from ledger.values import Format, ListKind, MatchCertainty, NumberMethod, Title


class PersonFields(Command):
    """The personal data of a player; kept beside the ledger, never in a fact."""

    federation: base.Federation | None = None
    fide_id: Annotated[base.DigitText, base.of_person("fide_id")] | None = None
    national_id: Annotated[base.DigitText, base.of_person("national_id")] | None = None
    birth: base.Birth | None = None
    club: Name | None = None
    sex: Annotated[Literal["m", "w"], base.of_person("sex")] | None = None


class ListMatch(BaseModel):
    """That a player was found in a rating list; see `ledger.facts.ratings.PersonMatched`."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    rating_list: Word
    holds_from: dt.date
    sha256: Word
    certainty: MatchCertainty
    confirmed: bool


Matches: TypeAlias = Annotated[tuple[ListMatch, ...], Field(exclude=True)]
"""The lists in which a front end found a player; nobody types them."""


class Enter(PersonFields):
    """Register a player. `from_round` is the first round they can be paired in (None: the next).

    `estimated`: the rating is the arbiter's estimate (A1 of the Swiss on rating). `matches` are the
    rating lists in which the player was found.

    {"command": "enter", "name": "Vries, A. de", "rating": 1845, "club": "De Toren", "birth":
    "2001-05-30"}
    """

    spec = Spec(handler="players:enter", group="players")

    command: Literal["enter"] = "enter"
    name: base.PersonName
    rating: base.Rating | None = None
    estimated: bool = False
    title: Annotated[Title, base.of_person("title")] = ""
    from_round: RoundNumber | None = None
    matches: Matches = ()


class Lots(Command):
    """Assign the numbers: drawn (with a seed), by rating, in order of entry, or as in `order`.

    Without `by` they go by rating in a Swiss on rating, in those of FIDE and in a season, and are
    drawn elsewhere. `order` names every player once, number 1 first; it belongs to `by` "file". In
    the Swiss on rating the highest player's colour in round 1 is drawn too (E5), and stays when
    numbers change; `first_colour` records how it was drawn on paper.

    {"command": "lots", "by": "draw"}
    """

    spec = Spec(handler="numbers:lots", group="players")

    command: Literal["lots"] = "lots"
    by: NumberMethod | None = None
    seed: Word | None = None
    order: tuple[PlayerRef, ...] = ()
    first_colour: Literal["white", "black"] | None = None


class Absent(Command):
    """Announce that a player misses a coming round; `cancel` withdraws the absence (or a bye).

    In a season `kind` tells whether they gave notice, or worked for the club instead.

    {"command": "absent", "player": "Vries", "round": 3}
    """

    spec = Spec(
        handler="players:absent",
        judges={Format.SEASON: "season:absent"},
        group="players",
        roles=STAFF | PLAYERS,
        records=(
            "absence-announced",
            "absence-reported",
            "absence-withdrawn",
            "club-duty-assigned",
        ),
        about=About.WHO_PLAYS,
    )

    command: Literal["absent"] = "absent"
    player: PlayerRef
    round: RoundNumber
    cancel: bool = False
    kind: Literal["notice", "no notice", "club duty"] = "notice"


class RequestBye(Command):
    """Request a half-point bye for a coming round (F9); under FIDE's rules one of 1 or 0 too.

    `points` (None: half a point) are the requested ones; a bye of 0 is an announced absence.

    {"command": "bye", "player": 4, "round": 2}
    """

    spec = Spec(
        handler="players:bye",
        group="players",
        roles=STAFF,
        records=("bye-requested",),
        about=About.WHO_PLAYS,
    )

    command: Literal["bye"] = "bye"
    player: PlayerRef
    round: RoundNumber
    points: HalfPoints | None = None


class BarBye(Command):
    """Give a player no bye on request from now on; `cancel` takes that back.

    That is a bye of half a point or a whole one: a round can always be missed for 0 points. The
    reason is required, unless it is taken back.

    {"command": "no-bye", "player": 4, "reason": "paid by the organiser, plays every round"}
    """

    spec = Spec(
        handler="fide_mode.presence:bar_bye",
        group="players",
        then="more",
        can=attrgetter("bars_byes"),
    )

    command: Literal["no-bye"] = "no-bye"
    player: PlayerRef
    cancel: bool = False


class Withdraw(Command):
    """Withdraw a player from a round on (None: from the next).

    `expelled`: the arbiter sends them away; the reason is required.

    {"command": "withdraw", "player": 4, "from_round": 5}
    """

    spec = Spec(
        handler="players:withdraw",
        judges={Format.SEASON: "season:withdraw"},
        group="players",
        roles=STAFF,
        records=("player-withdrew", "member-left"),
        reason=Why.IN_SIGHT,
        about=About.WHO_PLAYS,
    )

    command: Literal["withdraw"] = "withdraw"
    player: PlayerRef
    from_round: RoundNumber | None = None
    expelled: bool = False


class Return(Command):
    """Let a withdrawn player return from a round on (None: from the next).

    {"command": "return", "player": 4}
    """

    spec = Spec(
        handler="players:withdraw_or_return",
        group="players",
        roles=STAFF,
        records=("player-reinstated",),
        about=About.WHO_LEFT,
    )

    command: Literal["return"] = "return"
    player: PlayerRef
    from_round: RoundNumber | None = None


class Remove(Command):
    """Take out a person who was entered by mistake and stood in no published pairing.

    Before round 1 the numbers after theirs close up, afterwards their number stays empty.

    {"command": "remove", "player": 4, "reason": "entered twice"}
    """

    spec = Spec(
        handler="removal:remove",
        group="players",
        reason=Why.IN_SIGHT,
        about=About.WHO_NEVER_PLAYED,
    )

    command: Literal["remove"] = "remove"
    player: PlayerRef


class CorrectPerson(PersonFields):
    """Correct a player's record beside the ledger; fields not given stay, an empty one is emptied.

    A title is a fact of its own, and leaves the numbers as they are. `nameless`: the player asked
    to be shown without a name, by number only, on public pages. `matches` are the rating lists that
    say so.

    {"command": "correct-person", "player": 4, "club": "Het Paard"}
    """

    spec = Spec(
        handler="players:correct_person",
        group="players",
        phases=ALWAYS,
        about=About.PLAYER,
    )

    command: Literal["correct-person"] = "correct-person"
    player: PlayerRef
    name: base.PersonName | None = None
    nameless: Literal["yes", "no"] | None = None
    title: Annotated[Title, base.of_person("title")] | None = None
    matches: Matches = ()

    @field_validator(*PersonFields.model_fields.keys() - Command.model_fields.keys(), mode="wrap")
    @classmethod
    def _emptied(cls, value: object, check: ValidatorFunctionWrapHandler) -> object:
        """Return a value as its field has it, "" for one that is to be emptied."""
        return "" if isinstance(value, str) and not value.strip() else check(value)


class ShowAs(Command):
    """Choose how a player is shown on public pages, at once and in what was played before.

    By number only or by initials, because they asked for it; by name, because there is consent: a
    child below 16 goes by initials until then. usual: nothing was asked.

    {"command": "show-as", "player": 4, "shown": "initials"}
    """

    spec = Spec(
        handler="website:show_as",
        group="players",
        phases=ALWAYS,
        about=About.PLAYER,
    )

    command: Literal["show-as"] = "show-as"
    player: PlayerRef
    shown: Literal["number", "initials", "name", "usual"]


class CorrectRating(Command):
    """Correct a player's rating; 0: they have none. `estimated`: it is the arbiter's estimate.

    {"command": "correct-rating", "player": 4, "rating": 1790}
    """

    spec = Spec(
        handler="players:correct_rating",
        group="players",
        phases=ALWAYS,
        reason=Why.IN_SIGHT,
        about=About.PLAYER,
    )

    command: Literal["correct-rating"] = "correct-rating"
    player: PlayerRef
    rating: base.Rating
    estimated: bool = False


class TakeInRatings(Command):
    """Record ratings of a list, which holds from a day on (None: from ever) until the next.

    They come from a CSV file with the columns of a list of players, or are that of one player (0:
    none). Players are found by FIDE number, national number or name; rows about others are passed
    over, and counted. `kind` None: as `name` says (KNSB is national), and else FIDE's. `content` is
    read from the file before the command runs; `partial`: it has some players alone, on purpose.

    {"command": "rating-list", "name": "FIDE standard", "valid_from": "2026-11-01", "file":
    "november.csv"}
    """

    spec = Spec(handler="ratings.lists:take_in", group="players", phases=ALWAYS)

    command: Literal["rating-list"] = "rating-list"
    name: Name
    valid_from: dt.date | None = None
    kind: Annotated[ListKind | None, Said("list-kind")] = None
    file: FileName | None = None
    content: Annotated[bytes | None, Field(exclude=True)] = None
    partial: Annotated[bool, Field(exclude=True)] = False
    player: PlayerRef | None = None
    rating: Rating | None = None


class ExchangeNumbers(Command):
    """Let two players exchange their numbers, until round 4 is paired; the reason is required.

    {"command": "numbers-exchange", "first": 3, "second": 4, "reason": "announced so before round
    1"}
    """

    spec = Spec(
        handler="ratings.start_rank:exchange",
        group="players",
        formats=RATED,
        reason=Why.REQUIRED,
    )

    command: Literal["numbers-exchange"] = "numbers-exchange"
    first: PlayerRef
    second: PlayerRef


class Prohibit(Command):
    """Let nobody of these players meet another of them, from a round on (None: the next).

    `to_round` is the last of those rounds (None: until the end). `cancel` takes the prohibition of
    exactly these players back, for the rounds to come.

    {"command": "prohibit", "players": [3, 7, 12], "from_round": 2, "to_round": 5, "reason": "one
    family"}
    """

    spec = Spec(
        handler="fide:prohibit", group="players", then="more", can=attrgetter("prohibits_pairs")
    )

    command: Literal["prohibit"] = "prohibit"
    players: tuple[PlayerRef, ...] = Field(min_length=1)
    from_round: RoundNumber | None = None
    to_round: RoundNumber | None = None
    cancel: bool = False


class Accelerate(Command):
    """Give players virtual points, which count for pairing alone, in rounds to come.

    They are `from_round` (None: the next) to `to_round` (None: that round alone).

    {"command": "accelerate", "players": [1, 2, 3, 4], "points": "1/2", "from_round": 1,
    "to_round": 3}
    """

    spec = Spec(
        handler="fide:accelerate", group="players", then="more", can=attrgetter("can_accelerate")
    )

    command: Literal["accelerate"] = "accelerate"
    players: tuple[PlayerRef, ...] = Field(min_length=1)
    points: HalfPoints
    from_round: RoundNumber | None = None
    to_round: RoundNumber | None = None


class Forget(Command):
    """Delete a player's record beside the ledger: name, birth date, ids, club. It cannot be undone.

    Their games and points stay, under their number.

    {"command": "forget", "player": 4, "reason": "asked for it"}
    """

    spec = Spec(
        handler="forgetting:forget",
        group="players",
        roles=CHIEF,
        records=("person-forgotten",),
        phases=ALWAYS | {Phase.TAKEN_BACK},
        about=About.PLAYER,
    )

    command: Literal["forget"] = "forget"
    player: PlayerRef
