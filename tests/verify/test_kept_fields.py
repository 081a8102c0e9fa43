"""What trust promises: beside a field that is read wrong, one in places that are all new has none."""

from unweave import Example, Page, learn
from unweave.observations import profile_of
from unweave.verify.kept_fields import placed_fields
from unweave.wrapper import with_origin

TITLES = ("Emma", "Kim", "She", "Dune", "Vathek", "Nana")


def test_a_field_is_placed_if_something_around_its_values_is_known() -> None:
    """The text behind them is enough; where that is new, too, a heading may be any heading."""
    good = [Page(f"<div>Books</div><h1>{title}</h1><p>Price</p>", name=title) for title in TITLES]
    wrapper = learn([Example.from_values(page, [{"title": page.name}]) for page in good[:3]])
    wrapper = with_origin(wrapper, site_profile=profile_of(wrapper, good))
    moved = [Page(f"<b>Top</b><h1>{title}</h1><p>Price</p>") for title in TITLES]
    other = [Page(f"<b>Top</b><h1>{title}</h1><p>Rent</p>") for title in TITLES]
    read = [[record["title"] for page in pages for record in wrapper.extract(page)] for pages in (good, moved, other)]
    assert read == [list(TITLES)] * 3
    assert [placed_fields(wrapper, pages, ["title"]) for pages in (good, moved, other)] == [["title"], ["title"], []]
