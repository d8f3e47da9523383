"""The desk in a browser: routes and forms on the handlers and reports of the terminal.

After site. Each page says its own address; `contents.py` finds the pages, `app.py` answers requests.
"""
