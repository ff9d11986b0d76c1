"""Runs in the environment of Graphiti: takes a graph by its own models, or writes one as its queries give it."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from graphiti_core.edges import EntityEdge
from graphiti_core.helpers import validate_group_id
from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode

MARCH = datetime(2026, 3, 1, tzinfo=UTC)


def take(file: str) -> object:
    """Every record as a model, and what the model makes of it."""
    graph = json.loads(Path(file).read_text(encoding="utf-8"))
    models = {"episodes": EpisodicNode, "entities": EntityNode, "edges": EntityEdge}
    taken = {name: [model.model_validate(record) for record in graph[name]] for name, model in models.items()}
    assert all(validate_group_id(record.group_id) for records in taken.values() for record in records)
    return {name: [record.model_dump(mode="json") for record in records] for name, records in taken.items()}


def fill(file: str) -> object:
    """A graph of its models, in the lists that others expect."""
    mei, lisbon = (
        EntityNode(name=name, group_id="mei", labels=["Entity"], created_at=MARCH) for name in ("Mei", "里斯本")
    )
    mei.summary, mei.name_embedding = "Mei translates novels.", [0.1, 0.2]
    episode = EpisodicNode(
        name="chat",
        group_id="mei",
        source=EpisodeType.message,
        source_description="chat",
        content="Mei: 我住在里斯本",
        valid_at=MARCH,
    )
    edge = EntityEdge(
        group_id="mei",
        source_node_uuid=mei.uuid,
        target_node_uuid=lisbon.uuid,
        created_at=MARCH,
        name="LIVES_IN",
        fact="Mei 住在里斯本",
        fact_embedding=[0.3],
        episodes=[episode.uuid],
        valid_at=MARCH,
        expired_at=MARCH,
    )
    lists = {"episodes": [episode], "entities": [mei, lisbon], "edges": [edge]}
    graph = {name: [record.model_dump(mode="json") for record in records] for name, records in lists.items()}
    Path(file).write_text(json.dumps(graph, ensure_ascii=False), encoding="utf-8")
    return {"edge": edge.uuid}


if __name__ == "__main__":
    print(json.dumps({"take": take, "fill": fill}[sys.argv[1]](sys.argv[2])))
