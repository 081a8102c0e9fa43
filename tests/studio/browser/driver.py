"""What the tests do in the browser: point, click, press keys, and read what is painted."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route
else:  # without playwright the tests are skipped, not broken
    Browser: TypeAlias = Any
    Page: TypeAlias = Any
    Route: TypeAlias = Any

__all__ = ["ARGS", "Browser", "Page", "Route", "StudioCommand", "StudioServers", "StudioWindow"]

ARGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--no-first-run", "--disable-features=Translate"),
)
WAIT_MS = 30_000
ENVIRONMENT = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(Path(__file__).parents[3] / "src")}

POINT = """([text, nth]) => {
  const frame = document.querySelector('iframe'), doc = frame.contentDocument;
  const walker = doc.createTreeWalker(doc.documentElement, 4);
  while (walker.nextNode()) {
    const node = walker.currentNode, at = node.data.indexOf(text);
    if (at < 0 || !node.parentElement.checkVisibility() || nth-- > 0) continue;
    node.parentElement.scrollIntoView({block: 'nearest'});
    const range = doc.createRange();
    range.setStart(node, at); range.setEnd(node, at + text.length);
    const box = range.getClientRects()[0], place = frame.getBoundingClientRect();
    return [place.left + box.left, place.top + box.top, box.width, box.height];
  }
  return null;
}"""
PAINTED = """() => {
  const frame = document.querySelector('iframe'), found = [];
  for (const [name, highlight] of frame.contentWindow.CSS.highlights) {
    if (!name.startsWith('m')) continue;
    for (const range of highlight) {
      found.push([name, range.startContainer.data.slice(range.startOffset, range.endOffset)]);
    }
  }
  for (const element of frame.contentDocument.querySelectorAll('[data-studio-mark]')) {
    for (const name of element.getAttribute('data-studio-mark').split(' ')) found.push([name, element.localName]);
  }
  return found.sort();
}"""

SETTLED = """async () => {
  const {store} = await import('/static/store.js');
  const isBusy = () => store.state.waiting || store.isRefreshing || store.wantedQuestion || store.state.isDraft
    || store.making || document.getElementById('page-pane')?.getAttribute('aria-busy') === 'true';
  for (let turn = 0; turn < 1500 && isBusy(); turn += 1) await new Promise(done => setTimeout(done, 20));
}"""

NAMELESS = """() => [...document.querySelectorAll('button, input, select, textarea, iframe')].filter(one => {
  const name = one.getAttribute('aria-label') || one.textContent.trim() || one.title || one.placeholder
    || (one.labels && [...one.labels].map(label => label.textContent).join(''));
  return !name;
}).map(one => one.outerHTML)"""
LOW_CONTRAST = """() => {
  const light = color => { const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map(value => value / 255).map(
    value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const back = one => { for (; one; one = one.parentElement) {
    const color = getComputedStyle(one).backgroundColor;
    if (!/, 0\\)|transparent/.test(color)) return color; } return 'rgb(255,255,255)'; };
  return [...document.querySelectorAll('h2, p, span, b, label, button:not(:disabled)')].filter(
    one => one.checkVisibility() && !one.closest(':disabled') && [...one.childNodes].some(
      node => node.nodeType === 3 && node.data.trim())).filter(one => {
    const [a, b] = [light(getComputedStyle(one).color), light(back(one))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
  }).map(one => one.outerHTML.slice(0, 120));
}"""


class StudioServers:
    """The process of ``studios.py``."""

    def __init__(self) -> None:
        command = [sys.executable, str(Path(__file__).with_name("studios.py"))]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
        )

    def address(self, folder: Path, pages: Sequence[Path] = (), roots: Sequence[Path] = ()) -> str:
        """Serve a project; its address with the token."""
        wanted = {"folder": str(folder), "pages": [str(one) for one in pages], "roots": [str(one) for one in roots]}
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class StudioCommand:
    """``unweave studio`` as a process of its own, which can be killed."""

    def __init__(self, *arguments: str | Path, port: int = 0) -> None:
        given = [str(one) for one in arguments]
        command = [sys.executable, "-m", "unweave", "studio", "--no-browser", "--port", str(port), *given]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                self.address = found[0]
                break
        else:
            raise AssertionError("the command ended")

    @property
    def port(self) -> int:
        return int(self.address.split(":")[2].partition("/")[0])

    def kill(self) -> None:
        """As kill -9."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class StudioWindow:
    """A browser window with the studio."""

    def __init__(self, browser: Browser, address: str, *, width: int = 1280, height: int = 900) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, accept_downloads=True)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda message: self._heard(message.type, message.text))
        self.address = address
        self.page.goto(address)
        self.page.wait_for_selector("#page-pane[data-shown], .start-card, .raw .line")
        self.settle()

    def _heard(self, kind: str, text: str) -> None:
        """Errors in the console; a request that was refused for a reason is none."""
        if kind == "error" and not re.search(r"status of (404|409|422)", text):
            self.problems.append(text)

    def close(self) -> None:
        self.context.close()

    # -- reading

    def js(self, path: str) -> Any:
        """An expression of the client's store."""
        return self.page.evaluate(f"import('/static/store.js').then(({{store}}) => {path})")

    def wait_until(self, condition: str) -> None:
        """Wait until an expression of the client's store is true."""
        for _ in range(600):
            if self.js(condition):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"it does not become true: {condition}")

    def painted(self) -> list[tuple[str, str]]:
        """The highlights in the frame: (name, text); the last letter of a name is the state."""
        return [(name, text) for name, text in self.page.evaluate(PAINTED)]

    def states(self) -> dict[str, str]:
        """Text -> its painted state."""
        return {text.strip(): name[-1] for name, text in self.painted() if name.startswith("m")}

    def rows(self) -> list[list[str]]:
        """The rows of the table that are in the document."""
        script = """rows => rows.map(row => [...row.querySelectorAll('td:not(.narrow):not(.page-column)')].map(
          cell => [...cell.querySelectorAll('.value')].map(one => one.firstChild.data).join('|')))"""
        found: list[list[str]] = self.page.eval_on_selector_all("[data-row]", script)
        return found

    def events(self) -> list[dict[str, Any]]:
        """The event log, as exported."""
        made = self.api("POST", "/export", {"what": "events", "format": "jsonl"})
        return [event for line in made["content"].splitlines() if "type" in (event := json.loads(line))]

    def api(self, method: str, path: str, data: Mapping[str, Any] | None = None) -> Any:
        """A request with the client's token."""
        script = "([method, path, data]) => import('/static/api.js').then(api => api.request(method, path, data))"
        return self.page.evaluate(script, [method, path, dict(data) if data is not None else None])

    def nameless(self) -> list[str]:
        """The controls that a screen reader has no name for."""
        found: list[str] = self.page.evaluate(NAMELESS)
        return found

    def low_contrast(self) -> list[str]:
        """The texts that are hard to read on what is behind them."""
        found: list[str] = self.page.evaluate(LOW_CONTRAST)
        return found

    # -- acting

    def settle(self) -> None:
        """Wait until all is sent, answered and drawn."""
        self.page.evaluate(SETTLED)
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def box(self, text: str, nth: int = 0) -> list[float]:
        found: list[float] | None = self.page.evaluate(POINT, [text, nth])
        assert found, f"the view has no text {text!r}"
        return found

    def middle(self, text: str, nth: int = 0) -> tuple[float, float]:
        left, top, width, height = self.box(text, nth)
        return left + width / 2, top + height / 2

    def hover(self, text: str, nth: int = 0) -> str:
        """Point at a text; what the outline says."""
        x, y = self.middle(text, nth)
        self.page.mouse.move(x, y)
        self.page.wait_for_selector(".tip")
        self.settle()
        return self.page.inner_text(".tip")

    def click(self, text: str, nth: int = 0, *, keys: str = "") -> None:
        """Click a text and wait for what comes of it."""
        x, y = self.middle(text, nth)
        for key in keys.split():
            self.page.keyboard.down(key)
        self.page.mouse.move(x, y)
        self.page.mouse.click(x, y)
        for key in keys.split():
            self.page.keyboard.up(key)
        self.settle()

    def drag(self, text: str, nth: int = 0, *, keys: str = "") -> None:
        """Drag over a part of a text."""
        left, top, width, height = self.box(text, nth)
        for key in keys.split():
            self.page.keyboard.down(key)
        self.page.mouse.move(left + 0.5, top + height / 2)
        self.page.mouse.down()
        self.page.mouse.move(left + width / 2, top + height / 2)
        self.page.mouse.move(left + width - 0.5, top + height / 2, steps=3)
        self.page.mouse.up()
        for key in keys.split():
            self.page.keyboard.up(key)
        self.settle()

    def source_box(self, line: int, text: str) -> dict[str, float]:
        """The box of a text in a line of the raw view."""
        script = """([line, text]) => {
          const row = [...document.querySelectorAll('.source .line')].find(
            one => one.querySelector('.number').textContent === String(line));
          const walker = document.createTreeWalker(row.querySelector('code'), 4);
          while (walker.nextNode()) {
            const at = walker.currentNode.data.indexOf(text);
            if (at < 0) continue;
            walker.currentNode.parentElement.scrollIntoView({block: 'nearest'});
            const range = document.createRange();
            range.setStart(walker.currentNode, at); range.setEnd(walker.currentNode, at + text.length);
            return range.getBoundingClientRect().toJSON();
          }
        }"""
        self.page.wait_for_selector(".source .line")
        found: dict[str, float] | None = self.page.evaluate(script, [line, text])
        assert found, f"line {line} of the source has no text {text!r}"
        return found

    def click_source(self, line: int, text: str) -> None:
        box = self.source_box(line, text)
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.settle()

    def drag_source(self, line: int, text: str) -> None:
        box = self.source_box(line, text)
        middle = box["y"] + box["height"] / 2
        self.page.mouse.move(box["x"] + 0.5, middle)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + box["width"] - 0.5, middle, steps=4)
        self.page.mouse.up()
        self.settle()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.settle()

    def add_field(self, text: str, nth: int = 0) -> None:
        """A new field, from a click on one of its values."""
        if self.js("store.state.fields.length"):
            self.press("+")
        self.click(text, nth)
        if self.page.locator(".field-input").count():
            self.press("Enter")

    def button(self, name: str) -> None:
        """Press a button with this name."""
        self.page.get_by_role("button", name=name, exact=True).click()
        self.settle()

    def expect_text(self, selector: str, text: str | re.Pattern[str]) -> None:
        self.page.locator(selector).filter(has_text=text).first.wait_for()
