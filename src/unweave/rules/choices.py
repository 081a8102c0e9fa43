"""Which of the places that are left a panel is asked to cover, around a seed (``foil``)."""

from collections.abc import Sequence
from typing import TypeAlias

from unweave.rules.lesson import Lesson, Places, likeness, shape

Which: TypeAlias = tuple[int, int]
"""A value to be found: (page, number)."""


def all_left(lessons: Sequence[Lesson], places: Places, seed: Which) -> Places:
    """All of them."""
    del lessons, seed
    return places


def _one_a_page(lessons: Sequence[Lesson], places: Places, seed: Which) -> Places:
    """On each page the place that is most like the seed's."""
    chosen: Places = {seed: places[seed]}
    for page in dict.fromkeys(page for page, _ in places):
        if page != seed[0]:
            here = [one for one in places if one[0] == page]
            best = max(here, key=lambda one: _like_seed(lessons, places, seed, one))
            chosen[best] = places[best]
    return chosen


def _like_seed(lessons: Sequence[Lesson], places: Places, seed: Which, one: Which) -> float:
    return likeness(lessons[seed[0]].view, places[seed], lessons[one[0]].view, places[one])


def _same_shape(lessons: Sequence[Lesson], places: Places, seed: Which) -> Places:
    """All places with the tags of the seed's."""
    wanted = shape(lessons[seed[0]].view, places[seed])
    return {one: place for one, place in places.items() if shape(lessons[one[0]].view, place) == wanted}


def seed_alone(lessons: Sequence[Lesson], places: Places, seed: Which) -> Places:
    """The seed's alone."""
    del lessons
    return {seed: places[seed]}


CHOICES = ((all_left, False), (all_left, True), (_one_a_page, False), (_same_shape, False))
"""Which of the places that are left a panel is asked to cover, and whether there may be exceptions."""
