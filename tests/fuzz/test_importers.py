"""Mutated files: every import ends with a result or with one error of Perdure's own, and never half way."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from perdure import Perdure, Space
from perdure.domain.journal import ROLES
from perdure.errors import ImportFailed, PerdureError
from perdure.testing import FrozenClock, HashEmbedder
from perdure.transfer.found import Heard, Native, Statement
from perdure.transfer.importers import IMPORTERS
from perdure.transfer.importers.importer import Importer
from perdure.transfer.importing import read, recognised
from perdure.transfer.source import opened
from perdure.transfer.tally import Tally
from tests.behaviour.requirements import requirement
from tests.fuzz.mutations import Change, changes

SAMPLES = sorted((Path(__file__).parents[1] / "importers").iterdir())
FUZZED = [importer for importer in IMPORTERS if any(path.name.startswith(f"{importer.name}.") for path in SAMPLES)]
EXAMPLES = int(os.environ.get("PERDURE_FUZZ", "50"))
"""Mutated files an importer; `make fuzz` asks for 2,000."""

STAGED = max(2, EXAMPLES // 25)
"""Of which so many go all the way into a space."""

fuzzing = settings(
    derandomize="PERDURE_FUZZ" not in os.environ,
    database=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large],
)
mutants = st.tuples(changes(), st.integers(0, 2**16))


def mutant(importer: Importer, made_of: tuple[list[Change], int], folder: Path) -> Path:
    """A file that was one of the samples of this format."""
    mutations, chosen = made_of
    own = [path for path in SAMPLES if path.name.startswith(f"{importer.name}.")]
    sample, other = own[chosen % len(own)], SAMPLES[chosen % len(SAMPLES)]
    content = sample.read_bytes()
    for change in mutations:
        content = change.applied(content, other.read_bytes())
    path = folder / sample.name
    path.write_bytes(content)
    return path


def read_whole(path: Path, importer: Importer | None) -> None:
    """Read a file to its end and look at everything that was found."""
    tally = Tally()
    with opened(path) as source:
        for item in read(recognised(source, importer), source, tally):
            match item:
                case Heard():
                    assert item.turn.role in (None, *ROLES)
                    assert isinstance(item.turn.text, str)
                    assert item.turn.text.strip()
                    json.dumps([item.turn.metadata, item.turn.tool_calls, item.record])
                case Statement():
                    assert isinstance(item.text, str)
                    assert item.text.strip()
                    assert item.id
                    json.dumps([item.record, item.metadata])
                case Native():
                    json.dumps(item.record)
                case _:
                    assert item.reason
                    assert item.code
    tally.report(origin="mutant", target="perdure")


@requirement("P9")
@pytest.mark.parametrize("importer", FUZZED, ids=lambda importer: importer.name)
@settings(fuzzing, max_examples=EXAMPLES)
@given(made_of=mutants, named=st.booleans())
def test_a_mutated_file_is_read_or_refused_with_an_error_of_our_own(importer, made_of, named):
    with TemporaryDirectory() as folder:
        path = mutant(importer, made_of, Path(folder))
        try:
            read_whole(path, importer if named else None)
        except PerdureError as refused:
            assert isinstance(refused, ImportFailed)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Perdure]:
    clock = FrozenClock(datetime(2026, 3, 1, 9, 0, tzinfo=UTC))
    home = tmp_path_factory.mktemp("fuzz")
    with Perdure(home, embedder=HashEmbedder(), clock=clock, timezone="UTC") as opened_memory:
        yield opened_memory


def held(space: Space) -> tuple[int, int]:
    """How many memories and entries a space has."""
    stats = space.stats()
    return sum(stats.memories.values()), stats.entries


@requirement("P9")
@pytest.mark.parametrize("importer", FUZZED, ids=lambda importer: importer.name)
@settings(fuzzing, max_examples=STAGED)
@given(made_of=mutants)
def test_a_mutated_file_comes_in_whole_and_once_or_not_at_all(importer, made_of, memory):
    space = memory.space("user/me")
    before = held(space)
    with TemporaryDirectory() as folder:
        path = mutant(importer, made_of, Path(folder))
        try:
            staged = memory.imports.stage(path, to=space.name, format=importer.name)
        except PerdureError as refused:
            assert isinstance(refused, ImportFailed)
            assert held(space) == before
            return
        assert held(space) == before
        done = memory.imports.apply(staged.id)
        after = held(space)
        assert done.added + done.repeated <= staged.turns
        assert after[1] >= before[1] + done.added
        again = memory.imports.stage(path, to=space.name, format=importer.name)
    assert memory.imports.apply(again.id).added == 0
    assert held(space) == after
