"""What the model proxy adds before the first streamed byte: python bench/proxy.py --items 10000

A model server that answers at once stands behind a gateway, each in a process of its own. The same chat is asked of the server
itself and through the gateway, in turn, with a question that the memory of the space answers. The embedder hashes words, so that
embedding takes no part of the time. Between its messages a chat pauses for a moment, as chats do. Beside the time to the first byte stands that to the last, of 200 pieces.
"""

import multiprocessing
import statistics
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
from measure import RUNS, median, options, publish

from corpus import questions, sentences
from perdure import Perdure
from perdure.gateway.options import GatewayOptions, Upstream
from perdure.testing import HashEmbedder
from perdure.testing.gateway import running

SPACE = "user/bench"
ASKED = 100
PIECES = 200
PIECE = b'data: {"choices":[{"index":0,"delta":{"content":"word "}}]}\n\n'
BATCH = 500
PAUSE = 0.05


class Model(BaseHTTPRequestHandler):
    """Says two hundred words at once."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for _ in range(PIECES):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(PIECE), PIECE))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        """Quiet."""


def model_server(line):
    """A model server, until somebody says that it is enough."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        line.send(f"http://127.0.0.1:{server.server_port}/v1")
        server.serve_forever()


def gateway(line, home, upstream):
    """A gateway over a place, until somebody says that it is enough."""
    served = GatewayOptions(upstream=Upstream(urls=(upstream,)))
    with Perdure(home, embedder=HashEmbedder(384), timezone="UTC") as memory, running(memory, options=served) as url:
        line.send((url, memory.tokens.new("bench", grants=[f"{SPACE}:write"]).secret))
        line.recv()


def started(work, *args):
    """A process, its line, and the first thing it says."""
    mine, its = multiprocessing.Pipe()
    process = multiprocessing.Process(target=work, args=(its, *args), daemon=True)
    process.start()
    return process, mine, mine.recv()


def filled(home, items):
    """A space with so many memories."""
    texts = [sentence for sentence, _ in sentences(items)]
    with Perdure(home, embedder=HashEmbedder(384), timezone="UTC") as memory:
        space = memory.space(SPACE)
        for at in range(0, items, BATCH):
            space.remember_many([{"text": text, "kind": "fact"} for text in texts[at : at + BATCH]])


def asked(client, url, question, headers):
    """Milliseconds to the first byte of an answer and to the last, and its headers."""
    body = {"model": "any", "stream": True, "messages": [{"role": "user", "content": question}]}
    begun = time.perf_counter()
    with client.stream("POST", f"{url}/chat/completions", json=body, headers=headers) as answer:
        coming = answer.iter_raw()
        next(coming)
        first = time.perf_counter()
        for _ in coming:
            pass
        return 1000 * (first - begun), 1000 * (time.perf_counter() - begun), answer.headers


def measured(direct, proxied, secret, asking):
    """The figures of one run."""
    headers, times, with_memory = {"authorization": f"Bearer {secret}"}, {"direct": [], "proxied": []}, 0
    with httpx2.Client(timeout=60) as client:
        for question in asking[:3]:
            asked(client, direct, question, {})
            asked(client, proxied, question, headers)
        for question in asking:
            times["direct"].append(asked(client, direct, question, {})[:2])
            first, last, told = asked(client, proxied, question, headers)
            times["proxied"].append((first, last))
            with_memory += "x-perdure-memories" in told
            time.sleep(PAUSE)
    firsts = {name: statistics.median(first for first, _ in found) for name, found in times.items()}
    lasts = {name: statistics.median(last for _, last in found) for name, found in times.items()}
    return {
        "direct_first_ms": firsts["direct"],
        "proxied_first_ms": firsts["proxied"],
        "added_first_ms": firsts["proxied"] - firsts["direct"],
        "added_last_ms": lasts["proxied"] - lasts["direct"],
        "with_memory": with_memory / len(asking),
    }


def main():
    wanted = options(__doc__, items=10_000)
    with tempfile.TemporaryDirectory() as home:
        filled(home, wanted.items)
        model, _, direct = started(model_server)
        behind, line, (url, secret) = started(gateway, home, direct)
        asking = questions(wanted.items)[:ASKED]
        runs = [measured(direct, f"{url}/openai/v1", secret, asking) for _ in range(RUNS)]
        line.send("enough")
        behind.join()
        model.terminate()
    figures = {name: median([run[name] for run in runs]) for name in runs[0]}
    publish(f"proxy_{wanted.items}", {"items": wanted.items, **figures})


if __name__ == "__main__":
    main()
