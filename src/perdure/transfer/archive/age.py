"""An archive under a passphrase, in the age format (https://age-encryption.org/v1), which other tools open too.

Only sealed bytes ever reach the disk: what is sealed passes through the memory as a whole.
"""

from __future__ import annotations

import importlib
from typing import Any

from perdure.errors import ExportFailed, InvalidValue, MissingExtra, WrongPassphrase

MARKS = (b"age-encryption.org/v1\n", b"-----BEGIN AGE ENCRYPTED FILE-----")
"""How such a file begins, in bytes or in letters."""

LARGEST = 1 << 30
"""Bytes that can be sealed, for they have to fit into the memory twice."""


def is_sealed(head: bytes) -> bool:
    """Whether a file that begins so is encrypted."""
    return head.startswith(MARKS)


def sealed(plain: bytes, passphrase: str) -> bytes:
    """Encrypt. Raises MissingExtra, InvalidValue for an empty passphrase, ExportFailed for what is too large."""
    if not passphrase:
        raise InvalidValue("the passphrase is empty")
    if len(plain) > LARGEST:
        raise ExportFailed(
            f"an archive of {len(plain):,} bytes is too large to be encrypted here; encrypt the file itself"
        )
    return bytes(_pyrage().passphrase.encrypt(plain, passphrase))


def unsealed(found: bytes, passphrase: str | None) -> bytes:
    """Decrypt. Raises WrongPassphrase where it is missing, or is not the one; MissingExtra."""
    if not passphrase:
        raise WrongPassphrase("the archive is encrypted; give its passphrase")
    pyrage = _pyrage()
    try:
        return bytes(pyrage.passphrase.decrypt(found, passphrase))
    except pyrage.DecryptError as error:
        raise WrongPassphrase("the passphrase does not open the archive, or the archive is damaged") from error


def _pyrage() -> Any:
    """The library, loaded where it is needed."""
    try:
        return importlib.import_module("pyrage")
    except ImportError as error:
        raise MissingExtra("encrypted archives need `pip install perdure[age]`") from error
