"""Tables to be shown: rows with columns, whatever shows them. After standings."""
