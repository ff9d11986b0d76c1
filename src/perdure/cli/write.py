"""What changes memories: remember, correct, confirm, feedback, forget, restore."""

import typer

from perdure.cli import options
from perdure.cli.answers import Changed, Remembered
from perdure.cli.inputs import moment, text_of
from perdure.cli.opening import opened_space
from perdure.cli.output import show
from perdure.domain.change import Rejected
from perdure.domain.memory import CorrectOptions
from perdure.errors import InvalidValue


def remember(  # noqa: PLR0913  each option of a command is a parameter
    text: options.Text,
    *,
    kind: options.Kind = None,
    slot: options.Slot = None,
    value: options.Value = None,
    importance: options.Importance = None,
    tag: options.Tag = None,
    at: options.At = None,
    expires_at: options.ExpiresAt = None,
    source: options.Source = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Store one statement and say what became of it."""
    statement, said, ends = text_of(text), moment(at, "--at"), moment(expires_at, "--expires-at")
    with opened_space(home, space) as mine:
        outcome = mine.remember(
            statement,
            kind=kind,
            slot=slot,
            value=value,
            importance=importance,
            tags=tuple(tag or ()),
            at=said,
            expires_at=ends,
            source=source,
        )
    show(Remembered(outcome=outcome), as_json=as_json)
    if isinstance(outcome, Rejected):
        raise typer.Exit(1)


def correct(  # noqa: PLR0913  each option of a command is a parameter
    memory: options.Id,
    text: options.NewText = None,
    *,
    importance: options.Importance = None,
    tag: options.Tag = None,
    expires_at: options.ExpiresAt = None,
    reason: options.Reason = "",
    version: options.Version = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Give a memory another wording or other fields: same id, history kept, the rest stays as it is."""
    wording = None if text is None else text_of(text)
    changes: CorrectOptions = {}
    if importance is not None:
        changes["importance"] = importance
    if tag:
        changes["tags"] = tuple(tag)
    if expires_at is not None:
        changes["expires_at"] = moment(expires_at, "--expires-at")
    if wording is None and not changes:
        raise InvalidValue("there is nothing to correct; give a text, --importance, --tag or --expires-at")
    changes |= {"reason": reason, "version": version}
    with opened_space(home, space) as mine:
        after = mine.correct(memory, wording, **changes)
    show(Changed(action="corrected", memories=[after]), as_json=as_json)


def confirm(
    memory: options.Id, *, home: options.Home = None, space: options.Space = None, as_json: options.Json = False
) -> None:
    """Say that a memory still holds: its fading starts anew."""
    with opened_space(home, space, embedder=False) as mine:
        after = mine.confirm(memory)
    show(Changed(action="confirmed", memories=[after]), as_json=as_json)


def feedback(
    memory: options.Id,
    verdict: options.Verdict,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Say what came of a memory: useful lets it last; outdated and wrong take it out of recall until `perdure review`."""
    with opened_space(home, space) as mine:
        after = mine.feedback(memory, verdict, reason)
    show(Changed(action=verdict, memories=[after]), as_json=as_json)


def forget(
    memories: options.Ids,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Take memories out of recall; `perdure restore` undoes it."""
    with opened_space(home, space, embedder=False) as mine:
        after = mine.forget(memories, reason)
    show(Changed(action="forgotten", memories=after), as_json=as_json)


def restore(
    memory: options.Id,
    *,
    reason: options.Reason = "",
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Make a memory current again, whatever took it away."""
    with opened_space(home, space, embedder=False) as mine:
        after = mine.restore(memory, reason)
    show(Changed(action="restored", memories=[after]), as_json=as_json)
