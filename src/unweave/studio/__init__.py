"""The studio: a local web application in which values are clicked, and a wrapper is learned after every click.

The modules, from the page to the network:

    units, view       what can be clicked on a page, and the copy of the page that is shown
    event_log         the project's append-only file of events
    statements        events -> what was said so far; undo, redo, travel
    project           a folder with pages and events, and the session that learns from them
    ...               marks, records, deltas, jobs, export: what the client is told
    guard, app        the HTTP interface (``docs/studio-api.md``)
"""
