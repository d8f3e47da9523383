"""The tournaments of a file in memory, for a server: up to date, never changed under a reader.

After desk; `live.py` begins.
"""
