"""The commands that open a tournament. See `desk.commands.commands` for how one is read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from desk.access.roles import CHIEF
from desk.commands import base
from desk.commands.base import Command, FileName, RoundNumber, RulebookName
from desk.commands.details import DetailsFields
from desk.commands.spec import Phase, Spec


class Init(DetailsFields):
    """Open a tournament under a rulebook, with the keys in `set` changed.

    Under a system of FIDE it begins in FIDE mode, unless `without_fide_mode`.

    {"command": "init", "name": "Winter Cup", "rounds": 5, "set": {"bye.half_point_allowed": true}}
    """

    spec = Spec(
        handler="opening:open_tournament",
        roles=CHIEF,
        records=("tournament-opened",),
        phases=frozenset(Phase),
    )

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

    {"command": "import", "file": "club-open.trf", "rules": "knsb-wp-2014"}
    """

    spec = Spec(
        handler="opening:open_tournament",
        roles=CHIEF,
        records=("tournament-opened", "file-imported"),
        phases=frozenset(Phase),
    )

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
