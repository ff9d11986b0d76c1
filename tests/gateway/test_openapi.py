"""The gateway does what its description says, whatever is thrown at it."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from perdure.gateway.models.description import describe
from perdure.gateway.routes import ROUTERS
from tests.gateway.asking import told
from tests.gateway.conftest import Gateway
from tests.gateway.test_every_route_asks import ABSENT, ROWS

GRANTS = ("user/alice:admin", "project/*:admin")
"""The spaces of the examples; the first is the home of the token."""

EXAMPLES = 1
"""Requests of each sort to a route at random; beside them stand the edges of every field, and the examples of the description."""

CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            # what types cannot say (that a text is not blank, that a cursor was given before) the facade says, with 400
            "positive_data_acceptance": {"expected-statuses": ["2xx", "400", "403", "404", "409"]},
        },
        "generation": {"deterministic": True, "database": "none"},
        "phases": {"coverage": {"unexpected-methods": ["OPTIONS"]}},
    }
)


def described() -> dict[str, Any]:
    """The routes of /v1 as they describe themselves."""
    app = FastAPI(title="Perdure", version="1")
    for router in ROUTERS:
        app.include_router(router)
    describe(app)
    return app.openapi()


schema = schemathesis.openapi.from_dict(described(), config=CONFIG)


@pytest.fixture(scope="module")
def secret(gateway: Gateway) -> str:
    return gateway.token(*GRANTS)


SHARED = {"/v1/brief", "/v1/why_not", "/v1/observe"}
"""Routes that take what another one takes (recall, capture); their examples alone are sent, for the sake of time."""


@schema.exclude(path=sorted(SHARED)).parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_every_route_does_what_its_description_says(case: Any, gateway: Gateway, secret: str):
    case.call_and_validate(base_url=gateway.url, headers={"Authorization": f"Bearer {secret}"})


def test_the_description_names_every_route_by_its_verb(gateway: Gateway):
    with httpx2.Client(base_url=gateway.url) as nobody:
        found = told(nobody.get("/openapi.json"))
    routes = {(method.upper(), path) for path, methods in found["paths"].items() for method in methods}
    names = dict.fromkeys(ABSENT, "{id}")
    assert routes == {
        (row.method, row.path.format(**names)) for row in ROWS if row.method != "HEAD" and row.path != "/openapi.json"
    }
    operations = [operation for methods in found["paths"].values() for operation in methods.values()]
    ids = [operation["operationId"] for operation in operations]
    assert len(ids) == len(set(ids))
    assert {"remember", "remember_many", "observe", "capture", "recall", "correct", "forget", "filter"} <= set(ids)
    for operation in operations:
        assert {"400", "401", "403", "500", "503"} <= set(operation["responses"])
    assert found["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert "Problem" in found["components"]["schemas"]


EXAMPLED = [
    "remember",
    "remember_many",
    "observe",
    "capture",
    "recall",
    "brief",
    "permanent/add",
    "session",
    "summary",
    "filter",
    "verify",
]


@pytest.mark.parametrize("verb", EXAMPLED)
def test_a_request_made_of_the_examples_of_the_description_works(gateway: Gateway, secret: str, verb: str):
    found = described()
    shape = found["paths"][f"/v1/{verb}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    body = exampled(shape, found["components"]["schemas"])
    assert body or verb == "session"
    with gateway.client(secret=secret) as client:
        told(client.post(f"/v1/{verb}", json=body))


def exampled(shape: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """A value as its description shows one: the examples, and what is required."""
    shape = schemas[shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape
    if "examples" in shape:
        return shape["examples"][0]
    if "properties" in shape:
        wanted = {
            name: one
            for name, one in shape["properties"].items()
            if "examples" in one or name in shape.get("required", ())
        }
        wanted.pop("space", None) if "spaces" in wanted else None
        return {name: exampled(one, schemas) for name, one in wanted.items()}
    return [exampled(shape["items"], schemas)] if shape.get("type") == "array" else shape["type"]
