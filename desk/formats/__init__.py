"""What the desk does for each format: its views, pages and lists. After render."""
