"""What the label of a link says about its direction: to the next page, to the previous one, to neither.

    >>> direction_of_label("Next »"), direction_of_label("« Précédente"), direction_of_label("Next day delivery")
    (1.0, -1.0, 0.0)

Legend
    label       a text that names a link for a reader: "Next »", the alt text of an image, "Nächste Seite - 31 bis 60"
    mark        a name that the author of the page gave a link: a class "next page-numbers", a file "arrow-right.png"
    direction   1.0: surely to the next page; 0.5: perhaps; 0.0: nothing is said; negative: to the previous page
    filler      a word that says what is paged, not where to: "page", "posts", "Ergebnis"

"Older", "newer" and "more" have no direction: many sites call older posts the next page, and many the previous
one. The arrow and the mark beside them decide, and where there is none, the numbers of the pages.
"""

import re
import unicodedata

_NEXT = """
next nxt forward
weiter nächste nächster nächstes nächsten naechste vor vorwärts
suivant suivante suivants suivantes prochain prochaine
siguiente siguientes próxima próximo proxima proximo seguinte seguintes avançar següent hurrengoa
successivo successiva successivi successive avanti prossimo prossima
volgende verder volgend
næste naeste neste nästa næsta seuraava seuraavat
dalej następna następny następne nastepna další dalsi následující ďalšia ďalší naslednja sljedeća sljedeći sledeća
järgmine järgmised nākamā nākamais kitas toliau következő urmatoarea următoarea următorul inainte înainte
следующая следующий следующие следующее далее вперед вперёд наступна наступний далі следваща напред следећа
επόμενη επόμενο επόμενα επομενη sonraki ileri selanjutnya berikutnya seterusnya sau tiếp kế kasunod
次 次へ 次の 下一页 下一頁 下页 下頁 后页 後頁 后一页 다음 ถัดไป หน้าถัดไป
التالي التالية التالى بعدی بعد הבא הבאה अगला अगले পরবর্তী
"""
NEXT = frozenset(_NEXT.split())
_PREVIOUS = """
previous prev prv back
zurück zurueck vorherige vorheriger vorheriges vorige voriger
précédent précédente précédents précédentes precedent precedente precedenti retour
anterior anteriores previo previa atrás indietro vorig terug
forrige förra föregående fyrri edellinen edelliset
wstecz poprzednia poprzedni poprzednie předchozí predchozi predchádzajúca prejšnja prethodna prethodni претходна
eelmine iepriekšējā ankstesnis előző anterioară anteriorul inapoi înapoi
предыдущая предыдущий предыдущие назад попередня предишна
προηγούμενη προηγούμενο προηγούμενα önceki geri sebelumnya trước nakaraang
前 前へ 前の 上一页 上一頁 上页 上頁 前页 前頁 前一页 이전 ก่อนหน้า
السابق السابقة قبلی پیش قبل הקודם הקודמת पिछला পূর্ববর্তী
"""
PREVIOUS = frozenset(_PREVIOUS.split())
CONTINUING = frozenset(
    {
        "older",
        "newer",
        "earlier",
        "ältere",
        "neuere",
        "anciens",
        "récents",
        "antiguas",
        "recientes",
        "oudere",
        "nieuwere",
    }
    | {"過去の投稿", "新しい投稿", "более старые", "более новые", "load more", "see more", "more", "mehr laden", "mehr"}
    | {
        "mehr anzeigen",
        "weitere",
        "weitere laden",
        "voir plus",
        "afficher plus",
        "charger plus",
        "cargar más",
        "ver más",
    }
    | {"mostrar más", "carica altri", "mostra altri", "meer", "meer laden", "meer tonen", "carregar mais", "ver mais"}
    | {"показать ещё", "показать еще", "загрузить ещё", "もっと見る", "加载更多", "더 보기"}
)
_FILLERS = """
page pages pg the a of to results result items posts entries articles set go click here for
list view show matches hits
seite seiten ergebnis ergebnisse bis von zur beiträge einträge
de la le les des à página páginas pagina pagine pàgina resultados entradas artículos los las
résultats articles pagine risultati sida side sidor sivu strona stronę stranica strana stránka страница страницу
страницы sayfa halaman trang σελίδα صفحه الصفحة ページ のページ 페이지
"""
FILLERS = frozenset(_FILLERS.split())
RIGHT = frozenset("▶►▸→⇒➔➜➡»›>❯⟩≫")
LEFT = frozenset("◀◄◂←⇐⬅«‹<❮⟨≪")
WORD = re.compile(r"[^\W\d_]+")
DETAILS = re.compile(r"\s[-–|:(]\s?|[:(]")
PAGE_IN_CHINESE_OR_JAPANESE = re.compile("のページ|ページ|頁へ|页へ")
MARK_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
NEXT_MARKS = frozenset({"next", "nextpostslink", "nextpage", "pagenext", "forward", "weiter", "suivant", "siguiente"})
PREVIOUS_MARKS = frozenset({"prev", "previous", "previouspostslink", "prevpage", "pageprev", "back", "backward"})
POINTERS = frozenset({"arrow", "chevron", "angle", "caret", "icon", "btn", "button", "pager", "page", "pagination"})
PERHAPS = 0.5


def direction_of_label(label: str) -> float:
    """The direction that a label gives.

    >>> [direction_of_label(label) for label in ("次のページ", "Nächste Seite - Ergebnis 31 bis 60", "›", "‹")]
    [1.0, 1.0, 0.5, -0.5]
    >>> [direction_of_label(label) for label in ("← Older posts", "Older posts", "Last »", "2")]
    [-0.5, 0.0, 0.0, 0.0]
    """
    label = unicodedata.normalize("NFKC", label).casefold()
    arrow = (not RIGHT.isdisjoint(label)) - (not LEFT.isdisjoint(label))
    words = WORD.findall(PAGE_IN_CHINESE_OR_JAPANESE.sub(" ", DETAILS.split(label.strip(), maxsplit=1)[0]))
    said = [word for word in words if word not in FILLERS]
    if said and NEXT.issuperset(said):
        return 1.0
    if said and PREVIOUS.issuperset(said):
        return -1.0
    return PERHAPS * arrow if not said or continues_list(label) else 0.0


def continues_list(label: str) -> bool:
    """Whether a label names older, newer or more entries: it belongs to a pager, and gives no direction.

    >>> [continues_list(label) for label in ("Older posts", "Load more", "Older than the hills")]
    [True, True, False]
    """
    words = (word for word in WORD.findall(label.casefold()) if word not in FILLERS)
    return " ".join(words) in CONTINUING


def direction_of_mark(mark: str) -> float:
    """The direction that a name in the source gives; never more than perhaps.

    >>> [direction_of_mark(mark) for mark in ("next page-numbers", "nav-previous", "fa-arrow-right", "prev_next")]
    [0.5, -0.5, 0.5, 0.0]
    >>> direction_of_mark("right-box"), direction_of_mark("copyright")
    (0.0, 0.0)
    """
    words = {word.lower() for word in MARK_WORDS.findall(mark)}
    points = not words.isdisjoint(POINTERS)
    to_next = not words.isdisjoint(NEXT_MARKS) or (points and "right" in words)
    to_previous = not words.isdisjoint(PREVIOUS_MARKS) or (points and "left" in words)
    return PERHAPS * (to_next - to_previous)
