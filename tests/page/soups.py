"""Pages to try: any text with much markup in it, tag soup, and well-formed HTML."""

from hypothesis import strategies as st

BLOCKS = ("div", "section", "ul", "blockquote")
INLINES = ("b", "i", "span", "em", "a")
WORDS = (
    "Congo",
    "242",
    "Tea &amp; cake",
    "&euro;5",
    "1 &lt; 2",
    "caf\u00e9",
    "\u4e2d\u6587",
    "\U0001f600",
    "a&nbsp;b",
    "AT&T",
)
CRUMBS = (
    *("x", "foo bar", " ", "\n", "\n\n z", "&amp;", "&#32;", "&#10;q", "&", "<", "a<5", "]]>", "\u4e2d"),
    *(
        "<!-- c -->",
        "<!-->",
        "<!--->",
        "<!-- x --!>",
        "<!--",
        "<![CDATA[ f & ]]>",
        "<!x>",
        "</>",
        "</ x>",
        "<!doctype html>",
    ),
    *('<a b="', "<a b='c", "<a b=", "<a", "</a", "<script>", "</script>", "<!--<script>", "-->", "<style>", "</style>"),
)
TAGS = (
    *(
        "a",
        "b",
        "p",
        "div",
        "table",
        "tr",
        "td",
        "tbody",
        "caption",
        "colgroup",
        "select",
        "option",
        "form",
        "svg",
        "math",
    ),
    *(
        "title",
        "desc",
        "foreignObject",
        "style",
        "script",
        "textarea",
        "pre",
        "listing",
        "template",
        "li",
        "h1",
        "button",
    ),
    *("nobr", "br", "img", "input", "head", "body", "html", "iframe", "xmp", "plaintext", "image", "mi", "noembed"),
)
ATTRIBUTES = (
    "",
    " class=x",
    ' a="b>c"',
    " t='<p>'",
    ' type="hidden"',
    "/",
    " /",
    " x=y/",
    " =q",
    " A=1 a=2",
    " v=&amp;",
)

any_text = st.text(st.sampled_from("<>/!-='\"? \n\fabpsx&;#[]")) | st.text()
tags = st.builds(
    lambda end, tag, rest: f"<{end}{tag}{rest}>",
    st.sampled_from(["", "/"]),
    st.sampled_from(TAGS),
    st.sampled_from(ATTRIBUTES),
)
soup = st.lists(st.sampled_from(CRUMBS) | tags, max_size=25).map("".join)

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
inline = st.recursive(
    texts,
    lambda inner: st.builds(
        lambda tag, title, parts: f'<{tag} title="{title}">{"".join(parts)}</{tag}>',
        st.sampled_from(INLINES[:-1]),
        texts,
        st.lists(inner, max_size=3),
    ),
    max_leaves=6,
)
well_formed = st.recursive(
    inline,
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag} class=x>{chr(10).join(parts)}</{tag}>",
        st.sampled_from(BLOCKS),
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
).map(lambda body: f"<!doctype html><html><head><title>t</title></head><body>{body}</body></html>")
