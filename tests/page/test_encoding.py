import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Encoding, Page
from unweave.page.encoding import HEAD, declared_name, declared_name_by_scan, decode
from unweave.page.encoding_names import LABELS, codec_of

CASES: dict[str, tuple[bytes, str | None, str, Encoding]] = {
    "UTF-8": (b"\xc3\xa9", None, "\u00e9", Encoding("utf-8", "valid UTF-8")),
    "ASCII": (b"e", None, "e", Encoding("utf-8", "valid UTF-8")),
    "nothing": (b"", None, "", Encoding("utf-8", "valid UTF-8")),
    "not UTF-8": (b"\xe9\x80", None, "\u00e9\u20ac", Encoding("windows-1252", "not valid UTF-8")),
    "undefined bytes": (b"\x81\x8d\x80", None, "\x81\x8d\u20ac", Encoding("windows-1252", "not valid UTF-8")),
    "mark of UTF-8": (codecs.BOM_UTF8 + b"x", "latin-1", "x", Encoding("utf-8", "byte order mark")),
    "mark of UTF-16": (codecs.BOM_UTF16_LE + b"x\0", None, "x", Encoding("utf-16le", "byte order mark")),
    "mark of UTF-16, big end": (codecs.BOM_UTF16_BE + b"\0x", None, "x", Encoding("utf-16be", "byte order mark")),
    "mark of UTF-32": (codecs.BOM_UTF32_LE + b"x\0\0\0", None, "x", Encoding("utf-32le", "byte order mark")),
    "UTF-16 without mark": (b"<\0p\0>\0", None, "<p>", Encoding("utf-16le", "every second byte is NUL")),
    "UTF-16 without mark, big end": (b"\0<\0p\0>", None, "<p>", Encoding("utf-16be", "every second byte is NUL")),
    "the caller": (b"\xe9", "ISO-8859-1", "\u00e9", Encoding("windows-1252", "given by the caller")),
    "a blank caller": (b"\xc3\xa9", " ", "\u00e9", Encoding("utf-8", "valid UTF-8")),
    "an unknown caller": (b"\xc3\xa9", "klingon", "\u00e9", Encoding("utf-8", "valid UTF-8 (unknown label 'klingon')")),
    "no encoding of text": (b"\xc3\xa9", "rot13", "\u00e9", Encoding("utf-8", "valid UTF-8 (unknown label 'rot13')")),
    "a wrong label": (b"\xe9x", "utf-8", "\ufffdx", Encoding("utf-8", "given by the caller")),
}
DECLARED = "<meta charset>"
GUESSED = "valid UTF-8"
METAS: dict[str, tuple[str, bytes, str | None, str, Encoding]] = {
    "quoted": ('<meta charset="koi8-r">', b"\xcd", None, "\u043c", Encoding("koi8-r", DECLARED)),
    "in capitals": ("<META CHARSET=Shift_JIS>", b"\x82\xa0", None, "\u3042", Encoding("shift_jis", DECLARED)),
    "not quoted": ("<meta charset=gb2312>", b"\xd6\xd0", None, "\u4e2d", Encoding("gbk", DECLARED)),
    "http-equiv": (
        '<meta http-equiv="Content-Type" content="text/html; charset=big5">',
        b"\xa4\xa4",
        None,
        "\u4e2d",
        Encoding("big5", DECLARED),
    ),
    "no http-equiv": ("<meta content='charset=koi8-r'>", b"\xc3\xa9", None, "\u00e9", Encoding("utf-8", GUESSED)),
    "in a comment": ("<!-- <meta charset=koi8-r> -->", b"\xc3\xa9", None, "\u00e9", Encoding("utf-8", GUESSED)),
    "in a script": ("<script><meta charset=koi8-r></script>", b"\xc3\xa9", None, "\u00e9", Encoding("utf-8", GUESSED)),
    "UTF-16": ("<meta charset=utf-16>", b"\xc3\xa9", None, "\u00e9", Encoding("utf-8", DECLARED)),
    "unknown": (
        "<meta charset=x>",
        b"\xe9",
        None,
        "\u00e9",
        Encoding("windows-1252", "not valid UTF-8 (unknown label 'x')"),
    ),
    "behind an unknown caller": (
        "<meta charset=latin2>",
        b"\xb1",
        "x",
        "\u0105",
        Encoding("iso-8859-2", "<meta charset> (unknown label 'x')"),
    ),
    "behind a caller": (
        "<meta charset=koi8-r>",
        b"\xc3\xa9",
        "utf8",
        "\u00e9",
        Encoding("utf-8", "given by the caller"),
    ),
    "twice": ("<meta charset=koi8-r><meta charset=utf-8>", b"\xcd", None, "\u043c", Encoding("koi8-r", DECLARED)),
}


@pytest.mark.parametrize("name", CASES)
def test_decode(name: str) -> None:
    """Mark, caller, meta, UTF-8, windows-1252, in this order; and why it was that one."""
    data, charset, text, encoding = CASES[name]
    assert decode(data, charset) == (text, encoding)


@given(
    st.binary(), st.sampled_from([None, "", "utf-8", "utf-16", "gbk", "big5", "shift_jis", "iso-2022-jp", "no such"])
)
def test_no_bytes_raise(data: bytes, charset: str | None) -> None:
    """Random bytes under any label give a text, and one that can be written again."""
    page = Page.from_bytes(data, charset=charset)
    assert page.encoding is not None
    assert "\0" not in page.source
    page.source.encode()


@given(st.text(), st.sampled_from(["utf-8", "utf-16", "utf-32", "gb18030"]))
def test_text_survives(text: str, codec: str) -> None:
    """What was encoded with a label comes back as it was, newlines aside."""
    data = text.encode(codec, "ignore")
    label = {"utf-16": "utf-16le", "utf-32": "utf-32le"}.get(codec, codec)
    assert decode(data, label)[0] == data.decode(codec)


META_PARTS = (
    *("<meta charset=koi8-r>", "<META a='>' charset='latin2'/>", "<meta\tcharset =big5", "<meta charset=>", "<metas>"),
    *("<meta http-equiv=content-type content='text/html; charset=gbk'>", "<meta content='&#99;harset=utf-8' "),
    *("http-equiv=Content-Type>", "<meta", "<meta name=x>", "<link charset=x>", "<script charset=x>", "</script>"),
    *("<!-- <meta", "<!--", "-->", "<!x", "<?x", "</", "</x", "<title>", "</title>", "<style>", "</style >", "<body>"),
    *("<svg>", "</svg>", "<math><mi>", "<p>", "<textarea>", "</TEXTAREA>", "<plaintext>", "<xmp>", "</xmp", "<a b="),
    *("'", '"', ">", "<", "=", "/", " ", "charset", "x", "&", "<![CDATA[", "]]>", "<noscript>", "</noscript>"),
)


@given(st.lists(st.sampled_from(META_PARTS), max_size=12).map("".join))
def test_declarations_are_those_of_a_whole_scan(source: str) -> None:
    """The regular expression that passes over other markup gives what a scan of the head gives."""
    head = source.partition("<body")[0]
    expected = declared_name_by_scan(head) if "charset" in head.lower() else None
    assert declared_name(source.encode()) == expected


@given(st.lists(st.sampled_from(META_PARTS) | st.text(max_size=3), max_size=12).map("".join))
def test_declarations_in_any_text(source: str) -> None:
    """The same with any other characters between the tags."""
    data = source.encode(errors="ignore")
    head = data.partition(b"<body")[0].decode("latin-1")
    expected = declared_name_by_scan(head) if b"charset" in data.partition(b"<body")[0].lower() else None
    assert declared_name(data) == expected


@pytest.mark.parametrize("part", META_PARTS)
def test_long_declarations_are_those_of_a_whole_scan(part: str) -> None:
    """The same for a head that is full of one part."""
    source = (part * HEAD)[: HEAD - 7].partition("<body")[0] + "charset"
    assert declared_name(source.encode()) == declared_name_by_scan(source)


ENCODINGS = sorted(set(LABELS.values()))
BYTES = (
    b"\r",
    b"\n",
    b"\r\n",
    b"\0",
    b"\x1b$B",
    b"\x1b(B",
    b"\x82",
    b"\xe2\x82",
    b"\x81\x30",
    b"a",
    codecs.BOM_UTF16_LE,
)
NOT_WIDE = [(name, codec) for name, codec in ENCODINGS if not Encoding(name, "").is_wide]


@given(st.lists(st.sampled_from(BYTES) | st.binary(max_size=4)).map(b"".join), st.sampled_from(ENCODINGS))
def test_bytes_are_normalized_as_text_is(data: bytes, encoding: tuple[str, str]) -> None:
    """A page of bytes needs no search for invalid characters; it has the source that a page of the same text has."""
    for name in (encoding[0], None):
        assert Page.from_bytes(data, charset=name).source == Page(decode(data, name)[0]).source


@pytest.mark.parametrize("encoding", NOT_WIDE)
def test_only_nul_is_decoded_to_nul(encoding: tuple[str, str]) -> None:
    """Except in UTF-16 and UTF-32, bytes without NUL give a text without NUL and without surrogates."""
    name, codec = encoding
    pairs = b"".join(bytes([first, second, 32]) for first in range(1, 256) for second in range(1, 256))
    text = decode(pairs, name)[0] + bytes(range(1, 256)).decode(codec, "replace")
    assert "\0" not in text
    text.encode()


@pytest.mark.parametrize("label", LABELS)
def test_every_label_has_a_codec(label: str) -> None:
    """Python knows a codec for every label of the table, and the table is written as it is looked up."""
    known = codec_of(label)
    assert known is not None
    assert isinstance(b"x".decode(known[1], "replace"), str)


@pytest.mark.parametrize("label", ["ISO_8859-1:1987", "latin-1", "Latin1", "US-ASCII", "ascii", "cp1252", " x-cp1252 "])
def test_what_is_called_latin_1_is_windows_1252(label: str) -> None:
    """As on the web, where these labels have always meant the larger set."""
    assert codec_of(label) == ("windows-1252", "cp1252")
