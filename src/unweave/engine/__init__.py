"""Runs programs on pages: the one place that does, behind ``extract``, ``compile``, learning's trials and the commands.

    index     what is asked of a parsed page, on the parser's own nodes
    select    conditions and steps: a native selector where CSS can say it, tests for the rest
    vote      what the rules of a field find together
    values    the text and, when it is asked for, the span of what was found
    run       a program on a page: the values of each field, the records

The slow, obvious definitions are in ``unweave.program`` and, for the vote and its values, in ``tests/oracles``.
"""
