"""Curves, drawn as text for a terminal and as SVG: one line per series."""

from collections.abc import Mapping, Sequence
from html import escape

Series = Mapping[str, Sequence[tuple[float, float]]]
HEIGHT, WIDTH = 11, 51
MARKS = "ox+*#@"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")


def as_text(title: str, series: Series, *, most: float, unit: str) -> str:
    """The curves in letters; ``most`` is the top of the axis."""
    right = max(x for points in series.values() for x, _ in points) or 1
    grid = [[" "] * WIDTH for _ in range(HEIGHT)]
    for mark, points in zip(MARKS, series.values(), strict=False):
        for x, y in points:
            row = HEIGHT - 1 - round(min(y, most) / most * (HEIGHT - 1))
            grid[row][round(x / right * (WIDTH - 1))] = mark
    top = [f"{most * (HEIGHT - 1 - at) / (HEIGHT - 1):8.2f} |{''.join(row)}" for at, row in enumerate(grid)]
    legend = "   ".join(f"{mark} {name}" for mark, name in zip(MARKS, series, strict=False))
    return "\n".join(
        [title, *top, " " * 9 + "+" + "-" * WIDTH, f"{'':10}0 {unit} {right:g}".rjust(10), f"{'':10}{legend}"]
    )


def as_svg(title: str, series: Series, *, most: float, unit: str) -> str:
    """The curves as an SVG file that needs nothing else."""
    right = max(x for points in series.values() for x, _ in points) or 1
    lines = []
    for at, (name, points) in enumerate(series.items()):
        colour = COLOURS[at % len(COLOURS)]
        places = [(60 + 400 * x / right, 260 - 220 * min(y, most) / most) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places)
        label = f'<text x="470" y="{50 + 18 * at}" fill="{colour}">{escape(name)}</text>'
        lines.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}{label}')
    ticks = "".join(
        f'<text x="52" y="{264 - 220 * part:.0f}" text-anchor="end">{most * part:g}</text>'
        f'<text x="{60 + 400 * part:.0f}" y="280" text-anchor="middle">{right * part:g}</text>'
        for part in (0, 0.5, 1)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="680" height="310" font-family="sans-serif" font-size="12">'
        f'<text x="60" y="20" font-size="14">{escape(title)}</text>'
        f'<path d="M60 40V260H460" fill="none" stroke="#444"/>{ticks}{"".join(lines)}'
        f'<text x="260" y="300" text-anchor="middle">{escape(unit)}</text></svg>\n'
    )
