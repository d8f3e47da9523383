"""Every page that reads a tournament, under the rules of every pairing system."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from desk.access.roles import Role
from desk.commands.commands import command_of
from desk.desk import Desk
from desk.outcomes import Written
from desk.writing import carry_out
from ledger.rulebooks.tie_breaks import MUTUAL_RESULT, NUMBER, every_tie_break
from tests.helpers.browsing import Browsing

RULES = {
    "knsb-wp-2014": "fide-2026",
    "knsb-rating-2014": "knsb-wp-2014",
    "mwkeizer": "",
    "berger": "fide-dutch-2026",
    "fide-dutch-2026": "vega-2016",
    "fide-burstein-2026": "fide-2026",
    "fide-dubov-2026": "fide-dutch-2026",
}
"""Rules of each system, and other rules to read its standing under."""


def _played(folder: Path, rules: str, **keys: str) -> Browsing:
    """Return a tournament of six players after two rounds, with a correction and a third round."""
    browsing = Browsing(folder / f"{rules}.ledger")
    first: dict[str, object] = {"command": "init", "name": "Cup", "rules": rules, "set": keys}
    if rules != "berger":
        first |= {"rounds": 5}
    if rules.startswith("fide-"):
        first |= {"without_fide_mode": True}  # there a result of round 1 stays after round 3
    opened = carry_out(Desk(browsing.path, browsing.runtime), [(None, command_of(first))])  # type: ignore[list-item]
    assert isinstance(opened, Written), opened
    browsing.do(
        *(
            {"command": "enter", "name": f"Speler {letter}", "rating": 1900 - 20 * at}
            for at, letter in enumerate("ABCDEF")
        )
    )
    browsing.do({"command": "lots", "by": "rating"})
    for number in (1, 2, 3):
        browsing.do({"command": "publish"})
        for board in (1, 2, 3) if number < 3 else (1,):
            browsing.do(
                {
                    "command": "result",
                    "round": number,
                    "board": board,
                    "result": ("1-0", "1/2-1/2", "0-1")[(board + number) % 3],
                }
            )
    browsing.do(
        {"command": "correct-result", "round": 1, "board": 1, "result": "1-0", "reason": "misread"}
    )
    return browsing


@pytest.mark.parametrize("rules", RULES)
def test_every_page_shows_every_player_under_every_system(rules: str, tmp_path: Path) -> None:
    browsing = _played(tmp_path, rules)
    last = browsing.book.state.position
    other = RULES[rules]
    pages = [
        "standing",
        "standing?after=1",
        f"standing?as-of={last - 3}",
        f"standing?beside={last - 1}",
        "standing?beside=published:2",
        "crosstable",
        "crosstable?after=1",
        "pairings",
        "pairings?by=name&round=1",
        "standing?after=end",
    ]
    pages += [f"standing?rules={other}"] if other else []
    for path in pages:
        answer = browsing.client(None).get(f"/{browsing.slug}/{path}")
        assert answer.status_code == 200, path
        for letter in "ABCDEF":
            assert f"Speler {letter}" in answer.text, path
    arbiter = [
        "player/1",
        "beside?a=1&b=2",
        "round/1/audit?board=1",
        "round/2/audit",
        "disputes",
        "log?blame=1",
        f"log?from={last - 4}",
        f"log?at={last}",
        "prizes",
    ]
    for path in arbiter:
        answer = browsing.client(Role.CHIEF, "en").get(f"/{browsing.slug}/{path}")
        assert answer.status_code == 200, path


def test_the_standing_of_a_season_shows_values_and_who_moved(tmp_path: Path) -> None:
    browsing = _played(tmp_path, "mwkeizer")
    last = browsing.book.state.position
    text = browsing.client(None).get(f"/{browsing.slug}/standing?beside={last - 1}").text
    headings = re.findall(r'<th scope="?col"?[^>]*>([^<]*)', text)
    assert "Wa" in headings
    assert "Door één feit:" in text


@pytest.mark.parametrize("part", range(4))
def test_a_standing_by_every_tie_break_says_of_each_what_it_means(
    tmp_path: Path, part: int
) -> None:
    every = [one.code for one in every_tie_break() if one.base is not MUTUAL_RESULT][part:-2:4]
    final = json.dumps([*every, NUMBER.code])
    browsing = _played(tmp_path, "fide-dutch-2026", **{"ranking.final": final})
    for language in ("en", "nl"):
        answer = browsing.client(None, language).get(f"/{browsing.slug}/standing")
        assert answer.status_code == 200
        said = re.findall(r'<abbr title="([^"]+)">', answer.text)
        assert len(said) == len(set(said)) == len(every)
