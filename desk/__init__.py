"""What a person can do and see: commands, handlers, reports, rendering, the terminal.

Order: commands, imports, handlers, the desk itself, making, render, reports, terminal. After
pairing.
"""
