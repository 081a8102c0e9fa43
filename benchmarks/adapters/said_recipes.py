"""Connects self-labelling with the SWDE scorer: training labels are not looked at, only what the page says of itself.

``fit`` labels title and ingredients from the training page's JSON-LD and learns rules; ``predict`` takes every piece of
JSON-LD out of the page before it extracts.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from unweave.errors import UnweaveError
from unweave.labels import self_labelled
from unweave.page import Page
from unweave.rules import Rules
from unweave.wrapper import Wrapper

PROPERTIES = {"title": "Recipe.name", "ingredients": "Recipe.recipeIngredient"}
JSON_LD = re.compile(r"<script[^>]*application/ld\+json[^>]*>.*?</script>", re.IGNORECASE | re.DOTALL)


def fit(train: Sequence[tuple[str, Mapping[str, Sequence[str]]]]) -> Wrapper | None:
    """A wrapper learned from what the training pages say of themselves; None when they say nothing that they show."""
    examples = [self_labelled(_page(html), PROPERTIES, many={"ingredients"}) for html, _ in train]
    try:
        return Rules(lenient=True).learn(examples)
    except UnweaveError:
        return None


def predict(model: Wrapper | None, html: str) -> dict[str, list[str]]:
    """Title and ingredients of a page without its JSON-LD."""
    if model is None:
        return {}
    page = _page(JSON_LD.sub("", html))
    records = model.extract(page)
    return {name: [page.text(span) for one in records for span in one.spans(name)] for name in model.schema.names}


def _page(html: str) -> Page:
    return Page(unicodedata.normalize("NFC", html), html=True)
