"""Tables for display: rows with columns, for any front end. After standings."""
