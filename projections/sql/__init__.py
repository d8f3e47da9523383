"""Questions in SQL: the permitted ones, and the answers. After season."""
