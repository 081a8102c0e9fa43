"""The names of encodings in pages and HTTP headers, as the WHATWG Encoding Standard lists them.

The standard calls them labels. They are compared by their letters and digits, so that ``ISO_8859-1`` and ``latin-1``
are found as well. Some mean a larger encoding, as browsers have always read them: latin-1 is windows-1252, gb2312
is gb18030.

    >>> codec_of("ISO-8859-1"), codec_of("Shift_JIS"), codec_of("klingon")
    (('windows-1252', 'cp1252'), ('shift_jis', 'cp932'), None)
"""

import re

# The standard's name, Python's codec, and the labels without their punctuation.
_TABLE = """
utf-8           utf-8        utf8 unicode11utf8 unicode20utf8 xunicode20utf8
windows-1252    cp1252       windows1252 ansix341968 ascii cp1252 cp819 csisolatin1 ibm819 iso88591 isoir100 \
                             iso885911987 l1 latin1 usascii xcp1252 xuserdefined
ibm866          cp866        ibm866 866 cp866 csibm866
iso-8859-2      iso-8859-2   iso88592 csisolatin2 isoir101 iso885921987 l2 latin2
iso-8859-3      iso-8859-3   iso88593 csisolatin3 isoir109 iso885931988 l3 latin3
iso-8859-4      iso-8859-4   iso88594 csisolatin4 isoir110 iso885941988 l4 latin4
iso-8859-5      iso-8859-5   iso88595 csisolatincyrillic cyrillic isoir144 iso885951988
iso-8859-6      iso-8859-6   iso88596 arabic asmo708 csiso88596e csiso88596i csisolatinarabic ecma114 iso88596e \
                             iso88596i isoir127 iso885961987
iso-8859-7      iso-8859-7   iso88597 csisolatingreek ecma118 elot928 greek greek8 isoir126 iso885971987 suneugreek
iso-8859-8      iso-8859-8   iso88598 csiso88598e csisolatinhebrew hebrew iso88598e isoir138 iso885981988 visual \
                             csiso88598i iso88598i logical
iso-8859-10     iso-8859-10  iso885910 csisolatin6 isoir157 l6 latin6
iso-8859-13     iso-8859-13  iso885913
iso-8859-14     iso-8859-14  iso885914
iso-8859-15     iso-8859-15  iso885915 csisolatin9 l9 latin9
iso-8859-16     iso-8859-16  iso885916
koi8-r          koi8-r       koi8r cskoi8r koi koi8
koi8-u          koi8-u       koi8u koi8ru
macintosh       mac-roman    macintosh csmacintosh mac xmacroman
windows-874     cp874        windows874 dos874 iso885911 tis620
windows-1250    cp1250       windows1250 cp1250 xcp1250
windows-1251    cp1251       windows1251 cp1251 xcp1251
windows-1253    cp1253       windows1253 cp1253 xcp1253
windows-1254    cp1254       windows1254 cp1254 xcp1254 csisolatin5 iso88599 isoir148 iso885991989 l5 latin5
windows-1255    cp1255       windows1255 cp1255 xcp1255
windows-1256    cp1256       windows1256 cp1256 xcp1256
windows-1257    cp1257       windows1257 cp1257 xcp1257
windows-1258    cp1258       windows1258 cp1258 xcp1258
x-mac-cyrillic  mac-cyrillic xmaccyrillic xmacukrainian
gbk             gb18030      gbk chinese csgb2312 csiso58gb231280 gb2312 gb231280 isoir58 xgbk
gb18030         gb18030      gb18030
big5            big5hkscs    big5 big5hkscs cnbig5 csbig5 xxbig5
euc-jp          euc-jp       eucjp cseucpkdfmtjapanese xeucjp
iso-2022-jp     iso-2022-jp  iso2022jp csiso2022jp
shift_jis       cp932        shiftjis csshiftjis ms932 mskanji sjis windows31j xsjis cp932
euc-kr          cp949        euckr cseuckr csksc56011987 isoir149 korean ksc56011987 ksc56011989 ksc5601 \
                             windows949 cp949
utf-16be        utf-16-be    utf16be unicodefffe
utf-16le        utf-16-le    utf16le utf16 csunicode iso10646ucs2 ucs2 unicode unicodefeff
utf-32be        utf-32-be    utf32be
utf-32le        utf-32-le    utf32le utf32
"""


def _labels() -> dict[str, tuple[str, str]]:
    rows = (line.split() for line in _TABLE.strip().splitlines())
    return {label: (name, codec) for name, codec, *labels in rows for label in (name, *labels)}


LABELS = _labels()


def codec_of(label: str) -> tuple[str, str] | None:
    """The name of the encoding that a label means and Python's codec for it; None if the label is unknown.

    >>> codec_of(" utf8 ")
    ('utf-8', 'utf-8')
    """
    return LABELS.get(label) or LABELS.get(re.sub(r"[^a-z0-9]", "", label.lower()))
