"""Wrappers made of rules: builders that each know one thing, an order among them, and one master.

>>> from unweave.page import Page
>>> from unweave.records import Example
>>> page = Page("<p><b>Brand:</b> Acme <b>Price:</b> $5")
>>> wrapper = Rules().learn([Example.from_values(page, [{"brand": "Acme"}])])
>>> wrapper.explain().statements[0].text
"the text after 'Brand:'"
"""

from unweave.rules.bias import BIAS, RESERVE, Preference
from unweave.rules.builder import Builder, Concept, Sample
from unweave.rules.foil import Master
from unweave.rules.learner import Rules
from unweave.rules.wrapper import RulesWrapper

__all__ = ["BIAS", "RESERVE", "Builder", "Concept", "Master", "Preference", "Rules", "RulesWrapper", "Sample"]
