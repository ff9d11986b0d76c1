"""The section of the test report that says which cases ran, how the soft ones did, and what the others wait for."""

from __future__ import annotations

import pytest

from tests.cases.due import chosen, waiting

SOFT = "soft case"
_told = pytest.StashKey[bool]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Once per run, whoever registers it, and only where cases ran."""
    soft: dict[str, bool] = {}
    ran = 0
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call" and "test_cases.py::test_case[" in report.nodeid:
                ran += 1
                soft |= {name: met for kind, (name, met) in report.user_properties if kind == SOFT}
    if not ran or terminalreporter.config.stash.get(_told, False):
        return
    terminalreporter.config.stash[_told] = True
    for line in lines(ran, soft):
        terminalreporter.write_line(line)


def lines(ran: int, soft: dict[str, bool]) -> list[str]:
    """The section, line by line."""
    cases = chosen()
    held = waiting(cases)
    missed = sorted(name for name, met in soft.items() if not met)
    late = sum(map(len, held.values()))
    told = [f"{len(cases)} cases: {ran} ran, {late} are not due"]
    if soft:
        rate = f"{len(soft) - len(missed)} of {len(soft)} soft ones came true"
        told.append(f"  {rate}; not {', '.join(missed)}" if missed else f"  {rate}")
    for area, ids in held.items():
        told.append(f"  {len(ids):3} wait for {area}: {' '.join(ids)}")
    return ["", "cases", *told]
