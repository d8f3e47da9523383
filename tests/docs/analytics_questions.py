"""The eleven questions of docs/analytics.md: the reader, the meaning of the answer, the picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desk.render.chart import ChartKind
from projections.digest.questions import FOLDER as DIGEST
from projections.digest.questions import question_named
from tests.helpers.places import ROOT

FOLDER = ROOT / "docs" / "analytics"


@dataclass(frozen=True)
class Drawn:
    """The drawing of an answer; `y` and `labels` as in `desk.render.chart.picture`."""

    kind: ChartKind
    title: str
    y: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    x_label: str = ""
    y_label: str = ""


@dataclass(frozen=True)
class Question:
    """A question; its SQL is NAME.sql in FOLDER. `shows` is the text below the answer.

    That of a digest is the program's own; the one in FOLDER is a copy, see `analytics_pages`.
    """

    name: str
    heading: str
    asked: str
    shows: str
    drawn: Drawn | None = None

    @property
    def sql(self) -> str:
        if self.of_digest:
            return question_named(self.name)
        return (FOLDER / f"{self.name}.sql").read_text("utf-8").rstrip("\n")

    @property
    def of_digest(self) -> bool:
        """Return whether a digest asks it too."""
        return (DIGEST / f"{self.name}.sql").exists()


QUESTIONS = (
    Question(
        "upsets-and-floats",
        "Do upsets cluster by float?",
        """
        A player: “I was floated down and lost to somebody 150 points below me. Does a float make
        that likelier?”
        """,
        """
        The last line says yes, nearly twice as likely. The others show why: floaters meet opponents
        nearer to them in rating, and in a class of equal difference only chance remains. In
        this year it must be so, as results are drawn from the rating difference alone; with real
        games, the rest within a class is the effect of the float.
        """,
        Drawn(
            "bars",
            "Games won by the lower rated, by rating difference",
            ("level_upsets_pct", "float_upsets_pct"),
            {"level_upsets_pct": "same score group", "float_upsets_pct": "one of them floats"},
            "rating difference",
            "per cent of games",
        ),
    ),
    Question(
        "virtual-opponent",
        "Who gained by the virtual opponent?",
        """
        A federation: “In 2014 the draw with oneself was replaced by the virtual opponent. Who is
        better off?”
        """,
        """
        The facts are the same under both, so this comes from the rules and means something. The
        virtual opponent of a loss by default begins with a point, that of a bye with none, and
        then draws every round, whatever the player's later results: so the change favours players
        who score less than half. How often each kind happens, and so how many move, is invented.
        """,
        Drawn(
            "bars",
            "Change of WP by a round without a game, 1996 to 2014",
            ("gain_upper_half", "gain_lower_half"),
            {"gain_upper_half": "scored half or more", "gain_lower_half": "scored less"},
            "kind of round for the player",
            "points of WP, mean",
        ),
    ),
    Question(
        "colour-imbalance",
        "How uneven are the colours under each rule version?",
        """
        An arbiter: “Which rules keep the colours most even?”
        """,
        """
        A player who plays all seven rounds has one more of one colour, so balanced is a difference
        of at most one. This comes from the pairing rules and means something; but the two versions
        of the Swiss on resistance points have the same rules for colours, and differ here by
        chance. Topscorers may go beyond two in the last round (B2). In a Keizer season a difference
        of two is always allowed, and within that the nearest opponent comes first.
        """,
        Drawn(
            "bars",
            "Players with uneven colours at the end",
            ("by_two_pct", "by_more_pct", "thrice_pct"),
            {
                "by_two_pct": "two more of one colour",
                "by_more_pct": "three or more",
                "thrice_pct": "one colour three times running",
            },
            "paired under",
            "per cent of players",
        ),
    ),
    Question(
        "corrections-and-prizes",
        "How often do corrections change a prize?",
        """
        A treasurer: “A result turns out to be wrong after the prizes were handed out. How often
        does somebody have to pay back?”
        """,
        """
        `standings_as_of` gives the ranking with each correction and just before it; the prizes are
        shared in the question itself. An older result moves more places, as it is in the WP of
        more players; money moves only when points do, near the top. That much means something. How
        often a result is wrong is invented, and far higher than at any desk. Corrections before
        the last round are left out, because there is no prize yet.
        """,
    ),
    Question(
        "corrections-and-pairings",
        "Which corrections would have changed a later pairing, and whose prize?",
        """
        An arbiter: “Had we known the right result in time, who would have met whom, and would
        somebody else have won?”
        """,
        """
        A correction changes only pairings still to be made (F7), so the published rounds stand.
        `replayed_changes` says what each correction would have done to them, by the pairing of
        what was known just before it and of what was known with it: a result of an early round
        changes every round after it. The prize winners on a board of a later round that would have
        been another are many, because those near the top meet each other. Only where the final
        ranking was known already does a correction change a prize by itself; what would have been
        won on other boards nobody can know. How often a result is wrong is invented.
        """,
    ),
    Question(
        "forfeits-by-round",
        "How often is a game not played, round by round?",
        """
        A club leader: “Do more people stay away towards the end?”
        """,
        """
        Games by default are drawn at the same rate in every round, so any movement is chance: in
        a year of this size half a per cent up or down means nothing. The number of absent players
        grows, because players who leave seldom return. Both rates are invented; with real data
        this is the first picture to draw.
        """,
        Drawn(
            "lines",
            "Not played",
            ("default_pct", "away_pct"),
            {"default_pct": "games by default", "away_pct": "players away"},
            "round",
            "per cent",
        ),
    ),
    Question(
        "keizer-drift",
        "How long does a Keizer value drift?",
        """
        A member: “I beat somebody who was worth 60, and now I get 52 for it. When does that
        stop?”
        """,
        """
        Values follow the ranking, and every earlier result is counted again at the current values.
        They settle: halfway through the season a member moves by little more than one point a
        round. The system makes the line fall; its speed depends on how close in strength the
        members are, which is invented.
        """,
        Drawn(
            "lines",
            "How far a member's value moves in a round",
            ("mean_change",),
            x_label="round",
            y_label="points of value, mean",
        ),
    ),
    Question(
        "first-move",
        "Is the first move worth anything?",
        """
        A player: “I had black five times out of seven. What did that cost me?”
        """,
        """
        The score with white beside that with black, by the rating difference of the opponents. In
        real games white scores some 54 per cent against equals, which puts the lines eight points
        apart. Here colours do not affect the results, so only chance separates the lines. Draws
        become rare where one player is far stronger: there is no room for them.
        """,
        Drawn(
            "lines",
            "Score by rating difference",
            ("white_pct", "with_black_pct", "drawn_pct"),
            {"white_pct": "with white", "with_black_pct": "with black", "drawn_pct": "drawn"},
            "own rating minus the opponent's",
            "per cent",
        ),
    ),
    Question(
        "tie-breaks",
        "Which tie-break decides the places that count?",
        """
        A federation: “How many cups are decided by a tie-break, and by which?”
        """,
        """
        The key that separates a player from the one above, from the second place down. The mutual
        result is for the first place only (F12.2). The large share of WP, and the small shares of
        SB and lots, come from seven rounds with 24 players, and hold for tournaments of that size.
        It decides cups, not money, which is shared (F12.1).
        """,
        Drawn(
            "bars",
            "The key that separates a place from the one above it",
            ("points_pct", "mutual_result_pct", "wp_pct", "sb_pct", "lots_pct"),
            {
                "points_pct": "points",
                "mutual_result_pct": "mutual result",
                "wp_pct": "WP",
                "sb_pct": "SB",
                "lots_pct": "lots",
            },
            y_label="per cent of tournaments",
        ),
    ),
    Question(
        "far-opponents",
        "When do players meet far stronger opponents?",
        """
        A beginner: “In the first round I always get a master. Does it get better?”
        """,
        """
        Lots pair anybody in round 1; the Swiss on rating sets the upper half against the
        lower; Keizer begins with neighbours, and goes farther as those near have met. The order of
        the lines comes from the rules. Their height comes from ratings that are drawn evenly from
        1200 to 2400, in a season to 2100.
        """,
        Drawn(
            "lines",
            "Mean rating difference on a board",
            ("resistance_points", "rating", "keizer"),
            {
                "resistance_points": "Swiss on resistance points",
                "rating": "Swiss on rating",
                "keizer": "Keizer season",
            },
            "round",
            "points of rating",
        ),
    ),
    Question(
        "what-gave-way",
        "What could the pairing not give?",
        """
        An arbiter: “They complain about colours and floats every round. What could no pairing have
        given them?”
        """,
        """
        `pairing_decisions` has each key of each group with its value, and with its value if
        nothing had to give way. After an odd number of games everybody wants a colour strongly, so
        it is in even rounds that such wishes collide. The Swiss on rating counts a denied colour
        only beyond what the numbers of whites and blacks wanted force (A8): the two are not
        comparable. Floats and waiting come towards the end, when many have met. All this comes from
        the rules. Only tournaments run with the program are in it: a file lacks the basis
        of a pairing. The first question that names the table takes some seconds: every round is
        decided again.
        """,
        Drawn(
            "bars",
            "Groups in which something gave way, by round",
            ("r2", "r3", "r4", "r5", "r6", "r7"),
            {f"r{n}": f"round {n}" for n in range(2, 8)} | {"what": "key"},
            y_label="per cent of the groups of that round",
        ),
    ),
)
