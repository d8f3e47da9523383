"""Opening a tournament: empty, or from a tournament file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import get_args

from desk.commands.decision import Decision, Warn
from desk.commands.details import DetailsFields
from desk.commands.opening import Import, Init
from desk.commands.tournament import Details, RulesChange
from desk.commands.warnings import warn
from desk.handlers.change_of_system import judged
from desk.handlers.fide import acceleration_kept
from desk.handlers.fide_mode.rules import of_changed_rules
from desk.handlers.round_robin import numbered, rounds_fact
from desk.handlers.season import second_game
from desk.imports.again import RoundsAgain, rounds_again
from desk.imports.season import foreign_season, season_facts
from desk.imports.trf import import_facts
from ledger.characters import cleaned
from ledger.csv_files.season import looks_like_season
from ledger.facts.records import ChangedField, DetailField, DetailsRecorded
from ledger.facts.season import ExternalGame
from ledger.facts.tournament import AnyFact, RoundsPlanned, RulesChanged, TournamentOpened
from ledger.foreign.as_trf import as_trf
from ledger.foreign.model import Foreign, ForeignFiles
from ledger.foreign.registry import program_of
from ledger.messages import Blank, Sentence, also, do, message, run_on
from ledger.refusals import Exit, Refusal, Refusals
from ledger.rulebooks.rulebook import Rulebook
from ledger.state.book import Book
from ledger.state.details import (
    DETAILS_RECORD,
    FIELDS,
    changes_of,
    day_of,
    details_of,
    is_said_by_file,
    recorded_details,
    with_change,
)
from ledger.store.tables.layout import SCHEMA
from ledger.store.tables.people import PersonRecord
from ledger.trf.meaning import names_no_rulebook, points_of, rulebook_of
from ledger.trf.model import TrfFile
from ledger.trf.reader import parse
from pairing.systems.registry import changed_rulebook, load_rulebook
from projections.games.crosstable import external_values


def open_tournament(book: Book, command: Init | Import) -> Decision | Refusals:
    """Open a tournament with its complete rulebook; all other facts come after."""
    if book.state.rulebook_text:
        what = message("handlers.open-already", name=book.state.name)
        return (Refusal("tournament-already-open", what, do("status")),)
    rules = _rules(command)
    if not isinstance(rules, Rulebook):
        return rules
    if isinstance(command, Import):
        return _from_file(book, command, rules)
    facts: list[AnyFact] = [
        TournamentOpened(
            name=command.name,
            rulebook=rules.id,
            rulebook_text=rules.canonical(),
            rulebook_hash=rules.hash,
            file_version=SCHEMA,
            reason=command.reason,
            fide_mode=_fide_mode(rules, command),
        )
    ]
    if command.rounds is not None:
        facts.append(RoundsPlanned(rounds=command.rounds))
    details = _given(command)
    if refusals := _ends_before(details):
        return refusals
    if not details:
        return Decision(tuple(facts))
    fact, record = _recorded(book, details, details)
    return Decision((*facts, fact), (record,))


def _rules(command: Init | Import) -> Rulebook | Refusals:
    """Return the rulebook that a command names, or that its file names by its code (192)."""
    name = command.rules
    changes = dict[str, str]()
    if name is None:
        assert isinstance(command, Import), "only a file can name its rulebook"
        file = parse(command.content) if command.content is not None else ()
        if isinstance(file, TrfFile):
            if refusals := names_no_rulebook(file):
                return refusals
            name, changes = rulebook_of(file) or (name, changes)
        name = name or "knsb-wp-2014"
    return load_rulebook(name, changes | _as_text(command.set))


def pair_ahead(command: Import, progress: Callable[[int, int], None]) -> None:
    """Pair the rounds of a file again before it is imported, so that progress can be shown.

    What is paired is kept for the import; what is wrong with the file is told by it.
    """
    rules = _rules(command)
    if command.content is None or not isinstance(rules, Rulebook) or rules.ranks_by_value:
        return
    file = _parsed(command, command.content, rules)
    if isinstance(file, TrfFile):
        _again(command, file, rules, progress)


def _again(
    command: Import,
    file: TrfFile,
    rules: Rulebook,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> RoundsAgain | None:
    """Return the rounds of a file paired again; None where nobody named the rules they go by."""
    if command.rules is None and rulebook_of(file) is None:
        return None
    if command.rounds is not None:
        file = replace(file, rounds_planned=command.rounds)
    assert command.content is not None
    return rounds_again(file, command.content, rules, command.rounds, progress)


def record_details(book: Book, command: Details) -> Decision | Refusals:
    """Record place, dates and officials of the tournament; fields not given stay as they are."""
    details = _given(command)
    before = details_of(book.state, book.people)
    both = [message(f"status.{field}") for field in command.clear if field in details]
    if both:
        what = message("handlers.given-and-cleared", fields=run_on(*both, between=", "))
        one = message("handlers.give-or-clear")
        return (Refusal("given-and-cleared", what, one, exit=Exit.USAGE),)
    changes = details | dict.fromkeys(command.clear, "")
    renamed = command.name if command.name not in (None, book.state.name) else None
    now = {key: text for key, text in (before | changes).items() if text}
    cleared = "history" in command.clear and changes_of(book.people)
    if now == before and renamed is None and not cleared:
        others = do("details", city=Blank("CITY"))
        step = message("handlers.details-shown", record=others, show=do("status"))
        what = message("handlers.details-same")
        return (Refusal("nothing-to-change", what, step),)
    if refusals := _ends_before(now):
        return refusals
    kept = recorded_details(book.state, book.people) | changes
    if command.name is not None:
        before["name"] = book.state.name
        now["name"] = command.name
    changed = [key for key in ("name", *FIELDS) if now.get(key) != before.get(key)]
    if "history" in command.clear:
        changed.append("history")
    else:
        values = {key: (before.get(key, ""), now.get(key, "")) for key in changed}
        kept |= with_change(book.people, book.state.position + 1, values)
    if renamed is not None:
        kept["name"] = renamed
    fact, record = _recorded(
        book,
        {k: t for k, t in kept.items() if t or is_said_by_file(book.state, book.people, k)},
        changed,
        name=renamed,
        reason=command.reason,
    )
    told = message("handlers.details-logged", log=do("log", kind="tournament"))
    notes = (told,) if any(before.get(key) for key in changed) else ()
    return Decision((fact,), (record,), notes=notes)


def _given(command: DetailsFields) -> dict[str, str]:
    """Return the details that a command gives, as the record has them."""
    values = ((field, getattr(command, field)) for field in FIELDS)
    return {
        field: "\n".join(value) if isinstance(value, tuple) else str(value)
        for field, value in values
        if value
    }


def _ends_before(details: Mapping[str, str]) -> Refusals:
    """Return the refusal of a last day before the first; a date of a file may be no date."""
    first, last = (day_of(details.get(field, "")) for field in ("begins", "ends"))
    if first is None or last is None or first <= last:
        return ()
    what = message("handlers.ends-before", first=first, last=last)
    begins = also(begins=Blank("DATE"))
    ends = also(ends=Blank("DATE"))
    step = message("handlers.correct-one", first=begins, last=ends)
    return (Refusal("ends-before-it-begins", what, step, exit=Exit.USAGE),)


def _recorded(
    book: Book,
    details: Mapping[str, str],
    changed: Collection[str],
    *,
    name: str | None = None,
    reason: str | None = None,
) -> tuple[DetailsRecorded, PersonRecord]:
    record = PersonRecord(DETAILS_RECORD, tuple(details.items()), book.new_seed())
    every: tuple[ChangedField, ...] = ("name", *get_args(DetailField), "history")
    fact = DetailsRecorded(
        record=record.key,
        record_hash=record.hash,
        changed=tuple(field for field in every if field in changed),
        name=name,
        reason=reason,
    )
    return fact, record


def _from_file(book: Book, command: Import, rules: Rulebook) -> Decision | Refusals:
    content = command.content
    if content is None:
        return (not_read(command.file),)
    if command.members is not None and command.members_content is None:
        return (not_read(command.members),)
    foreign = _foreign(command, content, rules)
    if isinstance(foreign, tuple):
        return foreign
    if foreign is not None and (foreign.has_evenings or rules.ranks_by_value):
        return foreign_season(
            foreign,
            content,
            rules,
            name=command.name or _name_of(command),
            rounds=command.rounds,
            new_seed=book.new_seed,
        )
    if foreign is None and command.members_content is not None:
        season = season_facts(
            content,
            command.members_content,
            rules,
            name=command.name,
            rounds=command.rounds,
            new_seed=book.new_seed,
        )
        if not isinstance(season, Decision):
            return season
        return replace(season, warnings=_two_games(book, season))
    if looks_like_season(content):
        what = message("handlers.is-a-season", file=command.file)
        option = also(members=Blank("FILE"))
        export = do("export", format="members")
        step = message("handlers.members-file", option=option, command=export)
        return (Refusal("members-missing", what, step, exit=Exit.USAGE),)
    file = as_trf(foreign) if foreign else parse(content, points_of(rules))
    if not isinstance(file, TrfFile):
        return tuple(error.refusal() for error in file)
    name = command.name or file.name or _name_of(command)
    fide_mode = _fide_mode(rules, command)
    again = _again(command, file, rules)
    decision = import_facts(
        file,
        content,
        rules,
        name=name,
        rounds=command.rounds,
        new_seed=book.new_seed,
        fide_mode=fide_mode,
        again=again,
        foreign=foreign,
    )
    if not isinstance(decision, Decision):
        return decision
    what = message("integrity-events.imported", file=command.file, tournament=name)
    warnings = warn(book, "file-imported", what, opens_in_mode=bool(fide_mode))
    if again is not None and again.differ:
        what = again.sentence()
        warnings += warn(book, "file-paired-otherwise", what, opens_in_mode=bool(fide_mode))
    return replace(decision, warnings=warnings)


def _name_of(command: Import) -> str:
    """Return the name of a tournament whose file has none within: that of the file itself."""
    return cleaned(PurePath(command.file).stem)


def _foreign(command: Import, content: bytes, rules: Rulebook) -> Foreign | Refusals | None:
    """Return what a file of another program has, or what is wrong with it; None for another file."""
    program = program_of(content)
    if program is None:
        return None
    return program.read(
        ForeignFiles(content, command.members_content, national=not rules.has_fide_mode)
    )


def _parsed(command: Import, content: bytes, rules: Rulebook) -> TrfFile | None:
    """Return the tournament file of an import, as that which another program wrote is one, too."""
    foreign = _foreign(command, content, rules)
    if foreign is not None:
        return None if isinstance(foreign, tuple) else as_trf(foreign)
    file = parse(content, points_of(rules))
    return file if isinstance(file, TrfFile) else None


def _two_games(book: Book, season: Decision) -> tuple[Warn, ...]:
    """Return the warning that members of a file had a game and a team game on one evening."""
    read = book.trial()
    read.take(season.facts)
    read.people |= {person.key: dict(person.fields) for person in season.people}
    games = [fact for fact in season.facts if isinstance(fact, ExternalGame)]
    both = dict.fromkeys(fact.player for fact in games if second_game(read, fact))
    if not both:
        return ()
    members = read.called_some(tuple(both))
    what = message("season-files.two-games", n=len(both), members=members)
    return warn(read, "second-game", what)


def _fide_mode(rules: Rulebook, command: Init | Import) -> bool | None:
    """Return whether a tournament begins in FIDE mode: under a system of FIDE, unless asked not to.

    None is no, as in the facts.
    """
    return (rules.has_fide_mode and not command.without_fide_mode) or None


def not_read(file: str) -> Refusal:
    """Return the refusal of an unreadable file."""
    what = message("handlers.not-read", file=file)
    step = message("handlers.name-a-file")
    return Refusal("file-not-read", what, step, exit=Exit.USAGE)


def change_rules(book: Book, command: RulesChange) -> Decision | Refusals:
    """Put another rulebook in force from the next round on; earlier rounds keep theirs.

    A rulebook of another system is judged by what it can use of them, see `change_of_system`.
    """
    if not isinstance(rules := _rules_named(book, command), Rulebook):
        return rules
    refusals = []
    if rules.hash == book.rules.hash:
        what = message("handlers.same-rules", rules=rules.id)
        refusals.append(Refusal("nothing-to-change", what, do("status")))
    refusals += [*_team_values_changed(book, rules), *acceleration_kept(book, rules)]
    judgement = judged(book, rules)
    refusals += [judgement] if isinstance(judgement, Refusal) else []
    if command.reason is None:
        what = message("handlers.rules-need-reason")
        step = also(reason=Blank("TEXT"))
        refusals.append(Refusal("reason-required", what, step, exit=Exit.USAGE))
    if refusals:
        return tuple(refusals)
    fact = RulesChanged(
        from_round=book.state.next_round,
        rulebook=rules.id,
        rulebook_text=rules.canonical(),
        rulebook_hash=rules.hash,
        reason=command.reason,
    )
    rounds = rounds_fact(book, rules, len(book.state.players), anew=True) if numbered(book) else ()
    assert not isinstance(rounds, Refusal)
    warnings = () if isinstance(judgement, Refusal) else judgement
    of_keys = of_changed_rules(book, rules)
    warnings += of_keys
    if book.state.rounds and not of_keys:
        what = message("integrity-events.rules-change", round=fact.from_round, rules=rules.id)
        warnings += warn(book, "configuration-changes", what)
    notes = _also_changed(book.rules, rules, command)
    return Decision((fact, *rounds), notes=notes, warnings=warnings)


def _rules_named(book: Book, command: RulesChange) -> Rulebook | Refusals:
    """Return the rulebook of a change: the one it names, or that in force with other keys."""
    changes = _as_text(command.set)
    if command.rulebook is not None:
        return load_rulebook(command.rulebook, changes)
    if changes:
        return changed_rulebook(book.rules, changes)
    what = message("handlers.no-rules-named")
    step = message("handlers.name-rules")
    return (Refusal("rules-missing", what, step, exit=Exit.USAGE),)


def _also_changed(old: Rulebook, new: Rulebook, command: RulesChange) -> tuple[Sentence, ...]:
    """Return the keys that differ though the command does not name them: those set at the opening.

    Between rulebooks of different families all may differ, and nothing is reported. The values of
    teams stay as they were fixed.
    """
    if old.family != new.family:
        return ()
    before = _flat(old.tables())
    now = _flat(new.tables())
    lost = [
        key
        for key in before
        if before[key] != now.get(key)
        and key not in command.set
        and key != "id"
        and not key.startswith(("clauses.", "cites.", "keizer.external."))
    ]
    if not lost:
        return ()
    changes = (
        message("handlers.key-changed", key=key, now=str(now.get(key)), before=str(before[key]))
        for key in lost
    )
    changed = run_on(*changes, between="; ")
    return (message("handlers.also-changed", changes=changed, option=also(set=True)),)


def _flat(tree: Mapping[str, object], before: str = "") -> dict[str, object]:
    leaves: dict[str, object] = {}
    for key, value in tree.items():
        inner = isinstance(value, dict)
        leaves |= _flat(value, f"{before}{key}.") if inner else {before + key: value}  # type: ignore[arg-type]
    return leaves


def _team_values_changed(book: Book, rules: Rulebook) -> list[Refusal]:
    """Return the refusals for values of teams that were fixed before round 1 and would change.

    A table that does not name a team leaves its values as they are.

    Rule: mwkeizer extern.
    """
    if not rules.ranks_by_value or not book.state.rounds:
        return []
    fixed = external_values(book.state)
    return [
        Refusal(
            "values-are-fixed",
            message("handlers.values-fixed", team=team),
            message("handlers.leave-team-out"),
            clause=f"{rules.family} extern",
        )
        for team, values in rules.season_keys.external.items()
        if fixed.get(team, values) != values
    ]


def _as_text(changes: Mapping[str, object]) -> dict[str, str]:
    """Return changed keys as TOML text, as in `--set`."""
    return {key: str(v).lower() if isinstance(v, bool) else str(v) for key, v in changes.items()}
