"""Questions in SQL: what may be asked, and the answers. After season."""
