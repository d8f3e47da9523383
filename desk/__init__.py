"""What a person can do and see: commands, handlers, reports, rendering, the browser, the terminal.

Order: commands, imports, handlers, access, the desk itself, live, making, render, reports, hall,
web, terminal, programs. After pairing.
"""
