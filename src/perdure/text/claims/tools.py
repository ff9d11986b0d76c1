"""What software is built with: names that tell their attribute by themselves."""

from __future__ import annotations

import re
from functools import cache

_TOOLS = {
    "database": "mysql mariadb postgresql postgres sqlite mongodb oracle cockroachdb dynamodb tidb oceanbase cassandra firestore duckdb clickhouse supabase planetscale neo4j sql-server mssql 达梦",
    "cache": "redis memcached valkey dragonfly",
    "queue": "kafka rabbitmq sqs pulsar rocketmq nats celery",
    "web framework": "django flask fastapi rails spring spring-boot express nestjs laravel gin fiber actix sanic tornado",
    "frontend framework": "react vue angular svelte next.js nextjs nuxt solidjs jquery ember remix",
    "host": "aws gcp azure heroku vercel netlify render fly.io digitalocean hetzner 阿里云 腾讯云 华为云 cloudflare railway",
    "ci": "jenkins github-actions gitlab-ci circleci travis buildkite teamcity",
    "editor": "vim neovim emacs vscode vs-code pycharm intellij sublime cursor zed webstorm goland",
    "package manager": "npm yarn pnpm bun pip poetry uv conda pipenv",
    "linter": "tslint eslint biome flake8 ruff pylint prettier black",
    "test runner": "jest vitest mocha pytest unittest playwright cypress selenium",
    "operating system": "ubuntu debian fedora windows macos arch centos linux",
    "browser": "chrome firefox safari edge brave arc",
    "orchestration": "kubernetes k8s docker-swarm nomad ecs",
    "tracker": "jira linear asana trello notion youtrack 禅道 tapd",
    "chat": "slack teams discord 飞书 钉钉 企业微信",
    "styling": "tailwind bootstrap sass less styled-components",
    "mobile framework": "flutter react-native swiftui kotlin-multiplatform ionic",
    "model": "gpt-4 gpt-4o claude gemini llama qwen deepseek mistral",
    "note app": "obsidian evernote onenote logseq roam bear",
    "music app": "spotify apple-music 网易云音乐 qq音乐 youtube-music tidal",
}
LANGUAGES = "python java javascript typescript go golang rust kotlin swift ruby php c++ c# scala elixir haskell clojure perl cobol fortran zig dart lua"
_SAME = {
    "postgres": "postgresql",
    "golang": "go",
    "k8s": "kubernetes",
    "nextjs": "next.js",
    "vs code": "vscode",
    "mssql": "sql server",
}


@cache
def _classes() -> dict[str, str]:
    return {
        name.replace("-", " ") if kind != "model" and "-" in name else name: kind
        for kind, names in _TOOLS.items()
        for name in names.split()
    }


@cache
def tool_words() -> frozenset[str]:
    """The first words of all names, to see quickly that a clause has none."""
    return frozenset(word for name in (*_classes(), *LANGUAGES.split()) for word in (name, name.split()[0]))


@cache
def tools_pattern() -> re.Pattern[str]:
    """Any of the names."""
    names = sorted((*_classes(), *LANGUAGES.split()), key=len, reverse=True)
    latin = "|".join(re.escape(name) for name in names if name.isascii())
    wide = "|".join(name for name in names if not name.isascii())
    return re.compile(rf"(?<![\w.+#/-])(?P<tool>(?:{latin})(?![\w+#]|-\w|\.\w)|{wide})", re.ASCII)


def class_of(name: str) -> str | None:
    """What sort of tool it is; None for anything else."""
    return _classes().get(name) or ("programming language" if name in LANGUAGES.split() else None)


def plain(name: str) -> str:
    """The one name of a tool with several."""
    return _SAME.get(name, name)
