"""A wrapper of an SWDE site, learned with ``unweave.learn`` from some labelled pages and some others, and the rest."""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from adapters.learn_swde import fit
from data import bench_root
from unweave.wrapper import Wrapper

SHOWN, AT_HAND = 3, 16


class LearnedSite(NamedTuple):
    """The wrapper, the labelled pages with their values, the other pages that it was learned from, and the rest."""

    wrapper: Wrapper
    shown: list[tuple[str, Mapping[str, Sequence[str]]]]
    at_hand: list[str]
    unseen: list[str]


def learn_site(site: Path) -> LearnedSite:
    """What is learned of a site."""
    sys.path.insert(0, str(bench_root()))
    scorer: Any = import_module("score_swde")  # it lies in the benchmark folder
    labels = scorer.read_labels(site)
    train = labels["train"][:SHOWN]
    texts = scorer.read_pages(site, train)
    shown = [(text, labels["values"][page]) for page, text in zip(train, texts, strict=True)]
    sources = scorer.read_pages(site, labels["test"])
    wrapper = fit(shown, sources[:AT_HAND])
    return LearnedSite(wrapper, shown, sources[:AT_HAND], sources[AT_HAND:])
