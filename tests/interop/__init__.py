"""Other products open what we wrote for them, and we read what they wrote: run by hand, `make interop`, each in an environment of
its own.

A product is a line in `PRODUCTS`, a script `products/with_NAME.py` that runs in its environment and knows nothing of Perdure, and a file
of tests `NAME_checks.py` that calls it. `make test` runs none of them, for they download and they are other people's code.
"""
