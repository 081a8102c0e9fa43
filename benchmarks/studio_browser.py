"""The studio in a real browser: how long from a click to the painted marks, and how many clicks for real pages?

    PYTHONPATH=src:tests python benchmarks/studio_browser.py [--quick] [--times] [--work] [--person]

* ``--times``: milliseconds from the click to the frame after the marks were drawn, median of several clicks, on pages
  with 2,000, 20,000 and 50,000 elements and on one of 5 MB. The first marks are a draft; the time until what was
  learned is drawn is the second figure. Wanted for the first one: under 100 at 2,000 elements, under 250 at 20,000.
* ``--work``: for the same pages the seconds of work (CPU time) of the server, without a browser: to open the page (its
  tree, its view, its units), to answer a click with a draft, and to learn from it. Other work on the machine does not
  change them much.
* ``--person``: a scripted person works ten pages of ten sites, five lists and five sites with one record a page (three
  pages are open then). It clicks the values of the first record, one click for each field, then corrects: a wrong value
  that is marked, or a missing one, is one more click; where a mark has too much or too little, it drags over the right
  part. Then the data is exported and compared with the labels. Wanted:
  in the median at most 3 clicks beyond one for each field. Of the list pages those are taken whose labels are on the
  page: some were edited ("Inos" where the page has "*Inos"), and nobody can click what is not there.

Without options all three. ``--quick``: two sites of each kind.
"""

import csv
import io
import json
import statistics
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any, TypeAlias

from playwright.sync_api import Browser, sync_playwright

from data import bench_root, command_line, read_json, sites, skip_word
from studio.browser.driver import ARGS, StudioServers, StudioWindow
from studio.client import StudioClient
from unweave.page import Page, Span
from unweave.run.browser import find_chromium

GoldRecord: TypeAlias = Mapping[str, Sequence[str]]
"""The values of each field of a record."""
SITES = 5
OPENED = 3
MOST_CORRECTIONS = 8
ROWS = {2_000: 500, 20_000: 5_000, 50_000: 12_500}
LONG_TEXT = "word " * 80
CLICKS = 11

PLACES = """([value]) => {
  const collapse = text => text.replace(/[\\s\\u00a0]+/g, ' ').trim();
  const doc = document.querySelector('iframe').contentDocument;
  const walker = doc.createTreeWalker(doc.body, 4), whole = [], parts = [];
  for (let at = 0; walker.nextNode(); at += 1) {
    const text = collapse(walker.currentNode.data);
    if (!text.includes(value) || !walker.currentNode.parentElement.checkVisibility()) continue;
    (text === value ? whole : parts).push(at);
  }
  return [whole, parts];
}"""
BOX = """([at, value]) => {
  const frame = document.querySelector('iframe'), doc = frame.contentDocument;
  const walker = doc.createTreeWalker(doc.body, 4);
  for (let number = 0; walker.nextNode(); number += 1) {
    if (number !== at) continue;
    const node = walker.currentNode, range = doc.createRange();
    const words = value.split(' ').map(word => word.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&'));
    const found = new RegExp(words.join('[\\\\s\\u00a0]+')).exec(node.data);
    if (!found) return null;
    range.setStart(node, found.index); range.setEnd(node, found.index + found[0].length);
    node.parentElement.scrollIntoView({block: 'center'});
    const rects = [...range.getClientRects()].filter(rect => rect.width), place = frame.getBoundingClientRect();
    if (!rects.length) return null;
    const [first, last] = [rects[0], rects.at(-1)];
    return [place.left + first.left, place.top + first.top + first.height / 2,
            place.left + last.right, place.top + last.top + last.height / 2];
  }
}"""
MARK_BOX = """async ([key]) => {
  const {controller} = await import('/static/page.js');
  const entry = controller.view.entries.get(key);
  if (!entry) return null;
  const target = controller.view.markTarget(entry);
  target.element.scrollIntoView({block: 'center'});
  const rect = controller.view.rects(target)[0], place = document.querySelector('iframe').getBoundingClientRect();
  if (!rect) return null;
  return [place.left + (rect.left + rect.right) / 2, place.top + (rect.top + rect.bottom) / 2];
}"""
LISTEN = """async () => {
  const {store} = await import('/static/store.js');
  window.painted = [];
  document.querySelector('.glass').addEventListener('click', () => {
    const began = performance.now(), known = performance.getEntriesByName('studio-marks').length;
    const seq = store.state.seq, times = [0, 0];
    window.painted.push(times);
    const after = at => requestAnimationFrame(() => setTimeout(() => { times[at] = performance.now() - began; }));
    const wait = () => performance.getEntriesByName('studio-marks').length > known
      ? after(0) : requestAnimationFrame(wait);
    const settled = () => store.state.seq > seq && !store.state.isDraft ? after(1) : requestAnimationFrame(settled);
    wait();
    settled();
  }, true);
}"""


@dataclass
class WorkedPage:
    """What the person has to do, and what came of it."""

    site: str
    kind: str
    pages: dict[str, str]
    gold: dict[str, list[GoldRecord]]
    fields: list[str]
    links: set[str] = field(default_factory=set)
    clicks: int = 0
    seconds: float = 0.0
    right: int = 0
    wanted: int = 0
    found: int = 0
    note: str = ""

    @property
    def f1(self) -> float:
        """Of records on a list page, of values on pages with one record."""
        return 2 * self.right / (self.wanted + self.found) if self.wanted + self.found else 0.0


def collapsed(text: str) -> str:
    """References decoded, white space as single spaces."""
    return " ".join(unescape(text).split())


def list_tasks(path: Path) -> list[WorkedPage]:
    """The first complete page of each site; feeds are left out, since a browser does not show them."""
    found: dict[str, WorkedPage] = {}
    with zipfile.ZipFile(path) as archive:
        gold = json.loads(archive.read("gold.json"))
        for name, entry in sorted(gold.items()):
            if entry["site"] in found or not entry["complete"] or not 5 <= len(entry["records"]) <= 200:
                continue
            records: list[GoldRecord] = [
                {key: [collapsed(value)] for key, value in one.items() if value} for one in entry["records"]
            ]
            links = {key for key, kind in entry["fields"].items() if kind == "href"}
            html = archive.read(f"pages/{name}.html").decode()
            if "<body" not in html.lower():  # a feed
                continue
            if not are_on_page(records, html):
                continue
            fields = [key for key in entry["fields"] if key in records[0]]
            found[entry["site"]] = WorkedPage(entry["site"], "list", {name: html}, {name: records}, fields, links)
    return spread(list(found.values()))


def are_on_page(records: Sequence[GoldRecord], html: str) -> bool:
    """Whether each value is in the text or source of a page as often as in the labels."""
    page = Page(html)
    text, source = collapsed(page.text(Span(0, len(page)))), collapsed(html)
    wanted = Counter(value for record in records for values in record.values() for value in values)
    return all(max(text.count(value), source.count(value)) >= count for value, count in wanted.items())


def detail_tasks() -> list[WorkedPage]:
    """Three pages of each of several sites."""
    found = []
    for site in sites("swde"):
        labels = read_json(site, "labels.json")
        names = labels["train"][:OPENED]
        values = {name: labels["values"][name] for name in names}
        fields = [one for one in labels["attributes"] if values[names[0]].get(one)]
        with zipfile.ZipFile(site) as archive:
            pages = {name: archive.read(f"{name}.htm").decode("utf-8", "replace") for name in names}
        gold: dict[str, list[GoldRecord]] = {
            name: [{one: [collapsed(text) for text in values[name].get(one, [])] for one in fields}] for name in names
        }
        found.append(WorkedPage(site.stem, "detail", pages, gold, fields))
    return spread(found)


def spread(tasks: list[WorkedPage]) -> list[WorkedPage]:
    """Some of the tasks, at equal distances."""
    return tasks[:: max(1, len(tasks) // SITES)][:SITES]


class ScriptedPerson:
    """It sees the page and the labels, and uses the pointer and a few keys."""

    def __init__(self, window: StudioWindow, task: WorkedPage) -> None:
        self.window = window
        self.task = task
        self.anchor = -1

    def work(self) -> None:
        """From the first click to the export."""
        began = time.monotonic()
        task, window = self.task, self.window
        first = task.gold[next(iter(task.pages))][0]
        for name in sorted(task.fields, key=lambda one: len(self._places(first[one][0])[0]) or 99):
            window.press("Escape", "+")
            before = window.js("store.state.fields.length")
            self.take(name, first[name][0])
            if window.js("store.state.fields.length") == before:
                task.note += f" {name} not found;"
                window.press("Escape")
                continue
            window.page.fill(".field-input", name)
            window.press("Enter")
        for page_number, page in enumerate(task.pages, start=1):
            self._open(f"p{page_number}")
            for _ in range(MOST_CORRECTIONS):
                if not self.correct(f"p{page_number}", page):
                    break
        task.seconds = time.monotonic() - began
        self.score()

    def _open(self, page: str) -> None:
        self.window.js(f"store.openPage('{page}')")
        self.window.page.wait_for_selector(f"#page-pane[data-shown='{page} styled']")
        self.window.settle()

    def _places(self, value: str) -> list[list[int]]:
        found: list[list[int]] = self.window.page.evaluate(PLACES, [value])
        return found

    def take(self, name: str, value: str) -> bool:
        """One click or drag on a value, near the values before."""
        if name in self.task.links:
            return self._take_link(value)
        whole, parts = self._places(value)
        for at in sorted(whole or parts, key=lambda one: abs(one - self.anchor) if self.anchor >= 0 else one):
            box = self.window.page.evaluate(BOX, [at, value])
            if box is None:
                continue
            self.anchor = at
            self.task.clicks += 1
            if whole:
                self._click(box[0] + min(8.0, (box[2] - box[0]) / 2 if box[2] > box[0] else 2.0), box[1])
            else:
                self._drag(*box)
            return True
        return False

    def _take_link(self, value: str) -> bool:
        source = next(iter(self.task.pages.values()))
        written = next((one for one in (value, value.replace("&", "&amp;")) if one in source), None)
        if written is None:
            return False
        start = source.index(written)
        unit = {"kind": "source", "start": start, "end": start + len(written)}
        answer = self.window.api("POST", "/pages/p1/unit", {"unit": unit})
        if answer["target"][0] != "a":
            return False
        self.task.clicks += 1
        script = """([wid]) => { const frame = document.querySelector('iframe');
          const element = frame.contentDocument.querySelector(`[data-wid="${wid}"]`);
          element.scrollIntoView({block: 'center'});
          const rect = element.getClientRects()[0], place = frame.getBoundingClientRect();
          if (!rect || !rect.width) return null;
          return [place.left + rect.left + Math.min(8, rect.width / 2), place.top + rect.top + rect.height / 2]; }"""
        point = self.window.page.evaluate(script, [answer["target"][1]])
        if point is None:
            return False
        for key in ("Alt", "Shift"):
            self.window.page.keyboard.down(key)
        self._click(*point)
        for key in ("Shift", "Alt"):
            self.window.page.keyboard.up(key)
        return True

    def _click(self, x: float, y: float) -> None:
        self.window.page.mouse.move(x, y)
        self.window.page.mouse.click(x, y)
        self.window.settle()
        popover = self.window.page.locator(".popover button")
        if popover.count():
            popover.first.click()
            self.window.settle()

    def _drag(self, left: float, top: float, right: float, bottom: float) -> None:
        mouse = self.window.page.mouse
        mouse.move(left + 0.5, top)
        mouse.down()
        mouse.move((left + right) / 2, (top + bottom) / 2)
        mouse.move(right - 0.5, bottom, steps=3)
        mouse.up()
        self.window.settle()

    def correct(self, page: str, name: str) -> bool:
        """One more click where something is wrong; false where nothing is."""
        ids = {one["name"]: one["id"] for one in self.window.js("store.state.fields")}
        for shown in self.task.fields:
            if shown not in ids:
                continue
            wanted = Counter(text for record in self.task.gold[name] for text in record.get(shown, [])[:1])
            accepted = {text for record in self.task.gold[name] for text in record.get(shown, [])}
            marks = [
                mark
                for mark in self.window.js(f"store.marksOf('{page}')")
                if mark[0] == ids[shown] and mark[1] in "XUPC"
            ]
            found = Counter(collapsed(mark[5]) for mark in marks)
            wrong = [
                mark
                for mark in marks
                if collapsed(mark[5])[:190] not in {text[:190] for text in accepted} and mark[1] in "XU"
            ]
            missing = [text for text in wanted if text[:190] not in {one[:190] for one in found}]
            if not wrong and not missing:
                continue
            self.window.js(f"store.activate('{ids[shown]}')")
            self.window.settle()
            texts = [collapsed(mark[5]) for mark in wrong]
            partly = [text for text in missing if any(text in one or one in text for one in texts)]
            if wrong and not partly:
                point = self.window.page.evaluate(MARK_BOX, [f"{ids[shown]}:{wrong[0][2]}:{wrong[0][3]}"])
                if point:
                    self.task.clicks += 1
                    self._click(*point)
                    return True
            if missing and (self.task.kind == "list" or not found):
                self.window.page.keyboard.down("Shift")
                is_taken = self.take(shown, (partly or missing)[0])
                self.window.page.keyboard.up("Shift")
                if is_taken:
                    return True
        return False

    def score(self) -> None:
        """Export, and compare records (lists) or values (one record a page) with the labels."""
        task = self.task
        try:
            made = self.window.api("POST", "/export", {"what": "data", "format": "csv"})
        except Exception as error:  # noqa: BLE001  # a failure is a result here
            task.note += f" no export: {error};"
            task.wanted = sum(len(records) for records in task.gold.values())
            return
        rows = list(csv.DictReader(io.StringIO(made["content"])))
        if task.kind == "list":
            wanted = Counter(
                _row(task, {name: (texts or [""])[0] for name, texts in one.items()})
                for one in next(iter(task.gold.values()))
            )
            found = Counter(_row(task, row) for row in rows)
            task.right, task.wanted, task.found = (wanted & found).total(), wanted.total(), found.total()
            return
        by_page = dict(zip(task.pages, self.window.js("store.state.pages.map(page => page.name)"), strict=True))
        for name, (record,) in ((page, records) for page, records in task.gold.items()):
            row = next((one for one in rows if by_page[name] in one.values()), {})
            for shown, texts in record.items():
                got = _plain(row.get(shown, ""))
                task.wanted += bool(texts)
                task.found += bool(got)
                task.right += bool(got) and got in texts


def _plain(text: str | None) -> str:
    text = collapsed(text or "")
    return text[1:] if text[:1] == "'" and text[1:2] in {"=", "+", "-", "@"} else text


def _row(task: WorkedPage, record: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(_plain(record.get(name)) for name in task.fields)


def person(browser: Browser, servers: StudioServers, tasks: Sequence[WorkedPage]) -> dict[str, float]:
    """Clicks, seconds and F1 of each task."""
    print(f"{'site':34} {'kind':7} {'fields':>6} {'clicks':>6} {'beyond':>6} {'seconds':>8} {'F1':>6}")
    for task in tasks:
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for number, html in enumerate(task.pages.values(), start=1):
                paths.append(Path(folder, f"page{number}.html"))
                paths[-1].write_text(html, encoding="utf-8")
            window = StudioWindow(browser, servers.address(Path(folder, "x.studio"), paths), height=1000)
            try:
                ScriptedPerson(window, task).work()
            except Exception as error:  # noqa: BLE001  # a failure is a result here
                task.note += f" {type(error).__name__}: {str(error)[:80]}"
                task.wanted = task.wanted or 1
            window.close()
        beyond = task.clicks - len(task.fields)
        shown = f"{len(task.fields):6} {task.clicks:6} {beyond:6} {task.seconds:8.1f} {task.f1:6.3f}"
        print(f"{task.site[:34]:34} {task.kind:7} {shown} {task.note}", flush=True)
    return {
        "clicks beyond one a field, median": statistics.median(task.clicks - len(task.fields) for task in tasks),
        "seconds, median": statistics.median(task.seconds for task in tasks),
        "F1, mean": statistics.fmean(task.f1 for task in tasks),
    }


def table_page(rows: int, text: str = "") -> str:
    """A page with a table; four elements a row."""
    cells = (f"<tr><td><b>name {at}</b></td><td>{at * 7 % 1000}{text}</td></tr>" for at in range(rows))
    return "<table>" + "".join(cells)


def large_pages(*, quick: bool) -> dict[str, str]:
    """The pages that are timed."""
    pages = {f"{elements} elements": table_page(rows) for elements, rows in ROWS.items()}
    pages["5 MB"] = table_page(ROWS[50_000], LONG_TEXT)
    return dict(list(pages.items())[: 1 if quick else None])


def work(*, quick: bool) -> dict[str, float]:
    """Seconds of work of the server."""
    figures: dict[str, float] = {}
    for shown, html in large_pages(quick=quick).items():
        with tempfile.TemporaryDirectory() as folder:
            client = StudioClient(Path(folder, "x.studio"))
            began = time.process_time()
            client.post("/api/pages", html=html, name="page.html", draft=True)
            client.send("GET", client.post("/api/pages/p1/view", mode="styled")["url"])
            client.send("GET", "/api/pages/p1/units")
            client.studio.project.pages["p1"].prepare()
            seconds: dict[str, list[float]] = {"open": [time.process_time() - began], "draft": [], "learn": []}
            for number in range(CLICKS):
                began = time.process_time()
                field = next(iter(client.studio.project.state.fields), None)
                base = f"p1:{client.studio.project.version}"
                unit = client.unit(f"name {number * 10 + 1}<")
                unit["end"] -= 1
                given = {"page": "p1", "field": field, "unit": unit, "sign": 1, "draft": True, "pages": [base]}
                client.post("/api/events", type="label", seq=client.seq, **given)
                answered = time.process_time()
                client.get(f"/api/delta?since={client.seq}&pages=p1:{client.studio.project.version}")
                seconds["draft"].append(answered - began)
                seconds["learn"].append(time.process_time() - answered)
            client.close()
        medians = {name: statistics.median(some) for name, some in seconds.items()}
        figures |= {f"work to {name}, {shown}, median s": round(one, 3) for name, one in medians.items()}
        print(f"{shown:16} " + ", ".join(f"{name} {one:.3f} s" for name, one in medians.items()), flush=True)
    return figures


def times(browser: Browser, servers: StudioServers, *, quick: bool) -> dict[str, float]:
    """Milliseconds from a click to the painted marks."""
    figures = {}
    for shown, html in large_pages(quick=quick).items():
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.html")
            page.write_text(html, encoding="utf-8")
            began = time.monotonic()
            window = StudioWindow(browser, servers.address(Path(folder, "x.studio"), [page]))
            opened = time.monotonic() - began
            window.page.set_default_timeout(120_000)
            window.page.evaluate(LISTEN)
            window.click("name 1")
            window.press("Enter")
            for number in range(CLICKS - 1):
                window.click(f"name {number + 2}", keys="Shift" if number % 2 else "")
                if number % 2 == 0:
                    window.press("Control+z")
            measured: list[tuple[float, float]] = window.page.evaluate("window.painted")
            window.close()
        first, learned = (statistics.median(one) for one in zip(*measured, strict=True))
        figures[f"click to paint, {shown}, median ms"] = round(first, 1)
        figures[f"click to what was learned, {shown}, median ms"] = round(learned, 1)
        every = [(round(one), round(other)) for one, other in measured]
        medians = f"marks {first:.0f} ms, learned {learned:.0f} ms"
        print(f"{shown:16} open {opened:.1f} s; {medians}; all {every}", flush=True)
    return figures


def main() -> int:
    """Print the tables, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="two sites of each kind")
    for part in ("--times", "--work", "--person"):
        parser.add_argument(part, action="store_true")
    options = parser.parse_args()
    is_all = not (options.times or options.work or options.person)
    root = bench_root()
    figures: dict[str, float] = {}
    if options.work or is_all:
        figures |= work(quick=options.quick)
    if options.times or options.person or is_all:
        figures |= in_browser(
            root, times_too=options.times or is_all, person_too=options.person or is_all, quick=options.quick
        )
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))
    return 0


def in_browser(root: Path | None, *, times_too: bool, person_too: bool, quick: bool) -> dict[str, float]:
    """The parts that need a browser."""
    figures: dict[str, float] = {}
    servers = StudioServers()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGS))
        if times_too:
            figures |= times(browser, servers, quick=quick)
        if person_too:
            if root is None:
                print(skip_word())
            else:
                tasks = [list_tasks(root / "lists" / "courts.zip"), detail_tasks()]
                chosen = [task for some in tasks for task in (some[:2] if quick else some)]
                figures |= person(browser, servers, chosen)
        browser.close()
    servers.close()
    return figures


if __name__ == "__main__":
    sys.exit(main())
