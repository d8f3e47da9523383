"""The editions of FIDE's Dutch System, each as a table: its criteria with their clauses."""

from __future__ import annotations

from typing import Final

from pairing.fide.criterion import LowestScore
from pairing.fide.edition import Edition
from pairing.fide_dutch import criteria

EDITION_2026: Final = Edition(
    of_bye=(LowestScore("C5"),),
    criteria=(
        criteria.Floaters("C6"),
        criteria.FloaterScores("C7"),
        criteria.NextFloaters("C8"),
        criteria.NextScores("C8"),
        criteria.ByeUnplayed("C9"),
        criteria.BeyondTwo("C10"),
        criteria.ThirdColour("C11"),
        criteria.Denied("C12"),
        criteria.DeniedStrong("C13"),
        criteria.DownAgain("C14"),
        criteria.UpAgain("C15"),
        criteria.DownAgain("C16", back=1),
        criteria.UpAgain("C17", back=1),
        criteria.DownGaps("C18"),
        criteria.UpGaps("C19"),
        criteria.DownGaps("C20", back=1),
        criteria.UpGaps("C21", back=1),
        criteria.MovedS1("4.4"),
        criteria.MovedOpponents("4.2"),
        criteria.Exchange("4.3"),
        criteria.Opponents("4.2"),
    ),
    bracket="1.3",
    bye="1.5",
    preference="1.7",
    histories="GHR3.4",
    best="3.8",
)

EDITION_2017: Final = Edition(
    of_bye=(),
    criteria=(
        criteria.Floaters("C5"),
        criteria.ScoreDifferences("C6"),
        criteria.NextFloaters2017("C7"),
        criteria.NextDifferences("C7"),
        criteria.BeyondTwo("C8"),
        criteria.ThirdColour("C9"),
        criteria.Denied("C10"),
        criteria.DeniedStrong("C11"),
        criteria.DownAgain2017("C12"),
        criteria.UpAgain("C13"),
        criteria.DownAgain2017("C14", back=1),
        criteria.UpAgain("C15", back=1),
        criteria.DownGaps2017("C16"),
        criteria.UpGaps("C17"),
        criteria.DownGaps2017("C18", back=1),
        criteria.UpGaps("C19", back=1),
        criteria.MovedS12017("D3"),
        criteria.MovedOpponents("D1"),
        criteria.Exchange("D2"),
        criteria.Opponents("D1"),
    ),
    bracket="A3",
    bye="A5",
    preference="A6",
    histories="GHR-D",
    best="B8",
    colours={f"5.2.{rule}": f"E{rule}" for rule in range(1, 6)},
)
