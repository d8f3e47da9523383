"""The manual: its pages as texts, for the terminal, and as a site, for the desk."""
