"""Rating lists of federations on this machine: read, kept, searched, matched. After access.

Nothing here is part of a ledger. `shelf.py` begins.
"""
