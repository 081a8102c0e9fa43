"""How often good pages have a text where the values of the others are: by the other pages, never by their own."""

from unweave import Example, Page, check, learn, sharpened
from unweave.observations import profile_of
from unweave.wrapper import with_origin

NAMES = ["Jane Austen", "Rudyard Kipling", "Henry Haggard", "Frank Herbert", "William Beckford", "George Eliot"]


def page(number: int, more: str = "") -> Page:
    return Page(f"<h1>Book</h1><p>by <i>{NAMES[number]}</i>{more}<p>Order now", name=f"{number}.html")


def test_good_pages_are_judged_by_the_others() -> None:
    """One of five good pages has a second name behind the label; alone it would be its own anchor."""
    good = [page(0), page(1), page(2), page(3), page(4, "<p>by <i>Anna Leeson</i>")]
    wrapper = learn([Example.from_values(one, [{"author": name}]) for one, name in zip(good[:2], NAMES, strict=False)])
    known = with_origin(wrapper, site_profile=profile_of(wrapper, good))
    assert known.origin.site_profile.fields["author"].features["misplaced"].seen == {"no": 4, "yes": 1}
    later = page(5, "<p>by <i>Bobby Rayes</i>")
    assert (
        check(known, [later]).probability
        < check(with_origin(known, site_profile=profile_of(wrapper, good[:4])), [later]).probability
    )
    assert sharpened(known, [page(5)]).origin.site_profile.fields["author"].features["misplaced"].total == 6
