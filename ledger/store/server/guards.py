"""What the tables on a server allow, whoever asks: functions and triggers in the database itself.

A writer has the rights that the program needs, and these guards see that they are used as the
program uses them: facts are added one after the other with their hashes, trees grow by exactly the
hashes of new facts, and a record of a person comes, changes or goes with the fact that says so, in
one transaction. Only the owner of the tables can take a guard away, which the next opening notices.
"""

from __future__ import annotations

from typing import NamedTuple

from ledger.store.tables.kept_hashes import WITHOUT_NAMES
from ledger.store.tables.layout import EVENTS_TABLE

NAMESPACE = "toernooi"
"""The schema in the database; one database holds one ledger."""


SETTINGS = ", ".join(("search_path=pg_catalog", "pg_temp"))
"""As PostgreSQL repeats it. Unnamed, the types of a session's own would come first."""


class Function(NamedTuple):
    """A function: what follows its name, its body, and the version that has it first.

    `settings`: since version 4 it looks functions, operators and types up in PostgreSQL's own alone,
    whatever the session of a writer has in front of them; so do those that it calls.
    """

    head: str
    body: str
    since: int = 3
    settings: bool = True

    @property
    def arguments(self) -> str:
        """Return the names and types of its arguments, as PostgreSQL repeats them."""
        return self.head.partition("(")[2].partition(")")[0]


class Trigger(NamedTuple):
    """A trigger: its table, its definition as PostgreSQL repeats it, its first version.

    `waits`: it is asked when the transaction ends.
    """

    table: str
    what: str
    since: int = 3
    waits: bool = False

    @property
    def kind(self) -> str:
        """Return its kind as PostgreSQL writes it."""
        return f"{'CONSTRAINT ' if self.waits else ''}TRIGGER"


_REFUSED = "integrity_constraint_violation"

_NOW = "xmin = pg_current_xact_id()::xid"
"""Whether this very transaction wrote a row; the program makes no savepoints."""

FUNCTIONS = {
    "a_fact_takes_the_next_position": Function(
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
    "it_is_never_changed": Function(
        "() RETURNS trigger LANGUAGE plpgsql",
        """
        BEGIN
            RAISE EXCEPTION 'rows of % are never changed or deleted: record a correction',
                TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
        END""",
    ),
    "name_of": Function(
        "(state text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT",
        """
        BEGIN
            RETURN CASE json_typeof(state::json -> 'name')
                WHEN 'string' THEN state::json ->> 'name' END;
        EXCEPTION WHEN data_exception THEN
            RETURN NULL;
        END""",
        settings=False,
    ),
    "leaf_of": Function(
        "(place bigint, topic text, state text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT",
        r"""
        BEGIN
            RETURN sha256('\x00'::bytea || int8send(place)
                || int4send(COALESCE(substring(state FROM '^\{"v":([0-9]{1,9}),'), '0')::integer)
                || int4send(octet_length(topic)) || convert_to(topic, 'UTF8')
                || convert_to(state, 'UTF8'));
        END""",
        since=4,
        settings=False,
    ),
    "grown": Function(
        "(size bigint, peaks bytea, added bytea[]) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT",
        r"""
        DECLARE
            node bytea;
            carry bigint;
        BEGIN
            FOREACH node IN ARRAY added LOOP
                carry := size;
                WHILE carry & 1 = 1 LOOP
                    node := sha256('\x01'::bytea
                        || substring(peaks FROM octet_length(peaks) - 31) || node);
                    peaks := substring(peaks FROM 1 FOR octet_length(peaks) - 32);
                    carry := carry >> 1;
                END LOOP;
                peaks := peaks || node;
                size := size + 1;
            END LOOP;
            RETURN peaks;
        END""",
        since=4,
        settings=False,
    ),
    "a_fact_has_its_hashes": Function(
        "() RETURNS trigger LANGUAGE plpgsql",
        f"""
        BEGIN
            IF NOT EXISTS (SELECT 1 FROM {NAMESPACE}.file_tree WHERE size >= NEW.sequence)
                OR NOT EXISTS (SELECT 1 FROM {NAMESPACE}.trees
                    WHERE tournament = NEW.originator_id AND size >= NEW.originator_version)
            THEN
                RAISE EXCEPTION 'a fact is recorded with its hashes'
                    USING ERRCODE = '{_REFUSED}';
            END IF;
            RETURN NULL;
        END""",
        since=4,
    ),
    "a_hash_is_of_its_fact": Function(
        "() RETURNS trigger LANGUAGE plpgsql",
        f"""
        BEGIN
            IF NOT EXISTS (SELECT 1 FROM {NAMESPACE}.stored_events AS fact
                WHERE fact.sequence = NEW.sequence AND NEW.hash
                    = {NAMESPACE}.leaf_of(fact.originator_version, fact.topic, fact.state))
            THEN
                RAISE EXCEPTION 'a hash is that of the fact beside it'
                    USING ERRCODE = '{_REFUSED}';
            END IF;
            RETURN NEW;
        END""",
        since=4,
    ),
    "a_head_is_of_new_facts": Function(
        "() RETURNS trigger LANGUAGE plpgsql",
        f"""
        BEGIN
            IF octet_length(NEW.root) <> 32 OR NOT EXISTS (
                SELECT 1 FROM {NAMESPACE}.stored_events AS fact
                WHERE originator_id = NEW.tournament AND originator_version = NEW.size
                    AND fact.{_NOW})
            THEN
                RAISE EXCEPTION 'a head is recorded with its fact'
                    USING ERRCODE = '{_REFUSED}';
            END IF;
            RETURN NEW;
        END""",
        since=4,
    ),
    "a_tree_grows_with_its_facts": Function(
        "() RETURNS trigger LANGUAGE plpgsql",
        f"""
        DECLARE
            old_size bigint := 0;
            old_peaks bytea := '';
            added bytea[];
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                IF NEW IS NOT DISTINCT FROM OLD THEN
                    RETURN NEW;
                END IF;
                old_size := OLD.size;
                old_peaks := OLD.peaks;
            END IF;
            IF TG_TABLE_NAME = 'file_tree' THEN
                IF TG_OP = 'INSERT' AND EXISTS (SELECT 1 FROM {NAMESPACE}.file_tree) THEN
                    RETURN NEW;
                END IF;
                SELECT array_agg(hash ORDER BY sequence) INTO added FROM {NAMESPACE}.leaves
                    WHERE sequence > old_size AND sequence <= NEW.size;
            ELSE
                IF TG_OP = 'INSERT' AND EXISTS (
                    SELECT 1 FROM {NAMESPACE}.trees WHERE tournament = NEW.tournament)
                THEN
                    RETURN NEW;
                END IF;
                IF TG_OP = 'UPDATE' AND NEW.tournament <> OLD.tournament THEN
                    old_size := -1;
                END IF;
                SELECT array_agg(hash ORDER BY originator_version) INTO added
                    FROM {NAMESPACE}.stored_events JOIN {NAMESPACE}.leaves USING (sequence)
                    WHERE originator_id = NEW.tournament
                        AND originator_version > old_size AND originator_version <= NEW.size;
            END IF;
            added := COALESCE(added, '{{}}');
            IF old_size < 0 OR NEW.size <> old_size + cardinality(added)
                OR NEW.peaks <> {NAMESPACE}.grown(old_size, old_peaks, added)
            THEN
                RAISE EXCEPTION 'a tree grows by the hashes of new facts'
                    USING ERRCODE = '{_REFUSED}';
            END IF;
            RETURN NEW;
        END""",
        since=4,
    ),
    "a_record_comes_with_its_fact": Function(
        "() RETURNS trigger LANGUAGE plpgsql",
        f"""
        DECLARE
            wanted text;
        BEGIN
            IF TG_OP = 'DELETE' THEN
                PERFORM 1 FROM {NAMESPACE}.stored_events AS fact
                    JOIN {NAMESPACE}.stored_events AS entry
                        ON entry.originator_id = fact.originator_id
                    WHERE fact.originator_id = OLD.tournament AND fact.{_NOW}
                        AND fact.topic = 'person-forgotten' AND entry.topic = 'player-registered'
                        AND CASE WHEN entry.topic = 'player-registered'
                            THEN entry.state::json ->> 'person' = OLD.key
                                AND entry.state::json ->> 'player' = fact.state::json ->> 'player'
                            END
                    LIMIT 1;
                IF FOUND THEN
                    RETURN OLD;
                END IF;
            ELSE
                IF TG_OP = 'INSERT' OR (OLD.tournament, OLD.key) = (NEW.tournament, NEW.key) THEN
                    wanted := '"' || encode(
                        sha256(convert_to(NEW.salt || NEW.record, 'UTF8')), 'hex') || '"';
                    PERFORM 1 FROM {NAMESPACE}.stored_events AS fact
                        WHERE originator_id = NEW.tournament AND fact.{_NOW}
                            AND position(wanted IN state) > 0
                        ORDER BY originator_version LIMIT 1;
                    IF FOUND THEN
                        RETURN NEW;
                    END IF;
                END IF;
            END IF;
            RAISE EXCEPTION 'a record of a person comes, changes or goes with the fact that says so'
                USING ERRCODE = '{_REFUSED}';
        END""",
        since=4,
    ),
    "a_statement_comes_with_a_fact": Function(
        "() RETURNS trigger LANGUAGE plpgsql",
        f"""
        DECLARE
            said text := substring(NEW.value FROM 18);
        BEGIN
            IF (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = TG_RELID) THEN
                RETURN NEW;
            END IF;
            IF NEW.key = '{WITHOUT_NAMES}'
                AND left(NEW.value, 17)
                    = left(encode({NAMESPACE}.leaf_of(0, 'meta', said), 'hex'), 16) || ' '
                AND (TG_OP = 'INSERT' OR OLD.key = NEW.key
                    AND said::jsonb @> substring(OLD.value FROM 18)::jsonb)
                AND EXISTS (SELECT 1 FROM {NAMESPACE}.stored_events AS fact WHERE fact.{_NOW}
                    AND sequence = (SELECT MAX(sequence) FROM {NAMESPACE}.stored_events))
            THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION 'what a ledger says of itself comes with a fact'
                USING ERRCODE = '{_REFUSED}';
        END""",
        since=4,
    ),
}
"""The functions, by name."""

_NEVER = f"EXECUTE FUNCTION {NAMESPACE}.it_is_never_changed()"
_TREE = f"EXECUTE FUNCTION {NAMESPACE}.a_tree_grows_with_its_facts()"

_KEPT = (EVENTS_TABLE, "leaves", "heads")
"""Tables of which no row ever changes."""

TRIGGERS = {
    "a_fact_takes_the_next_position": Trigger(
        EVENTS_TABLE,
        f"BEFORE INSERT ON {NAMESPACE}.{EVENTS_TABLE} FOR EACH ROW"
        f" EXECUTE FUNCTION {NAMESPACE}.a_fact_takes_the_next_position()",
    ),
    **{
        f"{table}_are_never_changed": Trigger(
            table, f"BEFORE DELETE OR UPDATE ON {NAMESPACE}.{table} FOR EACH ROW {_NEVER}"
        )
        for table in _KEPT
    },
    **{
        f"{table}_are_never_emptied": Trigger(
            table, f"BEFORE TRUNCATE ON {NAMESPACE}.{table} FOR EACH STATEMENT {_NEVER}"
        )
        for table in _KEPT
    },
    "a_fact_has_its_hashes": Trigger(
        EVENTS_TABLE,
        f"AFTER INSERT ON {NAMESPACE}.{EVENTS_TABLE} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
        f" EXECUTE FUNCTION {NAMESPACE}.a_fact_has_its_hashes()",
        since=4,
        waits=True,
    ),
    "a_hash_is_of_its_fact": Trigger(
        "leaves",
        f"BEFORE INSERT ON {NAMESPACE}.leaves FOR EACH ROW"
        f" EXECUTE FUNCTION {NAMESPACE}.a_hash_is_of_its_fact()",
        since=4,
    ),
    "a_head_is_of_new_facts": Trigger(
        "heads",
        f"BEFORE INSERT ON {NAMESPACE}.heads FOR EACH ROW"
        f" EXECUTE FUNCTION {NAMESPACE}.a_head_is_of_new_facts()",
        since=4,
    ),
    **{
        f"{table}_grows_with_its_facts": Trigger(
            table,
            f"BEFORE INSERT OR UPDATE ON {NAMESPACE}.{table} FOR EACH ROW {_TREE}",
            since=4,
        )
        for table in ("trees", "file_tree")
    },
    **{
        f"{table}_is_never_deleted": Trigger(
            table, f"BEFORE DELETE ON {NAMESPACE}.{table} FOR EACH ROW {_NEVER}", since=4
        )
        for table in ("trees", "file_tree")
    },
    **{
        f"{table}_is_never_emptied": Trigger(
            table, f"BEFORE TRUNCATE ON {NAMESPACE}.{table} FOR EACH STATEMENT {_NEVER}", since=4
        )
        for table in ("trees", "file_tree", "people", "meta")
    },
    "a_record_comes_with_its_fact": Trigger(
        "people",
        f"BEFORE INSERT OR DELETE OR UPDATE ON {NAMESPACE}.people FOR EACH ROW"
        f" EXECUTE FUNCTION {NAMESPACE}.a_record_comes_with_its_fact()",
        since=4,
    ),
    "a_statement_comes_with_a_fact": Trigger(
        "meta",
        f"BEFORE INSERT OR UPDATE ON {NAMESPACE}.meta FOR EACH ROW"
        f" EXECUTE FUNCTION {NAMESPACE}.a_statement_comes_with_a_fact()",
        since=4,
    ),
    "desk_is_never_changed": Trigger(
        "desk", f"BEFORE UPDATE ON {NAMESPACE}.desk FOR EACH ROW {_NEVER}", since=4
    ),
}
"""The triggers, by name."""


def statements(after: int = 0) -> list[str]:
    """Return the statements that make the guards that are newer than a version."""
    orders = [
        f"CREATE FUNCTION {NAMESPACE}.{name} {one.head} AS $body${one.body}$body$"
        for name, one in FUNCTIONS.items()
        if one.since > after
    ]
    orders += [
        f"ALTER FUNCTION {NAMESPACE}.{name}({one.arguments}) SET {SETTINGS}"
        for name, one in FUNCTIONS.items()
        if one.settings
    ]
    for name, one in TRIGGERS.items():
        if one.since > after:
            orders.append(f"CREATE {one.kind} {name} {one.what}")
            # Also where a session says that it only repeats what another server did.
            table = f"{NAMESPACE}.{one.table}"
            orders.append(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
    return orders
