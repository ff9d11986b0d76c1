"""What a gateway costs: python bench/gateway.py --requests 10000 --clients 50

The server is a process of its own, with an embedder that hashes words, so that all is apart from embedding. First one client
reads one memory, again and again, over HTTP and by the library in turn; then many clients at once ask, write and look in
several spaces, and the server's memory is read before and after. Nothing may fail: one bad answer ends the bench.
"""

import asyncio
import multiprocessing
import os
import resource
import statistics
import tempfile
import time
from pathlib import Path

import httpx2
from measure import RUNS, median, options, publish, seconds

from perdure import Perdure
from perdure.gateway.serve import serve
from perdure.testing import HashEmbedder

SPACES = [f"user/u{n}" for n in range(10)]
ITEMS = 200
"""Memories of each space before anybody comes."""
READS = 300
WARMING = 1_000
"""Requests after which the caches of the server are filled; its memory is read from there on."""

TOPICS = ("kiln", "ferry", "cello", "harbour", "茶", "数据库", "火车 train")
MIX = ("recall",) * 8 + ("get",) * 4 + ("remember",) * 3 + ("list",) * 2 + ("observe",) * 2 + ("stats",)
"""Of twenty requests, how many are which."""


def serving(home, ends):
    """The process of the server: says where it is, and ends on SIGTERM."""
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory:
        serve(memory, port=0, ready=ends.send)


def filled(home):
    """A place with memories in every space: a token a space, and the ids of its memories."""
    known = {}
    with Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory:
        for name in SPACES:
            texts = [f"note {n}: the {TOPICS[n % len(TOPICS)]} of {n % 31}" for n in range(ITEMS)]
            outcomes = memory.space(name).remember_many(texts)
            ids = [outcome.memory.id for outcome in outcomes]
            known[name] = (memory.tokens.new(name.replace("/", " "), grants=[f"{name}:write"]).secret, ids)
    return known


def reading(url, home, known):
    """Milliseconds of reading one memory over HTTP, and by the library."""
    (token, ids), *_ = known.values()
    over, direct = [], []
    with (
        Perdure(home, embedder=HashEmbedder(), timezone="UTC") as memory,
        httpx2.Client(base_url=f"{url}/v1", headers={"Authorization": f"Bearer {token}"}) as client,
    ):
        space = memory.space(SPACES[0])
        for n in range(READS):
            wanted = ids[n % len(ids)]
            over.append(1000 * seconds(lambda: client.get(f"/memories/{wanted}").raise_for_status()))
            direct.append(1000 * seconds(lambda: space.get(wanted)))
    whole, own = statistics.median(over), statistics.median(direct)
    return {"read_http_ms": whole, "read_library_ms": own, "read_above_library_ms": whole - own}


def request(n, ids):
    """The nth request: method, path, and what is sent."""
    topic = TOPICS[n % len(TOPICS)]
    match MIX[n * 7 % len(MIX)]:
        case "recall":
            return "POST", "/recall", {"query": f"what about the {topic} of {n % 31}?"}
        case "get":
            return "GET", f"/memories/{ids[n % len(ids)]}", None
        case "remember":
            return "POST", "/remember", {"text": f"the {topic} was seen by number {n}"}
        case "list":
            return "GET", "/memories?limit=20", None
        case "observe":
            return "POST", "/observe", {"turns": [{"text": f"I saw the {topic}, number {n}", "session": f"s{n % 17}"}]}
        case _:
            return "GET", "/stats", None


async def visiting(url, known, numbers, taken):
    """One client: its requests one after the other."""
    name = SPACES[numbers[0] % len(SPACES)]
    token, ids = known[name]
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=f"{url}/v1", headers=headers, timeout=120) as client:
        for n in numbers:
            method, path, body = request(n, ids)
            started = time.perf_counter()
            answer = await client.request(method, path, json=body)
            taken.append(1000 * (time.perf_counter() - started))
            assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"


async def crowd(url, known, numbers, clients):
    """Many clients at once; milliseconds of each request."""
    taken = []
    shares = [numbers[at::clients] for at in range(clients)]
    await asyncio.gather(*(visiting(url, known, share, taken) for share in shares if share))
    return taken


def held(pid):
    """The memory of a process, in MB."""
    statm = Path(f"/proc/{pid}/statm")
    return int(statm.read_text().split()[1]) * resource.getpagesize() / 1e6 if statm.exists() else float("nan")


def spent(pid):
    """Seconds of the processor that a process has had; on a busy machine they say more than the clock."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return float("nan")
    return sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def measured(requests, clients):
    """The figures of one server."""
    with tempfile.TemporaryDirectory() as home:
        known = filled(home)
        ours, theirs = multiprocessing.Pipe()
        server = multiprocessing.get_context("spawn").Process(target=serving, args=(home, theirs))
        server.start()
        try:
            url = ours.recv()
            before = spent(server.pid)
            found = reading(url, home, known)
            found["read_cpu_ms"] = 1000 * (spent(server.pid) - before) / READS
            asyncio.run(crowd(url, known, range(WARMING), clients))
            before, busy, started = held(server.pid), spent(server.pid), time.perf_counter()
            taken = asyncio.run(crowd(url, known, range(WARMING, WARMING + requests), clients))
            lasted, after, busy = time.perf_counter() - started, held(server.pid), spent(server.pid) - busy
        finally:
            server.terminate()
            server.join()
    centiles = statistics.quantiles(taken, n=100)
    return {
        **found,
        "p50_ms": centiles[49],
        "p99_ms": centiles[98],
        "requests_a_second": requests / lasted,
        "cpu_ms_a_request": 1000 * busy / requests,
        "rss_start_mb": before,
        "rss_end_mb": after,
    }


def main():
    asked = options(__doc__, requests=10_000, clients=50)
    runs = [measured(asked.requests, asked.clients) for _ in range(RUNS)]
    figures = {name: median([run[name] for run in runs]) for name in runs[0]}
    publish("gateway", {"requests": asked.requests, "clients": asked.clients, "failed": 0, **figures})


if __name__ == "__main__":
    main()
