"""Tables as text, JSON, CSV, HTML and pictures. After making."""
