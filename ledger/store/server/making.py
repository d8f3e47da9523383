"""Making the tables of a ledger in an empty database, and the groups of those who use it."""

from __future__ import annotations

from contextlib import closing

from ledger.errors import usage
from ledger.messages import message
from ledger.place import ServerAddress
from ledger.store.server.cursor import ServerCursor
from ledger.store.server.faults import named_errors
from ledger.store.server.link import Link
from ledger.store.server.recorder import Session
from ledger.store.server.schema import (
    VERSION,
    Groups,
    check,
    grants,
    is_made,
    newer_statements,
    quoted,
    statements,
)

_LOCK = int.from_bytes(b"TBLG")
"""The number of the lock that programs hold while they make tables in a database."""

_MAY_MAKE_ROLES = "SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user"


def make(link: Link) -> None:
    """Make the tables if there are none; several programs may do so at once.

    All comes in one transaction, so a program killed here leaves an empty database or a whole
    ledger. Raise StoreError when the role may not, or the database cannot hold all letters.
    """
    with closing(link.connect()) as connection, named_errors(link.address):
        cursor = ServerCursor(connection)
        if is_made(cursor):
            return
        _check_letters(cursor, link.address)
        with connection.transaction():
            cursor.execute("SET LOCAL lock_timeout = '60s'")
            cursor.execute("SELECT pg_advisory_xact_lock(?)", (_LOCK,))
            if not is_made(cursor):
                for statement in (*statements(), *_groups(cursor)):
                    _run(connection, statement)


def bring_up_to_date(link: Link) -> None:
    """Bring the tables of an earlier version to this one, in one transaction.

    Raise StoreError when the role does not own them. Who has the ledger open goes on; an earlier
    program that opens it afterwards is told that it is newer.
    """
    with closing(link.connect()) as connection, named_errors(link.address):
        cursor = ServerCursor(connection)
        with connection.transaction():
            cursor.execute("SELECT pg_advisory_xact_lock(?)", (_LOCK,))
            if check(cursor, link.address) < VERSION:
                for statement in (*newer_statements(), *_groups(cursor)):
                    _run(connection, statement)


def there_is_one(link: Link) -> bool:
    """Tell whether a database has tables of a ledger, or at least a schema of that name."""
    with closing(link.connect()) as connection, named_errors(link.address):
        return is_made(ServerCursor(connection))


def _check_letters(cursor: ServerCursor, address: ServerAddress) -> None:
    encoding = cursor.execute("SELECT current_setting('server_encoding')").fetchall()[0][0]
    if encoding != "UTF8":
        what = message("server.other-letters", place=str(address), encoding=encoding)
        raise usage("not-utf8", what, message("server.with-utf8"))


def _groups(cursor: ServerCursor) -> list[str]:
    """Return the statements for the groups: a role without the right to make them makes none.

    Groups that are there already, made by an administrator, get their rights from anybody.
    """
    groups = Groups.of(cursor.execute("SELECT current_database()::text").fetchall()[0][0])
    named = cursor.execute("SELECT rolname::text FROM pg_roles").fetchall()
    there = {name for (name,) in named}
    may = cursor.execute(_MAY_MAKE_ROLES).fetchall() == [(True,)]
    orders: list[str] = []
    for role, writes in ((groups.writers, True), (groups.readers, False)):
        if role not in there and may:
            orders.append(f"CREATE ROLE {quoted(role)} NOLOGIN")
        if role in there or may:
            orders += grants(role, writes=writes)
    return orders


def _run(connection: Session, statement: str) -> None:
    connection.execute(statement)
