"""`python -m perdure` is the command line."""

from perdure.cli.main import main

main()
