"""Commands about players: entering, absences, byes, leaving and coming back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from desk.commands import players as commands
from desk.commands.decision import Decision, Warn
from desk.commands.warnings import warn
from desk.handlers import round_robin
from desk.handlers.fide_mode.presence import expelled_why, in_last_round, of_bye, without_bye
from desk.handlers.forgetting import is_forgotten
from desk.handlers.games import correction_reason
from desk.handlers.numbers import with_late_entry, with_new_rating
from desk.handlers.round_robin import numbered, rounds_fact
from ledger.alike import alike
from ledger.facts import tournament as events
from ledger.facts.ratings import PersonMatched
from ledger.facts.records import PersonCorrected
from ledger.messages import Blank, Sentence, also, do, message
from ledger.names import natural
from ledger.refusals import Exit, Refusal, Refusals
from ledger.state.book import Book, keys_of_season
from ledger.state.numbers import next_number
from ledger.state.parts import entrant_of
from ledger.state.tournament import Entrant, Round
from ledger.store.tables.people import PersonRecord
from ledger.values import halves_text
from pairing.systems.registry import system_of

_PERSON_FIELDS = ("federation", "fide_id", "national_id", "birth", "club", "sex")


def person_fields(command: commands.PersonFields) -> dict[str, str]:
    """Return the personal fields that a command gives, without the name; "" is to be emptied."""
    fields = {key: getattr(command, key) for key in _PERSON_FIELDS}
    return {key: value for key, value in fields.items() if value is not None}


def enter(book: Book, command: commands.Enter) -> Decision | Refusals:
    """Register a player.

    A late player gets the next free number, or under FIDE's rules the proper one; the rounds they
    missed are 0R.

    Rule: knsb-wp-2014 D; knsb-rating-2014 A1; fide-dutch-2026 GHR2.4.
    """
    state = book.state
    record = {"name": command.name, **person_fields(command)}
    refusals = list(_entered_already(book, record))
    if command.estimated and not command.rating:
        refusals.append(_nothing_estimated(command.name))
    from_round = command.from_round or state.next_round
    if from_round < state.next_round:
        what = message("handlers.cannot-enter", round=from_round, next=state.next_round)
        refusals.append(Refusal("round-is-past", what, do("status")))
    refusals += beyond_the_plan(book, from_round)
    refusals += _beyond_the_values(book)
    if system_of(book.rules).takes_everybody and state.rounds:
        what = message("handlers.table-is-fixed")
        refusals.append(Refusal("field-is-fixed", what, do("players")))
    if refusals:
        return tuple(refusals)
    player = state.entries + 1
    removed = [state.former[one] for one in state.removed]
    person = PersonRecord(f"p{player}", tuple(record.items()), book.new_seed())
    numbers = [e.number for e in state.players.values() if e.number is not None]
    matched = matches_of(player, command.matches)
    warnings = _likely_double(book, record)
    fact = events.PlayerRegistered(
        player=player,
        person=person.key,
        person_hash=person.hash,
        rating=command.rating or None,
        rating_source="estimated" if command.estimated else "given",
        title=command.title,
        number=next_number(state.players.values(), removed) if numbers else None,
        from_round=from_round,
        reason=command.reason,
    )
    if numbers and (anew := with_late_entry(book, entrant_of(fact), command.name)):
        late = fact.model_copy(update={"number": None})
        return Decision((late, anew, *matched), (person,), warnings=warnings)
    drawn = bool(numbers) and numbered(book)
    rounds = rounds_fact(book, book.rules, len(numbers) + 1, anew=True) if drawn else ()
    assert not isinstance(rounds, Refusal)
    return Decision((fact, *rounds, *matched), (person,), warnings=warnings)


def matches_of(player: int, matches: Iterable[commands.ListMatch]) -> tuple[PersonMatched, ...]:
    """Return the facts that a player was found in lists."""
    return tuple(PersonMatched(player=player, **one.model_dump()) for one in matches)


def _likely_double(book: Book, record: dict[str, str]) -> tuple[Warn, ...]:
    """Return the warning that a person may be entered already under another form of the name."""
    people = book.people
    entered = book.state.players.values()
    found = [(one.player, alike(record, people.get(one.person, {}))) for one in entered]
    likely = {player: likeness for player, likeness in found if likeness is not None}
    if not likely:
        return ()
    by_name = "name" in likely.values()
    what = message(
        "handlers.likely-double",
        name=record["name"],
        players=book.called_some([*likely]),
        why=message("handlers.alike-by-name" if by_name else "handlers.alike-by-club"),
    )
    return warn(book, "likely-double", what)


def _beyond_the_values(book: Book) -> list[Refusal]:
    """Return the refusal when a season has no value left for another member.

    Rule: mwkeizer startwaarde.
    """
    if not book.rules.ranks_by_value:
        return []
    keys = book.rules.season_keys
    state = book.state
    members = 1 + sum(not e.withdrawn_in(state.next_round) for e in state.players.values())
    if keys.top >= members * keys.step:
        return []
    what = message("handlers.top-too-low", n=members, least=members * keys.step, top=keys.top)
    step = do("rules-change", set=f"keizer.top={2 * members * keys.step}")
    return [Refusal("top-too-low", what, step, clause=book.clause("startwaarde"))]


def entered_as(book: Book, record: Mapping[str, str]) -> int | None:
    """Return the player who a person is already: of an equal number, or of the same whole name
    where no number or birth date tells them apart; None for nobody.
    """
    for entrant in book.state.players.values():
        other = book.people.get(entrant.person, {})
        same_id = any(
            record.get(key) and record.get(key) == other.get(key)
            for key in ("fide_id", "national_id")
        )
        same_name = natural(other.get("name", "")) == natural(record["name"])
        told_apart = any(
            record.get(key) and other.get(key) and record[key] != other[key]
            for key in ("fide_id", "national_id", "birth")
        )
        if same_id or (same_name and not told_apart):
            return entrant.player
    return None


def _entered_already(book: Book, record: Mapping[str, str]) -> list[Refusal]:
    player = entered_as(book, record)
    if player is not None:
        what = message("handlers.entered-as", name=record["name"], player=book.called(player))
        step = message("handlers.tell-apart")
        return [Refusal("already-entered", what, step)]
    return []


def absent(book: Book, command: commands.Absent) -> Decision | Refusals:
    """Announce an absence from a coming round, or withdraw it; only a season has other kinds.

    Rule: knsb-wp-2014 F5.
    """
    if command.kind != "notice" and isinstance(keys := keys_of_season(book), Refusal):
        return (keys,)
    entrant = _available(book, command.player, command.round, cancelling=command.cancel)
    if not isinstance(entrant, Entrant):
        return entrant
    kind = events.AbsenceWithdrawn if command.cancel else events.AbsenceAnnounced
    fact = kind(player=entrant.player, round=command.round, reason=command.reason)
    return Decision((fact,))


def bye(book: Book, command: commands.RequestBye) -> Decision | Refusals:
    """Record a requested bye for a coming round: of half a point, or under FIDE's rules of 1 or 0.

    In a round robin there are none, whatever its rules say: who misses a round loses that game.

    Rule: knsb-wp-2014 F9; fide-dutch-2026 GHR3.3.
    """
    halves = 1 if command.points is None else command.points
    worths = book.rules.bye_worths
    if halves not in worths:
        key = "handlers.byes-of-half" if worths == (1,) else "handlers.byes-of-kinds"
        what = message(key, points=halves_text(halves))
        absence = do("absent", player=command.player, round=command.round)
        step = message("handlers.zero-points", command=absence)
        return (Refusal("no-such-bye", what, step, book.clause("GHR3.3")),)
    if halves == 0:
        fields = command.model_dump(exclude={"command", "points"})
        return absent(book, commands.Absent(**fields))
    if system_of(book.rules).takes_everybody:
        what = message("handlers.no-byes-in-a-table")
        absence = do("absent", player=command.player, round=command.round)
        step = message("handlers.zero-points", command=absence)
        return (Refusal("half-point-bye-not-allowed", what, step),)
    if not book.rules.bye.half_point_allowed:
        key = "handlers.no-half-point-byes" if halves == 1 else "handlers.no-full-point-byes"
        what = message(key)
        absence = do("absent", player=command.player, round=command.round)
        change = do("rules-change", set="bye.half_point_allowed=true", reason=Blank("TEXT"))
        step = message("handlers.byes-by-regulations", command=absence, change=change)
        clauses = (f"{name}, bye.half_point_allowed" for name in ("F9", "GHR3.3"))
        clause = next(filter(None, map(book.clause, clauses)), None)
        return (Refusal("half-point-bye-not-allowed", what, step, clause),)
    entrant = _available(book, command.player, command.round, cancelling=False)
    if not isinstance(entrant, Entrant):
        return entrant
    refusals = without_bye(book, entrant, command.round)
    refusals += in_last_round(book, command.round) if halves == 1 else ()
    if refusals:
        return refusals
    fact = events.ByeRequested(
        player=entrant.player,
        round=command.round,
        halves=2 if halves == 2 else 1,
        reason=command.reason,
    )
    return Decision((fact,), warnings=of_bye(book, entrant, command.round, halves))


def _available(
    book: Book, reference: int | str, number: int, *, cancelling: bool
) -> Entrant | Refusals:
    """Return a player whose presence in a round can still change, or all refusals."""
    if isinstance(entrant := book.find_player(reference), Refusal):
        return (entrant,)
    label = book.state.label(entrant.player)
    name = book.called(entrant.player)
    refusals = not_to_come(book, entrant, number)
    if cancelling and number not in entrant.away:
        what = message("handlers.not-absent", player=name, round=number)
        refusals.append(Refusal("not-absent", what, do("status")))
    if not cancelling and number in entrant.away:
        what = message("handlers.out-already", player=name, round=number)
        cancel = do("absent", player=label, round=number, cancel=True)
        step = message("handlers.takes-it-back", command=cancel)
        refusals.append(Refusal("already-absent", what, step))
    return tuple(refusals) or entrant


def not_to_come(book: Book, entrant: Entrant, number: int) -> list[Refusal]:
    """Return why a player's presence in a round cannot change, [] where it can."""
    label = book.state.label(entrant.player)
    name = book.called(entrant.player)
    refusals: list[Refusal] = []
    if (round_ := book.state.round(number)) is not None:
        what = message("handlers.round-is-published", round=number)
        if round_.game_of(entrant.player) is not None:
            what = message("handlers.published-and-paired", round=number, player=name)
        step = _after_publication(label, round_, entrant.player)
        at = (round_.position,)
        clause = book.clause("F6")
        refusals.append(Refusal("round-already-published", what, step, clause, at))
    refusals += beyond_the_plan(book, number)
    if number < entrant.from_round:
        what = message("handlers.plays-from", player=name, from_round=entrant.from_round)
        refusals.append(Refusal("not-entered-yet", what, do("players"), book.clause("D")))
    if entrant.withdrawn_in(number):
        step = do("return", player=Blank("PLAYER"))
        what = message("handlers.has-withdrawn", player=name)
        refusals.append(Refusal("player-withdrew", what, step))
    return refusals


def _after_publication(label: int, round_: Round, player: int) -> Sentence:
    """Return the remaining steps about a player's presence in a published round."""
    board = round_.board_of(player)
    if board is not None:
        return do("forfeit", round=round_.number, board=board)
    if round_.bye == player:
        swap = do("board-swap", round=round_.number, first=label, second=Blank("OTHER"))
        return message("handlers.bye-to-another", command=swap)
    return message("handlers.if-they-come", command=do("board-add", round=round_.number))


def withdraw(book: Book, command: commands.Withdraw) -> Decision | Refusals:
    """Withdraw a player from the coming rounds; from a table they leave all its games."""
    if system_of(book.rules).takes_everybody:
        return round_robin.withdraw(book, command)
    return withdraw_or_return(book, command)


def withdraw_or_return(
    book: Book, command: commands.Withdraw | commands.Return
) -> Decision | Refusals:
    """Withdraw a player from the coming rounds, or let them return.

    Rule: knsb-wp-2014 F5.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    leaves = isinstance(command, commands.Withdraw)
    name = book.called(entrant.player)
    number = command.from_round or book.state.next_round
    if number < book.state.next_round:
        key = "handlers.cannot-withdraw" if leaves else "handlers.cannot-return"
        what = message(key, round=number, next=book.state.next_round)
        return (Refusal("round-is-past", what, do("status")),)
    if beyond := beyond_the_plan(book, number):
        return tuple(beyond)
    withdrawn = entrant.withdrawn_in(number)
    if leaves and withdrawn:
        what = message("handlers.has-withdrawn-already", player=name)
        return (Refusal("already-withdrawn", what, do("status")),)
    if not leaves and not withdrawn:
        what = message("handlers.has-not-withdrawn", player=name)
        return (Refusal("not-withdrawn", what, do("status")),)
    player = entrant.player
    reason = command.reason
    if not isinstance(command, commands.Withdraw):
        back = events.PlayerReinstated(player=player, from_round=number, reason=reason)
        return Decision((back,))
    if refusals := expelled_why(command):
        return refusals
    expelled = command.expelled or None
    fact = events.PlayerWithdrew(player=player, from_round=number, expelled=expelled, reason=reason)
    return Decision((fact,))


def correct_rating(book: Book, command: commands.CorrectRating) -> Decision | Refusals:
    """Correct a rating for future pairings, or estimate one; under some rules it renumbers.

    Rule: knsb-wp-2014 F7; knsb-rating-2014 A1, F7; fide-dubov-2026 1.2.2.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    rating = command.rating or None
    if command.estimated and rating is None:
        return (_nothing_estimated(book.called(entrant.player)),)
    same_source = command.estimated == (entrant.rating_source == "estimated")
    if entrant.rating == rating and same_source:
        what = message("handlers.has-that-rating", player=book.called(entrant.player))
        return (Refusal("nothing-to-correct", what, do("players")),)
    reason = correction_reason(
        book, command.reason, entrant.from_round, message("handlers.known-then")
    )
    if isinstance(reason, Refusal):
        return (reason,)
    source: Literal["corrected", "estimated"] = "estimated" if command.estimated else "corrected"
    fact = events.RatingCorrected(
        player=entrant.player, rating=rating, rating_source=source, reason=reason
    )
    anew = with_new_rating(book, entrant, rating)
    return Decision((fact,) if anew is None else (fact, anew))


def _nothing_estimated(who: str) -> Refusal:
    what = message("handlers.estimate-needs", player=who)
    return Refusal(
        "rating-missing", what, also(rating=Blank("NUMBER"), estimated=True), exit=Exit.USAGE
    )


def correct_person(book: Book, command: commands.CorrectPerson) -> Decision | Refusals:
    """Correct a player's record beside the ledger; the fact holds only its new hash.

    No pairing uses a name or a club, so no reason is required.
    """
    if isinstance(entrant := book.find_player(command.player), Refusal):
        return (entrant,)
    if entrant.forgotten is not None:
        return (is_forgotten(book, entrant),)
    old = dict(book.people.get(entrant.person, {}))
    new = old | person_fields(command) | ({"name": command.name} if command.name else {})
    new |= {"nameless": "yes"} if command.nameless == "yes" else {}
    if command.nameless == "no":
        new.pop("nameless", None)
    new = {key: text for key, text in new.items() if text}
    title = entrant.title if command.title is None else command.title
    if new == old and title == entrant.title:
        what = message("handlers.record-same", player=book.called(entrant.player))
        step = message("handlers.shows-record", command=do("player", player=Blank("PLAYER")))
        return (Refusal("nothing-to-correct", what, step),)
    player = entrant.player
    reason = command.reason
    matches = matches_of(player, command.matches)
    titled: tuple[events.TitleCorrected, ...] = ()
    if title != entrant.title:
        titled = (events.TitleCorrected(player=player, title=title, reason=reason),)
    if new == old:
        return Decision((*titled, *matches))
    person = PersonRecord(entrant.person, tuple(new.items()), book.new_seed())
    fact = PersonCorrected(player=player, person_hash=person.hash, reason=reason)
    return Decision((fact, *titled, *matches), (person,))


def beyond_the_plan(book: Book, number: int) -> list[Refusal]:
    """Return the refusal of a round after the last one planned."""
    planned = book.state.rounds_planned
    if planned is None or number <= planned:
        return []
    what = message("handlers.beyond-plan", n=planned, round=number)
    step = message("handlers.changes-number", command=do("plan", rounds=Blank("ROUNDS")))
    return [Refusal("no-such-round", what, step)]


def not_checked_in(book: Book, number: int, paired: Collection[int]) -> tuple[Warn, ...]:
    """Return the warning that players are paired who are not checked in, () for none.

    A check-in is kept for a round when somebody was checked in for it.
    """
    here = {player for player, of_round in book.state.hall.checked_in if of_round == number}
    missing = [player for player in sorted(paired, key=book.state.label) if player not in here]
    if not here or not missing or book.rules.announces_presence:
        return ()
    what = message(
        "hall.paired-not-in", round=number, n=len(missing), players=book.called_some(missing)
    )
    return warn(book, "not-checked-in", what)


def with_team_games(book: Book, number: int, paired: Collection[int]) -> tuple[Warn, ...]:
    """Return the warning that players get a game who play for a team of the club that evening."""
    season = book.state.season
    both = [player for player in paired if season.plays_for_team(player, number)]
    if not both:
        return ()
    what = message("handlers.seated-and-team", players=book.called_some(both), round=number)
    return warn(book, "second-game", what)
