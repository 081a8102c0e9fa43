"""Rules for each field, learned by builders in a fixed order (Cohen and Jensen 2001).

>>> from unweave.page import Page
>>> from unweave.records import Example
>>> page = Page("<p><b>Brand:</b> Acme <b>Price:</b> $5")
>>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
>>> wrapper.explain().statements[0].text
"the text after 'Brand:'"
"""

from unweave.rules.bias import BIAS, RESERVE, BiasEntry
from unweave.rules.builder import Builder, Concept, Sample
from unweave.rules.builders import BUILDERS, Builders
from unweave.rules.learner import Rules
from unweave.rules.master import MasterLearner
from unweave.rules.wrapper import RulesWrapper

__all__ = [
    "BIAS",
    "BUILDERS",
    "RESERVE",
    "BiasEntry",
    "Builder",
    "Builders",
    "Concept",
    "MasterLearner",
    "Rules",
    "RulesWrapper",
    "Sample",
]
