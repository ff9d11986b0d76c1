"""The command line: each command opens a place, calls one verb and shows the answer."""
