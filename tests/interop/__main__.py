"""`python -m tests.interop [NAME …]`: make the environment of each product under `.interop/` and run its tests."""

from __future__ import annotations

import subprocess
import sys
import venv

from tests.interop.product import PRODUCTS, ROOT, place, python


def main(names: list[str]) -> int:
    """Run the tests of these products, or of all; 1 if any fails."""
    unknown = set(names) - set(PRODUCTS)
    if unknown:
        print(f"there is no product {', '.join(sorted(unknown))}; there are {', '.join(PRODUCTS)}", file=sys.stderr)
        return 2
    wanted = names or list(PRODUCTS)
    for name in wanted:
        make(name)
    tests = [str(ROOT / "tests/interop" / f"{name.replace('-', '_')}_checks.py") for name in wanted]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", *tests], cwd=ROOT, check=False).returncode


def make(name: str) -> None:
    """The environment of a product, made anew when what it needs has changed."""
    stamp, needs = place(name) / ".made", "\n".join(PRODUCTS[name])
    if stamp.exists() and stamp.read_text() == needs:
        return
    print(f"Installing {', '.join(PRODUCTS[name])} …", flush=True)
    venv.create(place(name), clear=True, with_pip=True, upgrade_deps=True)  # letta asks for a newer pip
    install = [str(python(name)), "-m", "pip", "install", "-q", "--disable-pip-version-check", *PRODUCTS[name]]
    subprocess.run(install, check=True)
    stamp.write_text(needs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
