"""The master: rules for one field, made of what the builders say, in the order of the bias.

Legend

    want      a value to be found: (page, number); ``todo`` are those that no rule covers yet
    seed      the want with the fewest places; a rule is learned around each of its places
    sample    the places of the wants a rule is to cover, as nodes of one tag (``a``, or ``td`` around it)
    panel     rules by different builders, which vote; it covers what wins, and who says that comes first; panels are
              joined
    rule      a concept, its builder and its weight
    votes     the weight of all rules of a panel; it has enough at a quarter of what the whole bias weighs
    otherwise a rule of little weight for lines that another page writes with another tag (``lines``)

The outer loop covers the wants with panels, as FOIL covers positives with rules: first a panel for all that is left;
where it has not enough votes, one for all that is left but for some (``exceptions``), for one value a page, or for
values of the same shape: of those with the votes of the others, whichever covers most. Inside, every builder is asked
in the order of the bias; where nobody's concept agrees with the examples, the least general concepts of all of them are
conjoined by information gain until nothing wrong is found.

Departures from the paper. There the first consistent builder is the rule; here every consistent builder has a vote, the
earlier the heavier, so that one that breaks on a new page is outvoted (``panel=1`` is the paper's way). There a builder
is asked for its least general concept alone; here the bias may ask for its most general consistent one. Where a value's
text stands in several places, a sample is made for each place, and the examples decide which of them hold.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from unweave.clock import look, out_of_time
from unweave.page import Node
from unweave.rules.bias import BIAS, RESERVE, Preference, called, silence, weight
from unweave.rules.builder import Builder, Concept, Ladder, Sample, both, lgg
from unweave.rules.choices import CHOICES, all_left, seed_alone
from unweave.rules.elementary import Within
from unweave.rules.elementary.label import FURTHEST
from unweave.rules.exceptions import excepting
from unweave.rules.lesson import (
    Covered,
    Lesson,
    Narrowed,
    Places,
    Todo,
    aligned,
    errors,
    is_without,
    judge,
)
from unweave.rules.lines import FEWEST_LINES, SELDOM, otherwise
from unweave.rules.template import Template
from unweave.rules.view import View
from unweave.rules.vote import winning

MOST_PLACES = 6  # of one seed
MOST_PANELS = 12
FAR = 0.3
"""The part of its weight that a rule has for places less likely to be meant (``naming``, ``company``)."""
ENOUGH = 0.25
"""The part of the votes, of the whole bias or of a rival, that a panel needs."""
WITHIN = Within().name


class Rule(NamedTuple):
    """A concept, who made it, and how much it counts."""

    concept: Concept
    builder: str
    weight: float
    silence: float = 0.0

    def shared(self, part: float) -> "Rule":
        """The same rule with a part of its weight, where several samples of one place have a vote."""
        return self._replace(weight=self.weight * part, silence=self.silence * part)


class Panel(NamedTuple):
    """Rules that agree with the examples, the wants that their vote covers, and the weight of all who had a say."""

    rules: tuple[Rule, ...]
    covered: Covered
    votes: float = 0.0


@dataclass(frozen=True, slots=True)
class Master:
    """The master learner: the bias, what is held in reserve, how many rules may vote, and what the pages share."""

    bias: tuple[Preference, ...] = BIAS
    reserve: tuple[Builder, ...] = RESERVE
    panel: int | None = None
    template: Template | None = None

    def panels(self, lessons: Sequence[Lesson]) -> tuple[list[Panel], list[tuple[int, int]]]:
        """Panels that together cover the wants, and the wants that no rule could be found for."""
        todo = {(page, n): want for page, lesson in enumerate(lessons) for n, want in enumerate(lesson.wants)}
        panels: list[Panel] = []
        left: list[tuple[int, int]] = []
        while todo and len(panels) < MOST_PANELS and not (panels and out_of_time()):
            seed = min(todo, key=lambda one: len(todo[one]))
            best = self._best(lessons, todo, seed)
            if best is None:
                left.append(seed)
                del todo[seed]
            else:
                panels.append(best)
                todo = {one: want for one, want in todo.items() if one not in best.covered}
        return panels, [*left, *todo]

    def _best(self, lessons: Sequence[Lesson], todo: Todo, seed: tuple[int, int]) -> Panel | None:
        """The panel around the seed that covers most of what is left; one for all of it with enough votes at once."""
        around = [aligned(lessons, todo, seed, place) for place in todo[seed][:MOST_PLACES]]
        enough = ENOUGH * sum(map(weight, range(len(self.bias))))
        found: list[Panel] = []
        for choose, but in CHOICES:
            panel = self._panel(lessons, [choose(lessons, places, seed) for places in around], but=but)
            if panel and choose is all_left and panel.votes >= enough:
                return panel
            found += [panel] if panel else []
            if found and out_of_time():
                break
        enough = ENOUGH * max((panel.votes for panel in found if _gained(panel, todo) > 1), default=0.0)
        strong = [panel for panel in found if panel.votes >= enough]
        best = max(strong, key=lambda panel: _gained(panel, todo), default=None)
        return best or self._last_resort(lessons, around, seed)

    def _panel(self, lessons: Sequence[Lesson], choices: Sequence[Places], *, but: bool) -> Panel | None:
        """The rules that any of these choices of places leads to; with ``but``, those with an exception too."""
        rules: dict[Concept, tuple[Rule, Covered]] = {}
        votes: dict[tuple[tuple[int, int], ...], float] = defaultdict(float)
        for rule, covered in self._offered(lessons, choices, but=but):
            if rule.concept not in rules:
                rules[rule.concept] = rule, covered
                votes[tuple(sorted(covered))] += rule.weight
            if out_of_time():
                break
        if not rules:
            return None
        won = frozenset(winning(votes, many=True))
        ranked = sorted(rules.values(), key=lambda one: (one[1] != won, -one[0].weight))
        kept = [rule for rule, _ in ranked]
        more = _otherwise(kept, lessons) if len(won) >= FEWEST_LINES else ()
        return Panel(tuple([*kept, *more][: self.panel]), won, sum(votes.values()))

    def _offered(
        self, lessons: Sequence[Lesson], choices: Sequence[Places], *, but: bool
    ) -> Iterator[tuple[Rule, Covered]]:
        """The rules that each choice of places leads to, one choice after the other."""
        for places in choices:
            samples = samples_of(lessons, places)
            is_far = any(lessons[page].is_far(place) for (page, _), place in places.items())
            part = (FAR if is_far else 1.0) / max(len(samples), 1)
            for sample in samples:
                for rule, covered in self._consistent(lessons, sample, frozenset(places), but=but):
                    yield rule.shared(part), covered

    def _last_resort(self, lessons: Sequence[Lesson], around: Sequence[Places], seed: tuple[int, int]) -> Panel | None:
        """A conjunction of what all builders say, for as many of the places as possible."""
        for choose in (*dict.fromkeys(choose for choose, _ in CHOICES), seed_alone):
            for places in around:
                for sample in samples_of(lessons, choose(lessons, places, seed)):
                    rule = self._conjunction(lessons, sample)
                    if rule is not None:
                        return Panel((rule,), judge(rule.concept, lessons) or frozenset())
        return None

    def _consistent(
        self, lessons: Sequence[Lesson], sample: Sample, needed: Covered, *, but: bool
    ) -> Iterator[tuple[Rule, Covered]]:
        """For each preference the first concept that agrees with the lessons and covers what it must."""
        absent = sum(map(is_without, lessons))
        for rank, preference in enumerate(self.bias):
            look()
            found = _first_that_agrees(ladders(preference, sample), lessons, needed, but=but)
            if found:
                concept, covered = found
                pages = sample.pages + self._is_label(sample, preference, concept)
                quiet = silence(preference, concept, pages, absent) * weight(rank)
                yield Rule(concept, preference.builder.name, weight(rank), quiet), covered

    def _is_label(self, sample: Sample, preference: Preference, concept: Concept) -> bool:
        """Whether the text on which a telling rule rests, seen on one page, is one of the template's labels."""
        if not preference.telling or sample.pages > 1 or self.template is None:
            return False
        view, node = sample.places[0]
        said, first = set(called(concept)), view.extent(node).first
        labels = (at for at in range(first - 1, max(first - 1 - FURTHEST, -1), -1) if view.words[at] in said)
        return any(self.template.labels_like(view, at) for at in labels)

    def _conjunction(self, lessons: Sequence[Lesson], sample: Sample) -> Rule | None:
        """FOIL's inner loop: conjoin least general concepts by gain until nothing wrong is found, or give up."""
        asked = dict.fromkeys([*(preference.builder for preference in self.bias), *self.reserve])
        candidates = [concept for builder in asked if (concept := lgg(builder, sample)) is not None]
        if not candidates:
            return None
        positives = len(sample.places)
        concept = max(candidates, key=lambda one: -errors(one, lessons))
        while wrong := errors(concept, lessons):
            better = max(
                (both(concept, one) for one in candidates), key=lambda c: gain(positives, wrong, errors(c, lessons))
            )  # used at once
            if errors(better, lessons) == wrong:
                return None
            concept = better
        return Rule(concept, "conjunction", weight(len(self.bias)))


def _otherwise(rules: Sequence[Rule], lessons: Sequence[Lesson]) -> Iterator[Rule]:
    """What rules for lines anywhere inside an element say of lines that are written otherwise."""
    for rule in rules:
        if rule.builder == WITHIN and (other := otherwise(rule.concept, lessons)) is not None:
            yield Rule(other, rule.builder, SELDOM * rule.weight)


def gain(positives: int, wrong_before: int, wrong_after: int) -> float:
    """FOIL's information gain, when all positives stay covered.

    >>> gain(2, 6, 0), gain(2, 6, 6)
    (4.0, 0.0)
    """
    return positives * (log2(positives / (positives + wrong_after)) - log2(positives / (positives + wrong_before)))


def ladders(preference: Preference, sample: Sample) -> Iterator[Ladder]:
    """The concepts to try for a preference: the builder's ladders, or its one least general concept."""
    if preference.aim == "general":
        yield from preference.builder.ladders(sample)
    elif (least := lgg(preference.builder, sample)) is not None:
        yield [least]


def _first_that_agrees(
    choices: Iterator[Ladder], lessons: Sequence[Lesson], needed: Covered, *, but: bool
) -> tuple[Concept, Covered] | None:
    for ladder in choices:
        narrowed: Narrowed = {}
        for rung in ladder:
            look()
            concept, covered = rung, judge(rung, lessons, narrowed)
            if but and covered is None:
                concept = excepting(rung, lessons) or rung
                covered = judge(concept, lessons)
            if covered is not None and needed <= covered:
                return concept, covered
    return None


def samples_of(lessons: Sequence[Lesson], places: Places) -> list[Sample]:
    """The places as nodes: by the innermost tag that all of them offer, and by the outermost."""
    chains = [(lessons[page].view, lessons[page].view.chain(place)) for (page, _), place in places.items()]
    tags = [tag for tag in _tags(chains[0][1]) if all(tag in _tags(chain) for _, chain in chains)]
    if not tags:
        return [Sample(tuple((view, chain[-1]) for view, chain in chains), "")] if _elements(chains) else []
    return [
        Sample(tuple((view, _tags(chain)[tag]) for view, chain in chains), tag)
        for tag in dict.fromkeys((*tags[:3], tags[-1]))
    ]


def _tags(chain: Sequence[Node]) -> dict[str, Node]:
    """The tags of a chain, each with its innermost node."""
    tags: dict[str, Node] = {}
    for node in chain:
        tags.setdefault("#text" if node.kind == "text" else node.tag, node)
    return tags


def _elements(chains: Sequence[tuple[View, Sequence[Node]]]) -> bool:
    return all(chain[-1].kind == "element" for _, chain in chains)


def _gained(panel: Panel, todo: Todo) -> int:
    return sum(one in panel.covered for one in todo)
