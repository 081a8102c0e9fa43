"""Every special state shows a sentence and one action (E1), and two windows do not lose each other's work."""

from pathlib import Path

from studio.browser.conftest import OpenStudio
from studio.browser.driver import Browser, Route, StudioCommand, StudioWindow

NAMES = "".join(f"<p><b>{name}</b> <i>{len(name)}</i></p>" for name in ("Ann", "Benno", "Cidric", "Dorothy"))


def test_e1_hints_of_the_core_loop(studio_of: OpenStudio) -> None:
    """A page without labels, a field with one example, a new field."""
    window = studio_of(NAMES)
    window.expect_text(".notice", "Click one value")
    window.expect_text(".notice button", "discover")
    window.click("Ann")
    window.press("Enter")
    window.expect_text(".notice", "3 similar found")
    window.page.click(".notice button")
    window.expect_text(".notice", "Click a value for the new field")
    window.press("Escape")
    window.expect_text(".notice", "3 similar found")


def test_e1_pages_that_show_nothing(studio_of: OpenStudio) -> None:
    """A page that needs its scripts offers the raw view."""
    window = studio_of("<div id=app></div><script>render({name: 'Ann'})</script>")
    window.expect_text(".notice.warning", "nothing is visible without scripts")
    window.button("Open the raw view")
    window.page.wait_for_selector(".source .line")


def test_e1_a_field_without_a_rule(studio_of: OpenStudio) -> None:
    """The only value is rejected: the reason is shown, and undo is offered."""
    window = studio_of(NAMES)
    window.click("Ann")
    window.press("Enter")
    window.hover("Ann")
    window.press("x")
    assert window.js("store.field().state") == "no_rule"
    window.expect_text(".notice.warning", "No rule fits")
    window.page.click(".notice button")
    window.settle()
    assert window.js("store.field().state") == "ok"


def test_e1_a_guessed_encoding_can_be_changed(studio_of: OpenStudio, tmp_path: Path) -> None:
    """The guess is shown with a choice; the page is read again."""
    page = tmp_path / "old.html"
    page.write_bytes("<p>Łódź, Gdańsk i Kraków</p><p>żółw i gęś</p>".encode("iso-8859-2"))
    window = studio_of()
    window.page.set_input_files("input[type=file]", str(page))
    window.page.wait_for_selector("#page-pane[data-shown]")
    window.settle()
    window.expect_text(".notice.warning", "encoding was guessed")
    window.page.select_option(".notice select", "iso-8859-2")
    window.wait_until("document.querySelector('iframe').contentDocument.body?.textContent.includes('Łódź, Gdańsk')")


def test_e1_a_page_that_is_too_large_is_shown_as_source(studio_of: OpenStudio) -> None:
    """With more elements than a browser can show its source is shown, and values can be taken there."""
    window = studio_of("<p>value</p>")
    warning = {"code": "too_many_elements", "message": "the page is too large to be shown: use its source"}

    def changed(route: Route) -> None:
        answer = route.fetch().json()
        route.fulfill(json={**answer, "pages": [{**page, "warnings": [warning]} for page in answer["pages"]]})

    window.page.route("**/api/project*", changed)
    window.page.reload()
    window.expect_text(".notice.warning", "too large to be shown")
    window.click_source(1, "value")
    assert window.js("store.field().pos") == 1


def test_e1_a_bad_url_and_a_bad_file(studio_of: OpenStudio, tmp_path: Path) -> None:
    """What cannot be opened is named with its reason."""
    window = studio_of()
    window.page.fill("#open-url", "http://no-such-host.invalid/")
    window.page.click(".open-forms form button")
    window.page.wait_for_selector(".open-forms .error")
    assert "save the page in your browser" in window.page.inner_text(".open-forms .error")
    assert window.page.get_by_role("button", name="Try again").count() == 1
    empty = tmp_path / "empty.html"
    empty.write_text("", encoding="utf-8")
    window.page.set_input_files("input[type=file]", str(empty))
    window.expect_text(".toast.error", "empty.html")


def test_e1_also_or_instead(studio_of: OpenStudio) -> None:
    """A click on a value of another field asks which is meant."""
    window = studio_of(NAMES)
    window.add_field("Ann")
    window.add_field("3")
    window.click("Benno")
    window.expect_text(".popover", "Also")
    first, second = window.js("store.state.fields.map(field => field.id)")
    window.page.locator(".popover button", has_text="Instead").click()
    window.settle()
    marks = {(mark[0], mark[5]): mark[1] for mark in window.js("store.marksOf('p1')")}
    assert marks[second, "Benno"] in {"P", "C"}
    assert (first, "Benno") not in marks or marks[first, "Benno"] != "P"


def test_e1_a_lost_server_and_its_return(browser: Browser, tmp_path: Path) -> None:
    """The banner is shown; what was clicked meanwhile is sent once after the restart."""
    page = tmp_path / "names.html"
    page.write_text(NAMES, encoding="utf-8")
    folder = tmp_path / "names.studio"
    with StudioCommand("--project", folder, page) as command:
        window = StudioWindow(browser, command.address)
        window.click("Ann")
        window.press("Enter")
        port = command.port
        command.kill()
    x, y = window.middle("Dorothy")
    window.page.mouse.move(x, y)
    window.page.mouse.click(x, y)
    window.expect_text(".banner", "does not answer")
    window.expect_text(".banner", "1 change will be sent then")
    with StudioCommand(folder, port=port) as command:
        window.expect_text(".banner", "started again")
        window.page.evaluate("token => { location.hash = token; }", "#" + command.address.partition("#")[2])
        window.page.wait_for_selector(".banner", state="detached")
        window.settle()
        assert window.states()["Dorothy"] == "N"
        labels = [event["labels"] for event in window.events() if event["type"] == "label"]
        assert len(labels) == 2
        window.close()


def test_e1_a_project_that_is_open_elsewhere(browser: Browser, tmp_path: Path) -> None:
    """The second studio is read-only until it takes over."""
    page = tmp_path / "names.html"
    page.write_text(NAMES, encoding="utf-8")
    folder = tmp_path / "names.studio"
    with StudioCommand("--project", folder, page), StudioCommand(folder) as second:
        window = StudioWindow(browser, second.address)
        window.expect_text(".banner", "Another studio has this project open")
        window.click("Ann")
        window.expect_text(".toast.error", "open elsewhere")
        window.button("Take over")
        window.page.wait_for_selector(".banner", state="detached")
        window.click("Ann")
        assert window.states()["Ann"] == "P"
        window.close()


def test_two_windows_do_not_lose_each_others_work(studio_of: OpenStudio, browser: Browser) -> None:
    """The slower window applies what the other has said and sends its own statement again."""
    window = studio_of(NAMES)
    other = StudioWindow(browser, window.address)
    window.add_field("Ann")
    other.click("3")
    other.press("Enter")
    assert len(other.js("store.state.fields")) == 2
    window.click("Dorothy")
    assert len(window.js("store.state.fields")) == 2
    labels = [event["labels"][-1][-1] for event in window.events() if event["type"] == "label"]
    assert labels == [1, 1, -1]
    other.close()


def test_many_fields_and_long_values(studio_of: OpenStudio) -> None:
    """Sixty fields, long values and a page from right to left: nothing leaves the window."""
    cells = "".join(f"<td><b class=c{n}>value {n} {'long ' * 40}</b></td>" for n in range(60))
    window = studio_of(f"<html dir=rtl><table><tr>{cells}</tr></table>")
    script = """async () => {
      const {store} = await import('/static/store.js');
      for (let n = 0; n < 60; n += 1) await store.send({type: 'field_add', name: `field ${n} ${'x'.repeat(30)}`});
    }"""
    window.page.evaluate(script)
    window.settle()
    assert len(window.js("store.state.fields")) == 60
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert window.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
