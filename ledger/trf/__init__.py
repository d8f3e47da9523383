"""The tournament report file (TRF16): read, checked and written. After rulebooks."""
