"""What an import needs of the place it goes into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from perdure.capture.intake import Intake
from perdure.domain.access import Right
from perdure.domain.policy import Policy
from perdure.domain.space import SpaceName
from perdure.ports.clock import Ids
from perdure.ports.store import SpaceStore


@dataclass(frozen=True, kw_only=True)
class Targets:
    """The spaces of a place as whoever imports may use them. `require` raises Forbidden, `fill` makes the vectors of what a space
    has just got; `root` is the folder of imports."""

    space: Callable[[SpaceName], SpaceStore]
    rules: Callable[[SpaceName], Intake]
    require: Callable[[Right, SpaceName], None]
    fill: Callable[[SpaceName], None]
    ids: Ids
    actor: str
    root: Path
    _intakes: dict[SpaceName, Intake] = field(default_factory=dict, init=False)

    def intake(self, name: SpaceName) -> Intake:
        """The rules for what enters a space, the same ones all along."""
        if name not in self._intakes:
            self._intakes[name] = self.rules(name)
        return self._intakes[name]

    def adopt(self, name: SpaceName, policy: Policy) -> None:
        """Let what enters a space that has no policy yet be judged by the one that comes with it."""
        with self.space(name).read() as reader:
            bare = reader.policy() is None
        if bare:
            self._intakes[name] = replace(self.intake(name), policy=policy)
