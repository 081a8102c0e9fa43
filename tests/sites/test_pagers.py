"""Links to the next page: a collection of pagers, what must not be taken for one, and examples."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave import Page, Pager, errors, learn_pager, next_pages
from unweave.sites.page_addresses import same_page

LIST = "http://a.org/list"


def found(html: str, url: str | None = f"{LIST}?p=2") -> list[str]:
    """The next pages by their last part."""
    return [target.removeprefix(LIST) for target in next_pages(Page(html, url=url, html=True))]


NUMBERS = '<a href="?p=1">1</a> <b>2</b> <a href="?p=3">3</a> <a href="?p=4">4</a>'


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="?p=3">Next</a>', ["?p=3"]),
        ('<a href="?p=3" rel="next"><img src="x.png"></a>', ["?p=3"]),
        ('<a href="?p=1">&laquo;</a> <a href="?p=3">&raquo;</a>', ["?p=3"]),
        ('<a href="?p=1">&lt;</a> <a href="?p=3">&gt;</a> <a href="?p=90">&gt;&gt;</a>', ["?p=3"]),
        ('<a href="?p=3"><img alt="Nächste Seite"></a>', ["?p=3"]),
        ('<a href="?p=3" aria-label="Next page"><i></i></a>', ["?p=3"]),
        ('<a href="?p=3" title="Page suivante"><i class="fa fa-arrow-right"></i></a>', ["?p=3"]),
        (
            '<p><a href="?p=1"><i class="chevron-left"></i></a><a href="?p=3"><i class="chevron-right"></i></a>',
            ["?p=3"],
        ),
        (NUMBERS, ["?p=3"]),
        (f"<p>{NUMBERS}</p><table><tr><td>x</table><p>{NUMBERS}</p>", ["?p=3"]),
        ('<a href="?p=1">1</a> <a class="current" href="?p=2">2</a> <a href="?p=3">3</a>', ["?p=3"]),
        ('<a href="?p=1">1</a> <a aria-current="page" href="?p=2&x">2</a> <a href="?p=3">3</a>', ["?p=3"]),
        ('<a href="?p=3">Load more</a>', ["?p=3"]),
        ('<a href="?p=1">Newer posts</a> <a href="?p=3">Older posts</a>', ["?p=3"]),
        ('<a href="?p=3">Older posts &rarr;</a>', ["?p=3"]),
        ('<a href="page/9">Next</a> <a href="?p=7">Next</a>', ["http://a.org/page/9", "?p=7"]),
    ],
)
def test_the_next_page_is_found(html: str, expected: list[str]) -> None:
    """By word, rel, arrow, image, class, number."""
    assert found(html) == expected


@pytest.mark.parametrize(
    ("what", "html"),
    [
        ("a single page", '<h1>Tea</h1><a href="/about">About</a>'),
        ("the last page", '<a href="?p=0">1</a> <a href="?p=1">2</a> <b>3</b> <a href="?p=1">Previous</a>'),
        ("no link", '<a href="?p=1">Previous</a> <span class="next">Next</span>'),
        ("a disabled link", '<a href="?p=1">Previous</a> <a class="next disabled" href="?p=3">Next</a>'),
        ("a disabled item", '<ul><li><a href="?p=1">1</a><li class="disabled"><a href="?p=3">Next</a></ul>'),
        ("a link to the page itself", '<a href="?p=1">Previous</a> <a href="?p=2#top">Next</a>'),
        ("a script", '<a href="#" class="next">Next</a> <a href="javascript:go(3)">Next</a>'),
        ("a sentence", '<a href="/delivery">Next day delivery</a> <a href="/x?p=3">Read more &raquo;</a>'),
        ("another topic", '<a href="/t/8">Previous topic</a> <a href="/t/9">Next topic</a>'),
        ("another article", '<a rel="prev" href="/emma">Emma</a> <a rel="next" href="/kim">Kim</a>'),
        ("the last page alone", '<a href="?p=1">First</a> <a href="?p=90">Last &raquo;</a>'),
        ("pages of a topic", '<p><a href="/t/8">Tea</a> (1, <a href="/t/8?p=2">2</a>, <a href="/t/8?p=3">3</a>)</p>'),
        ("years", '<a href="/2024">2024</a> <b>2025</b> <a href="/2026">2026</a>'),
        (
            "a calendar",
            f"<table><tr><td>{NUMBERS.replace(' <', '<td><')}<tr><td><a href='?p=5'>5</a></table>",
        ),
    ],
)
def test_there_is_no_next_page(what: str, html: str) -> None:
    """Last pages, disabled links, and what only looks like a pager."""
    assert found(html) == [], what


@pytest.mark.parametrize(
    "label",
    [
        "Next page", "Weiter", "Nächste Seite", "Page suivante", "Suivant »", "Siguiente", "Próxima",
        "Pagina successiva", "Volgende", "Næste", "Nästa", "Seuraava", "Następna strona", "Další",
        "Следующая страница", "Далее", "Επόμενη", "Sonraki",
        "次のページ", "下一页", "다음 페이지", "التالي", "הבא", "Selanjutnya", "Next 10 results",
    ],
)  # fmt: skip
def test_languages(label: str) -> None:
    """The word alone is enough, also where the page has no address."""
    assert found(f'<a href="/more?x">{label}</a>', url=None) == ["/more?x"]


def test_the_first_page_has_no_number() -> None:
    """``/blog/`` is followed by ``/blog/page/2/``, also by numbers alone."""
    html = '<b>1</b> <a href="/blog/page/2/">2</a> <a href="/blog/page/3/">3</a>'
    assert found(html, url="http://a.org/blog/") == ["http://a.org/blog/page/2/"]


def test_numbers_are_enough_without_an_address_if_the_page_has_one_list() -> None:
    """With several pagers of numbers, none of them is known to be that of the page."""
    one, other = (f'<p>1 <a href="/{name}/2">2</a> <a href="/{name}/3">3</a></p>' for name in "xy")
    assert found(one, url=None) == ["/x/2"]
    assert found(one + "<hr>" + other, url=None) == []


def test_offsets() -> None:
    """The page size is free."""
    html = '<a href="?start=15">«</a> <a href="?start=45">»</a> <a href="?start=90">»</a>'
    assert found(html, url=f"{LIST}?start=30") == ["?start=45"]


def test_two_lists_on_a_page() -> None:
    """Each has its own next page."""
    one, other = (
        f'<p>1 <a href="/{name}/2">2</a> <a href="/{name}/3">3</a> <a href="/{name}/2">&gt;</a></p>'
        for name in ("new", "old")
    )
    lists = one + other
    assert found(lists, url="http://a.org/x") == ["http://a.org/new/2", "http://a.org/old/2"]


def test_a_cycle() -> None:
    """The last page leads to the first one: that is what the page says, and who follows links must notice it."""
    assert found('<a href="?p=1">Previous</a> <a href="?p=0">Next</a>') == ["?p=0"]
    assert found('<a href="?p=1">Previous</a> <a href="?p=1">Next</a>') == ["?p=1"]


def test_one_address_for_all_pages() -> None:
    """A pager of buttons and scripts has no targets."""
    assert found('<form method="post"><button name="p" value="3">Next</button></form><a href="?p=2">Next</a>') == []


def test_base_and_canonical_address() -> None:
    """Targets are relative to ``<base>``; a page without an address may name its own."""
    assert found('<base href="/other/"><a href="3.html">Next</a>') == ["http://a.org/other/3.html"]
    html = '<link rel="canonical" href="http://a.org/list?p=2"><a href="http://a.org/list?p=2">Next</a>'
    assert found(html, url=None) == []


def test_by_numbers() -> None:
    """Older posts that are called the previous page are the next one by numbers."""
    older, newer = '<a class="nav-previous" href="/page/5">Older posts</a>', '<a href="/page/3">Newer posts &rarr;</a>'
    page = Page(older + newer, url="http://a.org/page/4")
    assert next_pages(page) == ["http://a.org/page/3"]
    assert next_pages(page, by="numbers") == ["http://a.org/page/5"]


def test_the_head_names_the_next_page() -> None:
    """It counts by numbers, where no link of the page does."""
    page = Page('<link rel="next" href="?p=3"><p>x', url=f"{LIST}?p=2")
    assert next_pages(page) == []
    assert next_pages(page, by="numbers") == [f"{LIST}?p=3"]


def test_an_example_corrects() -> None:
    """What is shown is wanted on other pages, and what was taken wrongly is not."""
    pager = learn_pager(
        [(Page('<a href="/b" class="x">onward</a> <a href="/q">Next</a>', url="http://a.org/"), ["/b"])]
    )
    other = Page('<a href="/c" class="x">onward</a> <a href="/q">Next</a>', url="http://a.org/b")
    assert next_pages(other) == ["http://a.org/q"]
    assert next_pages(other, pager=pager) == ["http://a.org/c"]
    assert next_pages(Page('<a href="/q">Next</a>', url="http://a.org/z"), pager=pager) == []


def test_an_example_without_next_page_refuses_what_would_be_taken() -> None:
    """A pager of numbers that is not wanted, for example."""
    pager = learn_pager([(Page(NUMBERS, url=f"{LIST}?p=2"), [])])
    assert next_pages(Page(NUMBERS, url=f"{LIST}?p=2"), pager=pager) == []


def test_an_example_keeps_previous_links_apart() -> None:
    """The first page has no previous link; one of the same class on the second page is not taken."""
    pager = learn_pager([(Page('<p><a class="text" href="?p=2">Next &gt;</a>', url=LIST), ["?p=2"])])
    second = '<p><a class="text" href="?p=1">&lt; Prev</a> <a class="text" href="?p=3">Next &gt;</a>'
    assert next_pages(Page(second, url=f"{LIST}?p=2"), pager=pager) == [f"{LIST}?p=3"]


def test_an_example_may_want_scripts() -> None:
    """Their targets are given as they are."""
    html = '<a rel="next" href="javascript:;"></a>'
    assert found(html) == []
    assert next_pages(Page(html, url=LIST), pager=learn_pager([(Page(html, url=LIST), ["javascript:;"])])) == [
        "javascript:;"
    ]


def test_an_example_with_a_target_that_is_not_on_the_page() -> None:
    """It is an error with the target."""
    with pytest.raises(errors.BadInput, match=r"first.html: no link leads to 'http://a.org/list\?p=8'"):
        learn_pager([(Page("<a href='?p=2'>Next</a>", name="first.html", url=LIST), ["?p=8"])])


def test_a_pager_that_knows_nothing_changes_nothing() -> None:
    """Without examples the result is the same."""
    assert next_pages(Page(NUMBERS, url=f"{LIST}?p=2"), pager=Pager()) == [f"{LIST}?p=3"]


def test_plain_text_has_no_next_page() -> None:
    """A page that is not HTML has no links."""
    assert next_pages(Page("next: 2", name="x.txt")) == []


LABELS = ["Next", "«", "»", "1", "2", "3", "<b>2</b>", "Older posts", "more", "9" * 30]
TARGETS = ["?p=1", "?p=2", "?p=3", "#", "", "/list?p=2", "list", "https://a.org/list?p=2#x", "http://[", "javascript:;"]
PARTS = st.sampled_from([*LABELS, *TARGETS])
ANCHOR = st.builds('<a rel="{}" class="{}" href="{}">{}</a>'.format, PARTS, PARTS, PARTS, PARTS)
ADDRESS = st.sampled_from([None, LIST, f"{LIST}?p=2", "http://a.org/", "http://[", "list.html"])


@given(st.lists(st.one_of(ANCHOR, PARTS, st.text(string.printable, max_size=20)), max_size=8), ADDRESS)
def test_the_page_itself_is_never_among_its_next_pages(parts: list[str], url: str | None) -> None:
    """Whatever the page has, by labels and by numbers; each target is given once."""
    page = Page(" ".join(parts), url=url, html=True)
    for result in (next_pages(page), next_pages(page, by="numbers")):
        assert not any(same_page(target, url) for target in result if url)
        assert len(set(result)) == len(result)
