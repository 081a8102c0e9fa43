"""What rules promise of values that are attributes."""

from unweave.page import Page, Span
from unweave.records import Example
from unweave.rules import Rules
from unweave.rules.partial_views import AttributeView
from unweave.rules.views import Extent, PageView
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
    """A value may be given as it is on the page or as an absolute address; it is found as it is on the page."""
    wrapper = Rules().learn(EXAMPLES)
    assert [one.to_dict() for one in wrapper.extract(detail("Dune", 3))] == [
        {"cover": "/c/3.jpg", "link": "../b/3?a&b"}
    ]
    assert loads(dumps(wrapper)) == wrapper


def test_the_attribute_is_described_and_exported() -> None:
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
    """CommonWords a record's node, the node itself is the record and not the one text it shows."""
    wrapper = Rules().learn([Example.from_values(*shelf(("Emma", "/1"), ("Kim", "/2")))])
    assert wrapper.explain().statements[0].text == "each record is the <li class=book>"
    page, records = shelf(("Dune", "/7"))
    assert [record.to_dict() for record in wrapper.extract(page)] == records


def test_part_of_an_attribute_is_cut_out() -> None:
    """A rating that is only in a class."""
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


def test_extents_of_attributes_are_elements() -> None:
    """Extent, text, span, and the texts before and after."""
    page = Page("<p>Cover <img src=' /1.jpg '> small<img alt=x>")
    view = AttributeView(PageView(page), "src")
    (extent,) = view.extents(view.by_tag["img"])
    assert (view.text(extent), view.previous_text(extent), view.next_text(extent)) == ("/1.jpg", "Cover", "small")
    span = view.span(extent)
    assert span is not None
    assert (view.extent_of_span(span), view.enclosing(extent), view.nodes_of(extent)[0].tag) == (extent, extent, "img")
    assert view.extent_of_span(Span(0, len(page.source))) == Extent(4, extent.first + 3)


def test_an_attribute_that_occurs_twice_is_learned() -> None:
    """Of two images with one address, the one beside the record's other values is meant."""
    source = "<div><p><img src=/a.png></p></div><div><p>x<b>$5</b></p><p><img src=/a.png></p></div>"
    example = Example.from_values(Page(source), [{"img": "/a.png", "price": "$5"}])
    found = Rules().learn([example]).extract(Page(source.replace("$5", "$7")))
    assert [record.to_dict() for record in found] == [{"img": "/a.png", "price": "$7"}]
