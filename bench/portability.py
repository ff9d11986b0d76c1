"""What comes back from each format that Perdure writes and reads: python bench/portability.py [--page]

A space of invented memories, in Chinese and English, with everything that a memory can have: slots, tags, metadata, times of
its own, an end, earlier wordings, successors. It is exported in each format and imported into a new space; then every field of
every memory that has a value is compared. What only Perdure's own archive carries (what is forgotten, what waits for a person) is
asked of that format alone. `--page` also writes the tables of docs/reference/formats.md.
"""

import dataclasses
import itertools
import random
import sys
import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from measure import publish

from perdure import Perdure, Turn
from perdure.cli.render.loss import loss_lines
from perdure.domain.loss import LossLine, LossReport
from perdure.domain.memory import Status
from perdure.errors import PerdureError
from perdure.testing import FrozenClock, SequentialIds
from perdure.transfer.content import CARRIED
from perdure.transfer.exporters import EXPORTERS
from perdure.transfer.importers import IMPORTERS
from perdure.transfer.importers.importer import Importer
from perdure.transfer.source import opened
from perdure.transfer.tally import Tally

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "formats.md"
SAMPLES = ROOT / "tests" / "importers"
BEGIN, END = "<!-- measured by bench/portability.py -->", "<!-- end -->"

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
SPACE, COPY = "user/me", "user/copy"
MEMORIES = 500
COMPLETE = ("archive",)
"""Formats that carry what is forgotten and what waits, too."""

APART = ("space",)
"""Fields that a copy in another space cannot have the same."""

ARRIVAL = ("added", "imported")
"""What a history begins with, there and here."""

WHO = "Alice, Bob, Chen, 小明, 小雨, 外婆, the landlord, 项目经理, our designer, 班主任".split(", ")
WHAT = {
    "zh": "合同 仓库 周报 预算 阳台 相机 自行车 体检 发票 路由器 季报 帐篷 钢琴 菜谱 护照 温度计 书架 展会 培训 样机".split(),
    "en": "contract warehouse report budget balcony camera bicycle checkup invoice router forecast tent piano recipe passport "
    "thermometer bookshelf fair training prototype".split(),
}
SAID = {
    "fact": ("{what}{n}放在第{m}号柜", "{what} {n} is kept in locker {m}"),
    "preference": ("谈{what}{n}的时候喜欢先看第{m}页", "prefers to open {what} {n} at page {m}"),
    "decision": ("{what}{n}定了用第{m}版方案", "{what} {n} follows plan {m}, that is decided"),
    "commitment": ("答应{who}在第{m}周交{what}{n}", "promised {who} {what} {n} by week {m}"),
    "task": ("要给{who}寄{what}{n}的第{m}份", "has to send {who} copy {m} of {what} {n}"),
    "event": ("{who}带来了{what}{n}，一共{m}件", "{who} brought {what} {n}, {m} pieces"),
    "rule": ("碰{what}{n}之前必须先锁第{m}道门", "never touch {what} {n} before door {m} is locked"),
    "procedure": ("{what}{n}：先开{m}号阀，再等十分钟", "{what} {n}: open valve {m}, then wait ten minutes"),
    "identity": ("{who}的{what}{n}编号是{m}", "the {what} {n} of {who} bears number {m}"),
    "temporary": ("{what}{n}今天借给了{m}楼", "{what} {n} is lent to floor {m} today"),
}
MIXED = "{what} {n} 的 review 由 {who} 负责, room {m}"


def filled(home):
    """The place with its space, some of whose memories are superseded, corrected, archived, forgotten or at an end."""
    chance, clock = random.Random(7), FrozenClock(NOW - timedelta(days=260))
    place = Perdure(home, embedder=None, clock=clock, ids=SequentialIds(), timezone="UTC", upkeep=False)
    space = place.space(SPACE)
    for session in range(10):
        space.observe(
            [
                Turn(f"第 {session} 次 chat about the {what}", session=f"s{session}", ref=f"t{session}", at=clock.now())
                for what in ("tent",)
            ]
        )
    for number in range(MEMORIES):
        clock.set(NOW - timedelta(days=250 * (1 - number / MEMORIES)))
        told(space, number, chance, clock.now())
    clock.set(NOW)
    settle(space, chance)
    return place, clock


def told(space, number, chance, now):
    """One more memory, with some of what a memory can have."""
    kind, language = chance.choice(list(SAID)), chance.choice(("zh", "en"))
    form = MIXED if number % 11 == 0 else SAID[kind][language == "en"]
    fields = {
        "kind": kind,
        "importance": round(chance.uniform(0.1, 1), 2),
        "confidence": chance.choice((1.0, 1.0, 0.8, 0.55)),
        "at": now - timedelta(hours=chance.randrange(48)),
    }
    options = {
        "tags": lambda: chance.sample(["家", "work", "旅行", "health", "q3"], chance.randint(1, 3)),
        "metadata": lambda: {
            "origin": chance.choice(("邮件", "chat")),
            "page": number,
            "nested": {"ok": True, "多": ["语", 1]},
        },
        "holds_from": lambda: now - timedelta(days=30),
        "holds_until": lambda: NOW + timedelta(days=chance.randint(30, 300)),
        "expires_at": lambda: NOW + timedelta(days=chance.randint(-20, 300)),
        "half_life_days": lambda: float(chance.randint(20, 200)),
        "source": lambda: chance.choice(("notes-app", "邮件助手")),
    }
    fields |= {name: make() for name, make in options.items() if chance.random() < 0.25}
    if number % 8 == 0:
        fields |= {"slot": f"slot-{number // 16}", "value": f"{chance.randint(1, 99)}"}
    words = {"what": chance.choice(WHAT[language]), "who": chance.choice(WHO), "n": number, "m": chance.randint(1, 60)}
    space.remember(form.format(**words), **fields)


def settle(space, chance):
    """What happens to memories later."""
    memories = list(itertools.islice(pages(space, "active"), MEMORIES))
    for memory in chance.sample(memories, 60):
        space.correct(memory.id, memory.text + chance.choice(("（已核对）", ", checked")), reason="读错了 misread")
    for memory in chance.sample(memories, 20):
        space.confirm(memory.id)
    for memory in chance.sample(memories, 15):
        space.forget(memory.id, "不再需要")
    for query in ("合同 放在哪里", "who brought the camera", "review 由谁负责"):
        space.recall(query, k=20)
    space.upkeep(strategies=["archive"])


def pages(space, statuses):
    """Every memory of these statuses."""
    cursor = None
    while True:
        page = space.list(statuses=statuses, cursor=cursor, limit=500)
        yield from page
        cursor = page.next
        if cursor is None:
            return


def compared(space, copy, *, complete):
    """How many memories there are and came back; and for each field of those, how many have it, and have it again."""
    wanted = [memory for memory in pages(space, "all") if complete or memory.status in CARRIED]
    there = list(pages(copy, "all"))
    by_id, by_text = {memory.id: memory for memory in there}, {memory.text: memory for memory in there}
    pairs = [(memory, by_id.get(memory.id) or by_text.get(memory.text)) for memory in wanted]
    kept, total = Counter(), Counter()
    for memory, other in pairs:
        if other is not None:
            before, after = (
                {**values(each), **told_of(where, each)} for where, each in ((space, memory), (copy, other))
            )
            total.update(before.keys())
            kept.update(name for name, value in before.items() if after.get(name) == value)
    back = sum(other is not None for _, other in pairs)
    return [back, len(pairs)], {name: [kept[name], total[name]] for name in sorted(total)}


def values(memory):
    """The fields of a memory that have a value."""
    found = {item.name: getattr(memory, item.name) for item in dataclasses.fields(memory) if item.name not in APART}
    source = found.pop("source")
    found |= {f"source.{item.name}": getattr(source, item.name) for item in dataclasses.fields(source)}
    return {name: value for name, value in found.items() if value not in (None, (), {}, [])}


def told_of(space, memory):
    """What was done to a memory after it was added, and how it read before that; nothing where it never changed."""
    later = [change for change in space.history(memory.id) if change.action not in ARRIVAL]
    wordings = [change.before["text"] for change in later if change.before and "text" in change.before]
    done = [(change.action, change.at, change.reason) for change in later]
    return {name: value for name, value in {"history": done, "earlier wordings": wordings}.items() if value}


def measured(exporter, place, folder):
    """One format: there, back, and what is the same."""
    path = folder / f"{exporter.name}{exporter.suffix}"
    space = place.space(SPACE)
    report = space.export(path, format=exporter.name)
    found = {
        "title": exporter.title,
        "bytes": report.bytes,
        "counts": dict(report.counts),
        "export": lines(report.loss),
    }
    if exporter.name not in {importer.name for importer in IMPORTERS} and recognised(path) is None:
        return found
    with Perdure(
        folder / "back" / exporter.name, embedder=None, clock=FrozenClock(NOW), timezone="UTC", upkeep=False
    ) as back:
        copy = back.space(COPY)
        arrived = copy.import_(path)
        carried, fields = compared(space, copy, complete=exporter.name in COMPLETE)
    kept, total = (sum(side) for side in zip(*fields.values(), strict=True))
    return {
        **found,
        "read_as": arrived.format,
        "skips": len(arrived.skips),
        "share": round(kept / total, 4),
        "carried": carried,
        "fields": fields,
        "import": lines(arrived.loss),
    }


def recognised(path) -> Importer | None:
    """The importer that a file is for."""
    with opened(path) as source:
        return next((importer for importer in IMPORTERS if importer.recognises(source)), None)


def lines(loss):
    """A loss report as rows."""
    return [] if loss is None else [dataclasses.asdict(line) for line in loss]


def brief(found):
    """The figures of a format with its loss reports in lines, as the command line writes them."""
    told = {
        way: loss_lines(LossReport(origin="", target="", lines=tuple(LossLine(**line) for line in found[way])))
        for way in ("export", "import")
        if way in found
    }
    shares = (
        {"fields": {name: f"{same}/{total}" for name, (same, total) in found["fields"].items()}}
        if "fields" in found
        else {}
    )
    return {**found, **told, **shares}


def sampled(importer):
    """What becomes of every field of the samples of a format."""
    tally, found = Tally(), []
    for path in sorted(SAMPLES.glob(f"{importer.name}*")):
        with opened(path) as source:
            if next((each for each in IMPORTERS if each.recognises(source)), None) is importer:
                found.append(path.name)
                for _ in importer.read(source, tally):
                    pass
    return {
        "title": importer.title,
        "samples": found,
        "import": lines(tally.report(origin=importer.name, target="perdure")),
    }


# The page

TAKES = {
    "agentmemory": ("its JSON export", "its lists of sessions and memories with strengths"),
    "archive": ("what `perdure export` writes", "its `manifest.json`"),
    "basic-memory": ("its folder, a ZIP of it, or one note", "a permalink in the front matter"),
    "chat-csv": ("a table with a column of speakers and one of texts", "the names of its columns"),
    "chat-markdown": ("a chat that was copied or saved as text", "marks of two sides of a conversation"),
    "chatgpt": ("the ZIP of the data export, its folder, or `conversations.json`", "conversations with a `mapping`"),
    "claude": ("the ZIP of the data export, its folder, or `conversations.json`", "conversations with `chat_messages`"),
    "claude-code": ("`~/.claude/projects`, or one transcript", "lines of a session"),
    "claude-mem": ("its SQLite file", "its tables of observations"),
    "codex": ("`~/.codex/sessions`, or one transcript", "lines of a rollout"),
    "cogx": ("the folder or `.cogx.tar.gz` that Cognee exports", "a manifest with `cogx_version`"),
    "csv": ("a table with a column of texts", "the names of its columns, none of which says who speaks"),
    "graphiti": ("nodes, edges and episodes as JSON, or rows out of Kuzu, Neo4j or Neptune", "records of a `group_id`"),
    "jsonl": ("lines of JSON, one turn each", "an object that says something"),
    "langgraph": (
        "the SQLite file of a store, or items as JSON or lines of it; LangMem's too",
        "its tables, or namespaces with keys",
    ),
    "letta": (
        "`.af` of any version, passages as JSON, or the SQLite file of a server",
        "agents with blocks and messages",
    ),
    "markdown": ("a folder of notes, a ZIP of it, or one note", "front matter, headings or lists"),
    "mcp-memory": ("its file of lines, or what `read_graph` answers", "entities and relations"),
    "mcp-memory-service": ("its JSON export, or its SQLite file", "memories with a content hash"),
    "mem0": (
        "what `get_all` answers, `history.db`, the Qdrant folder of its default store, or rows out of pgvector",
        "records with `memory` and `hash`, or its tables",
    ),
    "memfs": ("the memory folder of Letta Code, or a ZIP of it", "a folder `system` whose files have a description"),
    "messages": ("lists of `role` and `content`, as chat APIs take them", "its messages"),
    "obsidian": ("a vault, a ZIP of it, or one of its notes", "its settings, or notes that link to one another"),
    "openmemory": ("its SQLite file, or the ZIP of its backup", "its tables or parts"),
    "perdure": ("what `perdure export --format jsonl` writes", "lines that say so"),
    "postgres": (
        "the address of a database, `postgresql://…`, with tables of Mem0, LangGraph or Letta",
        "the address; then its tables",
    ),
    "records": ("any JSON, or lines of it, with memories in it", "objects with a text and nothing of a turn"),
    "zep": ("users, threads, messages, nodes and edges as JSON", "lists that only Zep has"),
}
"""What to hand in, and by what it is known."""


def written(figures):
    """The tables of the page."""
    out, back = figures["out"], figures["in"]
    parts = ["## Read", "", "| format | what it is | what to hand in | known by |", "|---|---|---|---|"]
    for name, found in sorted(back.items()):
        parts.append(f"| [`{name}`](#{name}) | {found['title']} | {TAKES[name][0]} | {TAKES[name][1]} |")
    parts += [
        "",
        "## Written",
        "",
        "| format | what it is | read back as | memories carried | fields of them preserved |",
        "|---|---|---|---|---|",
    ]
    for name, found in sorted(out.items()):
        measured_ = [f"`{found['read_as']}`", carried(found), percent(found)] if "share" in found else ["–"] * 3
        parts.append(f"| [`{name}`](#{name}) | {found['title']} | {' | '.join(measured_)} |")
    parts += ["", "## Field by field"]
    for name in sorted({*out, *back}):
        parts += ["", f"### {name}", "", *section(out.get(name), back.get(name))]
    return "\n".join(parts)


def carried(found):
    """How many memories came back."""
    return "{:,} of {:,}".format(*found["carried"])


def percent(found):
    """The share of fields that came back equal."""
    return f"{100 * found['share']:.1f} %"


def section(out, back):
    """What is known of one format."""
    parts = []
    if out:
        parts += [f"**Written**: {out['title']}.", "", *table(out["export"], "memory.")]
    if out and "share" in out:
        lost = {field: counts for field, counts in out["fields"].items() if counts[0] < counts[1]}
        parts += [
            "",
            f"There and back: {carried(out)} memories, {percent(out)} of their fields" + (":" if lost else "."),
        ]
        if lost:
            parts += ["", "| not always the same | the same | of |", "|---|---|---|"]
            parts += [f"| `{field}` | {same:,} | {total:,} |" for field, (same, total) in lost.items()]
    if back:
        parts += ["", f"**Read**: {back['title']}."] if out else [f"**Read**: {back['title']}."]
        parts += ["", *table(back["import"])] if back["import"] else []
    return parts


def table(loss, own=""):
    """A loss report, fields of one fate and reason together."""
    told = {"mapped": "mapped", "kept_raw": "kept raw", "dropped": "dropped"}
    rows = {}
    for line in loss:
        same = line["to"] in ("", line["field"], line["field"].removeprefix(own).removeprefix("entry."))
        field = f"`{line['field']}`" + ("" if same or line["fate"] != "mapped" else f" → `{line['to']}`")
        why = line["reason"] or (line["to"] if line["fate"] == "kept_raw" else "")
        fate = told[line["fate"]] + (f" ({why})" if line["fate"] == "kept_raw" and why else f": {why}" if why else "")
        rows.setdefault((list(told).index(line["fate"]), fate), []).append(field)
    return [
        "| what becomes of it | fields |",
        "|---|---|",
        *(f"| {fate} | {', '.join(rows[order, fate])} |" for order, fate in sorted(rows)),
    ]


def main():
    """Measure, publish, and write the page where that is asked for."""
    faults = {}
    with tempfile.TemporaryDirectory() as folder:
        place, _clock = filled(Path(folder) / "home")
        with place:
            statuses = Counter(str(memory.status) for memory in pages(place.space(SPACE), "all"))
            out = {}
            for exporter in EXPORTERS:
                try:
                    out[exporter.name] = measured(exporter, place, Path(folder))
                except PerdureError as error:
                    faults[exporter.name] = f"{error.code}: {error}"
    figures = {
        "memories": sum(statuses.values()),
        "statuses": dict(sorted(statuses.items())),
        "out": out,
        "in": {importer.name: sampled(importer) for importer in IMPORTERS},
        "faults": faults,
    }
    publish(
        "portability",
        {**figures, **{way: {name: brief(found) for name, found in figures[way].items()} for way in ("out", "in")}},
    )
    if "--page" in sys.argv:
        text = PAGE.read_text(encoding="utf-8")
        head, tail = text.partition(BEGIN)[0], text.partition(END)[2]
        PAGE.write_text(f"{head}{BEGIN}\n\n{written(figures)}\n\n{END}{tail}", encoding="utf-8")
    if faults:
        sys.exit(1)


if __name__ == "__main__":
    main()
