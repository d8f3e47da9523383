"""The desk in a browser: routes and forms on the handlers and reports of the terminal.

After hall. `routes.py` has every address; `app.py` answers requests by it.
"""
