"""Names of columns, from the words of the template that stand before them.

A column is named for its label ("Publisher:" gives ``publisher``), else for the words its texts begin with, else for
the last class or id of its path, else for its tag.
"""

import re
from collections.abc import Iterable

from unweave.templates.places import Place

NAME = re.compile(r"[^\W_]+")
CLASS = re.compile(r"[.#]([^.#/]+)")
LONGEST = 40
KINDS = {"href": "link", "src": "image"}


def slug(text: str) -> str:
    """A text as a name.

    >>> slug("Publisher:"), slug("# of bids"), slug("2nd half")
    ('publisher', 'of_bids', '2nd_half')
    """
    return "_".join(NAME.findall(text.lower()))[:LONGEST].strip("_")


def name_of(place: Place, label: str = "") -> str:
    """What a place is called before names are made distinct; ``label`` is the template's text right before it.

    >>> name_of(Place("html/body/div.price/b")), name_of(Place("html/body/td2"), "Our price:")
    ('price', 'our_price')
    """
    steps = [step for step in place.path.split("/") if step and not step.startswith("~")]
    classes = [name for step in reversed(steps[-3:]) for name in reversed(CLASS.findall(step))]
    candidates = (slug(place.prefix), slug(label), *map(slug, classes), slug(steps[-1]) if steps else "")
    return next((name for name in candidates if name), "text")


def attribute_name(place: Place, beside: str = "") -> str:
    """What a place of attribute values is called, given the name of the texts beside it or the label before it.

    >>> attribute_name(Place("html/body/a@href"), "title"), attribute_name(Place("html/body/img.cover@src"))
    ('title_link', 'cover_image')
    >>> attribute_name(Place("html/body/img@src")), attribute_name(Place("html/body/iframe@src"))
    ('image', 'src')
    """
    path, _, attribute = place.path.rpartition("@")
    tag = NAME.findall(path.rpartition("/")[2])[0]
    kind = attribute if attribute == "src" and tag != "img" else KINDS.get(attribute, attribute)
    stem = slug(beside) or name_of(Place(path))
    if stem in {tag, kind}:
        return kind
    return stem if stem.endswith(f"_{kind}") else f"{stem}_{kind}"


def distinct(names: Iterable[str]) -> list[str]:
    """The same names, a number behind those that were taken.

    >>> distinct(["price", "price", "title"])
    ['price', 'price_2', 'title']
    """
    taken: set[str] = set()
    made: list[str] = []
    for name in names:
        number, candidate = 1, name
        while candidate in taken:
            number += 1
            candidate = f"{name}_{number}"
        taken.add(candidate)
        made.append(candidate)
    return made
