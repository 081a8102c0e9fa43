"""The learner of Cohen and Jensen: their worked examples, the order of builders, rules by information gain."""

from dataclasses import dataclass

import pytest

import unweave
from unweave.errors import NoConsistentWrapper
from unweave.page import Page
from unweave.program import Condition, Step
from unweave.records import Example
from unweave.rules import BUILDERS, Builders
from unweave.rules.builder import Conjunction, Sample, refine, top
from unweave.rules.elementary import AttributePath, Brackets, PositionPath, TagPath
from unweave.rules.paper_master import PaperMaster
from unweave.rules.training_data import field_training
from unweave.rules.training_page import TrainingPage
from unweave.rules.views import view_of

OFFICES = "<h2>WheezeBong.com: Contact info</h2><p>Currently we have offices in two locations:<ul>{}</ul><p>Call us</p>"
JOBS = """<h2>Jobs at WheezeBong</h2><p>To apply, call 1-(800)-555-9999 or send email</p><ul>
<li><a href=1>Webmaster</a> (New York). Perl, servlets essential.</li>
<li><a href=2>Librarian</a> (Pittsburgh). MLS required.</li>
<li><a href=3>Ditch digger</a> (Palo Alto). No experience needed.</li></ul>"""


def offices(*names: str) -> Page:
    return Page(OFFICES.format("".join(f"<li>{name}</li>" for name in names)))


def training(example: Example, name: str, *, single: bool = False) -> list[TrainingPage]:
    return field_training([(view_of(example.page), example)], name, single=single).pages


def test_office_lists() -> None:
    """Two offices are shown, whatever they begin with; a new one is found as well."""
    shown = Example.from_values(offices("Pittsburgh, PA", "Provo, UT"), [{"at": "Pittsburgh, PA"}, {"at": "Provo, UT"}])
    wrapper = Builders().learn([shown])
    unseen = offices("Pittsburgh, PA", "Mountain View, CA", "Provo, UT")
    assert [one["at"] for one in wrapper.extract(unseen)] == ["Pittsburgh, PA", "Mountain View, CA", "Provo, UT"]


def test_the_text_in_parentheses() -> None:
    """The chain of the smallest node and the brackets inside it finds locations, and not the area code."""
    records = [{"at": "New York"}, {"at": "Pittsburgh"}, {"at": "Palo Alto"}]
    wrapper = Builders().learn([Example.from_values(Page(JOBS), records)])
    assert [one["at"] for one in wrapper.extract(Page(JOBS))] == ["New York", "Pittsburgh", "Palo Alto"]
    unseen = Page(JOBS.replace("New York", "Austin").replace("Librarian", "Driver"))
    assert [one["at"] for one in wrapper.extract(unseen)] == ["Austin", "Pittsburgh", "Palo Alto"]


def test_cells_after_the_bold_word_apply() -> None:
    """The chain of the text before and words in it: a text that differs, but has the word in bold."""
    row = "<tr><td><b>{}</b></td><td>{}</td></tr><tr><td>{}</td><td>{}</td></tr>"
    shown = [("To apply now", "mail a", "Call", "dog"), ("Please apply soon", "mail b", "Fax us", "cat")]
    page = Page("<table>" + "".join(row.format(*one) for one in shown) + "</table>")
    wrapper = Builders().learn([Example.from_values(page, [{"how": "mail a"}, {"how": "mail b"}])])
    assert "apply" in wrapper.explain().statements[0].text
    unseen = Page("<table>" + row.format("Jim Bo", "no", "Eat", "ant") + row.format("We apply x", "yes", "a", "b"))
    assert [one["how"] for one in wrapper.extract(unseen)] == ["yes"]


@dataclass(frozen=True, slots=True)
class Silent:
    """A builder without concepts."""

    name: str = "silent"

    def series(self, sample: Sample) -> list[list[Step]]:
        """None at all."""
        del sample
        return []


def test_the_first_consistent_builder_gives_the_only_rule() -> None:
    """Of two consistent builders the earlier one; builders that are inconsistent or have no concept are passed over."""
    example = Example.from_values(Page("<div class=x><p>Emma</p><p class=no>Kim</p></div>"), [{"title": "Emma"}])
    for builders, name in [
        ((Silent(), TagPath(), AttributePath(), PositionPath()), "positions"),
        ((Brackets(), PositionPath()), "brackets"),
        ((PositionPath(), Brackets()), "positions"),
    ]:
        rules, failed = PaperMaster(builders).definition(training(example, "title", single=True))
        assert [rule.builder for rule in rules] == [name], builders
        assert failed == []


def test_a_rule_is_the_least_general_concept() -> None:
    """All that the builder's language has in common of the examples."""
    example = Example.from_values(Page("<div class=x><p class=y>Emma</p></div><p class=y>Kim"), [{"title": "Emma"}])
    wrapper = Builders(builders=(AttributePath(),)).learn([example])
    assert wrapper.explain().statements[0].text.count("in the <") == 4  # p, div, body and html


def test_predicates_are_conjoined_by_information_gain() -> None:
    """No builder alone is consistent: the class finds other tags' texts, the tag path finds other classes."""
    page = Page(
        "<div><p class=a>Emma</p><p class=b>no</p></div><ul><li><p class=a>Kim</p></li></ul>"
        "<div><p class=a>Dune</p><p class=b>no</p></div><section><p class=a>no</p></section>"
    )
    shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Dune"}])
    builders = (Words("class", "a"), Words("parent", "div"))
    for order, name in ((builders, "class and parent"), (builders[::-1], "parent and class")):
        rules, failed = PaperMaster(order).definition(training(shown, "title"))
        assert ([rule.builder for rule in rules], failed) == ([name], []), "of equal gains the earlier builder's"


def test_predicates_are_conjoined_for_attributes() -> None:
    """Links are found by the class around them and the tag around that, too."""
    page = Page(
        "<div><p class=a><a href=/1>x</a></p><p class=b><a href=/2>x</a></p></div>"
        "<ul><p class=a><a href=/3>x</a></p></ul>"
    )
    shown = Example.from_values(page, [{"link": "/1"}])
    wrapper = Builders(builders=(Words("class", "a"), Words("parent", "div"))).learn([shown])
    assert [one["link"] for one in wrapper.extract(page)] == ["/1"]


@dataclass(frozen=True, slots=True)
class Words:
    """A builder of one concept: the class, or the tag of the parent."""

    name: str
    value: str

    def series(self, sample: Sample) -> list[list[Step]]:
        """The concept."""
        own, parent = Step("parent", "", (Condition("class", self.value),)), Step("parent", self.value)
        steps = (own,) if self.name == "class" else (Step("parent"), parent)
        return [[Step("descendant", sample.tag, (Condition("has", steps=steps),))]]


def test_a_disjunction_where_one_rule_is_not_enough() -> None:
    """Two kinds of places need two rules, each without negatives."""
    page = Page("<ul><li>Emma<li>Kim</ul><ol><p>x</p></ol><table><tr><td>Dune</td></tr></table><h3>y</h3>")
    shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}, {"title": "Dune"}])
    wrapper = Builders(builders=(TagPath(),)).learn([shown])
    assert len({rule.panel for rule in wrapper.rules}) == 2
    assert [one["title"] for one in wrapper.extract(page)] == ["Emma", "Kim", "Dune"]


def test_refinements_begin_at_the_top() -> None:
    """Each is less general than the one before, and covers the sample."""
    view = view_of(Page("<div><p>Emma</p></div>"))
    sample = Sample(((view, view.texts[0]),), "#text")
    concept, sizes = top(sample), []
    while refined := refine(TagPath(), concept, sample):
        (concept,) = refined
        sizes.append(len(concept.conditions))
    assert len(sizes) == len(sample.path) - 1  # the top concept has the tag of the node itself


def test_the_flat_bias_is_more_specific() -> None:
    """One conjunction of all builders: what the ordered bias finds on the next page, it does not."""
    flat = Builders(builders=(Conjunction(BUILDERS),))
    page, unseen = (
        Page(f"<h1>{name}</h1><p>by <i>{by}</i>, 1815</p>") for name, by in (("Emma", "Ann"), ("Kim", "Bo 7"))
    )
    shown = [Example.from_values(page, [{"title": "Emma", "by": "Ann"}])]
    assert Builders().learn(shown).extract(unseen)[0].to_dict() == {"title": "Kim", "by": "Bo 7"}
    assert flat.learn(shown).extract(page)[0].to_dict() == {"title": "Emma", "by": "Ann"}
    assert flat.learn(shown).extract(unseen) == []


def test_it_says_which_value_no_rule_covers() -> None:
    """Two equal texts in equal places, of which one is wanted."""
    page = Page("<p>Emma</p><p>Kim</p>", name="p1")
    with pytest.raises(NoConsistentWrapper, match=r"builders.*title.*p1.*no rule covers"):
        Builders(builders=(TagPath(),)).learn([Example.from_values(page, [{"title": "Emma"}])])


def test_it_is_a_method_of_learn() -> None:
    """``method="builders"``."""
    page = Page("<p><b>Brand:</b> Acme <b>Price:</b> $5")
    wrapper = unweave.learn([Example.from_values(page, [{"brand": "Acme"}])], method="builders")
    assert wrapper.origin.method == "builders"
    assert wrapper.extract(Page("<p><b>Brand:</b> Bolt <b>Price:</b> $6"))[0]["brand"] == "Bolt"
