"""Wrappers made of tree contexts: (k,l)-contextual tree languages, learned from clicks.

>>> from unweave.page import Page
>>> from unweave.records import Example
>>> page = Page("<p><b><a>Emma</a></b> <a>Jane</a></p><p><b><a>Kim</a></b> <a>Rudyard</a></p>")
>>> wrapper = KL().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
>>> [record["title"] for record in wrapper.extract(page)]
['Emma', 'Kim']
"""

from unweave.trees.learner import KL
from unweave.trees.wrapper import TreeWrapper

__all__ = ["KL", "TreeWrapper"]
