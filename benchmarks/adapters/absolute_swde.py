"""The simplest thing that could work, for comparison: the absolute XPath of the first text that is the value."""

from collections.abc import Mapping, Sequence

from lxml import html as lxml_html

Values = Mapping[str, Sequence[str]]


def fit(train: Sequence[tuple[str, Values]]) -> dict[str, list[str]]:
    """Per attribute the paths of its values on the first page that has any."""
    paths: dict[str, list[str]] = {}
    for source, values in train:
        tree = lxml_html.fromstring(source)
        for name in values:
            found = [path for value in values[name] for path in _paths(tree, value)[:1]]
            paths[name] = paths.get(name) or found
    return paths


def predict(model: dict[str, list[str]], source: str) -> dict[str, list[str]]:
    """The texts at these paths on one page."""
    tree = lxml_html.fromstring(source)
    found = {name: [node for path in paths for node in tree.getroottree().xpath(path)] for name, paths in model.items()}
    return {name: [text for node in nodes if (text := _text(node))] for name, nodes in found.items()}


def _paths(tree: lxml_html.HtmlElement, value: str) -> list[str]:
    wanted = " ".join(value.split())
    nodes = (node for node in tree.iter() if isinstance(node.tag, str) and _text(node) == wanted)
    return [tree.getroottree().getpath(node) for node in nodes]


def _text(node: lxml_html.HtmlElement) -> str:
    return " ".join(str(node.text_content()).split())
