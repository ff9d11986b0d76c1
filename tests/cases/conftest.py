"""Adds the table of cases to the report of a run."""

from tests.cases.report import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]
