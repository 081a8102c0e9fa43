"""What rules promise of values that are attributes."""

from unweave.page import Page, Span
from unweave.records import Example
from unweave.rules import Rules
from unweave.rules.attribute import AttributeView
from unweave.rules.view import Extent, View
from unweave.store import dumps, loads
from unweave.targets.css import css
from unweave.targets.xpath import xpath

DETAIL = (
    "<h1>{title}</h1><p class=cover><img src='/c/{n}.jpg' alt='{title}'></p>"
    "<p class=read><a href='../b/{n}?a&amp;b'>Read <i>it</i></a></p><a href=/next>Next</a><img src=/logo.png>"
)
ADDRESS = "http://shop.org/q/"


def detail(title: str, number: int) -> Page:
    return Page(DETAIL.format(title=title, n=number), url=ADDRESS)


EXAMPLES = [
    Example.from_values(detail("Emma", 1), [{"cover": "http://shop.org/c/1.jpg", "link": "http://shop.org/b/1?a&b"}]),
    Example.from_values(detail("Kim", 2), [{"cover": "/c/2.jpg", "link": "../b/2?a&b"}]),
]


def test_links_and_images_are_learned() -> None:
    """A value may be given as it stands or by its whole address; it is found as it stands."""
    wrapper = Rules().learn(EXAMPLES)
    assert [one.to_dict() for one in wrapper.extract(detail("Dune", 3))] == [
        {"cover": "/c/3.jpg", "link": "../b/3?a&b"}
    ]
    assert loads(dumps(wrapper)) == wrapper


def test_what_is_taken_is_told_and_exported() -> None:
    """In words, as XPath and as CSS."""
    wrapper = Rules(panel=1).learn(EXAMPLES)
    assert wrapper.explain().statements[1].text == "the href of the <a> in the <p class=read>"
    marked = "[contains(concat(' ', normalize-space(@class), ' '), ' {} ')]"
    assert xpath(wrapper.program()) == {
        "cover": f"//p{marked.format('cover')}/img/@src",
        "link": f"//p{marked.format('read')}/a/@href",
    }
    assert css(wrapper.program()) == {"cover": "p.cover > img::attr(src)", "link": "p.read > a::attr(href)"}


def test_a_text_is_preferred_to_an_attribute() -> None:
    """A title that is also an image's description is the text that a reader sees."""
    wrapper = Rules().learn([Example.from_values(detail("Emma", 1), [{"title": "Emma"}])])
    assert {rule.take for rule in wrapper.rules} == {"text"}


def shelf(*rows: tuple[str, str]) -> tuple[Page, list[dict[str, object]]]:
    items = "".join(
        f"<li class=book><a href={link}><img src={link}.png></a><a class=title href={link}>{title}</a>"
        for title, link in rows
    )
    records: list[dict[str, object]] = [{"title": title, "link": link, "image": f"{link}.png"} for title, link in rows]
    return Page(f"<ul>{items}</ul><a href=/end>End</a>"), records


def test_attributes_stay_with_their_records() -> None:
    """Inside a record's node, the node itself is the record and not the one text it shows."""
    wrapper = Rules().learn([Example.from_values(*shelf(("Emma", "/1"), ("Kim", "/2")))])
    assert wrapper.explain().statements[0].text == "each record is the <li class=book>"
    page, records = shelf(("Dune", "/7"))
    assert [record.to_dict() for record in wrapper.extract(page)] == records


def test_part_of_an_attribute_is_cut_out() -> None:
    """A rating that only a class tells."""
    page = Page("<p class='star-rating Three'>Emma<p class='star-rating One'>Kim")
    wrapper = Rules().learn([Example.from_values(page, [{"stars": "Three"}, {"stars": "One"}])])
    other = Page("<p class='star-rating Five'>Dune<p class='other'>It")
    assert [record.to_dict() for record in wrapper.extract(other)] == [{"stars": "Five"}]


def test_a_rejected_attribute_is_a_negative() -> None:
    """Of two images with one class, the rejected one is not found."""
    page = Page("<div><img class=i src=/a.png></div><p><img class=i src=/b.png></p>")
    at = page.source.index("/b.png")
    example = Example.from_values(page, [{"image": "/a.png"}], status="partial", rejected={"image": [Span(at, at + 6)]})
    assert [record["image"] for record in Rules().learn([example]).extract(page)] == ["/a.png"]


def test_places_of_attributes_are_elements() -> None:
    """Which, what it says, where it stands, what stands beside it."""
    page = Page("<p>Cover <img src=' /1.jpg '> small<img alt=x>")
    view = AttributeView(View(page), "src")
    (place,) = view.places(view.by_tag["img"])
    assert (view.said(place), view.word_before(place), view.word_behind(place)) == ("/1.jpg", "Cover", "small")
    span = view.span(place)
    assert span is not None
    assert (view.shown_by(span), view.around(place), view.chain(place)[0].tag) == (place, place, "img")
    assert view.shown_by(Span(0, len(page.source))) == Extent(4, place.first + 3)
