"""One module changes permanent memory, and two use cases may ask it to."""

from __future__ import annotations

from tests.architecture.source import modules

CHANGES = {"perdure/capture/permanent.py"}
"""Who opens a transaction that may."""

PASSES_ON = {"perdure/app/choice.py", "perdure/app/permitted.py"}
"""Who hands the caller's word to the store behind it."""

ASKS = {"perdure/capture/permanent.py", "perdure/capture/review.py"}
"""Who uses such a transaction: the verbs, and a promotion that a person accepts."""

RESTORES = {"perdure/transfer/restoring.py"}
"""Who brings permanent memory back out of an archive."""


def users(phrase: str) -> set[str]:
    """The modules outside the stores, and their conformance suite, that contain a phrase."""
    found = {module.name for module in modules() if phrase in module.text}
    return {name for name in found if not name.startswith(("perdure/stores/", "perdure/testing/"))}


def test_only_one_module_opens_permanent_memory_for_writing():
    assert users("maintenance=True") == CHANGES
    assert users("maintenance=") == CHANGES | PASSES_ON


def test_only_the_verbs_an_accepted_promotion_and_an_archive_use_it():
    assert users("maintenance(store") == ASKS
    assert users("maintenance(self._store") == RESTORES
    assert users("import maintenance") == (ASKS - CHANGES) | RESTORES
