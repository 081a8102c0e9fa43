"""Wrappers made of paths in the data that pages carry in scripts."""

from unweave.embedded.discovery import DiscoverData
from unweave.embedded.learner import Embedded
from unweave.embedded.wrapper import EmbeddedWrapper

__all__ = ["DiscoverData", "Embedded", "EmbeddedWrapper"]
