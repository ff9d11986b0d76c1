"""What software is built with: names that tell their attribute by themselves."""

from __future__ import annotations

import re
from functools import cache

_TOOLS = {
    "database": "mysql mariadb postgresql postgres sqlite mongodb oracle cockroachdb dynamodb tidb oceanbase cassandra firestore duckdb clickhouse supabase planetscale neo4j sql-server mssql 达梦",
    "cache": "redis memcached valkey dragonfly",
    "queue": "kafka rabbitmq sqs pulsar rocketmq nats celery activemq sidekiq kinesis",
    "web framework": "django flask fastapi rails spring spring-boot express nestjs laravel gin fiber actix sanic tornado",
    "frontend framework": "react vue angular svelte next.js nextjs nuxt solidjs jquery ember remix",
    "host": "aws gcp azure heroku vercel netlify render fly.io digitalocean hetzner 阿里云 腾讯云 华为云 cloudflare railway linode vultr ovh scaleway 百度云 火山引擎 京东云 青云",
    "ci": "jenkins github-actions gitlab-ci circleci travis buildkite teamcity azure-pipelines",
    "editor": "vim nvim neovim emacs windsurf notepad++ android-studio clion phpstorm rubymine netbeans xcode hbuilder vscode vs-code pycharm intellij sublime cursor zed webstorm goland",
    "package manager": "npm yarn pnpm bun pip poetry uv conda pipenv",
    "linter": "tslint eslint biome flake8 ruff pylint prettier black oxlint golangci-lint",
    "test runner": "jest vitest mocha pytest unittest playwright cypress selenium",
    "operating system": "ubuntu debian fedora windows macos arch centos linux manjaro nixos almalinux 统信 鸿蒙 harmonyos chromeos",
    "browser": "chrome firefox safari edge brave arc vivaldi chromium",
    "orchestration": "kubernetes k8s docker-swarm nomad ecs",
    "tracker": "jira linear asana trello youtrack 禅道 tapd clickup basecamp",
    "chat": "slack teams discord 飞书 钉钉 企业微信 mattermost zulip",
    "styling": "tailwind bootstrap sass less styled-components",
    "mobile framework": "flutter react-native swiftui kotlin-multiplatform ionic",
    "model": "gpt-4 gpt-4o claude gemini llama qwen deepseek mistral",
    "note app": "obsidian evernote onenote logseq roam bear notion 印象笔记 有道云笔记 语雀",
    "music app": "spotify apple-music 网易云音乐 网易云 qq音乐 酷狗 汽水音乐 youtube-music tidal deezer",
    "monitoring": "grafana prometheus datadog new-relic zabbix dynatrace nagios honeycomb",
    "error tracker": "sentry rollbar bugsnag raygun",
    "payment provider": "stripe paypal adyen braintree",
    "mail provider": "sendgrid mailgun postmark mailchimp mailjet",
    "design tool": "figma adobe-xd penpot 蓝湖 mastergo 即时设计",
    "wiki": "confluence gitbook bookstack outline-wiki",
    "bundler": "webpack vite rollup esbuild turbopack rspack",
    "orm": "prisma typeorm sequelize sqlalchemy hibernate mybatis gorm",
    "runtime": "node node.js nodejs deno",
    "auth provider": "auth0 okta keycloak cognito",
    "warehouse": "snowflake bigquery redshift databricks",
    "search engine": "elasticsearch opensearch solr meilisearch typesense algolia",
    "vector store": "pinecone weaviate qdrant milvus chroma pgvector faiss",
    "provisioning": "terraform pulumi ansible cloudformation",
    "web server": "nginx apache caddy traefik haproxy",
    "version control": "github gitlab bitbucket gitea gitee svn subversion perforce mercurial",
    "terminal": "iterm2 alacritty wezterm ghostty tmux",
    "shell": "zsh bash powershell nushell",
    "password manager": "1password bitwarden lastpass dashlane keepass",
    "calendar app": "google-calendar outlook-calendar fantastical",
    "meeting app": "zoom google-meet webex 腾讯会议 飞书会议",
}
LANGUAGES = "python java javascript typescript go golang rust kotlin swift ruby php c++ c# scala elixir haskell clojure perl cobol fortran zig dart lua"
_SAME = {
    "postgres": "postgresql",
    "golang": "go",
    "k8s": "kubernetes",
    "nextjs": "next.js",
    "vs code": "vscode",
    "mssql": "sql server",
    "nvim": "neovim",
    "node.js": "node",
    "nodejs": "node",
    "subversion": "svn",
    "网易云": "网易云音乐",
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
