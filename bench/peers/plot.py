"""Quality against time, as an SVG without a library."""

import math
import statistics
from html import escape

WIDTH, HEIGHT, LEFT, TOP, GAP = 460, 380, 60, 50, 60
DOT, SHIFT = 5, 20
COLOURS = ("#0b6e4f", "#c8553d", "#e09f3e", "#3d5a80", "#7b2d8b", "#b56fc9", "#5c677d", "#1b1b1e", "#9c6644")


def svg(sets):
    """Two panels, mean recall@10 of the sets against the time of a recall and of adding an item; higher and further left
    is better. Only systems that were measured on every set are drawn."""
    points = _points(sets)
    low = 10 * math.floor(min((point[1] for point in points), default=0) / 10)
    high = 10 * math.ceil(max((point[1] for point in points), default=100) / 10)
    panels = (("ms a recall, median", 2), ("ms to add an item", 3))
    body = "".join(
        _panel(LEFT + at * (WIDTH + GAP), title, [(p[0], p[axis], p[1]) for p in points], (low, high))
        for at, (title, axis) in enumerate(panels)
    )
    wide, tall = LEFT + 2 * WIDTH + GAP + 20, TOP + HEIGHT + 60
    heading = f"recall@10, mean of {', '.join(sets)}; times apart from embedding"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" font-family="sans-serif" font-size="12">\n'
        f'<rect width="{wide}" height="{tall}" fill="#fff"/>\n{_text(LEFT, 24, heading, size=14)}{body}</svg>\n'
    )


def _points(sets):
    """(system, recall@10, ms a recall, ms an item), means over the sets."""
    found = []
    for system in dict.fromkeys(name for one in sets.values() for name in one["systems"]):
        rows = [(one["items"], one["systems"].get(system, {"refused": ""})) for one in sets.values()]
        if any("refused" in row for _, row in rows):
            continue
        recall = statistics.fmean(row["recall@10"] for _, row in rows)
        asking = statistics.fmean(row["recall_ms_p50"] for _, row in rows)
        adding = 1000 * sum(row["add_s"] for _, row in rows) / sum(items for items, _ in rows)
        found.append((system, recall, asking, adding))
    return found


def _panel(left, title, points, span):
    low, high = span
    times = [time for _, time, _ in points] or [1]
    first, last = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    across = lambda time: left + WIDTH * (math.log10(time) - first) / max(1, last - first)
    up = lambda value: TOP + HEIGHT * (high - value) / max(1, high - low)
    drawn = [_line(left, up(value), left + WIDTH, up(value)) for value in range(low, high + 1, 10)]
    drawn += [_text(left - 8, up(value) + 4, value, anchor="end") for value in range(low, high + 1, 10)]
    for power in range(first, last + 1):
        drawn.append(_line(across(10**power), TOP, across(10**power), TOP + HEIGHT))
        drawn.append(_text(across(10**power), TOP + HEIGHT + 18, f"{10.0**power:g}", anchor="middle"))
    drawn.append(_text(left + WIDTH / 2, TOP + HEIGHT + 40, title, anchor="middle"))
    dots = [(across(time), up(value)) for _, time, value in points]
    taken = [(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in dots]
    for number, ((name, _, _), (x, y)) in enumerate(zip(points, dots, strict=True)):
        drawn.append(_label(left, x, y, name, COLOURS[number % len(COLOURS)], taken))
    return "".join(drawn)


def _label(left, x, y, name, colour, taken):
    """A point and its name, at the nearest place that covers neither a point nor another name."""
    wide, high = 7 * len(name), 13
    for lift in sorted(range(-SHIFT, SHIFT + 1), key=abs):
        for start in (x + 2 * DOT, x - 2 * DOT - wide):
            middle = y + 7 * lift
            box = (start, middle - high / 2, start + wide, middle + high / 2)
            if left <= box[0] and box[2] <= left + WIDTH and not any(_cross(box, other) for other in taken):
                taken.append(box)
                near, anchor = (start, "start") if start > x else (start + wide, "end")
                lead = f'<path d="M{x:.1f} {y:.1f}L{near:.1f} {middle:.1f}" stroke="{colour}"/>\n' if lift else ""
                return lead + _dot(x, y, colour) + _text(near, middle + 4, name, anchor=anchor, colour=colour)
    return _dot(x, y, colour) + _text(x, y - 2 * DOT, name, colour=colour)


def _cross(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _dot(x, y, colour):
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}" fill="{colour}"/>\n'


def _line(x, y, to_x, to_y):
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="#e3e3e3"/>\n'


def _text(x, y, words, *, anchor="start", size=12, colour="#1b1b1e"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{escape(str(words))}</text>\n'
