"""A ledger on a server: PostgreSQL."""
