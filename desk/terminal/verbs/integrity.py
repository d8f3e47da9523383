"""The verbs of tamper evidence: verify, heads, proofs, bundles, and forgetting a person."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from desk.reports.integrity import Chosen, Verification
    from ledger.hash_tree import KnownHead
    from ledger.refusals import Refusal
from desk.terminal.answers import (
    FILE,
    FILE_OR_SERVER,
    NEW_FILE,
    NEW_FILE_OR_FOLDER,
    NEW_FILE_OR_SERVER,
    NUMBER,
)
from desk.terminal.app import VERSION, Session, Verbs, place_of_typed, writes
from desk.terminal.misuse import Misuse
from desk.terminal.options import json_option, output_option, read_options, together, wide_option
from desk.terminal.output import (
    bytes_of,
    leave,
    or_leave,
    progress_of,
    put,
    save,
    say,
    say_notes,
    say_refusals,
    show,
)

here = Verbs()

_key_option = click.option("--key", type=FILE)
_head_options = together(click.option("--head", metavar="HEAD"), _key_option)


def _known(text: str | None, key: str | None) -> KnownHead | None:
    """Return a head that was typed, scanned, or signed in a file; or exit."""
    from ledger.hash_tree import parse_head
    from ledger.messages import message

    if text is None:
        return None
    from ledger.text_files import quoted

    typed = parse_head(text)
    if typed is not None:
        return typed
    if not Path(text).is_file():
        form = message("terminal.head-form")
        raise Misuse(message("terminal.no-head", text=quoted(text), form=form))
    if key is None:
        raise Misuse(message("terminal.key-missing", file=text))
    from ledger.integrity.signing import trusted

    return or_leave(trusted(bytes_of(text), bytes_of(key)))


def _tell(outcome: Verification | Refusal, as_json: bool, as_csv: bool) -> None:
    """Show a verification and exit with its code."""
    from desk.reports.integrity_view import exit_of

    verification = or_leave(outcome)
    show(verification.view, as_json, as_csv)
    sys.exit(exit_of(verification.findings))


@here.verb("verify", "nakijken")
@_head_options
@click.option("--file-head", metavar="HEAD")
@click.option("--against", type=FILE_OR_SERVER)
@click.option("--accept-loss", is_flag=True)
@read_options
@click.pass_obj
def verify(
    session: Session,
    head: str | None,
    key: str | None,
    file_head: str | None,
    against: str | None,
    accept_loss: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Check that the ledger is as it was recorded; exit 1: findings but no damage, 4: damaged."""
    from desk.reports.integrity import verify_ledger

    trust, of_file = _known(head, key), _known(file_head, key)
    if of_file is not None and of_file.tournament:
        from ledger.messages import message

        raise Misuse(message("terminal.not-file-head"))
    other = None if against is None else place_of_typed(against)
    verified = verify_ledger(
        session.desk(),
        session.tournament,
        trust,
        other,
        of_file,
        progress_of,
        accept_loss=accept_loss,
    )
    _tell(verified, as_json, as_csv)


@here.verb("upgrade", "bijwerken")
@click.pass_obj
def upgrade(session: Session) -> None:
    """Bring a ledger of an earlier version up to date, after checking all that can be checked."""
    from desk.reports.integrity import bring_up_to_date
    from ledger.messages import message

    upgraded = or_leave(bring_up_to_date(session.desk(), VERSION, progress_of))
    for fact in upgraded.facts:
        covered = getattr(fact.fact, "facts", 0)
        at = fact.stamp.position
        say(message("terminal.hashes-begin", position=at, covered=covered))
    if upgraded.tables:
        say(message("terminal.tables-newer"))
    elif not upgraded.facts:
        say(message("terminal.hashes-there"))
    say(message("terminal.keep-heads"))
    for name, head in upgraded.heads:
        say(message("terminal.head-of", name=name, head=head.short))
    say(message("terminal.head-of-file", head=upgraded.head.short))


@here.verb("head", "controlecode")
@click.argument("round_number", metavar="[ROUND]", type=NUMBER, required=False)
@click.option("--qr", is_flag=True)
@click.option("--svg", type=NEW_FILE)
@click.option("--sign", type=FILE)
@click.option("-o", "--output", type=NEW_FILE)
@read_options
@click.pass_obj
def head(
    session: Session,
    round_number: int | None,
    qr: bool,
    svg: str | None,
    sign: str | None,
    output: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show the heads: at each publication (or that of ROUND), and now."""
    from desk.reports.integrity import heads, heads_as_view

    one = _chosen(session)
    published = or_leave(heads(one, round_number))
    text = published[-1][1].scanned(one.tournament)
    if qr or svg:
        _draw(text, qr, svg)
    if sign is not None:
        from ledger.integrity.signing import sign as signed_with

        signed = or_leave(signed_with(one.tournament, published[-1][1], bytes_of(sign)))
        save((signed.model_dump_json(indent=1) + "\n").encode(), output)
    if not (qr or svg or sign):
        show(heads_as_view(one, published), as_json, as_csv)


def _draw(text: str, here: bool, svg: str | None) -> None:
    from desk.render.qr import qr_svg, qr_text

    if svg:
        save((qr_svg(text, sized=True) + "\n").encode(), svg)
    if here:
        put(qr_text(text))
        put(text)


def _chosen(session: Session) -> Chosen:
    from desk.reports.integrity import chosen

    return or_leave(chosen(session.desk(), session.tournament))


@here.verb("prove", "bewijs")
@click.argument("event", metavar="[EVENT]", required=False)
@click.option("--from", "start", metavar="HEAD")
@_key_option
@output_option
@click.pass_obj
def prove(
    session: Session, event: str | None, start: str | None, key: str | None, output: str | None
) -> None:
    """Write the proof that fact EVENT (#140) is in the ledger, or that it continues a HEAD."""
    from desk.reports.integrity import prove as proof_of
    from ledger.messages import message
    from ledger.text_files import quoted
    from ledger.values import whole_number

    if (event is None) == (start is None):
        raise Misuse(message("terminal.event-or-head"))
    number = whole_number((event or "1").lstrip("#"))
    if number is None:
        raise Misuse(message("terminal.no-position", text=quoted(event)))
    proof = or_leave(proof_of(_chosen(session), number, _known(start, key)))
    save((proof.model_dump_json(indent=1) + "\n").encode(), output)


@here.verb("verify-proof", "bewijs-nakijken")
@click.argument("file", type=FILE)
@_head_options
@read_options
def verify_proof(file: str, head: str | None, key: str | None, as_json: bool, as_csv: bool) -> None:
    """Check a proof without the ledger, and against a head you trust; exit 4: it does not hold."""
    from desk.reports.integrity_view import exit_of, proof_view
    from ledger.integrity.proofs import check_proof, read_proof
    from ledger.refusals import Refusal

    proof, trust = read_proof(bytes_of(file)), _known(head, key)
    if isinstance(proof, Refusal):
        leave(proof)
    findings = check_proof(proof, trust)
    show(proof_view(proof, findings, trust is not None), as_json, as_csv)
    sys.exit(exit_of(findings))


@here.verb("backup", "reservekopie")
@click.argument("file", type=NEW_FILE_OR_FOLDER)
@json_option
@wide_option
@click.pass_obj
def backup(session: Session, file: str, as_json: bool) -> None:
    """Copy the ledger, in use or not, into one new FILE (or a FOLDER), and verify the copy."""
    from desk.reports.backup import backup as copy

    show(copy(session.desk(), Path(file), progress_of), as_json)


@here.verb("restore", "terugzetten")
@click.argument("file", type=FILE)
@json_option
@wide_option
@click.pass_obj
def restore(session: Session, file: str, as_json: bool) -> None:
    """Restore the backup FILE in the place of a ledger; an existing ledger is not overwritten."""
    from desk.reports.backup import restore as put_back

    show(put_back(session.desk(), Path(file), progress_of), as_json)


@here.verb("copy", "kopieren")
@click.argument("source", type=FILE_OR_SERVER)
@click.argument("target", type=NEW_FILE_OR_SERVER)
@click.option("-t", "--tournament", "names", multiple=True, metavar="NAME")
@json_option
@wide_option
@click.pass_obj
def copy(session: Session, source: str, target: str, names: tuple[str, ...], as_json: bool) -> None:
    """Copy tournaments from one ledger to another, byte for byte; exit 3 when some were refused."""
    from desk.copies import copy as carried

    wanted = names or tuple(filter(None, [session.tournament]))
    places = place_of_typed(source), place_of_typed(target)
    copies = or_leave(carried(*places, wanted, session.runtime, progress_of))
    show(copies.view(), as_json)
    if not as_json:
        say_refusals(copies.refusals)
    sys.exit(copies.exit)


bundle = here.section("bundle", "bundel")


@bundle.verb("make", "maken")
@output_option
@click.option("--with-names", is_flag=True)
@click.pass_obj
def bundle_make(session: Session, output: str | None, with_names: bool) -> None:
    """Write the tournament with its rulebooks, heads and proofs, without names, as one file."""
    from desk.reports.integrity import bundle_of
    from ledger.integrity.bundle import written_bundle

    content = or_leave(bundle_of(session.desk(), session.tournament, with_names))
    save(written_bundle(content), output, private=with_names)


@bundle.verb("verify", "nakijken")
@click.argument("file", type=FILE)
@_head_options
@read_options
def bundle_verify(
    file: str, head: str | None, key: str | None, as_json: bool, as_csv: bool
) -> None:
    """Check a bundle without the ledger; exit 4: damaged."""
    from desk.reports.integrity import verify_bundle_file

    _tell(verify_bundle_file(Path(file), _known(head, key)), as_json, as_csv)


@bundle.verb("open", "openen")
@click.argument("file", type=FILE)
@click.pass_obj
def bundle_open(session: Session, file: str) -> None:
    """Check a bundle and add its tournament to the ledger, which is created if it is missing."""
    from desk.reports.integrity import open_bundle
    from ledger.messages import message

    desk = session.desk()
    verified = or_leave(open_bundle(desk, Path(file)))
    size, file = verified.head.size, str(desk.place)
    say(message("terminal.opened", n=size, name=verified.name, file=file))
    say_notes(verified.notes, err=False)
    say(message("terminal.head", head=verified.head.short))


writes(
    here,
    "forget",
)
