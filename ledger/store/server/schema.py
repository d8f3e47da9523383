"""The tables of a ledger on a server, and the check that they are as the program makes them.

They are those of a file (`ledger.store.file.sqlite_file`), in a schema of their own. Any tool can
read them; the state of a fact is plain JSON text. Nobody can change or delete a fact, or add one
out of turn, without first taking the triggers away, which only the owner of the tables can, and
which is noticed when the ledger is opened next.
"""

from __future__ import annotations

from typing import NamedTuple

from ledger.errors import INSTALL_NEWER, NewerLedger, damaged, usage
from ledger.messages import do, message
from ledger.place import ServerAddress
from ledger.refusals import Exit, Refusal
from ledger.store.server.cursor import ServerCursor
from ledger.store.tables.layout import EVENTS_TABLE, SCHEMA

NAMESPACE = "toernooi"
"""The schema in the database; one database holds one ledger."""

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
}

FUNCTIONS = {
    "a_fact_takes_the_next_position": (
        "() RETURNS trigger LANGUAGE plpgsql",
        f"""
        BEGIN
            IF NEW.originator_version <> 1 + (
                    SELECT COALESCE(MAX(originator_version), 0) FROM {NAMESPACE}.stored_events
                    WHERE originator_id = NEW.originator_id)
                OR NEW.sequence <> 1 + (
                    SELECT COALESCE(MAX(sequence), 0) FROM {NAMESPACE}.stored_events)
            THEN
                RAISE EXCEPTION 'a fact takes the next position of its tournament'
                    USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN NEW;
        END""",
    ),
    "it_is_never_changed": (
        "() RETURNS trigger LANGUAGE plpgsql",
        """
        BEGIN
            RAISE EXCEPTION 'rows of % are never changed or deleted: record a correction',
                TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
        END""",
    ),
    "name_of": (
        "(state text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT",
        """
        BEGIN
            RETURN CASE json_typeof(state::json -> 'name')
                WHEN 'string' THEN state::json ->> 'name' END;
        EXCEPTION WHEN data_exception THEN
            RETURN NULL;
        END""",
    ),
}
"""The functions, each with what follows its name, and its body."""

_NEVER = f"EXECUTE FUNCTION {NAMESPACE}.it_is_never_changed()"

TRIGGERS = {
    "a_fact_takes_the_next_position": (
        EVENTS_TABLE,
        f"BEFORE INSERT ON {NAMESPACE}.{EVENTS_TABLE} FOR EACH ROW"
        f" EXECUTE FUNCTION {NAMESPACE}.a_fact_takes_the_next_position()",
    ),
    **{
        f"{table}_are_never_changed": (
            table,
            f"BEFORE DELETE OR UPDATE ON {NAMESPACE}.{table} FOR EACH ROW {_NEVER}",
        )
        for table in (EVENTS_TABLE, "leaves", "heads")
    },
    **{
        f"{table}_are_never_emptied": (
            table,
            f"BEFORE TRUNCATE ON {NAMESPACE}.{table} FOR EACH STATEMENT {_NEVER}",
        )
        for table in (EVENTS_TABLE, "leaves", "heads")
    },
}
"""By name: the table, and the definition as PostgreSQL repeats it."""

_WRITERS = {
    "INSERT": (EVENTS_TABLE, "leaves", "heads", "trees", "file_tree", "people", "meta"),
    "UPDATE": ("trees", "file_tree", "people", "meta"),
    "DELETE": ("people",),
    "SELECT": tuple(TABLES),
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
    orders = [f"CREATE SCHEMA {NAMESPACE}"]
    for table, columns in TABLES.items():
        own = [f"{column} {kind} NOT NULL" for column, kind in columns.items()]
        own += [f"CONSTRAINT {n} {what}" for n, (at, what) in CONSTRAINTS.items() if at == table]
        orders.append(f"CREATE TABLE {NAMESPACE}.{table} ({', '.join(own)})")
    for name, (head, body) in FUNCTIONS.items():
        orders.append(f"CREATE FUNCTION {NAMESPACE}.{name} {head} AS $body${body}$body$")
    for name, (table, what) in TRIGGERS.items():
        orders.append(f"CREATE TRIGGER {name} {what}")
        # Also where a session says that it only repeats what another server did.
        orders.append(f"ALTER TABLE {NAMESPACE}.{table} ENABLE ALWAYS TRIGGER {name}")
    # Rows that every command writes again are written beside themselves, on the same page.
    orders.append(f"ALTER TABLE {NAMESPACE}.file_tree SET (fillfactor = 10)")
    orders.append(f"ALTER TABLE {NAMESPACE}.trees SET (fillfactor = 70)")
    # The statistics of a column hold samples of it, and a forgotten name must not stay there.
    orders += [
        f"ALTER TABLE {NAMESPACE}.people ALTER COLUMN {column} SET STATISTICS 0"
        for column in TABLES["people"]
    ]
    orders.append(f"INSERT INTO {NAMESPACE}.meta VALUES ('schema', '{SCHEMA}')")
    orders.append(f"INSERT INTO {NAMESPACE}.file_tree VALUES (1, 0, '')")
    return orders


def grants(role: str, *, writes: bool) -> list[str]:
    """Return the statements that give a group its rights."""
    rights = _WRITERS if writes else _READERS
    orders = [
        f"GRANT {right} ON {', '.join(f'{NAMESPACE}.{table}' for table in tables)}"
        for right, tables in rights.items()
    ]
    orders.append(f"GRANT USAGE ON SCHEMA {NAMESPACE}")
    return [f"{one} TO {quoted(role)}" for one in orders]


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
    FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE relkind = 'r'
    UNION ALL
    SELECT 'constraint ' || conname, pg_get_constraintdef(pg_constraint.oid)
        || CASE WHEN convalidated THEN '' ELSE ' NOT VALID' END
    FROM own JOIN pg_constraint ON conrelid = own.oid AND contype NOT IN ('n', 't')
    UNION ALL
    SELECT 'trigger ' || tgname, pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
    FROM own JOIN pg_trigger ON tgrelid = own.oid AND NOT tgisinternal
    UNION ALL
    SELECT 'function ' || proname, prosrc
        || CASE WHEN prosecdef THEN ' SECURITY DEFINER' ELSE '' END
    FROM pg_proc WHERE pronamespace = '{NAMESPACE}'::regnamespace"""


def expected() -> dict[str, str]:
    """Return everything in the schema, by a name, as the server describes it."""
    wanted = dict.fromkeys(TABLES, "rp")
    for table, columns in TABLES.items():
        wanted |= {f"{table}.{column}": kind for column, kind in columns.items()}
    for name, (_, what) in CONSTRAINTS.items():
        wanted[f"constraint {name}"] = what
        if not what.startswith("CHECK"):
            wanted[name] = "ip"
    for name, (_, what) in TRIGGERS.items():
        # Functions on the search path are named without their schema.
        what = what.replace(f"FUNCTION {NAMESPACE}.", "FUNCTION ")
        wanted[f"trigger {name}"] = f"CREATE TRIGGER {name} {what} A"
    return wanted | {f"function {name}": body for name, (_, body) in FUNCTIONS.items()}


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
        raise usage("ledger-missing", what, message("server.make-ledger", init=do("init")))
    there: dict[str, str] = dict(cursor.execute(_THERE).fetchall())
    if "meta" not in there:
        what = message("server.other-schema", place=place, schema=NAMESPACE)
        raise usage("not-a-ledger", what, message("server.other-database"))
    stated = cursor.execute(f"SELECT value FROM {NAMESPACE}.meta WHERE key = 'schema'").fetchall()
    version = int(stated[0][0]) if stated and stated[0][0].isdecimal() else 0
    if version > SCHEMA:
        what = message("store.newer", path=place, version=version, known=SCHEMA)
        raise NewerLedger(Refusal("newer-ledger", what, INSTALL_NEWER, exit=Exit.USAGE))
    if version < SCHEMA:
        raise damaged(message("store.contradicts", path=place))
    wanted = expected()
    if missing := [name for name in wanted if name not in there]:
        raise damaged(message("store.file-lacks", path=place, names=", ".join(missing)))
    if foreign := sorted(set(there) - set(wanted)):
        what = message("store.foreign", path=place, what=", ".join(foreign), version=version)
        raise damaged(what)
    if changed := [name for name in wanted if there[name] != wanted[name]]:
        names = ", ".join(changed)
        raise damaged(message("store.other-definition", path=place, names=names))
    return version
