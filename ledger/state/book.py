"""The basis for judging a command: the facts, the state they add up to, names, and the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from functools import lru_cache

from ledger.errors import damaged
from ledger.facts.disputes import CommandUndone
from ledger.facts.stamps import Recorded
from ledger.facts.tournament import AnyFact
from ledger.hash_tree import Head
from ledger.messages import MOST_NAMES, Nameless, Sentence, do, message, names_in_words, run_on
from ledger.names import matching
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.keizer_keys import KeizerKeys
from ledger.rulebooks.rulebook import Rulebook, from_canonical
from ledger.state.branches import branch
from ledger.state.details import zone_of
from ledger.state.past import PastStates
from ledger.state.tournament import Entrant, Game, Round, Tournament, following, replay, undone
from ledger.text_files import quoted
from ledger.values import Unnumbered, whole_number


@lru_cache(maxsize=32)
def rulebook_of(text: str) -> Rulebook:
    """Return the rulebook of a canonical text in a ledger; raise DamagedLedger for other text."""
    try:
        return from_canonical(text)
    except ValueError as error:
        raise damaged(message("book.rulebook")) from error


@dataclass(frozen=True, slots=True)
class GameOfRound:
    """A game, and its round."""

    round: Round
    game: Game


@dataclass(slots=True)
class Book:
    """An open tournament as a command sees it.

    `recorded` are the facts in the ledger, `pending` those decided on since; the first pending fact
    gets the position after the last recorded one. `people` maps the key of a person to their record
    (name, birth ...); a forgotten person has none. `heads` are those recorded at publications, by
    size. `lines` maps the position of a pending fact to its line in the imported file. `new_seed`
    makes a fresh random text; a command that uses one records it. `now` reads the clock; None where
    nobody needs it. `shared`: others read the state too, so `take` leaves it and goes on from a
    copy. `past` are the states after recorded facts that were looked back at.
    """

    state: Tournament = field(default_factory=Tournament)
    recorded: list[Recorded] = field(default_factory=list)
    pending: list[AnyFact] = field(default_factory=list)
    people: dict[str, Mapping[str, str]] = field(default_factory=dict)
    new_seed: Callable[[], str] = lambda: ""
    heads: Mapping[int, Head] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)
    now: Callable[[], datetime] | None = None
    shared: bool = False
    past: PastStates = field(default_factory=PastStates, repr=False, compare=False)

    @property
    def id(self) -> str:
        """Return the id of the tournament, "" before anything is recorded."""
        return self.recorded[0].stamp.tournament if self.recorded else ""

    @property
    def facts(self) -> list[AnyFact]:
        """Return the recorded and the pending facts, by position."""
        return [*(fact for fact, _ in self.recorded), *self.pending]

    @property
    def rules(self) -> Rulebook:
        """Return the rulebook in force."""
        return rulebook_of(self.state.rulebook_text)

    def fact_at(self, position: int) -> AnyFact:
        """Return the fact at a position, recorded or pending."""
        recorded = len(self.recorded)
        if position <= recorded:
            return self.recorded[position - 1].fact
        return self.pending[position - recorded - 1]

    def rules_of(self, number: int) -> Rulebook:
        """Return the rulebook that holds for a round, and for the standing after it."""
        return rulebook_of(self.state.rulebook_text_of(number))

    def clause(self, name: str) -> str | None:
        """Return a clause as refusals cite it, None where the rulebook has no clause of that name.

        Keys changed with --set do not make another source. `name` may continue after a comma: "F9,
        key ...".
        """
        return f"{self.rules.family} {name}" if self.rules.cited(name) else None

    def mark(self, name: str) -> str:
        """Return a clause in brackets for the end of a note, "" where there is none."""
        return self.rules.mark(name)

    def attends(self, entrant: Entrant, number: int) -> bool:
        """Tell whether a player is to be paired in a round; some seasons require announcement.

        A member who plays for a team of the club on that evening is not.
        """
        return self._attends(entrant, number, self.rules.announces_presence)

    def attending(self, number: int) -> list[int]:
        """Return the players who are to be paired in a round, see `attends`."""
        announced = self.rules.announces_presence
        players = self.state.players.items()
        return [player for player, one in players if self._attends(one, number, announced)]

    def _attends(self, entrant: Entrant, number: int, announced: bool) -> bool:
        season = self.state.season
        if announced and (entrant.player, number) not in season.coming:
            return False
        return entrant.present_in(number) and not season.plays_for_team(entrant.player, number)

    @property
    def zone(self) -> tzinfo | None:
        """Return the time zone in which times are read and written, None: that of this machine."""
        return zone_of(self.people)

    def take(self, facts: tuple[AnyFact, ...]) -> None:
        """Take in the facts that a command decided on, so that the next command sees them."""
        for fact in facts:
            before = self.facts if isinstance(fact, CommandUndone) else ()
            state = branch(self.state, fact) if self.shared else self.state
            self.state = following(state, before, fact)
            self.pending.append(fact)

    def record(self, recorded: Sequence[Recorded]) -> None:
        """Mark the pending facts as recorded in the ledger."""
        assert [fact for fact, _ in recorded] == self.pending
        self.recorded += recorded
        self.pending.clear()

    def trial(self) -> Book:
        """Return an equal book to judge commands on; taking facts in there leaves this one."""
        return replace(
            self,
            recorded=list(self.recorded),
            pending=list(self.pending),
            people=dict(self.people),
            lines={},
            shared=True,
        )

    @property
    def last_head(self) -> Head | None:
        """Return the last head of the facts that this book has; None where there is none yet."""
        sizes = [size for size in self.heads if size <= len(self.recorded)]
        return self.heads[max(sizes)] if sizes else None

    def recorded_at(self, position: int) -> datetime:
        """Return when the fact at a position was recorded, in the tournament's own time zone."""
        return self.recorded[position - 1].stamp.recorded_at.astimezone(self.zone)

    def at(self, position: int) -> Book:
        """Return the book as it was after the fact at a position."""
        recorded = self.recorded[:position]
        if position > len(self.recorded):
            facts = self.facts[:position]
            pending = facts[len(recorded) :]
            return replace(self, state=replay(facts), recorded=recorded, pending=pending)
        state = self.past.state(len(recorded), (fact for fact, _ in recorded))
        return replace(self, state=state, recorded=recorded, pending=[], shared=True)

    @property
    def in_force(self) -> list[tuple[int, AnyFact]]:
        """Return the facts that were not taken back, with their positions."""
        left_out = undone(self.facts)
        return [(at, fact) for at, fact in enumerate(self.facts, 1) if at not in left_out]

    def name(self, player: int) -> str:
        """Return the name of any player who ever entered, or "player 7" when it is not known."""
        entrant = self.state.players.get(player) or self.state.former.get(player)
        record = self.people.get(entrant.person, {}) if entrant else {}
        return record.get("name") or Nameless(f"player {self.state.label(player)}")

    def called(self, player: int) -> str:
        """Return the number and name of a player, as messages show them.

        A former player is shown by name alone: the number of an entry that was taken back may
        belong to somebody else now. So is a player who has no number yet.
        """
        name = self.name(player)
        number = self.state.label(player)
        if player in self.state.former or isinstance(number, Unnumbered):
            return name
        return type(name)(f"{number} {name}")

    def called_some(self, players: Sequence[int]) -> Sentence:
        """Return the numbers and names of players, at most the first six."""
        return names_in_words(map(self.called, players), MOST_NAMES)

    def called_both(self, game: Game) -> Sentence:
        """Return the two players of a game, white first, as messages show them."""
        return run_on(self.called(game.white), self.called(game.black), between=" - ")

    def find_player(self, reference: int | str, *, former: bool = False) -> Entrant | Refusal:
        """Find the player that a number or a part of a name stands for.

        `former`: search the players whose entry was taken back, who have a name and no number.
        """
        players = self.state.former if former else self.state.players
        text = str(reference).strip()
        if not text:
            return _no_player(message("book.no-player-named"))
        label = whole_number(text)
        if label is not None:
            player = None if former else self.state.by_label(label)
            if player is None:
                return _no_player(message("book.no-number", number=text))
            return players[player]
        matches = matching(text, ((p, self.name(p)) for p in players))
        if len(matches) == 1:
            return players[matches[0]]
        if not matches:
            return _no_player(message("book.no-name", name=quoted(text)))
        called = run_on(*map(self.called, matches[:MOST_NAMES]), between="; ")
        what = message("book.may-be", name=quoted(text), players=called)
        return Refusal("ambiguous-player", what, message("book.more-of-name"), exit=Exit.USAGE)

    def find_round(self, number: int) -> Round | Refusal:
        """Find a published round."""
        round_ = self.state.round(number)
        if round_ is not None:
            return round_
        what = message("book.not-published", round=number)
        state = self.state
        following = state.next_round
        planned = state.rounds_planned
        step = message("book.publish", pair=do("pair"), publish=do("publish"), round=following)
        if state.closed or (planned is not None and planned < following):
            step = do("rounds")
        return Refusal("round-not-published", what, step, exit=Exit.USAGE)

    def find_game(self, number: int, board: int | str) -> GameOfRound | Refusals:
        """Find a game of a published round by board, by "white-black" or by a player's name."""
        round_ = self.find_round(number)
        if isinstance(round_, Refusal):
            return (round_,)
        text = str(board).strip()
        place = whole_number(text)
        if place is not None:
            if 1 <= place <= len(round_.games):
                return GameOfRound(round_, round_.games[place - 1])
            what = message("book.no-board", round=number, n=len(round_.games), board=text)
            return (_no_board(number, what),)
        left, _, right = text.partition("-")
        white = whole_number(left)
        black = whole_number(right)
        if white is not None and black is not None:
            return self._game_between(round_, white, black)
        entrant = self.find_player(text)
        if isinstance(entrant, Refusal):
            return (entrant,)
        game = round_.game_of(entrant.player)
        if game is None:
            what = message("book.no-game", round=number, player=self.called(entrant.player))
            return (_no_board(number, what),)
        return GameOfRound(round_, game)

    def named_black(self, place: GameOfRound, board: int | str) -> bool:
        """Tell whether a board was named by the player who has black on it."""
        if whole_number(str(board).strip()) is not None:
            return False
        left, _, right = str(board).partition("-")
        if whole_number(left) is not None and whole_number(right) is not None:
            return False
        entrant = self.find_player(board)
        return isinstance(entrant, Entrant) and entrant.player == place.game.black

    def _game_between(self, round_: Round, white: int, black: int) -> GameOfRound | Refusals:
        first = self.state.by_label(white)
        second = self.state.by_label(black)
        for game in round_.games:
            if (game.white, game.black) == (first, second):
                return GameOfRound(round_, game)
        what = message("book.no-pair", round=round_.number, white=white, black=black)
        return (_no_board(round_.number, what),)


def book_of(
    recorded: Sequence[Recorded],
    people: dict[str, Mapping[str, str]],
    new_seed: Callable[[], str],
    heads: Mapping[int, Head] | None = None,
    now: Callable[[], datetime] | None = None,
) -> Book:
    """Return the book of a tournament from its recorded facts.

    Raise DamagedLedger for facts that no sequence of commands can have recorded.
    """
    try:
        state = replay(fact for fact, _ in recorded)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        what = message(
            "book.not-in-sequence",
            tournament=recorded[0].stamp.tournament,
            error=type(error).__name__,
            verify=do("verify"),
        )
        raise damaged(what) from error
    return Book(
        state=state,
        recorded=list(recorded),
        pending=[],
        people=people,
        new_seed=new_seed,
        heads=heads or {},
        now=now,
    )


def keys_of_season(book: Book) -> KeizerKeys | Refusal:
    """Return the keys of the season, or a refusal if the tournament is not a season."""
    if book.rules.ranks_by_value:
        return book.rules.season_keys
    what = message("book.no-season", rules=book.rules.id)
    name = message("book.club-season")
    return Refusal("no-season", what, do("init", name=name, rules="mwkeizer"))


def _no_player(what: Sentence) -> Refusal:
    return Refusal("unknown-player", what, do("players"), exit=Exit.USAGE)


def _no_board(number: int, what: Sentence) -> Refusal:
    step = do("pairings", round_number=number)
    return Refusal("unknown-board", what, step, exit=Exit.USAGE)
