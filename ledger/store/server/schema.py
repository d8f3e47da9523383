"""The tables of a ledger on a server, and the check that they are as the program makes them.

They are those of a file (`ledger.store.file.sqlite_file`), in a schema of their own. Any tool can
read them; the state of a fact is plain JSON text. Nobody can change or delete a fact, or add one
out of turn, without first taking the triggers away, which only the owner of the tables can, and
which is noticed when the ledger is opened next.
"""

from __future__ import annotations

from typing import NamedTuple

from ledger.errors import INSTALL_NEWER, NewerLedger, damaged, usage
from ledger.messages import Blank, do, message
from ledger.place import ServerAddress
from ledger.refusals import Exit, Refusal
from ledger.store.server import guards
from ledger.store.server.cursor import ServerCursor
from ledger.store.server.guards import NAMESPACE
from ledger.store.tables.layout import EVENTS_TABLE

VERSION = 4
"""The version of the tables on a server. It goes on from that of a file, 3, which the first servers
had too; the facts and what stands beside them are the same as in a file of that version."""

EARLIEST = 3
"""Tables of this version are used as they are until their owner brings them up to date."""

_TEXT = 'text COLLATE "C"'
"""Compared by its bytes, as in a file: the order of ids is the same everywhere."""

TABLES = {
    EVENTS_TABLE: {
        "sequence": "bigint",
        "originator_id": _TEXT,
        "originator_version": "bigint",
        "topic": _TEXT,
        "state": _TEXT,
    },
    "people": {"tournament": _TEXT, "key": _TEXT, "record": _TEXT, "salt": _TEXT},
    "meta": {"key": _TEXT, "value": _TEXT},
    "leaves": {"sequence": "bigint", "hash": "bytea"},
    "trees": {"tournament": _TEXT, "size": "bigint", "peaks": "bytea"},
    "heads": {"tournament": _TEXT, "size": "bigint", "root": "bytea"},
    "file_tree": {"id": "integer", "size": "bigint", "peaks": "bytea"},
}
"""The columns of each table with their types; none may be NULL."""

OF_DESKS = {"desk": {"key": _TEXT, "value": _TEXT}}
"""What the desks of a ledger share, secrets too: readers do not see it, and no copy has it. Version
3 has no such table."""

CONSTRAINTS = {
    "stored_events_pkey": (EVENTS_TABLE, "PRIMARY KEY (sequence)"),
    "stored_events_position": (EVENTS_TABLE, "UNIQUE (originator_id, originator_version)"),
    "people_pkey": ("people", "PRIMARY KEY (tournament, key)"),
    "meta_pkey": ("meta", "PRIMARY KEY (key)"),
    "leaves_pkey": ("leaves", "PRIMARY KEY (sequence)"),
    "trees_pkey": ("trees", "PRIMARY KEY (tournament)"),
    "heads_pkey": ("heads", "PRIMARY KEY (tournament, size)"),
    "file_tree_pkey": ("file_tree", "PRIMARY KEY (id)"),
    "file_tree_is_one": ("file_tree", "CHECK ((id = 1))"),
    "desk_pkey": ("desk", "PRIMARY KEY (key)"),
}

_WRITERS = {
    "INSERT": (*TABLES, *OF_DESKS),
    "UPDATE (size, peaks)": ("trees", "file_tree"),
    "UPDATE (record, salt)": ("people",),
    "UPDATE (value)": ("meta",),
    "DELETE": ("people",),
    "SELECT": (*TABLES, *OF_DESKS),
}
_READERS = {"SELECT": tuple(table for table in TABLES if table != "people")}


class Groups(NamedTuple):
    """The group roles of a database: log-ins become members of one of them."""

    writers: str
    readers: str

    @classmethod
    def of(cls, database: str) -> Groups:
        """Return the names of the groups; PostgreSQL cuts a name off after 63 bytes."""
        start = database.encode()[:54].decode(errors="ignore")
        return cls(f"{start}_writers", f"{start}_readers")


def quoted(name: str) -> str:
    """Return a name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def statements() -> list[str]:
    """Return the statements that make the tables of an empty ledger."""
    orders = [f"CREATE SCHEMA {NAMESPACE}", *map(_table, TABLES), *map(_table, OF_DESKS)]
    orders += guards.statements()
    # Rows that every command writes again are written beside themselves, on the same page.
    orders.append(f"ALTER TABLE {NAMESPACE}.file_tree SET (fillfactor = 10)")
    orders.append(f"ALTER TABLE {NAMESPACE}.trees SET (fillfactor = 70)")
    orders += without_statistics()
    orders.append(f"INSERT INTO {NAMESPACE}.meta VALUES ('schema', '{VERSION}')")
    orders.append(f"INSERT INTO {NAMESPACE}.file_tree VALUES (1, 0, '')")
    return orders


def newer_statements() -> list[str]:
    """Return the statements that bring tables of version 3 to this one, but for the rights."""
    orders = [*map(_table, OF_DESKS), *guards.statements(after=EARLIEST)]
    return [*orders, f"UPDATE {NAMESPACE}.meta SET value = '{VERSION}' WHERE key = 'schema'"]


def without_statistics() -> list[str]:
    """Return the statements that delete the statistics of records of people, and make no others.

    The statistics of a column hold samples of it, and a forgotten name must not stay there. A column
    that is given its own type again loses those that it has.
    """
    table = f"ALTER TABLE {NAMESPACE}.people"
    orders = [f"{table} ALTER COLUMN {column} SET STATISTICS 0" for column in TABLES["people"]]
    return orders + [
        f"{table} ALTER COLUMN {c} TYPE {kind}" for c, kind in TABLES["people"].items()
    ]


def _table(table: str) -> str:
    columns = (TABLES | OF_DESKS)[table]
    own = [f"{column} {kind} NOT NULL" for column, kind in columns.items()]
    own += [f"CONSTRAINT {name} {what}" for name, (at, what) in CONSTRAINTS.items() if at == table]
    return f"CREATE TABLE {NAMESPACE}.{table} ({', '.join(own)})"


def grants(role: str, *, writes: bool) -> list[str]:
    """Return the statements that give a group its rights."""
    rights = _WRITERS if writes else _READERS
    orders = [
        f"GRANT {right} ON {', '.join(f'{NAMESPACE}.{table}' for table in tables)}"
        for right, tables in rights.items()
    ]
    orders.append(f"GRANT USAGE ON SCHEMA {NAMESPACE}")
    # Those of an earlier version were more.
    former = f"REVOKE ALL ON ALL TABLES IN SCHEMA {NAMESPACE} FROM {quoted(role)}"
    return [former, *(f"{one} TO {quoted(role)}" for one in orders)]


_THERE = f"""
    WITH own AS (SELECT * FROM pg_class WHERE relnamespace = '{NAMESPACE}'::regnamespace)
    SELECT relname::text, relkind::text || relpersistence::text
        || CASE WHEN relrowsecurity THEN ' with policies' ELSE '' END
        || CASE WHEN relkind = 'r' AND relhasrules THEN ' with rules' ELSE '' END FROM own
    UNION ALL
    SELECT relname || '.' || attname, format_type(atttypid, atttypmod)
        || CASE WHEN collname = 'C' THEN ' COLLATE "C"' ELSE '' END
        || CASE WHEN attnotnull THEN '' ELSE ' NULL' END
        || CASE WHEN atthasdef THEN ' DEFAULT' ELSE '' END
        || CASE WHEN relname <> 'people' OR attstattarget = 0 THEN '' ELSE ' STATISTICS' END
    FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE relkind = 'r'
    UNION ALL
    SELECT 'constraint ' || conname, relname || ' ' || pg_get_constraintdef(pg_constraint.oid)
        || CASE WHEN convalidated THEN '' ELSE ' NOT VALID' END
    FROM own JOIN pg_constraint ON own.oid IN (conrelid, confrelid) AND contype NOT IN ('n', 't')
    UNION ALL
    SELECT 'trigger ' || tgname, pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
    FROM own JOIN pg_trigger ON tgrelid = own.oid AND NOT tgisinternal
    UNION ALL
    SELECT 'function ' || proname, pg_get_function_identity_arguments(pg_proc.oid)
        || ' ' || lanname || COALESCE(' ' || proconfig::text, '') || prosrc
        || CASE WHEN prosecdef THEN ' SECURITY DEFINER' ELSE '' END
    FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
    WHERE pronamespace = '{NAMESPACE}'::regnamespace
    UNION ALL
    SELECT 'the inheritance of ' || inhrelid::regclass::text, inhparent::regclass::text
    FROM pg_inherits WHERE inhrelid IN (SELECT oid FROM own) OR inhparent IN (SELECT oid FROM own)
    UNION ALL
    SELECT 'the statistics ' || stxname, '' FROM own JOIN pg_statistic_ext ON stxrelid = own.oid
    UNION ALL
    SELECT pg_describe_object(classid, objid, 0), '' FROM pg_depend
    WHERE refclassid = 'pg_namespace'::regclass AND refobjid = '{NAMESPACE}'::regnamespace
        AND classid NOT IN ('pg_class'::regclass, 'pg_proc'::regclass,
            'pg_statistic_ext'::regclass, 'pg_default_acl'::regclass)"""
"""Everything in the schema and of its tables: a name, and what it is. A name may come twice."""


def expected(version: int = VERSION) -> dict[str, str]:
    """Return everything in the schema, by a name, as the server describes it."""
    tables = TABLES | (OF_DESKS if version >= VERSION else {})
    wanted = dict.fromkeys(tables, "rp")
    for table, columns in tables.items():
        wanted |= {f"{table}.{column}": kind for column, kind in columns.items()}
    for name, (table, what) in CONSTRAINTS.items():
        if table in tables:
            wanted[f"constraint {name}"] = f"{table} {what}"
            if not what.startswith("CHECK"):
                wanted[name] = "ip"
    for name, trigger in guards.TRIGGERS.items():
        if trigger.since <= version:
            # Functions on the search path are named without their schema.
            what = trigger.what.replace(f"FUNCTION {NAMESPACE}.", "FUNCTION ")
            wanted[f"trigger {name}"] = f"CREATE {trigger.kind} {name} {what} A"
    for name, one in guards.FUNCTIONS.items():
        if one.since <= version:
            own = f' {{"{guards.SETTINGS}"}}' if one.settings and version >= VERSION else ""
            wanted[f"function {name}"] = f"{one.arguments} plpgsql{own}{one.body}"
    return wanted


def is_made(cursor: ServerCursor) -> bool:
    """Tell whether the database has a schema of that name."""
    # A question about rows, not to_regnamespace(): that remembers what was not there a moment ago.
    question = f"SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '{NAMESPACE}')"
    return bool(cursor.execute(question).fetchall()[0][0])


def check(cursor: ServerCursor, address: ServerAddress) -> int:
    """Return the version of the tables.

    Raise StoreError when there is no ledger, NewerLedger when it is newer, DamagedLedger when
    anything differs from what the program makes.
    """
    place = str(address)
    if not is_made(cursor):
        what = message("server.no-ledger", place=place)
        raise usage(
            "ledger-missing",
            what,
            message("server.make-ledger", init=do("init", name=Blank("NAME"))),
        )
    rows: list[tuple[str, str]] = cursor.execute(_THERE).fetchall()
    there = dict(rows)
    if "meta" not in there:
        what = message("server.other-schema", place=place, schema=NAMESPACE)
        raise usage("not-a-ledger", what, message("server.other-database"))
    stated = cursor.execute(f"SELECT value FROM {NAMESPACE}.meta WHERE key = 'schema'").fetchall()
    version = int(stated[0][0]) if stated and stated[0][0].isdecimal() else 0
    if version > VERSION:
        what = message("store.newer", path=place, version=version, known=VERSION)
        raise NewerLedger(Refusal("newer-ledger", what, INSTALL_NEWER, exit=Exit.USAGE))
    if version < EARLIEST:
        raise damaged(message("store.contradicts", path=place))
    wanted = expected(version)
    if missing := [name for name in wanted if name not in there]:
        raise damaged(message("store.file-lacks", path=place, names=", ".join(missing)))
    if foreign := sorted(set(there) - set(wanted)):
        what = message("store.foreign", path=place, what=", ".join(foreign), version=version)
        raise damaged(what)
    # Two things of one name, of different tables, are not both the program's.
    if changed := sorted({name for name, what in rows if what != wanted[name]}):
        names = ", ".join(changed)
        raise damaged(message("store.other-definition", path=place, names=names))
    return version
