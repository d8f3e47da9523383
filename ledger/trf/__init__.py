"""The tournament report file (TRF16, TRF26): read, checked and written. After rulebooks."""
